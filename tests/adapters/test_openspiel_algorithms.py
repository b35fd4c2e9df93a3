"""Tests that OpenSpiel's algorithms run on our games."""

from pathlib import Path
from typing import Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    exploitability,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from fireflies.adapters import openspiel
from tests.adapters.test_openspiel_checks import small
from tests.campaign import count

NAME: Final = "fireflies_smile"
openspiel.register()
ITERATIONS: Final = count(50, campaign=1000)

pytestmark = pytest.mark.long


def begun(game: pyspiel.Game, seed: int) -> pyspiel.State:
    """Return a state of the first auctions with several legal actions."""
    chooser, state = np.random.RandomState(seed), game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 3 or len(state.history()) < 20:
        state.apply_action(int(chooser.choice(state.legal_actions())))
    return state


def test_cfr_becomes_less_exploitable(tmp_path: Path) -> None:
    """The variant has two auctions, with five cards worth 4 and one worth -2.

    `nash_conv` is the sum of what each player could gain alone. With several players CFR does not
    promise that it falls, but here it does, as it should with nothing hidden.
    """
    game_text = small(tmp_path, auctions=2, beads=0, box=["-2", *["4"] * 5])
    game = pyspiel.load_game(f"{game_text[:-1]},utility=score)")
    solver = cfr.CFRSolver(game)
    gains = []
    for iterations in (1, 3, 6):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        gains.append(exploitability.nash_conv(game, solver.average_policy()))
    assert gains[0] > gains[1] > gains[2] > 0
    assert gains[2] < gains[0] / 4


@pytest.mark.parametrize("players", [3, 4])
def test_mcts_chooses_on_the_full_game(players: int) -> None:
    """A legal action, after many simulations."""
    game = pyspiel.load_game(NAME, {"players": players})
    state, chooser = begun(game, players), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chooser)
    bot = mcts.MCTSBot(game, 2.0, ITERATIONS, evaluator, random_state=chooser)
    before = str(state)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before


@pytest.mark.parametrize("players", [3, 5])
def test_information_set_mcts_chooses_on_the_full_game(players: int) -> None:
    """Each legal action has a probability."""
    game = pyspiel.load_game(NAME, {"players": players})
    state, chooser = begun(game, players), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chooser)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, ITERATIONS, random_state=chooser)
    policy = dict(bot.get_policy(state))
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)


def test_outcome_sampling_runs_on_the_full_game() -> None:
    """The policy has a probability for each legal action at the first bid."""
    np.random.seed(1)  # noqa: NPY002  # it draws from there
    game = pyspiel.load_game(NAME)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(ITERATIONS):
        solver.iteration()
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    policy = solver.average_policy().action_probabilities(state)
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)
