"""Texts that games write and read: counts and lists in words, wrapped lines, notations."""

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, TypeVar

from fireflies._typing import override
from fireflies.errors import InvalidData, InvalidNotation, shown

WIDTH: Final = 80
"""The columns of a drawn table, unless another width is asked for."""
GLUE: Final = "\xa0"
"""A space at which no line is broken: textwrap breaks lines only at ASCII spaces."""
HANGING: Final = " " * 4
"""The indentation of a continued line."""

_LONGEST: Final = 60
"""The most characters of a name that are compared with others."""
_PLAIN: Final = re.compile(r"(?=.{1,40}$)[\w-]+(?: [\w-]+)*")
_JOINERS: Final = "\u200c\u200d"
"""Characters that are not seen, but stand in Persian names and in emojis."""
_ARTICLES: Final = ("a", "an")
_SMALL: Final = (*_ARTICLES, "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to")

_UNCOUNTED: Final = ("fish", "power")
"""Things that have no s in the plural."""

_T = TypeVar("_T")


def many(count: int, thing: str) -> str:
    """Return a count with its noun, like ``1 bead`` or ``2 beads``."""
    return f"{count} {thing}" if count == 1 or thing in _UNCOUNTED else f"{count} {thing}s"


def with_article(thing: str) -> str:
    """Return a thing with its article, like ``a character`` or ``an asset``."""
    return f"{'an' if thing[:1].lower() in 'aeiou' else 'a'} {thing}"


def printed(name: str) -> str:
    """Return the name of a component as it is printed: ``First Officer`` for ``first-officer``."""
    first, *words = name.split("-")
    others = [word if word in _SMALL else capitalized(word) for word in words]
    return " ".join((capitalized(first), *others))


def capitalized(text: str) -> str:
    """Return a text with a large first letter."""
    return f"{text[:1].upper()}{text[1:]}"


class _Count(int):
    """The number in a phrase; a format has its noun, perhaps with the article for one."""

    @override
    def __format__(self, words: str) -> str:
        article, _, noun = words.partition(" ")
        if article in _ARTICLES:
            return words if self == 1 else many(self, noun)
        if article == "another":
            return words if self == 1 else many(self, f"other {noun}")
        return many(self, words) if words else str(int(self))


class _Thing(str):
    """The thing in a phrase; the format ``a`` asks for its article."""

    __slots__ = ()

    @override
    def __format__(self, words: str) -> str:
        return with_article(self) if words in _ARTICLES else str(self)


def phrase(template: str, n: int | None = None, what: str = "") -> str:
    """Return a phrase with its number and its thing.

    ``{n}`` is the number, ``{n:credit}`` is ``1 credit`` or ``2 credits``, ``{n:a card}`` is
    ``a card`` or ``2 cards``, and ``{n:another card}`` is ``another card`` or ``2 other cards``.
    ``{what}`` is the thing, ``{what:a}`` the thing with its article, and ``{n:{what}}`` counts it.
    """
    return template.format(n=_Count(n or 0), what=_Thing(what))


def check_phrases(phrases: Mapping[str, object], place: str) -> Mapping[str, str]:
    """Return phrases by name as they are. Raises InvalidData for the first one that is wrong."""
    found: dict[str, str] = {}
    for name, template in phrases.items():
        if not isinstance(template, str) or not template.strip() or template.endswith("."):
            raise InvalidData(f"{place}: {name}", "a phrase is a text without a final stop")
        try:
            phrase(template, 1, "thing")
        except (AttributeError, LookupError, ValueError):
            wanted = "a phrase has no other fields than {n} and {what}"
            raise InvalidData(f"{place}: {name}", wanted) from None
        found[name] = template
    return found


def listed(things: Sequence[str], word: str = "and") -> str:
    """Return things in words, like ``a``, ``a and b`` or ``a, b and c``."""
    return f" {word} ".join(filter(None, (", ".join(things[:-1]), *things[-1:])))


def glued(text: str) -> str:
    """Return a text in which no line is broken: its spaces are glued."""
    return text.replace(" ", GLUE)


def wrapped(
    head: str, things: Iterable[str], width: int, separator: str = ", ", indent: str = HANGING
) -> list[str]:
    """Return a head and the things after it, in lines that fit.

    A part is broken at its glued spaces only when the part alone is longer than a line.
    """
    parts = (head + separator.join(things)).split(" ")
    longest = width - len(indent)
    lines = textwrap.wrap(
        " ".join([part if len(part) <= longest else part.replace(GLUE, " ") for part in parts]),
        width,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
    return [line.replace(GLUE, " ") for line in lines]


def seats_in_words(seats: Iterable[int]) -> str:
    """Return seats in words, like ``seat 0 and seat 2``."""
    return " and ".join(f"seat {seat}" for seat in seats)


def victory(winners: Sequence[int], seats: Sequence[str] = ()) -> str:
    """Return who wins, like ``seat 1 wins`` or ``seat 0 and seat 2 share the victory``.

    ``seats`` may be other names for all of them.
    """
    wins = "wins" if len(winners) == 1 else "share the victory"
    return f"{listed([seats[it] if seats else f'seat {it}' for it in winners])} {wins}"


def mark(winners: Sequence[int] | None, next_seat: object, seat: int) -> str:
    """Return the mark before a seat: ``*`` of a winner, ``>`` of the seat that is next."""
    if winners is not None:
        return "*" if seat in winners else " "
    return ">" if next_seat == seat else " "


def matched(pattern: re.Pattern[str], text: str, expected: str) -> re.Match[str]:
    """Return the match of a whole text. Raises InvalidNotation."""
    found = pattern.fullmatch(text)
    if found is None:
        raise InvalidNotation(text, expected)
    return found


def known(things: Mapping[str, _T], text: str, expected: str) -> _T:
    """Return what has this name. Raises InvalidNotation."""
    if text not in things:
        raise InvalidNotation(text, expected)
    return things[text]


def missing(kind: str, name: str, known: Iterable[str] = ()) -> str:
    """Return that nothing of a kind has this name, and the most similar name of those known."""
    told = name if _PLAIN.fullmatch(name) else shown(name)
    names = {it.lower(): it for it in known}
    similar = get_close_matches(name[:_LONGEST].lower(), names, 1)
    hint = f" (did you mean {names[similar[0]]}?)" if similar else ""
    return f"there is no {kind} {told}{hint}"


def check_name(name: str, place: str) -> None:
    """Require a name that disturbs no text around it. Raises InvalidData."""
    if not all(letter.isprintable() or letter in _JOINERS for letter in name):
        problem = f"a name has no control or direction characters, as in {shown(name)}"
        raise InvalidData(place, problem)
