"""Parts of plain data, by path: change one, list all."""

from collections.abc import Mapping
from typing import Final

from fireflies._data import is_array, is_object

GONE: Final = object()
"""In place of a value: the key or the entry is not there."""


def changed(data: object, path: str, value: object) -> object:
    """Return plain data with another value at a path; an array gets a new entry at ``-``."""
    key, _, rest = path.removeprefix("/").partition("/")
    if is_array(data):
        entries = list(data)
        index = len(entries) if key == "-" else int(key)
        if rest:
            entries[index] = changed(entries[index], rest, value)
        else:
            entries[index : index + 1] = [] if value is GONE else [value]
        return entries
    assert is_object(data)
    members = dict(data)
    if rest:
        members[key] = changed(members[key], rest, value)
    elif value is GONE:
        del members[key]
    else:
        members[key] = value
    return members


def object_of(value: object) -> Mapping[str, object]:
    """Return the value; require that it is an object."""
    assert is_object(value)
    return value


def array_of(value: object) -> list[object]:
    """Return the value; require that it is an array."""
    assert is_array(value)
    return value


def leaves(value: object, path: str = "") -> list[str]:
    """Return the path of everything in the data that has no parts."""
    if is_object(value) and value:
        return [leaf for key, part in value.items() for leaf in leaves(part, f"{path}/{key}")]
    if is_array(value) and value:
        return [leaf for key, part in enumerate(value) for leaf in leaves(part, f"{path}/{key}")]
    return [path]
