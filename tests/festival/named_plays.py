"""Short plays of Firefly Festival that come to rare situations, found by search with the oracle.

``named_plays.json`` names each after its situation in ``landmarks.py``, or after the clause by
which its last action is refused. It gives the options of a play as changes for
:func:`options_with`.
"""

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Final, NamedTuple

from fireflies import games
from tests.spoiling import Json

GAME: Final = games.get("festival")


class Play(NamedTuple):
    """The options of a play, and its actions."""

    options: dict[str, Json]
    actions: list[str]


def options_with(changes: Mapping[str, Json]) -> dict[str, Json]:
    """Return options for two players with the box ``small``, and with these changes.

    The figures that are not given keep their values in the box ``small``.
    """
    (option,) = [option for option in GAME.options if option.name == "box"]
    box: dict[str, Json] = json.loads(json.dumps(option.named["small"]()))
    changed = deepcopy(changes.get("box", {}))
    assert isinstance(changed, dict)
    figures, new = box["figures"], changed.pop("figures", {})
    assert isinstance(figures, dict)
    assert isinstance(new, dict)
    return {
        "players": 2,
        "starting_player": 0,
        "setup": "first",
        "goals": ["empire", "architect", "hubs", "merchant"],
        "powers": False,
        **changes,
        "box": {**box, **changed, "figures": {**figures, **new}},
    }


def named() -> dict[str, Play]:
    """Return the plays by name."""
    entries = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return {
        name: Play(options_with(entry["options"]), entry["play"].split("; "))
        for name, entry in entries.items()
    }
