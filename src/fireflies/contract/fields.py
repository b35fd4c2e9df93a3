"""The fields of actions and events in texts and as plain data."""

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Protocol, cast, runtime_checkable

from fireflies._texts import listed, many, printed
from fireflies._typing import cached

NO_TEXT = "its class has neither {} nor a __str__"
"""The message about an action or an event without a text."""


@runtime_checkable
class _HasJson(Protocol):
    def to_json(self) -> Mapping[str, object]: ...


def has_own_text(kind: type) -> bool:
    """Return True when the values of a class say how they are written, as a card does."""
    return any("__str__" in base.__dict__ for base in kind.__mro__ if base is not object)


def names_in(kind: type) -> Sequence[str] | None:
    """Return the names of the fields of a named tuple, None for any other class."""
    return cast("Sequence[str] | None", getattr(kind, "_fields", None))


def fields_to_json(thing: object, names: Sequence[str]) -> dict[str, object]:
    """Return these fields of an action or an event as plain data, by name."""
    return {name: to_plain(getattr(thing, name)) for name in names}


def to_plain(value: object) -> object:
    """Return a value as plain data.

    Numbers, texts and None are returned as they are, and a value with a text of its own is that
    text. A named tuple is an object, another tuple a list.
    """
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, _HasJson):
        return value.to_json()
    kind: type = type(value)
    names = names_in(kind)
    if has_own_text(kind) or not isinstance(value, tuple):
        return str(value)
    if names is not None:
        return fields_to_json(cast("object", value), names)
    return [to_plain(part) for part in cast("tuple[object, ...]", value)]


@cached(1000)  # more than the templates of all games
def parts_of(template: str) -> tuple[tuple[str, str, str], ...]:
    """Return the parts of a template: a text, the name of the field after it, its format."""
    return tuple(
        (text, name or "", words or "") for text, name, words, _ in Formatter().parse(template)
    )


def filled(template: str, thing: object, names: Sequence[str] = ()) -> str:
    """Return a template with the fields and properties of an event in their places.

    The fields in ``names`` are names of components, and are told as they are printed.
    """
    found: list[str] = []
    for text, name, words in parts_of(template):
        value: object = getattr(thing, name) if name else ""
        found += (text, _told(_as_printed(value) if name in names else value, words))
    return "".join(found)


def _as_printed(value: object) -> object:
    """Return names of components as they are printed; a hidden one stays hidden."""
    if isinstance(value, tuple):
        return tuple([_as_printed(part) for part in cast("tuple[object, ...]", value)])
    return value if value is None else printed(str(value))


def _told(value: object, words: str) -> str:
    """Return a value in a sentence: in these words when it is hidden, counted with them."""
    if type(value) is tuple:
        return listed([str(part) for part in cast("tuple[object, ...]", value)])
    if words and value is None:
        return words
    return many(value, words) if words and isinstance(value, int) else str(value)
