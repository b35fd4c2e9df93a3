"""Tests that both type checkers report each wrong game and call, and no error in correct files."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, NotRequired, TypedDict

import pytest

from tests.typing.calls import Program, program

HERE: Final = Path(__file__).parent
SOURCE: Final = HERE.parents[1] / "src"
STUBS: Final = HERE.parents[1] / "typings"
PATIENCE: Final = 300.0
GOOD: Final = ("door", "users")


class Fault(NamedTuple):
    """A change of the correct game, and the line of the expected error."""

    right: str
    wrong: str
    reported: str


FAULTS: Final = {
    "a member renamed": Fault("def seats(self)", "def seat_count(self)", "start=Door()"),
    "an extra parameter": Fault(
        "def view(self, observer: Observer = None, /)",
        "def view(self, observer: Observer, width: int, /)",
        "def view(self, observer: Observer, width: int, /)",
    ),
    "a wrong return type": Fault(
        "def outcome(self) -> Outcome | None:", "def outcome(self) -> object:", "def outcome"
    ),
    "a missing hook": Fault("def _carry_out(self", "def carry_out(self", "start=Door()"),
    "a bot that takes a state": Fault(
        "def polite(turn: Turn[Door]) -> Action:\n",
        "def polite(turn: Door) -> Action:\n",
        'bots={"polite": polite}',
    ),
}


CALLS: Final = "calls.py"
"""The name of the program that calls everything."""
WRONG_CALL: Final = {"mypy": ("call-arg", "call-overload"), "pyright": ("reportCallIssue",)}
"""The rules that a wrong call breaks."""
ANY_ERROR: Final = "an exception has the constructor of Python's, which takes anything"
ACCEPTED: Final = {
    **dict.fromkeys(
        (
            "fireflies.arena.playing.Late",
            "fireflies.conformance.engines.Fault",
            "fireflies.conformance.answers.MalformedAnswer",
            "fireflies.conformance.runner.GameNotOffered",
            "fireflies.conformance.runner.UntestableEngine",
            "fireflies.conformance.wire.NotOffered",
            "fireflies.errors.FirefliesError",
        ),
        ANY_ERROR,
    ),
    "fireflies.conformance.plugin.CaseFile": "pytest makes it, by a metaclass without types",
    "fireflies.conformance.plugin.CaseItem": "pytest makes it, as above",
}
"""What may be called in any way for at least one type checker, with the reason."""


class Found(NamedTuple):
    """An error of a type checker."""

    file: str
    line: int
    rule: str


Errors = dict[str, set[Found]]
"""The errors by file."""


@pytest.fixture(scope="module")
def called() -> Program:
    """Return the program with a wrong call of everything public."""
    return program()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, called: Program) -> Path:
    """Return a folder with the correct files, a copy of the game with each fault, and the calls."""
    made = tmp_path_factory.mktemp("games")
    for name in GOOD:
        (made / f"{name}.py").write_text((HERE / f"{name}.py").read_text())
    game = (HERE / "door.py").read_text()
    for name, fault in FAULTS.items():
        assert game.count(fault.right) == 1, name
        spoilt = game.replace(fault.right, fault.wrong).replace("    @override\n", "")
        (made / f"{name.replace(' ', '_')}.py").write_text(spoilt)
    (made / CALLS).write_text(called.text)
    return made


def run(*args: str, folder: Path) -> str:
    """Return the output of a type checker, which has to find errors."""
    done = subprocess.run(  # noqa: S603  # it runs the type checkers
        [sys.executable, "-m", *args],
        cwd=folder,
        env={**os.environ, "MYPYPATH": os.pathsep.join(map(str, (SOURCE, STUBS)))},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1, done.stderr
    return done.stdout


def mypy(folder: Path) -> set[Found]:
    """Return the errors of mypy in strict mode."""
    plain = ("--config-file=", "--cache-dir=cache", "--follow-imports=silent", "--output=json")
    output = run("mypy", "--strict", *plain, ".", folder=folder)
    errors = map(json.loads, output.splitlines())
    return {Found(it["file"], it["line"], it["code"]) for it in errors if it["severity"] == "error"}


class PyrightError(TypedDict):
    """An error of pyright."""

    file: str
    severity: str
    rule: NotRequired[str]
    range: Mapping[str, Mapping[str, int]]


def pyright(folder: Path) -> set[Found]:
    """Return the errors of pyright in strict mode."""
    settings = {
        "include": ["*.py"],
        "extraPaths": [str(SOURCE)],
        "stubPath": str(STUBS),
        "typeCheckingMode": "strict",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    args = ("--outputjson", "--project", str(folder), "--pythonpath", sys.executable)
    errors: list[PyrightError] = json.loads(run("pyright", *args, folder=folder))[
        "generalDiagnostics"
    ]
    return {
        Found(Path(it["file"]).name, it["range"]["start"]["line"] + 1, it.get("rule", ""))
        for it in errors
        if it["severity"] == "error"
    }


@pytest.fixture(scope="module")
def errors(folder: Path) -> Errors:
    """Return the errors of both, each run once."""
    return {"mypy": mypy(folder), "pyright": pyright(folder)}


@pytest.mark.parametrize("name", GOOD)
def test_correct_files_have_no_errors(name: str, errors: Errors) -> None:
    for checker, found in errors.items():
        assert [one for one in sorted(found) if one.file == f"{name}.py"] == [], checker


@pytest.mark.parametrize("name", FAULTS)
def test_a_wrong_game_is_reported(name: str, folder: Path, errors: Errors) -> None:
    """By both, in the line that the fault names."""
    file = f"{name.replace(' ', '_')}.py"
    lines = (folder / file).read_text().splitlines()
    (marked,) = [number for number, line in enumerate(lines, 1) if FAULTS[name].reported in line]
    for checker, found in errors.items():
        assert (file, marked) in {(one.file, one.line) for one in found}, checker


def test_a_wrong_call_of_anything_public_is_reported(called: Program, errors: Errors) -> None:
    """By both. What may be called in any way is listed, with the reason, and nothing else is."""
    assert len(called.calls) > 1000
    reported = {
        (checker, one.line)
        for checker, found in errors.items()
        for one in found
        if one.file == CALLS and one.rule in WRONG_CALL[checker]
    }
    accepted = [
        name
        for name, line in called.calls.items()
        if not {(checker, line) for checker in WRONG_CALL} <= reported
    ]
    assert sorted(accepted) == sorted(ACCEPTED)
