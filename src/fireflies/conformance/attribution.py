"""Attribute a difference to clauses, and save it as a case.

The cases of the suite show which clauses are about which places and actions. The more features a
difference has in common with the cases of a clause, and the rarer they are, the likelier is the
clause. So it needs no knowledge of the game.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, TypeAlias

from fireflies._data import dumps, is_array
from fireflies._typing import cached
from fireflies.conformance.cases import (
    Allows,
    Case,
    Expectation,
    Holds,
    Refuses,
    Request,
    load,
)
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.judge import Difference, Mismatch, mismatches
from fireflies.conformance.plays import Expected, check_text, clauses_of_step, expect
from fireflies.contract import State, Step
from fireflies.games import Game
from fireflies.rulebook import Clause

_Features: TypeAlias = frozenset[tuple[object, ...]]
"""What an expectation, or a difference, is about: places, words of actions, clauses of events."""

_MOST_CLAUSES: Final = 10
"""The most clauses of a difference."""
_MOST_PLACES: Final = 6
_MOST_ACTIONS: Final = 4
"""The most places, and in a list of legal actions the most wrong actions, that are looked at."""
_PLACE_WEIGHT: Final = 2.0
"""The weight of a place or a value; that of any other feature is 1."""
_NEXT_CASE: Final = 0.7
"""The weight of a clause's next similar case, relative to the one before."""
_EVENT: Final = 0.2
"""The largest score for an event of the step; 1 is that of the clause with the most similar cases.
"""
_RARE: Final = 2.0
"""The rarity from which an event has the largest score."""
_REFUSAL: Final = 0.4
"""The score for the refusal of an action that the engine lists as legal."""
_FIRST: Final = 100.0
"""Added to the score of clauses that come before all others."""


def clauses_of(explorer: Explorer, request: Request, difference: Difference) -> tuple[Clause, ...]:
    """Return the clauses that a difference may be about, the likeliest first.

    When the rules refuse what the engine accepts, the refusing clause is the first. Clauses of
    secrecy come first when the engine is right about what the referee sees, and otherwise last.
    Empty when only the form of a text, an option or an answer is wrong and no case is about that.
    """
    game, expected = explorer.game, expect(explorer.game, request)
    if difference.at == "refused" and expected.refused == -1:
        return () if expected.clause is None else (expected.clause,)
    if not expected.states or difference.at == "answer":
        return ()
    if difference.at == "refused" and difference.found == -1:
        return _refusing_options(game)
    if difference.at == "refused" and difference.after >= len(request.actions):
        return ()  # the engine refuses an action after the last one
    found = _Evidence(game, request, expected)
    found.add(explorer, difference)
    scores = found.scores
    if is_secret := _is_secret(explorer, request, difference):
        scores |= {clause: 0.0 for clause in _of_kind(game, "secrecy") if clause not in scores}
    for clause in scores:
        if clause.rule.kind == "secrecy":
            scores[clause] += _FIRST if is_secret else -_FIRST
    order = [*game.clauses]
    return tuple(sorted(scores, key=lambda it: (-scores[it], order.index(it)))[:_MOST_CLAUSES])


def _of_kind(game: Game[Any], kind: str) -> tuple[Clause, ...]:
    return tuple(clause for clause in game.clauses if clause.rule.kind == kind)


def _refusing_options(game: Game[Any]) -> tuple[Clause, ...]:
    """Return the clauses of setup, those first whose cases refuse most options."""
    refusals = Counter(case.clause for case in load(game) if case.refused == -1)
    setup = sorted(_of_kind(game, "setup"), key=lambda clause: -refusals[str(clause)])
    return (*setup[:_MOST_CLAUSES],)


def _is_secret(explorer: Explorer, request: Request, difference: Difference) -> bool:
    """Return whether a seat, but not the referee, gets a wrong answer."""
    if request.observer is None:
        return False
    whole = request._replace(observer=None)
    seen = explorer.ask(whole, expect(explorer.game, whole))
    return seen is None or seen.after > difference.after


# Features.


def _of_text(text: str) -> set[tuple[object, ...]]:
    """Return the features of an action: its verb, and each further word that is no number."""
    verb, *words = text.split(" ")
    return {("verb", verb), *(("word", verb, it) for it in words if not it.lstrip("-").isdigit())}


def _of_step(step: Step[State]) -> set[tuple[object, ...]]:
    return {("event", str(clause)) for clause in clauses_of_step(step)}


def _together(
    some: Iterable[tuple[object, ...]], others: Iterable[tuple[object, ...]]
) -> set[tuple[object, ...]]:
    """Return a feature for each pair of features."""
    right = [*others]
    return {("both", one, other) for one in some for other in right}


