"""The budget of a search for one decision: a number of rollouts, or seconds.

Only a budget in seconds reads the clock.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeAlias

from fireflies.errors import shown

Clock: TypeAlias = Callable[[], float]
"""Returns the time in seconds since any fixed moment; it never goes back."""

CLOCK: Final[Clock] = monotonic
"""The clock of the system."""

MOST_ROLLOUTS: Final = 1_000_000
"""The limit for one decision, also with a budget in seconds: each rollout takes memory."""
MOST_SECONDS: Final = 60.0
"""The limit for one decision."""

_ROLLOUTS: Final = re.compile(r"[0-9]{1,9}")
_SECONDS: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)s")


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of the search for one decision."""

    rollouts: int
    """The most rollouts; at least 1."""
    seconds: float | None
    """The time after which no rollout begins; None for no limit of time."""
    clock: Clock

    def spend(self) -> Iterator[float]:
        """Yield the share that is spent, from 0 to 1, before each rollout that may begin.

        At least one may begin. The time is counted from this call, not from the first rollout.
        """
        if self.seconds is None:
            return (number / self.rollouts for number in range(self.rollouts))
        return self._until(self.seconds, self.clock())

    def _until(self, seconds: float, begun: float) -> Iterator[float]:
        spent = 0.0
        for _ in range(self.rollouts):
            yield spent
            spent = (self.clock() - begun) / seconds
            if spent >= 1:
                return


def read_budget(text: str, clock: Clock = CLOCK) -> Budget:
    """Return the budget of a text like ``400`` (rollouts) or ``0.5s`` (seconds).

    Raises:
        ValueError: when it is neither, is zero, or is more than ``MOST_ROLLOUTS`` or
            ``MOST_SECONDS``.
    """
    if _ROLLOUTS.fullmatch(text) and 1 <= int(text) <= MOST_ROLLOUTS:
        return Budget(int(text), None, clock)
    found = _SECONDS.fullmatch(text)
    if found is not None and 0 < float(found[1]) <= MOST_SECONDS:
        return Budget(MOST_ROLLOUTS, float(found[1]), clock)
    raise ValueError(
        f"a budget is a number of rollouts from 1 to {MOST_ROLLOUTS}, or seconds above 0 and up to"
        f" {MOST_SECONDS:.0f}, like 400 or 0.5s, not {shown(text)}"
    )
