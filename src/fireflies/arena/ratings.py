"""How strong players are, as far as games can tell: shares of wins and ratings, with intervals.

All intervals are such that they hold the true value in 95 of 100 arenas.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple, TypeAlias

from fireflies.arena.totals import Order

DEVIATIONS: Final = 1.959963984540054
"""Standard deviations to either side that hold 95 in 100 of a normal distribution."""

POINTS: Final = 400 / log(10)
"""Rating points of a strength of one: 400 points make odds of ten to one, as Elo has it."""

_STEPS: Final = 200
_CLOSE: Final = 1e-10

_Matrix: TypeAlias = list[list[float]]


class Estimate(NamedTuple):
    """A figure, and the interval in which the true one is."""

    value: float
    low: float
    high: float


def share(won: float, games: int) -> Estimate:
    """The share of so many games, with Wilson's score interval; without games, anything.

    ``won`` need not be whole: a shared win counts in part. That makes the interval wider than it
    has to be, never narrower: nothing between 0 and 1 varies more than what is either of the two.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927).
    """
    if not games:
        return Estimate(0.0, 0.0, 1.0)
    value, square = won / games, DEVIATIONS**2
    middle = (value + square / (2 * games)) / (1 + square / games)
    spread = sqrt(value * (1 - value) / games + square / (4 * games**2))
    spread *= DEVIATIONS / (1 + square / games)
    # The ends of what was found never lie beyond it; without that, the last digit might.
    return Estimate(
        value, max(0.0, min(value, middle - spread)), min(1.0, max(value, middle + spread))
    )


def ratings(
    orders: Mapping[Order, int], failed: Mapping[int, int], players: int
) -> tuple[Estimate, ...]:
    """Ratings by player, in the model of Bradley and Terry; their mean is zero.

    A game says of each pair who was before the other; a tie is half a time each. Who failed is
    behind everybody else, and of the others such a game says nothing. As if that were not all,
    each pair has met once before, and won half a time each: so who has always won has a rating too,
    and a wide interval.
    The intervals allow for what one game says of several pairs not being independent: whole games
    are what varies (a sandwich estimate).

    Sources: Bradley, Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952);
    White, "Maximum likelihood estimation of misspecified models", Econometrica 50 (1982).
    """
    games = [*_games(orders, failed, players)]
    strengths = [0.0] * players
    left, longest = _STEPS, 1.0
    while left and longest > _CLOSE:
        step = _times(_inverse(_information(games, strengths)), _gradient(games, strengths))
        left, longest = left - 1, max(map(abs, step))
        # Near the end Newton's step is right; far from it, it may lead anywhere.
        strengths = [at + by / max(1.0, longest) for at, by in zip(strengths, step, strict=True)]
    bread = _inverse(_information(games, strengths))
    moved = [(_times(bread, _gradient([(pairs, 1)], strengths)), n) for pairs, n in games]
    found: list[Estimate] = []
    for player in range(players):
        error = sqrt(sum(by[player] ** 2 * times for by, times in moved))
        value, off = POINTS * strengths[player], POINTS * DEVIATIONS * error
        found.append(Estimate(value, value - off, value + off))
    return tuple(found)


_Pairs: TypeAlias = Sequence[tuple[int, int, float]]
"""Of two players, how often (0, a half, 1) the first was before the second in a game."""


def _games(
    orders: Mapping[Order, int], failed: Mapping[int, int], players: int
) -> Iterable[tuple[_Pairs, float]]:
    """What each kind of game says of pairs, and how many games are of that kind."""
    pairs = [(one, other) for one in range(players) for other in range(one)]
    for one, other in pairs:
        yield [(one, other, 1.0)], 0.5
        yield [(one, other, 0.0)], 0.5
    for order, times in sorted(orders.items()):
        yield (
            [
                (one, other, (1 + (order[one] < order[other]) - (order[one] > order[other])) / 2)
                for one, other in pairs
            ],
            times,
        )
    for player, times in sorted(failed.items()):
        yield [(player, other, 0.0) for other in range(players) if other != player], times


def _chance(strengths: Sequence[float], one: int, other: int) -> float:
    """How likely one is before the other."""
    return 1 / (1 + exp(strengths[other] - strengths[one]))


def _gradient(games: Iterable[tuple[_Pairs, float]], strengths: Sequence[float]) -> list[float]:
    """How much more often each player was before others than these strengths have it."""
    more = [0.0] * len(strengths)
    for pairs, times in games:
        for one, other, before in pairs:
            surplus = times * (before - _chance(strengths, one, other))
            more[one] += surplus
            more[other] -= surplus
    return more


def _information(games: Iterable[tuple[_Pairs, float]], strengths: Sequence[float]) -> _Matrix:
    """How much the games tell; with ones added, as strengths are only defined up to their mean."""
    size = len(strengths)
    told = [[1 / size] * size for _ in range(size)]
    for pairs, times in games:
        for one, other, _ in pairs:
            likely = _chance(strengths, one, other)
            weight = times * likely * (1 - likely)
            told[one][one] += weight
            told[other][other] += weight
            told[one][other] -= weight
            told[other][one] -= weight
    return told


def _inverse(matrix: _Matrix) -> _Matrix:
    """The inverse of a positive definite matrix, by elimination; such a one needs no pivots."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i, row in enumerate(rows):
        row[:] = [number / row[i] for number in row]
        for other in rows:
            if other is not row:
                factor = other[i]
                other[:] = [a - factor * b for a, b in zip(other, row, strict=True)]
    return [row[size:] for row in rows]


def _times(matrix: _Matrix, vector: Sequence[float]) -> list[float]:
    """A matrix times a vector."""
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
