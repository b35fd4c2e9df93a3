"""Arguments that the environments of PettingZoo and Gymnasium refuse alike, and how they do."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import pytest

from fireflies.contract import InvalidOptions
from fireflies.errors import FirefliesError, InvalidData, UnknownGame

Refusals: TypeAlias = Mapping[str, tuple[Mapping[str, Any], type[FirefliesError], str]]
"""The arguments, the error, and a part of its message; by what is wrong."""

WRONG: Final[Refusals] = {
    "game": ({"game": "chess"}, UnknownGame, "no game is called 'chess'; there are: smile"),
    "option": ({"colour": 1}, InvalidOptions, "colour: there is no such option, only players"),
    "value": ({"players": 6}, InvalidOptions, "smile.setup.players: players: a whole number"),
    "no list": ({"seats": "agent"}, InvalidData, "seats: an array is wanted, not 'agent'"),
    "number": ({"seats": 3}, InvalidData, "seats: an array is wanted, not 3"),
    "nobody": (
        {"seats": ["agent", None, "first"]},
        InvalidData,
        "seats[1]: a string is wanted, not None",
    ),
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
    "eyes": (
        {"render_for": "player_3"},
        InvalidData,
        "'player_3' is none of: mover, referee, spectator, player_0",
    ),
}


def check_refusal(
    make: Callable[..., object], given: Mapping[str, Any], error: type[FirefliesError], message: str
) -> None:
    """Require that an environment of Smile with these arguments is refused in one line."""
    with pytest.raises(error) as refused:
        make(**{"game": "smile", **given})
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
