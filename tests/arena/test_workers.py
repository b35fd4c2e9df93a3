"""Worker processes: they leave when they should."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator

import pytest

from fireflies.arena import processes
from fireflies.arena.workers import leave_after, prepare


@pytest.fixture
def interruption() -> Iterator[None]:
    """What Ctrl-C does is afterwards what it was."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruption")
def test_a_worker_is_ended_by_an_interruption_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And it waits for its parent's end; what has no parent waits for none."""
    waited: list[int] = []
    monkeypatch.setattr("fireflies.arena.workers.leave_after", waited.append)
    prepare()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    assert waited == []

    class Parent:
        sentinel = 77

    monkeypatch.setattr(multiprocessing, "parent_process", Parent)
    threads = threading.active_count()
    prepare()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and threading.active_count() > threads:
            thread.join(10)
    assert waited == [77]


def test_a_worker_leaves_after_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as there is nothing more to come from it."""
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    reading, writing = os.pipe()
    os.close(writing)
    leave_after(reading)
    os.close(reading)
    assert codes == [1]


def test_workers_are_other_processes() -> None:
    """Of a Python of their own; a factory makes a new pool each time."""
    make = processes(1)
    with make() as one, make() as other:
        assert one is not other
        assert (
            len({os.getpid(), one.submit(os.getpid).result(), other.submit(os.getpid).result()})
            == 3
        )
