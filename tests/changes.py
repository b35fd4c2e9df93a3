"""A way to change a part of plain data."""

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
