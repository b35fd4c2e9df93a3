"""Tests of ``fireflies conform``: input, output and exit codes."""

import copy
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

import fireflies
from fireflies import smile
from fireflies.cli.conform import LARGEST_FILE
from fireflies.conformance import SUITE, cases, engines, wire
from fireflies.conformance.cases import Case
from fireflies.conformance.standing import PARTIAL
from tests.conformance.direct import Directly, directly
from tests.conformance.dummies import CASES, HANGING, script, stop_hanging
from tests.test_cli import Call, Ended, command, environment, on_a_terminal, process, run

__all__ = ["directly"]

OURS: Final = "direct:fireflies.smile:GAME"
TIES: Final = "smile.bid.ties"

Json: TypeAlias = Any
"""A parsed line of JSON."""


def wrong(_: Json, answer: Json) -> Json:
    """Return an answer with a wrong auction in some states."""
    answer = copy.deepcopy(answer)
    for state in answer.get("states", ()):
        if state["phase"] == "bid":
            state["auction"] += 1
    return answer


def idle(_: Json, answer: Json) -> Json:
    """Return a skip."""
    return {"seq": answer["seq"], "skipped": True}


def choosy(asked: Json, answer: Json) -> Json:
    """Return a skip of each answer with one state."""
    return idle(asked, answer) if len(answer.get("states", ())) == 1 else answer


def forced(_: Json, answer: Json) -> Json:
    """Return an answer without an action that is legal in the last state."""
    answer = copy.deepcopy(answer)
    if answer.get("count", 0) > 1:
        answer["count"] -= 1
    for state in answer.get("states", ())[-1:]:
        state["legal"] = state["legal"][1:] or ["bid a"]
    return answer


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return the function that runs the command in this process."""
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return Call(capsys)


def conform_words(*words: str, clause: str = "bid.ties") -> list[str]:
    """Return the arguments that test an engine by the cases of one clause."""
    return ["conform", "smile", "--jobs", "1", "--clause", clause, *words]


def cases_about(clause: str) -> list[cases.Case]:
    """Return the cases of a clause, those mainly about it first."""
    about = [case for case in cases.load(smile.GAME) if clause in case.clauses]
    return sorted(about, key=lambda case: not case.id.startswith(f"{clause}."))


def case_json(case: Case) -> dict[str, Json]:
    """Return a case as in a case file, without optional keys."""
    expect = [
        {"after": 0, "at": "/players/0/clear", "is": case.request.options["beads"]},
        {"after": 0, "at": "/phase", "is": "reveal"},
    ]
    about = {"id": case.id, "clauses": list(case.clauses), "says": case.says}
    return {**about, "options": dict(case.request.options), "expect": expect}


def case_file(path: Path, found: Sequence[Mapping[str, Json]], **changed: Json) -> Path:
    """Write a case file."""
    about = {"game": "smile", "edition": "2017", "clause": CASES[0].clause}
    path.write_text(json.dumps({**about, "cases": found, **changed}), encoding="utf-8")
    return path


@pytest.fixture
def own_file(tmp_path: Path) -> str:
    """Write a file of five cases, whose answers the dummy engines know."""
    return str(case_file(tmp_path / "own.json", [case_json(case) for case in CASES]))


# Right engines, and parts of the suite.


@pytest.mark.long
def test_our_own_rules_conform(call: Call) -> None:
    """The report has a row for each clause."""
    done = call("conform", "smile", "--", OURS)
    assert (done.code, done.err) == (0, "")
    count = len(cases.load(smile.GAME))
    assert done.out.splitlines()[0] == (
        f"Smile 2017, suite {SUITE}, protocol 1, fireflies {fireflies.__version__},"
        " revision 1 of the rules"
    )
    assert f"engine: fireflies {fireflies.__version__} (python)" in done.out
    assert done.out.endswith(f"\n{count} passed: it conforms\n")
    about = {case.clause for case in cases.load(smile.GAME)}
    rows = re.findall(r"^(smile\.\S+)((?: +[\d.]+)+)$", done.out, re.MULTILINE)
    assert [clause for clause, _ in rows] == [it.value for it in smile.Clause if it in about]


@pytest.mark.long
def test_our_engine_conforms_as_a_process(call: Call) -> None:
    """Three engines at once give the same report as one."""
    command = ["--", sys.executable, "-m", "fireflies", "engine"]
    one = call(*conform_words(*command))
    three = call("conform", "smile", "--jobs", "3", "--clause", TIES, *command)
    assert one == three
    assert one.code == PARTIAL


def test_a_part_of_the_suite_is_reported_as_a_part(call: Call) -> None:
    """``--clause`` takes short ids too. It also finds cases that are partly about the clause."""
    for words in ("bid.ties", TIES):
        done = call(*conform_words("--", OURS, clause=words))
        assert done.code == PARTIAL
        output = " ".join(done.out.split())
        assert f"{len(cases_about(TIES))} passed: no failure so far" in output
    both = call(*conform_words("--clause", "last.card", "--", OURS))
    either = [it for it in cases.load(smile.GAME) if {TIES, "smile.last.card"} & {*it.clauses}]
    assert f"{len(either)} passed" in both.out


def test_the_cases_of_a_file_replace_the_suite(call: Call, tmp_path: Path, own_file: str) -> None:
    words = ["conform", "smile", "--jobs", "2", "--case", own_file, "--", *script(tmp_path)]
    done = call(*words)
    assert (done.code, done.err) == (PARTIAL, "")
    assert "5 passed: no failure so far" in done.out


def test_single_cases_can_be_run(call: Call) -> None:
    """By id, with or without the game's name; also together with a clause."""
    ids = [f"{TIES}.003", "smile.last.card.001"]
    asked = ["--id", "bid.ties.003", "--id", ids[1]]
    done = call("conform", "smile", *asked, "--list")
    assert [line.split()[0] for line in done.out.splitlines()] == ids
    done = call("conform", "smile", *asked, "--", OURS)
    assert (done.code, "2 passed: no failure so far" in done.out) == (PARTIAL, True)
    both = call(*conform_words("--id", ids[1], "--list"))
    listed = {line.split()[0] for line in both.out.splitlines()}
    assert listed == {ids[1], *(case.id for case in cases_about(TIES))}


