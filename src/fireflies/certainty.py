"""Read the file of a box: its contents, and how certain each part is, by which source."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from fireflies._data import is_array, is_object
from fireflies._nodes import Node
from fireflies.errors import shown

CERTAINTIES: Final = ("printed", "reported", "measured", "inferred", "invented")
"""The certainties of a figure, from the surest down."""
_ABOUT: Final = ("about", "name", "says")
"""Keys of a file that may say anything."""


def contents(document: object, key: str, origin: Mapping[str, str]) -> tuple[object, Node | None]:
    """Return the value of a file, and the certainty of its parts.

    A file is either the value itself, or an object that :func:`read_labeled` reads.

    Raises:
        InvalidData: for an unknown key beside the given one, for another game or edition.
    """
    if not is_object(document) or key not in document:
        return document, None
    return read_labeled(document, key, origin)


def read_labeled(
    document: object, key: str, origin: Mapping[str, str]
) -> tuple[object, Node | None]:
    """Return the value that an object has under this key, and the certainty of its parts.

    Beside the key there may be ``certainty``; ``about``, ``name`` and ``says``, which may say
    anything; and the entries of ``origin``, the game and the edition that the value is for.

    Raises:
        InvalidData: when ``key`` is missing, for an unknown key, for another game or edition.
    """
    parts = Node(document).entries(key, optional=("certainty", *_ABOUT, *origin))
    for name, wanted in origin.items():
        if name in parts and parts[name].value != wanted:
            raise parts[name].error(f"{wanted!r} is wanted, not {shown(parts[name].value)}")
    return parts[key].value, parts.get("certainty")


def check_certainty(node: Node, box: object, *omitted: str) -> None:
    """Check the entry ``certainty`` of a file.

    One word is the certainty of the whole box; an object has a word and a source for each path.
    ``omitted`` are paths of parts that the box may leave out.

    Raises:
        InvalidData: for a path that leads to nothing, and for anything but a word and a source.
    """
    if node.value in CERTAINTIES:
        return
    paths = [*_leaves(box), *omitted]
    for path, entry in node.members().items():
        if not any(f"{leaf}/".startswith(f"{path}/") for leaf in paths):
            problem = f"{shown(path)} leads to nothing in the box; a path is like {paths[0]}"
            raise node.error(problem)
        match entry.value:
            case [str() as word, str()] if word in CERTAINTIES:
                continue
            case other:
                words = ", ".join(CERTAINTIES)
                problem = f"one of {words} and a source are wanted for {path}, not {shown(other)}"
                raise node.error(problem)


def _leaves(value: object, path: str = "") -> Iterator[str]:
    """Yield the path of each value in plain data that has no parts of its own."""
    parts: Iterable[tuple[object, object]] = ()
    if is_object(value):
        parts = value.items()
    elif is_array(value):
        parts = enumerate(value)
    yield from [leaf for key, part in parts for leaf in _leaves(part, f"{path}/{key}")] or [path]
