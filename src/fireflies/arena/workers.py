"""Worker processes that end with whoever started them, and leave an interruption to it."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing.connection import wait

from fireflies.arena.running import Factory


def processes(jobs: int) -> Factory:
    """Makes pools of so many processes, each a Python of its own.

    Raises:
        ValueError: when it is called and there are to be none, or more than the system can have.
    """
    return partial(_pool, jobs)


def _pool(jobs: int) -> Executor:
    """A pool; its processes are spawned, so no thread and no lock of this one is in them."""
    spawning = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=spawning, initializer=prepare)


def prepare() -> None:
    """What a worker does first: it gets ready to leave."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # without a traceback from each worker
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=leave_after, args=(parent.sentinel,), daemon=True).start()


def leave_after(sentinel: int) -> None:
    """End this process when another one has ended, even if that had no time to say so."""
    wait([sentinel])
    os._exit(1)  # whatever it is at, nobody waits for it
