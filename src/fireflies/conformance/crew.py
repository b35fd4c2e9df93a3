"""Some engines of one kind, each asked by a thread of its own; broken ones are replaced."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from threading import Lock, local
from typing import Final, TypeVar

from fireflies.conformance import wire
from fireflies.conformance.engines import Engine, Fault, Start

_Task = TypeVar("_Task")
_Done = TypeVar("_Done")

_AHEAD: Final = 4  # tasks waiting for each engine: none idles, and few are held


class Crew:
    """Engines that are started when they are needed."""

    def __init__(self, start: Start, jobs: int) -> None:
        """So many at once."""
        self._start = start
        self._jobs = jobs
        self._own = local()
        self._lock = Lock()
        self._engines: list[Engine] = []
        self._numbers = count(1)
        self.faults: list[str] = []
        """What went wrong when engines were told to stop."""

    def map(self, work: Callable[[_Task], _Done], tasks: Iterable[_Task]) -> Iterator[_Done]:
        """What comes of each task, in their order; at the end, all engines leave."""
        if self._jobs == 1:
            try:
                yield from map(work, tasks)
            finally:
                self.stop()
            return
        waiting: deque[Future[_Done]] = deque()
        with ThreadPoolExecutor(self._jobs) as pool:
            try:
                for task in tasks:
                    waiting.append(pool.submit(work, task))
                    if len(waiting) > self._jobs * _AHEAD:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                pool.shutdown(cancel_futures=True)
                self.stop()

    def ask(self, case: Mapping[str, object]) -> Mapping[str, object]:
        """The answer of this thread's engine to a CASE of the wire.

        Raises:
            Fault: when there is none; the next question is for a new engine.
        """
        try:
            return self._engine().ask({"cmd": "run", "seq": next(self._numbers), "case": case})
        except Fault:
            self._drop()
            raise

    def _engine(self) -> Engine:
        """The engine of this thread."""
        engine: Engine | None = getattr(self._own, "engine", None)
        if engine is None:
            engine = self._start()
            with self._lock:
                self._engines.append(engine)
            self._own.engine = engine
            engine.ask({"cmd": "start", "version": wire.VERSION})
        return engine

    def _drop(self) -> None:
        """The engine of this thread can't be asked any more."""
        engine: Engine | None = getattr(self._own, "engine", None)
        self._own.engine = None
        if engine is not None:
            with self._lock:
                self._engines.remove(engine)
            engine.kill()

    def stop(self) -> None:
        """All engines leave; others are started when they are needed."""
        while self._engines:
            engine = self._engines.pop()
            try:
                engine.stop()
            except Fault as fault:
                self.faults.append(str(fault))
            finally:
                engine.kill()
        self._own = local()
