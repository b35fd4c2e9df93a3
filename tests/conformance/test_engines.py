"""Tests of engines: processes, Python objects, and the commands that start them."""

import json
import math
import os
import re
import signal
import subprocess
import sys
import threading
import time
import zipapp
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, NoReturn

import pytest

import fireflies
from fireflies.conformance import direct, engines
from fireflies.conformance.engines import (
    LONGEST_TIMEOUT,
    Engine,
    Fault,
    ProcessEngine,
    make_starter,
)
from fireflies.conformance.pool import Pool
from fireflies.errors import InvalidData
from tests.conformance.direct import DirectEngine
from tests.conformance.dummies import CASES, SECONDS, case, script

if TYPE_CHECKING:
    from _typeshed import TraceFunction

START: Final = {"cmd": "start", "version": 1}


def run_request(seq: int = 1) -> dict[str, object]:
    """Return the request to run a small case."""
    return {"cmd": "run", "seq": seq, "case": CASES[0].request.to_json()}


def fault(engine: Engine, asked: Mapping[str, object] | None = None) -> str:
    """Send the request, require a fault, and return its message."""
    with pytest.raises(Fault) as caught:
        engine.ask(run_request() if asked is None else asked)
    engine.kill()
    return str(caught.value)


def wait_until(has_happened: Callable[[], bool]) -> None:
    """Wait for something that an engine does."""
    for _ in range(3000):
        if has_happened():
            return
        time.sleep(0.01)
    pytest.fail("it has not happened")


def wait_for_output(engine: ProcessEngine, lines: int) -> None:
    """Wait until the queue of the engine has this many lines; the end of output counts as one."""
    wait_until(lambda: engine._lines.qsize() >= lines)


# Processes.


def test_a_process_answers_several_requests(tmp_path: Path) -> None:
    engine = ProcessEngine(script(tmp_path), SECONDS)
    assert engine.ask(START)["version"] == 1
    for seq in (1, 2, 2**70):
        assert engine.ask(run_request(seq))["seq"] == seq
    engine.stop()
    engine.kill()


ECHO: Final = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
"""An engine that answers with the request."""


class Interrupted(BaseException):
    """What a signal raises."""


def interrupt_after(events: int, engine: Engine) -> bool:
    """Send a request, and raise an exception after this number of calls, lines and returns.

    Return whether the answer needs more events than that.
    """
    left = count(events, -1)

    def trace(*_: object) -> "TraceFunction":
        if next(left) == 0:
            raise Interrupted
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        engine.ask(START)
    except Interrupted:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.long
def test_an_engine_can_be_ended_after_an_interrupt_at_any_point_of_a_request() -> None:
    """An interrupt must not leave a lock behind, for which ``kill`` would wait forever."""
    for events in count(1):
        engine = ProcessEngine([sys.executable, "-I", "-S", "-c", ECHO], SECONDS)
        is_interrupted = interrupt_after(events, engine)
        killing = threading.Thread(target=engine.kill, daemon=True)
        killing.start()
        killing.join(SECONDS)
        assert not killing.is_alive(), f"after {events} events"
        if not is_interrupted:
            break
    assert events > 10


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(sys.platform == "win32", reason="no thread can be sent a signal")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_signal_that_does_not_wake_the_main_thread_is_heard_while_an_engine_hangs(
    jobs: int,
) -> None:
    """As one that comes just before the wait: here another thread receives it."""
    pool = Pool(lambda: ProcessEngine([sys.executable, "-c", "input(input())"], SECONDS), jobs)
    begun = time.monotonic()

    def interrupt() -> None:
        time.sleep(0.5)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        list(pool.map(pool.ask, [{}]))
    assert time.monotonic() - begun < SECONDS / 2


def test_output_before_the_request_is_a_fault(tmp_path: Path) -> None:
    """Even when it is the right answer."""
    command = script(tmp_path, "def begin():\n    write(b'{\"seq\": 1}\\n')")
    engine = ProcessEngine(command, SECONDS)
    wait_for_output(engine, 1)
    assert fault(engine) == 'it wrote without a request: {"seq": 1}'


