"""Plain data whose parts have a path, for strict readers of data with many levels.

:class:`~fireflies._data.Entry` suits a list of flat tables, which people know by their ids. Here a
message names the JSON Pointer of a value, like ``/boards/0/islands/3/at``.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from fireflies._data import array, mapping, text
from fireflies.errors import InvalidData, InvalidNotation, shown

_Name = TypeVar("_Name", bound=str)
_T = TypeVar("_T")


class Node:
    """A value of plain data with its path. The methods raise InvalidData for a wrong value."""

    __slots__ = ("path", "value")

    def __init__(self, value: object, path: str = "") -> None:
        self.value: Final = value
        self.path: Final = path
        """A JSON Pointer without escapes; empty for the outermost value."""

    @property
    def place(self) -> str:
        """The path, for messages."""
        return self.path or "/"

    def error(self, problem: str) -> InvalidData:
        """Return an error about this place."""
        return InvalidData(self.place, problem)

    def members(self) -> "dict[str, Node]":
        """Return the values of an object with any keys."""
        found = mapping(self.value, self.place)
        return {key: Node(value, f"{self.path}/{key}") for key, value in found.items()}

    def entries(self, *keys: str, optional: Sequence[str] = ()) -> "dict[str, Node]":
        """Return the values of an object with exactly these keys, and perhaps the optional ones."""
        found = self.members()
        for key in found:
            if key not in keys and key not in optional:
                there = ", ".join([*keys, *optional])
                raise self.error(f"there is no key {shown(key)} here, only {there}")
        for key in keys:
            if key not in found:
                raise self.error(f"the key {key} is missing")
        return found

    def elements(self, counts: range | None = None) -> "list[Node]":
        """Return the values of an array, whose length has to be in the range."""
        found = array(self.value, self.place)
        if counts is not None and len(found) not in counts:
            raise self.error(f"{_range_text(counts)} entries are wanted, not {len(found)}")
        return [Node(value, f"{self.path}/{index}") for index, value in enumerate(found)]

    def whole(self, allowed: range) -> int:
        """Return the value, which has to be a whole number in the range."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
            kind = "a whole number from " if len(allowed) > 1 else ""
            raise self.error(f"{kind}{_range_text(allowed)} is wanted, not {shown(value)}")
        return value

    def text(self) -> str:
        """Return the value, which has to be a string."""
        return text(self.value, self.place)

    def parsed(self, read: Callable[[str], _T]) -> _T:
        """Return what is read from the value, which has to be a string in a notation."""
        try:
            return read(self.text())
        except InvalidNotation as error:
            raise self.error(str(error)) from None

    def one_of(self, names: Sequence[_Name]) -> _Name:
        """Return the value, which has to be one of these names."""
        for name in names:
            if self.value == name:
                return name
        wanted = f"one of {', '.join(names)}" if len(names) > 1 else names[0]
        raise self.error(f"{wanted} is wanted, not {shown(self.value)}")

    def flag(self) -> bool:
        """Return the value, which has to be true or false."""
        if not isinstance(self.value, bool):
            raise self.error(f"true or false is wanted, not {shown(self.value)}")
        return self.value


def _range_text(allowed: range) -> str:
    return f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
