"""Our search, OpenSpiel's searches and the exact solver agree about small endgames.

Compared are endgames whose cards all lie open and in which one action is best for sure. With more
than two players that is rarer than it seems: a seat that gets the same from two actions may decide
between the others, and the searches and the solver may each expect another choice.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, cast

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from fireflies import smile
from fireflies.adapters import openspiel
from fireflies.bots import random as anything
from fireflies.contract import Turn
from fireflies.record import begin
from fireflies.search import solve
from fireflies.smile.play.search import search
from fireflies.table import Table
from tests.smile.plays import random_options
from tests.tables import played

NAME: Final = openspiel.short_name(smile.GAME)
openspiel.register()
SIMULATIONS: Final = 1000

pytestmark = pytest.mark.long


class Endgame(NamedTuple):
    """A decision in the last auction."""

    game: pyspiel.Game
    state: pyspiel.State
    ours: smile.State
    turn: Turn[smile.State]
    best: str
    """The best action, whatever indifferent seats choose."""


def endings(state: pyspiel.State) -> set[tuple[float, ...]]:
    """Return the possible results when each seat takes an action with its highest return."""
    if state.is_terminal():
        return {tuple(state.returns())}
    seat = state.current_player()
    found = [endings(after(state, action)) for action in state.legal_actions()]
    least = [min(ending[seat] for ending in branch) for branch in found]
    return {
        ending
        for place, branch in enumerate(found)
        for ending in branch
        if all(ending[seat] >= low for other, low in enumerate(least) if other != place)
    }


def after(state: pyspiel.State, action: int) -> pyspiel.State:
    """Return the state after an action."""
    copy = state.clone()
    copy.apply_action(action)
    return copy


def best_of(state: pyspiel.State) -> str | None:
    """Return the text of the action that is better than any other in all cases, if there is one."""
    seat = state.current_player()
    worth = {
        state.action_to_string(seat, action): [e[seat] for e in endings(after(state, action))]
        for action in state.legal_actions()
    }
    best = max(worth, key=lambda text: min(worth[text]))
    others = [max(values) for text, values in worth.items() if text != best]
    return best if others and min(worth[best]) > max(others) + 1e-9 else None


def endgames(folder: Path, seed: int, count: int) -> Iterator[Endgame]:
    """Return decisions of random plays, each with a file of its own box."""
    chooser = Random(seed)
    while count:
        options = random_options(chooser)
        seats = cast("int", options["players"])
        whole = played(options, [anything] * seats, chooser.randrange(1000)).record
        begun = begin(smile.GAME, options, ["somebody"] * seats)
        for step in whole.steps:
            ours = step.before
            if not ours.undealt and len(ours.row) == 3 and len(ours.legal_actions) > 1:
                break
            begun = begun.play(step.action)
        else:
            continue
        path = folder / f"{count}.toml"
        path.write_text(f"cards = {options['box']!r}\n".replace("'", '"'), encoding="utf-8")
        plain = {name: value for name, value in options.items() if isinstance(value, int)}
        game = pyspiel.load_game(NAME, {**plain, "box": str(path)})
        state = game.new_initial_state()
        for action in begun.actions:
            state.apply_action(state.string_to_action(str(action)))
        if sum(hand.clear for hand in ours.players) > 8 or (best := best_of(state)) is None:
            continue
        seat = cast("int", ours.actor)
        turn = Table(begun, [None] * seats).turn(seat)
        count -= 1
        yield Endgame(game, state, ours, turn, best)


def by_mcts(endgame: Endgame, solving: bool) -> str:  # noqa: FBT001  # their own switch
    """Return the action of OpenSpiel's tree search, which may also prove it."""
    chooser = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chooser)
    bot = mcts.MCTSBot(
        endgame.game, 2.0, SIMULATIONS, rollouts, solve=solving, random_state=chooser
    )
    action = int(bot.step(endgame.state))
    return endgame.state.action_to_string(endgame.state.current_player(), action)


def by_ismcts(endgame: Endgame) -> str:
    """Return the action of OpenSpiel's search over information sets."""
    chooser = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chooser)
    bot = ismcts.ISMCTSBot(endgame.game, rollouts, 2.0, SIMULATIONS, random_state=chooser)
    policy = dict(bot.get_policy(endgame.state))
    action = max(policy, key=lambda number: policy[number])
    return endgame.state.action_to_string(endgame.state.current_player(), action)


def by_solver(endgame: Endgame) -> str:
    """Return the action with the highest exact value."""
    seat = cast("int", endgame.ours.actor)
    worth = {action: shares[seat] for action, shares in solve(endgame.ours).actions.items()}
    return str(max(worth, key=lambda action: worth[action]))


def by_search(endgame: Endgame) -> str:
    """Return the action of our search."""
    return str(search(str(SIMULATIONS))(endgame.turn))


PLAYERS: Final[dict[str, Callable[[Endgame], str]]] = {
    "the solver": by_solver,
    "our search": by_search,
    "their search": lambda endgame: by_mcts(endgame, solving=False),
    "their search with proofs": lambda endgame: by_mcts(endgame, solving=True),
    "their search over information sets": by_ismcts,
}


@pytest.mark.parametrize("seed", [1, 2])
def test_all_find_the_best_action(seed: int, tmp_path: Path) -> None:
    """It is found by :func:`best_of`, which expands every play in OpenSpiel."""
    slots = set()
    for endgame in endgames(tmp_path, seed, 5):
        slots.add(endgame.best)
        found = {name: player(endgame) for name, player in PLAYERS.items()}
        assert found == dict.fromkeys(PLAYERS, endgame.best), str(endgame.state)
    assert len(slots) > 1
