"""The sample box, and files with boxes of their owners."""

from functools import cache, lru_cache
from typing import Final

from fireflies._data import dumps, is_object, loads, mapping
from fireflies._data import read_json as read_package_json
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData, shown
from fireflies.misbehavin.box import Box
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.reading import read_json

SAMPLE: Final = "sample"
"""The name of the box that ships with fireflies, on the wire too."""


@cache
def sample_box() -> Box:
    """Return the box that ships with fireflies; ``box.json`` says how certain its parts are."""
    data = mapping(read_package_json("fireflies.misbehavin", "box.json"), "box.json")
    return read_json(data["box"])


def read_box(given: object) -> Box:
    """Return the box of a name or of plain data; the only name is ``sample``.

    Raises:
        InvalidOptions: for the first thing that is wrong, with its path and what would fit.
    """
    if given == SAMPLE:
        return sample_box()
    if isinstance(given, Box):
        return given
    if not is_object(given):
        problem = f"{SAMPLE} or an object is wanted, not {shown(given)}"
        raise InvalidOptions("box", problem, Clause.SETUP_BOX)
    try:
        return _read_text(dumps(given))
    except InvalidData as error:
        raise InvalidOptions("box", f"{error.place}: {error.problem}", Clause.SETUP_BOX) from None
    except (TypeError, ValueError, RecursionError):
        problem = "an object with plain data is wanted"
        raise InvalidOptions("box", problem, Clause.SETUP_BOX) from None


@lru_cache(maxsize=64)  # programs set up many games with the same box
def _read_text(text: str) -> Box:
    box = read_json(loads(text))
    return sample_box() if box == sample_box() else _interned(box)


@lru_cache(maxsize=64)
def _interned(box: Box) -> Box:
    """Return the first box that was equal to this one."""
    return box
