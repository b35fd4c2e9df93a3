"""Searches random plays for one in which an engine departs from the rules.

Each play is a function of the seed and its number, with one release of Hypothesis. The first
difference is attributed to clauses, and becomes a case; ``shrinking`` makes it smaller.
"""

import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from fireflies._data import dumps, is_array, is_object
from fireflies.conformance.cases import Request
from fireflies.conformance.engines import Fault
from fireflies.conformance.exploring import BATCH, Samples, samples
from fireflies.conformance.judge import Difference, MalformedAnswer, compare, said
from fireflies.conformance.plays import Drawn, Expected, draw_plays, expect, judged, named, reached
from fireflies.conformance.pool import Pool
from fireflies.contract import State, Step
from fireflies.games import Game, Setup
from fireflies.rulebook import Clause

SELDOM: Final = 100
"""A clause that the rules name in fewer than one of so many plays is hardly looked at."""

SKIPPED: Final = "skipped"
"""The place of a difference that is none: the engine does not offer this."""

_LEARNED: Final = 60
"""The number of plays from which is learned what changes when a clause is named."""
_REGULAR: Final = 0.5
"""The share of the steps with a clause in which a place changes that the clause is about."""


class Explored(NamedTuple):
    """One play, and what was asked about it."""

    number: int
    play: Drawn
    """The first request with a difference, or the first of all."""
    difference: Difference | None
    """The first one; None where the engine agrees, or skips."""
    states: int
    """How many states were compared."""
    skipped: int
    """How many requests the engine skipped."""
    clauses: frozenset[Clause]
    """The clauses that bear on the play."""
    request: int
    """The place of the request with the difference among those of the play."""
    seconds: float
    """How long the engine took for the request with the difference."""


