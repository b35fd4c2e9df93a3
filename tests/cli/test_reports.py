"""Tests of the files that ``fireflies conform`` writes: page, badge, JUnit XML."""

import signal
from pathlib import Path
from typing import Final

import pytest

from tests.cli.test_conform import (
    call,
    case_file,
    case_json,
    conform_words,
    directly,
    own_file,
    wrong,
)
from tests.conformance.direct import Directly
from tests.conformance.dummies import CASES, HANGING, script, stop_hanging
from tests.test_cli import Call, command, environment

__all__ = ["call", "directly", "own_file"]

NAMES: Final = ("--html", "--badge", "--junit-xml")


def files(folder: Path) -> list[str]:
    """Return the arguments for all files."""
    return [word for name in NAMES for word in (name, str(folder / name.strip("-")))]


def written(folder: Path) -> list[str]:
    """Return the content of all files."""
    return [(folder / name.strip("-")).read_text("utf-8") for name in NAMES]


def test_a_run_writes_its_files_and_its_lines_make_the_same(
    call: Call, directly: Directly, tmp_path: Path
) -> None:
    """With and without the lines on the output; the exit code is that of the run."""
    arguments = conform_words(*files(tmp_path), *directly(wrong), clause="auction.ten")
    done = call(*arguments)
    assert done.code == 1
    assert "it does not conform" in done.out
    once = written(tmp_path)
    assert "<h2>The smallest play that differs</h2>" in once[0]
    assert "fails " in once[1]
    assert "<failure " in once[2]
    kept = tmp_path / "kept.jsonl"
    lines = call(*conform_words("--json", *directly(wrong), clause="auction.ten"))
    kept.write_text(lines.out, encoding="utf-8")
    again = call("conform", "smile", "--from", str(kept), *files(tmp_path))
    assert (again.code, again.err) == (1, "")
    assert again.out.endswith("it does not conform\n")
    assert [it.count("<") for it in written(tmp_path)] == [it.count("<") for it in once]


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("way", ["SIGINT", "SIGTERM"])
def test_a_stopped_run_writes_what_it_has(tmp_path: Path, way: str) -> None:
    path = str(case_file(tmp_path / "own.json", [case_json(case) for case in CASES]))
    pids = tmp_path / "pids"
    dummy = script(tmp_path, HANGING.format(pids=str(pids)))
    words = ["--case", path, "--jobs", "1", "--timeout", "600", *files(tmp_path)]
    done = stop_hanging(command("conform", "smile", *words, "--", *dummy), pids, way, environment())
    assert done.returncode == 128 + getattr(signal, way)
    page, badge, junit = written(tmp_path)
    assert f"The run was stopped: {way}." in page
    assert "3 of 5 cases were not run" in page
    assert "2 cases passed, incomplete, stopped" in badge
    assert f"stopped before the last case: {way}; 3 were not run" in junit


def test_a_run_whose_engine_dies_writes_what_it_has(
    call: Call, tmp_path: Path, own_file: str
) -> None:
    """And so does one whose engine takes too long: both give no answer."""
    dummy = script(tmp_path, "def trip(seq, good):\n    sys.exit(3)")
    words = ["--case", own_file, "--jobs", "1", "--max-errors", "1", *files(tmp_path)]
    done = call("conform", "smile", *words, "--", *dummy)
    assert done.code == 1
    page, badge, junit = written(tmp_path)
    stopped = "1 cases in a row without an answer"
    assert f"The run was stopped: {stopped}." in page
    assert "fails 1 of 3 cases, stopped" in badge
    assert f"{stopped}; 2 were not run" in junit


def test_lines_that_end_early_are_reported(call: Call, directly: Directly, tmp_path: Path) -> None:
    lines = call(*conform_words("--json", *directly(lambda _, answer: answer))).out.splitlines()
    kept = tmp_path / "kept.jsonl"
    kept.write_text("\n".join(lines[:5]), encoding="utf-8")
    done = call("conform", "smile", "--from", str(kept), *files(tmp_path))
    assert done.code == 3
    assert "stopped before the last case: the lines end before the footer" in done.out
    kept.write_text("{}", encoding="utf-8")
    done = call("conform", "smile", "--from", str(kept), *files(tmp_path))
    assert (done.code, done.out) == (1, "")
    assert f"{kept}: line 1: the key type is missing" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--explore", "--html", "x", "--", "y"], "are about cases"),
        (["--list", "--badge", "x"], "are about cases"),
        (["--from", "x"], "--from makes files: --html, --badge or --junit-xml"),
        (["--from", "x", "--html", "y", "--", "z"], "starts none"),
        (["--html", "/no/such/folder/x", "--", "y"], "no file can be written there"),
        (["--html", "/", "--", "y"], "/: no file can be written there"),
    ],
)
def test_wrong_usage_is_reported(call: Call, words: list[str], message: str) -> None:
    """Before an engine is started."""
    done = call("conform", "smile", *words)
    assert (done.code, done.out) == (2, "")
    assert message in " ".join(done.err.split())
