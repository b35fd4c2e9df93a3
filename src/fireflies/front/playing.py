"""One play as a front end shows it to an observer and continues it, in a page or at a terminal."""

from collections.abc import Callable, Generator, Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar, cast

from fireflies.bots import slices
from fireflies.contract import (
    SPECTATOR,
    Action,
    Bot,
    Observer,
    Sight,
    Step,
    Turn,
    View,
    Viewed,
    Violation,
)
from fireflies.errors import InvalidData, InvalidNotation
from fireflies.front.players import redo_decision, undo_decision, viewer_of
from fireflies.front.texts import (
    Ambiguous,
    explain,
    find_legal,
    meant,
    read_typed,
    seat_names,
    spaced,
)
from fireflies.table import Table

if TYPE_CHECKING:
    from fireflies.search import Analysed

_T = TypeVar("_T")

Clock: TypeAlias = Callable[[], float]
"""Returns the time in seconds since any fixed moment."""


class Hint(NamedTuple):
    """The choice of a bot, or the progress of its search."""

    action: Action | None
    progress: float | None
    """From 0 to 1 while the search goes on: the next call continues it; None when it is done."""


class Playing:
    """One play at a table, with the observer who reads its answers."""

    def __init__(self, table: Table[Any], clock: Clock = monotonic) -> None:
        self.table: Final[Table[Viewed[View]]] = table
        self.game: Final = table.record.game
        self.observer: Observer = viewer_of(table.bots)
        """At first the only person, or else a spectator."""
        self._seats: Final = table.record.seats
        self._clock: Final = clock
        self._names: Final[dict[Observer, tuple[str, ...]]] = {}
        self._search: tuple[str | None, Generator[float, None, Any]] | None = None
        """The search in progress, with its purpose."""

    # What an observer sees.

    def names(self, observer: Observer) -> tuple[str, ...]:
        """Return the names of the seats; that of the observer is ``you``."""
        if observer not in self._names:
            self._names[observer] = seat_names(self._seats, observer)
        return self._names[observer]

    def sights(self, observer: Observer) -> tuple[Sight[View], ...]:
        """Return the view of the start and of each action."""
        return self.table.information_state(observer)

    def explain(self, violation: Violation, observer: Observer) -> str:
        """Return the violated clause, after the game's remark on this position, if any."""
        return explain(self.game, violation, self.names(observer))

    # What a person does.

    def read(self, line: str) -> Action:
        """Return the action that a typed line means: a legal one, or any.

        Raises:
            InvalidNotation: when it is not an action.
        """
        state = self.table.state
        return find_legal(state, line) or read_typed(self.game, state, line)

    def understand(self, line: str) -> Action:
        """Return the action that the person who decides means; beginnings of words suffice.

        A thing may have its kind before it, as in ``goal merchant``.

        Raises:
            InvalidNotation: when it is no action, or may be several; the message names legal ones.
        """
        state = self.table.state
        legal = state.legal_actions if isinstance(state.actor, int) else ()
        found = meant(legal, line)
        try:
            action = self.read(line)
        except InvalidNotation:
            found = found or meant(legal, self._without_kinds(line, legal))
            if not found:
                raise
        else:
            is_whole = len(found) != 1 or _words(str(found[0])) != _words(line)
            return action if is_whole or state.check(action) is None else found[0]
        if len(found) > 1:
            raise Ambiguous(line, found)
        return found[0]

    def _without_kinds(self, line: str, legal: Sequence[Action]) -> str:
        """Return a line without words that name a kind of thing, and are in no legal action."""
        state = self.table.state
        observer: Observer = state.actor if isinstance(state.actor, int) else SPECTATOR
        things = state.view(observer).details.values()
        kinds = {word for it in things for word in it.kind.split()}
        kinds -= {word for action in legal for word in str(action).lower().split()}
        return " ".join([word for word in line.split() if word.lower() not in kinds])

    def play(self, action: Action) -> None:
        """Carry out an action of the person who decides.

        Raises:
            IllegalAction: when the rules refuse it.
        """
        self.table.play(action)
        self.cancel()

    def why(self, line: str) -> Violation | None:
        """Return what forbids a typed action; None when it is legal.

        Raises:
            InvalidNotation: when it is not an action.
        """
        return self.table.state.check(self.read(line))

    def undo(self) -> Sequence[Step[Any]]:
        """Undo the last decision of a person and what followed; return what was undone."""
        self.cancel()
        return undo_decision(self.table)

    def redo(self) -> int:
        """Redo the decision that was undone last and what followed; return how many actions."""
        self.cancel()
        return redo_decision(self.table)

    # What bots and chance do.

    def decide(self, deadline: float = inf) -> float | None:
        """Let a bot, or chance, decide; return the progress when the time does not suffice."""
        actor = self.table.state.actor
        if not isinstance(actor, int):
            self.table.step()
            return None
        bot = cast("Bot", self.table.bots[actor])  # nobody calls this where a person decides
        action, progress = self._think(None, slices(bot, self.table.turn(actor)), deadline)
        if progress is None:
            self.play(cast("Action", action))
        return progress

    def hint(self, name: str, bot: Bot, deadline: float = inf) -> Hint:
        """Return the action that a bot of this name would choose for the seat that decides.

        Raises:
            InvalidData: when no seat decides.
        """
        return Hint(*self._think(name, slices(bot, self._turn("a hint")), deadline))

    def analyse(
        self, budget: str, deadline: float = inf
    ) -> "tuple[tuple[Analysed, ...] | None, float | None]":
        """Return the analysis of the decision, or the progress when the time does not suffice.

        Raises:
            InvalidData: when no seat decides, or it is no budget.
        """
        from fireflies import search  # slow to import

        try:
            search.read_budget(budget)
        except ValueError as error:
            raise InvalidData("budget", str(error)) from None
        found = search.analyse_in_slices(self._turn("an analysis"), budget, self.game)
        return self._think(f"analyse {budget}", found, deadline)

    def _turn(self, what: str) -> Turn[Viewed[View]]:
        """Return the turn of the seat that decides. Raises InvalidData when none does."""
        actor = self.table.state.actor
        if not isinstance(actor, int):
            raise InvalidData("do", f"{what} is for a seat that decides, and none does now")
        return self.table.turn(actor)

    def _think(
        self, purpose: str | None, begun: Generator[float, None, _T], deadline: float
    ) -> tuple[_T | None, float | None]:
        """Return the result of a search, or the progress when the time does not suffice.

        The search in progress is continued, if it has the same purpose. That of a hint is the name
        of its bot; that of a decision is None.
        """
        if self._search is not None and self._search[0] == purpose:
            begun = self._search[1]
        self.cancel()  # one that fails is not continued
        try:
            while True:
                progress = next(begun)
                if self._clock() >= deadline:
                    self._search = (purpose, begun)
                    return None, progress
        except StopIteration as done:
            return done.value, None

    def cancel(self) -> None:
        """Drop the search in progress: the next one begins anew."""
        self._search = None


def _words(text: str) -> int:
    """Return the number of words, where a space may stand for the hyphen of a name."""
    return len(spaced(text).split())
