"""Tests of the pytest plugin: pytest runs in this process, and as one of its own for signals."""

import os
import re
import sys
import tomllib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest

from fireflies import festival, games, smile
from fireflies.conformance import cases, plugin
from fireflies.contract import State
from fireflies.errors import InvalidData
from fireflies.games import Game
from tests.conformance.dummies import HANGING, script, stop_hanging
from tests.test_cli import ROOT, SOURCE, Ended, environment

pytest_plugins = ("pytester",)

OURS: Final = "direct:fireflies.smile:GAME"
PLUGIN: Final = ("-p", "fireflies.conformance.plugin")
SUITE: Final = (*PLUGIN, "--pyargs", "fireflies.conformance")
FOLDER: Final = Path(plugin.__file__).parent / "cases"
TIES: Final = "smile.bid.ties"
CROW: Final = "festival.crow.held"
ALONE: Final = (*PLUGIN, "-c", os.devnull, "--rootdir", ".", str(FOLDER / f"smile/{TIES}.json"))
"""The cases of one clause: to collect all cases takes seconds."""
OTHER: Final = str(FOLDER / f"festival/{CROW}.json")

ENGINE: Final = '''
"""An engine that is right about most things."""

from fireflies.conformance import wire


class Engine:
    """It skips one case, reports an error, raises an exception and gives a wrong answer."""

    def handle(self, request):
        """The answer."""
        answer = wire.handle(request)
        case = request.get("case", {})
        if request.get("seq") == 0 or not case:
            return answer
        with open("seen", "a+") as seen:  # a file, for one of its processes dies
            seen.write("x")
            seen.seek(0)
            number = len(seen.read()) - 1
        match number:
            case 0:
                return {"seq": request["seq"], "skipped": True, "message": "not today"}
            case 1:
                return {"seq": request["seq"], "errored": True, "message": "my fault"}
            case 2:
                raise KeyError("the row")
            case 3:
                for state in answer["states"]:
                    state["phase"] = "nap"
                answer["refused"] = {"index": 77}
        return answer
'''


