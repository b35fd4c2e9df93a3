"""Data files entry by entry: what stands in them is read once, and what nobody reads is refused.

The rulebooks of games are read with it, and whatever else people type in as tables of tables.
"""

from collections.abc import Mapping

from fireflies._faults import InvalidData
from fireflies._shapes import array, mapping, text, whole
from fireflies.values import shown


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
