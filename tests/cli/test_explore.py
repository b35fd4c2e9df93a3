"""Tests of ``fireflies conform --explore``: output, files, stops."""

import json
import re
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from jsonschema import Draft202012Validator

from fireflies import schemas, smile
from fireflies.conformance import attribution, cases, wire
from fireflies.conformance import samples as sampling
from fireflies.rulebook import Clause
from fireflies.stopping import Stopped
from tests.conformance.direct import Directly, directly
from tests.conformance.dummies import stop_hanging
from tests.test_cli import Call, command, environment, on_a_terminal

__all__ = ["directly"]

pytestmark = pytest.mark.usefixtures("drawn_once")

Json: TypeAlias = Any
"""A part of a request or of an answer."""

ENGINE: Final = """
import json, os, sys, time
from fireflies.conformance import wire

def changed(asked, answer):
    return answer

{code}

for line in sys.stdin:
    asked = json.loads(line)
    answer = wire.handle(asked)
    if answer is None:
        break
    print(json.dumps(changed(asked, answer) if asked.get("seq") else answer), flush=True)
leave()
"""

LEAVES_BADLY: Final = "def leave():\n    sys.exit(3)"


def engine_command(folder: Path, code: str = "") -> list[str]:
    """Write an engine that changes the answers of our rules; return the arguments that run it."""
    (path := folder / "engine.py").write_text(
        ENGINE.replace("{code}", f"def leave():\n    pass\n{code}"), encoding="utf-8"
    )
    return ["--jobs", "1", "--", sys.executable, str(path)]


def same(_: Json, answer: Json) -> Json:
    """Return the answer of our rules."""
    return answer


def wrong(_: Json, answer: Json) -> Json:
    """Return an answer with one blue bead too many in some states."""
    return json.loads(json.dumps(answer).replace('"blue": 4}', '"blue": 5}'))


def tells_secrets(asked: Json, _: Json) -> Json:
    """Return what the referee sees."""
    case = {**asked["case"], "observer": None}
    return wire.handle({**asked, "case": case})


def silent(asked: Json, _: Json) -> Json:
    """Return an answer that says nothing."""
    return {"seq": asked["seq"]}


def skips(asked: Json, _: Json) -> Json:
    """Return a skip."""
    return {"seq": asked["seq"], "skipped": True}


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Return the function that runs the command in this process."""
    return Call(capsys)


@pytest.fixture(autouse=True)
def _our_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let child processes find this package; generate few options, and ask few cases."""
    monkeypatch.setenv("PYTHONPATH", str(Path(smile.__file__).parents[2]))
    monkeypatch.setattr(sampling, "_OPTIONS_PER_BATCH", 20)
    monkeypatch.setattr(sampling, "_ACTIONS_PER_BATCH", 20)
    # A few cases of each clause say as well which clause a difference is about.
    monkeypatch.setattr(attribution, "load", lambda game: cases.load(game)[::12])


@pytest.mark.long
def test_a_difference_is_found_shrunk_printed_and_saved(
    call: Call, directly: Directly, tmp_path: Path
) -> None:
    """The saved case can be run again."""
    kept = tmp_path / "found.json"
    done = call("conform", "smile", "--explore", "--out", str(kept), *directly(wrong))
    assert done.code == 1
    assert "differs; making it smaller, in at most 60 seconds and 1000 requests" in done.err
    assert "differs; the smallest found:" in done.out
    first = done.out.index("smile.borrow.stuck: Borrow only when you can neither bid nor back")
    assert first < done.out.index("smile.bid.clear-bead")
    assert f"--case {kept} -- …" in done.out
    assert done.out.endswith("for other plays: --seed 1\n")
    (pasted,) = [line for line in done.out.splitlines() if line.startswith('  {"game"')]
    (case,) = cases.read(kept.read_bytes(), "found.json", smile.GAME)
    assert json.loads(pasted) == case.request.to_json()
    assert call("conform", "smile", "--case", str(kept), *directly(wrong)).code == 1
    assert call("conform", "smile", "--case", str(kept), *directly(same)).code == 3


