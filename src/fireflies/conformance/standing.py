"""The verdict on a run so far: what its counts mean."""

from abc import ABC, abstractmethod
from collections import Counter
from typing import Final

STATUSES: Final = ("passed", "failed", "errored", "skipped", "known")

PARTIAL: Final = 3
"""The exit code when no case failed, but the whole suite was not run."""


class Standing(ABC):
    """The verdict on an engine, by a run or the lines that it left."""

    def __init__(self, *, whole: bool) -> None:
        """Begin; ``whole`` is True when the run has all cases of the suite."""
        self.whole = whole
        self.mended: list[str] = []
        """Known failures that pass."""
        self.faults: list[str] = []
        """Messages about engines that did not stop as they should."""
        self.stopped = ""
        """The reason why the run ended before its last case, or empty."""

    @property
    @abstractmethod
    def total(self) -> Counter[str]:
        """The number of cases by status."""

    @property
    def has_failed(self) -> bool:
        """True when a case or the engine failed, a known failure passed, or no case passed."""
        total = self.total
        bad = total["failed"] or total["errored"] or self.mended or self.faults
        return bool(bad) or total["passed"] == 0

    @property
    def partial(self) -> bool:
        """True when a case of the suite was not run, was skipped, or is a known failure."""
        return not self.is_complete or self.total["known"] > 0

    @property
    def is_complete(self) -> bool:
        """True when every case of the suite was run and none skipped."""
        return self.whole and not self.stopped and self.total["skipped"] == 0

    @property
    def conforms(self) -> bool:
        """True when the engine has passed the whole suite."""
        return not self.has_failed and not self.partial

    @property
    def exit_code(self) -> int:
        """The exit code, unless a signal stopped the run.

        A known failure that still fails is ignored.
        """
        if self.has_failed:
            return 1
        return 0 if self.is_complete else PARTIAL

    @property
    def conclusion(self) -> str:
        """The counts and the verdict in one line."""
        total = self.total
        counts = ", ".join(f"{total[status]} {status}" for status in STATUSES if total[status])
        verdict = "it does not conform" if self.has_failed else "it conforms"
        if self.partial and not self.has_failed:
            verdict = "no failure so far, but not every case of the suite passed"
        return f"{counts or 'no case'}: {verdict}"
