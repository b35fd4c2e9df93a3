"""Tests that both type checkers report each wrong game, and no error in correct files."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

import pytest

HERE: Final = Path(__file__).parent
SOURCE: Final = HERE.parents[1] / "src"
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


class Found(NamedTuple):
    """An error of a type checker."""

    file: str
    line: int


Errors = dict[str, set[Found]]
"""The errors by file."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the correct files, and a copy of the game with each fault."""
    made = tmp_path_factory.mktemp("games")
    for name in GOOD:
        (made / f"{name}.py").write_text((HERE / f"{name}.py").read_text())
    game = (HERE / "door.py").read_text()
    for name, fault in FAULTS.items():
        assert game.count(fault.right) == 1, name
        spoilt = game.replace(fault.right, fault.wrong).replace("    @override\n", "")
        (made / f"{name.replace(' ', '_')}.py").write_text(spoilt)
    return made


def run(*args: str, folder: Path) -> str:
    """Return the output of a type checker, which has to find errors."""
    done = subprocess.run(  # noqa: S603  # it runs the type checkers
        [sys.executable, "-m", *args],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(SOURCE)},
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
    return {Found(it["file"], it["line"]) for it in errors if it["severity"] == "error"}


class PyrightError(TypedDict):
    """An error of pyright."""

    file: str
    severity: str
    range: Mapping[str, Mapping[str, int]]


def pyright(folder: Path) -> set[Found]:
    """Return the errors of pyright in strict mode."""
    settings = {"include": ["*.py"], "extraPaths": [str(SOURCE)], "typeCheckingMode": "strict"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    args = ("--outputjson", "--project", str(folder), "--pythonpath", sys.executable)
    errors: list[PyrightError] = json.loads(run("pyright", *args, folder=folder))[
        "generalDiagnostics"
    ]
    return {
        Found(Path(it["file"]).name, it["range"]["start"]["line"] + 1)
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
        assert Found(file, marked) in found, checker
