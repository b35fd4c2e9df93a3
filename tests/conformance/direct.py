"""A function in this process as an engine, which takes less time than a process."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest

from fireflies.cli import conform
from fireflies.conformance import wire
from fireflies.conformance.engines import Fault, check_answer
from fireflies.errors import clipped

Change: TypeAlias = Callable[[Any, dict[str, Any]], Any]
"""Returns another answer in place of this one to this request."""


def changed(change: Change) -> Callable[[object], object]:
    """Return an engine of our own rules, with each answer to a case changed."""

    def handle(request: Any) -> object:
        answer = wire.handle(request)
        return answer if answer is None or not request.get("seq") else change(request, dict(answer))

    return handle


class DirectEngine:
    """An engine that is a function of a request; it has no timeout."""

    def __init__(self, handle: Callable[[object], object]) -> None:
        self._handle = handle

    def ask(self, request: Mapping[str, object], /) -> Mapping[str, object]:
        """Call the function and return its answer."""
        try:
            answer = self._handle(request)
        except Exception as error:
            raise Fault(f"it raised {type(error).__name__}: {clipped(str(error))}") from error
        return check_answer(answer, request)

    def stop(self) -> None:
        """Do nothing: there is no process."""

    def kill(self) -> None:
        """Do nothing."""


Directly: TypeAlias = Callable[[Change], list[str]]
"""Makes an engine, and returns the arguments for it."""


@pytest.fixture
def directly(monkeypatch: pytest.MonkeyPatch) -> Directly:
    """Return the function that makes an engine of this process for the command."""

    def made(change: Change) -> list[str]:
        engine = changed(change)
        monkeypatch.setattr(conform, "make_starter", lambda *_: lambda: DirectEngine(engine))
        return ["--jobs", "1", "--", "an engine in this process"]

    return made
