"""Search random plays for a difference between an engine and the rules.

A play depends only on the seed, its number and the release of Hypothesis. The module ``shrinking``
makes the first difference smaller, and ``attribution`` names the clauses that it may be about.
"""

import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from fireflies.conformance.answers import MalformedAnswer, check_form, engine_message
from fireflies.conformance.cases import Request
from fireflies.conformance.engines import Fault
from fireflies.conformance.judge import Difference, compare
from fireflies.conformance.plays import (
    DrawnPlay,
    Expected,
    clauses_of_plays,
    draw_plays,
)
from fireflies.conformance.pool import Pool
from fireflies.conformance.samples import BATCH, Samples, samples
from fireflies.contract import State
from fireflies.games import Game, Setup
from fireflies.rulebook import Clause

RARELY: Final = 100
"""A clause is tested too rarely when fewer than one in this many plays use it."""

SKIPPED: Final = "skipped"
"""The place of a :class:`Difference` when the engine skips the request; it is no error."""


class Explored(NamedTuple):
    """The result of one play."""

    number: int
    play: DrawnPlay
    """The first drawn request with a difference; without a difference, the first request."""
    difference: Difference | None
    """The first difference; None when the engine agrees or skips."""
    states: int
    """The number of compared states."""
    skipped: int
    """The number of requests that the engine skipped."""
    clauses: frozenset[Clause]
    """The clauses that the play uses."""
    request_index: int
    """The index, among the requests of the play, of the one with the difference."""
    seconds: float
    """The time that the engine took for the request with the difference; 0 without one."""


class Explorer:
    """Compares the engines of a pool with the rules in random plays of a game."""

    def __init__(self, game: Game[Any], pool: Pool, seed: int) -> None:
        """Prepare to explore the plays of this seed."""
        self.game = game
        self.seed = seed
        self._pool = pool
        self.reached: Counter[Clause] = Counter(dict.fromkeys(game.clauses, 0))
        """The number of plays so far that use each clause."""

    def explore(self, numbers: Iterable[int]) -> Generator[Explored]:
        """Compare the plays of these numbers, and yield the results."""
        tasks = ((number, self.samples(number)) for number in numbers)
        for explored in self._pool.map(self._explore_play, tasks):
            self.reached.update(explored.clauses)
            yield explored

    def _explore_play(self, task: tuple[int, Samples]) -> Explored:
        number, source = task
        states = skipped = 0
        plays: list[DrawnPlay] = []
        for play in draw_plays(self.game, source, self.seed, number):
            plays.append(play)
            start_time = time.perf_counter()
            difference = self.ask(play.request, play.expected)
            if difference is not None and difference.at == SKIPPED:
                skipped += 1
            elif difference is not None:
                seconds = time.perf_counter() - start_time
                break
            else:
                states += play.request.state_count(play.expected.refused)
        else:
            play, difference, seconds = plays[0], None, 0.0
        clauses = frozenset(clauses_of_plays(self.game, plays))
        return Explored(number, play, difference, states, skipped, clauses, len(plays) - 1, seconds)

    def samples(self, number: int) -> Samples:
        """Return the samples for the play of this number."""
        return samples(self.game, self.seed, number // BATCH)

    def draw(self, number: int, setup: Setup[State] | None = None) -> Iterator[DrawnPlay]:
        """Yield the requests about the play of this number; without a setup, draw one."""
        return draw_plays(self.game, self.samples(number), self.seed, number, setup)

    def ask(self, request: Request, expected: Expected) -> Difference | None:
        """Return the first difference of the engine's answer; an error or a skip is one too."""
        last = len(request.actions)
        try:
            answer = self.answer(request)
            if "skipped" in answer:
                return Difference(0, SKIPPED, None, None, engine_message(answer))
            if "errored" in answer:
                message = f"the engine says that it failed: {engine_message(answer)}"
                return Difference(last, "errored", None, None, message)
            return compare(self.game, request, expected.answer(request), answer)
        except Fault as fault:
            return Difference(last, "fault", None, None, str(fault))
        except MalformedAnswer as error:
            message = f"the answer violates the protocol: {error}"
            return Difference(last, "answer", None, None, message)

    def answer(self, request: Request) -> Mapping[str, object]:
        """Return the engine's answer to a request.

        Raises:
            Fault: when there is no valid answer.
            MalformedAnswer: when its form is not that of the wire.
        """
        answer = self._pool.ask(request.to_json())
        check_form(answer)
        return answer
