"""The sample box, and files with boxes of their owners."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from fireflies._data import dumps, is_array, is_object, loads, loads_toml
from fireflies._data import read_json as read_package_json
from fireflies._nodes import Node
from fireflies._typing import override
from fireflies.certainty import check_certainty, contents
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData, shown
from fireflies.games import OptionFile
from fireflies.misbehavin.box import Box
from fireflies.misbehavin.cards import FACTIONS
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.reading import read_json
from fireflies.misbehavin.summary import summary
from fireflies.misbehavin.template import template

SAMPLE: Final = "sample"
"""The name of the box that ships with fireflies, on the wire too."""

_CARD: Final[Mapping[str, object]] = {
    **dict.fromkeys(("cost", "influence", "power"), 0),
    **{key: [] for key in ("attributes", "needs", "required", "ongoing", "abilities")},
    "icons": {},
}
_ORIGIN: Final = {"game": "misbehavin", "edition": "2022"}
"""The game and the edition that the file of a box may name."""
_OMITTED: Final[Mapping[str, Mapping[str, object]]] = {
    "": {"reavers": [], "episodes": []},
    "/cards": _CARD,
    "/cards/abilities": {"cost": []},
    "/supply": _CARD,
    "/supply/abilities": {"cost": []},
    "/verse": {},
    **{f"/verse/{faction}": {"actions": []} for faction in FACTIONS},
    "/reavers": {"raid": [], "reward": []},
    "/episodes": {"supply": None, "side": None, "wins": []},
    "/episodes/wins": {"faction": None},
}
"""The parts of a box that a file may leave out, by path without indexes."""


@cache
def sample_box() -> Box:
    """Return the box that ships with fireflies; ``box.json`` says how certain its parts are."""
    file = Node(read_package_json("fireflies.misbehavin", "box.json"))
    return read_json(file.members()["box"].value)


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
        return _interned(_read_text(dumps(given)))
    except InvalidData as error:
        raise InvalidOptions("box", f"{error.place}: {error.problem}", Clause.SETUP_BOX) from None
    except (TypeError, ValueError, RecursionError):
        problem = "an object with plain data is wanted"
        raise InvalidOptions("box", problem, Clause.SETUP_BOX) from None


@lru_cache(maxsize=64)  # programs set up many games with the same box
def _read_text(text: str) -> Box:
    box = read_json(loads(text))
    return sample_box() if box == sample_box() else box


@lru_cache(maxsize=64)  # asked at each reading, so that it has every box whose text is kept
def _interned(box: Box) -> Box:
    """Return the first box that was equal to this one, so that equal boxes are one object."""
    return box


class BoxFile(OptionFile):
    """The file format for an owner's box: TOML or JSON, the box itself or with its certainty."""

    @override
    def template(self) -> str:
        """Return a file to edit: the sample as TOML, with what each part means."""
        return template(sample_box().to_json())

    @override
    def read_file(self, content: bytes, /) -> object:
        """Return the box of a file as the wire has it.

        A file that begins with a brace is JSON. With the key ``box`` there may be ``certainty``,
        the game and its edition, and ``about``, ``name`` and ``says``, which may say anything.

        Raises:
            InvalidData: for the first thing that is wrong, with the line or the path in the box.
        """
        bare = content.removeprefix(b"\xef\xbb\xbf")
        document = loads(bare) if bare.lstrip().startswith(b"{") else loads_toml(bare)
        found, certainty = contents(document, "box", _ORIGIN)
        data = _complete(found)
        box = read_json(data)
        if certainty is not None:
            check_certainty(certainty, data)
        return box.to_json()

    @override
    def describe(self, value: object, /) -> str:
        """Return the counts of a box, its differences from the sample, and its cards.

        Raises:
            InvalidData: when the value is not a box.
        """
        if value == SAMPLE:
            return _OURS
        yours = read_json(value)
        return _OURS if yours == sample_box() else "\n".join(summary(yours, sample_box()))


_OURS: Final = "This is the sample that ships with fireflies."


def _complete(value: object, path: str = "") -> object:
    """Return the data of a box with default values added; data of another form stays as it is."""
    if is_array(value):
        return [_complete(it, path) if is_object(it) else it for it in value]
    if path not in _OMITTED or not is_object(value):
        return value
    return {key: _complete(it, f"{path}/{key}") for key, it in {**_OMITTED[path], **value}.items()}
