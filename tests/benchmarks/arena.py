"""The time of an arena, beside a bare loop, and with two processes beside one."""

import gc
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from time import perf_counter_ns
from typing import Final, ParamSpec, TypeVar

from fireflies import arena, smile
from fireflies._typing import override
from fireflies.arena.playing import play_chunk
from fireflies.chance import Draws
from fireflies.contract import CHANCE, State
from fireflies.smile import fast
from tests.benchmarks.figures import PLAYERS, Figure

_P = ParamSpec("_P")
_T = TypeVar("_T")

GAMES: Final = 300
"""The number of games in a round of the arena and of the bare loop."""
POOL_GAMES: Final = 3000
"""The number of games in a round with several processes."""
PURPOSES: Final = [f"seat {seat}" for seat in range(PLAYERS)]


def bare(start: State, seed: int) -> State:
    """Play at random with the fewest calls, and return the last state."""
    state = start
    decisions = [0] * PLAYERS
    dealt = 0
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            action = state.deal(Draws(seed, CHANCE, dealt))
            dealt += 1
        else:
            action = Draws(seed, PURPOSES[actor], decisions[actor]).choose(state.legal_actions)
            decisions[actor] += 1
        state = state.apply(action)
    return state


class _Kept(Executor):
    """An executor that an arena does not shut down."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    @override
    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        """Call the executor."""
        return self._executor.submit(fn, *args, **kwargs)


def games(rounds: int) -> list[Figure]:
    """Return the speed of an arena beside the bare loop, and check that they end alike."""
    plan = arena.plan(smile.GAME, ["random"] * PLAYERS, GAMES * rounds)
    start = fast.start(players=PLAYERS)
    ratios: list[float] = []
    for number in range(rounds):
        numbers = range(GAMES * number, GAMES * (number + 1))
        gc.collect()
        begun = perf_counter_ns()
        chunk = play_chunk(plan, numbers)
        between = perf_counter_ns()
        ends = [bare(start, plan.seed_of(game)) for game in numbers]
        ratios.append((perf_counter_ns() - between) / (between - begun))
        totals = arena.Totals()
        for game, end in zip(numbers, ends, strict=True):
            assert end.outcome is not None
            totals.count(plan.seating(game), end.outcome, 0)
        assert totals.scores == chunk.totals.scores, "they did not play the same games"
    kind = "compiled" if fast.COMPILED else "interpreted"
    gate = 0.3 if fast.COMPILED else None
    return [
        Figure(
            f"an arena's games on the {kind} packed game, to a bare loop", ratios, gate, more=True
        )
    ]


def processes(rounds: int) -> list[Figure]:
    """Return the speed of two processes beside one, all started before the measurement."""
    times: dict[int, list[float]] = {1: [], 2: []}
    with ExitStack() as stack:
        pools = {jobs: stack.enter_context(arena.processes(jobs)()) for jobs in times}
        for number in range(-1, rounds):  # round -1 starts the processes, and is not measured
            plan = arena.plan(smile.GAME, ["random"] * PLAYERS, POOL_GAMES, seed=number % 2**64)
            for jobs in sorted(times, reverse=bool(number % 2)):
                pool = _Kept(pools[jobs])
                begun = perf_counter_ns()
                arena.run(plan, lambda pool=pool: pool)  # type: ignore[misc]  # a default binds it
                if number >= 0:
                    times[jobs].append(perf_counter_ns() - begun)
    return [
        Figure(
            "an arena's games on two processes: on one",
            [one / two for two, one in zip(times[2], times[1], strict=True)],
            gate=1.8,
            more=True,
        )
    ]
