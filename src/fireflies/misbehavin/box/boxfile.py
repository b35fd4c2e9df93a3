"""The sample box, and files in which people describe the boxes that they own."""

from collections.abc import Mapping
from typing import Final

from fireflies._data import is_array, is_object, loads, loads_toml
from fireflies._data import read_json as read_package_json
from fireflies._nodes import Node
from fireflies._typing import cached, override
from fireflies.certainty import check_certainty, contents
from fireflies.games import OptionFile
from fireflies.misbehavin.box.cards import EDITION, FACTIONS
from fireflies.misbehavin.box.contents import Box
from fireflies.misbehavin.box.reading import read_json
from fireflies.misbehavin.box.summary import summary
from fireflies.misbehavin.box.template import template
from fireflies.misbehavin.clauses import Clause
from fireflies.options import BoxReader

SAMPLE: Final = "sample"
"""The name of the box that ships with fireflies, on the wire too."""

_CARD_DEFAULTS: Final[Mapping[str, object]] = {
    **dict.fromkeys(("cost", "influence", "power"), 0),
    **{key: [] for key in ("attributes", "needs", "required", "ongoing", "abilities")},
    "icons": {},
}
_ORIGIN: Final = {"game": "misbehavin", "edition": EDITION}
"""The game and the edition that the file of a box may name."""
_OMITTED: Final[Mapping[str, Mapping[str, object]]] = {
    "": {"reavers": [], "episodes": []},
    "/cards": _CARD_DEFAULTS,
    "/cards/abilities": {"cost": []},
    "/supply": _CARD_DEFAULTS,
    "/supply/abilities": {"cost": []},
    "/verse": {},
    **{f"/verse/{faction}": {"actions": []} for faction in FACTIONS},
    "/reavers": {"raid": [], "reward": []},
    "/episodes": {"supply": None, "side": None, "wins": []},
    "/episodes/wins": {"faction": None},
}
"""The parts of a box that a file may leave out, by path without indexes."""


@cached()
def default_box() -> Box:
    """Return the box that ships with fireflies; ``box.json`` says how certain its figures are."""
    file = Node(read_package_json("fireflies.misbehavin", "box.json"))
    return read_json(file.members()["box"].value)


read_box: Final = BoxReader(
    "box", read_json, default_box, lambda _: Clause.SETUP_BOX, shipped=SAMPLE
)
"""Returns the box of plain data; for the name ``sample`` the box that ships with fireflies."""


class BoxFile(OptionFile):
    """The file format for a person's box: TOML or JSON, the box alone or with its certainty."""

    @override
    def template(self) -> str:
        """Return a file to edit: the sample as TOML, with what each part means."""
        return template(default_box().to_json())

    @override
    def read_file(self, content: bytes, /) -> object:
        """Return the box of a file as the wire has it.

        A file that begins with a brace is JSON, any other TOML. Where the box is under the key
        ``box``, the keys ``certainty``, ``game`` and ``edition`` may stand beside it, and
        ``about``, ``name`` and ``says`` with any text.

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
            return _IS_SAMPLE
        yours = read_json(value)
        return _IS_SAMPLE if yours == default_box() else "\n".join(summary(yours, default_box()))


_IS_SAMPLE: Final = "This is the sample that ships with fireflies."


def _complete(value: object, path: str = "") -> object:
    """Return the data of a box with default values added; data of another form stays as it is."""
    if is_array(value):
        return [_complete(it, path) if is_object(it) else it for it in value]
    if path not in _OMITTED or not is_object(value):
        return value
    return {key: _complete(it, f"{path}/{key}") for key, it in {**_OMITTED[path], **value}.items()}