class Explorer:
    """Asks the engines of a pool about random plays of a game."""

    def __init__(self, game: Game[Any], pool: Pool, seed: int) -> None:
        """Ask about the plays of this seed."""
        self.game = game
        self.seed = seed
        self._pool = pool
        self.reached: Counter[Clause] = Counter(dict.fromkeys(game.clauses, 0))
        """In how many plays so far the rules named each clause."""

    def explore(self, numbers: Iterable[int]) -> Generator[Explored]:
        """Yield the plays of these numbers, each compared state by state."""
        tasks = ((number, self.samples(number)) for number in numbers)
        for one in self._pool.map(self._explored, tasks):
            self.reached.update(one.clauses)
            yield one

    def _explored(self, task: tuple[int, Samples]) -> Explored:
        number, source = task
        states = skipped = 0
        plays: list[Drawn] = []
        for play in draw_plays(self.game, source, self.seed, number):
            plays.append(play)
            begun = time.perf_counter()
            found = self.ask(play.request, play.expected)
            if found is not None and found.at == SKIPPED:
                skipped += 1
            elif found is not None:
                seconds = time.perf_counter() - begun
                break
            else:
                states += play.request.states(play.expected.refused)
        else:
            play, found, seconds = plays[0], None, 0.0
        clauses = frozenset(reached(self.game, plays))
        return Explored(number, play, found, states, skipped, clauses, len(plays) - 1, seconds)

    def samples(self, number: int) -> Samples:
        """Return what the play of this number is drawn from."""
        return samples(self.game, self.seed, number // BATCH)

    def draw(self, number: int, setup: Setup[State] | None = None) -> Iterator[Drawn]:
        """Yield what is asked about the play of this number, with any setup or this one."""
        return draw_plays(self.game, self.samples(number), self.seed, number, setup)

    def ask(self, request: Request, expected: Expected) -> Difference | None:
        """Return the first difference of the engine's answer; also where it fails or skips."""
        last = len(request.actions)
        try:
            answer = self._pool.ask(request.to_json())
            if answer.get("skipped") is True:
                return Difference(0, SKIPPED, None, None, said(answer))
            if answer.get("errored") is True:
                message = f"the engine says that it failed: {said(answer)}"
                return Difference(last, "errored", None, None, message)
            return compare(request, expected.answer(request), answer, self.game.unordered)
        except Fault as fault:
            return Difference(last, "fault", None, None, str(fault))
        except MalformedAnswer as error:
            message = f"the answer is not as the wire says: {error}"
            return Difference(last, "answer", None, None, message)


# Which clauses a difference may be about.


def clauses_of(explorer: Explorer, request: Request, difference: Difference) -> tuple[Clause, ...]:
    """Return the clauses that a difference may be about, the likeliest first.

    After those that the rules name stand the limits that belong to them: their ids begin alike.
    There are none where only the form of a text or of an option is wrong, or an answer.
    """
    found = _named(explorer, request, difference)
    groups = {clause.rpartition(".")[0] for clause in found if clause.rule.kind == "effect"}
    limits = (one for one in _of_kind(explorer.game, "limit") if one.rpartition(".")[0] in groups)
    return tuple(dict.fromkeys((*found, *limits)))


def _named(explorer: Explorer, request: Request, difference: Difference) -> tuple[Clause, ...]:
    """Return the clauses that the rules name where a difference shows."""
    game, expected = explorer.game, expect(explorer.game, request)
    secrets = _of_kind(game, "secrecy") if request.observer is not None else ()
    if difference.at == "refused" and expected.refused in {-1, difference.after}:
        return () if expected.clause is None else (expected.clause,)
    if not expected.states or difference.at == "answer":
        return ()
    after = min(difference.after, len(expected.states) - 1)
    state = expected.states[after]
    if difference.at == "refused" and difference.found == -1:
        return _of_kind(game, "setup")
    if difference.at == "refused" and after == len(request.actions):
        return ()  # the engine refuses an action that there is not
    if difference.at == "refused":
        return (*named(state.step(game.read_action(request.actions[after]))), *secrets)
    if difference.at == "/legal":
        listed = _about_legal(game, state, difference)
        is_hidden = difference.wanted is None or difference.found is None
        return (*secrets, *listed) if is_hidden or not listed else listed
    if after == 0:
        return (*secrets, *_of_kind(game, "setup"))
    step = expected.states[after - 1].step(expected.actions[after - 1])
    return (*secrets, *_changing(explorer, difference.at, step))


def _of_kind(game: Game[Any], kind: str) -> tuple[Clause, ...]:
    return tuple(clause for clause in game.clauses if clause.rule.kind == kind)


def _about_legal(game: Game[Any], state: State, difference: Difference) -> tuple[Clause, ...]:
    """Return the clauses of what only one side lists as legal, or lists more often."""
    wanted, found = (
        Counter(map(str, it) if is_array(it) else ())
        for it in (difference.wanted, difference.found)
    )
    clauses: dict[Clause, None] = {}
    for text in sorted((wanted - found) | (found - wanted)):
        accepted, clause = judged(game, state, text)
        refusing = () if clause is None else (clause,)
        accepting = named(state.step(game.read_action(text))) if accepted else ()
        clauses |= dict.fromkeys((*refusing, *accepting))
    return tuple(clauses)


def _changing(explorer: Explorer, at: str, step: Step[State]) -> tuple[Clause, ...]:
    """Return the clauses that are named when a place changes, the more regularly the earlier.

    Where the rules change it in this step, only those of this step; where they do not, the engine
    may have done what others name.
    """
    often: Counter[Clause] = Counter()
    moved: Counter[Clause] = Counter()
    parts = ["*" if part.isdecimal() else part for part in at.split("/")[1:]]
    for number in range(_LEARNED):
        play = next(explorer.draw(number))
        values = [_values(state.view().to_json(), parts) for state in play.expected.states]
        for index, one in enumerate(play.steps[: len(values) - 1]):
            named_there = named(one)
            often.update(named_there)
            moved.update(named_there if values[index] != values[index + 1] else ())
    share = {clause: moved[clause] / often[clause] for clause in often if moved[clause]}
    clauses = {*named(step)}
    before, after = (_values(it.view().to_json(), parts) for it in (step.before, step.after))
    if before == after:
        clauses |= {clause for clause in share if share[clause] > _REGULAR}
    bearing = sorted(clauses & share.keys() or clauses, key=[*explorer.game.clauses].index)
    return tuple(sorted(bearing, key=lambda clause: -share.get(clause, 0)))


def _values(data: object, parts: Sequence[str]) -> object:
    """Return what stands in a place of plain data; an asterisk stands for any index."""
    if not parts:
        return data
    part, *rest = parts
    values = data if is_array(data) and part == "*" else ()
    inside = _values(data.get(part), rest) if is_object(data) else None
    return [_values(one, rest) for one in values] or inside


def case_of(explorer: Explorer, request: Request, difference: Difference) -> str:
    """Return a file of one case that shows a difference, for ``fireflies conform --case``."""
    game, played = explorer.game, expect(explorer.game, request)
    expected: list[dict[str, object]] = []
    if played.refused is not None:
        expected.append({"refused": played.refused})
    if request.length is not None and played.states:
        expected = [{"count": request.length, "is": played.number}]
    if difference.at.startswith("/"):
        at = {"after": difference.after, "at": difference.at, "is": difference.wanted}
        expected.insert(0, at)
    elif not expected:
        # Nothing but being accepted is expected, and a case expects something.
        actor = played.states[-1].view(request.observer).to_json()["actor"]
        expected.append({"after": len(played.actions), "at": "/actor", "is": actor})
    clauses = clauses_of(explorer, request, difference) or _of_kind(game, "setup")[:1]
    about = [str(clause) for clause in clauses or [*game.clauses][:1]]
    case = {
        "id": f"{about[0]}.000",
        "clauses": about,
        "says": f"Found by the explorer: {difference.message}.",
        "options": request.options,
        "actions": list(request.actions),
        "observer": request.observer,
        **({} if request.length is not None else {"ask": request.ask}),
        "expect": expected,
    }
    return dumps({"game": game.name, "edition": game.edition, "clause": about[0], "cases": [case]})
