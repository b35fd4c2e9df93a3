"""Good and bad bots for tests of the arena, in a module that workers can import."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from fireflies import smile
from fireflies._typing import override
from fireflies.bots import first
from fireflies.contract import Action, State, Turn


def remembering(turn: Turn[State]) -> Action:
    """Choose by everything that the seat has seen."""
    seen = sum(len(sight.events) for sight in turn.information_state())
    seen += len(turn.view.position) + turn.seat + turn.draws.below(3)
    return turn.legal_actions[seen % len(turn.legal_actions)]


def cheating(turn: Turn[Any]) -> Action:
    """Bid on a slot that a game of three does not have."""
    del turn
    return smile.Bid("e")


def absent(turn: Turn[Any]) -> Any:
    """Return None."""
    del turn


def telling(turn: Turn[Any]) -> Any:
    """Return the text of an action."""
    return str(turn.legal_actions[0])


class Nameless(Action):
    """An action whose text raises an error."""

    __slots__ = ()

    @override
    def __str__(self) -> str:
        raise LookupError


def unspeakable(turn: Turn[Any]) -> Action:
    """Choose an action whose text raises an error."""
    del turn
    return Nameless()


def clueless(turn: Turn[Any]) -> Action:
    """Raise an error of several lines."""
    raise ValueError(f"no idea\n  what seat {turn.seat}\n  should do {'?' * 999}")


def escaping(turn: Turn[Any]) -> Action:
    """Raise an error with a control sequence that clears the screen."""
    del turn
    raise ValueError("\x1b[2J")


class Mute(Exception):
    """An error whose text raises an error."""

    @override
    def __str__(self) -> str:
        raise LookupError


def mute(turn: Turn[Any]) -> Action:
    """Raise an error whose text raises an error."""
    del turn
    raise Mute


def quitting(turn: Turn[Any]) -> Action:
    """Try to exit the process."""
    del turn
    raise SystemExit(3)


def interrupting(turn: Turn[Any]) -> Action:
    """Raise KeyboardInterrupt."""
    del turn
    raise KeyboardInterrupt


def endless(turn: Turn[Any]) -> Action:
    """Never return, and catch every Exception."""
    del turn
    while True:
        try:
            # No busy loop: the measurement of coverage has a lock, which stays held when its own
            # code is interrupted.
            time.sleep(60)
        except Exception:  # noqa: BLE001, S112 - that is what is wrong with it
            continue


def slow(turn: Turn[Any]) -> Action:
    """Take a fiftieth of a second."""
    time.sleep(0.02)
    return first(turn)


def slow_to_fail(turn: Turn[Any]) -> NoReturn:
    """Take a fiftieth of a second, and fail."""
    slow(turn)
    raise ValueError


def deadly(turn: Turn[Any]) -> Action:
    """Kill the process, from the second auction on."""
    if turn.view.position.startswith("1 "):
        return first(turn)
    os.kill(os.getpid(), signal.SIGKILL)
    return first(turn)


@dataclass(frozen=True)
class Once:
    """A bot that kills its process once, and creates a file to remember it."""

    file: Path

    def __call__(self, turn: Turn[Any]) -> Action:
        try:
            self.file.touch(exist_ok=False)
        except FileExistsError:
            return first(turn)
        os.kill(os.getpid(), signal.SIGKILL)
        return first(turn)
