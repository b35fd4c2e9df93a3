"""Series of games: one player against others who are all alike, on each seat in turn.

The figure is the player's share of the victories, a shared one counted in part; by chance alone it
is one part in as many as play. Games are independent, so the interval is the usual one of a mean
(normal, 95 %): the mean of the games' shares, plus and minus 1.96 times their standard deviation
over the square root of their number.
"""

from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from fireflies import smile
from fireflies.bots import named
from fireflies.record import begin
from fireflies.table import Table

GAIN: Final = 0.10
"""By how much the lower end of the interval has to be above the share by chance."""

_NORMAL: Final = 1.96
"""So many standard errors on each side hold 95 % of a normal distribution."""

_FIRST_SEED: Final = 1_000_000
"""Far from the seeds that the search was tuned with, 1000 to 60000."""


class Match(NamedTuple):
    """Who plays against whom."""

    player: str
    others: str
    seats: int
    gate: bool
    """Whether the player has to be that much better; otherwise it is only measured."""


class Series(NamedTuple):
    """What a match came to."""

    match: Match
    games: int
    share: float
    """Of the victories, for the player."""
    low: float
    high: float

    @property
    def needed(self) -> float:
        """What the lower end of the interval has to reach."""
        return 1 / self.match.seats + GAIN

    @property
    def met(self) -> bool:
        """Whether it does, where it has to."""
        return not self.match.gate or self.low >= self.needed


GATES: Final = [Match("search:400", "greedy", seats, gate=True) for seats in (3, 4, 5)]
MEASURED: Final = [
    *(Match("search-view:400", "greedy", seats, gate=False) for seats in (3, 4, 5)),
    *(Match("search:400", "search-view:400", seats, gate=False) for seats in (3, 4, 5)),
    *(Match("search:400", "search:100", seats, gate=False) for seats in (3, 5)),
]


def share_of_game(match: Match, number: int) -> Fraction:
    """The player's share of the victory in game ``number`` of a match.

    It sits on each seat in turn, and each seat begins in turn: all of it in ``seats ** 2`` games.
    """
    seats = match.seats
    seat, starting = number % seats, number // seats % seats
    names = [match.others] * seats
    names[seat] = match.player
    bots = [named(smile.GAME, name) for name in names]
    record = begin(smile.GAME, {"players": seats, "starting_player": starting}, names)
    outcome = Table(record, bots, seed=_FIRST_SEED + number).run().outcome
    assert outcome is not None, "a table without persons plays to the end"
    return outcome.returns[seat] + Fraction(1, seats)


def series(match: Match, games: int) -> Series:
    """So many games of a match, at least two."""
    shares = [float(share_of_game(match, number)) for number in range(games)]
    mean, error = fmean(shares), stdev(shares) / sqrt(games)
    return Series(match, games, mean, mean - _NORMAL * error, mean + _NORMAL * error)
