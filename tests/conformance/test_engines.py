"""Engines by themselves: processes, objects in this process, and the words that name them."""

import math
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, NoReturn

import pytest

from fireflies import smile
from fireflies.conformance import engines
from fireflies.conformance.engines import (
    LONGEST,
    DirectEngine,
    Engine,
    Fault,
    GameEngine,
    ProcessEngine,
    starter,
)
from fireflies.errors import InvalidData
from tests.conformance.dummies import CASES, SECONDS, case, script

START: Final = {"cmd": "start", "version": 1}


def question(seq: int = 1) -> dict[str, object]:
    """The request to run a small case."""
    return {"cmd": "run", "seq": seq, "case": CASES[0].request.to_json()}


def fault(engine: Engine, asked: Mapping[str, object] | None = None) -> str:
    """What goes wrong with this question; then the engine is gone."""
    with pytest.raises(Fault) as caught:
        engine.ask(question() if asked is None else asked)
    engine.kill()
    return str(caught.value)


def waiting(engine: ProcessEngine, lines: int) -> None:
    """Until so much of what it has said is here."""
    for _ in range(3000):
        if engine._answers.qsize() >= lines:
            return
        time.sleep(0.01)
    pytest.fail("it has not said so much")


# Processes.


def test_a_process_answers_as_often_as_it_is_asked(tmp_path: Path) -> None:
    """One line each; then it leaves."""
    engine = ProcessEngine(script(tmp_path), SECONDS)
    assert engine.ask(START)["version"] == 1
    for seq in (1, 2, 2**70):
        assert engine.ask(question(seq))["seq"] == seq
    engine.stop()
    engine.kill()


def test_what_was_said_before_the_question_is_told(tmp_path: Path) -> None:
    """Even if it is just what would be right."""
    command = script(tmp_path, "def begin():\n    write(b'{\"seq\": 1}\\n')")
    engine = ProcessEngine(command, SECONDS)
    waiting(engine, 1)
    assert fault(engine) == 'it spoke before it was asked: {"seq": 1}'


def test_a_flood_before_the_question_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a line end in it, and with many."""
    monkeypatch.setattr(engines, "FLOOD", 1 << 18)
    flood = "def begin():\n    while True: write({what})"
    engine = ProcessEngine(script(tmp_path, flood.format(what="b'x' * 9999")), SECONDS)
    waiting(engine, 1)
    said = fault(engine)
    assert said == "it spoke before it was asked: it says far more than it is asked"
    engine = ProcessEngine(script(tmp_path, flood.format(what="b'x\\n' * 99")), SECONDS)
    engine._threads[0].join(SECONDS)
    assert not engine._threads[0].is_alive()  # enough is enough: it would fill the memory
    assert fault(engine) == "it spoke before it was asked: x"


def test_who_is_gone_before_the_question_is_not_waited_for(tmp_path: Path) -> None:
    """The end of its output is no answer."""
    engine = ProcessEngine(script(tmp_path, "sys.exit('too early')"), 600)
    waiting(engine, 1)
    said = fault(engine)
    assert said == "it ended with exit code 1 without an answer; it logged: too early"


def test_who_has_closed_its_ears_is_told_to_leave_all_the_same(tmp_path: Path) -> None:
    """Nothing that is written gets to it."""
    command = script(tmp_path, "def begin():\n    os.close(0); time.sleep(1); sys.exit(0)")
    engine = ProcessEngine(command, SECONDS)
    assert fault(engine) == "it ended with exit code 0 without an answer"
    again = ProcessEngine(command, SECONDS)
    again.stop()


def test_true_is_no_seq(tmp_path: Path) -> None:
    """Though Python says that it is 1."""
    command = script(tmp_path, "ANSWERS = {key: {'seq': True} for key in ANSWERS}")
    engine = ProcessEngine(command, SECONDS)
    assert fault(engine) == "it answered to seq true and was asked 1"


@pytest.mark.parametrize("command", [["/nonexistent/engine"], [""], ["a\0b"], ["."]])
def test_what_can_not_be_started_is_a_fault(command: list[str]) -> None:
    """Whatever is wrong with the words."""
    with pytest.raises(Fault, match="it can't be started: "):
        ProcessEngine(command, SECONDS)


def test_a_log_is_added_to_and_only_new_words_are_told(tmp_path: Path) -> None:
    """What others have logged there is not this engine's."""
    log = tmp_path / "log"
    log.write_bytes(b"from last week\n")
    silent = script(tmp_path, "def trip(seq, good): pass\nANSWERS = {}\nsys.exit(3)")
    said = fault(ProcessEngine(silent, SECONDS, log))
    assert said == "it ended with exit code 3 without an answer"
    loud = script(tmp_path, "sys.exit('\\x1b[31mred\\xff\\n' + 'a' * 5000 + ' the end')")
    said = fault(ProcessEngine(loud, SECONDS, log))
    assert said.startswith("it ended with exit code 1 without an answer; it logged: aaa")
    assert len(said) < 150
    assert log.read_bytes().startswith(b"from last week\n\x1b[31mred")
    assert log.read_bytes().endswith(b" the end\n")


