"""JSON, read strictly and written in one line."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Final, NoReturn, cast

from fireflies._faults import InvalidData
from fireflies.values import shown

DEEPEST: Final = 64
"""How deep data may be nested: far from where Python itself would give up."""

_TOO_DEEP: Final = "this is nested too deep"


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
