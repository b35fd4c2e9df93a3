"""A function in this process as an engine; it has no timeout."""

from collections.abc import Callable, Mapping

from fireflies.conformance.engines import Fault, check_answer
from fireflies.errors import clipped


class DirectEngine:
    """An engine that is a function of a request."""

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
