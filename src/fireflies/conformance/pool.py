"""A pool of engines of one kind, and threads that ask them; broken engines are replaced."""

import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from types import FrameType
from typing import Final, TypeVar

from fireflies._data import is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.engines import Engine, Fault, Start

_Task = TypeVar("_Task")
_Done = TypeVar("_Done")

_AHEAD: Final = 4  # tasks waiting for each engine: none idles, and few are held
_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopped(KeyboardInterrupt):
    """A signal has told this process to stop."""

    def __init__(self, number: int) -> None:
        """By the number of the signal."""
        super().__init__(signal.Signals(number).name)
        self.exit_code: int = 128 + number
        """As shells have it."""


@contextmanager
def stoppable() -> Generator[None]:
    """Raise Stopped in the main thread on SIGINT, SIGTERM and SIGHUP, so that engines are ended.

    Those after the first are ignored, for ending the engines takes a moment. A signal that this
    process ignores (``nohup``), or that somebody else handles, is left alone.
    """
    is_main = threading.current_thread() is threading.main_thread()
    before = {
        number: handler
        for number in (getattr(signal, name, None) for name in _SIGNALS if is_main)
        if number is not None
        and (handler := signal.getsignal(number)) in {signal.SIG_DFL, signal.default_int_handler}
    }

    def stop(number: int, _: FrameType | None) -> None:
        for each in before:
            signal.signal(each, signal.SIG_IGN)
        raise Stopped(number)

    try:
        for number in before:
            signal.signal(number, stop)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Pool:
    """Engines that are started when they are needed, each asked by one thread at a time."""

    def __init__(self, start: Start, jobs: int) -> None:
        """Start none yet, and never more than so many at once."""
        self._start = start
        self._jobs = jobs
        self._lock = threading.Lock()
        self._engines: set[Engine] = set()
        self._idle: list[Engine] = []
        self._numbers = count(1)
        self._is_killed = False
        self.faults: list[str] = []
        """What went wrong when engines were told to stop."""

    def map(self, work: Callable[[_Task], _Done], tasks: Iterable[_Task]) -> Iterator[_Done]:
        """Yield what comes of each task, in their order; at the end, tell all engines to stop.

        They are ended at once when the caller wants no more results, or is interrupted.
        """
        self._is_killed = False
        try:
            yield from map(work, tasks) if self._jobs == 1 else self._threaded(work, tasks)
            self.stop()
        except BaseException:
            self.kill()
            raise

    def _threaded(self, work: Callable[[_Task], _Done], tasks: Iterable[_Task]) -> Generator[_Done]:
        """Yield what comes of each task, in their order; several are worked on at once."""
        waiting: deque[Future[_Done]] = deque()
        with ThreadPoolExecutor(self._jobs) as threads:
            try:
                for task in tasks:
                    waiting.append(threads.submit(work, task))
                    if len(waiting) > self._jobs * _AHEAD:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            except BaseException:
                self.kill()  # so that no thread waits for an answer any longer
                threads.shutdown(cancel_futures=True)
                raise

    def ask(self, case: Mapping[str, object]) -> Mapping[str, object]:
        """Return an engine's answer to a CASE of the wire.

        An engine that skips a question for the states from an index on is asked for all.

        Raises:
            Fault: when there is none; the next question is for a new engine.
        """
        answer = self._ask(case)
        asked = case.get("ask")
        if is_object(asked) and "from" in asked and answer.get("skipped") is True:
            answer = self._ask({**case, "ask": "trace"})
            first, states = asked["from"], answer.get("states")
            if isinstance(first, int) and is_array(states) and states:
                answer = {**answer, "states": states[min(first, len(states) - 1) :]}
        return answer

    def _ask(self, case: Mapping[str, object]) -> Mapping[str, object]:
        """Ask an idle engine, or a new one."""
        with self._lock:
            engine = self._idle.pop() if self._idle else None
        is_new = engine is None
        if engine is None:
            engine = self._start()
            with self._lock:
                self._engines.add(engine)
        try:
            if self._is_killed:
                raise Fault("it was ended")
            if is_new:
                engine.ask({"cmd": "start", "version": wire.VERSION})
            answer = engine.ask({"cmd": "run", "seq": next(self._numbers), "case": case})
        except BaseException:
            with self._lock:
                self._engines.discard(engine)
            engine.kill()
            raise
        with self._lock:
            if not self._is_killed:
                self._idle.append(engine)
        return answer

    def stop(self) -> None:
        """Tell all engines to stop; others are started when they are needed."""
        self._idle.clear()
        while self._engines:
            engine = self._engines.pop()
            try:
                engine.stop()
            except Fault as fault:
                self.faults.append(str(fault))
            finally:
                engine.kill()

    def kill(self) -> None:
        """End all engines at once, also those that are about to be started by a thread."""
        with self._lock:
            self._is_killed = True
            self._idle.clear()
            engines, self._engines = self._engines, set()
        for engine in engines:
            engine.kill()
