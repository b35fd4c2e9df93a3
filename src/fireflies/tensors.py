"""The protocol of a game as numbers, for machine learning.

:attr:`~fireflies.games.Setup.tensors` of a game returns it. All numbers are whole. A tensor is
flat: feature after feature, each in row-major order. It has the same length in every position of a
game with the same options.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Sequence
from math import prod
from typing import Any, NamedTuple, Protocol

from fireflies.contract import Action


class Feature(NamedTuple):
    """One part of a tensor."""

    name: str
    shape: tuple[int, ...]
    lowest: int
    """A lower bound of its numbers, in any play."""
    highest: int
    """An upper bound of its numbers, in any play."""

    @property
    def size(self) -> int:
        """The count of its numbers."""
        return prod(self.shape)


class Tensors(Protocol):
    """A game with its options settled, as numbers."""

    @property
    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """The actions that a seat may ever have, each once; the index of each is its number."""

    @property
    @abstractmethod
    def chance_actions(self) -> tuple[Action, ...]:
        """The actions that chance may ever have, each once; numbered separately, from 0."""

    @property
    @abstractmethod
    def redacted_actions(self) -> tuple[Action, ...]:
        """The actions that only ``redact`` returns, each once; empty where no action is secret."""

    @property
    @abstractmethod
    def observation(self) -> tuple[Feature, ...]:
        """The features that :meth:`observe` returns, in order."""

    @abstractmethod
    def observe(self, view: Any, /) -> tuple[int, ...]:
        """Return a view as numbers; different views of a play give different numbers."""


def multi_hot(found: Sequence[object], known: Sequence[object]) -> list[int]:
    """Return 1 for each known thing that is among those found, and 0 for the others."""
    return [int(thing in found) for thing in known]


def counts(found: Sequence[Hashable], known: Sequence[Hashable]) -> list[int]:
    """Return how many of each known thing are among those found."""
    numbers = Counter(found)
    return [numbers.get(thing, 0) for thing in known]
