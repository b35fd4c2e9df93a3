"""Firefly Festival beside chess: the time of a decision in random games; sizes and times of ours.

A decision is to ask for the legal actions, choose one, and carry it out. python-chess is a library
in pure Python, too, for a board game with as many decisions.
"""

import pickle
import sys
import tracemalloc
from collections.abc import Callable
from time import process_time
from typing import Final

import chess

from fireflies import festival
from fireflies.conformance import wire
from fireflies.contract import CHANCE
from tests.benchmarks.figures import Contestant, Figure, Times, draws

OPTIONS: Final = {"players": 4}
GAMES: Final = 2
"""The number of games in a round."""
LONGEST: Final = 400
"""The most decisions of a game of either kind, counted after the setup."""
LIMIT: Final = 1.5
TRACE: Final = 300
"""The number of actions of the trace that the engine answers."""
TRACE_SECONDS: Final = 0.5
SEEDS: Final = range(5)

_OURS: Final = "fireflies.festival"
_CHESS: Final = "python-chess"


def _after_setup() -> festival.State:
    state = festival.start(OPTIONS)
    while state.actor == CHANCE:
        state = state.apply(state.legal_actions[0])
    return state


def _trail(seed: int) -> list[festival.State]:
    """Return the states of a random game, after the setup."""
    states = [_after_setup()]
    for choice in draws(seed, LONGEST):
        legal = states[-1].legal_actions
        if not legal:
            break
        states.append(states[-1].apply(legal[choice % len(legal)]))
    return states


def _play_chess(seed: int) -> int:
    """Play a random game; return the number of moves."""
    board = chess.Board()
    for choice in draws(seed, LONGEST):
        legal = [*board.legal_moves]
        if not legal:
            break
        board.push(legal[choice % len(legal)])
    return board.ply()


def _timed(play: Callable[[int], int]) -> Contestant:
    """Return the contestant that plays games and returns the seconds of a decision."""

    def decide(number: int) -> float:
        begun = process_time()
        decisions = sum(play(number * GAMES + game) for game in range(GAMES))
        return (process_time() - begun) / decisions

    return decide


CONTESTANTS: Final = {_OURS: _timed(lambda seed: len(_trail(seed))), _CHESS: _timed(_play_chess)}
"""Both keep the states that a game has had."""


def figures(times: Times) -> list[Figure]:
    """Return the time of a decision as a ratio, sizes of states, times of a game and a trace."""
    ratios = [ours / theirs for ours, theirs in zip(times[_OURS], times[_CHESS], strict=True)]
    trails = [_trail(seed) for seed in SEEDS]
    largest = [max(len(pickle.dumps(state)) for state in trail) for trail in trails]
    return [
        Figure("Festival / python-chess, a decision in random games", ratios, LIMIT),
        Figure("Festival, a pickle of a state, at most", largest, unit="bytes"),
        Figure("Festival, bytes a state", [*map(_bytes_a_state, SEEDS)], unit="bytes"),
        Figure("Festival, a whole random game", [*map(_game, SEEDS)], unit="s"),
        Figure(
            f"Festival, a trace of {TRACE} actions", [*map(_trace, SEEDS)], TRACE_SECONDS, unit="s"
        ),
    ]


def _bytes_a_state(seed: int) -> float:
    """Return the memory of a state when all of a play are kept; shared objects count once."""
    _trail(seed)  # once before, for objects that are made once for all plays
    tracemalloc.start()
    try:
        states = _trail(seed)
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (size - sys.getsizeof(states)) / len(states)


def _game(seed: int) -> float:
    begun = process_time()
    _trail(seed)
    return process_time() - begun


def _trace(seed: int) -> float:
    """Return the time of the engine for the first actions of a random play."""
    state, actions = festival.start(OPTIONS), list[str]()
    for choice in draws(seed, TRACE):
        legal = state.legal_actions
        action = legal[choice % len(legal)]
        actions.append(str(action))
        state = state.apply(action)
    case = {
        "game": festival.GAME.name,
        "edition": festival.GAME.edition,
        "options": festival.GAME.set_up(OPTIONS).options,
        "actions": actions,
        "observer": None,
        "ask": "trace",
    }
    begun = process_time()
    wire.handle({"cmd": "run", "seq": 1, "case": case})
    return process_time() - begun
