"""Plays as numbers, for programs that learn: what a game's room for tensors holds.

A game names the module in :attr:`fireflies.contract.Game.tensors`; :class:`TensorsRoom` is what
stands in it. All numbers are whole. A tensor is written flat, feature after feature, each in
row-major order, and has the same length in every position of a game with the same options.
"""

from abc import abstractmethod
from collections.abc import Mapping
from math import prod
from typing import NamedTuple, Protocol

from fireflies.contract import Action, State, View


class Feature(NamedTuple):
    """One part of a tensor."""

    name: str
    shape: tuple[int, ...]
    lowest: int
    """No number in it is below this one, in any play."""
    highest: int
    """None is above."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
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
    def observation(self) -> tuple[Feature, ...]:
        """The parts of what :meth:`observe` writes."""

    @property
    @abstractmethod
    def witnessed(self) -> tuple[Action, ...]:
        """All that :meth:`witness` may answer, each once."""

    @abstractmethod
    def observe(self, view: View, /) -> tuple[int, ...]:
        """All of a view: views of a play that differ are other numbers."""

    @abstractmethod
    def witness(self, before: State, action: Action, seat: int, /) -> Action:
        """An action as that seat saw it: itself, or what stands for all that it may have been.

        With the options, these of all actions since the start tell a seat all that it has seen.
        """


class TensorsRoom(Protocol):
    """What stands in a game's module for tensors."""

    @abstractmethod
    def tensors(self, options: Mapping[str, object], /) -> Tensors:
        """The numbers of a game with these options; those left out have their defaults.

        Raises:
            InvalidOptions: when they don't fit.
        """
