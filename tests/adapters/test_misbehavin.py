"""Misbehavin' through the adapters: their own checks, and its secrets."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import api_test, seed_test

from fireflies import misbehavin
from fireflies.adapters import openspiel
from fireflies.adapters.pettingzoo import aec_env

NAME: Final = openspiel.short_name(misbehavin.GAME)
openspiel.register()

SHORT: Final[Mapping[str, str | int | bool]] = {"turns": 4}
VARIANTS: Final[dict[str, Mapping[str, str | int | bool]]] = {
    "two": SHORT,
    "three, for points, with a draft": {
        **SHORT,
        "players": 3,
        "factions": "niska+alliance+serenity",
        "supply": "draft",
        "reavers": 2,
        "utility": "score",
    },
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_passes_openspiels_simulations(variant: str) -> None:
    """In C++ with states that are written and read again, and in Python with copies and pickles."""
    game = pyspiel.load_game(NAME, VARIANTS[variant])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


def test_the_sample_box_has_so_many_actions() -> None:
    """Chance reveals a market card (90), or draws one, a faction card (40) or a set (6)."""
    game = pyspiel.load_game(NAME, {"players": 4})
    assert game.max_chance_outcomes() == 90 + 90 + 40 + 6
    assert 1000 < game.num_distinct_actions() < 2700


def middle(chooser: Random) -> pyspiel.State:
    """Return a state in which a seat decides, after some actions."""
    state = pyspiel.load_game(NAME, SHORT).new_initial_state()
    for _ in range(25):
        state.apply_action(chooser.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


def test_what_a_seat_knows_stays_when_the_rest_is_dealt_anew() -> None:
    """The hand of the other seat changes."""
    chooser = Random(4)
    others = set()
    for _ in range(2):
        state = middle(chooser)
        seat = state.current_player()
        for _ in range(4):
            again = state.resample_from_infostate(seat, chooser.random)
            assert again.information_state_string(seat) == state.information_state_string(seat)
            assert again.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert again.legal_actions() == state.legal_actions()
            others.add(again.observation_string(1 - seat))
    assert len(others) > 2


def test_a_card_that_is_drawn_is_seen_by_its_owner_only() -> None:
    state = pyspiel.load_game(NAME, SHORT).new_initial_state()
    text = ""
    while not text.startswith("draw "):
        action = state.legal_actions()[0]
        text = state.action_to_string(state.current_player(), action)
        state.apply_action(action)
    assert f"\n{text}" in state.information_state_string(0)
    assert text not in state.information_state_string(1)
    assert "\ndraw" in state.information_state_string(1)


def test_a_search_that_resamples_plays_it() -> None:
    state = middle(Random(1))
    draws = np.random.RandomState(3)
    rollouts = mcts.RandomRolloutEvaluator(1, draws)
    bot = ismcts.ISMCTSBot(state.get_game(), rollouts, 2.0, 3, random_state=draws)
    assert bot.step(state) in state.legal_actions()


# PettingZoo warns about every dictionary with a mask, except in its own games.
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be gymnasium:UserWarning",
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_passes_pettingzoos_tests(variant: str) -> None:
    options: dict[str, Any] = {**VARIANTS[variant]}
    api_test(aec_env(misbehavin.GAME.name, **options), num_cycles=60)
    seed_test(lambda: aec_env(misbehavin.GAME.name, **options), num_cycles=30)
