"""A play as data: options, every action (chance's too), result. Strict JSON, replayed when read.

A record is one line of JSON. It needs no generator and no default to be played again: the options
are complete, and every card that was turned up is an action. Its keys, in this order:

``format``, ``version``
    ``"fireflies.record"`` and 1.
``game``, ``edition``, ``options``
    As on the wire.
``seats``
    The names of those who sit there, by seat.
``actions``
    Every action as the wire writes it, in order.
``result``
    ``{"scores": [...], "winners": [...]}`` by seat, or null while the play goes on.
``x-…``
    Whatever else somebody wants to keep, sorted by name.
``digest``
    The SHA-256 of the line without this key, in hexadecimal. Other programs may leave it out.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from fireflies import register
from fireflies._plain import dumps, loads
from fireflies._shapes import array, mapping, text, whole
from fireflies._typing import override
from fireflies.contract import Action, Event, Game, Sight, State
from fireflies.errors import (
    IllegalAction,
    InvalidData,
    InvalidNotation,
    InvalidOptions,
    UnknownGame,
    UnusableGame,
)
from fireflies.values import Value, clipped, shown

FORMAT: Final = "fireflies.record"
VERSION: Final = 1
_KEYS: Final = ("format", "version", "game", "edition", "options", "seats", "actions", "result")


class Step(NamedTuple):
    """One action of a record."""

    before: State
    action: Action
    events: tuple[Event, ...]
    """What happened, as the referee sees it."""


class Record(Value):
    """A play of a game, finished or not; every action in it was allowed when it was done.

    Equal records are equal bytes. Make one with :func:`begin`, :meth:`play` or :func:`read`.
    """

    __slots__ = ("game", "options", "seats", "actions", "start", "final", "extra")
    game: Game
    options: Mapping[str, object]
    """Complete, as plain data."""
    seats: tuple[str, ...]
    """Names, by seat."""
    actions: tuple[Action, ...]
    start: State
    """The state before the first action."""
    final: State
    """The state after the last action so far."""
    extra: Mapping[str, object]
    """Plain data under keys that begin with ``x-``."""

    @override
    def __eq__(self, other: object) -> bool:
        """Equal when written alike."""
        if not isinstance(other, Record):
            return NotImplemented
        return self.to_text() == other.to_text()

    @override
    def __hash__(self) -> int:
        """Consistent with equality."""
        return hash((self.seats, self.actions, self.final))

    @override
    def __repr__(self) -> str:
        """The Python that makes this record again."""
        return f"read({self.to_text()!r})"

    def play(self, action: Action) -> "Record":
        """The record with one action more.

        Raises:
            IllegalAction: when it is not allowed.
        """
        return self._with((*self.actions, action), self.final.apply(action))

    def undo(self) -> "Record":
        """The record without its last action; of one without any, itself."""
        state = self.start
        for action in self.actions[:-1]:
            state = state.apply(action)
        return self._with(self.actions[:-1], state)

    def _with(self, actions: tuple[Action, ...], final: State) -> "Record":
        """The same play with other actions."""
        return Record(self.game, self.options, self.seats, actions, self.start, final, self.extra)

    def replay(self) -> Iterator[Step]:
        """Each action, the state before it and what happened; it ends in ``final``."""
        state = self.start
        for action in self.actions:
            yield Step(state, action, state.explain(action))
            state = state.apply(action)

    def seen_by(self, seat: int) -> tuple[Sight, ...]:
        """All of it that may be shown to a seat: what it saw happen, and its view each time.

        Raises:
            ValueError: when there is no such seat.
        """
        sights = [Sight((), self.start.view(seat))]
        state = self.start
        for action in self.actions:
            events = tuple(event.seen_by(seat) for event in state.explain(action))
            state = state.apply(action)
            sights.append(Sight(events, state.view(seat)))
        return tuple(sights)

    def to_text(self) -> str:
        """The record as one line of JSON, without the newline."""
        return f'{self._undigested()[:-1]},"digest":"{self.digest}"}}'

    @property
    def digest(self) -> str:
        """The SHA-256 of the line without its digest, in hexadecimal."""
        return sha256(self._undigested().encode()).hexdigest()

    def _undigested(self) -> str:
        """The line before its digest is known."""
        fixed = dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "game": self.game.name,
                "edition": self.game.edition,
                "options": self.options,
                "seats": self.seats,
                "actions": [str(action) for action in self.actions],
                "result": _result(self.final),
            }
        )
        free = dumps(self.extra, sort_keys=True)
        return f"{fixed[:-1]},{free[1:]}" if self.extra else fixed


def _result(state: State) -> Mapping[str, object] | None:
    """The result as a record has it."""
    outcome = state.outcome
    if outcome is None:
        return None
    return {"scores": list(outcome.scores), "winners": list(outcome.winners)}


def begin(
    game: Game,
    options: Mapping[str, object],
    seats: Iterable[str],
    extra: Mapping[str, object] | None = None,
) -> Record:
    """The record of a play that is about to start; ``seats`` are names.

    Raises:
        InvalidOptions: when the options do not fit.
        InvalidData: when there is not one name for each seat, when a key of ``extra`` does not
            begin with ``x-``, or when something in it is not plain data.
    """
    complete = game.complete(options)
    start = game.start(complete)
    record = Record(game, complete, tuple(seats), (), start, start, dict(extra or {}))
    for name in record.extra:
        if not str(name).startswith("x-"):
            raise InvalidData(shown(name), "a key of your own begins with x-")
    for seat, name in enumerate(record.seats):
        text(name, f"seats[{seat}]")
    if len(record.seats) != start.seats:
        raise InvalidData("seats", f"{len(record.seats)} names for {start.seats} seats")
    try:
        loads(record.to_text())
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidData("record", f"this can't be written as JSON: {error}") from None
    return record


def read(line: str | bytes) -> Record:
    """The record of one line of JSON, checked and played again.

    Raises:
        InvalidData: for the first thing that is wrong, with its place.
    """
    data = mapping(loads(line), "record")
    _check_keys(data)
    game, options = _read_game(data)
    state = start = game.start(options)
    seats = tuple(
        text(name, f"seats[{seat}]") for seat, name in enumerate(array(data["seats"], "seats"))
    )
    if len(seats) != start.seats:
        raise InvalidData("seats", f"{len(seats)} names for {start.seats} seats")
    actions: list[Action] = []
    for index, entry in enumerate(array(data["actions"], "actions")):
        place = f"actions[{index}]"
        try:
            action = game.read_action(text(entry, place))
            state = state.apply(action)
        except (IllegalAction, InvalidNotation) as error:
            raise InvalidData(place, str(error)) from None
        actions.append(action)
    extra = {name: data[name] for name in data if name.startswith("x-")}
    record = Record(game, options, seats, tuple(actions), start, state, extra)
    _check_end(data, record)
    return record


def _check_keys(data: Mapping[str, object]) -> None:
    """All keys that a record has, no others, and the format that we read."""
    for name in data:
        if name not in (*_KEYS, "digest") and not name.startswith("x-"):
            known = ", ".join(_KEYS)
            raise InvalidData(shown(name), f"there is no such key, only {known}, digest and x-…")
    for name in _KEYS:
        if name not in data:
            raise InvalidData("record", f"the key {name!r} is missing")
    if data["format"] != FORMAT:
        raise InvalidData("format", f"{FORMAT!r} is wanted, not {shown(data['format'])}")
    if whole(data["version"], "version") != VERSION:
        raise InvalidData("version", f"{VERSION} is wanted, not {shown(data['version'])}")


def _read_game(data: Mapping[str, object]) -> tuple[Game, Mapping[str, object]]:
    """The game of a record, and its options, which have to be complete."""
    try:
        game = register.get(text(data["game"], "game"))
    except (UnknownGame, UnusableGame) as error:
        raise InvalidData("game", str(error)) from None
    if data["edition"] != game.edition:
        raise InvalidData("edition", f"{game.edition!r} is wanted, not {shown(data['edition'])}")
    given = mapping(data["options"], "options")
    for option in game.options:
        if option.name not in given:
            raise InvalidData("options", f"{option.name!r} is missing")
    try:
        complete = game.complete(given)
    except InvalidOptions as error:
        raise InvalidData(f"options.{clipped(error.option)}", str(error)) from None
    for name, value in given.items():
        if value is None:  # our default of today, which may be another one tomorrow
            raise InvalidData(f"options.{name}", "a record keeps this in full, and not as null")
    return game, complete


def _check_end(data: Mapping[str, object], record: Record) -> None:
    """The result is what the replay gives, and the digest is that of the line."""
    result = _result(record.final)
    # As texts: in Python 1, 1.0 and true would be equal.
    if dumps(data["result"], sort_keys=True) != dumps(result, sort_keys=True):
        given = clipped(dumps(data["result"]))
        raise InvalidData("result", f"the replay gives {dumps(result)}, not {given}")
    if data.get("digest", record.digest) != record.digest:
        raise InvalidData("digest", "something in the record was changed since it was written")


def read_all(lines: Iterable[str | bytes]) -> Iterator[Record]:
    """The records of many lines, one each, read as they are asked for.

    Raises:
        InvalidData: for the first thing that is wrong, with the line and the place in it.
    """
    for number, line in enumerate(lines, 1):
        try:
            yield read(line)
        except InvalidData as error:
            raise InvalidData(f"line {number}, {error.place}", error.problem) from None
