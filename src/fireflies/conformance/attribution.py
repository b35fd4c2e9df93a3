"""Name the clauses that a difference may be about, and save it as a case.

The suite says what each clause is about: its cases expect values in places of the STATE, and judge
actions. The engine answers the cases too. A case that it fails speaks for its clause, unless the
play of the case differs before the case expects anything. So nothing here depends on the game.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from fireflies._data import dumps, is_array
from fireflies.conformance.answers import MalformedAnswer
from fireflies.conformance.cases import Allows, Case, Holds, Refuses, Request, load
from fireflies.conformance.engines import Fault
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.judge import Difference, compare, judge
from fireflies.conformance.plays import Expected, check_text, clauses_of_step, expect
from fireflies.conformance.shrinking import SECONDS
from fireflies.contract import State
from fireflies.games import Game
from fireflies.rulebook import KINDS, Clause

MOST_CLAUSES: Final = 10
"""The most clauses that are named."""


class _Topic(NamedTuple):
    """The subject of a difference, or of an expectation of a case."""

    key: str
    """The first key of a place in the STATE, or ``actions`` or ``options``."""
    verb: str
    """The first word of the judged action, or of the one before the STATE; may be empty."""
    rest: tuple[str, ...] = ()
    """The other keys, with an asterisk for each index; or ``legal`` or ``illegal``."""


class _About(NamedTuple):
    """The subjects of a difference, and the clauses that the rules name there."""

    topics: frozenset[_Topic]
    refusing: frozenset[Clause] = frozenset()
    """The clauses by which the rules refuse actions that the engine accepts."""
    events: frozenset[Clause] = frozenset()
    """The clauses of the events."""


class _Evidence(NamedTuple):
    """The reasons for a clause, the strongest first: the clause with greater ones is likelier.

    A case is near when it has the key and the verb of the difference.
    """

    refuses: bool
    """The rules refuse an action by this clause."""
    is_secrecy: bool
    """The clause is of kind ``secrecy``, and only the seat gets a wrong answer."""
    near_speaking: int
    """The number of its near cases that speak for it."""
    speaking: int
    """The number of its cases that speak for it."""
    failed: int
    """The number of its cases that the engine fails."""
    happens: bool
    """The rules name it in an event of the step."""
    same: float
    """The share of its cases that have a topic of the difference."""
    near: float
    """The share of its cases that are near."""


def clauses_of(
    explorer: Explorer, request: Request, difference: Difference, seconds: float = SECONDS
) -> tuple[Clause, ...]:
    """Return the clauses that a difference may be about, the likeliest first.

    The engine answers the cases of the suite, for at most ``seconds``.

    Empty when only the form of a text, an option or an answer is wrong. Options that the rules
    refuse have one clause, the one that refuses them.
    """
    game, expected = explorer.game, expect(explorer.game, request)
    is_refused = difference.at == "refused"
    if is_refused and expected.refused in {-1, difference.after}:
        if expected.clause is None or expected.refused == -1:
            return () if expected.clause is None else (expected.clause,)
    elif difference.at == "answer" or (
        is_refused and difference.found != -1 and difference.after >= len(request.actions)
    ):
        return ()  # the form is wrong, or an action after the last one is refused
    about = _about(game, request, expected, difference)
    is_secret = _is_secret(explorer, request, difference)
    evidence = _evidence(explorer, about, seconds, is_secret=is_secret)
    found = [clause for clause, reasons in evidence.items() if any(reasons)]
    return (*sorted(found, key=evidence.__getitem__, reverse=True)[:MOST_CLAUSES],)


def _is_secret(explorer: Explorer, request: Request, difference: Difference) -> bool:
    """Return whether a seat, but not the referee, gets a wrong answer."""
    if request.observer is None:
        return False
    whole = request._replace(observer=None)
    seen = explorer.ask(whole, expect(explorer.game, whole))
    if seen is None:
        return True
    is_known = seen.at.startswith("/") or seen.at in {"refused", "count"}
    return is_known and seen.after > difference.after


def _evidence(
    explorer: Explorer, about: _About, seconds: float, *, is_secret: bool
) -> dict[Clause, _Evidence]:
    """Return the reasons for each clause that may be broken."""
    cases = load(explorer.game)
    keys = {topic[:2] for topic in about.topics}
    near = [case for case in cases if any(it[:2] in keys for it in _topics(case))]
    same = [case for case in near if not about.topics.isdisjoint(_topics(case))]
    near_ids = {case.id for case in near}
    failed = dict(_failed(explorer, sorted(cases, key=lambda it: it.id not in near_ids), seconds))
    speaking = [case for case in cases if failed.get(case.id)]
    near_speaking = [case for case in near if failed.get(case.id)]
    failing = [case for case in cases if case.id in failed]
    counts = [
        Counter(case.clause for case in some)
        for some in (near_speaking, speaking, failing, same, near, cases)
    ]

    def reasons(clause: Clause) -> _Evidence:
        near_speaks, speaks, fails, sames, nears, total = (count[clause] for count in counts)
        return _Evidence(
            clause in about.refusing,
            clause.rule.kind == "secrecy",
            near_speaks,
            speaks,
            fails,
            clause in about.events,
            sames / max(1, total),
            nears / max(1, total),
        )

    is_setup = any(topic.key == "options" for topic in about.topics)
    kinds = {"setup"} if is_setup else {*KINDS} - ({"secrecy"} if not is_secret else set())
    possible = (clause for clause in explorer.game.clauses if clause.rule.kind in kinds)
    return {clause: reasons(clause) for clause in possible}


# The subjects of a difference.


def _about(game: Game[Any], request: Request, expected: Expected, difference: Difference) -> _About:
    """Return the subjects of a difference, and the clauses that the rules name there."""
    after = min(difference.after, len(expected.actions))
    state = expected.states[after]
    if difference.at == "refused":
        if difference.found == -1:
            return _About(frozenset({_Topic("options", "", ("legal",))}))
        return _about_actions(game, state, request.actions[after : after + 1])
    wanted, found = difference.wanted, difference.found
    if difference.at == "/legal" and is_array(wanted) and is_array(found):
        one, other = Counter(map(str, wanted)), Counter(map(str, found))
        return _about_actions(game, state, (one - other) | (other - one))
    events: frozenset[Clause] = frozenset()
    if after:
        step = expected.states[after - 1].step(expected.actions[after - 1])
        events = frozenset(clauses_of_step(step))
    return _About(frozenset({_of_state(difference.at, request, after)}), events=events)


def _about_actions(game: Game[Any], state: State, texts: Iterable[str]) -> _About:
    """Return the subjects of a difference about which actions are legal."""
    topics: set[_Topic] = set()
    refusing: set[Clause] = set()
    events: set[Clause] = set()
    for text in texts:
        accepted, clause = check_text(game, state, text)
        topics.add(_of_action(text, is_legal=accepted))
        refusing |= set() if clause is None else {clause}
        events |= {*clauses_of_step(state.step(game.read_action(text)))} if accepted else set()
    return _About(frozenset(topics), frozenset(refusing), frozenset(events))


def _of_action(text: str, *, is_legal: bool) -> _Topic:
    return _Topic("actions", _verb(text), ("legal" if is_legal else "illegal",))


def _of_state(at: str, request: Request, after: int) -> _Topic:
    """Return the topic of a place in the STATE after a number of actions."""
    key, *rest = ["*" if part.isdecimal() else part for part in at.removeprefix("/").split("/")]
    return _Topic(key, _verb(request.actions[after - 1]) if after else "", tuple(rest))


def _verb(text: str) -> str:
    return text.partition(" ")[0]


# The cases of the suite.


def _topics(case: Case) -> Iterator[_Topic]:
    """Yield the topics of the expectations of a case."""
    request = case.request
    for it in case.expect:
        if isinstance(it, Refuses) and it.action < 0:
            yield _Topic("options", "", ("illegal",))
        elif isinstance(it, Refuses):
            yield _of_action(request.actions[it.action], is_legal=False)
        elif isinstance(it, Allows):
            yield from (_of_action(text, is_legal=True) for text in it.legal)
            yield from (_of_action(text, is_legal=False) for text in it.illegal)
        elif isinstance(it, Holds) and it.at == "/legal" and is_array(it.value):
            yield from (_of_action(str(text), is_legal=True) for text in it.value)
        elif isinstance(it, Holds):
            yield _of_state(it.at, request, it.after)
        else:
            yield _of_state("count", request, len(request.actions))
    if _begin(case) == 0:
        yield _Topic("options", "", ("legal",))


def _begin(case: Case) -> int:
    """Return the number of actions after which a case first expects something."""
    return min(
        it.after
        if isinstance(it, Holds | Allows)
        else it.action + 1
        if isinstance(it, Refuses)
        else len(case.request.actions)
        for it in case.expect
    )


def _failed(
    explorer: Explorer, cases: Iterable[Case], seconds: float
) -> Iterator[tuple[str, bool]]:
    """Yield the ids of the cases that the engine fails, each with whether the case speaks.

    End early after some seconds, or when the engine gives no valid answer.
    """
    game, deadline = explorer.game, time.monotonic() + seconds
    for case in cases:
        if time.monotonic() >= deadline:
            return
        try:
            answer = explorer.answer(case.request)
        except (Fault, MalformedAnswer):
            return
        if judge(game, case, answer).status == "failed":
            yield case.id, _speaks(game, case, answer)


def _speaks(game: Game[Any], case: Case, answer: Mapping[str, object]) -> bool:
    """Return whether the play of a case is right until the case expects something.

    A wrong list of legal actions does not change the play.
    """
    wanted = expect(game, case.request).answer(case.request)
    states = ({key: state[key] for key in state if key != "legal"} for state in wanted.states)
    found = compare(game, case.request, wanted._replace(states=states), answer)
    if found is None:
        return True
    if found.at == "refused" and -1 in {found.wanted, found.found}:
        return _begin(case) == 0
    return found.after + (found.at == "refused") >= _begin(case)


# The case of a difference.


def case_of(
    game: Game[Any], request: Request, difference: Difference, clauses: Iterable[Clause]
) -> str:
    """Return the JSON of a file with one case that shows a difference and is about these clauses.

    Without a clause it is about the first clause of setup, or the first of all.
    """
    result = expect(game, request)
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
    by_default = sorted(game.clauses, key=lambda clause: clause.rule.kind != "setup")[:1]
    ids = [str(clause) for clause in [*clauses] or by_default]
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
