"""What a game tells the exported checks and the explorer: how to make options, states and plays."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from fireflies.chance import Draws
from fireflies.contract import Action
from fireflies.rulebook import Clause

if TYPE_CHECKING:
    from hypothesis import strategies as st


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


class Exploring(Protocol):
    """What the explorer of the suite draws plays from; a module may be one."""

    @property
    @abstractmethod
    def POLICIES(self) -> Sequence[Callable[[Any, Sequence[Any], Draws], Action]]:
        """How the seats of a play may decide: by state, legal actions and draws."""

    @property
    @abstractmethod
    def SECRETS(self) -> Sequence[Clause]:
        """The clauses that bear on whatever a seat looks at."""

    @property
    @abstractmethod
    def BEARING(self) -> Mapping[str, Sequence[str]]:
        """By the beginning of a place in the STATE, the beginnings of the clauses it tells of."""

    @abstractmethod
    def draw_options(self, draws: Draws, /, *, small: bool = False) -> dict[str, object]:
        """Return options that fit, perhaps only small ones."""

    @abstractmethod
    def spoil_options(self, options: Mapping[str, object], draws: Draws, /) -> dict[str, object]:
        """Return options that perhaps don't fit."""

    @abstractmethod
    def attempt(self, state: Any, draws: Draws, /) -> str:
        """Return the text of something to try, legal or not."""

    @abstractmethod
    def reached(self, before: Any, action: Action, after: Any, /) -> Iterable[Clause]:
        """Return the clauses that bear on an action."""

    @abstractmethod
    def reached_at_start(self, options: Mapping[str, object], state: Any, /) -> Iterable[Clause]:
        """Return the clauses that bear on a setup."""

    @abstractmethod
    def simpler(
        self, options: Mapping[str, object], actions: Sequence[str], /
    ) -> Iterator[tuple[dict[str, object], list[str]]]:
        """Return what may be smaller plays of the same kind."""
