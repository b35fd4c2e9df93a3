"""The time of records and of the conformance suite, as ratios to that of the rules alone."""

import gc
from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import process_time_ns

from fireflies import record, smile
from fireflies.bots import random
from fireflies.conformance import runner, wire
from fireflies.conformance.cases import load
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.pool import Pool
from fireflies.table import Table
from tests.benchmarks.figures import PLAYERS, Figure
from tests.conformance.direct import DirectEngine

RECORDS = 10_000
"""The number of records that are read."""
PLAYS = 300
"""The number of plays of the explorer in a round."""
SUITE_LIMIT = 3.0
"""The whole suite takes less than this multiple of the time of the engine alone."""
EXPLORER_LIMIT = 9.0
"""The most time of a state, as a multiple of that in bare plays.

20,000 states a second, on a machine where bare plays make 180,000.
"""


def _timed(work: Callable[[], object]) -> int:
    """Return the time of a call, in nanoseconds."""
    begun = process_time_ns()
    work()
    return process_time_ns() - begun


def _taken_in_turns(rounds: int, *works: Callable[[], object]) -> list[list[int]]:
    """Return the times of each, round by round, in another order in each round."""
    order, times = Random(1), [list[int]() for _ in works]
    for _ in range(rounds):
        for number in order.sample(range(len(works)), len(works)):
            times[number].append(_timed(works[number]))
    return times


def records(rounds: int) -> list[Figure]:
    """Measure the time to read and verify records, as a ratio to replaying their actions alone.

    10,000 records of whole plays are read, some in each round; reading takes the line apart, plays
    it again with every check, and compares the result and the digest.
    """
    lines = [_record(number).to_text() for number in range(RECORDS)]
    ratios: list[float] = []
    for number in range(rounds):
        some = lines[number::rounds]
        gc.collect()
        begun = process_time_ns()
        read = [record.read(line) for line in some]
        done = process_time_ns()
        for one in read:
            state = one.start
            for action in one.actions:
                state = state.apply(action)
        ratios.append((done - begun) / (process_time_ns() - done))
    return [Figure("reading and verifying records / bare replay", ratios)]


def _record(seed: int) -> record.Record[smile.State]:
    """Return a whole play of random bots."""
    bots = [random] * PLAYERS
    begun = record.begin(smile.GAME, {"players": PLAYERS}, ["random"] * PLAYERS)
    table = Table(begun, bots, seed=seed)
    table.run()
    return table.record


def suite(rounds: int) -> list[Figure]:
    """Return the time of judging, as a ratio to that of the engine alone."""
    cases = load(smile.GAME)
    requests = [{"cmd": "run", "seq": 1, "case": case.request.to_json()} for case in cases]

    def answer() -> None:
        for request in requests:
            wire.handle(request)

    def judge() -> None:
        pool = Pool(lambda: DirectEngine(wire.handle), 1)
        assert all(one.verdict.status == "passed" for one in runner.run(pool, smile.GAME, cases))

    alone, judged = _taken_in_turns(rounds, answer, judge)
    name = f"judging by the {len(cases)} cases, to the engine's own time for them"
    ratios = [one / other for one, other in zip(judged, alone, strict=True)]
    return [Figure(name, ratios, SUITE_LIMIT)]


class _StoredAnswers:
    """An engine that gives stored answers, to the same requests in the same order."""

    def __init__(self, answers: Sequence[Mapping[str, object]]) -> None:
        """Take the answers."""
        self._answers = iter(answers)

    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """Return the next answer."""
        return next(self._answers) if request["cmd"] == "run" else {}

    def stop(self) -> None:
        """Do nothing."""

    def kill(self) -> None:
        """Do nothing."""


def explorer(rounds: int) -> list[Figure]:
    """Return the time of a state in the explorer, as a ratio to that in bare plays."""
    source = Explorer(smile.GAME, Pool(lambda: _StoredAnswers([]), 1), 1)
    plays = [play for number in range(PLAYS) for play in source.draw(number)]
    bare = [(it.request.options, it.expected.actions) for it in plays if it.expected.states]
    states = sum(len(it.expected.states) for it in plays)
    bare_states = sum(len(actions) + 1 for _, actions in bare)
    answers = [
        wire.handle({"cmd": "run", "seq": 1, "case": play.request.to_json()}) or {}
        for play in plays
    ]

    def play_bare() -> None:
        for options, actions in bare:
            state = smile.set_up(options).start
            for action in actions:
                state = state.apply(action)

    def explore() -> None:
        found = Explorer(smile.GAME, Pool(lambda: _StoredAnswers(answers), 1), 1).explore(
            range(PLAYS)
        )
        assert all(one.difference is None for one in found)

    alone, explored = _taken_in_turns(rounds, play_bare, explore)
    ratios = [
        (one / states) / (other / bare_states) for one, other in zip(explored, alone, strict=True)
    ]
    name = "exploring a state with an engine that answers at once, to playing it"
    return [Figure(name, ratios, EXPLORER_LIMIT)]
