"""Draw an engine's state: our view of the same play, with the values that differ.

An engine answers with a STATE, and a game draws views. So the values of the STATE that differ are
put into our view, in the places with the same names. The result is drawn only when its own STATE is
the engine's.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeGuard

from fireflies._data import is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.cases import Request
from fireflies.conformance.judge import mismatch
from fireflies.contract import State
from fireflies.games import Game

_LARGEST: Final = 1000
"""The largest number that is drawn: a million beads would be a million circles."""
_LONGEST: Final = 100
"""The most characters of a text, and the most values of an array, that are drawn."""


class _NotDrawn(Exception):
    """A value of the engine has no place in our view."""


def pictures(
    game: Game[State], request: Request, after: int, theirs: Mapping[str, object]
) -> tuple[str, str] | None:
    """Return our position and the engine's as SVG documents; what differs is marked in the second.

    None when one of them can't be drawn, or when no value that a picture shows differs. The legal
    actions are in neither picture.
    """
    if game.draw is None:
        return None
    try:
        start = wire.set_up(game, request.options).start
        states = wire.follow(game, start, request.actions[:after]).states
        views: list[Any] = [state.view(request.observer) for state in states]
        words = {said: value for view in views for said, value in _words(view, view.to_json())}
        # Without a known state a view lists no legal actions.
        ours: Any = dataclasses.replace(views[-1], _known=None)
        engine = _with(ours, ours.to_json(), {**theirs, "legal": None}, words)
        if engine is ours or not _is_same(engine.to_json(), {**theirs, "legal": None}):
            return None
        return game.draw(ours), game.draw(engine, ours)
    except Exception:  # noqa: BLE001  # no game promises to draw what can't be
        return None


def _is_same(one: object, other: object) -> bool:
    return mismatch(one, other) is None and mismatch(other, one) is None


def _words(value: object, data: object) -> Iterator[tuple[str, object]]:
    """Yield the texts of the wire that stand for a value of the game, such as a card."""
    if is_object(data):
        for key, part in data.items():
            yield from _words(getattr(value, key, None), part)
    elif is_array(data) and _is_tuple(value) and len(value) == len(data):
        for one, part in zip(value, data, strict=True):
            yield from _words(one, part)
    elif isinstance(data, str) and value is not None and not isinstance(value, str):
        yield data, value


def _with(value: Any, ours: object, theirs: object, words: Mapping[str, object]) -> Any:
    """Return a value of our view with what differs in the engine's JSON of it.

    Raises:
        _NotDrawn: when its parts are not those of the JSON, or the engine's are no usual values.
    """
    if _is_same(ours, theirs):
        return value
    if is_object(ours) and is_object(theirs) and ours.keys() == theirs.keys():
        changes = {
            key: _with(getattr(value, key), part, theirs[key], words)
            for key, part in ours.items()
            if not _is_same(part, theirs[key])
        }
        return _changed(value, changes)
    if is_array(theirs) and _is_tuple(value) and len(theirs) <= _LONGEST:
        if is_array(ours) and len(ours) == len(value) == len(theirs):
            every = zip(value, ours, theirs, strict=True)
            return tuple(_with(*each, words) for each in every)
        return tuple(_leaf(part, words) for part in theirs)
    return _leaf(theirs, words)


def _changed(value: Any, changes: Mapping[str, object]) -> Any:
    """Return a copy of a named tuple, or of a dataclass, with other fields."""
    change = getattr(value, "_replace", None)
    return dataclasses.replace(value, **changes) if change is None else change(**changes)


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def _leaf(theirs: object, words: Mapping[str, object]) -> object:
    """Return the value of a game that a number or a text of the wire stands for."""
    if isinstance(theirs, str) and len(theirs) <= _LONGEST:
        return words.get(theirs, theirs)
    if theirs is None or (type(theirs) is int and abs(theirs) <= _LARGEST):
        return theirs
    raise _NotDrawn
