"""Dummy engines for tests: scripts that answer some cases and show a fault at one of them.

The scripts import nothing from this project, so that they start quickly.
"""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from fireflies import smile
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, Holds, Request
from tests.test_cli import hearing_signals

FAULTY: Final = 2
"""The index of the case, among five, at which a dummy engine shows its fault."""

SECONDS: Final = 30.0
"""A timeout that no test is meant to reach."""

_SCRIPT: Final = """
import json, os, signal, subprocess, sys, time

ANSWERS = json.loads({answers!r})

def write(data):
    while data:
        data = data[os.write(1, data):]

def say(value):
    write(json.dumps(value).encode() + b"\\n")

def trip(seq, good):
    say(good)

def leave():
    sys.exit(0)

def begin():
    pass

ABOUT = {{"name": "dummy", "version": "7.1", "language": "cant", "games": {{"smile": ["2017"]}}}}

{fault}

begin()
while line := sys.stdin.buffer.readline():
    asked = json.loads(line)
    if asked["cmd"] == "start":
        say({{"version": 1, "implementation": ABOUT}})
    elif asked["cmd"] == "stop":
        leave()
    else:
        good = {{"seq": asked["seq"], **ANSWERS[json.dumps(asked["case"], sort_keys=True)]}}
        if asked["seq"] and asked["case"]["options"]["beads"] == {trip}:
            trip(asked["seq"], good)
        else:
            say(good)
"""


def case(number: int, **changed: object) -> Case:
    """Return a small case, in which each player has this number of beads."""
    options = {
        "players": 3,
        "starting_player": 0,
        "box": ["2 yellow", "-1 red", "2"],
        "auctions": 1,
        "beads": number,
    }
    small = Case(
        f"smile.setup.clear-beads.{900 + number}",
        ("smile.setup.clear-beads",),
        f"Everybody was dealt {number}.",
        Request("smile", "2017", options, ()),
        (Holds(0, "/players/0/clear", number), Holds(0, "/phase", "reveal")),
    )
    asked = {key: changed.pop(key) for key in Request._fields if key in changed}
    request = small.request._replace(**asked)  # type: ignore[arg-type]  # checked at run time
    return small._replace(request=request, **changed)  # type: ignore[arg-type]  # as above


HANGING: Final = """
def trip(seq, good):
    with open({pids!r}, "a") as pids:
        pids.write(f"{{os.getpid()}}\\n")
    while True:
        time.sleep(60)
"""
"""The code of a dummy engine that writes its process id to a file and hangs."""


def stop_hanging(
    command: Sequence[str], pids: Path, signal_name: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command, send it a signal when one of its engines hangs, and return how it ends.

    Its engines have to end too, long before their timeout.
    """
    with hearing_signals():
        running = subprocess.Popen(  # noqa: S603  # it runs the suite
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
            cwd=pids.parent,
        )
    with running:
        try:
            until = time.monotonic() + SECONDS
            while not (pids.exists() and pids.read_text()):
                assert time.monotonic() < until
                assert running.poll() is None
                time.sleep(0.02)
            running.send_signal(getattr(signal, signal_name))
            out, err = running.communicate(timeout=SECONDS)
        finally:
            running.kill()
    engines = pids.read_text().split()
    assert engines
    assert all(gone(int(engine)) for engine in engines)
    return subprocess.CompletedProcess(running.args, running.returncode, out, err)


def gone(number: int) -> bool:
    """Return whether a process ends within a short time."""
    for _ in range(200):
        if not alive(number):
            return True
        time.sleep(0.02)
    return False


def alive(number: int) -> bool:
    """Return whether a process is running; a zombie is not."""
    try:
        state = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    except OSError:
        return False
    return state.split()[0] != "Z"


CASES: Final = tuple(case(number) for number in range(5))


def smoke() -> Mapping[str, object]:
    """Return the first request that every engine gets."""
    return case(0, options=dict(smile.GAME.set_up({}).options)).request.to_json()


def script(folder: Path, fault: str = "", cases: Sequence[Case] = CASES) -> list[str]:
    """Write a dummy engine that knows these cases; return its command. ``fault`` is Python code."""
    answers = {}
    for request in (smoke(), *(case.request.to_json() for case in cases)):
        answer = wire.handle({"cmd": "run", "seq": 0, "case": request})
        assert answer is not None
        del answer["seq"]
        answers[json.dumps(request, sort_keys=True)] = answer
    path = folder / "dummy.py"
    text = _SCRIPT.format(answers=json.dumps(answers), fault=fault, trip=FAULTY)
    path.write_text(text, encoding="utf-8")
    return [sys.executable, "-I", "-S", "-B", str(path)]
