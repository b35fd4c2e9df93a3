"""A bot's time for a decision: judged afterwards anywhere, cut short where that can be done."""

import faulthandler
import os
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import IO, Any, Final

from fireflies._typing import override
from fireflies.arena.game import Late
from fireflies.contract import Action, Bot, Turn
from fireflies.table import Ask, ask

GRACE: Final = 1.0
"""Seconds for which a bot that was interrupted may go on before its process is ended."""


class _TimeUp(BaseException):
    """Interrupts a bot; one that catches every Exception does not catch this."""


@contextmanager
def limited(seconds: float | None, *, ending: bool) -> Generator[Ask]:
    """How to ask bots who have so many seconds for a decision, or as many as they like.

    In the main thread of a process, where the system has timers, a bot that takes longer is
    interrupted. One that does not heed that, because it is inside of code that is not Python's, is
    ended with its process after the grace, if ``ending``: this process is one to spare. Elsewhere a
    bot is judged when it is done. (A thread of Python could not end the process: it would have to
    wait for that very bot.)
    """
    if seconds is None:
        yield ask
        return
    in_main = threading.current_thread() is threading.main_thread()
    if not (in_main and hasattr(signal, "setitimer")):
        yield _Clock(seconds).measure
        return
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        clock = _Alarm(seconds, nowhere if ending else None)
        before = signal.signal(signal.SIGALRM, clock.ring)
        try:
            yield clock.measure
        finally:
            signal.signal(signal.SIGALRM, before)
            if ending:
                faulthandler.cancel_dump_traceback_later()


class _Clock:
    """Looks at the time before and after."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def measure(self, bot: Bot, turn: Turn[Any]) -> Action:
        """What the bot decides, if it does so in time.

        Raises:
            Late: when it does not, whether it decides or fails after that.
        """
        begun = monotonic()
        try:
            action = self._asked(bot, turn)
        except KeyboardInterrupt:
            raise
        except _TimeUp:
            raise self._late() from None
        except BaseException:
            if monotonic() - begun > self._seconds:
                raise self._late() from None
            raise
        if monotonic() - begun > self._seconds:
            raise self._late()
        return action

    def _late(self) -> Late:
        """What is said of a bot that is late."""
        return Late(late(self._seconds))

    def _asked(self, bot: Bot, turn: Turn[Any]) -> Action:
        """What the bot decides."""
        return bot(turn)


class _Alarm(_Clock):
    """Rings when the time is up, too; and sees to it that the process ends if nobody hears."""

    def __init__(self, seconds: float, nowhere: IO[str] | None) -> None:
        super().__init__(seconds)
        self._nowhere = nowhere
        self._guarded = -GRACE
        self._armed = False

    def ring(self, *about: object) -> None:
        """Interrupt the bot that is thinking."""
        del about
        if self._armed:
            raise _TimeUp

    @override
    def _asked(self, bot: Bot, turn: Turn[Any]) -> Action:
        """What the bot decides before it rings."""
        now = monotonic()
        if self._nowhere is not None and now - self._guarded > GRACE / 2:  # it costs a thread
            faulthandler.dump_traceback_later(self._seconds + GRACE, exit=True, file=self._nowhere)
            self._guarded = now
        self._armed = True
        try:
            signal.setitimer(signal.ITIMER_REAL, self._seconds)
            return bot(turn)
        finally:
            self._armed = False  # from here on nothing is to be interrupted
            signal.setitimer(signal.ITIMER_REAL, 0)


def late(seconds: float) -> str:
    """What is said of a bot that has taken longer than that."""
    return f"no decision within {seconds:g} s"
