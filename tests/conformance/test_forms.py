"""Tests that our engine and the suite accept what the schemas accept, and nothing else."""

import copy
import json
import math
from typing import Any, Final

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from fireflies import festival, games, misbehavin, smile
from fireflies.conformance import wire
from fireflies.conformance.answers import MalformedAnswer, check_form
from fireflies.conformance.cases import Request
from fireflies.conformance.engines import Fault, check_answer
from fireflies.conformance.judge import Answer, compare
from fireflies.schemas import schema
from tests.campaign import count
from tests.conformance.documents import Json, changed, fitting, with_fractions
from tests.conformance.test_schemas import BROKEN, MORE
from tests.test_schemas import validator

EXAMPLES: Final = count(400, campaign=20_000)
OPTIONS: Final[Json] = {"players": 3, "starting_player": 0, "auctions": 1, "beads": 1}
CASE: Final[Json] = {
    "game": "smile",
    "edition": "2017",
    "options": {**OPTIONS, "box": ["1", "2", "3"]},
    "actions": ["reveal 1", "reveal 3"],
    "observer": 1,
    "ask": {"from": 0},
}
RUN: Final[Json] = {"cmd": "run", "seq": 7, "case": CASE}


def documents(name: str, *usual: Json) -> st.SearchStrategy[Json]:
    """Return documents that fit a schema, usual ones, and ones with up to two changes."""
    root: Any = schema(name)
    right = st.one_of(fitting(root, root), st.sampled_from(usual))
    return st.one_of(right, right.flatmap(changed), right.flatmap(changed).flatmap(changed))


@pytest.mark.long
@settings(max_examples=EXAMPLES, deadline=None)
@given(documents("request", RUN))
def test_our_engine_answers_what_the_schema_of_requests_accepts(request: Json) -> None:
    """It answers all else with an error, and a request only when there is no such seat."""
    request = json.loads(json.dumps(request))
    fits = validator("request").is_valid(request)
    answer = wire.handle(request)
    event(f"fits: {fits}")
    if answer is None:
        assert fits
        assert request == {"cmd": "stop"}
        return
    validator("answer").validate(json.loads(json.dumps(answer)))
    if fits and answer.get("errored"):
        assert str(answer["message"]).startswith("observer: seats go from 0 to ")
    elif fits:
        assert answer.get("seq") == request.get("seq")
    else:
        assert answer["errored"] is True


def is_accepted(answer: Json) -> bool:
    """Return whether the suite accepts the form of an answer, to a request with its seq."""
    seq = answer.get("seq") if isinstance(answer, dict) else None
    request = {"seq": seq if isinstance(seq, int | float) and not isinstance(seq, bool) else 1}
    is_start = isinstance(answer, dict) and {"version", "implementation"} <= answer.keys()
    try:
        check_form(check_answer(answer, {} if is_start else request))
    except (Fault, MalformedAnswer):
        return False
    return True


USUAL: Final[tuple[Json, ...]] = (
    {"seq": 2, "states": [{"phase": "bid"}], "refused": {"index": 1, "reason": "no"}},
    {"seq": 4, "states": [], "refused": {"index": -1}},
    {"seq": 5, "count": 12, "refused": None},
    {"seq": 6, "skipped": True, "message": "later"},
    {"seq": None, "errored": True, "message": "oh"},
)


@pytest.mark.long
@settings(max_examples=EXAMPLES, deadline=None)
@given(documents("answer", *USUAL))
def test_the_suite_accepts_what_the_schema_of_answers_accepts(answer: Json) -> None:
    answer = json.loads(json.dumps(answer))
    fits = validator("answer").is_valid(answer)
    event(f"fits: {fits}")
    assert is_accepted(answer) == fits


def broken(kind: str) -> list[Json]:
    """Return lines that a schema refuses."""
    lines = []
    for good, change in BROKEN[kind].values():
        line = copy.deepcopy(good)
        change(line)
        lines.append(line)
    return lines


@pytest.mark.parametrize("answer", broken("answer"), ids=BROKEN["answer"])
def test_the_suite_refuses_a_broken_answer(answer: Json) -> None:
    assert not is_accepted(answer)


def test_the_suite_accepts_rare_answers() -> None:
    for answer in (*MORE["answer"], *USUAL):
        assert is_accepted(answer)
        assert is_accepted(with_fractions(answer))


