"""The strategies of a game, from which tests and the explorer make options, states and plays."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from hypothesis import strategies as st

    from fireflies.contract import Action


class Strategies(Protocol):
    """The Hypothesis strategies of a game; a module may be one."""

    @property
    @abstractmethod
    def PHASES(self) -> Mapping[str, Callable[[Any], bool]]:
        """By name, which states belong to a phase or to a landmark; the checks sample each."""

    @abstractmethod
    def options(self) -> "st.SearchStrategy[Mapping[str, object]]":
        """Return options that fit, of every kind."""

    @abstractmethod
    def actions(self) -> "st.SearchStrategy[Action]":
        """Return actions of the game, whether possible or not."""

    @abstractmethod
    def conserved(self, state: Any, /) -> object:
        """Return something that no action ever changes, such as all the pieces."""
