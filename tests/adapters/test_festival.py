"""Firefly Festival through the adapters: their own checks, and its secrets."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import api_test, seed_test

from fireflies import festival
from fireflies.adapters import openspiel
from fireflies.adapters.pettingzoo import aec_env

NAME: Final = openspiel.short_name(festival.GAME)
openspiel.register()

SMALL: Final[Mapping[str, str | int | bool]] = {"box": "small"}
VARIANTS: Final[dict[str, Mapping[str, str | int | bool]]] = {
    "two": SMALL,
    "three, for points": {
        **SMALL,
        "players": 3,
        "setup": "variable",
        "starting_player": " 2",
        "utility": "score",
    },
    "powers": {**SMALL, "powers": True, "goals": "tower+ready+hubs+empire"},
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_passes_openspiels_simulations(variant: str) -> None:
    """In C++ with states that are written and read again, and in Python with copies and pickles."""
    game = pyspiel.load_game(NAME, VARIANTS[variant])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


def test_the_default_box_has_so_many_actions() -> None:
    """For six: 71 lanes, 18 islands, 28 private goals, 12 workers who may cross to each island."""
    game = pyspiel.load_game(NAME, {"players": 6})
    turn = 71 + 18 + 1 + 18 + 28 + 4 + 2 + 1 + 1
    within = 18 + 18 * 12 + 1 + 18 + 18 * 6 + 1
    assert game.num_distinct_actions() == turn + within
    assert game.max_chance_outcomes() == 13 + 28 + 6  # tiles, goals, seats
    assert game.information_state_tensor_shape()[0] < 3000


def middle(chooser: Random) -> pyspiel.State:
    """Return the state of a seat that decides, after some actions of a game with powers."""
    state = pyspiel.load_game(NAME, VARIANTS["powers"]).new_initial_state()
    for _ in range(40):
        state.apply_action(chooser.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


def test_what_a_seat_knows_stays_when_the_rest_is_dealt_anew() -> None:
    """The hand of the other seat changes."""
    chooser = Random(4)
    others = set()
    for _ in range(3):
        state = middle(chooser)
        seat = state.current_player()
        for _ in range(8):
            again = state.resample_from_infostate(seat, chooser.random)
            assert again.information_state_string(seat) == state.information_state_string(seat)
            assert again.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert again.legal_actions() == state.legal_actions()
            others.add(again.observation_string(1 - seat))
    assert len(others) > 3


def test_a_card_that_is_dealt_face_down_is_seen_by_its_owner_only() -> None:
    state = pyspiel.load_game(NAME, SMALL).new_initial_state()
    text = ""
    while not text.startswith("deal "):
        action = state.legal_actions()[0]
        text = state.action_to_string(state.current_player(), action)
        state.apply_action(action)
    assert f"\n{text}" in state.information_state_string(0)
    assert text.removeprefix("deal ") not in state.information_state_string(1)
    assert "\ndeal ?" in state.information_state_string(1)


def test_a_search_that_resamples_plays_it() -> None:
    state = middle(Random(1))
    draws = np.random.RandomState(3)
    rollouts = mcts.RandomRolloutEvaluator(1, draws)
    bot = ismcts.ISMCTSBot(state.get_game(), rollouts, 2.0, 5, random_state=draws)
    assert bot.step(state) in state.legal_actions()


# PettingZoo warns about every dictionary with a mask, except in its own games.
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium:UserWarning",
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_passes_pettingzoos_tests(variant: str) -> None:
    options: dict[str, Any] = {**VARIANTS[variant]}
    api_test(aec_env(festival.GAME.name, **options), num_cycles=100)
    seed_test(lambda: aec_env(festival.GAME.name, **options), num_cycles=50)
