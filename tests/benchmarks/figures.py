"""Figures, each a number for every round, with a gate and a goal; the race of contestants."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Final, TypeAlias

PLAYERS: Final = 5

Contestant: TypeAlias = Callable[[int], float]
"""Takes the number of a round, and returns the time of one unit of its work."""
Times: TypeAlias = Mapping[str, Sequence[float]]
"""The time of each round, by contestant."""


@dataclass(frozen=True)
class Figure:
    """A ratio to something else, a size or a time, in each round."""

    name: str
    rounds: Sequence[float]
    gate: float | None = None
    """The median must reach this, or must not exceed it; None without a gate."""
    stretch: float | None = None
    """The goal beyond the gate. It is printed, and not judged."""
    more: bool = False
    """True when more is better, as with a speed; false when less is, as with a size."""
    unit: str = ""
    """The unit; empty for a ratio."""

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return median(self.rounds)

    def reaches(self, goal: float | None) -> bool | None:
        """Return whether the figure is as good as this; None without a goal."""
        if goal is None:
            return None
        return self.median >= goal if self.more else self.median <= goal

    @property
    def passed(self) -> bool:
        """True when the figure passes its gate, or has none."""
        return self.reaches(self.gate) is not False


def draws(seed: int, count: int) -> list[int]:
    """Return the random integers for every choice of a round."""
    source = Random(seed)  # not for secrets: anyone can draw the same
    return [source.getrandbits(28) for _ in range(count)]


def shuffled(seed: int, names: Iterable[str]) -> Iterator[str]:
    """Return the contestants in the order of a round; garbage is collected before each."""
    order = list(names)
    Random(seed).shuffle(order)
    for name in order:
        gc.collect()
        yield name


def race(contestants: Mapping[str, Contestant], rounds: int) -> Times:
    """Return the times of all contestants, which take turns in another order in each round."""
    times = {name: list[float]() for name in contestants}
    for number in range(rounds):
        for name in shuffled(number, contestants):
            times[name].append(contestants[name](number))
    return times


def faster(times: Times, name: str, other: str) -> list[float]:
    """Return how many times as fast one is as the other, round by round."""
    return [theirs / ours for ours, theirs in zip(times[name], times[other], strict=True)]