def test_a_log_that_can_not_be_written_is_nobodys_fault(tmp_path: Path) -> None:
    """The person has named it, not the engine."""
    with pytest.raises(OSError, match="directory"):
        ProcessEngine(script(tmp_path), SECONDS, tmp_path)


def test_an_engine_can_be_ended_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time there is nothing to do, and no process of its number is touched."""
    ended: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda number, _: ended.append(number))
    engine = ProcessEngine(script(tmp_path), SECONDS)
    engine.stop()
    engine.kill()
    engine.kill()
    assert ended == [engine._process.pid]


def test_without_groups_of_processes_the_process_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has none."""
    monkeypatch.setattr(sys, "platform", "win32")
    engine = ProcessEngine(script(tmp_path, "def leave(): time.sleep(60)"), SECONDS)
    assert engine.ask(START)["version"] == 1
    engine.kill()
    assert engine._process.returncode == -9


# In this process.


def raising(error: BaseException) -> Callable[[object], object]:
    """A handler that fails."""

    def handle(_: object) -> object:
        raise error

    return handle


CIRCLE: Final[list[object]] = []
CIRCLE.append(CIRCLE)


DIRECT: Final[dict[str, tuple[Callable[[object], object], str]]] = {
    "it fails": (raising(KeyError("row")), "it raised KeyError: 'row'"),
    "it leaves": (raising(SystemExit(0)), "it raised SystemExit: 0"),
    "it recurses": (raising(RecursionError("deep\ndeeper")), "RecursionError: deep deeper"),
    "it answers nothing": (lambda _: None, "it said what is no object: null"),
    "it answers a set": (lambda _: {"seq": {1}}, "it answered what is no JSON: "),
    "it answers NaN": (lambda _: {"seq": math.nan}, "it answered what is no JSON: "),
    "it answers a circle": (lambda _: CIRCLE, "it answered what is no JSON: "),
    "it answers half a letter": (lambda _: {"seq": "\ud800"}, "it answered what is no JSON: "),
    "it answers another question": (lambda _: {"seq": 2}, "it answered to seq 2 and was asked 1"),
    "it answers true": (lambda _: {"seq": True}, "it answered to seq true and was asked 1"),
}


@pytest.mark.parametrize("name", DIRECT)
def test_an_object_that_does_not_answer_is_a_fault(name: str) -> None:
    """The same faults as a process has, and nobody else is torn down."""
    handle, message = DIRECT[name]
    assert message in fault(DirectEngine(handle))


def test_an_answer_too_deep_for_json_is_a_fault() -> None:
    """Python gives up while it writes it."""
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert "it answered what is no JSON: " in fault(DirectEngine(lambda _: deep))


def test_an_object_may_do_with_a_question_what_it_likes() -> None:
    """It is its own copy."""
    asked = question()

    def handle(request: object) -> object:
        assert request == question()
        assert isinstance(request, dict)
        request["case"]["options"].clear()
        return {"seq": request.pop("seq"), "states": ()}

    engine = DirectEngine(handle)
    assert engine.ask(asked) == {"seq": 1, "states": []}  # as JSON has it
    assert asked == question()
    engine.stop()
    engine.kill()


def test_a_game_is_put_on_the_wire() -> None:
    """It introduces itself, and knows itself only."""
    engine = GameEngine(smile.GAME)
    about = engine.ask(START)["implementation"]
    assert isinstance(about, dict)
    assert about["games"] == {"smile": ["2017"]}
    assert engine.ask(question(5))["seq"] == 5
    chess = {**CASES[0].request.to_json(), "game": "chess"}
    assert engine.ask({"cmd": "run", "seq": 6, "case": chess})["skipped"] is True
    engine.stop()


