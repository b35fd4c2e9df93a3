"""Search random plays for a difference between an engine and the rules.

A play depends only on the seed, its number and the release of Hypothesis. The first difference is
attributed to clauses and becomes a case; the module ``shrinking`` makes it smaller.
"""

import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from fireflies._data import dumps, is_array, is_object
from fireflies.conformance.answers import MalformedAnswer, check_form, engine_message
from fireflies.conformance.cases import Request
from fireflies.conformance.engines import Fault
from fireflies.conformance.judge import Difference, compare
from fireflies.conformance.plays import (
    DrawnPlay,
    Expected,
    check_text,
    clauses_of_plays,
    clauses_of_step,
    draw_plays,
    expect,
)
from fireflies.conformance.pool import Pool
from fireflies.conformance.samples import BATCH, Samples, samples
from fireflies.contract import State, Step
from fireflies.games import Game, Setup
from fireflies.rulebook import Clause

RARELY: Final = 100
"""A clause is tested too rarely when fewer than one in this many plays use it."""

SKIPPED: Final = "skipped"
"""The place of a :class:`Difference` when the engine skips the request; it is no error."""

_LEARNING_PLAYS: Final = 60
"""The number of plays from which to learn which places of a STATE a clause changes."""
_EFFECT_SHARE: Final = 0.5
"""A place is an effect of a clause when it changes in more than this share of its steps."""


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
            answer = self._pool.ask(request.to_json())
            check_form(answer)
            if "skipped" in answer:
                return Difference(0, SKIPPED, None, None, engine_message(answer))
            if "errored" in answer:
                message = f"the engine says that it failed: {engine_message(answer)}"
                return Difference(last, "errored", None, None, message)
            return compare(request, expected.answer(request), answer, self.game.unordered)
        except Fault as fault:
            return Difference(last, "fault", None, None, str(fault))
        except MalformedAnswer as error:
            message = f"the answer violates the protocol: {error}"
            return Difference(last, "answer", None, None, message)


# The attribution of a difference to clauses.


def clauses_of(explorer: Explorer, request: Request, difference: Difference) -> tuple[Clause, ...]:
    """Return the clauses that a difference may be about, the likeliest first.

    First the clauses that the rules report, then those of kind ``limit`` in the same sections.
    Empty when only the form of a text, an option or an answer is wrong.
    """
    clauses = _clauses_at(explorer, request, difference)
    sections = {clause.rpartition(".")[0] for clause in clauses if clause.rule.kind == "effect"}
    limits = _of_kind(explorer.game, "limit")
    related = (clause for clause in limits if clause.rpartition(".")[0] in sections)
    return tuple(dict.fromkeys((*clauses, *related)))


def _clauses_at(explorer: Explorer, request: Request, difference: Difference) -> tuple[Clause, ...]:
    """Return the clauses that explain the place of a difference."""
    game, expected = explorer.game, expect(explorer.game, request)
    secrecy = _of_kind(game, "secrecy") if request.observer is not None else ()
    if difference.at == "refused" and expected.refused in {-1, difference.after}:
        return () if expected.clause is None else (expected.clause,)
    if not expected.states or difference.at == "answer":
        return ()
    after = min(difference.after, len(expected.states) - 1)
    state = expected.states[after]
    if difference.at == "refused" and difference.found == -1:
        return _of_kind(game, "setup")
    if difference.at == "refused" and after == len(request.actions):
        return ()  # the engine refuses an action after the last one
    if difference.at == "refused":
        return (*clauses_of_step(state.step(game.read_action(request.actions[after]))), *secrecy)
    if difference.at == "/legal":
        from_legal = _clauses_of_legal(game, state, difference)
        is_hidden = difference.wanted is None or difference.found is None
        return (*secrecy, *from_legal) if is_hidden or not from_legal else from_legal
    if after == 0:
        return (*secrecy, *_of_kind(game, "setup"))
    step = expected.states[after - 1].step(expected.actions[after - 1])
    return (*secrecy, *_clauses_changing(explorer, difference.at, step))


