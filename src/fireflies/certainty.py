"""Box files: the box, and the certainty of its figures by JSON path, a word and a source."""

from collections.abc import Iterable, Iterator
from typing import Final

from fireflies._data import is_array, is_object
from fireflies._nodes import Node
from fireflies.errors import shown

CERTAINTIES: Final = ("printed", "measured", "inferred", "invented")
"""The certainties of a figure, from the surest down."""
_ABOUT: Final = ("about", "game", "edition", "name", "says")
"""Keys beside the box that may say anything."""


def box_parts(document: object) -> tuple[object, Node | None]:
    """Return the box of a file, and the certainty of its parts.

    A file has the box itself, or an object with ``box`` and perhaps ``certainty``.

    Raises:
        InvalidData: when there is another key beside ``box``.
    """
    if not is_object(document) or "box" not in document:
        return document, None
    parts = Node(document).entries("box", optional=("certainty", *_ABOUT))
    return parts["box"].value, parts.get("certainty")


def check_certainty(node: Node, box: object, *omitted: str) -> None:
    """Check how certain the parts of a box are.

    A word alone is the certainty of the whole box. ``omitted`` are paths of parts that the box may
    leave out.

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
    """Yield the path of everything in plain data that has no parts."""
    parts: Iterable[tuple[object, object]] = ()
    if is_object(value):
        parts = value.items()
    elif is_array(value):
        parts = enumerate(value)
    yield from [leaf for key, part in parts for leaf in _leaves(part, f"{path}/{key}")] or [path]