def test_too_much_output_before_the_request_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With and without line ends."""
    monkeypatch.setattr(engines, "LONGEST_ANSWER", 1 << 18)
    flood = "def begin():\n    while True: write({what})"
    engine = ProcessEngine(script(tmp_path, flood.format(what="b'x' * 9999")), SECONDS)
    wait_for_output(engine, 1)
    error_text = fault(engine)
    assert error_text == "it wrote without a request: it wrote much more than was requested"
    engine = ProcessEngine(script(tmp_path, flood.format(what="b'x\\n' * 99")), SECONDS)
    engine._threads[0].join(SECONDS)
    assert not engine._threads[0].is_alive()  # enough is enough: it would fill the memory
    assert fault(engine) == "it wrote without a request: x"


def test_an_engine_that_has_ended_is_a_fault_at_once(tmp_path: Path) -> None:
    engine = ProcessEngine(script(tmp_path, "sys.exit('too early')"), 600)
    wait_for_output(engine, 1)
    error_text = fault(engine)
    assert error_text == "it ended with exit code 1 without an answer; it logged: too early"


def test_an_engine_with_closed_input_can_be_stopped(tmp_path: Path) -> None:
    command = script(tmp_path, "def begin():\n    os.close(0); time.sleep(1); sys.exit(0)")
    engine = ProcessEngine(command, SECONDS)
    assert fault(engine) == "it ended with exit code 0 without an answer"
    again = ProcessEngine(command, SECONDS)
    again.stop()


def test_true_is_not_a_valid_seq(tmp_path: Path) -> None:
    """In Python, True equals 1."""
    command = script(tmp_path, "ANSWERS = {key: {'seq': True} for key in ANSWERS}")
    engine = ProcessEngine(command, SECONDS)
    assert fault(engine) == "its answer has seq true, but the request has 1"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["/nonexistent/engine", "-v"], "'/nonexistent/engine' can't be started: No such file"),
        ([""], "'' can't be started: "),
        (["a\0b"], "can't be started: embedded null byte"),
        (["."], "'.' can't be started: Permission denied"),
    ],
)
def test_a_command_that_can_not_be_started_is_a_fault(command: list[str], message: str) -> None:
    with pytest.raises(Fault, match=re.escape(message)):
        ProcessEngine(command, SECONDS)


def test_a_log_is_appended_and_only_its_new_lines_are_quoted(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"from last week\n")
    silent = script(tmp_path, "def trip(seq, good): pass\nANSWERS = {}\nsys.exit(3)")
    error_text = fault(ProcessEngine(silent, SECONDS, log))
    assert error_text == "it ended with exit code 3 without an answer"
    loud = script(tmp_path, "sys.exit('\\x1b[31mred\\xff\\n' + 'a' * 5000 + ' the end')")
    error_text = fault(ProcessEngine(loud, SECONDS, log))
    assert error_text.startswith("it ended with exit code 1 without an answer; it logged: aaa")
    assert len(error_text) < 150
    assert log.read_bytes().startswith(b"from last week\n\x1b[31mred")
    assert log.read_bytes().endswith(b" the end\n")


def test_an_unwritable_log_is_an_os_error(tmp_path: Path) -> None:
    """It is an error of the user, not of the engine."""
    with pytest.raises(OSError, match="directory"):
        ProcessEngine(script(tmp_path), SECONDS, tmp_path)


def test_an_engine_can_be_killed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time no process is touched: its number may belong to another one."""
    ended: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda number, _: ended.append(number))
    engine = ProcessEngine(script(tmp_path), SECONDS)
    engine.stop()
    engine.kill()
    engine.kill()
    assert ended == [engine._process.pid]


def test_without_process_groups_the_process_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows."""
    monkeypatch.setattr(sys, "platform", "win32")
    engine = ProcessEngine(script(tmp_path, "def leave(): time.sleep(60)"), SECONDS)
    assert engine.ask(START)["version"] == 1
    engine.kill()
    assert engine._process.returncode == -9


# In this process.


def test_a_function_can_be_an_engine() -> None:
    """An exception and a wrong seq are faults."""
    asked = run_request()
    engine = DirectEngine(lambda request: {"seq": 1, "asked": request})
    assert engine.ask(asked) == {"seq": 1, "asked": asked}
    assert fault(engine, run_request(2)) == "its answer has seq 1, but the request has 2"
    assert fault(DirectEngine(lambda _: None)) == "its answer is not an object: null"
    engine.stop()
    engine.kill()

    def fail(_: object) -> NoReturn:
        raise RecursionError("deep\ndeeper")

    assert fault(DirectEngine(fail)) == "it raised RecursionError: deep deeper"


# Objects in Python, in a process of their own.

MODULE: Final = """
import os, sys, time
from dataclasses import replace
from fireflies import smile
print("imported")
GAME = smile.GAME
class Engine:
    def handle(self, request):
        os.write(1, b"low ")
        print("level")
        if "seq" not in request:
            return {"version": 1}
        return {"seq": request["seq"], "said": ("hello",)}
READY = Engine()
def game(): return smile.GAME
def number(): return 17
def fails(): raise KeyError("row")
class Exits(Engine):
    def handle(self, request): os._exit(0)
class Leaves(Engine):
    def handle(self, request): raise SystemExit("goodbye")
