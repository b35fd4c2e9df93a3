"""The line of a record: its keys, then those of other programs, then the digest of all before."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final, TypeVar

from fireflies._data import array, dumps, mapping, text, whole
from fireflies._entries import Entry
from fireflies.contract import OutcomeJson, State
from fireflies.errors import InvalidData, InvalidNotation, shown
from fireflies.games import Setup

LONGEST_NAME: Final = 200
"""The most characters of the name of a player; that of a bot's function in a module is long."""

_S = TypeVar("_S", bound=State)


def digest_of(fields: Mapping[str, object], extra: Mapping[str, object]) -> str:
    """Return the SHA-256 of the line without its digest, in hexadecimal."""
    return sha256(_without_digest(fields, extra).encode()).hexdigest()


def with_digest(fields: Mapping[str, object], extra: Mapping[str, object]) -> str:
    """Return the line with its digest."""
    return f'{_without_digest(fields, extra)[:-1]},"digest":"{digest_of(fields, extra)}"}}'


def _without_digest(fields: Mapping[str, object], extra: Mapping[str, object]) -> str:
    line = dumps(dict(fields))
    return f"{line[:-1]},{dumps(dict(extra), sort_keys=True)[1:]}" if extra else line


def check_keys(data: Mapping[str, object], keys: tuple[str, ...], *more: str) -> None:
    """Require all these keys, and no others but ``more``, the digest and those of other programs.

    Raises:
        InvalidData: for the first key that is wrong or missing.
    """
    allowed = (*keys, *more, "digest")
    for name in data:
        if name not in allowed and not name.startswith("x-"):
            known = ", ".join(allowed)
            raise InvalidData(shown(name), f"there is no such key, only {known} and x-…")
    for name in keys:
        if name not in data:
            raise InvalidData("record", f"the key {name!r} is missing")


def read_name(given: object, place: str) -> str:
    """Return the name of a player. Raises InvalidData."""
    name = text(given, place)
    if len(name) > LONGEST_NAME:
        problem = f"a name has at most {LONGEST_NAME} characters, not {len(name)}"
        raise InvalidData(place, problem)
    return name


def read_names(names: Iterable[object], seats: int) -> tuple[str, ...]:
    """Return the names of the seats. Raises InvalidData."""
    found = tuple(read_name(name, f"seats[{seat}]") for seat, name in enumerate(names))
    if len(found) != seats:
        raise InvalidData("seats", f"{len(found)} names for {seats} seats")
    return found


def start_at(position: str | None, setup: Setup[_S]) -> _S:
    """Return the state of a position; without one, that of the set-up game.

    Raises:
        InvalidData: when it is invalid or has other seats.
    """
    if position is None:
        return setup.start
    try:
        state = setup.read_position(position)
    except InvalidNotation as error:
        raise InvalidData("position", str(error)) from None
    if state.seats != setup.start.seats:
        problem = f"it has {state.seats} seats, but by the options there are {setup.start.seats}"
        raise InvalidData("position", problem)
    return state


def read_result(given: object, seats: int) -> OutcomeJson | None:
    """Return the result in a line; None for null. Raises InvalidData."""
    if given is None:
        return None
    entry = Entry(given, "result")
    found = {
        key: [whole(it, f"result.{key}") for it in array(entry.anything(key), f"result.{key}")]
        for key in ("scores", "winners")
    }
    entry.end()
    winners = found["winners"]
    if len(found["scores"]) != seats or not winners or not set(winners) <= set(range(seats)):
        raise InvalidData("result", f"scores of {seats} seats are wanted, and which of them won")
    return OutcomeJson(scores=found["scores"], winners=winners)


def read_events(
    data: Mapping[str, object], actions: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[Mapping[str, object], ...], ...]]:
    """Return the texts of the events of each action, and the events as data, which may be missing.

    Raises:
        InvalidData: for the first error, with its place.
    """
    texts = tuple(
        tuple(text(event, f"events[{index}]") for event in array(entry, f"events[{index}]"))
        for index, entry in enumerate(array(data["events"], "events"))
    )
    nothing = [list[object]()] * len(texts)
    found = tuple(
        tuple(mapping(event, f"data[{index}]") for event in array(entry, f"data[{index}]"))
        for index, entry in enumerate(array(data["data"], "data") if "data" in data else nothing)
    )
    if not len(texts) == len(found) == actions:
        counts = f"{len(texts)} and {len(found)}" if "data" in data else f"{len(texts)}"
        raise InvalidData("events", f"{counts} entries for {actions} actions")
    return texts, found
