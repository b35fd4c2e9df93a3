"""The sample box, and files in which people describe the boxes that they own."""

from collections.abc import Mapping
from typing import Final

from fireflies._data import is_array, is_object, loads, loads_toml
from fireflies._data import read_json as read_package_json
from fireflies._nodes import Node
from fireflies._typing import cached, override
from fireflies.certainty import check_certainty, contents
from fireflies.errors import shown
from fireflies.games import OptionFile
from fireflies.misbehavin.box.cards import EDITION, FACTIONS
from fireflies.misbehavin.box.contents import Box
from fireflies.misbehavin.box.effect_reading import NAME
from fireflies.misbehavin.box.limits import COPIES
from fireflies.misbehavin.box.reading import read_json
from fireflies.misbehavin.box.summary import summary
from fireflies.misbehavin.box.template import template
from fireflies.misbehavin.clauses import Clause
from fireflies.options import BoxReader

SAMPLE: Final = "sample"
"""The name of the box that ships with fireflies, on the wire too."""

WORKSHOP: Final = "workshop"
"""The name of a second box that ships with fireflies, for options of the command line."""

_CARD_DEFAULTS: Final[Mapping[str, object]] = {
    **dict.fromkeys(("cost", "influence", "power"), 0),
    **{key: [] for key in ("attributes", "needs", "required", "ongoing", "abilities")},
    "icons": {},
}
_ORIGIN: Final = {"game": "misbehavin", "edition": EDITION}
"""The game and the edition that the file of a box may name."""
_BY_HAND: Final[Mapping[str, object]] = {"effects": []}
"""The parts that an ability with printed words may leave out besides."""
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
    "/episodes/reavers": {"raid": [], "reward": []},
}
"""The parts of a box that a file may leave out, by path without indexes."""


@cached()
def default_box() -> Box:
    """Return the box that ships with fireflies; ``box.json`` says how certain its figures are."""
    return _shipped("box.json")


@cached()
def first_box() -> Box:
    """Return the box that shipped under the name ``sample`` with fireflies 0.1.0."""
    return _shipped("box-0.1.0.json.gz")


@cached()
def workshop_box() -> Box:
    """Return a small box that shows the language of cards, with abilities done by hand too."""
    return _shipped("workshop.json")


def _shipped(file: str) -> Box:
    data = Node(read_package_json("fireflies.misbehavin", file))
    return read_json(data.members()["box"].value)


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

        A file that begins with a brace is JSON, any other TOML. A card with the key ``copies`` is
        there so often, under names of its own: those of the copies end in -2, -3 and so on. Where
        the box is under the key ``box``, the keys ``certainty``, ``game`` and ``edition`` may stand
        beside it, and ``about``, ``name`` and ``says`` with any text.

        Raises:
            InvalidData: for the first thing that is wrong, with the line or the path in the box.
        """
        bare = content.removeprefix(b"\xef\xbb\xbf")
        document = loads(bare) if bare.lstrip().startswith(b"{") else loads_toml(bare)
        found, certainty = contents(document, "box", _ORIGIN)
        data = _with_copies(_complete(found))
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
    omitted = {**_OMITTED[path], **(_BY_HAND if "words" in value else {})}
    return {key: _complete(it, f"{path}/{key}") for key, it in {**omitted, **value}.items()}


def _with_copies(value: object) -> object:
    """Return the data of a box whose cards with the key ``copies`` are there so often.

    Copies stand behind all other cards, so that an error has the path of the file. Data of another
    form stays as it is.

    Raises:
        InvalidData: for a wrong number of copies, or when the name of a copy is too long or taken.
    """
    given = value.get("cards") if is_object(value) else None
    if not is_object(value) or not is_array(given) or not all(map(is_object, given)):
        return value
    nodes = [it.members() for it in Node(value).members()["cards"].elements()]
    cards = [{key: it.value for key, it in node.items() if key != "copies"} for node in nodes]
    for card, node in zip([*cards], nodes, strict=True):
        if "copies" in node:
            count = node["copies"].whole(COPIES)
            names = [f"{card.get('name')}-{number}" for number in range(2, count + 1)]
            for name in names:
                if NAME.fullmatch(name) is None or name in [it.get("name") for it in cards]:
                    problem = f"another name of the card is wanted: a copy can't be {shown(name)}"
                    raise node["copies"].error(problem)
            cards += [{**card, "name": name} for name in names]
    return {**value, "cards": cards}