# Wrong engines.


def test_a_wrong_engine_does_not_conform(call: Call, directly: Directly) -> None:
    """The first difference of each clause is printed with both states."""
    done = call(*conform_words(*directly(wrong), clause="auction.ten"))
    assert (done.code, done.err) == (1, "")
    assert done.out.endswith(": it does not conform\n")
    rule = smile.Clause("smile.auction.ten").rule
    output = " ".join(done.out.split())
    assert f"smile.auction.ten: {rule.title} {rule.text}" in output
    assert re.search(r"^  failed smile\.auction\.ten\.\d{3}:$", done.out, re.MULTILINE)
    assert re.search(r"! after \d+ actions, /auction is \d, not \d", output)
    assert re.search(r"^  ! auction +\d+ +\d+$", done.out, re.MULTILINE)
    assert re.search(r"^    outcome +null +null$", done.out, re.MULTILINE)


@pytest.mark.long
def test_a_skip_is_not_a_pass(call: Call, directly: Directly) -> None:
    none = call(*conform_words(*directly(idle)))
    assert none.code == 1
    assert none.out.endswith(f"\n{len(cases_about(TIES))} skipped: it does not conform\n")
    some = call(*conform_words(*directly(choosy), clause="auction.ten"))
    assert some.code == PARTIAL
    assert re.search(r"\d+ passed, \d+ skipped: no failure so far", some.out)
    assert "not every case of the suite passed" in " ".join(some.out.split())


def test_no_skips_turns_a_skip_into_a_failure(call: Call, directly: Directly) -> None:
    done = call(*conform_words("--no-skips", *directly(idle)))
    assert done.code == 1
    assert "! the engine skips it: no reason given" in done.out
    assert done.out.endswith(f"\n{len(cases_about(TIES))} failed: it does not conform\n")


