"""Play a plan over an executor: send chunks to workers, retry lost chunks, and keep records."""

import multiprocessing
import os
import signal
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import count
from multiprocessing import connection
from pathlib import Path
from typing import Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from fireflies._typing import override
from fireflies.arena.figures import Totals
from fireflies.arena.planning import Plan
from fireflies.arena.playing import BrokenGame, Chunk, count_record, error_line, play_chunk
from fireflies.errors import InvalidData
from fireflies.files import load, save_beside, save_lines

_P = ParamSpec("_P")
_T = TypeVar("_T")

Factory: TypeAlias = Callable[[], Executor]
"""Returns a new executor; called again when the last one is broken."""

LOCK: Final = ".arena.lock"
"""The file whose lock keeps other arenas out of a folder."""

_CHUNK_SECONDS: Final = 0.5  # the time that a chunk should take
_LEAST_SECONDS: Final = 1e-9
_MOST_GAMES: Final = 1000  # in a chunk
_MOST_SHRINKING: Final = 10  # the last chunks may be smaller by this factor


class Serial(Executor):
    """An executor that runs each call in ``submit``."""

    @override
    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        """Run the call; an error that is no ``Exception`` (KeyboardInterrupt) is raised here."""
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # future.result() raises it
            future.set_exception(error)
        return future


def processes(jobs: int) -> Factory:
    """Return a factory of pools of ``jobs`` worker processes.

    The workers end when this process ends. An interruption (Ctrl+C) ends them without a traceback.
    The factory raises ValueError when the number is less than one or too large for the system.
    """
    return partial(_pool, jobs)


def _pool(jobs: int) -> Executor:
    spawning = multiprocessing.get_context("spawn")  # a fork would copy threads and locks
    return ProcessPoolExecutor(jobs, mp_context=spawning, initializer=_set_up_worker)


def _set_up_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends the worker without a traceback
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent.sentinel,), daemon=True).start()


def _exit_after(sentinel: int) -> None:
    """Exit when the parent process has ended, even if it was killed."""
    connection.wait([sentinel])
    os._exit(1)  # at once: the results are not needed any more


class RecordFolder(NamedTuple):
    """A folder for the records of the games."""

    path: Path
    resume: bool = False
    """True to continue with the games in the folder; otherwise it must have none."""


def run(
    plan: Plan,
    executor: Factory = Serial,
    *,
    records: RecordFolder | None = None,
    report: Callable[[str], None] | None = None,
) -> Totals:
    """Play all games of a plan and return their totals; the arguments are as in run_in_parts."""
    totals = Totals(plan=plan)
    for part in run_in_parts(plan, executor, records=records, report=report):
        totals.add(part)
    return totals


def run_in_parts(  # noqa: PLR0913  # each has a default
    plan: Plan,
    executor: Factory = Serial,
    *,
    records: RecordFolder | None = None,
    report: Callable[[str], None] | None = None,
    chunk: int | None = None,
    ahead: int | None = None,
) -> Generator[Totals]:
    """Play all games of a plan; yield the totals of each chunk of games, in any order.

    ``executor`` returns an executor, and a new one when that is broken. ``chunk`` is the number of
    games that a worker plays in one call, by default as many as take about half a second; ``ahead``
    is the number of calls that are submitted at a time, by default two for each processor of this
    machine. Neither changes the sum. ``report`` is called with a line about each lost chunk.

    Raises:
        BrokenGame: when a game can't be played, and the reason is not an error of a bot.
        InvalidData: when the folder has games of another plan, or has games and ``resume`` is
            false; or when another arena uses it.
        OSError: when the folder can't be read or written.
    """
    sender = _Sender(plan, executor, report or (lambda _: None), ahead or 2 * (os.cpu_count() or 1))
    left: Sequence[int] = range(plan.games)
    with ExitStack() as stack:
        if records is not None:
            stack.enter_context(_lock(records.path))
            _refuse_games(records)
            played: set[int] = set()
            for kept, totals in _read(records.path, plan):
                played.update(kept)
                yield totals
            left = [number for number in left if number not in played]
            sender.plan = plan._replace(records=True)
            save_beside(records.path, plan.loaded_game.own_values(plan.options))
        for numbers, result in stack.enter_context(closing(sender.play(left, chunk))):
            if records is not None:
                _save(records.path, numbers, result.records)
            yield result.totals


# Workers.


class _Task(NamedTuple):
    """Games that are played in one call."""

    numbers: Sequence[int]
    losses: int
    """The number of calls with these games that were lost."""


