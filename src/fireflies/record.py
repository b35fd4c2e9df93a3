"""Records: a play as one line of strict JSON, which is replayed and checked when it is read.

A replay needs no random numbers and no defaults: the record has all options, and its actions
include those of chance. Where size matters, a large value that ships with the game, such as a box,
is pinned: named with the digest of its data. The keys, in this order, are those of
:class:`RecordJson`; ``fireflies schema record`` describes each of them. A record of an earlier
revision of the rules is replayed by today's; where these refuse it, the error says what has
changed. Other programs may add any data under keys that begin with ``x-``, which come before the
digest, sorted.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, Literal, NotRequired, TypedDict, TypeVar, cast

from fireflies._data import array, dumps, loads_line, mapping, text, whole
from fireflies._lines import (
    check_keys,
    digest_of,
    read_events,
    read_name,
    read_names,
    read_result,
    start_at,
    with_digest,
)
from fireflies._notebook import heading, play_in_html, seen_in_html
from fireflies._pins import NOTHING, is_pin
from fireflies._revisions import read_game, read_options, read_revision, since
from fireflies._texts import check_name
from fireflies._typing import override
from fireflies.contract import (
    SPECTATOR,
    Action,
    IllegalAction,
    InvalidOptions,
    Observer,
    OutcomeJson,
    Sight,
    State,
    Step,
    View,
    Viewed,
    observer_of,
)
from fireflies.errors import InvalidData, InvalidNotation, clipped, shown
from fireflies.games import Game

FORMAT: Final = "fireflies.record"
"""The ``format`` of a record."""
VERSION: Final = 1
"""The version of the format of records."""
SEATED: Final = "x-seated"
"""The key under which a record notes who left a seat: lists of the actions before, seat, name."""


class RecordJson(TypedDict):
    """One play, finished or not, as a line of a file. Its whole numbers have no fraction."""

    format: Literal["fireflies.record"]
    version: Literal[1]
    game: str
    edition: str
    revision: NotRequired[int]
    options: Mapping[str, object]
    position: NotRequired[str]
    seats: Sequence[str]
    actions: list[str]
    observer: NotRequired[int | Literal["spectator"]]
    events: NotRequired[Sequence[Sequence[str]]]
    data: NotRequired[Sequence[Sequence[Mapping[str, object]]]]
    result: OutcomeJson | None
    digest: NotRequired[str]


_ORDER: Final = (*RecordJson.__annotations__,)
_KEYS: Final = tuple(key for key in _ORDER if key in RecordJson.__required_keys__)
_REDACTED_KEYS: Final = (*_KEYS, "observer", "events")

_S_co = TypeVar("_S_co", bound=State, covariant=True)
_S = TypeVar("_S", bound=State)
_V = TypeVar("_V", bound=View)


@dataclass(frozen=True, eq=False, repr=False)
class Record(Generic[_S_co]):
    """A finished or unfinished play of legal actions.

    Created by :func:`begin`, :meth:`play` or :func:`read`; equal to records with the same line,
    pinned or not.
    """

    game: Game[_S_co]
    options: Mapping[str, object]
    """Complete, as plain data for ``json.dumps``; not to be changed."""
    seats: tuple[str, ...]
    """The names of the players, by seat; the number of seats is ``start.seats``."""
    start: _S_co
    """The state before the first action."""
    steps: tuple[Step[_S_co], ...] = ()
    """All actions that were carried out, in order."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    """Plain data under keys that begin with ``x-``; not to be changed."""
    position: str | None = None
    """The position of ``start``, when the play began in the middle of a game; else None."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""
        return tuple([step.action for step in self.steps])

    @property
    def final(self) -> _S_co:
        """The state after the last action so far."""
        return self.steps[-1].after if self.steps else self.start

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.to_text() == cast("Record[State]", other).to_text()

    @override
    def __hash__(self) -> int:
        return hash((self.seats, self.actions, self.final))

    @override
    def __repr__(self) -> str:
        return f"read({self.to_text(pinned=True)!r})"

    @override
    def __reduce__(self) -> tuple[object, ...]:
        return read, (self.to_text(pinned=True),)

    def _repr_html_(self) -> str:
        return play_in_html(self.game, self.options, self.seats, self.steps, self.final)

    def play(self, action: Action) -> "Record[_S_co]":
        """Return the record with one more action.

        Raises:
            IllegalAction: when it is illegal.
        """
        return replace(self, steps=(*self.steps, self.final.step(action)))

    def undo(self) -> "Record[_S_co]":
        """Return the record without its last action, if there is one."""
        return replace(self, steps=self.steps[:-1])

    def seated(self, seat: int, name: str) -> "Record[_S_co]":
        """Return the record with another name on a seat.

        Under :data:`SEATED` it notes the number of actions before, the seat, and the former name.

        Raises:
            InvalidData: when there is no such seat, or the name is too long or has a control or
                direction character.
        """
        if seat not in range(len(self.seats)):
            raise InvalidData("seat", f"there are seats 0 to {len(self.seats) - 1}, not {seat}")
        names = [name if number == seat else it for number, it in enumerate(self.seats)]
        noted = array(self.extra.get(SEATED, []), SEATED)
        note = [len(self.steps), seat, self.seats[seat]]
        extra = {**self.extra, SEATED: [*noted, note]}
        check_name(read_name(name, "name"), "name")
        return replace(self, seats=tuple(names), extra=extra)

    def seen_by(self: "Record[Viewed[_V]]", observer: Observer) -> tuple[Sight[_V], ...]:
        """Return everything that an observer has seen of the play, in order.

        The first element is the view of the start.

        Raises:
            ValueError: when there is no such seat.
        """
        return (
            Sight((), self.start.view(observer)),
            *[step.seen_by(observer) for step in self.steps],
        )

    def to_text(self, *, pinned: bool = False, kept: Collection[str] = ()) -> str:
        """Return the record as one line of JSON, without the newline.

        It is complete by itself. A ``pinned`` one is shorter: a value that ships with the game,
        such as a box, is its name and the digest of its data, and a value whose digest is in
        ``kept`` is that digest, and has to be given to :func:`read`.
        """
        options = self.game.pin(self.options, kept) if pinned else self.options
        return with_digest(_in_order(_fields(self, options, self.actions)), self.extra)

    def redacted(self, observer: Observer, *, pinned: bool = False) -> str:
        """Return the line of a redacted record: the play as this observer saw it.

        It can't be replayed; :func:`read_redacted` reads it. It has no ``extra``, which may contain
        a seed that reveals everything. It is pinned as in :meth:`to_text`.

        Raises:
            ValueError: when there is no such seat, or the observer is the referee.
        """
        if observer is None:
            raise ValueError("the referee sees everything: keep the record itself")
        start, *sights = self.seen_by(observer)
        begun = self if self.position is None else replace(self, position=start.view.position)
        options = self.game.pin(self.options) if pinned else self.options
        fields = _fields(begun, options, [sight.action for sight in sights])
        events = [[str(event) for event in sight.events] for sight in sights]
        data = [[event.to_json() for event in sight.events] for sight in sights]
        seen = RecordJson({**fields, "observer": observer, "events": events, "data": data})
        return with_digest(_in_order(seen), {})

    @property
    def digest(self) -> str:
        """The SHA-256 of the complete line without its digest, in hexadecimal."""
        return digest_of(_in_order(_fields(self, self.options, self.actions)), self.extra)