def test_a_failed_count_is_explained_by_a_play(call: Call, directly: Directly) -> None:
    """It is the shortest one after which other actions are legal."""
    engine = directly(forced)
    done = call("conform", "smile", "--id", "smile.bid.clear-bead.013", *engine)
    output = " ".join(done.out.split())
    assert re.search(r"! the number of sequences of \d actions is \d+, not \d+; the", output)
    assert re.search(r'the shortest play that shows why: after \d+ actions, /legal is \[".', output)
    assert re.search(r"^  ! legal +\[.*\] +\[.*\]$", done.out, re.MULTILINE)
    asked = json.loads(done.out.partition("to repeat the request:\n")[2].splitlines()[0])
    assert asked["case"]["ask"] == "final"
    ours: Json = wire.handle(asked)
    legal = ", ".join(sorted(ours["states"][0]["legal"]))
    assert f"legal               [{legal}]" in done.out


def test_a_run_ends_after_ten_cases_without_an_answer(call: Call, tmp_path: Path) -> None:
    """``--max-errors`` changes the number; an answer resets the count."""
    own_file = str(case_file(tmp_path / "own.json", [case_json(case) for case in CASES]))
    dummy = script(tmp_path, "def trip(seq, good): os._exit(7)")
    words = ["conform", "smile", "--jobs", "1", "--case", own_file]
    one = call(*words, "--max-errors", "1", "--", *dummy)
    assert one.code == 1
    assert "stopped before the last case: 1 cases in a row without an answer" in one.out
    assert one.out.endswith("\n2 passed, 1 errored: it does not conform\n")
    two = call(*words, "--max-errors", "2", "--", *dummy)
    assert two.out.endswith("\n4 passed, 1 errored: it does not conform\n")
    crashes = script(tmp_path, cases=())
    usual = call(*conform_words("--json", "--", *crashes, clause="bid.no-blue"))
    assert json_lines(usual)[-1]["errored"] == 10
    assert json_lines(usual)[-1]["stopped"] == "10 cases in a row without an answer"
    every = call(*conform_words("--max-errors", "0", "--", *crashes, clause="bid.no-blue"))
    assert f"\n{len(cases_about('smile.bid.no-blue'))} errored: it does not conform" in every.out


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize(("way", "jobs"), [("SIGINT", "1"), ("SIGTERM", "2"), ("SIGHUP", "1")])
def test_a_stopped_run_leaves_no_engine_behind(tmp_path: Path, way: str, jobs: str) -> None:
    """Even an engine that hangs is ended; the report is marked as partial."""
    own_file = str(case_file(tmp_path / "own.json", [case_json(case) for case in CASES]))
    pids = tmp_path / "pids"
    dummy = script(tmp_path, HANGING.format(pids=str(pids)))
    words = ["--case", own_file, "--jobs", jobs, "--timeout", "600", "--json"]
    done = stop_hanging(command("conform", "smile", *words, "--", *dummy), pids, way, environment())
    assert done.returncode == 128 + getattr(signal, way)
    *_, footer = map(json.loads, done.stdout.splitlines())
    assert (footer["type"], footer["stopped"], footer["conforms"]) == ("footer", way, False)
    assert footer["partial"]
    assert jobs != "1" or footer["passed"] == 2


@pytest.mark.usefixtures("measured")
def test_a_run_that_is_stopped_before_the_first_case_prints_nothing(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    dummy = script(tmp_path, HANGING.format(pids=str(pids)).replace("trip(seq, good)", "begin()"))
    words = command("conform", "smile", "--timeout", "600", "--", *dummy)
    done = stop_hanging(words, pids, "SIGTERM", environment())
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGTERM, "", "")


def test_after_a_fault_the_other_cases_are_run(call: Call, tmp_path: Path, own_file: str) -> None:
    """The engine crashes once, and also stops with a wrong exit code."""
    fault = "def trip(seq, good):\n    os._exit(7)\ndef leave():\n    sys.exit(1)"
    words = ["conform", "smile", "--jobs", "1", "--case", own_file, "--", *script(tmp_path, fault)]
    done = call(*words)
    assert done.code == 1
    assert "! it ended with exit code 7 without an answer" in done.out
    output = "an engine did not stop as it should: after the stop request it ended with exit code 1"
    assert output in " ".join(done.out.split())
    assert done.out.endswith("\n4 passed, 1 errored: it does not conform\n")


