"""A pool of equal engines, used by several threads. Engines that fail are replaced."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import count
from typing import Final, TypeVar

from fireflies._data import is_array, is_object
from fireflies.conformance import wire
from fireflies.conformance.engines import HEARS_SECONDS, Engine, Fault, Start
from fireflies.conformance.lines import StartRequest

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

_TASKS_PER_ENGINE: Final = 4  # waiting tasks: enough to keep each engine busy


class Pool:
    """Engines that are started on demand; each is used by one thread at a time."""

    def __init__(self, start: Start, jobs: int) -> None:
        """Create an empty pool of at most ``jobs`` engines."""
        self._start = start
        self._jobs = jobs
        self._lock = threading.Lock()
        self._engines: set[Engine] = set()
        self._idle: list[Engine] = []
        self._sequence_numbers = count(1)
        self._is_closed = False
        self.faults: list[str] = []
        """Messages about engines that did not stop as they should."""

    def map(self, work: Callable[[_Task], _Result], tasks: Iterable[_Task]) -> Iterator[_Result]:
        """Yield the result of each task, in the order of the tasks; then stop all engines.

        Engines are killed when the caller closes the iterator or is interrupted.
        """
        self._is_closed = False
        try:
            yield from map(work, tasks) if self._jobs == 1 else self._map_in_threads(work, tasks)
            self.stop()
        except BaseException:
            self.kill()
            raise

    def _map_in_threads(
        self, work: Callable[[_Task], _Result], tasks: Iterable[_Task]
    ) -> Generator[_Result]:
        """Yield the result of each task, in the order of the tasks; run several at once."""
        waiting: deque[Future[_Result]] = deque()
        with ThreadPoolExecutor(self._jobs) as threads:
            try:
                for task in tasks:
                    waiting.append(threads.submit(work, task))
                    if len(waiting) > self._jobs * _TASKS_PER_ENGINE:
                        yield _result(waiting.popleft())
                while waiting:
                    yield _result(waiting.popleft())
            except BaseException:
                self.kill()  # wakes the threads that wait for an answer
                threads.shutdown(cancel_futures=True)
                raise

    def ask(self, case: Mapping[str, object]) -> Mapping[str, object]:
        """Send a CASE of the wire to an engine and return the answer.

        When an engine skips the form ``{"ask": {"from": k}}``, all states are requested instead.

        Raises:
            Fault: when there is no valid answer; the engine is then removed from the pool.
        """
        answer = self._ask(case)
        ask = case.get("ask")
        if is_object(ask) and "from" in ask and answer.get("skipped") is True:
            answer = self._ask({**case, "ask": "trace"})
            first, states = ask["from"], answer.get("states")
            if isinstance(first, int) and is_array(states) and states:
                answer = {**answer, "states": states[min(first, len(states) - 1) :]}
        return answer

    def _ask(self, case: Mapping[str, object]) -> Mapping[str, object]:
        """Send the case to an idle engine, or to a new one."""
        with self._lock:
            engine = self._idle.pop() if self._idle else None
        is_new = engine is None
        if engine is None:
            engine = self._start()
            with self._lock:
                self._engines.add(engine)
        try:
            if self._is_closed:
                raise Fault("it was ended")
            if is_new:
                engine.ask(StartRequest(cmd="start", version=wire.VERSION))
            answer = engine.ask({"cmd": "run", "seq": next(self._sequence_numbers), "case": case})
        except BaseException:
            with self._lock:
                self._engines.discard(engine)
            engine.kill()
            raise
        with self._lock:
            if not self._is_closed:
                self._idle.append(engine)
        return answer

    def stop(self) -> None:
        """Stop all engines; the pool may be used again afterwards."""
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
        """Kill all engines at once, also those that a thread is about to start."""
        with self._lock:
            self._is_closed = True
            self._idle.clear()
            engines, self._engines = self._engines, set()
        for engine in engines:
            engine.kill()


def _result(task: Future[_Result]) -> _Result:
    """Wait for the result of a task; signals are heard between the waits."""
    any(wait([task], timeout=HEARS_SECONDS).done for _ in count())
    return task.result()
