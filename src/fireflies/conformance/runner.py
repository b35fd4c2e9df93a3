"""Run the cases of a suite against an engine and judge its answers."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from fireflies._data import as_whole, dumps, is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.answers import MalformedAnswer, check_form, states_of
from fireflies.conformance.cases import Case, Request
from fireflies.conformance.engines import Engine, Fault, Start
from fireflies.conformance.judge import Answer, Verdict, compare, judge
from fireflies.conformance.lines import RunRequest, StartRequest
from fireflies.conformance.plays import expect
from fireflies.conformance.pool import Pool
from fireflies.contract import State
from fireflies.errors import clipped
from fireflies.games import Game


class Result(NamedTuple):
    """The result of one case."""

    case: Case
    verdict: Verdict
    seconds: float
    """The time from the request to the verdict."""
    answer: Mapping[str, object] | None
    """The engine's answer to ``request``; None when there was none."""
    play: Request | None = None
    """After a wrong count: the request for the shortest play after which legal actions differ."""

    @property
    def request(self) -> Request:
        """The request that ``answer`` belongs to."""
        return self.play or self.case.request


class UntestableEngine(Exception):
    """The engine can't be tested: it does not follow the protocol, or does not offer the game."""


_SEARCH_SECONDS: Final = 20.0
"""The time limit of the search for the cause of a wrong count."""

_FIRST_REQUEST_TEXT: Final = "the first state of a game with the default options"


class GameNotOffered(UntestableEngine):
    """The engine does not offer the game, or not this edition."""


def check_engine(start: Start, game: Game[State]) -> Mapping[str, object]:
    """Start an engine, check that it answers, and return its ``implementation``.

    Raises:
        UntestableEngine: when the engine can't be tested.
    """
    try:
        engine = start()
        try:
            about = _check_start_answer(engine, game)
            _check_first_state(engine, game)
            with suppress(Fault):  # such faults are reported after the cases
                engine.stop()
        finally:
            engine.kill()
    except Fault as fault:
        raise UntestableEngine(str(fault)) from None
    return about


def _check_start_answer(engine: Engine, game: Game[State]) -> Mapping[str, object]:
    """Send the start request; return the ``implementation`` of the answer."""
    answer = engine.ask(StartRequest(cmd="start", version=wire.VERSION))
    if as_whole(answer.get("version")) != wire.VERSION:
        version = clipped(dumps(answer.get("version")))
        raise UntestableEngine(f"it has version {version} of the protocol, not {wire.VERSION}")
    about = answer.get("implementation")
    if not is_object(about):
        raise UntestableEngine("its first answer has no object under implementation")
    games = about.get("games")
    editions = games.get(game.name) if is_object(games) else None
    if not is_array(editions) or game.edition not in editions:
        offer = clipped(dumps(games))
        raise GameNotOffered(f"it doesn't offer {game.name} {game.edition}: its games are {offer}")
    try:
        check_form(answer)
    except MalformedAnswer as error:
        raise UntestableEngine(f"its first answer violates the protocol: {error}") from None
    return about


def _check_first_state(engine: Engine, game: Game[State]) -> None:
    """Check that the engine answers the simplest request with one state that has all keys."""
    setup = game.set_up({})
    request = Request(game.name, game.edition, dict(setup.options), ())
    answer = engine.ask(RunRequest(cmd="run", seq=0, case=request.to_json()))
    try:
        check_form(answer)
        for key in ("errored", "skipped"):
            if key in answer:
                reason = clipped(str(answer.get("message")))
                raise UntestableEngine(f"{_FIRST_REQUEST_TEXT} is {key}: {reason}")
        states = states_of(answer)
    except MalformedAnswer as error:
        raise UntestableEngine(f"{_FIRST_REQUEST_TEXT} is answered, but {error}") from None
    wanted = setup.start.view().to_json().keys()
    if len(states) != 1 or not wanted <= states[0].keys():
        missing = ", ".join(sorted(wanted - (states[0].keys() if states else set())))
        raise UntestableEngine(
            f"{_FIRST_REQUEST_TEXT} has to be one state with all keys; missing: {missing}"
        )


def run_in_order(pool: Pool, game: Game[State], cases: Iterable[Case]) -> Iterator[Result]:
    """Run the cases of a game one after the other; yield their results."""
    return (_run_case(pool, game, case) for case in cases)


def run(
    pool: Pool, game: Game[State], cases: Iterable[Case], *, full: bool = False
) -> Iterator[Result]:
    """Run the cases of a game, several at once; yield their results in the order of the cases.

    With ``full``, the complete answer to a case has to equal that of the rules.
    """
    return pool.map(lambda case: _run_case(pool, game, case, full=full), cases)


def _run_case(pool: Pool, game: Game[State], case: Case, *, full: bool = False) -> Result:
    """Run one case."""
    start_time = time.perf_counter()
    request = case.request
    answer: Mapping[str, object] | None = None
    play: Request | None = None
    try:
        answer = pool.ask(request.to_json())
        check_form(answer)
        verdict = judge(game, case, answer)
        if full and verdict.status == "passed":
            verdict = _judge_whole_answer(request, answer, game)
    except Fault as fault:
        verdict = Verdict("errored", str(fault))
    except MalformedAnswer as error:
        verdict = Verdict("errored", f"the answer violates the protocol: {error}")
    wrong_count = request.length is not None and verdict.status == "failed"
    if wrong_count and verdict.after is None and case.refused != -1:
        explanation, play, answer = _explain_count(pool, game, request, answer)
        after = None if play is None else len(play.actions)
        verdict = Verdict("failed", f"{verdict.message}; {explanation}", after)
    return Result(case, verdict, time.perf_counter() - start_time, answer, play)


def _judge_whole_answer(
    request: Request, answer: Mapping[str, object], game: Game[State]
) -> Verdict:
    """Return the verdict on an answer compared with the complete answer of the rules."""
    wanted = expect(game, request).answer(request)
    difference = compare(game, request, wanted, answer)
    if difference is None:
        return Verdict("passed")
    return Verdict("failed", f"compared with the rules, {difference.message}", difference.after)


def _explain_count(
    pool: Pool, game: Game[State], request: Request, answer: Mapping[str, object] | None
) -> tuple[str, Request | None, Mapping[str, object] | None]:
    """Return the likely cause of a wrong count: a message, a play, and the engine's answer to it.

    The play is the shortest one, from the counted state on, after which the engine has other legal
    actions than the rules. When there is none, return None and the ``answer`` of the count.
    """
    start = wire.set_up(game, request.options).start
    states, actions, _ = wire.follow(game, start, request.actions)
    frontier: dict[State, tuple[str, ...]] = {states[-1]: tuple(map(str, actions))}
    deadline = time.monotonic() + _SEARCH_SECONDS
    for _ in range(request.length or 0):
        next_frontier: dict[State, tuple[str, ...]] = {}
        for state, played in frontier.items():
            if time.monotonic() > deadline:
                return "the cause is not known: the search took too long", None, answer
            shorter = request._replace(actions=played, observer=None, ask="final")
            legal = state.legal_actions
            wanted = Answer([{"legal": [*map(str, legal)]}], None)
            try:
                found = pool.ask(shorter.to_json())
                difference = compare(game, shorter, wanted, found)
            except (Fault, MalformedAnswer) as error:
                return f"the cause is not known: asked for a state, {error}", None, answer
            if difference is not None:
                return f"the shortest play that shows why: {difference.message}", shorter, found
            for action in legal:
                next_frontier.setdefault(state.apply(action), (*played, str(action)))
        frontier = next_frontier
    return "all legal actions on the way are right", None, answer
