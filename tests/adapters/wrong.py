"""Arguments that the adapters to Gymnasium and PettingZoo refuse alike, and why."""

from collections.abc import Mapping
from typing import Any, Final

from fireflies.contract import InvalidOptions
from fireflies.errors import FirefliesError, InvalidData, UnknownGame

ALIKE: Final[Mapping[str, tuple[Mapping[str, Any], type[FirefliesError], str]]] = {
    "game": ({"game": "chess"}, UnknownGame, "no game is called 'chess'; there are: smile"),
    "option": ({"colour": 1}, InvalidOptions, "colour: there is no such option, only players"),
    "value": ({"players": 6}, InvalidOptions, "smile.setup.players: players: a whole number"),
    "too few": ({"seats": ["agent"]}, InvalidData, "seats: 1 names for 3 seats"),
    "bot": (
        {"seats": ["agent", "bob", "first"]},
        InvalidData,
        "no player is called 'bob'; there are: agent, random",
    ),
    "utility": ({"utility": "fun"}, InvalidData, "utility: 'fun' is none of: win, score"),
    "mode": (
        {"render_mode": "rgb"},
        InvalidData,
        "render_mode: 'rgb' is none of: human, ansi, svg",
    ),
}
"""By a name: arguments, the class of the error, and what its message contains."""
