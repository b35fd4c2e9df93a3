"""The JSON Schemas of Festival: options and states fit, what is broken does not."""

import json
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from fireflies._data import is_array, is_object, loads
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, InvalidOptions, Observer
from fireflies.festival import set_up
from fireflies.festival.options import OPTIONS, read_options
from fireflies.festival.random_boxes import random_options
from tests.changes import GONE, changed
from tests.festival.small import SMALL

SMALLEST: Final = {**read_options({"box": SMALL}).to_json()}


@cache
def validator(name: str) -> Draft202012Validator:
    """Return a validator for the schema of this name, as it is in the package."""
    file = resources.files("fireflies.festival").joinpath(f"{name}.schema.json")
    schema = loads(file.read_text(encoding="utf-8"))
    assert is_object(schema)
    return Draft202012Validator(schema)


def keys(data: object, path: str = "") -> Iterator[str]:
    """Yield the path of every key in the data, as in ``box.boards[].width``."""
    if is_object(data):
        for key, part in data.items():
            yield f"{path}.{key}"
            yield from keys(part, f"{path}.{key}")
    elif is_array(data):
        for part in data:
            yield from keys(part, f"{path}[]")


def described(schema: object, root: object, path: str = "") -> Iterator[str]:
    """Yield the path of every key that a schema describes."""
    assert is_object(schema)
    assert is_object(root)
    if isinstance(reference := schema.get("$ref"), str):
        definitions = root["$defs"]
        assert is_object(definitions)
        yield from described(definitions[reference.removeprefix("#/$defs/")], root, path)
    for key, part in members(schema, "properties"):
        yield f"{path}.{key}"
        yield from described(part, root, f"{path}.{key}")
    options = schema.get("anyOf", [])
    assert is_array(options)
    for option in options:
        yield from described(option, root, path)
    if "items" in schema:
        yield from described(schema["items"], root, f"{path}[]")


def members(schema: dict[str, object], key: str) -> list[tuple[str, object]]:
    found = schema.get(key, {})
    assert is_object(found)
    return [*found.items()]


@pytest.mark.long
@given(st.integers(0, 2**64 - 1))
def test_options_fit(seed: int) -> None:
    """Those that are given, and those that are written."""
    drawn = json.loads(json.dumps(random_options(Draws(seed, "options"))))
    validator("options").validate(drawn)
    validator("options").validate(json.loads(json.dumps(read_options(drawn).to_json())))


def test_every_key_of_the_options_is_described() -> None:
    """And every key that is described is written."""
    written: set[str] = set()
    for seed in range(60):
        written.update(keys(random_options(Draws(seed, "keys"))))
    schema = validator("options").schema
    assert written == set(described(schema, schema))
    assert [f".{option.name}" for option in OPTIONS] == [
        path for path in described(schema, schema) if path.count(".") == 1
    ]


def views(seed: int) -> Iterator[dict[str, object]]:
    """Yield what somebody sees of some states of a random play, and of its end."""
    draws = Draws(seed, "views")
    state = set_up(random_options(draws, one_in=1000)).start
    met = set[str]()
    while state.actor is not None:
        if state.phase not in met or not draws.below(50):
            met.add(state.phase)
            observer: Observer = draws.choose((None, SPECTATOR, *range(state.seats)))
            yield json.loads(json.dumps(state.view(observer).to_json()))
        state = state.apply(draws.choose(state.legal_actions))
    yield json.loads(json.dumps(state.view(0).to_json()))


@pytest.mark.long
def test_states_fit() -> None:
    """In every phase, with and without secrets; every key is described, and none more."""
    phases, written = set[tuple[object, bool]](), set[str]()
    for seed in range(25):
        for view in views(seed):
            validator("state").validate(view)
            phases.add((view["phase"], view["legal"] is None))
            written.update(keys(view))
    schema = validator("state").schema
    assert written == set(described(schema, schema))
    most_phases = {"tiles", "goals", "powers", "keep", "first", "turn", "recruit", "cross", "walk"}
    assert phases == {
        *((phase, False) for phase in (*most_phases, "to", "over")),
        *((phase, True) for phase in (*most_phases - {"tiles", "first"}, "to")),
    }


STATES: Final[list[tuple[str, object]]] = [
    ("/phase", "end"),
    ("/phase", "over"),
    ("/actor", None),
    ("/actor", "nobody"),
    ("/actor", "chance"),
    ("/seat", 6),
    ("/mains", 3),
    ("/secondary", 1),
    ("/pending", {}),
    ("/pending", GONE),
    ("/idle", -1),
    ("/islands/0/name", "a"),
    ("/islands/0/tile", "Start"),
    ("/islands/0/floors", [6]),
    ("/islands/0/floors", [0] * 10),
    ("/islands/0/sealed", None),
    ("/islands/0/workers", [2]),
    ("/islands/0/workers/0", -1),
    ("/bridges", [{"lane": "AB4", "seat": 0}]),
    ("/bridges", [{"lane": "AB1", "seat": None}]),
    ("/crow", "nobody"),
    ("/sorin", -1),
    ("/bank", 0.5),
    ("/public/0/goal", "bridges"),
    ("/public/0/left", 7),
    ("/public/0/needs", 0),
    ("/public/0", GONE),
    ("/deck", None),
    ("/undealt", ["hubs 03 4"]),
    ("/players/0/coins", -1),
    ("/players/0/goals", ["hubs"]),
    ("/players/0/claimed", None),
    ("/players/0/completed", None),
    ("/players/0/powers", ["a", "b", "c"]),
    ("/players/0/powers", ["A"]),
    ("/players/0", GONE),
    ("/legal", ["bridge AB4"]),
    ("/legal", ["cross A 0"]),
    ("/legal", ["deal ?"]),
    ("/legal", ["end", "end"]),
    ("/outcome", {"scores": [1, 2], "winners": [1]}),
    ("/outcome", {"scores": [1, 2]}),
]
"""A path in the first state of a turn of the small box, and a value that does not fit there."""


