"""The JSON Schemas of Festival: options and states fit, what is broken does not."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from fireflies import schemas
from fireflies._data import is_object
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, InvalidOptions, Observer
from fireflies.festival import set_up
from fireflies.festival.box.options import read_options
from fireflies.festival.box.random_boxes import random_options
from tests.changes import GONE, changed
from tests.festival.small import SMALL

SMALLEST: Final = {**read_options({"box": SMALL}).to_json()}


@cache
def validator(name: str) -> Draft202012Validator:
    """Return a validator for the schema of this name."""
    return Draft202012Validator(schemas.schema(f"festival/{name}"))


@pytest.mark.long
@given(st.integers(0, 2**64 - 1))
def test_options_fit(seed: int) -> None:
    """Those that are given, and those that are written."""
    drawn = json.loads(json.dumps(random_options(Draws(seed, "options"))))
    validator("options").validate(drawn)
    validator("options").validate(json.loads(json.dumps(read_options(drawn).to_json())))


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
    """In every phase, with and without secrets."""
    phases = set[tuple[object, bool]]()
    for seed in range(25):
        for view in views(seed):
            validator("state").validate(view)
            phases.add((view["phase"], view["legal"] is None))
    most_phases = {
        "tiles",
        "kinds",
        "goals",
        "powers",
        "keep",
        "first",
        "turn",
        "recruit",
        "cross",
        "walk",
    }
    assert phases == {
        *((phase, False) for phase in (*most_phases, "to", "over")),
        *((phase, True) for phase in (*most_phases - {"tiles", "kinds", "first"}, "to")),
    }


STATES: Final[list[tuple[str, object]]] = [
    ("/phase", "end"),
    ("/phase", "over"),
    ("/actor", "nobody"),
    ("/actor", "chance"),
    ("/seat", 6),
    ("/mains", 3),
    ("/secondary", 1),
    ("/idle", -1),
    ("/islands/0/name", "a"),
    ("/islands/0/tile", "Start"),
    ("/islands/0/floors", [6]),
    ("/islands/0/floors", [0] * 10),
    ("/islands/0/workers", [2]),
    ("/islands/0/workers/0", -1),
    ("/bridges", [{"lane": "AB4", "seat": 0}]),
    ("/crow", "nobody"),
    ("/sorin", -1),
    ("/public/0/goal", "bridges"),
    ("/public/0/left", 7),
    ("/public/0/needs", 0),
    ("/undealt", ["hubs 03 4"]),
    ("/players/0/coins", -1),
    ("/players/0/goals", ["hubs"]),
    ("/players/0/powers", ["a", "b", "c"]),
    ("/players/0/powers", ["A"]),
    ("/players/0", GONE),
    ("/legal", ["bridge AB4"]),
    ("/legal", ["cross A 0"]),
    ("/legal", ["deal ?"]),
    ("/legal", ["end", "end"]),
    ("/outcome", {"scores": [1, 2], "winners": [1]}),
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
    ("/players", 1),
    ("/players", 7),
    ("/starting_player", "nobody"),
    ("/starting_player", 6),
    ("/setup", "second"),
    ("/goals", ["empire", "architect", "hubs"]),
    ("/goals", ["empire", "architect", "hubs", "hubs"]),
    ("/goals", ["empire", "architect", "hubs", "bridges"]),
    ("/goals", ["empire", "architect", "hubs", "merchant", "ready"]),
    ("/goals", "ready"),
    ("/turns", 0),
    ("/turns", 1001),
    ("/turns", "on"),
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
    ("/box/boards/0/lanes/0/between", "C"),
    ("/box/boards/0/lanes/0/from", [9, 3, 0]),
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
    ("/box/chain/0", [4, 0.5]),  # items says nothing of what prefixItems names
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
            *(("rounds", 100), ("rounds", 0), ("rounds", "on"), ("bank", 1.5)),
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
    """Nor does the game read them."""
    validator("options").validate(SMALLEST)
    broken = changed(SMALLEST, path, value)
    assert not validator("options").is_valid(broken)
    assert is_object(broken)
    with pytest.raises(InvalidOptions):
        read_options(broken)