@pytest.mark.parametrize("request_line", broken("request"), ids=BROKEN["request"])
def test_our_engine_refuses_a_broken_request(request_line: Json) -> None:
    answer = wire.handle(request_line)
    assert answer is not None
    assert answer["errored"] is True


def test_our_engine_answers_a_request_with_fractions() -> None:
    """As it answers one without, for every question; numbers too large for JSON are no numbers."""
    for ask in ({"from": 1}, {"count": 2}, "trace", "final"):
        line = {**RUN, "case": {**CASE, "ask": ask}}
        right = wire.handle(line)
        assert right is not None
        assert right.keys() & {"states", "count"}
        assert wire.handle(with_fractions(line)) == right
    for seq, echo in ((1e30, int(1e30)), (-0.0, 0), (-3.0, -3)):
        assert (wire.handle({**RUN, "seq": seq}) or {})["seq"] == echo
    wrong: list[Json] = [0.5, math.inf, math.nan, True, "1"]
    for other in wrong:
        answer = wire.handle({**RUN, "seq": other}) or {}
        assert (answer["seq"], answer["errored"]) == (None, True)


@pytest.mark.parametrize("number", [1, 1.0])
def test_an_answer_with_fractions_is_compared(number: float) -> None:
    request = Request("smile", "2017", {}, ("x", "y"))
    answer = {"seq": 1, "states": [{"a": 2.0}, {"a": 3}], "refused": {"index": number}}
    assert compare(smile.GAME, request, Answer([{"a": 2}, {"a": 3}], 1), answer) is None
    counted = request._replace(ask={"count": 3})
    assert (
        compare(smile.GAME, counted, Answer((), None, 1), {"refused": None, "count": number})
        is None
    )


GAMES: Final[dict[str, list[Json]]] = {
    smile.GAME.name: [{}, {**OPTIONS, "box": ["1", "2", "3"]}],
    festival.GAME.name: [{}, {"starting_player": 1, "setup": "variable"}],
    misbehavin.GAME.name: [{}, {"players": 3}],
}


def asked(name: str, options: Json) -> Json:
    """Return our engine's answer to a case with these options and no action."""
    case = {**CASE, "game": name, "edition": games.get(name).edition, "options": options}
    return wire.handle({**RUN, "case": {**case, "actions": [], "observer": None}})


@pytest.mark.parametrize("name", GAMES)
def test_options_with_fractions_are_those_without(name: str) -> None:
    for given_options in GAMES[name]:
        options = json.loads(json.dumps(dict(games.get(name).set_up(given_options).options)))
        right = asked(name, options)
        assert right["refused"] is None
        assert asked(name, with_fractions(options)) == right
        validator(f"{name}/options").validate(with_fractions(options))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=count(40, campaign=4000), deadline=None)
@given(data=st.data())
def test_options_that_the_schema_refuses_are_refused(name: str, data: st.DataObject) -> None:
    """The rules may refuse more, as the description of a schema says."""
    usual = data.draw(st.sampled_from(GAMES[name]))
    options = json.loads(json.dumps(dict(games.get(name).set_up(usual).options)))
    options = json.loads(json.dumps(data.draw(changed(options))))
    if not isinstance(options, dict):
        assert asked(name, options)["errored"] is True
    elif not validator(f"{name}/options").is_valid(options):
        assert asked(name, options)["refused"]["index"] == -1


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"seq": "1", "states": [{}]}, 'seq is "1", which is no whole number'),
        ({"seq": 1, "version": 2}, "version is 2, not 1"),
        ({"seq": 1, "skipped": False}, "skipped is false, not true"),
        ({"version": 1, "implementation": []}, "implementation is [], which is no object"),
        ({"refused": None, "states": [{}]}, "seq is null"),
        ({"seq": 1, "refused": None, "states": []}, "it has 0 states, not 1 or more"),
        ({"seq": 1, "refused": None, "states": [{}], "count": 1}, "at once"),
    ],
)
def test_the_message_about_a_malformed_answer_names_the_part(answer: Json, problem: str) -> None:
    with pytest.raises(MalformedAnswer) as caught:
        check_form(answer)
    assert problem in str(caught.value)
