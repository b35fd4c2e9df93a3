"""What a picture shows has the names of the details, so that a page can be clicked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any, Final

import pytest

from fireflies import games
from fireflies.contract import SPECTATOR, View
from fireflies.games import Game
from fireflies.testing.sampling import random_states

PLAYS: Final[Mapping[str, Sequence[Mapping[str, object]]]] = {
    "smile": [{"players": 3}, {"players": 5}],
    "festival": [{"players": 2, "powers": True}, {"players": 6, "powers": True}],
    "misbehavin": [
        {"players": 4, "episode": "four-roads", "turns": 20},
        {"supply": "draft", "reavers": 2, "turns": 20},
    ],
}


def views(game: Game[Any]) -> Iterator[View]:
    """Yield views of random plays: of the seat that decides, and of a spectator."""
    for seed, options in enumerate(PLAYS[game.name]):
        for number, state in enumerate(random_states(game.set_up(options).start, seed)):
            if isinstance(state.actor, int) and number % 3 == 0:
                yield state.view(state.actor if number % 2 else SPECTATOR)


def names_in(picture: str) -> list[str]:
    """Return the names of the things that a picture shows."""
    return [unescape(it) for it in re.findall(r'data-name="([^"]*)"', picture)]


@pytest.mark.parametrize("game", [*map(games.get, games.names())], ids=games.names())
def test_things_have_names_that_the_details_know(game: Game[Any]) -> None:
    """And everything that an action names is drawn: it can be chosen where it is."""
    assert game.draw is not None
    for view in views(game):
        drawn, known = names_in(game.draw(view)), view.details
        assert {*drawn} <= {*known}
        for action in view.legal_actions or ():
            assert {*action.things} <= {*drawn}, (str(action), {*action.things} - {*drawn})