def _of_value(at: str, value: object, text: str, step: Step[State] | None) -> _Features:
    """Return the features of a value in a place, after an action; empty text at the start."""
    path = ["*" if part.isdecimal() else part for part in at.split("/")[1:]]
    places = {("place", *path[:end]) for end in range(1, len(path) + 1)}
    about = _of_text(text) if step is None else _of_text(text) | _of_step(step)
    shape = ("shape", *path, _shape(value))
    return frozenset({shape, *places, *about, *_together(places, about)})


def _shape(value: object) -> str:
    """Return a word or words for what kind of value it is."""
    if is_array(value):
        return f"list of {sorted({_shape(part) for part in value if not isinstance(part, str)})}"
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "negative" if value < 0 else "positive" if value else "zero"
    return "object" if value else str(value)


def _of_action(
    game: Game[Any], state: State, text: str, before: str, *, is_legal: bool
) -> _Features:
    """Return the features of an action that is legal, or not, after another one."""
    accepted, clause = check_text(game, state, text)
    if not accepted and clause is None:
        return frozenset({("form",)})
    words = _of_text(text)
    contexts = (("legal", is_legal), ("before", before.partition(" ")[0]))
    together = {*words, *_together(contexts, words)}
    if accepted:
        together |= _of_step(state.step(game.read_action(text)))
    return frozenset(together)


def _of_case(game: Game[Any], case: Case) -> Iterator[_Features]:
    """Yield the features of what a case expects of states and actions."""
    expected, actions = expect(game, case.request), ("", *case.request.actions)
    for it in case.expect:
        if isinstance(it, Holds):
            step = _step_before(expected, it.after)
            yield _of_value(it.at, it.value, actions[it.after], step)
        for after, text, is_legal in _judged(it, case.request):
            state, before = expected.states[after], actions[after]
            yield _of_action(game, state, text, before, is_legal=is_legal)


def _judged(expectation: Expectation, request: Request) -> Iterator[tuple[int, str, bool]]:
    """Yield the actions that an expectation is about.

    Each has the number of actions before it, and True when it is expected to be legal.
    """
    if isinstance(expectation, Refuses) and expectation.action >= 0:
        yield expectation.action, request.actions[expectation.action], False
    if isinstance(expectation, Allows):
        yield from ((expectation.after, text, True) for text in expectation.legal)
        yield from ((expectation.after, text, False) for text in expectation.illegal)
    if isinstance(expectation, Holds) and expectation.at == "/legal":
        texts = expectation.value if is_array(expectation.value) else ()
        yield from ((expectation.after, str(text), True) for text in texts)


def _step_before(expected: Expected, after: int) -> Step[State] | None:
    """Return the step to the state after a number of actions; None for the first state."""
    return expected.states[after - 1].step(expected.actions[after - 1]) if after else None


@dataclass(frozen=True, slots=True)
class _Map:
    """The features of the cases of a game."""

    expectations: Sequence[tuple[tuple[str, ...], _Features]]
    """The clauses of a case, and the features of one of its expectations."""
    rarity: Mapping[tuple[object, ...], float]
    """The logarithm of the share of clauses whose cases have a feature, with a minus."""

    def similarity(self, one: _Features, other: _Features) -> float:
        """Return the weight of the common features, relative to the size of the other ones."""
        common = sum(_weight(it) * self.rarity.get(it, 0.0) for it in one & other)
        return common / math.sqrt(sum(map(_weight, other)))

    def likeness(self, places: Iterable[Sequence[_Features]]) -> dict[str, float]:
        """Return how much the cases of each clause are like a difference; 1 is the most.

        The difference has several places, each with alternatives of which the best one counts.
        """
        total: dict[str, float] = {}
        for alternatives in places:
            similar: dict[str, list[float]] = {}
            for clauses, features in self.expectations:
                best = max(self.similarity(it, features) for it in alternatives)
                for clause in clauses if best else ():
                    similar.setdefault(clause, []).append(best)
            most = max((max(values) for values in similar.values()), default=1.0)
            for clause, values in similar.items():
                ordered = enumerate(sorted(values, reverse=True))
                likeness = sum(value * _NEXT_CASE**rank for rank, value in ordered) / most
                total[clause] = total.get(clause, 0.0) + likeness
        most = max(total.values(), default=1.0)
        return {clause: value / most for clause, value in total.items()}


def _weight(feature: tuple[object, ...]) -> float:
    return _PLACE_WEIGHT if feature[0] in {"place", "shape"} else 1.0