JSON: Final = ("conform", "smile", "--explore", "--seed", "7", "--json", "--examples")


def test_json_fits_the_schema(call: Call, directly: Directly) -> None:
    validate = Draft202012Validator(schemas.schema("report")).validate
    for change, kinds in ((tells_secrets, ["difference", "explored"]), (same, ["explored"])):
        out = call(*JSON, "2", *directly(change)).out
        lines = [json.loads(line) for line in out.splitlines()]
        assert [line["type"] for line in lines] == kinds
        for line in lines:
            validate(line)
        assert lines[-1]["next_seed"] == 8
        assert [*lines[-1]["reached"]] == [*smile.Clause]
        if len(kinds) > 1:
            assert lines[0]["clauses"][0] == "smile.setup.secret-beads"
            assert lines[0]["case"]["observer"] is not None


@pytest.mark.long
def test_json_is_reproducible(call: Call, directly: Directly) -> None:
    """A play is made smaller in a number of requests, and here not in a time."""
    for change in (tells_secrets, same):
        one, two = (call(*JSON, "9", "--time", "600", *directly(change)) for _ in range(2))
        assert one.out == two.out


def test_the_summary_counts_the_clauses(call: Call, directly: Directly) -> None:
    words = ("conform", "smile", "--explore")
    done = call(*words, "--examples", "5", "--seed", str((1 << 64) - 1), *directly(same))
    assert done.code == 0
    assert re.search(r"smile\.reveal\.count +5\n", done.out)
    assert re.search(r"smile\.reveal\.order +-\n", done.out)
    assert "\n5 plays, " in done.out
    assert "0 requests skipped: no difference\nfor other plays: --seed 0\n" in done.out
    timed = call(*words, "--time", "0.01", *directly(same))
    assert "\n1 plays, " in timed.out


def test_a_difference_in_a_seats_view_and_one_without_a_clause_are_printed(
    call: Call, directly: Directly
) -> None:
    done = call("conform", "smile", "--explore", *directly(tells_secrets))
    assert re.search(r"as seat \d sees it", done.out)
    assert "Keep it with --out FILE" in done.out
    output = call("conform", "smile", "--explore", *directly(silent))
    assert (
        "none: the form of an option, an action or an answer is not that of the wire" in output.out
    )


def test_an_unwritable_file_is_refused_before_the_search(
    call: Call, directly: Directly, tmp_path: Path
) -> None:
    """One with content too. Without a difference no new file is left."""
    words = ["conform", "smile", "--explore", "--examples", "2", "--out"]
    done = call(*words, str(tmp_path / "no" / "found.json"), *directly(wrong))
    assert (done.code, done.out) == (1, "")
    assert "found.json" in done.err
    new, old, empty = (tmp_path / f"{name}.json" for name in ("new", "old", "empty"))
    old.write_text("something")
    refused = call(*words, str(old), *directly(wrong))
    assert (refused.code, refused.out, old.read_text()) == (1, "", "something")
    assert "old.json" in refused.err
    assert "name another file" in refused.err
    empty.touch()
    for path in (new, empty):
        assert call(*words, str(path), *directly(same)).code == 0
    assert (new.exists(), empty.read_text()) == (False, "")
    assert call(*words, str(empty), *directly(silent)).code == 1
    assert len(cases.read(empty.read_bytes(), "empty.json", smile.GAME)) == 1


HANGS: Final = """
def changed(asked, answer):
    if asked["seq"] >= {number}:
        with open({pids!r}, "a") as pids:
            pids.write(f"{{os.getpid()}}\\n")
        time.sleep(600)
    return {wrong}
"""


