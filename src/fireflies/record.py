"""A play as data: options, every action (chance's too), result. Strict JSON, replayed when read.

A record is one line of JSON. It needs no generator and no default to be played again: the options
are complete, and every card that was turned up is an action. Its keys, in this order:

``format``, ``version``
    ``"fireflies.record"`` and 1.
``game``, ``edition``, ``options``
    As on the wire. A large value that ships with the game may be named in place of being written
    out: ``{"name": ..., "sha256": ...}``, with the digest of its JSON with sorted keys.
``seats``
    The names of those who sit there, by seat.
``actions``
    Every action as the wire writes it, in order; in a redacted record as the observer saw it.
``observer``
    Only in a redacted record: the seat, or ``"spectator"``, that it may be shown to.
``events``
    Only in a redacted record: for each action the events, as the observer saw them, in words.
``result``
    ``{"scores": [...], "winners": [...]}`` by seat, or null while the play goes on.
``x-…``
    Whatever else somebody wants to keep, sorted by name.
``digest``
    The SHA-256 of the line without this key, in hexadecimal. Other programs may leave it out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar, cast

from fireflies import games
from fireflies._data import Entry, array, dumps, loads, mapping, text, whole
from fireflies._typing import override
from fireflies.contract import (
    SPECTATOR,
    Action,
    IllegalAction,
    InvalidOptions,
    Observer,
    Sight,
    State,
    Step,
    View,
    Viewed,
    observer_of,
)
from fireflies.errors import (
    InvalidData,
    InvalidNotation,
    UnknownGame,
    UnusableGame,
    clipped,
    shown,
)
from fireflies.games import Game

FORMAT: Final = "fireflies.record"
VERSION: Final = 1
_KEYS: Final = ("format", "version", "game", "edition", "options", "seats", "actions", "result")
_REDACTED_KEYS: Final = (*_KEYS, "observer", "events")

_S_co = TypeVar("_S_co", bound=State, covariant=True)
_S = TypeVar("_S", bound=State)
_V = TypeVar("_V", bound=View)


@dataclass(frozen=True, eq=False, repr=False)
class Record(Generic[_S_co]):
    """A play of a game, finished or not; every action in it was legal when it was done.

    Equal records are equal bytes. Make one with :func:`begin`, :meth:`play` or :func:`read`.
    """

    game: Game[Any]
    options: Mapping[str, object]
    """Complete, as plain data; it can't be changed."""
    seats: tuple[str, ...]
    """Names, by seat."""
    start: _S_co
    """The state before the first action."""
    steps: tuple[Step[_S_co], ...] = ()
    """Each action carried out, in order."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    """Plain data under keys that begin with ``x-``; it can't be changed."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far."""
        return tuple([step.action for step in self.steps])

    @property
    def final(self) -> _S_co:
        """The state after the last action so far."""
        return self.steps[-1].after if self.steps else self.start

    @override
    def __eq__(self, other: object) -> bool:
        """Compare the lines."""
        if not isinstance(other, Record):
            return NotImplemented
        return self.to_text() == cast("Record[State]", other).to_text()

    @override
    def __hash__(self) -> int:
        """Hash what two equal records share."""
        return hash((self.seats, self.actions, self.final))

    @override
    def __repr__(self) -> str:
        """Return the Python that makes this record again."""
        return f"read({self.to_text()!r})"

    @override
    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the line, and read it."""
        return read, (self.to_text(),)

    def play(self, action: Action) -> "Record[_S_co]":
        """Return the record with one action more.

        Raises:
            IllegalAction: when it is not legal.
        """
        return replace(self, steps=(*self.steps, self.final.step(action)))

    def undo(self) -> "Record[_S_co]":
        """Return the record without its last action; one without any, as it is."""
        return replace(self, steps=self.steps[:-1])

    def seen_by(self: "Record[Viewed[_V]]", observer: Observer) -> tuple[Sight[_V], ...]:
        """Return all of it that may be shown to an observer: what it saw happen, and its views.

        Raises:
            ValueError: when there is no such seat.
        """
        return (
            Sight((), self.start.view(observer)),
            *[step.seen_by(observer) for step in self.steps],
        )

    def to_text(self) -> str:
        """Return the record as one line of JSON, without the newline."""
        return _digested(_fixed(self, [str(action) for action in self.actions]), self.extra)

    def redacted(self, observer: Observer) -> str:
        """Return the line of a redacted record: what this observer may keep of the play.

        It can't be replayed; :func:`read_redacted` reads it. What the referee sees is the record.
        ``extra`` is left out: it may hold a seed, which tells everything.

        Raises:
            ValueError: when there is no such seat, or the observer is the referee.
        """
        if observer is None:
            raise ValueError("the referee sees everything: keep the record itself")
        sights = self.seen_by(observer)[1:]
        fixed = _fixed(self, [str(sight.action) for sight in sights])
        result = fixed.pop("result")
        fixed["observer"] = observer
        fixed["events"] = [[str(event) for event in sight.events] for sight in sights]
        return _digested({**fixed, "result": result}, {})

    @property
    def digest(self) -> str:
        """The SHA-256 of the line without its digest, in hexadecimal."""
        return _digest(_fixed(self, [str(action) for action in self.actions]), self.extra)


@dataclass(frozen=True, slots=True)
class RedactedRecord:
    """What one observer may keep of a play. It can be shown, and not replayed."""

    game: Game[Any]
    options: Mapping[str, object]
    seats: tuple[str, ...]
    """Names, by seat."""
    observer: Observer
    actions: tuple[Action, ...]
    """As the observer saw them."""
    events: tuple[tuple[str, ...], ...]
    """For each action, what the observer saw happen, in words."""
    result: Mapping[str, object] | None


def _fixed(record: "Record[State]", actions: list[str]) -> dict[str, object]:
    """Return what every record has, but for the digest."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game.name,
        "edition": record.game.edition,
        "options": dict(record.options),
        "seats": record.seats,
        "actions": actions,
        "result": _result(record.final),
    }


