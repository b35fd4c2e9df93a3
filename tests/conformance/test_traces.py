"""Whole traces: what a case is not about is held against them, if somebody asks for that."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from fireflies import smile
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, Counts, load
from fireflies.conformance.traces import follow
from fireflies.conformance.traces import load as load_traces
from tests.test_cli import process

Answer = Mapping[str, object]


def one(kind: str) -> Case:
    """The first case of a kind."""
    for case in load(smile.GAME):
        counts, long = isinstance(case.expect[0], Counts), len(case.actions) > 5
        refused = case.refused not in {None, -1}
        kinds = {"count": counts, "refused": refused, "trace": long and not counts}
        if kinds.get(kind, long and case.ask == kind) and (kind != "trace" or case.ask == kind):
            return case
    raise AssertionError(kind)


def asked(case: Case) -> dict[str, object]:
    """Our own answer."""
    return dict(wire.handle({"cmd": "run", "seq": 1, "case": case.request()}) or {})


def states(answer: Answer) -> list[dict[str, object]]:
    """The states of an answer."""
    found = answer["states"]
    assert isinstance(found, list)
    return found


def test_every_case_has_a_trace_that_our_rules_follow() -> None:
    """All engines agree on all of them."""
    traces = load_traces(smile.GAME)
    cases = load(smile.GAME)
    assert list(traces) == [case.id for case in cases]
    wrong = [it.id for it in cases if follow(it, asked(it), traces[it.id]).status != "passed"]
    assert wrong == []


@pytest.mark.parametrize(
    ("kind", "place"), [("trace", 3), ("final", 0)], ids=["a state", "the last one"]
)
def test_a_state_that_differs_anywhere_fails(kind: str, place: int) -> None:
    """With the number of actions before it, and the first place that differs."""
    case = one(kind)
    answer, trace = asked(case), load_traces(smile.GAME)[case.id]
    right = states(answer)[place]["auction"]
    states(answer)[place]["auction"] = 77
    verdict = follow(case, answer, trace)
    after = place if kind == "trace" else len(states(trace)) - 1
    assert (verdict.status, verdict.after) == ("failed", after)
    assert verdict.message == f"by the trace, after {after} actions, /auction is 77, not {right}"


def test_a_key_that_is_missing_is_told() -> None:
    """As null."""
    case = one("trace")
    answer = asked(case)
    del states(answer)[0]["supply"]
    message = follow(case, answer, load_traces(smile.GAME)[case.id]).message
    assert message.startswith("by the trace, after 0 actions, /supply is null, not {")


@pytest.mark.parametrize(
    ("kind", "change", "message"),
    [
        ("refused", {"refused": None}, "its refused is not that of the trace"),
        ("trace", {"refused": {"index": 0}}, "its refused is not that of the trace"),
        ("count", {"count": -1}, "its count is not that of the trace"),
        ("trace", {"states": None}, "its states is not that of the trace"),
    ],
)
def test_what_else_differs_fails_too(kind: str, change: Answer, message: str) -> None:
    """Refusals and counts."""
    case = one(kind)
    verdict = follow(case, {**asked(case), **change}, load_traces(smile.GAME)[case.id])
    assert (verdict.status, verdict.message) == ("failed", message)


def test_a_reason_is_the_engines_own() -> None:
    """Only the index of a refusal counts."""
    case = one("refused")
    refused = asked(case)["refused"]
    assert isinstance(refused, dict)
    answer = {**asked(case), "refused": {"index": refused["index"], "reason": "because"}}
    assert follow(case, answer, load_traces(smile.GAME)[case.id]).status == "passed"


ENGINE = """
import sys
from fireflies.conformance import wire

def write(line):
    sys.stdout.buffer.write(line.replace(b'"undealt":["', b'"undealt":["6","'))
    sys.stdout.buffer.flush()

wire.serve(sys.stdin.buffer, write)
"""


def test_the_command_compares_every_state_when_it_is_asked_to(tmp_path: Path) -> None:
    """What a clause is not about passes otherwise."""
    path = tmp_path / "engine.py"
    path.write_text(ENGINE, encoding="utf-8")
    words = ("conform", "smile", "--jobs", "1", "--clause", "bidding.clockwise")
    plain = process(*words, "--", "python3", str(path))
    full = process(*words, "--full", "--", "python3", str(path))
    assert plain.out.count("<-") < full.out.count("<-")
    assert "by the trace, after 0 actions, /undealt is" in full.out
