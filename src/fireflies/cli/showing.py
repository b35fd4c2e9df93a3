"""Answers of ``show`` at the terminal: things with a name, and the entries of a view as lists."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from fireflies._data import array, is_array, is_object
from fireflies._svg import description
from fireflies._texts import many, printed
from fireflies.contract import Details, View
from fireflies.games import Game

if TYPE_CHECKING:
    from fireflies.search import Analysed

_MOST_NAMES: Final = 12  # of a kind, where all kinds are listed
_MOST_PARTS: Final = 6  # in one line
_MOST_ACTIONS: Final = 3  # of an analysis
_INDENT: Final = "  "


def shown(game: Game[Any], view: View, what: str, names: Sequence[str]) -> list[str]:
    """Return the lines about a thing, a seat, a kind of thing or an entry, or that mention it.

    ``names`` are those of the seats. A line about a part is indented. There is no line when nothing
    has this name; for no name at all, the lines say what can be shown.
    """
    known, data, key = view.details, view.to_json(), what.lower()
    things = _names_by_kind(known)
    if not what:
        return [*_kinds(things), "table: all of it in words", f"parts of it: {', '.join(data)}"]
    if key == "table" and game.draw is not None:
        return description(game.draw(view, names=names)).splitlines()
    if (seat := _seat(key, names)) is not None:
        players = data.get("players")
        entry = _lines(f"seat {seat}", players[seat], known) if is_array(players) else ()
        return [*entry, *game.details(view, f"seat {seat}", names)]
    if key in things and key not in known:
        return [f"{key} ({len(things[key])}): {', '.join(things[key])}"]
    if key in data and key not in known:
        return [*_lines(key, data[key], known)]
    return [*game.details(view, what, names)]


def best_of(found: "Sequence[Analysed]") -> str:
    """Return the best actions of an analysis with their visits and values, in a line."""
    best = [
        f"{it.action} {it.value:+.2f} in {many(it.visits, 'rollout')}"
        for it in found[:_MOST_ACTIONS]
        if it.value is not None
    ]
    return f"Mean values: {', '.join(best)}."


def _seat(text: str, names: Sequence[str]) -> int | None:
    """Return the seat with this name or this number, as in ``seat 0``; None when there is none."""
    called = {f"seat {seat}": seat for seat in range(len(names))}
    return (called | {name.lower(): seat for seat, name in enumerate(names)}).get(text)


def _names_by_kind(known: Mapping[str, Details]) -> dict[str, list[str]]:
    """Return the printed names of the things that have details, by their kind."""
    found: dict[str, list[str]] = {}
    for name, details in known.items():
        found.setdefault(details.kind, []).append(_name(name, known))
    return found


def _kinds(names: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield a line for each kind of thing, with some names."""
    for kind, found in names.items():
        more = f", ... ('show {kind}' lists all)" if len(found) > _MOST_NAMES else ""
        yield f"{kind} ({len(found)}): {', '.join(found[:_MOST_NAMES])}{more}"


def _name(text: str, known: Container[str]) -> str:
    """Return a name as it is printed, if it is one; the letter of a card stays small."""
    return printed(text) if text in known and len(text) > 1 and " " not in text else text


def _lines(label: str, value: object, known: Container[str]) -> Iterator[str]:
    """Yield the lines about an entry: one for what is flat, otherwise one for each part."""
    if _is_flat(value):
        count = f" ({len(value)})" if is_array(value) else ""
        yield f"{label}{count}: {_flat(value, known)}"
        return
    yield f"{label}:"
    for name, part in _parts(label, value):
        if is_object(part) and (len(part) > _MOST_PARTS or not all(map(_is_flat, part.values()))):
            yield from (f"{_INDENT}{line}" for line in _lines(name, part, known))
        else:
            yield f"{_INDENT}{name}: {_flat(part, known)}"


def _parts(label: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield the parts of an entry with their names: keys, or numbers from 1; players are seats."""
    if is_object(value):
        yield from ((_words(key), part) for key, part in value.items())
        return
    for number, part in enumerate(array(value, label)):
        yield f"seat {number}" if label == "players" else str(number + 1), part


def _is_flat(value: object) -> bool:
    """Return whether a value fits into a line: a scalar, or a list of scalars."""
    parts = value if is_array(value) else [value]
    return not any(part and (is_object(part) or is_array(part)) for part in parts)


def _flat(value: object, known: Container[str]) -> str:
    """Return a value in one line."""
    if is_object(value):
        parts = [f"{_words(key)} {_flat(part, known)}" for key, part in value.items()]
        return "; ".join(parts) or "none"
    if is_array(value):
        return ", ".join(_flat(part, known) for part in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none, or hidden" if value is None else _name(str(value), known)


def _words(key: str) -> str:
    """Return a key in words."""
    return key.replace("_", " ")
