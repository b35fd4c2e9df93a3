"""Random plays by the million, on one core and on two.

The unit is an action, also of chance, on both sides. OpenSpiel plays rollouts in C++ only within a
search. Here a search has two simulations of many rollouts: the first simulation starts at the root,
the second after one action. The number of actions is estimated: the number of rollouts times the
mean length of such plays.
"""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from random import Random
from statistics import mean
from time import perf_counter_ns, process_time_ns
from typing import Any, Final, NamedTuple

import pyspiel

from fireflies import smile
from fireflies.smile import fast
from tests.benchmarks import yardstick
from tests.benchmarks.figures import PLAYERS, Contestant, Figure, Times, faster
from tests.smile.fast import pure

OPTIONS: Final[Mapping[str, object]] = {"players": PLAYERS}
PLAYS: Final = {"compiled plays": 4_000, "interpreted plays": 20, "C loop": 4_000}
"""The number of plays in a round."""
ROLLOUTS: Final = {"tic_tac_toe": 8_000, "liars_dice": 12_000, "hearts": 500}
"""The number of rollouts in a simulation, by game."""
SAMPLE: Final = 30_000
"""The number of actions, about, from which the mean length of a game is computed."""

PROCESSES: Final = 2


def _to_seats(state: pyspiel.State, source: Random) -> None:
    """Apply random actions of chance until a seat is to act."""
    while state.current_player() < 0 and not state.is_terminal():
        state.apply_action(source.choice(state.chance_outcomes())[0])


class Rollouts:
    """Rollouts of a game in C++."""

    def __init__(self, name: str) -> None:
        """Load a game and find the mean length of its plays."""
        self._name = name
        self._game = pyspiel.load_game(name)
        source, lengths = Random(name), list[int]()
        while sum(lengths) < SAMPLE:
            state = self._game.new_initial_state()
            _to_seats(state, source)
            lengths.append(0)
            while not state.is_terminal():
                state.apply_action(source.choice(state.legal_actions()))
                lengths[-1] += 1
        # One simulation starts at the root, the other after one action.
        self._actions = ROLLOUTS[name] * (2 * mean(lengths) - 1)

    def __call__(self, number: int) -> float:
        """Return the time of an action, in nanoseconds."""
        state = self._game.new_initial_state()
        _to_seats(state, Random(number))
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS[self._name], number)
        bot = pyspiel.MCTSBot(self._game, evaluator, 1.4, 2, 100, False, number, False)  # noqa: FBT003  # it takes no names
        begun = process_time_ns()
        bot.mcts_search(state)
        return (process_time_ns() - begun) / self._actions


class BulkPlays:
    """Random plays of Smile in bulk."""

    def __init__(self, name: str) -> None:
        """Prepare the contestant of this name."""
        self._name = name
        self._start = yardstick.start({**OPTIONS})
        self.totals: list[fast.Totals] = []
        """The totals of each round."""
        self.per_decision: list[float] = []
        """For each round, the time of a decision and of its share of the actions of chance."""

    def _play(self, games: int, seed: int) -> fast.Totals:
        """Play this number of games."""
        if self._name == "C loop":
            return yardstick.playouts(self._start, games, seed)
        packed: Any = fast if self._name == "compiled plays" else pure.load()
        totals: fast.Totals = packed.playouts(OPTIONS, games, seed)
        return totals

    def __call__(self, number: int) -> float:
        """Return the time of an action, in nanoseconds."""
        games = PLAYS[self._name]
        begun = process_time_ns()
        totals = self._play(games, number * games)
        time = process_time_ns() - begun
        actions = sum(length * games for length, games in totals.lengths.items())
        self.totals.append(totals)
        self.per_decision.append(time / (actions - games * len(smile.start(PLAYERS).undealt)))
        return time / actions