PYTEST: Final = (
    *("-p", "no:cacheprovider", "-p", "no:randomly"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # here the plugin is already imported
)


@dataclass(frozen=True)
class Pytest:
    """Runs pytest in an empty folder, without any configuration and other plugins."""

    pytester: pytest.Pytester

    @property
    def folder(self) -> Path:
        """The folder, whose modules an engine can import."""
        return self.pytester.path

    def __call__(self, *words: str) -> Ended:
        """Run pytest in this process."""
        done = self.pytester.runpytest_inprocess(*PYTEST, *words)
        return Ended(int(done.ret), done.stdout.str(), done.stderr.str())


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Pytest:
    """Return the function that runs pytest; its engines can import the modules of its folder."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(pytester.path), str(SOURCE))))
    return Pytest(pytester)


def ids_about(clause: str, game: Game[State] = smile.GAME) -> list[str]:
    """Return the ids of the cases of a clause."""
    return [case.id for case in cases.load(game) if case.clause == clause]


def test_each_case_is_a_test(run: Pytest) -> None:
    words = (*ALONE, OTHER, "--engine", OURS, "--junit-xml", "report.xml", "-q")
    done = run(*words)
    assert (done.code, done.err) == (0, "")
    suite, others = ids_about(TIES), ids_about(CROW, festival.GAME)
    assert f"{len(suite)} passed, {len(others)} deselected" in done.out.splitlines()[-1]
    found = [it.attrib["name"] for it in ET.parse(run.folder / "report.xml").iter("testcase")]
    assert found == suite


def test_a_failure_is_reported_as_by_the_command(run: Pytest) -> None:
    """Without a traceback; a skip is a skip."""
    (run.folder / "somebodys.py").write_text(ENGINE, encoding="utf-8")
    words = ("--engine", "direct:somebodys:Engine", "--junit-xml", "report.xml")
    done = run(*ALONE, *words, "-rs")
    assert done.code == 1
    count = len(ids_about(TIES))
    assert re.search(f"3 failed, {count - 4} passed, 1 skipped in", done.out)
    assert "not today" in done.out
    assert "! the engine says that it failed: my fault" in done.out
    assert "it logged: KeyError: 'the row'" in done.out
    assert "something else (index 77)" in done.out
    assert "the rules" in done.out
    assert "If several cards are the lowest" in done.out
    assert "Traceback" not in done.out
    assert "plugin.py:" not in done.out.partition("short test summary")[0]
    tests = list(ET.parse(run.folder / "report.xml").iter("testcase"))
    assert [len(list(it)) for it in tests] == [1] * 4 + [0] * (count - 4)
    assert [next(iter(it)).tag for it in tests[:4]] == ["skipped", *["failure"] * 3]


def test_no_skips_turns_a_skip_into_a_failure(run: Pytest) -> None:
    (run.folder / "somebodys.py").write_text(ENGINE, encoding="utf-8")
    words = ("--engine", "direct:somebodys:Engine", "-k", f"{TIES}.001", "--no-skips")
    done = run(*ALONE, *words)
    assert done.code == 1
    assert re.search("1 failed, [0-9]+ deselected", done.out)
    assert "! not today" in done.out


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("way", ["SIGINT", "SIGTERM"])
def test_a_stopped_run_leaves_no_engine_behind(tmp_path: Path, way: str) -> None:
    """The engine hangs in the third case; the two cases before it are reported."""
    ties = [case for case in cases.load(smile.GAME) if case.clause == TIES]
    pids = tmp_path / "pids"
    third = "def say(value):\n    (trip if value.get('seq', 0) > 2 else talk)(value)\n"
    hanging = HANGING.format(pids=str(pids)).replace("seq, good", "value")
    engine = " ".join(script(tmp_path, f"{hanging}\ntalk = say\n{third}", ties))
    words = (*ALONE, "--engine", engine, "--engine-timeout", "600")
    command = [sys.executable, "-m", "pytest", *PYTEST, *words]
    done = stop_hanging(command, pids, way, environment(PYTEST_DISABLE_PLUGIN_AUTOLOAD="1"))
    assert done.returncode == pytest.ExitCode.INTERRUPTED
    assert "2 passed in" in done.stdout


def test_a_broken_engine_is_one_usage_error(run: Pytest) -> None:
    command = " ".join(script(run.folder, "sys.exit('no engine today')"))
    done = run(*ALONE, "--engine", command)
    assert done.code == pytest.ExitCode.USAGE_ERROR
    output = "it ended with exit code 1 without an answer; it logged: no engine today"
    assert done.err.strip() == f"ERROR: this engine can't be judged: {output}"


def test_an_engine_that_offers_no_wanted_game_is_a_usage_error(run: Pytest) -> None:
    done = run(*ALONE, OTHER, "--engine", OURS, "-k", CROW)
    assert done.code == pytest.ExitCode.USAGE_ERROR
    assert "can't be judged: it doesn't offer festival 2026: its games are" in done.err


def test_a_fault_of_stopping_fails_the_run(run: Pytest) -> None:
    ties = [case for case in cases.load(smile.GAME) if case.clause == TIES]
    command = " ".join(script(run.folder, "def leave():\n    sys.exit(5)", ties))
    done = run(*ALONE, "--engine", command, "-k", f"{TIES}.001")
    assert done.code == 1
    assert "1 passed" in done.out
    output = "after the stop request it ended with exit code 5, not with exit code 0"
    assert f"an engine did not stop as it should: {output}" in done.out


def test_cases_are_listed_without_an_engine(run: Pytest) -> None:
    done = run(*ALONE, "--collect-only", "-q", "--engine", "/nonexistent")
    assert done.code == 0
    listed = [line.rpartition("::")[2] for line in done.out.splitlines() if "::" in line]
    assert listed == ids_about(TIES)


@pytest.mark.long
def test_cases_of_all_games_are_listed_without_an_engine(run: Pytest) -> None:
    done = run(*SUITE, "--collect-only", "-q", "--engine", "/nonexistent")
    assert done.code == 0
    listed = [line.rpartition("::")[2] for line in done.out.splitlines() if "::" in line]
    every = [case.id for game in games.usable().values() for case in cases.load(game)]
    assert sorted(listed) == sorted(every)


def test_the_help_has_the_options(run: Pytest) -> None:
    """It needs no engine."""
    done = run("-p", "fireflies.conformance.plugin", "--help")
    assert done.code == 0
    assert "--engine=COMMAND" in done.out
    assert "--engine-timeout=S" in done.out


def test_without_the_plugin_pytest_does_not_change(run: Pytest) -> None:
    done = run("--pyargs", "fireflies.conformance", "-q")
    assert done.code == pytest.ExitCode.NO_TESTS_COLLECTED
    assert run("--engine", OURS).code == pytest.ExitCode.USAGE_ERROR


def test_the_plugin_is_no_entry_point() -> None:
    """It is loaded by name only."""
    points = metadata.entry_points(group="pytest11")
    assert [point.value for point in points if point.value.startswith("fireflies")] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "pytest11" not in project.get("entry-points", {})


# Single hooks.


class Config(SimpleNamespace):
    """The part of pytest's Config that the plugin uses."""

    def __init__(self, **options: object) -> None:
        """Set the options."""
        usual = {"--engine": OURS, "--engine-timeout": 10.0, "help": False}
        super().__init__(stash=pytest.Stash(), options={**usual, **options})

    def getoption(self, name: str) -> object:
        """Return an option."""
        return self.options[name]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"--engine": None}, 'which engine? --engine "COMMAND"'),
        ({"--engine": ""}, "--engine: the engine: there is no command that starts it"),
        ({"--engine": 'node "engine.mjs'}, "--engine: No closing quotation"),
        ({"--engine": "direct:fireflies.smile"}, "direct:package.module:name is wanted"),
        ({"--engine-timeout": 0.0}, "a number of seconds above 0"),
        ({"--engine-timeout": float("inf")}, "a number of seconds above 0"),
    ],
)
def test_wrong_options_are_a_usage_error(options: dict[str, object], message: str) -> None:
    config: Any = Config(**options)
    with pytest.raises(pytest.UsageError) as caught:
        plugin.pytest_configure(config)
    assert message in str(caught.value)


def test_the_message_about_a_timeout_can_name_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, flag: str) -> None:
        raise InvalidData(flag, "named")

    monkeypatch.setattr(plugin, "make_starter", refuse)
    config: Any = Config()
    with pytest.raises(pytest.UsageError, match="--engine-timeout: named"):
        plugin.pytest_configure(config)


def test_only_the_suite_is_collected() -> None:
    """No other JSON, no retired ids and no options that cases begin from."""
    folder = FOLDER / "smile"
    parent: Any = None
    for path in (
        folder / "retired.json",
        folder / "bases.json",
        folder / "notes.txt",
        folder.parent / "notes.json",
        folder / "deeper" / f"{TIES}.json",
        ROOT / "cases" / "smile" / f"{TIES}.json",
    ):
        assert plugin.pytest_collect_file(path, parent) is None
