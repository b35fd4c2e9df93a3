"""A state that OpenSpiel's searches resample tells nothing that the seat does not know."""

from random import Random
from typing import Any, Final

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from fireflies import festival, misbehavin
from fireflies.adapters import openspiel
from fireflies.games import Game
from tests import kuhn

PLAYS: Final = 5
GAMES: Final[dict[str, tuple[Game[Any], dict[str, Any], int]]] = {
    "kuhn": (kuhn.GAME, {}, 2),
    "festival": (festival.GAME, {"powers": True}, 40),
    "misbehavin": (misbehavin.GAME, {"turns": 4}, 25),
}
"""Each with options, and the number of actions after which the state is resampled."""


def begun(name: str, actions: int, options: dict[str, Any], seed: int) -> pyspiel.State:
    """Return a state in which a seat decides, after some random actions."""
    chooser = Random(seed)
    state = pyspiel.load_game(name, options).new_initial_state()
    while actions > 0 or state.is_chance_node():
        state.apply_action(chooser.choice(state.legal_actions()))
        actions -= 1
    return state


def resampled(state: pyspiel.State, seat: int, number: float) -> tuple[object, ...]:
    """Return what the referee and all seats see of the state that this number gives."""
    drawn = state.resample_from_infostate(seat, lambda: number)
    seen = [
        (drawn.observation_string(seat), drawn.information_state_string(seat))
        for seat in range(drawn.get_game().num_players())
    ]
    return str(drawn), drawn.history(), drawn.legal_actions(), seen


@pytest.mark.usefixtures("kuhn")
@pytest.mark.parametrize("game", GAMES)
def test_equal_numbers_give_equal_states(game: str) -> None:
    """Whichever of the states that look the same to the seat is the true one."""
    openspiel.register()
    description, options, actions = GAMES[game]
    name = openspiel.short_name(description)
    drawn = set[str]()
    for seed in range(PLAYS):
        state = begun(name, actions, options, seed)
        seat, numbers = state.current_player(), Random(seed)
        suspects = [state.resample_from_infostate(seat, numbers.random) for _ in range(3)]
        drawn.update(map(str, suspects))
        for number in (0.0, 0.3, 0.9):
            true, *others = (resampled(it, seat, number) for it in (state, *suspects))
            assert others == [true] * 3
    assert len(drawn) >= 4


@pytest.mark.parametrize("game", ["festival", "misbehavin"])
def test_a_search_chooses_by_what_the_seat_knows(game: str) -> None:
    openspiel.register()
    description, options, actions = GAMES[game]
    state = begun(openspiel.short_name(description), actions, options, 8)
    numbers = Random(2)

    def chosen(state: pyspiel.State) -> int:
        draws = np.random.RandomState(3)
        rollouts = mcts.RandomRolloutEvaluator(1, draws)
        bot = ismcts.ISMCTSBot(state.get_game(), rollouts, 2.0, 5, random_state=draws)
        bot.set_resampler(lambda it, seat: it.resample_from_infostate(seat, draws.random))
        action: int = bot.step(state)
        return action

    suspects = [state.resample_from_infostate(state.current_player(), numbers.random) for _ in "ab"]
    assert {chosen(it) for it in suspects} == {chosen(state)}