def test_the_timeout_is_for_each_answer(
    call: Call, tmp_path: Path, own_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "_EXIT_SECONDS", 1.0)
    dummy = script(tmp_path, "def trip(seq, good):\n    time.sleep(60)")
    words = [
        "conform",
        "smile",
        "--jobs",
        "1",
        "--case",
        own_file,
        "--timeout",
        "1.5",
        "--",
        *dummy,
    ]
    done = call(*words)
    assert done.code == 1
    assert "! it did not answer in 1.5 seconds (--timeout)" in done.out


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("sys.exit(3)", "it ended with exit code 3 without an answer"),
        ("ABOUT['games'] = {}", "it doesn't offer smile 2017: its games are {}"),
        (
            "ANSWERS = {key: {} for key in ANSWERS}",
            "is answered, but it doesn't say what is refused",
        ),
    ],
)
def test_an_engine_that_can_not_be_judged_has_its_own_exit_code(
    call: Call, tmp_path: Path, fault: str, message: str
) -> None:
    done = call(*conform_words("--", *script(tmp_path, fault)))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("fireflies: this engine can't be judged: ")
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        ["/nonexistent/engine"],
        ["direct:fireflies.conformance.wire:handle"],
        ["direct:fireflies:__version__"],
        ["direct:nobodys:GAME"],
        ["direct:fireflies.smile:NONE"],
    ],
)
def test_a_command_that_is_no_engine_is_reported(call: Call, command: list[str]) -> None:
    done = call(*conform_words("--", *command))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("fireflies: this engine can't be judged: ")
    assert done.err.count("\n") == 1


def test_the_log_of_engines_is_appended_to_a_file(
    call: Call, tmp_path: Path, own_file: str
) -> None:
    log = tmp_path / "log"
    log.write_text("before\n", encoding="utf-8")
    dummy = script(tmp_path, "sys.stderr.write('tra la\\n')")
    words = ["conform", "smile", "--jobs", "1", "--case", own_file, "--engine-log", str(log)]
    done = call(*words, "--", *dummy)
    assert (done.code, done.err) == (PARTIAL, "")
    assert "tra la" not in done.out
    assert log.read_text(encoding="utf-8") == "before\n" + 2 * "tra la\n"
    wrong = call(*words[:-1], str(tmp_path), "--", *dummy)
    assert (wrong.code, wrong.out) == (1, "")
    assert wrong.err == f"fireflies: {tmp_path}: Is a directory\n"


# Listing cases.


def test_list_prints_the_cases(call: Call) -> None:
    """No engine is started."""
    done = call(*conform_words("--list"))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [f"{case.id}  {case.says}" for case in cases_about(TIES)]
    everything = call("conform", "smile", "--list", "--", "/nonexistent")
    assert len(everything.out.splitlines()) == len(cases.load(smile.GAME))


# JSON lines.


def json_lines(done: Ended) -> list[Json]:
    """Return the parsed lines of the output."""
    return [json.loads(line) for line in done.out.splitlines()]


def test_json_prints_header_cases_results_and_footer(call: Call, directly: Directly) -> None:
    done = call(*conform_words("--json", *directly(wrong), clause="auction.ten"))
    assert (done.code, done.err) == (1, "")
    header, *middle, footer = json_lines(done)
    found = cases_about("smile.auction.ten")
    assert (header["type"], header["cases"], header["whole"]) == ("header", len(found), False)
    assert [line["type"] for line in middle] == ["case", "result"] * len(found)
    assert [line["id"] for line in middle[::2]] == [case.id for case in found]
    assert [line["case"] for line in middle[::2]] == [case.request.to_json() for case in found]
    results = middle[1::2]
    assert [line["id"] for line in results] == [case.id for case in found]
    for status in ("passed", "failed", "errored", "skipped", "known"):
        assert footer[status] == sum(line["status"] == status for line in results)
    assert footer["failed"] > 0
    assert all(("message" in line) == (line["status"] != "passed") for line in results)
    assert (footer["conforms"], footer["partial"], footer["faults"]) == (False, True, [])