def _undigested(fixed: Mapping[str, object], extra: Mapping[str, object]) -> str:
    """Return a line before its digest is known."""
    line = dumps(fixed)
    return f"{line[:-1]},{dumps(dict(extra), sort_keys=True)[1:]}" if extra else line


def _digest(fixed: Mapping[str, object], extra: Mapping[str, object]) -> str:
    return sha256(_undigested(fixed, extra).encode()).hexdigest()


def _digested(fixed: Mapping[str, object], extra: Mapping[str, object]) -> str:
    return f'{_undigested(fixed, extra)[:-1]},"digest":"{_digest(fixed, extra)}"}}'


def _result(state: State) -> Mapping[str, object] | None:
    """Return the result as a record has it."""
    outcome = state.outcome
    if outcome is None:
        return None
    return {"scores": list(outcome.scores), "winners": list(outcome.winners)}


def begin(
    game: Game[_S],
    options: Mapping[str, object],
    seats: Iterable[str],
    extra: Mapping[str, object] | None = None,
) -> Record[_S]:
    """Return the record of a play that is about to start; ``seats`` are names.

    Raises:
        InvalidOptions: when the options do not fit.
        InvalidData: when there is not one name for each seat, when a key of ``extra`` does not
            begin with ``x-``, or when something in it is not plain data.
    """
    setup = game.set_up(options)
    record = Record(
        game,
        MappingProxyType(dict(setup.options)),
        tuple(seats),
        setup.start,
        extra=MappingProxyType(dict(extra or {})),
    )
    for name in record.extra:
        if not str(name).startswith("x-"):
            raise InvalidData(shown(name), "a key of your own begins with x-")
    _names(record.seats, setup.start.seats)
    try:
        loads(record.to_text())
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidData("record", f"this can't be written as JSON: {error}") from None
    return record


def _names(names: Iterable[object], seats: int) -> tuple[str, ...]:
    """Return the names of those who sit there."""
    found = tuple(text(name, f"seats[{seat}]") for seat, name in enumerate(names))
    if len(found) != seats:
        raise InvalidData("seats", f"{len(found)} names for {seats} seats")
    return found


def read(line: str | bytes) -> Record[State]:
    """Return the record of one line of JSON, checked and played again.

    Raises:
        InvalidData: for the first thing that is wrong, with its place.
    """
    data = mapping(loads(line), "record")
    if "observer" in data:
        problem = "a redacted record can't be played again: it does not have every action"
        raise InvalidData("observer", problem)
    _check_keys(data, _KEYS)
    record = _begun(data)
    steps: list[Step[State]] = []
    state = record.start
    for index, entry in enumerate(array(data["actions"], "actions")):
        place = f"actions[{index}]"
        try:
            steps.append(state.step(record.game.read_action(text(entry, place))))
        except (IllegalAction, InvalidNotation) as error:
            raise InvalidData(place, str(error)) from None
        state = steps[-1].after
    record = replace(record, steps=tuple(steps))
    result = _result(state)
    # As texts: in Python 1, 1.0 and true would be equal.
    if dumps(data["result"], sort_keys=True) != dumps(result, sort_keys=True):
        given = clipped(dumps(data["result"]))
        raise InvalidData("result", f"the replay gives {dumps(result)}, not {given}")
    _check_digest(data, _as_kept(data, record, record.actions), record.extra)
    return record


def _as_kept(
    data: Mapping[str, object], record: Record[State], actions: Iterable[Action]
) -> dict[str, object]:
    """Return the keys of a line in our form; what it has by name stays a name."""
    given = mapping(data["options"], "options")
    unpinned = record.game.unpin(given)
    options = {
        name: value
        if unpinned[name] is given[name]
        else dict(sorted(mapping(given[name], name).items()))
        for name, value in record.options.items()
    }
    return {**_fixed(record, [str(action) for action in actions]), "options": options}


