"""Our larger games beside chess: the time of a decision in random games; sizes and times of ours.

A decision is to ask for the legal actions, choose one, and carry it out. python-chess is a library
in pure Python, too, for a board game with as many decisions.
"""

import pickle
from collections.abc import Callable, Mapping
from functools import partial
from time import process_time
from typing import Final, NamedTuple

import chess

from fireflies import games
from fireflies.conformance import wire
from fireflies.contract import CHANCE, State
from tests.benchmarks.figures import Contestant, Figure, Times, draws
from tests.benchmarks.sizes import bytes_a_state


class Measured(NamedTuple):
    """A game of ours that is measured."""

    name: str
    options: Mapping[str, object]
    limit: float
    """The most time of a decision, as a multiple of that in python-chess."""

    def start(self) -> State:
        """Return the first state."""
        return games.get(self.name).set_up(self.options).start


MEASURED: Final = (
    Measured("festival", {"players": 4}, 1.5),
    Measured("misbehavin", {"players": 3}, 2.0),
)
GAMES: Final = 2
"""The number of games in a round."""
LONGEST: Final = 400
"""The most decisions of a game of either kind, counted after the setup."""
TRACE: Final = 300
"""The number of actions of the trace that the engine answers."""
TRACE_SECONDS: Final = 0.5
SEEDS: Final = range(5)

_CHESS: Final = "python-chess"


def _trail(game: Measured, seed: int) -> list[State]:
    """Return the states of a random game, after the setup."""
    state = game.start()
    while state.actor == CHANCE:
        state = state.apply(state.legal_actions[0])
    states = [state]
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


def _timed_game(game: Measured) -> Contestant:
    return _timed(lambda seed: len(_trail(game, seed)))


CONTESTANTS: Final = {
    **{f"fireflies.{game.name}": _timed_game(game) for game in MEASURED},
    _CHESS: _timed(_play_chess),
}
"""Each of them keeps the past states of a game."""


def figures(times: Times) -> list[Figure]:
    """Return the time of a decision as a ratio, sizes of states, times of a game and a trace."""
    return [figure for game in MEASURED for figure in _figures(game, times)]


def _figures(game: Measured, times: Times) -> list[Figure]:
    pairs = zip(times[f"fireflies.{game.name}"], times[_CHESS], strict=True)
    trails = [_trail(game, seed) for seed in SEEDS]
    largest = [max(len(pickle.dumps(state)) for state in trail) for trail in trails]
    name = game.name
    return [
        Figure(
            f"{name} / python-chess, a decision in random games",
            [ours / theirs for ours, theirs in pairs],
            game.limit,
        ),
        Figure(f"{name}, a pickle of a state, at most", largest, unit="bytes"),
        Figure(
            f"{name}, bytes a state",
            [bytes_a_state(partial(_trail, game), seed) for seed in SEEDS],
            unit="bytes",
        ),
        Figure(f"{name}, a whole random game", [_game(game, seed) for seed in SEEDS], unit="s"),
        Figure(
            f"{name}, a trace of {TRACE} actions",
            [_trace(game, seed) for seed in SEEDS],
            TRACE_SECONDS,
            unit="s",
        ),
    ]


def _game(game: Measured, seed: int) -> float:
    begun = process_time()
    _trail(game, seed)
    return process_time() - begun


def _trace(game: Measured, seed: int) -> float:
    """Return the time of the engine for the first actions of a random play."""
    the_game = games.get(game.name)
    state, actions = game.start(), list[str]()
    for choice in draws(seed, TRACE):
        legal = state.legal_actions
        action = legal[choice % len(legal)]
        actions.append(str(action))
        state = state.apply(action)
    case = {
        "game": the_game.name,
        "edition": the_game.edition,
        "options": the_game.set_up(game.options).options,
        "actions": actions,
        "observer": None,
        "ask": "trace",
    }
    begun = process_time()
    wire.handle({"cmd": "run", "seq": 1, "case": case})
    return process_time() - begun
