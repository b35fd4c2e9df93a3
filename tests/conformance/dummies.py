"""Engines to be judged: honest ones that know the answers by heart, and what they do wrong once.

They are scripts of a few lines that import nothing of ours, so that they start quickly.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fireflies import smile
from fireflies.conformance import wire
from fireflies.conformance.cases import Case, Holds, Request

TRIP: Final = 2
"""The place of the case, of five, at which a dummy does what it does wrong."""

SECONDS: Final = 30.0
"""Time for an answer where nobody is meant to wait so long."""

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
    """A small one: so many beads were dealt."""
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


CASES: Final = tuple(case(number) for number in range(5))


def smoke() -> dict[str, object]:
    """What every engine is asked first."""
    return case(0, options=dict(smile.GAME.set_up({}).options)).request.to_json()


def script(folder: Path, fault: str = "", cases: Sequence[Case] = CASES) -> list[str]:
    """The command of a new dummy that knows these cases; the fault is Python of its own."""
    answers = {}
    for request in (smoke(), *(case.request.to_json() for case in cases)):
        answer = wire.handle({"cmd": "run", "seq": 0, "case": request})
        assert answer is not None
        del answer["seq"]
        answers[json.dumps(request, sort_keys=True)] = answer
    path = folder / "dummy.py"
    text = _SCRIPT.format(answers=json.dumps(answers), fault=fault, trip=TRIP)
    path.write_text(text, encoding="utf-8")
    return [sys.executable, "-I", "-S", "-B", str(path)]