def _of_kind(game: Game[Any], kind: str) -> tuple[Clause, ...]:
    return tuple(clause for clause in game.clauses if clause.rule.kind == kind)


def _clauses_of_legal(game: Game[Any], state: State, difference: Difference) -> tuple[Clause, ...]:
    """Return the clauses of the actions that only one side lists as legal, or lists more often."""
    wanted, found = (
        Counter(map(str, it) if is_array(it) else ())
        for it in (difference.wanted, difference.found)
    )
    clauses: dict[Clause, None] = {}
    for text in sorted((wanted - found) | (found - wanted)):
        accepted, clause = check_text(game, state, text)
        refusing = () if clause is None else (clause,)
        accepting = clauses_of_step(state.step(game.read_action(text))) if accepted else ()
        clauses |= dict.fromkeys((*refusing, *accepting))
    return tuple(clauses)


def _clauses_changing(explorer: Explorer, at: str, step: Step[State]) -> tuple[Clause, ...]:
    """Return the clauses that may explain a difference at the place ``at`` after this step.

    They are the clauses of this step. If the rules don't change the place in this step, the engine
    may have applied another clause: clauses that change it in most of their steps are added.
    Clauses that never change it are left out, unless all are such. Those that change it most often
    come first.
    """
    steps: Counter[Clause] = Counter()
    changes: Counter[Clause] = Counter()
    path = ["*" if part.isdecimal() else part for part in at.split("/")[1:]]
    for number in range(_LEARNING_PLAYS):
        play = next(explorer.draw(number))
        values = [_values(state.view().to_json(), path) for state in play.expected.states]
        for index, other in enumerate(play.steps[: len(values) - 1]):
            clauses_there = clauses_of_step(other)
            steps.update(clauses_there)
            changes.update(clauses_there if values[index] != values[index + 1] else ())
    change_rate = {clause: changes[clause] / steps[clause] for clause in steps if changes[clause]}
    clauses = {*clauses_of_step(step)}
    before, after = (_values(it.view().to_json(), path) for it in (step.before, step.after))
    if before == after:
        clauses |= {clause for clause in change_rate if change_rate[clause] > _EFFECT_SHARE}
    ordered = sorted(clauses & change_rate.keys() or clauses, key=[*explorer.game.clauses].index)
    return tuple(sorted(ordered, key=lambda clause: -change_rate.get(clause, 0)))


def _values(data: object, path: Sequence[str]) -> object:
    """Return the values at a path in plain data; an asterisk in the path means every index."""
    if not path:
        return data
    part, *rest = path
    values = data if is_array(data) and part == "*" else ()
    inside = _values(data.get(part), rest) if is_object(data) else None
    return [_values(item, rest) for item in values] or inside


def case_of(explorer: Explorer, request: Request, difference: Difference) -> str:
    """Return the JSON of a file with one case that shows a difference."""
    game, result = explorer.game, expect(explorer.game, request)
    expected: list[dict[str, object]] = []
    if result.refused is not None:
        expected.append({"refused": result.refused})
    if request.length is not None and result.states:
        expected = [{"count": request.length, "is": result.number}]
    if difference.at.startswith("/"):
        at = {"after": difference.after, "at": difference.at, "is": difference.wanted}
        expected.insert(0, at)
    elif not expected:
        # The rules accept all actions. A case needs an expectation, so expect the actor.
        actor = result.states[-1].view(request.observer).to_json()["actor"]
        expected.append({"after": len(result.actions), "at": "/actor", "is": actor})
    clauses = clauses_of(explorer, request, difference) or _of_kind(game, "setup")[:1]
    ids = [str(clause) for clause in clauses or [*game.clauses][:1]]
    case = {
        "id": f"{ids[0]}.000",
        "clauses": ids,
        "says": f"Found by the explorer: {difference.message}.",
        "options": request.options,
        "actions": list(request.actions),
        "observer": request.observer,
        **({} if request.length is not None else {"ask": request.ask}),
        "expect": expected,
    }
    return dumps({"game": game.name, "edition": game.edition, "clause": ids[0], "cases": [case]})