def read_redacted(line: str | bytes) -> RedactedRecord:
    """Return the redacted record of one line of JSON.

    Raises:
        InvalidData: for the first thing that is wrong, with its place.
    """
    data = mapping(loads(line), "record")
    _check_keys(data, _REDACTED_KEYS)
    record = _begun(data)
    given = data["observer"]
    try:
        observer = observer_of(record.start, given)
    except ValueError as error:
        raise InvalidData("observer", str(error)) from None
    if observer is None:
        raise InvalidData("observer", f"a seat or {SPECTATOR!r} is wanted, not null")
    read_action = record.game.read_redacted or record.game.read_action
    actions: list[Action] = []
    for index, entry in enumerate(array(data["actions"], "actions")):
        place = f"actions[{index}]"
        try:
            actions.append(read_action(text(entry, place)))
        except InvalidNotation as error:
            raise InvalidData(place, str(error)) from None
    events = tuple(
        tuple(text(event, f"events[{index}]") for event in array(entry, f"events[{index}]"))
        for index, entry in enumerate(array(data["events"], "events"))
    )
    if len(events) != len(actions):
        raise InvalidData("events", f"{len(events)} entries for {len(actions)} actions")
    result = _read_result(data["result"], len(record.seats))
    fixed = _as_kept(data, record, actions)
    del fixed["result"]
    rest = {"observer": observer, "events": events, "result": result}
    _check_digest(data, {**fixed, **rest}, record.extra)
    return RedactedRecord(
        record.game, record.options, record.seats, observer, tuple(actions), events, result
    )


def _read_result(given: object, seats: int) -> Mapping[str, object] | None:
    """Return the result of a redacted record, in our form."""
    if given is None:
        return None
    entry = Entry(given, "result")
    found = {
        key: [whole(it, f"result.{key}") for it in array(entry.anything(key), f"result.{key}")]
        for key in ("scores", "winners")
    }
    entry.end()
    won = found["winners"]
    if len(found["scores"]) != seats or not won or not set(won) <= set(range(seats)):
        raise InvalidData("result", f"scores of {seats} seats are wanted, and which of them won")
    return found


def _check_keys(data: Mapping[str, object], keys: tuple[str, ...]) -> None:
    """Require all keys that a record has, no others, and the format that we read."""
    for name in data:
        if name not in (*keys, "digest") and not name.startswith("x-"):
            known = ", ".join(keys)
            raise InvalidData(shown(name), f"there is no such key, only {known}, digest and x-…")
    for name in keys:
        if name not in data:
            raise InvalidData("record", f"the key {name!r} is missing")
    if data["format"] != FORMAT:
        raise InvalidData("format", f"{FORMAT!r} is wanted, not {shown(data['format'])}")
    if whole(data["version"], "version") != VERSION:
        raise InvalidData("version", f"{VERSION} is wanted, not {shown(data['version'])}")


def _begun(data: Mapping[str, object]) -> Record[State]:
    """Return the record before its first action; the options have to be complete."""
    try:
        game = games.get(text(data["game"], "game"))
    except (UnknownGame, UnusableGame) as error:
        raise InvalidData("game", str(error)) from None
    if data["edition"] != game.edition:
        raise InvalidData("edition", f"{game.edition!r} is wanted, not {shown(data['edition'])}")
    given = mapping(data["options"], "options")
    for option in game.options:
        if option.name not in given:
            raise InvalidData("options", f"{option.name!r} is missing")
    try:
        setup = game.set_up(game.unpin(given))
    except InvalidOptions as error:
        raise InvalidData(f"options.{clipped(error.option)}", str(error)) from None
    for name, value in given.items():
        if value is None:  # our default of today, which may be another one tomorrow
            raise InvalidData(f"options.{name}", "a record keeps this in full, and not as null")
    return Record(
        game,
        MappingProxyType(dict(setup.options)),
        _names(array(data["seats"], "seats"), setup.start.seats),
        setup.start,
        extra=MappingProxyType({name: data[name] for name in data if name.startswith("x-")}),
    )


def _check_digest(
    data: Mapping[str, object], fixed: Mapping[str, object], extra: Mapping[str, object]
) -> None:
    """Require the digest of the line, if there is one."""
    digest = _digest(fixed, extra)
    if data.get("digest", digest) != digest:
        raise InvalidData("digest", "something in the record was changed since it was written")


def read_all(lines: Iterable[str | bytes]) -> Iterator[Record[State]]:
    """Return the records of many lines, one each, read as they are asked for.

    Raises:
        InvalidData: for the first thing that is wrong, with the line and the place in it.
    """
    for number, line in enumerate(lines, 1):
        try:
            yield read(line)
        except InvalidData as error:
            raise InvalidData(f"line {number}, {error.place}", error.problem) from None
