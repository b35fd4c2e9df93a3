"""Whole traces: what a case is not about is held against them, if somebody asks for that."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from fireflies import smile
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, Counts, load
from fireflies.conformance.judge import Verdict
from fireflies.conformance.traces import follow
from fireflies.conformance.traces import load as load_traces
from tests.test_cli import process

Answer = Mapping[str, object]


def one(kind: str) -> Case:
    """The first case of a kind."""
    for case in load(smile.GAME):
        counts, long = isinstance(case.expect[0], Counts), len(case.request.actions) > 5
        refused = case.refused not in {None, -1}
        kinds = {"count": counts, "refused": refused, "trace": long and not counts}
        kinds = {**kinds, "trace": kinds["trace"] and case.request.ask == "trace"}
        if kinds.get(kind, long and case.request.ask == kind):
            return case
    raise AssertionError(kind)


def asked(case: Case) -> dict[str, object]:
    """Our own answer."""
    return dict(wire.handle({"cmd": "run", "seq": 1, "case": case.request.to_json()}) or {})


@cache
def traces() -> Mapping[str, Answer]:
    """Return the traces of all cases."""
    return load_traces(smile.GAME)


def followed(case: Case, answer: Answer) -> Verdict:
    """Return what comes of comparing an answer with the trace of its case."""
    return follow(case, answer, traces()[case.id], smile.GAME.unordered)


def states(answer: Answer) -> list[dict[str, object]]:
    """The states of an answer."""
    found = answer["states"]
    assert isinstance(found, list)
    return found


def test_every_case_has_a_trace_that_our_rules_follow() -> None:
    """All engines agree on all of them."""
    cases = load(smile.GAME)
    assert list(traces()) == [case.id for case in cases]
    wrong = [it.id for it in cases if followed(it, asked(it)).status != "passed"]
    assert wrong == []


@pytest.mark.parametrize(
    ("kind", "place"), [("trace", 3), ("final", 0)], ids=["a state", "the last one"]
)
def test_a_state_that_differs_anywhere_fails(kind: str, place: int) -> None:
    """With the number of actions before it, and the first place that differs."""
    case = one(kind)
    answer, trace = asked(case), traces()[case.id]
    right = states(answer)[place]["auction"]
    states(answer)[place]["auction"] = 77
    verdict = followed(case, answer)
    after = place if kind == "trace" else len(states(trace)) - 1
    assert (verdict.status, verdict.after) == ("failed", after)
    assert (
        verdict.message
        == f"compared with the trace, after {after} actions, /auction is 77, not {right}"
    )


def test_a_key_that_is_missing_is_told() -> None:
    """With what should be there."""
    case = one("trace")
    answer = asked(case)
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
        ("count", {"count": -1}, "compared with the trace, the number of sequences of "),
    ],
)
def test_what_else_differs_fails_too(kind: str, change: Answer, message: str) -> None:
    """Refusals and counts."""
    case = one(kind)
    verdict = followed(case, {**asked(case), **change})
    assert verdict.status == "failed"
    assert verdict.message.startswith(message)


def test_a_reason_is_the_engines_own() -> None:
    """Only the index of a refusal counts."""
    case = one("refused")
    refused = asked(case)["refused"]
    assert isinstance(refused, dict)
    answer = {**asked(case), "refused": {"index": refused["index"], "reason": "because"}}
    assert followed(case, answer).status == "passed"


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
    assert "compared with the trace, after 0 actions, /undealt is" in full.out
