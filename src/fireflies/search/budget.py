"""How long a search may think about one decision: so many rollouts, or so many seconds.

This is the one module of the game that has a clock, and only a budget in seconds looks at it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeAlias

from fireflies.errors import shown

Clock: TypeAlias = Callable[[], float]
"""Tells the time in seconds since whenever; it never goes back."""

CLOCK: Final[Clock] = monotonic
"""That of the machine."""

MOST_ROLLOUTS: Final = 1_000_000
"""For one decision, those of a budget in seconds too: each adds a branch to the tree."""
MOST_SECONDS: Final = 60.0
"""For one decision."""

_ROLLOUTS: Final = re.compile(r"[0-9]{1,9}")
_SECONDS: Final = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)s")


@dataclass(frozen=True, slots=True)
class Budget:
    """What one decision may cost."""

    rollouts: int
    """The most rollouts; at least 1."""
    seconds: float | None
    """The time after which none is begun any more; None when the clock does not matter."""
    clock: Clock

    def spend(self) -> Iterator[int]:
        """Count the rollouts from 0, as long as one more may be begun; one always may.

        Time runs from this call on, and not from the first rollout.
        """
        if self.seconds is None:
            return iter(range(self.rollouts))
        return self._until(self.clock() + self.seconds)

    def _until(self, end: float) -> Iterator[int]:
        """Count them until this time has come."""
        for number in range(self.rollouts):
            yield number
            if self.clock() >= end:
                return


def read_budget(text: str, clock: Clock = CLOCK) -> Budget:
    """The budget of a text like ``400`` (rollouts) or ``0.5s`` (seconds).

    Raises:
        ValueError: when it is neither, or not within :data:`MOST_ROLLOUTS` and
            :data:`MOST_SECONDS`; nothing at all is no budget.
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
