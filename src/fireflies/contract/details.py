"""The look-up of a thing in the details of a view, by its name or by what a table shows of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Final

from fireflies._texts import capitalized, many, printed
from fireflies.contract.values import Details, with_names

_MOST_LINES: Final = 8  # that mention a text
_MOST_PARTS: Final = 3  # of a thing that is told in a line
_MOST_THINGS: Final = 12  # of a kind
_MOST_WORDS: Final = 3  # of a text that is also found in another order
_SEAT: Final = re.compile(r"seat \d+")
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_MINUS: Final = str.maketrans("\u2212\u2013", "--")


def find_details(
    things: Mapping[str, Details], name: str, names: Sequence[str] = ()
) -> Sequence[str]:
    """Return the lines of the thing with this name, or of this kind and name, or that mention it.

    For a kind of which little is told, like ``goals``, there is a line for each thing of that kind.
    Case, hyphens and the order of a few words do not matter, and any minus sign is one. ``names``
    are those of the seats, which find a seat, and are told. A line that mentions the name begins
    with its thing; where the thing is what is named, as a card on offer, all of its lines follow.
    """
    seats = {_plain(one): f"seat {it}" for it, one in enumerate(names)}
    wanted = _plain(name)
    wanted = seats.get(wanted, wanted)
    for key, it in things.items():
        if _unhyphened(wanted) in (_unhyphened(key), _unhyphened(f"{it.kind} {key}")):
            return [with_names(line, names) for line in it.lines]
    of_kind = {key: it for key, it in things.items() if _is_kind(wanted, it.kind)}
    is_short = all(len(it.lines) <= _MOST_PARTS for it in of_kind.values())
    if is_short and 0 < len(of_kind) <= _MOST_THINGS:
        return [with_names(_in_a_line(key, it), names) for key, it in of_kind.items()]
    words = wanted.split()
    for order in permutations(words) if 0 < len(words) <= _MOST_WORDS else [words]:
        if found := [with_names(line, names) for line in _mentions(things, " ".join(order))]:
            others = len(found) - _MOST_LINES
            more = [f"and {many(others, 'other line')}"] if others > 0 else []
            return [*found[:_MOST_LINES], *more]
    return []


def _is_kind(text: str, kind: str) -> bool:
    """Return whether a text is a kind or its last word, in the singular or in the plural."""
    return text.removesuffix("s") in (kind, kind.rpartition(" ")[2])


def _in_a_line(key: str, it: Details) -> str:
    """Return a thing with its kind, and its lines as one."""
    return f"{capitalized(it.kind)} {_called(key)}: {'; '.join(it.lines)}"


def _called(key: str) -> str:
    """Return the name of a thing as people see it."""
    return key if len(key) == 1 or _SEAT.fullmatch(key) else printed(key)


def _mentions(things: Mapping[str, Details], text: str) -> Iterator[str]:
    """Yield the lines with these words, after the name of their thing."""
    if not text:
        return
    named = re.compile(rf"(?<![\w-]){re.escape(text)}(?![\w-])")
    for key, it in things.items():
        called = _called(key)
        found = [line for line in it.lines if named.search(_plain(line))]
        if found and named.match(_plain(it.lines[0])):
            yield f"{called}: {it.lines[0]}"
            yield from it.lines[1:]
        else:
            yield from (f"{called}: {line.removeprefix(f'{called}: ')}" for line in found)


def _unhyphened(name: str) -> list[str]:
    return name.lower().replace("-", " ").split()


def _plain(text: str) -> str:
    """Return a text in small letters, with single spaces, and one sign for minus."""
    return " ".join(_HYPHEN.sub(" ", text.lower().translate(_MINUS)).split())
