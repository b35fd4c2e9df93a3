"""A game as numbers, for programs that learn.

It is what a game's :attr:`~fireflies.games.Setup.tensors` gives. All numbers are whole. A tensor is
written flat, feature after feature, each in row-major order, and has the same length in every
position of a game with the same options.
"""

from abc import abstractmethod
from math import prod
from typing import Any, NamedTuple, Protocol

from fireflies.contract import Action


class Feature(NamedTuple):
    """One part of a tensor."""

    name: str
    shape: tuple[int, ...]
    lowest: int
    """No number in it is below this one, in any play."""
    highest: int
    """No number in it is above this one, in any play."""

    @property
    def size(self) -> int:
        """The number of its numbers."""
        return prod(self.shape)


class Tensors(Protocol):
    """A game with its options settled, as numbers."""

    @property
    @abstractmethod
    def actions(self) -> tuple[Action, ...]:
        """Every action that a seat may ever have, each once; its place here is its number."""

    @property
    @abstractmethod
    def chance_actions(self) -> tuple[Action, ...]:
        """Every action that chance may ever have, each once; numbered by themselves, from 0."""

    @property
    @abstractmethod
    def redacted_actions(self) -> tuple[Action, ...]:
        """Every action that only ``redact`` gives, each once; none where no action is secret."""

    @property
    @abstractmethod
    def observation(self) -> tuple[Feature, ...]:
        """The parts of what :meth:`observe` writes."""

    @abstractmethod
    def observe(self, view: Any, /) -> tuple[int, ...]:
        """Return all of a view: views of a play that differ are other numbers."""