class Stops(Engine):
    def handle(self, request): raise KeyboardInterrupt
class Sets(Engine):
    def handle(self, request): return {"seq": {1}}
class Nan(Engine):
    def handle(self, request): return {"seq": float("nan")}
class Half(Engine):
    def handle(self, request): return {"seq": "\\ud800"}
class Nothing(Engine):
    def handle(self, request): return None
class Hangs(Engine):
    def handle(self, request): time.sleep(60)
def set_up(options): raise ZeroDivisionError("oh")
BROKEN = replace(GAME, set_up=set_up)
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a module with test engines; return its name."""
    (tmp_path / "somebodys.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    return "direct:somebodys"


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("name", ["GAME", "game"])
def test_a_game_can_be_an_engine(module: str, name: str) -> None:
    """Given directly or by a function; it offers no other game."""
    engine = make_starter([f"{module}:{name}"], SECONDS)()
    about = engine.ask(START)["implementation"]
    assert isinstance(about, dict)
    assert about["games"] == {"smile": ["2017"]}
    assert engine.ask(run_request(5))["refused"] is None
    chess = {**CASES[0].request.to_json(), "game": "chess"}
    assert engine.ask({"cmd": "run", "seq": 6, "case": chess})["skipped"] is True
    engine.stop()


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("name", ["Engine", "READY"])
def test_an_object_with_handle_can_be_an_engine(module: str, name: str, tmp_path: Path) -> None:
    """Its prints go to the log."""
    log = tmp_path / "log"
    engine = make_starter([f"{module}:{name}"], SECONDS, log)()
    assert engine.ask(START) == {"version": 1}
    assert engine.ask(run_request(4)) == {"seq": 4, "said": ["hello"]}  # as JSON has it
    engine.stop()
    assert sorted(log.read_text().split()) == ["imported", "level", "level", "low", "low"]


@pytest.mark.usefixtures("measured")
def test_an_object_ends_with_its_input(module: str) -> None:
    """Without a stop: also when the runner is killed."""
    program = (sys.executable, "-c", engines._DIRECT_PROGRAM, engines._ROOT)
    command = [*program, module.partition(":")[2], "GAME"]
    asked = json.dumps(START) + "\n"
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)  # noqa: S603  # this Python
    assert json.loads(done.stdout)["version"] == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("fails", "it ended with exit code 1 without an answer; it logged: KeyError: 'row'"),
        ("number", "TypeError: a Game or a method handle is wanted, not 17"),
        ("MISSING", "AttributeError: module 'somebodys' has no attribute 'MISS"),
        ("Exits", "it ended with exit code 0 without an answer"),
        ("Leaves", "it ended with exit code 1 without an answer; it logged: "),
        ("Stops", "without an answer; it logged: "),
        ("Sets", "it logged: TypeError: Object of type set is not JSON serializable"),
        ("Nan", "it logged: ValueError: Out of range float values"),
        ("Half", "it logged: UnicodeEncodeError: "),
        ("Nothing", "its answer is not an object: null"),
        ("BROKEN", "it logged: ZeroDivisionError: oh"),
    ],
)
def test_an_object_that_does_not_answer_is_a_fault(module: str, name: str, message: str) -> None:
    found = fault(make_starter([f"{module}:{name}"], SECONDS)())
    assert message in found
    assert name != "Leaves" or ("imported" in found and "goodbye" in found)  # two streams


@pytest.mark.parametrize("wrong", [17, lambda: 17, SimpleNamespace(handle="no")])
def test_an_object_that_is_no_engine_is_refused(
    wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number, a function that returns one, and an object whose ``handle`` is no method."""
    monkeypatch.setitem(sys.modules, "somebodys", SimpleNamespace(WRONG=wrong))
    with pytest.raises(TypeError, match=r"a method handle is wanted, not (17|name)"):
        direct.find("somebodys", "WRONG")


def test_the_end_of_input_stops_an_object(module: str) -> None:
    command = [
        sys.executable,
        "-c",
        engines._DIRECT_PROGRAM,
        engines._ROOT,
        module.removeprefix("direct:"),
        "READY",
    ]
    ended = subprocess.run(command, input=b"", check=True, timeout=SECONDS)  # noqa: S603  # it runs our own module
    assert ended.returncode == 0


def test_an_object_has_a_timeout(module: str) -> None:
    assert "it did not answer in 1.5 seconds" in fault(make_starter([f"{module}:Hangs"], 1.5)())


def test_a_module_that_can_not_be_imported_is_a_fault() -> None:
    """At the first request."""
    output = fault(make_starter(["direct:nobodys:GAME"], SECONDS)())
    assert output.endswith("it logged: ModuleNotFoundError: No module named 'nobodys'")


