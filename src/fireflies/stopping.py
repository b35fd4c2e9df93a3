"""Signals that stop a command as an exception, so that files and processes are tidied up."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, or when the input ends before the game does."""

_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopped(KeyboardInterrupt):
    """A signal has asked this process to stop."""

    def __init__(self, number: int) -> None:
        """Create the exception for a signal number."""
        super().__init__(signal.Signals(number).name)
        self.exit_code: int = 128 + number
        """128 + the signal number, as in shells."""


@contextmanager
def stoppable() -> Generator[None]:
    """Raise Stopped in the main thread on SIGINT, SIGTERM and SIGHUP, to leave nothing behind.

    Later signals are ignored, because saving a game or ending engines takes time. A signal that the
    process already ignores (``nohup``) or handles itself keeps its handler. In another thread than
    the main one nothing changes; on Windows there is no SIGHUP.
    """
    is_main = threading.current_thread() is threading.main_thread()
    handlers = {
        number: handler
        for number in (getattr(signal, name, None) for name in _SIGNALS if is_main)
        if number is not None
        and (handler := signal.getsignal(number)) in {signal.SIG_DFL, signal.default_int_handler}
    }

    def stop(number: int, _: FrameType | None) -> None:
        for each in handlers:
            signal.signal(each, signal.SIG_IGN)
        raise Stopped(number)

    try:
        for number in handlers:
            signal.signal(number, stop)
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def exit_code(stop: KeyboardInterrupt | EOFError) -> int:
    """Return the exit code of a command that was stopped: by a signal, or as its input ended."""
    return stop.exit_code if isinstance(stop, Stopped) else INTERRUPTED
