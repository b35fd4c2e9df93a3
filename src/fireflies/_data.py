"""Strict parsers of JSON and TOML, and functions that check the type of a value.

:func:`whole`, :func:`text`, :func:`array` and :func:`mapping` return the value unchanged. Their
argument ``place`` is the place of the value in the data, for the error message.
"""

import errno
import json
import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NoReturn, TypeGuard, TypeVar

from fireflies.errors import InvalidData, shown

_T = TypeVar("_T")

LONGEST_LINE: Final = 10_000_000
"""The most bytes of a record or a request, far more than a long play needs."""

DEEPEST: Final = 64
"""The most levels of nested data in JSON, far below the limit of Python's parser."""

DEEPEST_KEY: Final = 16
"""The most parts of a dotted TOML key: the time to parse it grows with their square."""

MISSING: Final = object()
"""Stands for a value that does not exist; it equals no other value."""

_INDEX: Final = re.compile("0|[1-9][0-9]{0,5}")
_TOO_LARGE: Final = "a number is too large: it is infinite, or has thousands of digits"
_TOO_DEEP: Final = "this is nested too deep"
_SPACE: Final = " \t\r\n"
"""The white space of JSON. :func:`loads` removes it from the end of a text, so that an error at the
end names the last line that is not blank."""

_KEY_PART: Final = r"""(?:(?<![\w-])[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_LONG_KEY: Final = re.compile(rf"{_KEY_PART}(?:[ \t]*\.[ \t]*{_KEY_PART}){{{DEEPEST_KEY}}}")


def as_path(path: str | os.PathLike[str]) -> Path:
    """Return a path, unless no file can have it.

    Raises:
        OSError: when it has a null character or half of a surrogate pair.
    """
    text = os.fspath(path)
    try:
        if b"\0" not in os.fsencode(text):
            return Path(text)
    except UnicodeEncodeError:
        pass
    raise OSError(errno.EINVAL, "no file can have this name", text)


def check_length(content: str | bytes, most: int, place: str) -> None:
    """Raise InvalidData at ``place`` when the content, in UTF-8, has more than ``most`` bytes."""
    is_short = isinstance(content, str) and 4 * len(content) <= most
    if (
        not is_short
        and len(content.encode(errors="surrogatepass") if isinstance(content, str) else content)
        > most
    ):
        raise InvalidData(place, f"it has more than {most} bytes")


def read_bytes(path: Path, most: int, place: str) -> bytes:
    """Return the content of a file that has at most ``most`` bytes.

    Raises:
        InvalidData: at ``place``, when the file is larger.
        OSError: when it can't be read.
    """
    with as_path(path).open("rb") as file:
        content = file.read(most + 1)
    check_length(content, most, place)
    return content


def loads(text: str | bytes) -> object:
    """Parse a JSON text.

    Raises:
        InvalidData: when it is not UTF-8 or not JSON, begins with a byte order mark, is nested too
            deep, has a key twice in one object, a lone surrogate in a string, or a number that JSON
            does not have.
    """
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        if decoded.startswith("\ufeff"):
            raise InvalidData("column 1", "it begins with a byte order mark; save it without one")
        found: object = json.loads(
            decoded.rstrip(_SPACE),
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
        raise InvalidData("data", f"{half!r} is a lone surrogate") from None
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in error.doc else ""
        place = f"{line}column {error.colno}"
        is_cut = error.pos == len(error.doc) > 0 or error.msg.startswith("Unterminated")
        cut = " (the text ends too early)" if is_cut else ""
        raise InvalidData(place, f"this is no JSON: {error.msg}{cut}") from None
    except RecursionError:
        raise InvalidData("data", _TOO_DEEP) from None
    except InvalidData:
        raise
    except ValueError:  # thousands of digits, or infinity, as from 1e999
        raise InvalidData("data", _TOO_LARGE) from None
    return found


def loads_line(line: str | bytes, place: str) -> object:
    """Parse a JSON text that is not longer than a line of a file may be.

    Raises:
        InvalidData: as :func:`loads` does, or at ``place`` when it is longer.
    """
    check_length(line, LONGEST_LINE, place)
    return loads(line)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a dict of these pairs. Raises InvalidData for a repeated key."""
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise InvalidData(shown(twice), "this key stands more than once in one object")
    return found


def _depth_exceeds(data: object, limit: int) -> bool:
    """Return whether arrays and objects are nested deeper than ``limit`` levels."""
    level, depth = _nested([data]), 0
    while level and depth < limit:
        level, depth = [child for value in level for child in _nested(value)], depth + 1
    return bool(level)


def _nested(value: object) -> list[object]:
    """Return the arrays and objects in an array or object."""
    values = value.values() if is_object(value) else value if is_array(value) else ()
    return [child for child in values if type(child) is dict or type(child) is list]


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and infinity, which Python's parser accepts."""
    raise InvalidData(name, "JSON has no such number")


def dumps(value: object, *, sort_keys: bool = False) -> str:
    """Return the value as JSON in one line, without spaces.

    Raises:
        ValueError: for a number that JSON does not have.
        TypeError: for a type that JSON does not have.
    """
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=sort_keys
    )


