"""Values of plain data that have to be of a certain type: the readers of JSON and TOML use these.

Most functions take a value and the place where it stands, and give the value back.
"""

from collections.abc import Mapping, Sequence
from typing import TypeGuard, cast

from fireflies._faults import InvalidData
from fireflies.values import shown


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
