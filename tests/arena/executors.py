"""Executors that complete calls in another order, or lose them."""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from random import Random
from typing import Any, ParamSpec, TypeVar

from fireflies._typing import override
from fireflies.arena import Serial

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Shuffled(Executor):
    """Completes calls in a random order.

    When ``waiting`` calls are pending, it completes one of them, chosen at random. When the last of
    ``calls`` calls has come, it completes all.
    """

    def __init__(self, seed: int, waiting: int, calls: int) -> None:
        self._random = Random(seed)
        self._most = waiting
        self._calls = calls
        self._waiting: list[tuple[int, Callable[[], None]]] = []
        self._given = 0
        self.order: list[int] = []
        """The indexes of the calls, from 0, in the order of their completion."""

    @override
    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        future: Future[_T] = Future()
        self._waiting.append((self._given, lambda: future.set_result(fn(*args, **kwargs))))
        self._given += 1
        while len(self._waiting) >= self._most or (self._waiting and self._given == self._calls):
            number, do = self._waiting.pop(self._random.randrange(len(self._waiting)))
            self.order.append(number)
            do()
        return future


class Failing(Serial):
    """Completes each call, or fails as the next entry of a script says."""

    def __init__(self, script: Iterator[BaseException | str | None]) -> None:
        """Take an entry for each call: None to complete it, an error to fail with, or a word.

        ``cancelled`` cancels the call, ``never`` leaves it pending, ``refused`` does not accept it.
        """
        self._script = script
        self.closed: list[bool] = []
        """The argument ``wait`` of each shutdown."""
        self.left: list[Future[Any]] = []
        """The calls that never complete."""

    @override
    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        then = next(self._script, None)
        if then is None:
            return super().submit(fn, *args, **kwargs)
        if then == "refused":
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[_T] = Future()
        if isinstance(then, BaseException):
            future.set_exception(then)
        elif then == "cancelled":
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            self.left.append(future)
        return future

    @override
    def shutdown(
        self,
        wait: bool = True,  # noqa: FBT001, FBT002 - Python's own signature
        *,
        cancel_futures: bool = False,
    ) -> None:
        self.closed.append(wait)


class Fatal(Executor):
    """Does nothing before :meth:`work`, and breaks at one game of an arena.

    Then all pending calls fail, or, with ``alone``, only that one. Afterwards it works again, as a
    new executor would.
    """

    def __init__(self, game: int, *, alone: bool = False) -> None:
        self._game = game
        self._alone = alone
        self._given: list[tuple[Future[Any], Callable[[], Any], list[int]]] = []
        self.pending: list[list[list[int]]] = []
        """The chunks that were pending at each call of :meth:`work`."""

    @override
    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_T]":
        future: Future[_T] = Future()
        games: Any = args[1]
        self._given.append((future, lambda: fn(*args, **kwargs), [*games]))
        return future

    def work(self) -> None:
        self.pending.append([games for _, _, games in self._given])
        future, do, games = self._given.pop(0)
        if self._game not in games:
            future.set_result(do())
            return
        future.set_exception(ValueError("it is lost") if self._alone else broken())
        while self._given and not self._alone:
            self._given.pop()[0].set_exception(broken())


def broken() -> BrokenExecutor:
    """Return the error of a pool whose worker was killed."""
    return BrokenExecutor("a worker was ended")
