"""The answers of a bridge about one play, as plain data, and the operations on the play."""

from itertools import pairwise
from typing import Any, Final

from fireflies.contract import Observer, Sight, View, Violation, observer_of, with_names
from fireflies.errors import InvalidData
from fireflies.front.players import PERSON, Setting, hint_bot, is_typed
from fireflies.front.playing import Clock, Playing
from fireflies.front.starting import find_player
from fireflies.front.summaries import summary
from fireflies.front.writing import Json, Writer, answer_to_go, result
from fireflies.table import Table


class Answers:
    """One play at a table: shows it to an observer, and continues it.

    The observer of the last status is remembered. It is the reader of steps, hints and refusals.
    """

    def __init__(self, table: Table[Any], setting: Setting, clock: Clock) -> None:
        self._play: Final = Playing(table, clock)
        self._table: Final = self._play.table
        self._kinds: Final = setting.kinds
        self._clock: Final = clock
        self._index: int | None = None  # the number of actions that are looked at; None for all
        self._writers: Final[dict[Observer, Writer]] = {}

    @property
    def observer(self) -> Observer:
        """The observer of the last status."""
        return self._play.observer

    # What an observer sees.

    def _observer(self, given: object) -> Observer:
        try:
            return observer_of(self._table.state, given)
        except ValueError as error:
            raise InvalidData("observer", str(error)) from None

    def _writer(self, observer: Observer) -> Writer:
        if observer not in self._writers:
            self._writers[observer] = Writer(self._play.game, self._play.names(observer))
        return self._writers[observer]

    def _sights(self, observer: Observer) -> tuple[Sight[View], ...]:
        """Return the view of the start and of each action, up to the position that is shown."""
        sights = self._play.sights(observer)
        return sights if self._index is None else sights[: self._index + 1]

    @property
    def _count(self) -> int:
        """The number of actions so far."""
        return len(self._play.sights(self.observer)) - 1

    def status(
        self,
        given: object,
        since: int | None = None,
        *,
        picture: bool = True,
        width: int | None = None,
    ) -> Json:
        """Return everything that an observer may know now, and remember the observer.

        The picture, if one is wanted, marks what differs from the position after ``since`` actions,
        if there are so many. ``width`` is that of its place in CSS pixels.
        """
        self._play.observer = observer = self._observer(given)
        sights, is_now = self._play.sights(observer), self._index is None
        count = len(sights) - 1
        index = count if self._index is None else self._index
        view = sights[index].view
        earlier = sights[since].view if since is not None and since <= count else None
        return {
            "game": self._play.game.name,
            "title": self._play.game.title,
            "names": list(self._play.names(None)),
            "players": list(self._kinds),
            "observer": observer,
            "actor": view.actor,
            "decides": self._decides if is_now else None,
            "count": count,
            "index": index,
            "can_undo": is_now and any(is_typed(self._table, it.view.actor) for it in sights[:-1]),
            "can_redo": is_now and self._table.can_redo,
            **self._writer(observer).table(view, earlier, picture=picture, width=width),
            "legend": list(self._play.game.legend),
            "groups": self._writer(observer).menu(view) if is_now else None,
            "situation": self._writer(observer).situation(view),
            "outcome": self._result(view) if is_now else None,
        }

    @property
    def _decides(self) -> str | None:
        """The kind of the actor that decides now."""
        actor = self._table.state.actor
        if not isinstance(actor, int):
            return actor
        return PERSON if self._table.bots[actor] is None else "bot"

    def _result(self, view: View) -> Json | None:
        """Return the result with the parts of each score."""
        tally = self._play.game.tally
        return result(self._table.state.outcome, () if tally is None else tally(view))

    def _steps(self, begin: int, observer: Observer) -> list[Json]:
        """Return the actions from this number on, as an observer saw them."""
        writer, seen = self._writer(observer), self._sights(observer)[begin:]
        return [
            writer.step(begin + number, before.view.actor, sight)
            for number, (before, sight) in enumerate(pairwise(seen))
        ]

    def log(self, given: object, begin: int) -> Json:
        """Return the actions from this number on with their events, and a short telling of them."""
        observer = self._observer(given)
        told = summary(self._play.game, self._sights(observer)[begin + 1 :], observer)
        names = self._writer(observer).names
        return {
            "entries": self._steps(begin, observer),
            "summary": [with_names(sentence, names) for sentence in told],
        }

    def details(self, given: object, name: str | None) -> Json:
        """Return what an observer may know of the thing with this name; without one, of all."""
        observer = self._observer(given)
        view = self._sights(observer)[-1].view
        if name is None:
            return {"things": view.details_json()}
        return {"lines": [*self._play.game.details(view, name, self._writer(observer).names)]}

    def describe(self, given: object, line: str) -> Json:
        """Return a legal action in one sentence, and as values, as far as an observer can know."""
        observer = self._observer(given)
        view, action = self._sights(observer)[-1].view, self._play.read(line)
        found = self._play.game.describe(action, view)
        return {**found.to_json(), "text": self._writer(observer).sentence(found)}

    def record(self, given: object, *, pinned: bool) -> Json:
        """Return the record, redacted for an observer other than the referee."""
        observer, record = self._observer(given), self._table.record
        if observer is None:
            return {"record": record.to_text(pinned=pinned)}
        return {"record": record.redacted(observer, pinned=pinned)}

    def go(self, index: int) -> Json:
        """Look at the play after this number of actions."""
        answer = answer_to_go(index, self._count)
        self._index = None if index == self._count else index
        self._play.cancel()
        return answer

    # What a person does.

    def _check_last(self) -> None:
        """Refuse to play while an earlier state is looked at."""
        if self._index is not None:
            raise InvalidData("do", "an earlier state is looked at: go to the last one to play on")

    def _check_decider(self) -> None:
        """Refuse to try actions for another seat than the observer's.

        That an action is illegal may reveal a secret of the actor, such as a card in hand.
        """
        self._check_last()
        actor = self._table.state.actor
        if actor is not None and self.observer not in (None, actor):
            who = self._play.names(None)[actor] if isinstance(actor, int) else actor
            raise InvalidData("observer", f"{who} decides now, and not the observer")

    def play(self, line: str) -> Json:
        """Carry out an action of the person who decides; the message of an error says why not."""
        if not self._waits:
            raise InvalidData(
                "action", "no person decides now; advance lets bots and chance decide"
            )
        self._check_decider()
        self._play.play(self._play.read(line))
        return {"steps": self._steps(self._count - 1, self.observer)}

    def why(self, line: str) -> Json:
        """Return the clause that forbids an action; null when it is legal."""
        self._check_decider()
        violation = self._play.why(line)
        if violation is None:
            return {"clause": None}
        return self._writer(self.observer).violation(violation)

    def refusal(self, violation: Violation) -> Json:
        """Return the error about an illegal action."""
        return self._writer(self.observer).refusal(violation)

    def undo(self) -> Json:
        """Undo the last decision of a person and what followed."""
        self._check_last()
        return {"undone": len(self._play.undo())}

    def redo(self) -> Json:
        """Redo the decision that was undone last and what followed."""
        self._check_last()
        return {"redone": self._play.redo()}

    # What bots and chance do.

    def advance(self, seconds: float, most: int) -> Json:
        """Let bots and chance decide until a person has to, or the time is over.

        They decide at most ``most`` times. A search that takes longer goes on in the next call.
        """
        self._check_last()
        count, deadline = self._count, self._clock() + seconds
        progress = None
        for number in range(most):
            if self._waits or (number and self._clock() >= deadline):
                break
            progress = self._play.decide(deadline)
            if progress is not None:
                break
        steps = self._steps(count, self.observer)
        return {"steps": steps, "progress": progress, "waits": self._waits}

    @property
    def _waits(self) -> bool:
        """True when a person has to decide, or the play is over."""
        return self._decides in {PERSON, None}

    def hint(self, name: str, seconds: float) -> Json:
        """Return the action that a bot would choose; without a name, the game's usual bot."""
        self._check_decider()
        name = name or hint_bot(self._play.game)
        bot = find_player(self._play.game, name, "bot")
        if bot is None:
            raise InvalidData("bot", "a person gives no hints")
        action, progress = self._play.hint(name, bot, self._clock() + seconds)
        return {"action": None if progress is not None else str(action), "progress": progress}

    def analyse(self, budget: str, seconds: float) -> Json:
        """Return what a search finds out about each legal action; null while it goes on."""
        self._check_decider()
        found, progress = self._play.analyse(budget, self._clock() + seconds)
        actions = found and [
            {"text": str(action), "data": action.to_json(), "visits": visits, "value": value}
            for action, visits, value in found
        ]
        return {"actions": actions, "progress": progress}

    def cancel(self) -> Json:
        """Drop the search in progress: the next one begins anew."""
        self._play.cancel()
        return {}
