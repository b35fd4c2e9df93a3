"""Introduces itself to an engine, asks it the cases, and judges each answer."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from fireflies._data import dumps, is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, Request
from fireflies.conformance.engines import Engine, Fault, Start
from fireflies.conformance.judge import (
    Answer,
    MalformedAnswer,
    Verdict,
    compare,
    judge,
    mismatch,
    states_of,
)
from fireflies.conformance.pool import Pool
from fireflies.conformance.traces import follow
from fireflies.contract import State
from fireflies.errors import clipped
from fireflies.games import Game


class Result(NamedTuple):
    """What became of a case."""

    case: Case
    verdict: Verdict
    seconds: float
    """From the question to the verdict."""
    answer: Mapping[str, object] | None
    """What the engine said; None when there was no answer."""
    play: Request | None = None
    """Where a count is wrong: the shortest play that shows why, to which this is the answer."""

    @property
    def request(self) -> Request:
        """Return the request that the engine was asked."""
        return self.play or self.case.request


class BrokenHarness(Exception):
    """The engine can't be judged at all: it doesn't speak the wire, or doesn't know the game."""


_SEARCHED: Final = 20.0
"""Seconds in which the reason of a wrong count is searched for."""

_SMOKE: Final = "the first state of a game with all options left alone"


def introduce(start: Start, game: Game[State]) -> Mapping[str, object]:
    """Return how an engine introduces itself, after a check that it answers at all.

    Raises:
        BrokenHarness: when the cases would not tell anything about its rules.
    """
    try:
        engine = start()
        try:
            about = _hands(engine, game)
            _smoke(engine, game)
            with suppress(Fault):  # how engines leave is told after the cases
                engine.stop()
        finally:
            engine.kill()
    except Fault as fault:
        raise BrokenHarness(str(fault)) from None
    return about


def _hands(engine: Engine, game: Game[State]) -> Mapping[str, object]:
    """Return what the engine says about itself."""
    answer = engine.ask({"cmd": "start", "version": wire.VERSION})
    if mismatch(wire.VERSION, answer.get("version")) is not None:
        speaks = clipped(dumps(answer.get("version")))
        raise BrokenHarness(f"it speaks version {speaks} of the protocol, not {wire.VERSION}")
    about = answer.get("implementation")
    if not is_object(about):
        raise BrokenHarness("it doesn't introduce itself: the key implementation is missing")
    for key in ("name", "version", "language"):
        if not isinstance(about.get(key), str):
            raise BrokenHarness(f"it introduces itself without its {key}")
    games = about.get("games")
    editions = games.get(game.name) if is_object(games) else None
    if not is_array(editions) or game.edition not in editions:
        offered = clipped(dumps(games))
        raise BrokenHarness(f"it doesn't offer {game.name} {game.edition}: its games are {offered}")
    return about


def _smoke(engine: Engine, game: Game[State]) -> None:
    """Check that it answers the simplest question with something like a state."""
    setup = game.set_up({})
    request = Request(game.name, game.edition, dict(setup.options), ())
    answer = engine.ask({"cmd": "run", "seq": 0, "case": request.to_json()})
    for key in ("errored", "skipped"):
        if answer.get(key) is True:
            raise BrokenHarness(f"{_SMOKE} is {key}: {clipped(str(answer.get('message')))}")
    try:
        states = states_of(answer)
    except MalformedAnswer as error:
        raise BrokenHarness(f"{_SMOKE} is answered, but {error}") from None
    wanted = setup.start.view().to_json().keys()
    if len(states) != 1 or not wanted <= states[0].keys():
        lacking = ", ".join(sorted(wanted - (states[0].keys() if states else set())))
        raise BrokenHarness(f"{_SMOKE} has to be one state with all keys; missing: {lacking}")


def judged(pool: Pool, game: Game[State], cases: Iterable[Case]) -> Iterator[Result]:
    """Judge the cases of a game, one after the other."""
    return (_judged(pool, game, case) for case in cases)


def run(
    pool: Pool,
    game: Game[State],
    cases: Iterable[Case],
    traces: Mapping[str, Mapping[str, object]] | None = None,
) -> Iterator[Result]:
    """Judge the cases of a game, several at once; the results come in the order of the cases.

    With traces, each whole answer has to be that of the trace.
    """
    full: Mapping[str, Mapping[str, object]] = {} if traces is None else traces
    return pool.map(lambda case: _judged(pool, game, case, full.get(case.id)), cases)


def _judged(
    pool: Pool, game: Game[State], case: Case, trace: Mapping[str, object] | None = None
) -> Result:
    """Ask and judge one case."""
    begun = time.perf_counter()
    request = case.request
    answer: Mapping[str, object] | None = None
    play: Request | None = None
    try:
        answer = pool.ask(request.to_json())
        verdict = judge(case, answer, game.unordered)
        if trace is not None and verdict.status == "passed":
            verdict = follow(case, answer, trace, game.unordered)
    except Fault as fault:
        verdict = Verdict("errored", str(fault))
    wrong_count = request.length is not None and verdict.status == "failed"
    if wrong_count and verdict.after is None and case.refused != -1:
        told, play, answer = _explain_count(pool, game, request, answer)
        after = None if play is None else len(play.actions)
        verdict = Verdict("failed", f"{verdict.message}; {told}", after)
    return Result(case, verdict, time.perf_counter() - begun, answer, play)


def _explain_count(
    pool: Pool, game: Game[State], request: Request, answer: Mapping[str, object] | None
) -> tuple[str, Request | None, Mapping[str, object] | None]:
    """Return why a count may be wrong: in words, with the play that shows it, and the answer to it.

    That is the shortest play from where the count begins after which the engine has other legal
    actions than the rules. Without one the answer is the one that was given.
    """
    start = wire.set_up(game, request.options).start
    states, actions, _ = wire.follow(game, start, request.actions)
    going: dict[State, tuple[str, ...]] = {states[-1]: tuple(map(str, actions))}
    until = time.monotonic() + _SEARCHED
    for _ in range(request.length or 0):
        reached: dict[State, tuple[str, ...]] = {}
        for state, played in going.items():
            if time.monotonic() > until:
                return "where is not known: the search took too long", None, answer
            asked = request._replace(actions=played, observer=None, ask="final")
            legal = state.legal_actions
            wanted = Answer([{"legal": [*map(str, legal)]}], None)
            try:
                found = pool.ask(asked.to_json())
                differs = compare(asked, wanted, found, game.unordered)
            except (Fault, MalformedAnswer) as error:
                return f"where is not known: asked for a state, {error}", None, answer
            if differs is not None:
                return f"the shortest play that shows why: {differs.message}", asked, found
            for action in legal:
                reached.setdefault(state.apply(action), (*played, str(action)))
        going = reached
    return "all legal actions on the way are right", None, answer