@dataclass(frozen=True, slots=True)
class RedactedRecord:
    """A play as one observer saw it; it can't be replayed."""

    game: Game[Any]
    options: Mapping[str, object]
    seats: tuple[str, ...]
    observer: Observer
    actions: tuple[Action, ...]
    """As the observer saw them."""
    events: tuple[tuple[str, ...], ...]
    """The texts of the events of each action, as the observer saw them."""
    data: tuple[tuple[Mapping[str, object], ...], ...]
    """The events as data, as their ``to_json`` returns it; empty in a record from before."""
    result: OutcomeJson | None
    position: str | None = None
    """As :attr:`Record.position`, as the observer saw it."""

    def _repr_html_(self) -> str:
        told = zip(self.actions, self.events, strict=True)
        begun = heading(self.game, self.options, self.seats)
        return seen_in_html(begun, self.seats, self.observer, told, self.result)


def _fields(
    record: Record[State], options: Mapping[str, object], actions: Iterable[Action | None]
) -> RecordJson:
    """Return the keys and values of a record, without ``extra`` and the digest."""
    fields = RecordJson(
        format=FORMAT,
        version=VERSION,
        game=record.game.name,
        edition=record.game.edition,
        revision=record.game.revision,
        options={**options},
        seats=record.seats,
        actions=[str(action) for action in actions],
        result=_result(record.final),
    )
    if record.position is not None:
        fields["position"] = record.position
    return fields


def _in_order(fields: Mapping[str, object]) -> dict[str, object]:
    return {key: fields[key] for key in _ORDER if key in fields}


def _result(state: State) -> OutcomeJson | None:
    outcome = state.outcome
    return None if outcome is None else outcome.to_json()


def begin(
    game: Game[_S],
    options: Mapping[str, object],
    seats: Iterable[str],
    extra: Mapping[str, object] | None = None,
    position: str | None = None,
) -> Record[_S]:
    """Return the record of a play without actions; ``seats`` are names.

    It begins with ``position``, in the notation of the game, if one is given.

    Raises:
        InvalidOptions: when an option has an invalid value.
        InvalidData: when there is not one name for each seat, a name has more than 200 characters
            or a control or direction character, ``extra`` has a key without ``x-`` in front or a
            value that is not plain data, or ``position`` is invalid or has other seats.
    """
    setup = game.set_up(options)
    record = Record(
        game,
        game.complete(setup.options),
        tuple(seats),
        start_at(position, setup),
        extra=dict(extra or {}),
        position=position,
    )
    for name in record.extra:
        if not str(name).startswith("x-"):
            raise InvalidData(shown(name), "a key of your own begins with x-")
    for seat, seated in enumerate(read_names(record.seats, setup.start.seats)):
        check_name(seated, f"seats[{seat}]")
    try:
        loads_line(record.to_text(), "record")
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidData("record", f"this can't be written as JSON: {error}") from None
    return record


