"""Strict JSON and TOML, and values of plain data that have to be of a certain type.

Most readers of a value take it with the place where it stands, and give it back.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NoReturn, TypeGuard, cast

from fireflies.errors import InvalidData, shown

DEEPEST: Final = 64
"""How deep data may be nested: far from where Python itself would give up."""

DEEPEST_KEY: Final = 16
"""How many parts a dotted key of TOML may have: the reader takes their number squared."""

_TOO_DEEP: Final = "this is nested too deep"

_PART: Final = r"""(?:(?<![\w-])[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_LONG_KEY: Final = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART}){{{DEEPEST_KEY}}}")


def read_bytes(path: Path, most: int, place: str) -> bytes:
    """Return what is in a file of at most so many bytes.

    Raises:
        InvalidData: when it has more, at this place; no more than that is read.
        OSError: when it can't be read.
    """
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise InvalidData(place, f"it has more than {most} bytes")
    return content


def loads(text: str | bytes) -> object:
    """What a JSON text says.

    Raises:
        InvalidData: when it is not UTF-8, no JSON, nested too deep, has a key twice in one object,
            half a character in a string, or a number that JSON does not have.
    """
    try:
        found: object = json.loads(
            text.decode() if isinstance(text, bytes) else text,
            object_pairs_hook=_unique,
            parse_constant=_refuse_constant,
        )
        if _depth_exceeds(found, DEEPEST):
            raise InvalidData("data", _TOO_DEEP)
        dumps(found).encode()
    except UnicodeDecodeError as error:
        raise InvalidData(f"byte {error.start + 1}", "this is not UTF-8") from None
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise InvalidData("data", f"{half!r} is half a character") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidData(place, f"this is no JSON: {error.msg}") from None
    except RecursionError:
        raise InvalidData("data", _TOO_DEEP) from None
    except InvalidData:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise InvalidData("data", f"this is no JSON of ours: {error}") from None
    return found


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON in which every key stands once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise InvalidData(shown(twice), "this key stands more than once in one object")
    return found


def _depth_exceeds(data: object, limit: int) -> bool:
    """Whether arrays and objects are nested deeper than that; asked level by level."""
    level = [data]
    for _ in range(limit + 1):
        level = [child for thing in level for child in _children(thing)]
    return bool(level)


def _children(thing: object) -> Iterable[object]:
    """What stands in an array or an object."""
    if isinstance(thing, dict):
        return cast("dict[str, object]", thing).values()
    return cast("list[object]", thing) if isinstance(thing, list) else ()


def _refuse_constant(name: str) -> NoReturn:
    """NaN and the infinities, which Python's reader would let pass."""
    raise InvalidData(name, "JSON has no such number")


def dumps(value: object, *, sort_keys: bool = False) -> str:
    """The value as JSON in one line, without spaces.

    Raises:
        ValueError: for what JSON does not have, a number or a type (then it is a TypeError).
    """
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=sort_keys
    )


def whole(value: object, place: str) -> int:
    """The value, which has to be a whole number.

    Raises:
        InvalidData: when it is not; so do the functions below.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidData(place, f"a whole number is wanted, not {shown(value)}")
    return value


def text(value: object, place: str) -> str:
    """The value, which has to be a string."""
    if not isinstance(value, str):
        raise InvalidData(place, f"a string is wanted, not {shown(value)}")
    return value


def array(value: object, place: str) -> Sequence[object]:
    """The value, which has to be an array."""
    if not isinstance(value, list):
        raise InvalidData(place, f"an array is wanted, not {shown(value)}")
    return cast("list[object]", value)


def mapping(value: object, place: str) -> Mapping[str, object]:
    """The value, which has to be an object."""
    if not isinstance(value, dict):
        raise InvalidData(place, f"an object is wanted, not {shown(value)}")
    return cast("dict[str, object]", value)


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    """Whether a value is an object, whose keys are always texts."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[object]]:
    """Whether a value is an array."""
    return isinstance(value, list)