class _Sender:
    """Sends chunks to an executor, and to a new one when that is broken."""

    def __init__(
        self, plan: Plan, factory: Factory, report: Callable[[str], None], ahead: int
    ) -> None:
        self.plan = plan
        self._factory = factory
        self._report = report
        self._ahead = ahead
        self._executor: Executor | None = None
        self._pending: dict[Future[Chunk], tuple[_Task, Executor]] = {}
        self._retries: deque[_Task] = deque()

    def play(
        self, numbers: Sequence[int], chunk: int | None
    ) -> Generator[tuple[Sequence[int], Chunk]]:
        """Play these games, and yield the numbers and results of each chunk when it is done."""
        left, size = deque(numbers), chunk or 1
        try:
            while True:
                self._send(left, size, size if chunk else max(1, size // _MOST_SHRINKING))
                if not self._pending:
                    return
                done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
                for future in [it for it in self._pending if it in done]:  # in order
                    task, result = self._collect(future)
                    if result is None:
                        continue
                    yield task.numbers, result
                    if chunk is None and not task.losses:
                        seconds = max(result.seconds, _LEAST_SECONDS)
                        chunk_size = int(_CHUNK_SECONDS * len(task.numbers) / seconds)
                        size = max(1, min(chunk_size, 2 * size, _MOST_GAMES))
        finally:
            for future in self._pending:
                future.cancel()
            if self._executor is not None:
                self._executor.shutdown(wait=not self._pending)

    def _send(self, left: deque[int], size: int, least: int) -> None:
        """Submit chunks until as many are pending as there should be.

        Towards the end they are smaller, down to ``least`` games, so that all workers finish at
        about the same time. A retry is sent when nothing else is pending: then a worker that
        crashes has crashed because of its games.
        """
        while len(self._pending) < (1 if self._retries else self._ahead):
            if self._retries:
                task = self._retries.popleft()
            elif left:
                chunk_size = min(len(left), max(least, min(size, len(left) // self._ahead)))
                task = _Task([left.popleft() for _ in range(chunk_size)], 0)
            else:
                return
            executor = self._executor = self._executor or self._factory()
            future: Future[Chunk]
            try:
                future = executor.submit(play_chunk, self.plan, task.numbers, task.losses)
            except RuntimeError as error:  # the executor is broken, or was shut down
                future = Future()
                future.set_exception(BrokenExecutor(str(error)))
            self._pending[future] = task, executor
            # Collect the result of a retry, or of a call that is done, before more are submitted.
            if task.losses or future.done():
                return

    def _collect(self, future: "Future[Chunk]") -> tuple[_Task, Chunk | None]:
        """Return a task and its results; None when it was lost."""
        task, executor = self._pending.pop(future)
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            return task, future.result()
        if isinstance(error, BrokenGame | KeyboardInterrupt):
            raise error
        if isinstance(error, BrokenExecutor) and executor is self._executor:
            executor.shutdown(wait=False)
            self._executor = None
        self._retry(task, error_line(error))
        return task, None

    def _retry(self, task: _Task, problem: str) -> None:
        """Retry lost games together; after the second loss, one by one; then give up."""
        first, last, losses = task.numbers[0], task.numbers[-1], task.losses + 1
        lost = f"game {first} was lost and is"
        if len(task.numbers) > 1:
            lost = f"games {first} to {last} were lost and are"
        if task.losses == 0:
            self._retries.append(_Task(task.numbers, losses))
            how = "played again"
        elif task.losses == 1:
            self._retries.extend(_Task([number], losses) for number in task.numbers)
            how = "played one by one" if len(task.numbers) > 1 else "played again"
        else:
            problem = f"no worker returned its result: {problem}"
            raise BrokenGame(first, self.plan.seed_of(first), problem)
        self._report(f"{lost} {how}: {problem}")


# Records in a folder.


@contextmanager
def _lock(folder: Path) -> Generator[None]:
    """Create the folder if it is missing, and keep other arenas out of it.

    The lock is SQLite's, which works on every system, ends with this process, even if it is killed,
    and is not inherited by worker processes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK
    path.touch()  # raises OSError when the folder can't be written
    with closing(sqlite3.connect(path, timeout=0, check_same_thread=False)) as lock:
        try:
            lock.executescript("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            is_taken = error.sqlite_errorname == "SQLITE_BUSY"
            problem = (
                "another arena uses this folder now"
                if is_taken
                else f"its file {LOCK} is of another program: choose another folder"
            )
            raise InvalidData(str(folder), problem) from None
        yield


def game_files(folder: Path) -> list[Path]:
    """Return the files of records in the folder of an arena, sorted; earlier ones are plain.

    The name has the number of the first game; ``-1``, ``-2`` and so on follow where there is such a
    file already.
    """
    return sorted([*folder.glob("games-*.jsonl.gz"), *folder.glob("games-*.jsonl")])


def _refuse_games(records: RecordFolder) -> None:
    if not records.resume and game_files(records.path):
        problem = "there are games here already: resume them, or choose another folder"
        raise InvalidData(str(records.path), problem)


def _save(folder: Path, numbers: Sequence[int], lines: Sequence[str]) -> None:
    """Write the records of these games, all or none, to a new file."""
    name = f"games-{numbers[0]:09}"
    path, others = folder / f"{name}.jsonl.gz", count(1)
    while path.exists():
        path = folder / f"{name}-{next(others)}.jsonl.gz"
    save_lines(path, lines)


def _read(folder: Path, plan: Plan) -> Iterator[tuple[list[int], Totals]]:
    """Yield the numbers and the totals of the games of each file in the folder.

    Raises:
        InvalidData: when a line of a file is not the record of a game of this plan.
    """
    seen: dict[int, str] = {}
    for path in game_files(folder):
        numbers, totals = list[int](), Totals()
        try:
            for line, record in enumerate(load(path), 1):
                try:
                    number = count_record(totals, plan, record)
                except InvalidData as error:
                    raise InvalidData(f"line {line}, {error.place}", error.problem) from None
                if number in seen:
                    raise InvalidData(f"line {line}", f"game {number} is also in {seen[number]}")
                seen[number] = path.name
                numbers.append(number)
        except InvalidData as error:
            raise InvalidData(f"{path}: {error.place}", error.problem) from None
        yield numbers, totals
