"""Random changes that make valid texts, data and bytes hostile."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from fireflies._data import is_array, is_object

CHARACTERS: Final = (
    *("\0", "\a", "\b", "\x1b[31m", "\x1b]0;x\x07", "\x7f", "\x85", "\x9b31m", "\xa0", "\xad"),
    *("\u200b", "\u202e", "\u2028", "\u2066", "\ufeff", "\ufffe", "\ud800", "\udcff", "\udfff"),
    *("\U0001f4a9", "\U0010ffff", "\u0301", "é", "e\u0301", "ß", "İ", "ﬁ", "Ⅳ", "٣", "²", "①", "½"),
    *(
        "\r",
        "\t",
        "\n",
        "\r\n",
        "\v",
        "\x1c",
        " ",
        "  ",
        "",
        '"',
        "\\",
        "\\u0000",
        "'",
        "`",
        "$HOME",
    ),
    *("%s", "{0}", "<b>", "&amp;", "]]>", "/", "../", ".", ",", ";", ":", "=", "-", "+", "#", "*"),
    *("[", "]", "{", "}", "(", ")", "a", "Z", "0", "9", "x-"),
)
NUMBERS: Final = (
    *(
        "-1",
        "-0",
        "+1",
        "0",
        "00",
        "01",
        "1_0",
        "0x1",
        "1e2",
        "1E400",
        "1e-400",
        "3.0",
        "1.5",
        ".5",
    ),
    *("NaN", "Infinity", "-Infinity", "true", "null", "255", "256", "1000000000", "2147483648"),
    *("9007199254740993", "18446744073709551616", "9" * 30, "9" * 400, "9" * 5000, "-" + "9" * 400),
)
"""Texts in place of a number."""
WORDS: Final = (
    *("", " ", "-", "null", "None", "chance", "spectator", "referee", "human", "shipped", "sample"),
    *("__class__", "../../x", "con", "a" * 300, "a.b", "a:b", "json:dumps", "search:", "search:1"),
)
VALUES: Final[Sequence[object]] = (
    *(None, True, False, 0, 1, -1, 2, 3.0, -0.0, 0.5, 1e308, 10**9, -(10**9), 2**31, 2**63, 2**64),
    *(10**30, 10**400, -(10**400), [], {}, [[]], [{}], {"": 0}, [None], [0, 0], ["a", "a"]),
)
"""Plain data in place of a value."""

_Text = Callable[[Random, str], str]


def _cut(chooser: Random, text: str) -> str:
    return text[: chooser.randint(0, len(text))]


def _without(chooser: Random, text: str) -> str:
    start = chooser.randint(0, len(text))
    return text[:start] + text[start + chooser.choice((1, 1, 1, 2, 5, 50)) :]


def _replaced(chooser: Random, text: str) -> str:
    start = chooser.randint(0, len(text))
    return text[:start] + chooser.choice(CHARACTERS) + text[start + 1 :]


def _inserted(chooser: Random, text: str) -> str:
    start = chooser.randint(0, len(text))
    return text[:start] + chooser.choice((*CHARACTERS, *WORDS)) + text[start:]


def _other_number(chooser: Random, text: str) -> str:
    found = [*re.finditer("[0-9]+", text)]
    if not found:
        return chooser.choice(NUMBERS)
    place = chooser.choice(found)
    near = str(int(place[0][:9]) + chooser.choice((-1, 1, 2, 10)))
    number = chooser.choice((near, chooser.choice(NUMBERS)))
    return text[: place.start()] + number + text[place.end() :]


def _moved(chooser: Random, text: str) -> str:
    """Copy a part of the text to another place."""
    start, place = chooser.randint(0, len(text)), chooser.randint(0, len(text))
    return text[:place] + text[start : start + chooser.choice((1, 3, 10, 100))] + text[place:]


def _repeated(chooser: Random, text: str) -> str:
    """Repeat a part of the text, sometimes very often."""
    start = chooser.randint(0, len(text))
    part = text[start : start + chooser.choice((1, 2, 8, 30))]
    most = 20_000 if chooser.random() < 0.02 else 300
    return text[:start] + part * (most // (len(part) or 1)) + text[start:]


def _swapped(chooser: Random, text: str) -> str:
    """Put one part of a list in the place of another, or before it; or let two change places."""
    separator = chooser.choice((" ", " ", ",", ";", "/"))
    parts = text.split(separator)
    one, two = chooser.randrange(len(parts)), chooser.randrange(len(parts))
    match chooser.randrange(4):
        case 0:
            parts[one] = parts[two]
        case 1:
            parts.insert(one, parts[two])
        case _:
            parts[one], parts[two] = parts[two], parts[one]
    return separator.join(parts)


def _other_case(chooser: Random, text: str) -> str:
    return chooser.choice((text.upper(), text.title(), text.swapcase()))


def _nested(chooser: Random, text: str) -> str:
    """Replace a value of JSON or TOML by arrays, objects or keys that are nested deeply."""
    place, depth = chooser.randint(0, len(text)), chooser.choice((60, 70, 1000, 30_000))
    opened, closed = chooser.choice((("[", "]"), ('{"a":', "}"), ("a.", ""), ("{a=", "}")))
    return text[:place] + opened * depth + "1" + closed * depth + text[place:]


def _doubled_key(chooser: Random, text: str) -> str:
    """Put a member of an object of JSON in twice."""
    found = [*re.finditer(r'"[^"\\]*":[^][{},]+,', text)]
    if not found:
        return text * 2
    place = chooser.choice(found[:200])
    return text[: place.start()] + place[0] + text[place.start() :]


_TEXT: Final[Sequence[_Text]] = (
    *(_cut, _without, _without, _replaced, _replaced, _inserted, _inserted, _other_number),
    *(_other_number, _moved, _swapped, _repeated, _other_case),
)
_CODE: Final[Sequence[_Text]] = (*_TEXT, _nested, _doubled_key, _doubled_key)


def spoil_text(chooser: Random, text: str, *others: str, code: bool = False) -> str:
    """Return a text with a few changes, or in one of thirty times as it is.

    It may be spliced with one of ``others``. With ``code`` it may be nested deeply as JSON is.
    """
    if chooser.random() < 0.03:
        return text
    while True:
        if others and chooser.random() < 0.1:
            other = chooser.choice(others)
            text = _cut(chooser, text) + other[chooser.randint(0, len(other)) :]
        else:
            text = chooser.choice(_CODE if code else _TEXT)(chooser, text)
        if chooser.random() < 0.6:
            return text


def spoil_data(chooser: Random, value: object) -> object:
    """Return a copy of plain data in which one thing is different."""
    if chooser.random() < 0.92:
        if is_object(value) and value:
            return _spoil_object(chooser, value)
        if is_array(value) and value:
            return _spoil_array(chooser, value)
    if chooser.random() < 0.3:
        return chooser.choice(VALUES)
    if isinstance(value, str):
        return spoil_text(chooser, value, *WORDS)
    if type(value) is int:
        return value + chooser.choice((-1, 1, 2, 10, -value, -2 * value, 2**32))
    return chooser.choice((*VALUES, *WORDS))


def _spoil_object(chooser: Random, value: Mapping[str, object]) -> object:
    members, key = dict(value), chooser.choice([*value])
    match chooser.randrange(24):
        case 0:
            del members[key]
        case 1:
            members[spoil_text(chooser, key)] = members[key]
        case 2:
            members = dict(reversed(members.items()))
        case 3:
            members[key] = members[chooser.choice([*members])]
        case _:
            members[key] = spoil_data(chooser, members[key])
    return members


def _spoil_array(chooser: Random, value: Sequence[object]) -> object:
    entries, index = list(value), chooser.randrange(len(value))
    match chooser.randrange(12):
        case 0:
            del entries[index]
        case 1:
            entries.insert(index, chooser.choice(entries))
        case 2:
            entries += [entries[index]] * chooser.choice((1, 10, 1000))
        case 3:
            chooser.shuffle(entries)
        case 4:
            entries = entries[:index]
        case _:
            entries[index] = spoil_data(chooser, entries[index])
    return entries


def spoil_json(chooser: Random, value: object, times: float = 0.3) -> str:
    """Return JSON of spoiled data; the share ``times`` of the texts is spoiled once more."""
    changes = chooser.choice((0, 1, 1, 1, 2, 4))
    for _ in range(changes):
        value = spoil_data(chooser, value)
    spaced = chooser.random() < 0.1
    text = json.dumps(
        value,
        ensure_ascii=chooser.random() < 0.5,
        separators=None if spaced else (",", ":"),
        indent=1 if spaced else None,
    )
    return spoil_text(chooser, text, code=True) if chooser.random() < times else text


def spoil_bytes(chooser: Random, text: str) -> bytes:
    """Return the bytes of a text, in one of twenty times with changed bytes or in UTF-16."""
    content = text.encode("utf-8", "surrogatepass")
    match chooser.randrange(60):
        case 0:
            return text.encode("utf-16", "surrogatepass")
        case 1:
            return b"\xef\xbb\xbf" + content
        case 2:
            place = chooser.randint(0, len(content))
            return content[:place] + chooser.randbytes(3) + content[place:]
        case _:
            return content
