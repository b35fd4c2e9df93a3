"""Random plays, one or many: every legal action is equally likely.

Play number ``n`` (from 0) has the seed ``seed + n`` (modulo ``2**64``). Its draws are those of
:mod:`fireflies.smile.fast.luck`, so a :class:`fireflies.table.Table` with the same seed deals the
cards in another order.
"""

from collections.abc import Mapping
from typing import NamedTuple, final

from fireflies._typing import i64
from fireflies.smile.box.options import read_options
from fireflies.smile.fast.flat import POINTS_BITS, POINTS_OFFSET
from fireflies.smile.fast.luck import DECISION_BITS, scramble, seed_of, signed
from fireflies.smile.fast.state import State, pack
from fireflies.smile.fast.words import BIT_COUNTS, BYTE_MASK, MEMBERS, SET_BITS
from fireflies.smile.rules.state import first_state


class Totals(NamedTuple):
    """Counts of the results of many plays."""

    games: int
    wins: tuple[int, ...]
    """By seat, the number of games that it won alone."""
    ties: tuple[int, ...]
    """By seat, the number of games whose victory it shared."""
    scores: Mapping[int, int]
    """The number of times that each score occurred, over all seats together; in ascending order."""
    lengths: Mapping[int, int]
    """The number of games with each number of actions, chance's included; in ascending order."""


def rollout(state: State, seed: int) -> tuple[int, ...]:
    """Return the scores by seat at the end of a random play from this state.

    For a finished game, these are its scores.

    Raises:
        ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
    """
    points, _, _ = state.play_out(seed)
    return points


def playouts(options: Mapping[str, object], games: int, seed: int = 0) -> Totals:
    """Play this many random games with these options, and return their results, counted.

    Raises:
        InvalidOptions: for invalid options.
        ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
    """
    start = pack(first_state(read_options(options)))
    count = _Counters(start.seats)
    position = start.playout_start()
    first: i64 = seed_of(seed)
    for number in range(games):
        points, clear, length = position.play(scramble(signed(first + number)))
        count.add(points, clear, length)
    return count.totals()


@final
class _Counters:
    """Counters for :class:`Totals`."""

    __slots__ = ("_games", "_lengths", "_scores", "_seats", "_ties", "_wins")

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._games = 0
        self._wins = [0] * seats
        self._ties = [0] * seats
        self._scores = [0] * (1 << POINTS_BITS)
        self._lengths = [0] * (1 << DECISION_BITS)

    def add(self, points: i64, clear: i64, length: i64) -> None:
        """Count a play with these points and clear beads by seat, and this number of actions."""
        self._games += 1
        self._lengths[length] += 1
        best: i64 = -1
        winners: i64 = 0
        bit: i64 = 1
        for _ in range(self._seats):
            own: i64 = points & 4095
            self._scores[own] += 1
            own = own << 8 | (clear & BYTE_MASK)  # among equal points, more clear beads win
            if own > best:
                best = own
                winners = bit
            elif own == best:
                winners += bit
            points >>= POINTS_BITS
            clear >>= 8
            bit += bit
        if winners & (winners - 1) == 0:
            self._wins[MEMBERS[winners * SET_BITS]] += 1
            return
        for index in range(BIT_COUNTS[winners]):
            self._ties[MEMBERS[winners * SET_BITS + index]] += 1

    def totals(self) -> Totals:
        return Totals(
            self._games,
            tuple(self._wins),
            tuple(self._ties),
            {points - POINTS_OFFSET: count for points, count in enumerate(self._scores) if count},
            {length: count for length, count in enumerate(self._lengths) if count},
        )
