"""Games over an executor: sent out in chunks, played again when they are lost, added up."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from pathlib import Path
from typing import Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from fireflies._typing import override
from fireflies.arena.alone import play_alone
from fireflies.arena.chunk import BrokenGame, Chunk, play_chunk
from fireflies.arena.game import in_a_line
from fireflies.arena.kept import keep, prepare, read
from fireflies.arena.planning import Plan
from fireflies.arena.totals import Totals

_P = ParamSpec("_P")
_T = TypeVar("_T")

Factory: TypeAlias = Callable[[], Executor]
"""Makes an executor; called again when the last one is broken."""

LOSSES: Final = 2
"""How often a chunk may be lost before its games are played alone."""

_AIM: Final = 0.5
"""Seconds that a chunk should take."""

_SHORTEST: Final = 1e-9

_SMALLER: Final = 10
"""How much smaller the last chunks may be."""

_MOST: Final = 1000
"""Games in a chunk."""


class Serial(Executor):
    """Does what is submitted at once, where it is submitted."""

    @override
    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        """What the call gave or raised; an interruption is raised here."""
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(error)
        return future


class Keeping(NamedTuple):
    """Where the games' records are kept."""

    folder: Path
    resume: bool = False
    """Whether to go on with those that are there; otherwise there must be none."""


class _Task(NamedTuple):
    """Games that are played together."""

    numbers: Sequence[int]
    losses: int


def run(
    plan: Plan,
    executor: Factory = Serial,
    *,
    keeping: Keeping | None = None,
    tell: Callable[[str], None] | None = None,
) -> Totals:
    """The totals of all games of a plan.

    ``executor`` makes what plays them; :func:`parts` says the rest.
    """
    totals = Totals()
    for part in parts(plan, executor, keeping=keeping, tell=tell):
        totals.add(part)
    return totals


def parts(  # noqa: PLR0913 - each has a default
    plan: Plan,
    executor: Factory = Serial,
    *,
    keeping: Keeping | None = None,
    tell: Callable[[str], None] | None = None,
    chunk: int | None = None,
    ahead: int | None = None,
) -> Generator[Totals]:
    """The totals of some games after others, in no order, until all are played.

    ``chunk`` is how many games are played together, by default as many as take about half a second;
    ``ahead`` how many chunks are under way at once, by default two for each processor here. Neither
    changes the sum. ``tell`` hears, in a line each, of workers that were lost.

    Raises:
        BrokenGame: when a game can't be played, and no bot is to blame.
        InvalidData: when the folder holds other games, or games at all and they are not resumed.
        OSError: when the folder can't be read or written.
    """
    if keeping is not None:
        plan = plan._replace(lines=True)
        prepare(keeping.folder, resume=keeping.resume)
    played: set[int] = set()
    if keeping is not None:
        for numbers, totals in read(keeping.folder, plan):
            played.update(numbers)
            yield totals
    left = deque(number for number in range(plan.games) if number not in played)
    crew = _Crew(plan, executor, tell or _nobody, ahead or 2 * (os.cpu_count() or 1))
    try:
        for task, came in crew.play(left, chunk):
            if keeping is not None:
                keep(keeping.folder, task.numbers, came.lines)
            yield came.totals
    finally:
        crew.leave()


def _nobody(line: str) -> None:
    """Nobody wants to hear that."""


class _Crew:
    """An executor as long as it works, then another one; and what is under way."""

    def __init__(
        self, plan: Plan, factory: Factory, tell: Callable[[str], None], ahead: int
    ) -> None:
        self._plan = plan
        self._factory = factory
        self._tell = tell
        self._ahead = ahead
        self._executor: Executor | None = None
        self._pending: dict[Future[Chunk], tuple[_Task, Executor]] = {}
        self._again: deque[_Task] = deque()

    def play(self, left: deque[int], chunk: int | None) -> Iterator[tuple[_Task, Chunk]]:
        """What came of all these games."""
        size = chunk or 1
        while True:
            self._send(left, size, size if chunk else max(1, size // _SMALLER))
            if not self._pending:
                return
            done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
            for future in done:
                task, came = self._collect(future)
                if came is None:
                    continue
                yield task, came
                if chunk is None and not task.losses:  # what comes takes as long as what was
                    fitting = int(_AIM * len(task.numbers) / max(came.took, _SHORTEST))
                    size = max(1, min(fitting, 2 * size, _MOST))

    def _send(self, left: deque[int], size: int, least: int) -> None:
        """Have as many chunks under way as there should be.

        Towards the end they are smaller, down to the least, so that all workers end at once.
        """
        while len(self._pending) < self._ahead:
            if self._again:
                task = self._again.popleft()
            elif left:
                fitting = min(len(left), max(least, min(size, len(left) // self._ahead)))
                task = _Task(tuple(left.popleft() for _ in range(fitting)), 0)
            else:
                return
            executor = self._executor = self._executor or self._factory()
            future: Future[Chunk]
            try:
                future = executor.submit(
                    play_chunk, self._plan, task.numbers, os.getpid(), task.losses
                )
            except RuntimeError as error:  # it is broken, or was shut down
                future = Future()
                future.set_exception(BrokenExecutor(str(error)))
            self._pending[future] = task, executor
            if future.done():
                return  # what is there is taken in first

    def _collect(self, future: "Future[Chunk]") -> tuple[_Task, Chunk | None]:
        """A chunk, and what came of it; nothing when it is to be played again."""
        task, executor = self._pending.pop(future)
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            return task, future.result()
        if isinstance(error, BrokenGame | KeyboardInterrupt):
            raise error
        first, last = task.numbers[0], task.numbers[-1]
        self._tell(f"games {first} to {last} were lost and are played again: {in_a_line(error)}")
        if isinstance(error, BrokenExecutor) and executor is self._executor:
            executor.shutdown(wait=False)
            self._executor = None
        task = _Task(task.numbers, task.losses + 1)
        if task.losses < LOSSES:
            self._again.append(task)
            return task, None
        return task, self._alone(task.numbers)

    def _alone(self, numbers: Sequence[int]) -> Chunk:
        """What comes of games that were lost again and again, played in a process of their own."""
        totals, lines = Totals(), list[str]()
        for came in play_alone(self._plan, numbers):
            totals.add(came.totals)
            lines += came.lines
        return Chunk(totals, tuple(lines), 0.0)

    def leave(self) -> None:
        """Let go of the executor; what is still under way is not waited for."""
        for future in self._pending:
            future.cancel()
        if self._executor is not None:
            self._executor.shutdown(wait=not self._pending)
