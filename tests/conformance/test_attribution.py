"""Tests of the clauses that a difference is attributed to."""

from typing import Any, TypeAlias

from fireflies import smile
from fireflies._data import replaced
from fireflies.conformance import wire
from fireflies.conformance.attribution import clauses_of
from fireflies.conformance.cases import Holds, Request, load
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.plays import expect
from fireflies.conformance.pool import Pool
from fireflies.rulebook import Clause
from tests.conformance.direct import DirectEngine

Json: TypeAlias = Any


def named(
    request: Request, at: str, value: object, *, to_the_referee: bool = True
) -> tuple[Clause, ...]:
    """Return the clauses for an engine whose last state has another value in a place."""

    def handle(asked: Json) -> object:
        answer: Json = wire.handle(asked)
        if "case" in asked and (to_the_referee or asked["case"]["observer"] is not None):
            last: Json = answer["states"][-1]
            answer["states"][-1] = replaced(last, at.split("/")[1:], value)
        return answer

    explorer = Explorer(smile.GAME, Pool(lambda: DirectEngine(handle), 1), 1)
    difference = explorer.ask(request, expect(smile.GAME, request))
    assert difference is not None
    return clauses_of(explorer, request, difference)


def finished(observer: int | None = None) -> Request:
    """Return a request for the last state of a play to the end."""
    request = next(
        case.request
        for case in load(smile.GAME)
        if any(isinstance(it, Holds) and it.at == "/outcome/scores" for it in case.expect)
    )
    return request._replace(ask="final", observer=observer)


def sections(clauses: tuple[Clause, ...]) -> list[str]:
    """Return the section of each of the first three clauses."""
    return [clause.split(".")[1] for clause in clauses[:3]]


def test_wrong_scores_are_attributed_to_clauses_of_scoring() -> None:
    found = named(finished(), "/outcome/scores/0", 99)
    assert sections(found).count("score") >= 2
    assert len(found) <= 10


def test_secrecy_comes_last_when_the_referee_gets_the_wrong_value_too() -> None:
    found = named(finished(0), "/outcome/scores/0", 99)
    assert "secrecy" not in {clause.rule.kind for clause in found[:3]}


def test_secrecy_comes_first_when_the_referee_gets_the_right_value() -> None:
    found = named(finished(0), "/players/1/clear", 99, to_the_referee=False)
    assert found[0].rule.kind == "secrecy"


def test_without_a_state_the_first_difference_is_enough() -> None:
    """The engine fails when it is asked for the state again."""
    request = finished()

    def handle(asked: Json) -> object:
        answer: Json = wire.handle(asked)
        if "case" not in asked:
            return answer
        if asked["case"]["ask"] == "final":
            raise ValueError("no")
        answer["states"][-1]["outcome"] = None
        return answer

    explorer = Explorer(smile.GAME, Pool(lambda: DirectEngine(handle), 1), 1)
    whole = request._replace(ask="trace")
    difference = explorer.ask(whole, expect(smile.GAME, whole))
    assert difference is not None
    assert clauses_of(explorer, whole, difference)