def read(line: str | bytes, kept: Mapping[str, object] = NOTHING) -> Record[State]:
    """Parse a record, replay its actions and check its result and digest.

    ``kept`` are the values, by digest, that it was pinned with.

    Raises:
        InvalidData: for the first error, with its place.
    """
    data = mapping(loads_line(line, "record"), "record")
    if "observer" in data:
        problem = "a redacted record can't be played again: it does not have every action"
        raise InvalidData("observer", problem)
    record = _read_start(data, kept, _KEYS)
    steps: list[Step[State]] = []
    state = record.start
    for index, entry in enumerate(array(data["actions"], "actions")):
        place = f"actions[{index}]"
        try:
            steps.append(state.step(record.game.read_action(text(entry, place))))
        except (IllegalAction, InvalidNotation) as error:
            raise InvalidData(place, f"{error}{since(data, record.game, error)}") from None
        state = steps[-1].after
    record = replace(record, steps=tuple(steps))
    result = _result(state)
    # Compared as texts: in Python 1, 1.0 and True are equal.
    if dumps(data["result"], sort_keys=True) != dumps(result, sort_keys=True):
        given = clipped(dumps(data["result"]))
        problem = f"the replay gives {dumps(result)}, not {given}{since(data, record.game)}"
        raise InvalidData("result", problem)
    _check_digest(data, _canonical(data, record, record.actions), record.extra)
    return record


def _canonical(
    data: Mapping[str, object], record: Record[State], actions: Iterable[Action]
) -> RecordJson:
    """Return the keys and values as this module writes them; names and pins stay."""

    def written(given: object, value: object) -> object:
        if is_pin(given):
            return dict(sorted(mapping(given, "options").items()))
        return given if isinstance(given, str) else value

    given = mapping(data["options"], "options")
    found = record.options
    options = {name: written(given[name], value) for name, value in found.items() if name in given}
    fields = _fields(record, options, actions)
    if "revision" in data:
        fields["revision"] = read_revision(data, record.game)
    else:
        del fields["revision"]
    return fields


def read_redacted(line: str | bytes, kept: Mapping[str, object] = NOTHING) -> RedactedRecord:
    """Parse a redacted record; ``kept`` is as for :func:`read`.

    Raises:
        InvalidData: for the first error, with its place.
    """
    data = mapping(loads_line(line, "record"), "record")
    record = _read_start(data, kept, _REDACTED_KEYS, "data")
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
    events, told = read_events(data, len(actions))
    result = read_result(data["result"], len(record.seats))
    fields = _canonical(data, record, actions)
    seen_only = RecordJson({**fields, "observer": observer, "events": events, "result": result})
    if "data" in data:
        seen_only["data"] = told
    _check_digest(data, seen_only, record.extra)
    begun = (record.game, {**record.options}, record.seats, observer)
    return RedactedRecord(*begun, tuple(actions), events, told, result, record.position)


def _read_start(
    data: Mapping[str, object], kept: Mapping[str, object], keys: tuple[str, ...], *more: str
) -> Record[State]:
    """Return the record without its actions; only options that are newer may be missing."""
    check_keys(data, keys, "revision", "position", *more)
    if data["format"] != FORMAT:
        raise InvalidData("format", f"{FORMAT!r} is wanted, not {shown(data['format'])}")
    if whole(data["version"], "version") != VERSION:
        raise InvalidData("version", f"{VERSION} is wanted, not {shown(data['version'])}")
    game = read_game(data)
    options = mapping(data["options"], "options")
    try:
        setup = game.set_up(read_options(options, game, kept, is_first="revision" not in data))
    except InvalidOptions as error:
        raise InvalidData(f"options.{clipped(error.option)}", str(error)) from None
    position = text(data["position"], "position") if "position" in data else None
    # In a redacted record the position may have hidden parts.
    start = setup.start if "observer" in data else start_at(position, setup)
    return Record(
        game,
        game.complete(setup.options),
        read_names(array(data["seats"], "seats"), setup.start.seats),
        start,
        extra={name: data[name] for name in data if name.startswith("x-")},
        position=position,
    )


def _check_digest(
    data: Mapping[str, object], fields: RecordJson, extra: Mapping[str, object]
) -> None:
    digest = digest_of(_in_order(fields), extra)
    if data.get("digest", digest) != digest:
        raise InvalidData("digest", "something in the record was changed since it was written")


def read_all(
    lines: Iterable[str | bytes], kept: Mapping[str, object] = NOTHING
) -> Iterator[Record[State]]:
    """Yield the record of each line, checked when the iteration reaches it.

    ``kept`` is as for :func:`read`.

    Raises:
        InvalidData: for the first error, with the line and the place in it.
    """
    for number, line in enumerate(lines, 1):
        try:
            yield read(line, kept)
        except InvalidData as error:
            raise InvalidData(f"line {number}, {error.place}", error.problem) from None