def test_the_json_footer_has_faults_of_stopping(call: Call, tmp_path: Path, own_file: str) -> None:
    """A file of cases never counts as the whole suite."""
    dummy = script(tmp_path, "def leave():\n    sys.exit(1)")
    words = ["conform", "smile", "--jobs", "1", "--case", own_file, "--json", "--", *dummy]
    header, *_, footer = json_lines(done := call(*words))
    assert done.code == 1
    assert not header["whole"]
    output = "after the stop request it ended with exit code 1, not with exit code 0"
    assert footer["faults"] == [output]


@pytest.mark.long
def test_the_json_of_the_whole_suite_says_that_it_conforms(call: Call) -> None:
    header, *_, footer = json_lines(call("conform", "smile", "--json", "--", OURS))
    assert (header["whole"], footer["partial"], footer["conforms"]) == (True, False, True)


def test_json_is_always_utf8(tmp_path: Path) -> None:
    case = {**case_json(CASES[0]), "says": "Fünf Glühwürmchen."}
    path = case_file(tmp_path / "other.json", [case])
    words = ("conform", "smile", "--case", str(path), "--jobs", "1")
    done = process(*words, "--json", "--", OURS, PYTHONIOENCODING="ascii")
    assert (done.code, done.err) == (PARTIAL, "")
    assert json_lines(done)[1]["says"] == "Fünf Glühwürmchen."
    listed = process(*words, "--list", PYTHONIOENCODING="ascii")
    assert (listed.code, listed.err) == (0, "")


# Terminals.


def test_progress_is_shown_on_a_terminal_only(own_file: str) -> None:
    """The line is cleared at the end. There is none with ``--json``."""
    words = ("conform", "smile", "--case", own_file, "--jobs", "1")
    done = on_a_terminal(*words, "--", OURS)
    assert done.code == PARTIAL
    assert "\r1 of 5\r2 of 5\r3 of 5\r4 of 5\r5 of 5\r\x1b[K" in done.out
    assert "5 passed" in done.out
    assert " of 5" in run(*words, "--", OURS, terminal="xterm").out
    assert " of 5" not in run(*words, "--json", "--", OURS, terminal="xterm").out
    assert " of 5" not in run(*words, "--", OURS).out


# Known failures.


def known_file(tmp_path: Path, *ids: str) -> str:
    """Write a file of known failures."""
    path = tmp_path / "known.toml"
    text = '[[known]]\nid = "{}"\nreason = "later"\nlink = "https://example.org"\n'
    path.write_text("\n".join(text.format(it) for it in ids), encoding="utf-8")
    return str(path)


def test_known_failures_count_as_passed_while_they_fail(
    call: Call, directly: Directly, tmp_path: Path
) -> None:
    """The file may list cases of other clauses too."""
    words = conform_words("--json", *directly(wrong), clause="auction.ten")
    results = json_lines(call(*words))[2:-1:2]
    failed = [line["id"] for line in results if line["status"] == "failed"]
    passed = [line["id"] for line in results if line["status"] == "passed"]
    assert failed
    assert passed
    path = known_file(tmp_path, *failed, f"{TIES}.001")
    done = call(*words[:-2], "--known", path, *words[-2:])
    assert done.code == PARTIAL
    footer = json_lines(done)[-1]
    assert (footer["known"], footer["failed"], footer["partial"]) == (len(failed), 0, True)
    path = known_file(tmp_path, *failed[1:])
    assert call(*words[:-2], "--known", path, *words[-2:]).code == 1
    path = known_file(tmp_path, *failed, passed[0])
    done = call(*words[:-2], "--known", path, *words[-2:])
    assert done.code == 1
    assert json_lines(done)[-1]["mended"] == [passed[0]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[[known]", "known.toml: line 1, column 8: this is no TOML: "),
        (b"\xff", "known.toml: the file: this is not UTF-8"),
        (b'[[known]]\nid = "smile.bid.ties.999"\n', "id: there is no such case"),
        (b'[[known]]\nid = "smile.bid.ties.001"\nlink = "x"\n', "the key reason is missing"),
    ],
)
def test_a_wrong_file_of_known_failures_is_refused(
    call: Call, tmp_path: Path, content: bytes, message: str
) -> None:
    """The error has the file's name; no engine is started."""
    (path := tmp_path / "known.toml").write_bytes(content)
    done = call(*conform_words("--known", str(path), "--", "/nonexistent"))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"fireflies: {tmp_path}")
    assert message in done.err
    assert done.err.count("\n") == 1


