"""Firefly Festival and Misbehavin' through the adapters: their own checks, and their secrets."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import api_test, seed_test

from fireflies import games
from fireflies.adapters import openspiel
from fireflies.adapters.pettingzoo import aec_env

openspiel.register()

SMALL: Final[Mapping[str, str | int | bool]] = {"box": "small"}
SHORT: Final[Mapping[str, str | int | bool]] = {"turns": 4}
POWERS: Final = {**SMALL, "powers": True, "goals": "tower+ready+hubs+empire"}
VARIANTS: Final[dict[str, tuple[str, Mapping[str, str | int | bool]]]] = {
    "festival, two": ("festival", SMALL),
    "festival, three, for points": (
        "festival",
        {**SMALL, "players": 3, "setup": "variable", "starting_player": " 2", "utility": "score"},
    ),
    "festival, powers": ("festival", POWERS),
    "misbehavin, two": ("misbehavin", SHORT),
    "misbehavin, three, for points, with a draft": (
        "misbehavin",
        {
            **SHORT,
            "players": 3,
            "factions": "niska+alliance+serenity",
            "supply": "draft",
            "reavers": " 2",
            "utility": "score",
        },
    ),
}

each_game = pytest.mark.parametrize("name", ["festival", "misbehavin"])


def load(name: str, options: Mapping[str, str | int | bool]) -> pyspiel.Game:
    """Return a game in OpenSpiel."""
    return pyspiel.load_game(openspiel.short_name(games.get(name)), options)


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_passes_openspiels_simulations(variant: str) -> None:
    """In C++ with states that are written and read again, and in Python with copies and pickles."""
    game = load(*VARIANTS[variant])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


def test_the_default_box_of_festival_has_so_many_actions() -> None:
    """For six: 71 lanes, 18 islands, 28 private goals, 12 workers who may cross to each island."""
    game = load("festival", {"players": 6})
    turn = 71 + 18 + 1 + 18 + 28 + 4 + 2 + 1 + 1
    within = 18 + 18 * 12 + 1 + 18 + 18 * 6 + 1
    assert game.num_distinct_actions() == turn + within
    assert game.max_chance_outcomes() == 13 + 28 + 6  # tiles, goals, seats
    assert game.information_state_tensor_shape()[0] < 3000


def test_the_sample_box_of_misbehavin_has_so_many_actions() -> None:
    """Chance reveals a market card (90), or draws one, a faction card (40) or a set (6)."""
    game = load("misbehavin", {"players": 4})
    assert game.max_chance_outcomes() == 90 + 90 + 40 + 6
    assert 1000 < game.num_distinct_actions() < 2700


def middle(name: str, chooser: Random) -> pyspiel.State:
    """Return the state of a seat that decides, after some actions."""
    options, actions = {"festival": (POWERS, 40), "misbehavin": (SHORT, 25)}[name]
    state = load(name, options).new_initial_state()
    for _ in range(actions):
        state.apply_action(chooser.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


@each_game
def test_what_a_seat_knows_stays_when_the_rest_is_dealt_anew(name: str) -> None:
    """The hand of the other seat changes."""
    chooser = Random(4)
    others = set()
    for _ in range(3):
        state = middle(name, chooser)
        seat = state.current_player()
        for _ in range(8):
            again = state.resample_from_infostate(seat, chooser.random)
            assert again.information_state_string(seat) == state.information_state_string(seat)
            assert again.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert again.legal_actions() == state.legal_actions()
            others.add(again.observation_string(1 - seat))
    assert len(others) > 3


@pytest.mark.parametrize(
    ("name", "options", "verb", "hidden"),
    [("festival", SMALL, "deal ", "deal ?"), ("misbehavin", SHORT, "draw ", "draw")],
    ids=["festival", "misbehavin"],
)
def test_a_card_that_comes_face_down_is_seen_by_its_owner_only(
    name: str, options: Mapping[str, str | int | bool], verb: str, hidden: str
) -> None:
    state = load(name, options).new_initial_state()
    text = ""
    while not text.startswith(verb):
        action = state.legal_actions()[0]
        text = state.action_to_string(state.current_player(), action)
        state.apply_action(action)
    assert f"\n{text}" in state.information_state_string(0)
    assert text.removeprefix("deal ") not in state.information_state_string(1)
    assert f"\n{hidden}" in state.information_state_string(1)


@each_game
def test_a_search_that_resamples_plays_it(name: str) -> None:
    state = middle(name, Random(1))
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
    name, options = VARIANTS[variant]
    given: dict[str, Any] = {**options}
    api_test(aec_env(name, **given), num_cycles=100)
    seed_test(lambda: aec_env(name, **given), num_cycles=50)