class Bulk:
    """All contestants that play in bulk."""

    def __init__(self) -> None:
        self._many = {name: BulkPlays(name) for name in PLAYS}
        self._rollouts = {f"rollouts of {name}": Rollouts(name) for name in ROLLOUTS}

    def contestants(self) -> Mapping[str, Contestant]:
        """Return the contestants by name."""
        return {**self._many, **self._rollouts}

    def same(self) -> bool:
        """Return whether C, compiled and interpreted plays have the same totals in every round."""
        c_loop, few = self._many["C loop"], PLAYS["interpreted plays"]
        return c_loop.totals == self._many["compiled plays"].totals and all(
            totals == c_loop._play(few, number * few)
            for number, totals in enumerate(self._many["interpreted plays"].totals)
        )

    def figures(self, times: Times) -> list[Figure]:
        """Return the figures of a race."""
        rollouts = "rollouts of tic_tac_toe"
        figures = [
            Figure(
                "plays in bulk, compiled, to the C loop",
                faster(times, "compiled plays", "C loop"),
                *(0.6, 0.75),
                more=True,
            ),
            Figure(
                "the C loop to rollouts of tic_tac_toe in C++, an action",
                faster(times, "C loop", rollouts),
                gate=8.0,
                more=True,
            ),
        ]
        figures += [
            Figure(
                f"plays in bulk, compiled, to {name} in C++, an action",
                faster(times, "compiled plays", name),
                *(5.0, 8.0),
                more=True,
            )
            for name in self._rollouts
        ]
        figures += [
            Figure(
                f"{name} to {rollouts} in C++, a decision and its share of chance",
                [
                    other / ours
                    for ours, other in zip(
                        self._many[name].per_decision, times[rollouts], strict=True
                    )
                ],
                more=True,
            )
            for name in ("compiled plays", "C loop")
        ]
        figures.append(
            Figure(
                "plays in bulk, interpreted, to rollouts of tic_tac_toe in C++, an action",
                faster(times, "interpreted plays", rollouts),
                more=True,
            )
        )
        return figures


class Run(NamedTuple):
    """The wall time of some processes, and the longest CPU time among them, in nanoseconds."""

    wall: float
    cpu: float
    totals: list[Counter[int]]
    """The sums of the totals of all processes."""


def _timed(games: int, seed: int) -> tuple[fast.Totals, int]:
    """Play games in a worker process; return their totals and the CPU time."""
    begun = process_time_ns()
    return fast.playouts(OPTIONS, games, seed), process_time_ns() - begun


def _run(workers: Executor, parts: int, games: int, seed: int) -> Run:
    """Play games, divided between processes."""
    size = games // parts
    begun = perf_counter_ns()
    done = [*workers.map(_timed, repeat(size, parts), range(seed, seed + games, size))]
    wall = perf_counter_ns() - begun
    counts: list[Counter[int]] = [Counter() for _ in fast.Totals._fields[1:]]
    for totals, _ in done:
        for count, total in zip(counts, totals[1:], strict=True):
            count.update(total if isinstance(total, Mapping) else dict(enumerate(total)))
    return Run(wall, max(cpu for _, cpu in done), counts)


def two_processes(rounds: int, games: int) -> list[Figure]:
    """Return how much faster two processes are than one, with this number of games in all rounds.

    Raises:
        ValueError: two processes have other totals than one.
    """
    each = games // rounds // PROCESSES * PROCESSES
    runs: list[tuple[Run, Run]] = []
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as workers:
        _run(workers, PROCESSES, 100 * PROCESSES, 0)  # start the workers
        for number in range(rounds):
            order = [1, PROCESSES] if number % 2 else [PROCESSES, 1]
            both = {parts: _run(workers, parts, each, number * each) for parts in order}
            if both[1].totals != both[PROCESSES].totals:
                raise ValueError("two processes have played other games than one")
            runs.append((both[1], both[PROCESSES]))
    name = f"plays in bulk in two processes, to one ({each * rounds:,} plays)"
    return [
        Figure(name, [one.wall / two.wall for one, two in runs], 1.8, 1.95, more=True),
        # On a quiet machine both figures are about the same.
        Figure(f"{name}, by their own clocks", [one.cpu / two.cpu for one, two in runs], more=True),
    ]
