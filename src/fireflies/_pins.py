"""Large values of options as pins: the digest of their data, by which they are found again.

A pin of a value that ships with a game has its name too. A pin without a name stands for a value
that is kept in a file of its own, in the folder of the games that were played with it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from fireflies._data import dumps, is_object
from fireflies._typing import cached
from fireflies.contract import InvalidOptions
from fireflies.errors import shown

_DIGEST: Final = re.compile("[0-9a-f]{64}")
NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


def kept_path(digest: str) -> str:
    """Return where a value with this digest is kept, from the folder of the games."""
    return f"boxes/{digest}.json"


def to_bytes(value: object) -> bytes:
    """Return the content of a file with this value: its JSON with sorted keys."""
    return dumps(value, sort_keys=True).encode()


def digest_of(value: object) -> str:
    """Return the SHA-256 of the JSON of this data with sorted keys, in hexadecimal."""
    return sha256(to_bytes(value)).hexdigest()


@cached(64)  # each record that is pinned names its box, which never changes
def _digest_of(load: Callable[[], object]) -> str:
    return digest_of(load())


def is_pin(value: object) -> bool:
    """Return whether a value has the form of a pin."""
    return is_object(value) and value.keys() in ({"name", "sha256"}, {"sha256"})


class Pinnable:
    """The methods of an option about values that ship, or are kept elsewhere."""

    __slots__ = ()
    name: str
    named: Mapping[str, Callable[[], object]]
    former: Mapping[str, Sequence[Callable[[], object]]]

    def pin(self, name: str) -> Mapping[str, str]:
        """Return the pin of a named value: its name and the digest of its data."""
        return {"name": name, "sha256": _digest_of(self.named[name])}

    def complete(self, value: object) -> object:
        """Return the data that ships under a name; any other value unchanged."""
        if isinstance(value, str) and value in self.named:
            return self.named[value]()
        return value

    def pinned(self, value: object, kept: Collection[str] = ()) -> object:
        """Return the pin of a value that ships, or did so; any other value unchanged.

        So is a value pinned whose digest is in ``kept``, without a name.
        """
        if not (self.named or kept):
            return value
        if isinstance(value, str) and value in self.named:
            return self.pin(value)
        digest = digest_of(value)
        for name in self.named:
            if any(digest == _digest_of(load) for load in self._loads(name)):
                return {"name": name, "sha256": digest}
        return {"sha256": digest} if digest in kept else value

    def first_named(self, value: object) -> object:
        """Return the data that first shipped under this name; any other value unchanged."""
        former = self.former.get(value, ()) if isinstance(value, str) else ()
        return former[0]() if former else value

    def unpin(self, value: object, kept: Mapping[str, object] = NOTHING) -> object:
        """Return the data of a pin; any other value unchanged.

        Values that shipped in earlier versions are found by their digests too. ``kept`` are values
        by their digests.

        Raises:
            InvalidOptions: when there is no such name, none of its data has this digest, or no
                value is kept with it.
        """
        if not is_object(value) or not is_pin(value):
            return value
        name, digest = value.get("name"), value["sha256"]
        if "name" not in value:
            if isinstance(digest, str) and _DIGEST.fullmatch(digest):
                return self._find(digest, kept)
            return value
        if not self.named:
            return value
        if not isinstance(name, str) or name not in self.named:
            known = ", ".join(self.named)
            raise InvalidOptions(self.name, f"nothing is called {shown(name)}, only {known}")
        for load in self._loads(name):
            if digest == _digest_of(load):
                return load()
        raise InvalidOptions(self.name, f"{name!r} has another digest here: its data differs")

    def _loads(self, name: str) -> tuple[Callable[[], object], ...]:
        """Return the functions for all that ships, or did so, under a name."""
        return (self.named[name], *self.former.get(name, ()))

    def _find(self, digest: str, kept: Mapping[str, object]) -> object:
        try:
            return kept[digest]
        except KeyError:
            problem = f"it was kept as {kept_path(digest)} beside these games, and is missing there"
            raise InvalidOptions(self.name, problem) from None


def changed(
    options: Iterable[Pinnable],
    values: Mapping[str, object],
    change: Callable[[Pinnable, object], object],
) -> dict[str, object]:
    """Return the values by name, each changed for its option; those without an option stay."""
    found = {it.name: change(it, values[it.name]) for it in options if it.name in values}
    return {**values, **found}


def own_values(options: Iterable[Pinnable], values: Mapping[str, object]) -> dict[str, object]:
    """Return, by digest, the values of these options that do not ship under a name."""
    found = [(it, values[it.name]) for it in options if it.name in values]
    return {digest_of(value): value for it, value in found if not is_pin(it.pinned(value))}
