"""Tests of the signals that end a command."""

import os
import signal
import threading

import pytest

from fireflies.stopping import INTERRUPTED, Stopped, exit_code, stoppable


def _kill_twice(number: int, survived: list[int]) -> None:
    """Send a signal to this process, and again while the first one is handled."""
    with stoppable():
        try:
            os.kill(os.getpid(), number)
        finally:
            os.kill(os.getpid(), number)
            survived.append(number)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_the_first_signal_stops_the_block(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Later ones are ignored; afterwards the old handlers are back."""
    number = getattr(signal, name)
    before = signal.getsignal(number)
    survived: list[int] = []
    usual = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
    signal.signal(number, usual)
    try:
        with pytest.raises(Stopped, match=name) as caught:
            _kill_twice(number, survived)
        assert survived == [number]
        assert caught.value.exit_code == 128 + number
        assert signal.getsignal(number) is usual
    finally:
        signal.signal(number, before)
    monkeypatch.delattr(signal, "SIGHUP")  # as on Windows
    with stoppable():
        pass


def test_an_ignored_signal_stays_ignored() -> None:
    """In another thread, ``stoppable`` changes no handler."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stoppable():
            os.kill(os.getpid(), signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            handler = signal.getsignal(signal.SIGTERM)
            thread = threading.Thread(target=lambda: stoppable().__enter__())
            thread.start()
            thread.join()
            assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGHUP, before)


def test_the_exit_code_is_that_of_shells() -> None:
    """128 + the number of the signal; without one, that of Ctrl-C."""
    assert exit_code(Stopped(signal.SIGTERM)) == 143
    assert exit_code(KeyboardInterrupt()) == exit_code(EOFError()) == INTERRUPTED == 130
