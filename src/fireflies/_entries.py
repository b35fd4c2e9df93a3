"""Tables of TOML and objects of JSON, whose values are read one by one and checked."""

from collections.abc import Callable, Mapping
from math import inf
from typing import TypeVar

from fireflies._data import array, mapping, text, whole
from fireflies.errors import InvalidData, shown

_T = TypeVar("_T")


class Entry:
    """A table of TOML or an object of JSON, whose values are read one by one.

    The reading methods raise InvalidData when the value has another type or, unless they say
    otherwise, when the key is missing. :meth:`end` refuses the keys that were not read.
    """

    def __init__(self, data: object, place: str) -> None:
        self._unread = dict(mapping(data, place))
        self.place = place
        """The place of the entry, for error messages."""

    def anything(self, key: str) -> object:
        """Read a value of any type."""
        if key not in self._unread:
            raise InvalidData(self.place, f"the key {key} is missing")
        return self._unread.pop(key)

    def peek(self, key: str) -> str:
        """Return a text but keep its key unread; empty when the key is missing."""
        return text(self._unread.get(key, ""), f"{self.place}: {key}")

    def peek_all(self, key: str, name: str) -> list[str]:
        """Return the text ``name`` of each table of a list, as :meth:`peek` does."""
        listed = Entry({key: self._unread.get(key, [])}, self.place)
        return [it.peek(name) for it in listed.entries(key)]

    def text(self, key: str) -> str:
        """Read a text that is not blank."""
        found = text(self.anything(key), f"{self.place}: {key}")
        if not found.strip():
            raise InvalidData(f"{self.place}: {key}", "it is blank")
        return found

    def text_or_nothing(self, key: str) -> str:
        """Read a text that is not blank; empty when the key is missing."""
        return self.text(key) if key in self._unread else ""

    def number(self, key: str, least: int, most: float = inf) -> int:
        """Read a whole number from ``least`` to ``most``."""
        found = whole(self.anything(key), f"{self.place}: {key}")
        if found < least:
            raise InvalidData(f"{self.place}: {key}", f"{shown(found)} is less than {least}")
        if found > most:
            raise InvalidData(f"{self.place}: {key}", f"{shown(found)} is more than {most}")
        return found

    def number_or_none(self, key: str, most: float = inf) -> int | None:
        """Read a whole number from 0; None when the key is missing or its value is null."""
        if self._unread.get(key) is None:
            self._unread.pop(key, None)
            return None
        return self.number(key, 0, most)

    def flag(self, key: str) -> bool:
        """Read true or false; false when the key is missing."""
        found = self._unread.pop(key, False)
        if not isinstance(found, bool):
            raise InvalidData(
                f"{self.place}: {key}", f"true or false is wanted, not {shown(found)}"
            )
        return found

    def has(self, key: str) -> bool:
        """Return whether the entry has this key and it was not read yet."""
        return key in self._unread

    def table(self, key: str) -> Mapping[str, object]:
        """Read a table with any content."""
        return mapping(self.anything(key), f"{self.place}: {key}")

    def table_or_nothing(self, key: str) -> Mapping[str, object]:
        """Read a table with any content; empty when the key is missing."""
        return self.table(key) if key in self._unread else {}

    def texts(self, key: str) -> tuple[str, ...]:
        """Read a list of texts; empty when the key is missing."""
        place = f"{self.place}: {key}"
        return tuple(text(one, place) for one in array(self._unread.pop(key, []), place))

    def entries(self, key: str) -> "list[Entry]":
        """Read a list of tables; empty when the key is missing."""
        found = array(self._unread.pop(key, []), f"{self.place}: {key}")
        return [
            Entry(one, f"{self.place}: {self._entry_name(key, number, one)}")
            for number, one in enumerate(found, 1)
        ]

    def each(self, key: str, read: "Callable[[Entry], _T]") -> tuple[_T, ...]:
        """Read a list of tables by a function, which reads all of each; empty without the key."""
        return tuple(_read_whole(one, read) for one in self.entries(key))

    def by_name(self, key: str, name: str, read: "Callable[[Entry], _T]") -> dict[str, _T]:
        """Read a list of tables as :meth:`each` does; return the results by the text ``name``."""
        found: dict[str, _T] = {}
        for one in self.entries(key):
            named = one.peek(name)
            if named in found:
                raise InvalidData(one.place, f"{named} stands in this file more than once")
            found[named] = _read_whole(one, read)
        return found

    def inner(self, key: str, read: "Callable[[Entry], _T]") -> _T:
        """Read a table by a function, which reads all of it."""
        return _read_whole(Entry(self.table(key), f"{self.place}: {key}"), read)

    def _entry_name(self, key: str, number: int, entry: object) -> str:
        """Return a name for an entry of a list: the list's key and the entry's id or number."""
        named = mapping(entry, f"{self.place}: {key} {number}").get("id")
        return f"{key} {named if isinstance(named, str) and named else number}"

    def end(self) -> None:
        """Raise InvalidData for a key that was not read."""
        for key in self._unread:
            raise InvalidData(self.place, f"there is no key {shown(key)} here")


def _read_whole(entry: Entry, read: Callable[[Entry], _T]) -> _T:
    found = read(entry)
    entry.end()
    return found
