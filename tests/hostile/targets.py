"""The targets, and the judgement of an input."""

import signal
import traceback
from collections.abc import Callable, Generator
from contextlib import contextmanager
from random import Random
from time import process_time
from typing import Final, NamedTuple

from tests.hostile import commands, programs, readers
from tests.hostile.readers import Input

SECONDS: Final = 1.0
"""The most CPU time that an input may take."""
_PATIENCE: Final = 30.0
"""The CPU time after which an input counts as one that never ends."""
_MOST_SHOWN: Final = 2000


class Target(NamedTuple):
    """A kind of inputs."""

    title: str
    """The functions that read them, for the table."""
    share: int
    """The number of its inputs in a million."""
    make: Callable[[Random], Input]


TARGETS: Final = {
    "action": Target("read_action, read_redacted, check, step", 400_000, readers.action),
    "position": Target("read_position, views, pictures", 230_000, readers.position),
    "record": Target("record.read", 50_000, readers.whole_record),
    "redacted": Target("record.read_redacted", 50_000, readers.redacted_record),
    "file": Target("files.load_any", 20_000, readers.record_file),
    "options": Target("set_up, parse_arguments", 60_000, readers.options),
    "box": Target("files of boxes, describe", 6_000, readers.box),
    "wire": Target("wire.serve, three lines", 25_000, programs.lines_of_wire),
    "request": Target("wire.handle, whole plays", 2_500, programs.request),
    "answer": Target("answers of engines", 20_000, programs.answer),
    "page": Target("Bridge.handle, up to eight requests", 10_000, programs.page),
    "cases": Target("files of cases and of known failures", 65_000, programs.case_file),
    "players": Target("names of bots, lists of seats", 58_900, programs.players),
    "command": Target("the command", 2_500, commands.command),
    "citation": Target("the command cite", 100, commands.citation),
}


class Judged(NamedTuple):
    """The result of an input."""

    accepted: bool
    seconds: float
    fault: str
    """What is wrong, with the input; empty when nothing is."""


class _Endless(BaseException):
    """An input takes far too long. No code of the library takes this for an error of its own."""


def make(name: str, seed: str, number: int) -> Input:
    """Return the input of this number; it depends on nothing else."""
    return TARGETS[name].make(Random(f"{seed} {name} {number}"))


def judge(given: Input, most: float = SECONDS) -> Judged:
    """Give an input to its reader; where that takes long, twice, as the machine may be busy."""
    found = _judge_once(given)
    if found.seconds > most and not found.fault:
        again = _judge_once(given)
        found = again if again.seconds < found.seconds else found
        if found.seconds > most:
            return found._replace(fault=_shown(given, f"it takes {found.seconds:.1f} s"))
    return found


def _judge_once(given: Input) -> Judged:
    start, accepted, fault = process_time(), False, ""
    try:
        with _limited():
            accepted = given()
    except (Exception, _Endless):  # noqa: BLE001 - any that comes here is a finding
        fault = _shown(given, traceback.format_exc())
    return Judged(accepted, process_time() - start, fault)


def _shown(given: Input, problem: str) -> str:
    shown = ascii(given.args)
    cut = shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."
    return f"{problem.strip()}\n{given.func.__name__}{cut}"


@contextmanager
def _limited() -> Generator[None]:
    """Raise an error in the block when it takes too long."""

    def stop(*_: object) -> None:
        raise _Endless

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, _PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