def test_a_game_that_fails_is_a_fault() -> None:
    """Somebody's own may."""

    def set_up(_: object) -> NoReturn:
        raise ZeroDivisionError("oh")

    broken = replace(smile.GAME, set_up=set_up)
    assert fault(GameEngine(broken)) == "it raised ZeroDivisionError: oh"


# By name.

MODULE: Final = """
from fireflies import smile
GAME = smile.GAME
class Engine:
    def handle(self, request):
        return {"seq": request.get("seq"), "said": "hello"}
READY = Engine()
def game(): return smile.GAME
def fails(): raise KeyError("row")
def leaves(): raise SystemExit(0)
def number(): return 17
NUMBER = 17
class Wrong:
    handle = "no"
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module of somebody's own."""
    (tmp_path / "somebodys.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "somebodys", raising=False)
    return "direct:somebodys"


@pytest.mark.parametrize("name", ["GAME", "game"])
def test_a_game_is_named_directly(module: str, name: str) -> None:
    """Or what makes one."""
    engine = starter([f"{module}:{name}"], SECONDS)()
    assert isinstance(engine, GameEngine)
    assert engine.ask(question())["refused"] is None


@pytest.mark.parametrize("name", ["Engine", "READY"])
def test_an_object_is_named_directly(module: str, name: str) -> None:
    """Or what makes one, such as its class."""
    engine = starter([f"{module}:{name}"], SECONDS)()
    assert engine.ask(question(4)) == {"seq": 4, "said": "hello"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("fails", "it raised KeyError: 'row'"),
        ("leaves", "it raised SystemExit: 0"),
        ("number", "gives 17: neither a Game nor has it handle"),
        ("NUMBER", "gives 17: neither a Game nor has it handle"),
        ("Wrong", "neither a Game nor has it handle"),
    ],
)
def test_what_makes_no_engine_is_a_fault(module: str, name: str, message: str) -> None:
    """It is found out when one is wanted."""
    with pytest.raises(Fault) as caught:
        starter([f"{module}:{name}"], SECONDS)()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("direct:", "direct:: direct:package.module:factory is wanted"),
        ("direct:somebodys", "direct:somebodys: direct:package.module:factory is wanted"),
        ("direct::GAME", "direct:package.module:factory is wanted"),
        ("direct:somebodys:", "direct:package.module:factory is wanted"),
        ("direct:nobodys:GAME", "direct:nobodys:GAME: ModuleNotFoundError: No module named"),
        ("direct:somebodys:NONE", "AttributeError: "),
        ("direct:.somebodys:GAME", "TypeError: "),
        ("direct:leaving:GAME", "direct:leaving:GAME: SystemExit: goodbye"),
    ],
)
def test_a_name_of_nothing_is_refused(tmp_path: Path, module: str, name: str, message: str) -> None:
    """Before anything is asked."""
    assert module == "direct:somebodys"
    (tmp_path / "leaving.py").write_text("raise SystemExit('goodbye')", encoding="utf-8")
    with pytest.raises(InvalidData) as caught:
        starter([name], SECONDS)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_command_starts_no_engine() -> None:
    """There has to be a word."""
    with pytest.raises(InvalidData, match="there is no command that starts it"):
        starter([], SECONDS)


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, LONGEST + 1])
def test_an_answer_has_some_time_but_not_for_ever(seconds: float) -> None:
    """What a clock can't wait for is refused."""
    with pytest.raises(InvalidData, match="a number of seconds above 0 and up to 86400 is wanted"):
        starter(["x"], seconds)


def test_the_longest_time_can_be_waited(tmp_path: Path) -> None:
    """No clock overflows."""
    engine = starter(script(tmp_path), LONGEST)()
    assert engine.ask(START)["version"] == 1
    engine.stop()


def test_more_words_than_one_are_a_command() -> None:
    """Whatever the first one looks like."""
    with pytest.raises(Fault, match="it can't be started"):
        starter(["direct:fireflies.smile:GAME", "--verbose"], SECONDS)()


def test_a_short_time_is_told(tmp_path: Path) -> None:
    """In the fault, as the person has given it."""
    command = script(tmp_path, "def trip(seq, good): time.sleep(60)")
    engine = starter(command, 0.25)()
    late = {"cmd": "run", "seq": 1, "case": case(2).request.to_json()}
    assert fault(engine, late) == "it did not answer in 0.25 seconds"
