"""Random plays, one or many: everyone does anything allowed, each equally likely.

Play number ``n`` (from 0) has the seed ``seed + n`` (modulo ``2**64``). Its draws are those of
:mod:`fireflies.smile.fast.luck`, so it is not the play that a table deals with that seed.
"""

from collections.abc import Mapping
from typing import NamedTuple, final

from fireflies._typing import i64
from fireflies.smile.fast.flat import NO_POINTS, POINTS
from fireflies.smile.fast.luck import EACH, scramble, seed_of, signed
from fireflies.smile.fast.state import State, pack
from fireflies.smile.fast.words import COUNT, FOUND, WIDTH
from fireflies.smile.options import read_options
from fireflies.smile.rules import first_state


class Totals(NamedTuple):
    """What many plays came to."""

    games: int
    wins: tuple[int, ...]
    """By seat, the games that it won alone."""
    ties: tuple[int, ...]
    """By seat, the games whose victory it shared."""
    scores: Mapping[int, int]
    """From a score to how often it was reached, by all seats together; ascending."""
    lengths: Mapping[int, int]
    """From a number of actions, chance's included, to how many games had so many; ascending."""


def rollout(state: State, seed: int) -> tuple[int, ...]:
    """The scores by seat at the end of a random play from this state on.

    A state that is over is its own end.

    Raises:
        ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
    """
    points, _, _ = state.play_out(seed)
    return points


def playouts(options: Mapping[str, object], games: int, seed: int = 0) -> Totals:
    """So many random plays of a game with these options, without a state for each action.

    Raises:
        InvalidOptions: for options that do not fit.
        ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
    """
    start = pack(first_state(read_options(options)))
    count = _Count(start.seats)
    laid = start.laid_out()
    first: i64 = seed_of(seed)
    for number in range(games):
        points, clear, length = laid.play(scramble(signed(first + number)))
        count.add(points, clear, length)
    return count.totals()


@final
class _Count:
    """Totals while they are being counted."""

    __slots__ = ("_games", "_lengths", "_scores", "_seats", "_ties", "_wins")

    def __init__(self, seats: int) -> None:
        """Nothing yet, for so many seats."""
        self._seats = seats
        self._games = 0
        self._wins = [0] * seats
        self._ties = [0] * seats
        self._scores = [0] * (1 << POINTS)
        self._lengths = [0] * (1 << EACH)

    def add(self, points: i64, clear: i64, length: i64) -> None:
        """A play with these points and clear beads by seat, and so many actions."""
        self._games += 1
        self._lengths[length] += 1
        best: i64 = -1
        winners: i64 = 0
        bit: i64 = 1
        for _ in range(self._seats):
            own: i64 = points & 4095
            self._scores[own] += 1
            own = own << 8 | (clear & 255)  # of those with the most points, who has more beads
            if own > best:
                best = own
                winners = bit
            elif own == best:
                winners += bit
            points >>= POINTS
            clear >>= 8
            bit += bit
        if winners & (winners - 1) == 0:
            self._wins[FOUND[winners * WIDTH]] += 1
            return
        for which in range(COUNT[winners]):
            self._ties[FOUND[winners * WIDTH + which]] += 1

    def totals(self) -> Totals:
        """What they came to."""
        return Totals(
            self._games,
            tuple(self._wins),
            tuple(self._ties),
            {place - NO_POINTS: count for place, count in enumerate(self._scores) if count},
            {length: count for length, count in enumerate(self._lengths) if count},
        )
