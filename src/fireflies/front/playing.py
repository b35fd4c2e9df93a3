"""The play that a bridge keeps: its answers to an observer, and the operations on it."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, TypeAlias, cast

from fireflies.bots import Slices, slices
from fireflies.contract import Action, Bot, Observer, Sight, View, Viewed, Violation, observer_of
from fireflies.errors import InvalidData
from fireflies.front.players import (
    PERSON,
    Setting,
    hint_bot,
    is_typed,
    redo_decision,
    undo_decision,
    viewer_of,
)
from fireflies.front.starting import find_player
from fireflies.front.texts import find_legal, read_typed
from fireflies.front.writing import Json, Writer, answer_to_go, menu, result
from fireflies.table import Table

Clock: TypeAlias = Callable[[], float]
"""Returns the time in seconds since any fixed moment."""


class Playing:
    """One play at a table: shows it to an observer, and continues it.

    The observer of the last status is remembered. It is the reader of steps, hints and refusals.
    """

    def __init__(self, table: Table[Any], setting: Setting, clock: Clock) -> None:
        self._table: Final[Table[Viewed[View]]] = table
        self._game: Final = table.record.game
        self._seats: Final = table.record.seats
        self._kinds: Final = setting.kinds
        self._clock: Final = clock
        self.observer: Observer = viewer_of(table.bots)
        """At first the only person, or else a spectator."""
        self._index: int | None = None  # the number of actions that are looked at; None for all
        self._writers: Final[dict[Observer, Writer]] = {}
        self._search: tuple[str | None, Slices] | None = None  # in progress, with its purpose

    # What an observer sees.

    def _observer(self, given: object) -> Observer:
        try:
            return observer_of(self._table.state, given)
        except ValueError as error:
            raise InvalidData("observer", str(error)) from None

    def _writer(self, observer: Observer) -> Writer:
        if observer not in self._writers:
            self._writers[observer] = Writer(self._game, self._seats, observer)
        return self._writers[observer]

    def _sights(self, observer: Observer) -> tuple[Sight[View], ...]:
        """Return the view of the start and of each action, up to the position that is shown."""
        sights = self._table.information_state(observer)
        return sights if self._index is None else sights[: self._index + 1]

    @property
    def _count(self) -> int:
        """The number of actions so far."""
        return len(self._table.information_state(self.observer)) - 1

    def status(self, given: object, since: int | None = None) -> Json:
        """Return everything that an observer may know now, and remember the observer.

        The picture marks what differs from the position after ``since`` actions, if there are so
        many.
        """
        self.observer = observer = self._observer(given)
        sights, is_now = self._table.information_state(observer), self._index is None
        count = len(sights) - 1
        index = count if self._index is None else self._index
        view = sights[index].view
        earlier = sights[since].view if since is not None and since <= count else None
        return {
            "game": self._game.name,
            "title": self._game.title,
            "names": list(self._writer(None).names),
            "players": list(self._kinds),
            "observer": observer,
            "actor": view.actor,
            "decides": self._decides if is_now else None,
            "count": count,
            "index": index,
            "can_undo": is_now and any(is_typed(self._table, it.view.actor) for it in sights[:-1]),
            "can_redo": is_now and self._table.can_redo,
            **self._writer(observer).table(view, earlier),
            "legend": list(self._game.legend),
            "groups": menu(view) if is_now else None,
            "outcome": result(self._table.state.outcome) if is_now else None,
        }

    @property
    def _decides(self) -> str | None:
        """The kind of the actor that decides now."""
        actor = self._table.state.actor
        if not isinstance(actor, int):
            return actor
        return PERSON if self._table.bots[actor] is None else "bot"

    def _steps(self, begin: int, observer: Observer) -> list[Json]:
        """Return the actions from this number on, as an observer saw them."""
        writer, seen = self._writer(observer), self._sights(observer)[begin:]
        return [
            writer.step(begin + number, before.view.actor, sight)
            for number, (before, sight) in enumerate(pairwise(seen))
        ]

    def log(self, given: object, begin: int) -> Json:
        """Return the actions from this number on with their events, as an observer saw them."""
        return {"entries": self._steps(begin, self._observer(given))}

    def details(self, given: object, name: str) -> Json:
        """Return what the game tells an observer of a card or another component."""
        view, details = self._sights(self._observer(given))[-1].view, self._game.details
        lines = () if details is None else details(view, "-".join(name.lower().split()))
        return {"lines": list(lines)}

    def record(self, given: object) -> Json:
        """Return the record, redacted for an observer other than the referee."""
        observer, record = self._observer(given), self._table.record
        return {"record": record.to_text() if observer is None else record.redacted(observer)}

    def go(self, index: int) -> Json:
        """Look at the play after this number of actions."""
        answer = answer_to_go(index, self._count)
        self._index = None if index == self._count else index
        self.cancel()
        return answer

    # What a person does.

    def _last_state(self) -> Viewed[View]:
        """Return the current state; refuse to play while an earlier one is looked at."""
        if self._index is not None:
            raise InvalidData("do", "an earlier state is looked at: go to the last one to play on")
        return self._table.state

    def _state_to_decide(self) -> Viewed[View]:
        """Return the current state, if the observer may try actions in it.

        That an action is illegal may reveal a secret of the actor, such as a card in hand.
        """
        state = self._last_state()
        if state.actor is not None and self.observer not in (None, state.actor):
            actor = state.actor
            who = self._writer(None).names[actor] if isinstance(actor, int) else actor
            raise InvalidData("observer", f"{who} decides now, and not the observer")
        return state

    def _read(self, line: str) -> Action:
        state = self._state_to_decide()
        return find_legal(state, line) or read_typed(self._game, state, line)

    def play(self, line: str) -> Json:
        """Carry out an action of the person who decides; the message of an error says why not."""
        if not self._waits:
            raise InvalidData(
                "action", "no person decides now; advance lets bots and chance decide"
            )
        self._table.play(self._read(line))
        self.cancel()
        return {"steps": self._steps(self._count - 1, self.observer)}

    def why(self, line: str) -> Json:
        """Return the clause that forbids an action; null when it is legal."""
        violation = self._table.state.check(self._read(line))
        if violation is None:
            return {"clause": None}
        return self._writer(self.observer).violation(violation)

    def refusal(self, violation: Violation) -> Json:
        """Return the error about an illegal action."""
        return self._writer(self.observer).refusal(violation)

    def undo(self) -> Json:
        """Undo the last decision of a person and what followed."""
        self._last_state()
        self.cancel()
        return {"undone": len(undo_decision(self._table))}

    def redo(self) -> Json:
        """Redo the decision that was undone last and what followed."""
        self._last_state()
        self.cancel()
        return {"redone": redo_decision(self._table)}

    # What bots and chance do.

    def advance(self, seconds: float, most: int) -> Json:
        """Let bots and chance decide until a person has to, or the time is over.

        They decide at most ``most`` times. A search that takes longer goes on in the next call.
        """
        self._last_state()
        count, deadline = self._count, self._clock() + seconds
        progress = None
        for number in range(most):
            if self._waits or (number and self._clock() >= deadline):
                break
            progress = self._decide(deadline)
            if progress is not None:
                break
        steps = self._steps(count, self.observer)
        return {"steps": steps, "progress": progress, "waits": self._waits}

    @property
    def _waits(self) -> bool:
        """True when a person has to decide, or the play is over."""
        return self._decides in {PERSON, None}

    def _decide(self, deadline: float) -> float | None:
        """Let a bot, or chance, decide; return the progress when the time does not suffice."""
        actor = self._table.state.actor
        if not isinstance(actor, int):
            self._table.step()
            return None
        bot = cast("Bot", self._table.bots[actor])  # advance() stops where a person decides
        action, progress = self._think(None, bot, actor, deadline)
        if progress is None:
            self._table.play(cast("Action", action))
        return progress

    def hint(self, name: str, seconds: float) -> Json:
        """Return the action that a bot would choose; without a name, the game's usual bot."""
        actor, name = self._state_to_decide().actor, name or hint_bot(self._game)
        bot = find_player(self._game, name, "bot")
        if bot is None:
            raise InvalidData("bot", "a person gives no hints")
        if not isinstance(actor, int):
            raise InvalidData("do", "a hint is for a seat that decides, and none does now")
        action, progress = self._think(name, bot, actor, self._clock() + seconds)
        return {"action": None if progress is not None else str(action), "progress": progress}

    def _think(
        self, purpose: str | None, bot: Bot, seat: int, deadline: float
    ) -> tuple[Action | None, float | None]:
        """Return the action of a bot, or the progress when the time does not suffice.

        The purpose of a hint is the name of its bot; that of a decision is None.
        """
        if self._search is None or self._search[0] != purpose:
            self._search = (purpose, slices(bot, self._table.turn(seat)))
        try:
            while True:
                progress = next(self._search[1])
                if self._clock() >= deadline:
                    return None, progress
        except StopIteration as done:
            self.cancel()
            return done.value, None

    def cancel(self) -> Json:
        """Drop the search in progress: the next one begins anew."""
        self._search = None
        return {}
