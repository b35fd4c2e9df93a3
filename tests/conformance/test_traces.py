"""Tests of the traces, with which every state of an answer is compared."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from fireflies import games, smile
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, Counts, load
from fireflies.conformance.judge import Verdict
from fireflies.conformance.traces import expand, judge_by_trace
from fireflies.conformance.traces import load as load_traces
from fireflies.contract import State
from fireflies.games import Game
from tests.engines.traces import shortened
from tests.test_cli import run

Answer = Mapping[str, object]


@cache
def suite() -> tuple[Case, ...]:
    """Return the cases of Smile."""
    return load(smile.GAME)


def one(kind: str) -> Case:
    """Return the first case of a kind."""
    for case in suite():
        counts, long = isinstance(case.expect[0], Counts), len(case.request.actions) > 5
        refused = case.refused not in {None, -1}
        kinds = {"count": counts, "refused": refused, "trace": long and not counts}
        kinds = {**kinds, "trace": kinds["trace"] and case.request.ask == "trace"}
        if kinds.get(kind, long and case.request.ask == kind):
            return case
    raise AssertionError(kind)


def our_answer(case: Case) -> dict[str, object]:
    """Return the answer of our rules."""
    return dict(wire.handle({"cmd": "run", "seq": 1, "case": case.request.to_json()}) or {})


def trace_of(case: Case) -> Answer:
    """Return the trace of a case of Smile."""
    return load_traces(smile.GAME, {case.clause})[case.id]


def followed(case: Case, answer: Answer) -> Verdict:
    """Return the verdict on an answer compared with the trace of its case."""
    return judge_by_trace(case, answer, trace_of(case), smile.GAME.unordered)


def states(answer: Answer) -> list[dict[str, object]]:
    """Return the states of an answer."""
    found = answer["states"]
    assert isinstance(found, list)
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", games.usable().values(), ids=lambda it: it.name)
def test_our_rules_follow_the_traces_of_the_suite(game: Game[State]) -> None:
    cases = load(game)
    traces = load_traces(game, {clause.value for clause in game.clauses})
    assert list(traces) == [case.id for case in cases]
    # The session ``engines`` compares all traces with our rules; here every question is asked too.
    some = cases[:: 1 if game.name == "smile" else 8]
    verdicts = (
        (it.id, judge_by_trace(it, our_answer(it), traces[it.id], game.unordered)) for it in some
    )
    assert [case for case, verdict in verdicts if verdict.status != "passed"] == []


def test_later_states_are_written_as_changes() -> None:
    """The second state differs in four places, the third in none, the fourth in its row."""
    first = {"actor": 0, "activity": None, "row": [{"a": 1, "b": [2]}, {"a": 3, "b": []}]}
    changed = {"/actor": None, "/activity": {"kind": "x"}, "/row/0/b": [2, 4], "/row/1/a": 0}
    second = {
        "actor": None,
        "activity": {"kind": "x"},
        "row": [{"a": 1, "b": [2, 4]}, {"a": 0, "b": []}],
    }
    last = {**second, "row": []}
    short = {"refused": None, "states": [first], "changes": [changed, {}, {"/row": []}]}
    whole = {"refused": None, "states": [first, second, second, last]}
    assert expand(short) == whole
    assert shortened(whole) == short
    for other in ({"refused": {"index": -1}, "states": []}, {"refused": None, "count": 7}):
        assert expand(shortened(other)) == other


def test_our_rules_follow_the_traces_of_a_clause() -> None:
    some = [case for case in suite() if case.clause == smile.Clause.BID_TIES]
    assert list(load_traces(smile.GAME, {smile.Clause.BID_TIES})) == [case.id for case in some]
    assert {followed(case, our_answer(case)).status for case in some} == {"passed"}


@pytest.mark.parametrize(
    ("kind", "place"), [("trace", 3), ("final", 0)], ids=["a state", "the last one"]
)
def test_any_difference_in_a_state_fails(kind: str, place: int) -> None:
    """The message has the state and the place."""
    case = one(kind)
    answer, trace = our_answer(case), trace_of(case)
    right = states(answer)[place]["auction"]
    states(answer)[place]["auction"] = 77
    verdict = followed(case, answer)
    after = place if kind == "trace" else len(states(trace)) - 1
    assert (verdict.status, verdict.after) == ("failed", after)
    assert (
        verdict.message
        == f"compared with the trace, after {after} actions, /auction is 77, not {right}"
    )


def test_a_missing_key_is_reported() -> None:
    case = one("trace")
    answer = our_answer(case)
    del states(answer)[0]["supply"]
    message = followed(case, answer).message
    assert message.startswith(
        "compared with the trace, after 0 actions, there is no /supply, where {"
    )


@pytest.mark.parametrize(
    ("kind", "change", "message"),
    [
        ("refused", {"refused": None}, "compared with the trace, the rules refuse "),
        ("trace", {"refused": {"index": 0}}, "compared with the trace, the rules accept "),
        ("count", {"count": 10**9}, "compared with the trace, the number of sequences of "),
    ],
)
def test_another_refusal_or_count_fails(kind: str, change: Answer, message: str) -> None:
    case = one(kind)
    verdict = followed(case, {**our_answer(case), **change})
    assert verdict.status == "failed"
    assert verdict.message.startswith(message)


def test_the_reason_of_a_refusal_is_not_compared() -> None:
    case = one("refused")
    refused = our_answer(case)["refused"]
    assert isinstance(refused, dict)
    answer = {**our_answer(case), "refused": {"index": refused["index"], "reason": "because"}}
    assert followed(case, answer).status == "passed"


ENGINE = """
import sys
from fireflies.conformance import wire

def write(line):
    sys.stdout.buffer.write(line.replace(b'"undealt":["', b'"undealt":["6","'))
    sys.stdout.buffer.flush()

wire.serve(sys.stdin.buffer, write)
"""


def test_full_compares_every_state(tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text(ENGINE, encoding="utf-8")
    words = ("conform", "smile", "--jobs", "1", "--clause", "bidding.clockwise")
    plain = run(*words, "--", "python3", str(path))
    full = run(*words, "--full", "--", "python3", str(path))
    assert plain.out.count("<-") < full.out.count("<-")
    assert "compared with the trace, after 0 actions, /undealt is" in full.out
