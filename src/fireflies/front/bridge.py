"""The bridge between the library and a front end in another language, such as a web page.

A :class:`Bridge` keeps one play. :meth:`Bridge.handle` takes a request as a JSON object and returns
the answer as a JSON object.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from fireflies import bots, games
from fireflies._data import Entry, array, dumps, loads, text
from fireflies.contract import (
    SPECTATOR,
    Action,
    IllegalAction,
    InvalidOptions,
    Observer,
    State,
    observer_of,
)
from fireflies.errors import FirefliesError, InvalidData, shown
from fireflies.front.seen import Eyes, Json, outcome_json
from fireflies.front.texts import seat_names
from fireflies.games import Game
from fireflies.record import begin
from fireflies.table import Table

PERSON: Final = "human"


class Bridge:
    """One play, and the operations on it."""

    def __init__(self) -> None:
        self._table: Table[State] | None = None
        self._kinds: tuple[str, ...] = ()
        self._observer: Observer = SPECTATOR
        self._operations: Mapping[str, Callable[[Entry], Json]] = {
            "games": self._games,
            "new": self._new,
            "status": self._status,
            "play": self._play,
            "advance": self._advance,
            "why": self._why,
        }

    def handle(self, request: str) -> str:
        """Return the answer to a request."""
        try:
            return dumps({"answer": self._answer(request)})
        except IllegalAction as error:
            return dumps(
                {"error": {"message": str(error), **self._eyes.violation(error.violation)}}
            )
        except InvalidOptions as error:
            clause = error.clause
            cited = {} if clause is None else {"clause": str(clause), "title": clause.rule.title}
            return dumps({"error": {"message": str(error), "place": error.option, **cited}})
        except InvalidData as error:
            return dumps({"error": {"message": str(error), "place": error.place}})
        except FirefliesError as error:
            return dumps({"error": {"message": str(error)}})

    def _answer(self, request: str) -> Json:
        entry = Entry(loads(request), "request")
        name = entry.text("do")
        if name not in self._operations:
            known = ", ".join(self._operations)
            raise InvalidData("do", f"there is no operation {shown(name)}, only {known}")
        return self._operations[name](entry)

    @property
    def _the_table(self) -> Table[State]:
        if self._table is None:
            raise InvalidData("do", "there is no play yet: begin with new or load")
        return self._table

    @property
    def _eyes(self) -> Eyes:
        record = self._the_table.record
        return Eyes(record.game, record.seats, self._observer)

    def _games(self, entry: Entry) -> Json:
        entry.end()
        return {"games": [_game_json(game) for game in games.usable().values()]}

    def _new(self, entry: Entry) -> Json:
        game = games.get(entry.text("game"))
        options = dict(entry.table_or_nothing("options"))
        given = list(array(entry.anything("players"), "players")) if entry.has("players") else []
        seed = entry.number_or_none("seed")
        entry.end()
        if given:
            counting = [option.name for option in game.options if option.counts_seats]
            options = {**dict.fromkeys(counting, len(given)), **options}
        options = game.parse_arguments(options)
        seats = game.set_up(options).start.seats
        others = next(iter(game.bots), "random")
        kinds = [text(kind, "players") for kind in given] or [PERSON, *[others] * (seats - 1)]
        players = [None if kind == PERSON else bots.named(game, kind) for kind in kinds]
        record = begin(game, options, kinds)
        self._table = Table(record, players, seed=secrets.randbits(64) if seed is None else seed)
        self._kinds = tuple(kinds)
        people = [seat for seat, kind in enumerate(kinds) if kind == PERSON]
        self._observer = people[0] if len(people) == 1 else SPECTATOR
        return self._status_json()

    def _status(self, entry: Entry) -> Json:
        observer = entry.anything("observer") if entry.has("observer") else self._observer
        entry.end()
        try:
            self._observer = observer_of(self._the_table.state, observer)
        except ValueError as error:
            raise InvalidData("observer", str(error)) from None
        return self._status_json()

    def _status_json(self) -> Json:
        table = self._the_table
        record, state = table.record, table.state
        return {
            "game": record.game.name,
            "title": record.game.title,
            "names": list(seat_names(record.seats)),
            "players": list(self._kinds),
            "observer": self._observer,
            "actor": state.actor,
            "decides": self._decides(state),
            "count": len(record.steps),
            "index": len(record.steps),
            "can_undo": False,
            "can_redo": False,
            **self._eyes.table(state.view(self._observer)),
            "outcome": outcome_json(state.outcome),
        }

    def _decides(self, state: State) -> str | None:
        if not isinstance(state.actor, int):
            return state.actor
        return PERSON if self._the_table.bots[state.actor] is None else "bot"

    def _read_action(self, entry: Entry) -> Action:
        given = entry.text("action")
        entry.end()
        return self._the_table.record.game.read_action(given)

    def _play(self, entry: Entry) -> Json:
        table = self._the_table
        if self._decides(table.state) != PERSON:
            raise InvalidData("action", "no person decides now")
        table.play(self._read_action(entry))
        return self._last_step()

    def _last_step(self) -> Json:
        record = self._the_table.record
        step = record.steps[-1]
        sight = step.seen_by(self._observer)
        return {"steps": [self._eyes.step(len(record.steps) - 1, step.before, sight)]}

    def _advance(self, entry: Entry) -> Json:
        entry.number_or_none("milliseconds")
        entry.end()
        if self._the_table.step() is None:
            return {"steps": [], "progress": None}
        return {**self._last_step(), "progress": None}

    def _why(self, entry: Entry) -> Json:
        violation = self._the_table.state.check(self._read_action(entry))
        return {"clause": None} if violation is None else self._eyes.violation(violation)


def _game_json(game: Game[State]) -> Json:
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "seats": list(game.seats),
        "bots": list(bots.names(game)),
        "options": [
            {
                "name": option.name,
                "text": option.text,
                "default": option.default,
                "counts_seats": option.counts_seats,
                "named": list(option.named),
                "has_file": option.file is not None,
            }
            for option in game.options
        ],
    }