@pytest.mark.parametrize("name", ["direct:", "direct:somebodys", "direct::GAME", "direct:x:"])
def test_a_malformed_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidData, match=r"direct:package\.module:name is wanted$"):
        make_starter([name], SECONDS)


def test_an_empty_command_is_refused() -> None:
    with pytest.raises(InvalidData, match="there is no command that starts it"):
        make_starter([], SECONDS)


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, LONGEST_TIMEOUT + 1])
def test_an_invalid_timeout_is_refused(seconds: float) -> None:
    with pytest.raises(InvalidData, match="a number of seconds above 0 and up to 86400 is wanted"):
        make_starter(["x"], seconds)


def test_the_longest_timeout_is_accepted(tmp_path: Path) -> None:
    engine = make_starter(script(tmp_path), LONGEST_TIMEOUT)()
    assert engine.ask(START)["version"] == 1
    engine.stop()


def test_several_words_are_a_command() -> None:
    """Also when the first one begins with ``direct:``."""
    with pytest.raises(Fault, match="can't be started"):
        make_starter(["direct:fireflies.smile:GAME", "--verbose"], SECONDS)()


def test_the_fault_has_the_given_timeout_and_what_sets_it(tmp_path: Path) -> None:
    """It has started before it is asked, which may take long on a busy machine."""
    ready = tmp_path / "ready"
    begin = f"def begin(): open({str(ready)!r}, 'w')"
    command = script(tmp_path, f"def trip(seq, good): time.sleep(60)\n{begin}")
    engine = make_starter(command, 0.25, flag="--slow")()
    wait_until(ready.exists)
    late = {"cmd": "run", "seq": 1, "case": case(2).request.to_json()}
    assert engine.ask(START)["version"] == 1
    assert fault(engine, late) == "it did not answer in 0.25 seconds (--slow)"


@pytest.mark.parametrize(
    ("what", "hint"),
    [
        ("", ", nor ever before (is its output flushed?)"),
        (
            "write(b'{\"seq\":\\r')",
            '; without a line end it wrote: {"seq": (does each answer end with \\n?)',
        ),
    ],
)
def test_a_timeout_quotes_partial_output(tmp_path: Path, what: str, hint: str) -> None:
    """A missing flush or line end is the likely cause."""
    ready = tmp_path / "ready"
    begin = f"    {what or 'pass'}\n    open({str(ready)!r}, 'w')\n    time.sleep(60)"
    engine = ProcessEngine(script(tmp_path, f"def begin():\n{begin}"), 0.25)
    wait_until(ready.exists)
    assert fault(engine) == f"it did not answer in 0.25 seconds{hint}"


@pytest.mark.parametrize(
    ("end", "output"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", "it ended by SIGSEGV without an answer"),
        ("os.kill(os.getpid(), 40)", "it ended by signal 40 without an answer"),
        ("os.close(1); time.sleep(60)", "it closed its standard output without an answer"),
    ],
)
def test_the_fault_has_the_exit_code_or_signal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, output: str
) -> None:
    monkeypatch.setattr(engines, "_EXIT_SECONDS", 1.0)
    assert fault(ProcessEngine(script(tmp_path, end), SECONDS)).startswith(output)


def test_kill_wakes_a_thread_that_waits_for_an_answer(tmp_path: Path) -> None:
    """Even where a grandchild outside of the process group holds the output."""
    runaway = "subprocess.Popen(['sleep', '20'], start_new_session=True)"
    engine = ProcessEngine(script(tmp_path, f"{runaway}\ntime.sleep(60)"), 60)
    wait_for_output(engine, 0)
    ending = threading.Timer(1, engine.kill)
    ending.start()
    begun = time.monotonic()
    assert fault(engine) == "it ended by SIGKILL without an answer"
    ending.join()
    assert time.monotonic() - begun < 15


@pytest.mark.long
def test_a_direct_engine_starts_from_a_zipapp(tmp_path: Path) -> None:
    """Its process has to find the package where this one has it."""
    root, app = Path(fireflies.__file__).parents[1], tmp_path / "fireflies.pyz"
    zipapp.create_archive(
        root,
        app,
        main="fireflies.cli:main",
        filter=lambda path: path.parts[0] == "fireflies" and path.suffix != ".pyc",
    )
    words = ["conform", "smile", "--clause", "smile.bid.ties", "--jobs", "1", "--"]
    base = Path(sys.base_prefix, "bin", "python3")  # where this package is not installed
    done = subprocess.run(  # noqa: S603  # it runs the archive above
        [base, "-I", app, *words, "direct:fireflies.smile:GAME"],
        capture_output=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
    )
    assert b"passed: no failure" in done.stdout, done.stderr
    assert done.returncode == 3  # only a part of the suite was run
