"""Play a plan over an executor: send out chunks, play again what is lost, add up, keep records."""

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
from fireflies.arena.playing import BrokenGame, Chunk, add_kept, in_a_line, play_chunk
from fireflies.errors import InvalidData
from fireflies.files import load, save_lines

_P = ParamSpec("_P")
_T = TypeVar("_T")

Factory: TypeAlias = Callable[[], Executor]
"""Makes an executor; called again when the last one is broken."""

FILES: Final = "games-*.jsonl"
"""The files of records: named after the number of their first game, and ``-1``, ``-2`` and so on
where that name is taken."""

LOCK: Final = ".arena.lock"
"""The file by which a folder belongs to one arena at a time."""

_AIM: Final = 0.5
"""Seconds that a chunk should take."""

_SHORTEST: Final = 1e-9

_SMALLER: Final = 10
"""How much smaller the last chunks may be."""

_MOST: Final = 1000
"""Games in a chunk."""


class Serial(Executor):
    """Runs each call at once, where it is submitted."""

    @override
    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        """Run the call; an interruption is raised here."""
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # whoever asks for the result gets it
            future.set_exception(error)
        return future


def processes(jobs: int) -> Factory:
    """Return a factory of pools of so many processes, each a Python of its own.

    They end with this process, and leave an interruption to it.

    Raises:
        ValueError: when it is called, and the number is less than one or too large for the system.
    """
    return partial(_pool, jobs)


def _pool(jobs: int) -> Executor:
    spawning = multiprocessing.get_context("spawn")  # it inherits no thread and no lock
    return ProcessPoolExecutor(jobs, mp_context=spawning, initializer=_prepare)