# Wrong usage and wrong files.


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "which engine? fireflies conform smile -- COMMAND"),
        (["--"], "which engine?"),
        (
            ["bid.ties"],
            "bid.ties is a clause, not an engine; write --clause bid.ties --",
        ),
        (["--explore", "--", TIES, "x"], f"{TIES} is a clause, not an engine"),
        (["--jobs", "0", "--", OURS], "--jobs is a number from 1"),
        (["--jobs", "many", "--", OURS], "argument --jobs: a whole number is wanted, not 'many'"),
        (["--jobs", "9" * 5000, "--", OURS], "--jobs: a whole number is wanted, not '99999"),
        (["--timeout", "long", "--", OURS], "argument --timeout: a number is wanted, not 'long'"),
        (
            ["--timeout", "0", "--", OURS],
            "--timeout is a number of seconds above 0 and up to 86400",
        ),
        (["--timeout", "nan", "--", OURS], "--timeout is a number of seconds above 0"),
        (["--timeout", "inf", "--", OURS], "--timeout is a number of seconds above 0"),
        (["--clause", "bid.tyes", "--", OURS], "--clause: Smile has no clause smile.bid.tyes"),
        (["--clause", "bid", "--list"], "--clause: Smile has no clause smile.bid"),
        (["--clause", "", "--list"], "--clause: Smile has no clause smile."),
        (["--id", f"{TIES}.999", "--list"], f"--id: there is no case {TIES}.999"),
        (["--id", TIES, "--list"], f"--id: there is no case {TIES}"),
        (["--max-errors", "-1", "--", OURS], "--max-errors is a number from 0"),
        (["--explore", "--list"], "--explore runs no cases"),
        (["--explore", "--id", f"{TIES}.001", "--", OURS], "--explore runs no cases"),
        (["--explore", "--clause", TIES, "--", OURS], "--explore runs no cases"),
        (["--explore", "--case", "x", "--", OURS], "--explore runs no cases"),
        (["--explore", "--known", "x", "--", OURS], "--explore runs no cases"),
        (["--explore", "--examples", "0", "--", OURS], "--examples and --time are numbers above 0"),
        (["--explore", "--time", "0", "--", OURS], "--examples and --time are numbers above 0"),
        (["--explore", "--time", "nan", "--", OURS], "--examples and --time are numbers above 0"),
        (["--explore", "--seed", "-1", "--", OURS], "--seed: a seed is a whole number from 0"),
        (["--explore"], "which engine? fireflies conform smile --explore -- COMMAND"),
        (["--seed", "0", "--", OURS], "--seed is for --explore"),
        (["--examples", "3", "--", OURS], "--examples is for --explore"),
        (["--time", "1", "--", OURS], "--time is for --explore"),
        (["--out", "x", "--", OURS], "--out is for --explore"),
        (["--quick", "--", OURS], "unrecognized arguments: --quick"),
    ],
)
def test_wrong_usage_is_reported(call: Call, words: list[str], message: str) -> None:
    done = call("conform", "smile", *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


def test_an_unknown_game_is_refused_with_the_known_ones(call: Call) -> None:
    done = call("conform", "chess", "--", OURS)
    assert done.code == 2
    assert "invalid choice: 'chess'" in done.err


def test_explore_refuses_an_engine_that_does_not_answer(call: Call, tmp_path: Path) -> None:
    done = call("conform", "smile", "--explore", "--", *script(tmp_path, "sys.exit(3)"))
    assert (done.code, done.out) == (2, "")
    output = "it ended with exit code 3 without an answer"
    assert done.err == f"fireflies: this engine can't be judged: {output}\n"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("direct:", "direct:: direct:package.module:name is wanted"),
        ("direct:fireflies.smile", "direct:package.module:name is wanted"),
    ],
)
def test_an_invalid_name_of_a_direct_engine_is_refused(call: Call, name: str, message: str) -> None:
    """Also with ``--explore``."""
    for words in (conform_words(), ["conform", "smile", "--explore"]):
        done = call(*words, "--", name)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("fireflies: direct:")
        assert message in done.err
        assert done.err.count("\n") == 1


