"""Tests of the reader of a run's JSON lines."""

from collections.abc import Mapping

import pytest

from fireflies import festival, smile
from fireflies.conformance.cases import Holds
from fireflies.conformance.judge import Verdict
from fireflies.conformance.runner import Result
from fireflies.conformance.saved import read
from fireflies.errors import InvalidData
from tests.conformance.dummies import case
from tests.conformance.runs import run_of, with_line, written
from tests.conformance.test_report import CLAUSE, differing, result


def test_what_is_read_is_what_the_run_had() -> None:
    """Verdict, counts, and of each case all that its lines say."""
    failed = differing(case(2), {"auction": 7, "phase": "bid"})
    known = result(4, "failed", "as ever")
    run = run_of(result(1, "passed"), failed, known, known={known.case.id: "later"})
    assert (run.game, run.engine["name"], run.announced, run.whole) == (
        smile.GAME,
        "dummy",
        3,
        True,
    )
    assert [row.status for row in run.rows] == ["passed", "failed", "known"]
    assert run.conclusion == "1 passed, 1 failed, 1 known: it does not conform"
    _, row, last = run.rows
    assert (row.id, row.clause, row.says) == (failed.case.id, CLAUSE, failed.case.says)
    assert (row.after, row.message) == (0, failed.verdict.message)
    assert row.state is not None
    assert (row.state["auction"], last.state) == (7, None)
    assert row.request() == case(2).request
    assert last.reason == "later"


def test_smallest_plays_with_states_come_first() -> None:
    long = case(1, actions=("reveal 2",), id=f"{CLAUSE}.001")
    runs = run_of(
        Result(case(3), Verdict("errored", "it ended"), 0.5, None),
        differing(long._replace(expect=(Holds(1, "/phase", "bid"),))),
        differing(case(2), {"phase": "bid"}),
        result(9, "passed"),
    )
    assert [row.status for row in runs.bad] == ["failed", "failed", "errored"]
    assert [len(row.request().actions) for row in runs.bad] == [0, 1, 0]


def test_a_run_that_was_killed_says_what_it_had() -> None:
    """Without a footer; the last line may be cut, and a case may lack its result."""
    lines = written(result(1, "passed"), result(2, "passed")).split(b"\n")
    for kept in (lines[:3], [*lines[:3], lines[3]], [*lines[:4], lines[4][:30]]):
        run = read(b"\n".join(kept), smile.GAME)
        assert [row.status for row in run.rows] == ["passed"]
        assert run.stopped == "the lines end before the footer"
        assert (run.conforms, run.exit_code) == (False, 3)


def test_a_stopped_run_is_not_complete() -> None:
    run = run_of(result(1, "passed"), stopped="SIGTERM", faults=["it stays"])
    assert (run.stopped, run.faults, run.announced) == ("SIGTERM", ["it stays"], 3)
    assert (run.conforms, run.exit_code) == (False, 1)


@pytest.mark.parametrize(
    ("number", "changes", "message"),
    [
        (0, {"type": "case"}, "line 1: type: header is wanted, not 'case'"),
        (0, {"game": "chess"}, "line 1: game: smile is wanted, not 'chess'"),
        (1, {"type": "explored"}, "line 2: no line of type 'explored' may stand here"),
        (1, {"clauses": []}, "line 2: clauses: there is none"),
        (1, {"id": "x.001"}, "is not in the line before"),
        (1, {"case": {"game": "smile"}}, "the key edition is missing"),
        (1, {"case": []}, "line 2: case: an object is wanted"),
        (2, {"status": "fine"}, "'fine' is none of passed, failed, errored, skipped, known"),
        (2, {"seconds": True}, "line 3: seconds: True is no number from 0"),
        (2, {"seconds": "1"}, "'1' is no number from 0"),
        (2, {"seconds": -1}, "-1 is no number from 0"),
        (3, {"stopped": 3}, "line 4: stopped: a string is wanted"),
    ],
)
def test_a_wrong_line_is_refused(number: int, changes: Mapping[str, object], message: str) -> None:
    content = with_line(written(result(1, "passed")), number, **changes)
    with pytest.raises(InvalidData) as refused:
        read(content, smile.GAME)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: there is no header"),
        (b"\n{}", "line 2: the key type is missing"),
        (b"[1]", "line 1: an object is wanted"),
        (b"{", "line 1: column 2: this is no JSON"),
        (b"{\n{}\n", "line 1: column 2"),
        (written(result(1, "passed")) + b"\n{}", "line 5: the key type is missing"),
        (written() + b'\n{"type": "footer"}', "no line of type 'footer' may stand here"),
    ],
)
def test_what_is_no_run_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(InvalidData) as refused:
        read(content, smile.GAME)
    assert message in str(refused.value)


def test_the_run_of_another_game_is_refused() -> None:
    with pytest.raises(InvalidData, match="festival is wanted, not 'smile'"):
        read(written(), festival.GAME)
