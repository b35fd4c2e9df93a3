"""What a measure comes to: a figure a round, the median of them, what it should reach."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Final, TypeAlias

PLAYERS: Final = 5

Contestant: TypeAlias = Callable[[int], float]
"""What is measured, once for each round, whose number it takes: the time of one of what it does."""
Times: TypeAlias = Mapping[str, Sequence[float]]
"""By contestant, the time of each round."""


@dataclass(frozen=True)
class Figure:
    """A figure over the rounds: how many times as much or as fast as something else, or a size."""

    name: str
    rounds: Sequence[float]
    gate: float | None = None
    """What the median must reach, or must not exceed; None if nothing is asked of it."""
    stretch: float | None = None
    """What it should reach. It is told, and not judged."""
    more: bool = False
    """Whether more is better: a speed is to reach its gate, a size not to exceed it."""
    unit: str = ""
    """Nothing for a ratio."""

    @property
    def median(self) -> float:
        """The middle of the rounds: the figure."""
        return median(self.rounds)

    def reaches(self, goal: float | None) -> bool | None:
        """Whether the figure is as good as this; None where there is no goal."""
        if goal is None:
            return None
        return self.median >= goal if self.more else self.median <= goal

    @property
    def met(self) -> bool:
        """Whether the figure has passed its gate; true without one."""
        return self.reaches(self.gate) is not False


def draws(seed: int, count: int) -> list[int]:
    """The random integers that settle every choice of a round."""
    source = Random(seed)  # no secret hangs on it, and anyone can draw the same
    return [source.getrandbits(28) for _ in range(count)]


def shuffled(seed: int, names: Iterable[str]) -> Iterator[str]:
    """The contestants in the order of a round, each after the rubbish of the one before is gone."""
    order = list(names)
    Random(seed).shuffle(order)
    for name in order:
        gc.collect()
        yield name


def race(contestants: Mapping[str, Contestant], rounds: int) -> Times:
    """All contestants take turns, in another order each round."""
    times = {name: list[float]() for name in contestants}
    for number in range(rounds):
        for name in shuffled(number, contestants):
            times[name].append(contestants[name](number))
    return times


def faster(times: Times, name: str, other: str) -> list[float]:
    """How many times as fast the one is as the other, round by round."""
    return [theirs / ours for ours, theirs in zip(times[name], times[other], strict=True)]