Change: TypeAlias = Callable[[dict[str, Json]], object]

FILES: Final[dict[str, tuple[Change, str]]] = {
    "no game": (lambda it: it.pop("game"), "own.json: the key game is missing"),
    "another game": (
        lambda it: it.update(game="chess"),
        "own.json: smile 2017 is wanted, not chess 2017",
    ),
    "another edition": (lambda it: it.update(edition="2018"), "smile 2017 is wanted, not smile"),
    "an unknown key": (lambda it: it.update(x=1), "own.json: there is no key 'x' here"),
    "an unknown key of a case": (
        lambda it: it["cases"][0].update(x=1),
        f"own.json: cases {CASES[0].id}: there is no key 'x' here",
    ),
    "a wrong id": (lambda it: it["cases"][0].update(id="a.001"), "with three digits is wanted"),
    "an unknown clause": (
        lambda it: it["cases"][0]["clauses"].append("smile.nap"),
        f"own.json: cases {CASES[0].id}: clauses: there is no clause smile.nap",
    ),
    "a state that there is not": (
        lambda it: it["cases"][0]["expect"][0].update(after=5),
        "expect: after 5 actions: only 0 are accepted",
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_a_wrong_file_of_cases_is_refused(call: Call, own_file: str, name: str) -> None:
    """The error has the file's name and the place in it."""
    change, message = FILES[name]
    path = Path(own_file)
    content = json.loads(path.read_bytes())
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")
    done = call("conform", "smile", "--case", own_file, "--list")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"fireflies: {path.parent}")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert done.err.count("own.json") == 1


def test_a_file_without_cases_is_refused(call: Call, tmp_path: Path) -> None:
    """A missing file, invalid JSON, an empty list of cases."""
    path = tmp_path / "own.json"
    words = ("conform", "smile", "--case", str(path), "--list")
    done = call(*words)
    assert (done.code, done.err) == (1, f"fireflies: {path}: No such file or directory\n")
    path.write_text("cases: none", encoding="utf-8")
    done = call(*words)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"fireflies: {path}: column 1: this is no JSON: ")
    case_file(path, [])
    done = call(*words)
    assert (done.code, done.out) == (2, "")
    assert "there is no such case" in done.err


def test_the_default_number_of_engines_is_that_of_processors(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One, if the system does not know it."""
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert "engines at once (7)" in call("conform", "smile", "--help").out
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert "engines at once (1)" in call("conform", "smile", "--help").out


@pytest.mark.parametrize("word", ["--case", "--known"])
def test_a_file_that_is_too_large_is_not_read(call: Call, tmp_path: Path, word: str) -> None:
    """A file of the largest size is read, one byte more is refused."""
    path = tmp_path / "large"
    for size in (LARGEST_FILE, LARGEST_FILE + 1):
        path.write_bytes(b"?" * size)
        done = call("conform", "smile", word, str(path), "--", OURS)
        assert (done.code, done.out) == (1, "")
        output = f"fireflies: {path}: it has more than 10000000 bytes\n"
        assert (done.err == output) is (size > LARGEST_FILE)
        assert done.err.count("\n") == 1
