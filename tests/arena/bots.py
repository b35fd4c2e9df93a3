"""Players for an arena who behave, and some who do not. Workers import them from here."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from fireflies import smile
from fireflies._typing import override
from fireflies.bots import first
from fireflies.contract import Action, Turn


def remembering(turn: Turn[Any]) -> Action:
    """Decides by all that its seat has ever seen."""
    seen = sum(len(sight.events) for sight in turn.information_state())
    seen += len(turn.view.position) + turn.seat + turn.draws.below(3)
    return turn.legal_actions[seen % len(turn.legal_actions)]


def cheating(turn: Turn[Any]) -> Action:
    """Bids in a slot that a game of three has not."""
    del turn
    return smile.Bid("e")


def absent(turn: Turn[Any]) -> Any:
    """Decides nothing."""
    del turn


class Nameless(Action):
    """An action that can't even be told."""

    __slots__ = ()

    @override
    def __str__(self) -> str:
        """Nothing."""
        raise LookupError


def unspeakable(turn: Turn[Any]) -> Action:
    """Chooses what can't be told."""
    del turn
    return Nameless()


def clueless(turn: Turn[Any]) -> Action:
    """Raises an error of several lines."""
    raise ValueError(f"no idea\n  what seat {turn.seat}\n  should do {'?' * 999}")


def escaping(turn: Turn[Any]) -> Action:
    """Raises an error that clears the screen."""
    del turn
    raise ValueError("\x1b[2J")


class Mute(Exception):
    """An error without a text."""

    @override
    def __str__(self) -> str:
        """Nothing."""
        raise LookupError


def mute(turn: Turn[Any]) -> Action:
    """Raises an error that can't be told."""
    del turn
    raise Mute


def quitting(turn: Turn[Any]) -> Action:
    """Tries to end the program."""
    del turn
    raise SystemExit(3)


def interrupting(turn: Turn[Any]) -> Action:
    """Presses Ctrl-C."""
    del turn
    raise KeyboardInterrupt


def endless(turn: Turn[Any]) -> Action:
    """Never comes to an end, and lets no error stop it."""
    del turn
    while True:
        try:
            time.sleep(60)  # an interruption while coverage is counting would leave it locked
        except Exception:  # noqa: BLE001, S112 - that is what is wrong with it
            continue


def dawdling(turn: Turn[Any]) -> Action:
    """Takes a fiftieth of a second."""
    time.sleep(0.02)
    return first(turn)


def dawdling_to_fail(turn: Turn[Any]) -> NoReturn:
    """Takes as long, and fails then."""
    dawdling(turn)
    raise ValueError


def deadly(turn: Turn[Any]) -> Action:
    """Takes its process down, from the second auction on."""
    if turn.view.position.startswith("1 "):
        return first(turn)
    os.kill(os.getpid(), signal.SIGKILL)
    return first(turn)


@dataclass(frozen=True)
class Once:
    """A bot that takes its process down, but only once: then there is a file that says so."""

    file: Path

    def __call__(self, turn: Turn[Any]) -> Action:
        """The first legal action, or none ever again."""
        try:
            self.file.touch(exist_ok=False)
        except FileExistsError:
            return first(turn)
        os.kill(os.getpid(), signal.SIGKILL)
        return first(turn)