def whole(value: object, place: str) -> int:
    """Return the value, which has to be a whole number.

    Raises:
        InvalidData: when it is not; :func:`text`, :func:`array` and :func:`mapping` raise it too.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidData(place, f"a whole number is wanted, not {shown(value)}")
    return value


def as_whole(value: object) -> int | None:
    """Return the whole number that a value is, also when it is written ``3.0``; None for others.

    Only the wire allows that: JSON has one kind of number, and some languages write no other.
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def with_whole_numbers(data: object) -> object:
    """Return plain data in which each number that :func:`as_whole` reads is an ``int``."""
    if is_object(data):
        return {key: with_whole_numbers(value) for key, value in data.items()}
    if is_array(data):
        return [with_whole_numbers(value) for value in data]
    number = as_whole(data)
    return data if number is None else number


def text(value: object, place: str) -> str:
    """Return the value, which has to be a string."""
    if not isinstance(value, str):
        raise InvalidData(place, f"a string is wanted, not {shown(value)}")
    return value


def merge_patch(value: object, patch: object) -> object:
    """Return a JSON value with the changes of a JSON Merge Patch (RFC 7396).

    Objects are merged key by key, and null deletes a key; any other value replaces the old one.
    """
    if not is_object(patch):
        return patch
    merged = dict(value) if is_object(value) else {}
    for key, change in patch.items():
        if change is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), change)
    return merged


def array(value: object, place: str) -> Sequence[object]:
    """Return the value, which has to be an array."""
    if not is_array(value):
        raise InvalidData(place, f"an array is wanted, not {shown(value)}")
    return value


def mapping(value: object, place: str) -> Mapping[str, object]:
    """Return the value, which has to be an object."""
    if not is_object(value):
        raise InvalidData(place, f"an object is wanted, not {shown(value)}")
    return value


def is_object(value: object) -> TypeGuard[dict[str, object]]:
    """Return whether plain data is an object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[object]]:
    """Return whether plain data is an array."""
    return isinstance(value, list)


def value_at(data: object, pointer: str) -> object:
    """Return the value at a JSON Pointer without escapes, or MISSING."""
    for part in pointer.split("/")[1:]:
        if is_array(data) and _INDEX.fullmatch(part) and int(part) < len(data):
            data = data[int(part)]
        elif is_object(data) and part in data:
            data = data[part]
        else:
            return MISSING
    return data


def replaced(within: object, keys: Sequence[str], value: object) -> object:
    """Return a copy of plain data with another value under these keys and indices.

    The last key may be a new one.
    """
    if not keys:
        return value
    if is_object(within):
        return {**within, keys[0]: replaced(within.get(keys[0]), keys[1:], value)}
    copy = [*array(within, "/".join(keys))]
    copy[int(keys[0])] = replaced(copy[int(keys[0])], keys[1:], value)
    return copy


def loads_toml(text: str | bytes) -> Mapping[str, object]:
    """Parse a TOML text. Bytes are UTF-8, with or without a byte order mark.

    Raises:
        InvalidData: when it is not UTF-8, not TOML, nested too deep, or has a dotted key with too
            many parts. Its place is the line, when it is known.
    """
    import tomllib  # slow to import, and not needed to play

    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise InvalidData(f"line {line}", "this is not UTF-8") from None
    if (found := _LONG_KEY.search(text)) is not None:
        line = text.count("\n", 0, found.start()) + 1
        problem = f"a key has more than {DEEPEST_KEY} parts with dots between them"
        raise InvalidData(f"line {line}", problem)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidData("data", _TOO_DEEP) from None
    except tomllib.TOMLDecodeError as error:
        problem, _, place = str(error).partition(" (at ")
        raise InvalidData(place.rstrip(")") or "data", f"this is no TOML: {problem}") from None
    except ValueError:
        raise InvalidData("data", _TOO_LARGE) from None


def read_toml(package: str, name: str) -> Mapping[str, object]:
    """Parse the TOML file ``name`` of a package.

    Raises:
        InvalidData: when it can't be read or parsed. Its place has the package and the file, and,
            when parsing fails, the place in the text.
    """
    return _read_file(package, name, loads_toml)


def read_json(package: str, name: str) -> object:
    """Parse the JSON file ``name`` of a package, compressed if the name ends in ``.gz``.

    Raises:
        InvalidData: as :func:`read_toml` does.
    """
    return _read_file(package, name, loads)


def read_parts(package: str, name: str) -> Sequence[str]:
    """Return the text of the TOML file ``name`` of a package, cut before each list of tables.

    Such a list, like ``[[rule]]``, has no dot in its name, and goes on to the next one.

    Raises:
        InvalidData: when it can't be read.
    """
    return _read_file(package, name, re.compile(r"^(?=\[\[\w+\]\]$)", re.MULTILINE).split)


def _read_file(package: str, name: str, parse: Callable[[str], _T]) -> _T:
    from importlib import resources  # slow to import, as above

    try:
        content = resources.files(package).joinpath(name).read_bytes()
        # 31 makes zlib expect the header of gzip.
        content = zlib.decompress(content, 31) if name.endswith(".gz") else content
        return parse(content.decode())
    except (OSError, ImportError, UnicodeDecodeError, zlib.error) as error:
        raise InvalidData(f"{package}/{name}", f"it can't be read: {error}") from None
    except InvalidData as error:
        raise InvalidData(f"{package}/{name}: {error.place}", error.problem) from None