def _prepare() -> None:
    """Prepare a worker process for its end."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # it ends without a traceback
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    """End this process when its parent has ended, even if the parent was killed."""
    connection.wait([sentinel])
    os._exit(1)  # whatever it does, nobody waits for it


class Keeping(NamedTuple):
    """Where the records of the games are kept."""

    folder: Path
    resume: bool = False
    """Whether to go on with the games in the folder; otherwise there must be none."""


def run(
    plan: Plan,
    executor: Factory = Serial,
    *,
    keeping: Keeping | None = None,
    tell: Callable[[str], None] | None = None,
) -> Totals:
    """Play all games of a plan; return their totals. :func:`parts` describes the arguments."""
    totals = Totals()
    for part in parts(plan, executor, keeping=keeping, tell=tell):
        totals.add(part)
    return totals


def parts(  # noqa: PLR0913  # each has a default
    plan: Plan,
    executor: Factory = Serial,
    *,
    keeping: Keeping | None = None,
    tell: Callable[[str], None] | None = None,
    chunk: int | None = None,
    ahead: int | None = None,
) -> Generator[Totals]:
    """Play all games of a plan; yield totals of some games after others, in no order.

    ``executor`` makes an executor, and another one when that is broken. ``chunk`` is how many games
    are played together, by default as many as take about half a second; ``ahead`` how many chunks
    are under way at once, by default two for each processor here. Neither changes the sum. ``tell``
    is called with a line about each chunk that was lost.

    Raises:
        BrokenGame: when a game can't be played, and no bot can be blamed for it.
        InvalidData: when the folder has games of another plan, or games at all and they are not
            resumed; or when another arena uses it.
        OSError: when the folder can't be read or written.
    """
    sender = _Sender(plan, executor, tell or _ignore, ahead or 2 * (os.cpu_count() or 1))
    left: Sequence[int] = range(plan.games)
    with ExitStack() as stack:
        if keeping is not None:
            stack.enter_context(_lock(keeping.folder))
            _refuse_games(keeping)
            played: set[int] = set()
            for kept, totals in _read(keeping.folder, plan):
                played.update(kept)
                yield totals
            left = [number for number in left if number not in played]
            sender.plan = plan._replace(lines=True)
        for numbers, came in stack.enter_context(closing(sender.play(left, chunk))):
            if keeping is not None:
                _keep(keeping.folder, numbers, came.lines)
            yield came.totals


def _ignore(line: str) -> None:
    """Tell nobody."""


# Over an executor.


class _Task(NamedTuple):
    """Games that are played together."""

    numbers: Sequence[int]
    losses: int
    """How often they were lost."""


class _Sender:
    """Sends chunks to an executor as long as it works, and then to another one."""

    def __init__(
        self, plan: Plan, factory: Factory, tell: Callable[[str], None], ahead: int
    ) -> None:
        self.plan = plan
        self._factory = factory
        self._tell = tell
        self._ahead = ahead
        self._executor: Executor | None = None
        self._pending: dict[Future[Chunk], tuple[_Task, Executor]] = {}
        self._lost: deque[_Task] = deque()

    def play(
        self, numbers: Sequence[int], chunk: int | None
    ) -> Generator[tuple[Sequence[int], Chunk]]:
        """Play these games, and yield the chunks as they are done."""
        left, size = deque(numbers), chunk or 1
        try:
            while True:
                self._send(left, size, size if chunk else max(1, size // _SMALLER))
                if not self._pending:
                    return
                done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
                for future in [it for it in self._pending if it in done]:  # in order
                    task, came = self._collect(future)
                    if came is None:
                        continue
                    yield task.numbers, came
                    if chunk is None and not task.losses:
                        fitting = int(_AIM * len(task.numbers) / max(came.took, _SHORTEST))
                        size = max(1, min(fitting, 2 * size, _MOST))
        finally:
            for future in self._pending:
                future.cancel()
            if self._executor is not None:
                self._executor.shutdown(wait=not self._pending)

    def _send(self, left: deque[int], size: int, least: int) -> None:
        """Have as many chunks under way as there should be.

        Towards the end they are smaller, down to ``least``, so that all workers end at about the
        same time. Games that were lost are under way alone: then it is they who end a worker.
        """
        while len(self._pending) < (1 if self._lost else self._ahead):
            if self._lost:
                task = self._lost.popleft()
            elif left:
                fitting = min(len(left), max(least, min(size, len(left) // self._ahead)))
                task = _Task([left.popleft() for _ in range(fitting)], 0)
            else:
                return
            executor = self._executor = self._executor or self._factory()
            future: Future[Chunk]
            try:
                future = executor.submit(play_chunk, self.plan, task.numbers, task.losses)
            except RuntimeError as error:  # it is broken, or was shut down
                future = Future()
                future.set_exception(BrokenExecutor(str(error)))
            self._pending[future] = task, executor
            if task.losses or future.done():  # what is there is taken in first
                return

    def _collect(self, future: "Future[Chunk]") -> tuple[_Task, Chunk | None]:
        """Return a chunk and its results; None when it was lost."""
        task, executor = self._pending.pop(future)
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            return task, future.result()
        if isinstance(error, BrokenGame | KeyboardInterrupt):
            raise error
        if isinstance(error, BrokenExecutor) and executor is self._executor:
            executor.shutdown(wait=False)
            self._executor = None
        self._lose(task, in_a_line(error))
        return task, None

    def _lose(self, task: _Task, problem: str) -> None:
        """Have lost games played again, and then one by one."""
        first, last, losses = task.numbers[0], task.numbers[-1], task.losses + 1
        if task.losses == 0:
            self._lost.append(_Task(task.numbers, losses))
            how = "are played again"
        elif task.losses == 1:
            self._lost.extend(_Task([number], losses) for number in task.numbers)
            how = "are played one by one"
        else:
            problem = f"its worker was lost each time: {problem}"
            raise BrokenGame(first, self.plan.seed_of(first), problem)
        self._tell(f"games {first} to {last} were lost and {how}: {problem}")


# Records in a folder.


@contextmanager
def _lock(folder: Path) -> Generator[None]:
    """Keep other arenas out of a folder, which is made if it is not there.

    The lock is SQLite's, which is the same on every system: it ends with this process, even if it
    is killed, and worker processes do not inherit it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK
    path.touch()  # a folder that can't be written is told as such
    with closing(sqlite3.connect(path, timeout=0, check_same_thread=False)) as lock:
        try:
            lock.executescript("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            problem = f"another arena keeps its games here now ({error})"
            raise InvalidData(str(folder), problem) from None
        yield


def _refuse_games(keeping: Keeping) -> None:
    """Refuse a folder that has games in it, unless they are resumed."""
    if not keeping.resume and any(keeping.folder.glob(FILES)):
        problem = "there are games here already: resume them, or choose another folder"
        raise InvalidData(str(keeping.folder), problem)


def _keep(folder: Path, numbers: Sequence[int], lines: Sequence[str]) -> None:
    """Write the records of these games, all or none of them, to a new file."""
    name = f"games-{numbers[0]:09}"
    path, others = folder / f"{name}.jsonl", count(1)
    while path.exists():
        path = folder / f"{name}-{next(others)}.jsonl"
    save_lines(path, lines)


def _read(folder: Path, plan: Plan) -> Iterator[tuple[list[int], Totals]]:
    """Yield the games in the folder, file by file: their numbers and totals.

    Each is played again and checked, as every record that is read.

    Raises:
        InvalidData: when something in a file is not the record of a game of this plan.
    """
    seen: dict[int, str] = {}
    for path in sorted(folder.glob(FILES)):
        numbers, totals = list[int](), Totals()
        try:
            for line, record in enumerate(load(path), 1):
                try:
                    number = add_kept(totals, plan, record)
                except InvalidData as error:
                    raise InvalidData(f"line {line}, {error.place}", error.problem) from None
                if number in seen:
                    raise InvalidData(f"line {line}", f"game {number} is also in {seen[number]}")
                seen[number] = path.name
                numbers.append(number)
        except InvalidData as error:
            raise InvalidData(f"{path}: {error.place}", error.problem) from None
        yield numbers, totals
