"""Shakes hands with an engine, asks it the cases, and judges each answer."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from fireflies._data import dumps, is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, Request
from fireflies.conformance.crew import Crew
from fireflies.conformance.engines import Engine, Fault, Start
from fireflies.conformance.judge import MalformedAnswer, Verdict, judge, mismatch, states_of
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


class BrokenHarness(Exception):
    """The engine can't be judged at all: it doesn't speak the wire, or doesn't know the game."""


_SMOKE: Final = "the first state of a game with all options left alone"


def introduce(start: Start, game: Game[State]) -> Mapping[str, object]:
    """Shake hands with an engine, and see that it answers at all; how it introduces itself.

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
    """What the engine says about itself."""
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
    """See that it answers the simplest question with something like a state."""
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


def judged(crew: Crew, game: Game[State], cases: Iterable[Case]) -> Iterator[Result]:
    """Judge the cases of a game, one after the other."""
    return (_judged(crew, game, case) for case in cases)


def run(
    crew: Crew,
    game: Game[State],
    cases: Iterable[Case],
    traces: Mapping[str, Mapping[str, object]] | None = None,
) -> Iterator[Result]:
    """Judge the cases of a game, several at once; the results come in the order of the cases.

    With traces, each whole answer has to be that of the trace.
    """
    full: Mapping[str, Mapping[str, object]] = {} if traces is None else traces
    return crew.map(lambda case: _judged(crew, game, case, full.get(case.id)), cases)


def _judged(
    crew: Crew, game: Game[State], case: Case, trace: Mapping[str, object] | None = None
) -> Result:
    """Ask and judge one case."""
    begun = time.perf_counter()
    try:
        answer = crew.ask(case.request.to_json())
    except Fault as fault:
        return Result(case, Verdict("errored", str(fault)), time.perf_counter() - begun, None)
    verdict = judge(case, answer, game.unordered)
    if trace is not None and verdict.status == "passed":
        verdict = follow(case, answer, trace, game.unordered)
    return Result(case, verdict, time.perf_counter() - begun, answer)