def loads_toml(text: str) -> Mapping[str, object]:
    """Return the document of a TOML text.

    Raises:
        InvalidData: when it is none, or has a dotted key of too many parts, with line and column.
    """
    import tomllib  # here, for it is slow to import, and who plays may never need it

    if (found := _LONG_KEY.search(text)) is not None:
        line = text.count("\n", 0, found.start()) + 1
        problem = f"a key has more than {DEEPEST_KEY} parts with dots between them"
        raise InvalidData(f"line {line}", problem)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidData("data", _TOO_DEEP) from None
    except ValueError as error:  # TOMLDecodeError is one; a number of thousands of digits another
        problem, _, place = str(error).partition(" (at ")
        raise InvalidData(place.rstrip(")") or "data", f"this is no TOML: {problem}") from None


def read_toml(package: str, name: str) -> Mapping[str, object]:
    """The TOML document ``name`` that lies in ``package``.

    Raises:
        InvalidData: when it is missing, no UTF-8 or no TOML, with package, file and line.
    """
    from importlib import resources  # here, for the same reason

    try:
        return loads_toml(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
    except (OSError, ImportError, UnicodeDecodeError) as error:
        raise InvalidData(f"{package}/{name}", f"it can't be read: {error}") from None
    except InvalidData as error:
        raise InvalidData(f"{package}/{name}: {error.place}", error.problem) from None


class Entry:
    """A table of the file. What is read is taken out; what is left over at the end is refused."""

    def __init__(self, data: object, place: str) -> None:
        """A table, and how messages name it."""
        self._left = dict(mapping(data, place))
        self.place = place

    def _take(self, key: str) -> object:
        """A value that has to be there."""
        if key not in self._left:
            raise InvalidData(self.place, f"the key {key} is missing")
        return self._left.pop(key)

    def peek(self, key: str) -> str:
        """A text that will be read once more."""
        return text(self._left.get(key, ""), f"{self.place}: {key}")

    def text(self, key: str) -> str:
        """A text that says something."""
        found = text(self._take(key), f"{self.place}: {key}")
        if not found.strip():
            raise InvalidData(f"{self.place}: {key}", "it says nothing")
        return found

    def text_or_nothing(self, key: str) -> str:
        """A text that may be left out."""
        return self.text(key) if key in self._left else ""

    def number(self, key: str, least: int) -> int:
        """A whole number."""
        found = whole(self._take(key), f"{self.place}: {key}")
        if found < least:
            raise InvalidData(f"{self.place}: {key}", f"{found} is less than {least}")
        return found

    def number_or_none(self, key: str) -> int | None:
        """A whole number from 0; left out, or null where the file has such a thing, it is None."""
        if self._left.get(key) is None:
            self._left.pop(key, None)
            return None
        return self.number(key, 0)

    def has(self, key: str) -> bool:
        """Whether it is there, and not read yet."""
        return key in self._left

    def anything(self, key: str) -> object:
        """A value of any type, null included."""
        return self._take(key)

    def table(self, key: str) -> Mapping[str, object]:
        """An object, whatever is in it."""
        return mapping(self._take(key), f"{self.place}: {key}")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, which may be left out."""
        place = f"{self.place}: {key}"
        return tuple(text(one, place) for one in array(self._left.pop(key, []), place))

    def entries(self, key: str) -> "list[Entry]":
        """The tables of a list, which may be left out."""
        found = array(self._left.pop(key, []), f"{self.place}: {key}")
        return [
            Entry(one, f"{self.place}: {self._named(key, number, one)}")
            for number, one in enumerate(found, 1)
        ]

    def _named(self, key: str, number: int, entry: object) -> str:
        """An entry by its id if it has one, otherwise by its place in the list."""
        named = mapping(entry, f"{self.place}: {key} {number}").get("id")
        return f"{key} {named if isinstance(named, str) and named else number}"

    def end(self) -> None:
        """Refuse what nobody has read."""
        for key in self._left:
            raise InvalidData(self.place, f"there is no key {shown(key)} here")
