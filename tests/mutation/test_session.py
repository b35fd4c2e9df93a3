"""The session for mutants: which tests it runs, and what it keeps for the next run."""

import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from fireflies import rulebook
from tests.mutation import __main__ as session
from tests.mutation import forget
from tests.mutation.__main__ import (
    TESTS,
    Mutant,
    digest,
    files_for,
    modules,
    named,
    of_the_rules,
    survivors,
)

FOUND = {Mutant("fireflies.smile.rules.state.start", "-    a\n+    b")}


def names(module: str, *, examples: bool = False) -> set[str]:
    """Return the files for a module, without their folder and without ``test_``."""
    return {path.stem.removeprefix("test_") for path in files_for(module, examples=examples)}


def test_tests_have_the_name_of_the_module() -> None:
    assert names("lookup") == {"lookup"}
    assert names("misbehavin.play.bots") == {"bots", "bots_worth"}


def test_the_rules_are_tested_with_their_proofs() -> None:
    """Not what only bots import."""
    assert {"limits", "examples", "rules", "view"} <= names("festival.rules.hold")
    assert "limits" not in names("festival.play.tensors")


def test_what_a_box_or_a_picture_is_made_of_is_tested_with_it() -> None:
    assert {"box", "board"} <= names("festival.box.maps")
    assert {"drawing", "picture"} <= names("misbehavin.text.card_descriptions")


def test_examples_and_other_proofs_are_the_only_tests_of_the_rules_on_demand() -> None:
    folder = TESTS / "festival/proofs"
    assert files_for("festival.rules.hold", examples=True) == sorted(folder.glob("test_*.py"))
    assert {"smile.rules.state", "festival.rules.hold", "misbehavin.rules.setup"} <= {
        *of_the_rules()
    }
    assert not {"festival.box.boxfile", "smile.play.bots"} & {*of_the_rules()}


def test_a_folder_stands_for_its_modules() -> None:
    assert named([]) == []
    assert named(["smile.rules.view", "search"])[-1] == "smile.rules.view"
    assert {"search.tree", "search.exact"} < {*named(["search"])} < {*named(["search", "history"])}
    with pytest.raises(ValueError, match=r"package: smile\.rule, tree$"):
        named(["smile", "smile.rule", "tree"])


def test_a_module_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With other tests, it is tried again."""
    tried: list[object] = []

    def try_all(*given: object, **_: object) -> set[Mutant]:
        tried.append(given[1])
        return FOUND

    monkeypatch.setattr(session, "try_all", try_all)
    for examples in (False, False, True):
        tests = files_for("smile.rules.state", examples=examples)
        assert survivors(tmp_path / "copy", "smile.rules.state", tests) == FOUND
    assert tried == ["smile.rules.state"] * 2


@pytest.mark.parametrize(
    "changed",
    [
        "src/fireflies/smile/rules/state.py",
        "src/fireflies/smile/rules.toml",
        "tests/smile/test_rules.py",
        "tests/smile/plays.py",
        "tests/conftest.py",
    ],
)
def test_the_digest_is_of_all_that_a_module_is_tested_with(
    changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = files_for("smile.rules.state")
    before, read = digest("smile.rules.state", tests), Path.read_bytes
    assert digest("smile.rules.state", tests) == before
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: read(path) + b" " * path.as_posix().endswith(changed)
    )
    assert digest("smile.rules.state", tests) != before


def test_caches_are_emptied_but_for_those_of_modules_without_mutants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also those of a module that a test imports."""
    mutated = {f"fireflies.{module}" for module in modules()}
    assert not forget.KEPT & mutated
    assert not forget.KEPT - {*sys.modules}
    forget.pytest_runtest_setup()
    later = ModuleType("tests.later")
    vars(later)["double"] = double = lru_cache(lambda number: 2 * number)
    monkeypatch.setitem(sys.modules, "tests.later", later)
    double(3)
    book = rulebook.load("fireflies.smile")
    forget.pytest_runtest_setup()
    assert double.cache_info().currsize == 0
    assert rulebook.load("fireflies.smile") is book


LOOPING: Final = """
import time

def test_waits():
    time.sleep(3.0)

def test_loops():
    while True:
        pass
"""


@pytest.mark.long
def test_a_test_that_loops_with_a_mutant_fails(tmp_path: Path) -> None:
    """One that only waits, as on a busy machine, does not."""
    file = tmp_path / "test_some.py"
    file.write_text(LOOPING)
    run = "import pytest; from tests.mutation import limit; limit.LEAST = 2.0; "
    options = ["-v", "-p", "no:randomly", "-c", "/dev/null", str(file)]
    run += f"pytest.main({options!r}, plugins=[limit])"
    done = subprocess.run(  # noqa: S603 - our own arguments
        [sys.executable, "-c", run],
        cwd=TESTS.parent,
        env={**os.environ, "MUTANT_UNDER_TEST": "a.b__mutmut_1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "test_waits PASSED" in done.stdout
    assert "test_loops" in done.stdout.splitlines()[-1]