@pytest.mark.usefixtures("measured")
def test_a_stop_while_shrinking_prints_the_play_so_far(tmp_path: Path) -> None:
    """The engine answers once, wrongly, and hangs at the next request."""
    pids, kept = tmp_path / "pids", tmp_path / "found.json"
    code = HANGS.format(number=2, pids=str(pids), wrong="{**answer, 'refused': {'index': -1}}")
    words = ["conform", "smile", "--explore", "--timeout", "600", "--out", str(kept)]
    done = stop_hanging(
        command(*words, *engine_command(tmp_path, code)), pids, "SIGINT", environment()
    )
    assert done.returncode == 1
    assert "play 0 of seed 0 differs; the smallest found:" in done.stdout
    assert "stopped by SIGINT: 1 plays, 0 states" in done.stdout
    assert "for other plays: --seed 1" in done.stdout
    assert len(cases.read(kept.read_bytes(), "found.json", smile.GAME)) == 1


def test_a_stop_while_clauses_are_looked_for_keeps_the_play(
    call: Call, directly: Directly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine is not asked any more; nor when the search for a smaller play was stopped."""
    asked: list[float] = []

    def stopped_once(*given: Any) -> list[Clause]:
        asked.append(given[-1])
        if given[-1]:
            raise Stopped(signal.SIGINT)
        return []

    monkeypatch.setattr("fireflies.cli.explore.clauses_of", stopped_once)
    kept = tmp_path / "found.json"
    words = ("conform", "smile", "--explore", "--examples", "5", "--out", str(kept))
    done = call(*words, *directly(silent))
    assert (done.code, asked[-1], len(asked)) == (1, 0, 2)
    assert "stopped by SIGINT" in done.out
    assert len(cases.read(kept.read_bytes(), "found.json", smile.GAME)) == 1


@pytest.mark.usefixtures("measured")
def test_a_stopped_search_prints_its_counts(tmp_path: Path) -> None:
    """It leaves no engine and no file."""
    pids, kept = tmp_path / "pids", tmp_path / "found.json"
    code = HANGS.format(number=20, pids=str(pids), wrong="answer")  # in the second play
    words = ["conform", "smile", "--explore", "--jobs", "1", "--json", "--timeout", "600"]
    words += ["--out", str(kept)]
    done = stop_hanging(
        command(*words, *engine_command(tmp_path, code)), pids, "SIGTERM", environment()
    )
    assert done.returncode == 128 + 15
    (line,) = map(json.loads, done.stdout.splitlines())
    assert (line["plays"], line["stopped"], line["next_seed"]) == (1, "SIGTERM", 1)
    assert not kept.exists()


def test_a_fault_of_stopping_is_reported(call: Call, tmp_path: Path) -> None:
    words = ("conform", "smile", "--explore", "--examples", "3")
    done = call(*words, *engine_command(tmp_path, LEAVES_BADLY))
    assert done.code == 1
    assert "an engine did not stop as it should: after the stop request it ended" in done.err


def test_an_engine_that_skips_everything_has_not_passed(call: Call, directly: Directly) -> None:
    words = ("conform", "smile", "--explore", "--examples", "3")
    done = call(*words, *directly(skips))
    assert done.code == 1
    assert re.search("3 plays, 0 states compared, [1-9][0-9]+ requests skipped", done.out)


def test_a_game_without_strategies_is_explored_with_default_options(
    call: Call, directly: Directly, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message says so. It is the same where Hypothesis is not installed."""
    monkeypatch.setattr(smile, "GAME", replace(smile.GAME, generators=None))
    words = ("conform", "smile", "--explore", "--examples", "2")
    done = call(*words, *directly(same))
    assert done.code == 0
    assert "only default options are played" in done.err


@pytest.mark.long
def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    """Of the search and of shrinking; the line is cleared at the end."""
    later = "return answer if asked['seq'] < 14 else {'seq': asked['seq']}"
    engine = engine_command(tmp_path, f"def changed(asked, answer):\n    {later}")
    shown = on_a_terminal("conform", "smile", "--explore", *engine).out
    assert re.search("\rplay [0-9]+\r\x1b", shown)
    assert re.search(r"differs; making it smaller: +\d+ actions\r", shown)