@pytest.mark.parametrize(("path", "value"), STATES, ids=str)
def test_broken_states_do_not_fit(path: str, value: object) -> None:
    state = set_up({"box": changed(SMALL, "/figures/hand", 0), "starting_player": 0}).start
    while state.phase != "turn":
        state = state.apply(state.legal_actions[0])
    view = json.loads(json.dumps(state.view().to_json()))
    validator("state").validate(view)
    assert not validator("state").is_valid(changed(view, path, value))


BROKEN: Final[list[tuple[str, object]]] = [
    *((f"/{option.name}", GONE) for option in OPTIONS),
    ("/more", 1),
    ("/players", 1),
    ("/players", 7),
    ("/players", True),
    ("/starting_player", "nobody"),
    ("/starting_player", 6),
    ("/starting_player", None),
    ("/setup", "second"),
    ("/goals", ["empire", "architect", "hubs"]),
    ("/goals", ["empire", "architect", "hubs", "hubs"]),
    ("/goals", ["empire", "architect", "hubs", "bridges"]),
    ("/goals", ["empire", "architect", "hubs", "merchant", "ready"]),
    ("/powers", 0),
    ("/box", None),
    ("/box/boards", []),
    ("/box/boards/0/players", [1, 4]),
    ("/box/boards/0/players", [2, 7]),
    ("/box/boards/0/players", [2]),
    ("/box/boards/0/width", 41),
    ("/box/boards/0/height", 2),
    ("/box/boards/0/take/start", 1),
    ("/box/boards/0/take/small", -1),
    ("/box/boards/0/islands/0/name", "a"),
    ("/box/boards/0/islands/0/name", "AB"),
    ("/box/boards/0/islands/0/at", [0]),
    ("/box/boards/0/islands/0/at", [0, -1]),
    ("/box/boards/0/islands/0/start", 1),
    ("/box/boards/0/lanes", GONE),
    ("/box/boards/0/lanes/0/between", "C"),
    ("/box/boards/0/lanes/0/from", [9, 3, 0]),
    ("/box/boards/0/lanes/0/to", 9),
    ("/box/boards/0/water/0/reward", "coins-0"),
    ("/box/boards/0/water/0/reward", "coin-1"),
    ("/box/sizes/small/capacity", 0),
    ("/box/sizes/small/floors", 10),
    ("/box/sizes/huge", {"capacity": 9, "floors": 9}),
    ("/box/tiles/0", "Start"),
    ("/box/tiles/4", "large 06 coins-3"),
    ("/box/tiles/4", "large 6  coins-3"),
    ("/box/public/bridges", [[1, 1]]),
    ("/box/public/empire", []),
    ("/box/public/empire", [[0, 1]]),
    ("/box/private/0", "hubs 0 4"),
    ("/box/private/0", "hub 3 4"),
    ("/box/private/0", "hubs 3 04"),
    ("/box/chain/0", [1, 4]),
    ("/box/chain/0", [4]),
    ("/box/sorin", [6, 8, 10, 12]),
    ("/box/sorin/0", 0),
    ("/box/fish/0", 100),
    ("/box/fish", [1] * 10),
    *(
        (f"/box/figures/{name}", value)
        for name, value in (
            *(("bridges", 100), ("floors", 0), ("workers", -1), ("coins", 100), ("settlers", 10)),
            *(("hand", 10), ("moves", 10), ("segment", 10), ("toll", -1), ("height", 0)),
            *(("firefly", 10), ("crow_points", 100), ("crow_coins", 10), ("crow_workers", 10)),
            *(("crow_income", 10), ("crow_loss", 100), ("longest", 100), ("bank", 1000)),
            *(("rounds", 10), ("rounds", 0), ("bank", 1.5)),
        )
    ),
    ("/box/powers/0/name", "Banker"),
    ("/box/powers/0/name", "a--b"),
    ("/box/powers/0/name", "a" * 21),
    ("/box/powers/0/changes/coins", 10),
    ("/box/powers/0/changes/coins", -10),
    ("/box/powers/0/changes/bank", 1),
]
"""A path in valid options, and a value there that the schema can refuse."""


@pytest.mark.parametrize(("path", "value"), BROKEN, ids=str)
def test_broken_options_do_not_fit(path: str, value: object) -> None:
    """Nor does the game read them, but for an option that is left out or null."""
    validator("options").validate(SMALLEST)
    broken = changed(SMALLEST, path, value)
    assert not validator("options").is_valid(broken)
    if not (value is GONE or value is None):
        assert is_object(broken)
        with pytest.raises(InvalidOptions):
            read_options(broken)