@cached(4)
def _map(game: Game[Any]) -> _Map:
    """Return the map of a game; it takes seconds, as it plays every case."""
    expectations = [
        (case.clauses, features) for case in load(game) for features in _of_case(game, case)
    ]
    clauses: dict[tuple[object, ...], set[str]] = {}
    for (clause, *_), features in expectations:
        for feature in features:
            clauses.setdefault(feature, set()).add(clause)
    count = 1 + len({clause for (clause, *_), _ in expectations})
    rarity = {feature: math.log(count / len(having)) for feature, having in clauses.items()}
    return _Map(expectations, rarity)


class _Evidence:
    """What is known about a difference: its features, and the clauses that the rules report."""

    def __init__(self, game: Game[Any], request: Request, expected: Expected) -> None:
        """Begin with nothing about this request."""
        self._game = game
        self._request = request
        self._expected = expected
        self._places: list[list[_Features]] = []
        self._reported: dict[Clause, float] = {}
        """Scores of clauses besides those of similar cases."""

    def add(self, explorer: Explorer, difference: Difference) -> None:
        """Add a difference: of a refusal, or of each differing place in the state there."""
        request, expected = self._request, self._expected
        after = min(difference.after, len(expected.states) - 1)
        if difference.at == "refused":
            is_legal = expected.refused != after
            self._add_action(after, request.actions[after], is_legal=is_legal)
            if expected.clause is not None and not is_legal:
                self._reported[expected.clause] = _FIRST
            return
        for at, wanted, found in _places(explorer, request, expected, difference):
            if at == "/legal" and is_array(wanted) and is_array(found):
                self._add_legal(after, wanted, found)
            elif at != "/legal":
                self._add_value(after, at, wanted)

    def _add_value(self, after: int, at: str, wanted: object) -> None:
        """Add a place with a wrong value."""
        step = _step_before(self._expected, after)
        text = self._request.actions[after - 1] if after else ""
        self._places.append([_of_value(at, wanted, text, step)])
        if step is not None:
            self._report(step)
        else:
            self._reported |= dict.fromkeys(_of_kind(self._game, "setup"), _EVENT)

    def _add_legal(self, after: int, wanted: Sequence[object], found: Sequence[object]) -> None:
        """Add a wrong list of legal actions."""
        has, needs = Counter(map(str, found)), Counter(map(str, wanted))
        self._places.append([])
        for text in sorted(has - needs)[:_MOST_ACTIONS]:
            is_legal = text in needs  # the engine lists it more often than the rules
            self._add_action(after, text, is_legal=is_legal, is_new=False)
        for text in sorted(needs - has)[:_MOST_ACTIONS]:
            self._add_action(after, text, is_legal=True, is_new=False)

    def _add_action(self, after: int, text: str, *, is_legal: bool, is_new: bool = True) -> None:
        """Add an action that only one side accepts, as another place or to the last one."""
        state = self._expected.states[after]
        before = self._request.actions[after - 1] if after else ""
        features = _of_action(self._game, state, text, before, is_legal=is_legal)
        if is_new:
            self._places.append([])
        self._places[-1].append(features)
        accepted, clause = check_text(self._game, state, text)
        if accepted:
            self._report(state.step(self._game.read_action(text)))
        elif clause is not None:
            self._reported[clause] = _REFUSAL

    def _report(self, step: Step[State]) -> None:
        """Add the clauses of a step: those of its events score, the more the rarer they are."""
        rarity = _map(self._game).rarity
        events = {event.clause for event in step.events}
        for clause in clauses_of_step(step):
            rare = rarity.get(("event", str(clause)), _RARE) / _RARE
            score = _EVENT * min(1.0, rare) if clause in events else 0.0
            self._reported[clause] = max(score, self._reported.get(clause, 0.0))

    @property
    def scores(self) -> dict[Clause, float]:
        """The score of each clause for which something speaks.

        Limits of the sections of reported effects have 0 at least.
        """
        likeness = _map(self._game).likeness(self._places)
        sections = {_section(it) for it in self._reported if it.rule.kind == "effect"}
        return {
            clause: likeness.get(str(clause), 0.0) + self._reported.get(clause, 0.0)
            for clause in self._game.clauses
            if clause in self._reported
            or str(clause) in likeness
            or (clause.rule.kind == "limit" and _section(clause) in sections)
        }


def _section(clause: Clause) -> str:
    return clause.rpartition(".")[0]


def _places(
    explorer: Explorer, request: Request, expected: Expected, difference: Difference
) -> list[Mismatch]:
    """Return the differing places of a state; for a wrong count or a fault, a place of no name."""
    first = Mismatch("", None, None)
    if difference.at.startswith("/"):
        first = Mismatch(difference.at, difference.wanted, difference.found)
        state = expected.states[difference.after].view(request.observer).to_json()
        found = explorer.state(request, difference.after)
        places = [*islice(mismatches(state, found, explorer.game.unordered), _MOST_PLACES)]
        return [it for it in places if it.at] or [first]
    return [first]


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
