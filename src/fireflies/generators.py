"""The protocol of a game's Hypothesis strategies, for tests and for the explorer."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from hypothesis import strategies as st

    from fireflies.contract import Action


class Generators(Protocol):
    """The Hypothesis strategies of a game; a module can implement this protocol."""

    @property
    @abstractmethod
    def PHASES(self) -> Mapping[str, Callable[[Any], bool]]:
        """Functions by name, each of which returns whether a state is in this phase of a play.

        Checks take the same number of states from each phase.
        """

    @abstractmethod
    def options(self) -> "st.SearchStrategy[Mapping[str, object]]":
        """Return valid options of every kind."""

    @abstractmethod
    def actions(self) -> "st.SearchStrategy[Action]":
        """Return actions of the game, legal somewhere or not."""

    @abstractmethod
    def conserved(self, state: Any, /) -> object:
        """Return a value that no action changes, such as the multiset of all pieces."""
