"""The JSON Schema of the options: what the game reads fits, what is broken does not."""

import json
from functools import cache
from typing import Final

import pytest
from jsonschema import Draft202012Validator

from fireflies import schemas
from fireflies._data import is_array, is_object
from fireflies.chance import Draws
from fireflies.contract import InvalidOptions
from fireflies.misbehavin.box.boxfile import default_box
from fireflies.misbehavin.box.options import read_options
from fireflies.misbehavin.box.random_boxes import random_options
from tests.changes import GONE, changed
from tests.misbehavin.small import SMALL, ability, card, supply_card
from tests.misbehavin.test_box import ABILITIES, FITTING, LENGTHS, NUMBERS, TEXTS

SMALLEST: Final = {**read_options({"box": SMALL}).to_json(), "box": SMALL}
PARTS: Final = {
    "cards": "card",
    "supply": "supply_card",
    "boards": "board",
    "verse": "verse",
    "reavers": "reaver",
    "episodes": "episode",
}
"""The definition of an entry of each part of a box."""


@cache
def validator() -> Draft202012Validator:
    """Return a validator for the schema."""
    return Draft202012Validator(schemas.schema("misbehavin/options"))


@cache
def of_box(name: str = "box") -> Draft202012Validator:
    """Return a validator for a box, or for another part of it."""
    whole = validator().schema
    assert is_object(whole)
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


def fits(path: str, value: object) -> bool:
    """Return whether the small box fits with another value at a path.

    Where the path leads into an entry, only that one is checked, which is faster.
    """
    top, _, rest = path.removeprefix("/").partition("/")
    key, _, inner = rest.partition("/")
    if not inner:
        return of_box().is_valid(changed(SMALL, path, value))
    entries = SMALL[top]
    if is_object(entries):
        entry = entries[key]
    else:
        assert is_array(entries)
        entry = entries[int(key)]
    return of_box(PARTS[top]).is_valid(changed(entry, f"/{inner}", value))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_options_fit(seed: int) -> None:
    """Those that are given, and those that are written."""
    drawn = json.loads(json.dumps(random_options(Draws(seed, "options"))))
    validator().validate(drawn)
    validator().validate(json.loads(json.dumps(read_options(drawn).to_json())))


def test_the_sample_fits() -> None:
    validator().validate({**SMALLEST, "box": "sample"})
    of_box().validate(json.loads(json.dumps(default_box().to_json())))


@pytest.mark.parametrize("path", sorted({*NUMBERS, *TEXTS, *LENGTHS}))
def test_the_limits_are_those_of_the_reader(path: str) -> None:
    """Numbers, texts and lengths that the reader takes fit, and the nearest others do not."""
    fitting: list[object] = []
    others: list[object] = []
    if path in NUMBERS:
        lowest, highest = NUMBERS[path]
        fitting, others = [lowest, highest], [lowest - 1, highest + 1, None, True, 0.5]
    if path in TEXTS:
        texts, refused = TEXTS[path]
        fitting = [*texts]
        others = [*(it for it in refused if not it.endswith("\n")), 0.5]
    if path in LENGTHS:
        few, many, _ = LENGTHS[path]
        others = [{}, ["tax"] * many, *([] if few is None else [["tax"] * few])]
    for value in fitting:
        assert fits(path, value), value
    for value in others:
        assert not fits(path, value), value


@pytest.mark.parametrize(("path", "found", "problem"), ABILITIES, ids=str)
def test_the_parts_of_an_ability_fit_each_other(
    path: str, found: dict[str, object], problem: str | None
) -> None:
    """As the reader says."""
    assert fits(f"{path}/abilities", [found]) is (problem is None)


@pytest.mark.parametrize(("path", "value"), FITTING, ids=str)
def test_what_goes_together_fits(path: str, value: object) -> None:
    assert fits(path, value)


BROKEN: Final[list[tuple[str, object]]] = [
    ("/players", 1),
    ("/players", 5),
    ("/factions", ["niska"]),
    ("/factions", ["niska", "niska"]),
    ("/factions", ["niska", "reavers"]),
    ("/starting_player", 4),
    ("/starting_player", -1),
    ("/sides", ["A"]),
    ("/sides", ["A", "C"]),
    ("/box", "mine"),
    ("/episode", ""),
    ("/episode", "Long"),
    ("/supply", "none"),
    ("/supply", ["misbehave", "palaver", "fei-wu"]),
    ("/supply", ["misbehave", "palaver", "fei-wu", "fei-wu"]),
    ("/supply", ["palaver", "palaver", "fei-wu", "misbehave"]),
    ("/supply", ["misbehave", "palaver", "fei-wu", "shiny"]),
    ("/reavers", 11),
    ("/turns", 0),
    ("/turns", 1001),
    ("/moves", 9),
    ("/moves", 1001),
]
"""A path in valid options, and a value there that the schema can refuse."""

BROKEN_BOX: Final[list[tuple[str, object]]] = [
    ("/boards/niska/A/power", {"2": 9, "3": 9, "4": 9}),
    ("/cards/0/icons/reavers", 1),
    ("/cards/0/attributes", ["A", "A"]),
    ("/cards/0", card("captain", "core")),
    ("/cards/40", GONE),
    ("/supply/0", supply_card("palaver")),
    ("/supply/1/kind", "maneuver"),
    ("/supply/1/influence", 1),
    ("/supply/1/power", 1),
    ("/supply/1/attributes", ["DEAL"]),
    ("/supply/1/needs", ["DEAL"]),
    ("/supply/1/required", ["draw 1"]),
    ("/supply/1/ongoing", ["nab 1"]),
    ("/supply/1/abilities", [ability("special")]),
    ("/verse/niska/actions", ["tax", "tax"]),
    ("/episodes/0/supply/0", "palaver"),
    ("/episodes/0/supply/3", "misbehave"),
    ("/episodes/0/wins/1/credits", 3),
    ("/episodes/0/wins/-", {"faction": None, "all": [{"credits": 5}]}),
    ("/episodes/0/wins/-", {"faction": None, "all": [{"credits": 5}, {"step": "steal"}]}),
    ("/episodes/0/reavers", []),
    ("/supply/0/both", False),
]
"""The same in the small box."""


@pytest.mark.parametrize(("path", "value"), BROKEN, ids=str)
def test_broken_options_do_not_fit(path: str, value: object) -> None:
    """The game refuses them, too."""
    broken = changed({**SMALLEST, "box": "sample"}, path, value)
    assert not validator().is_valid(broken)
    assert is_object(broken)
    with pytest.raises(InvalidOptions):
        read_options(broken)


@pytest.mark.parametrize(("path", "value"), BROKEN_BOX, ids=str)
def test_a_broken_box_does_not_fit(path: str, value: object) -> None:
    """Nor does the game read it."""
    assert not fits(path, value)
    with pytest.raises(InvalidOptions):
        read_options({"box": changed(SMALL, path, value)})
