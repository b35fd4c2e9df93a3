"""Series of games: one bot against others of one kind, on each seat in turn.

The figure is the bot's share of the victories, where a shared victory counts in part; by chance it
is 1 divided by the number of seats. Games are independent, so the interval is that of a mean
(normal, 95 %): the mean of the shares, plus and minus 1.96 times their standard deviation divided
by the square root of the number of games.
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
"""The least difference of the lower end of the interval to the share by chance."""

_NORMAL: Final = 1.96
"""The standard errors on each side that hold 95 % of a normal distribution."""

_FIRST_SEED: Final = 1_000_000
"""Outside of the seeds used to tune the search, 1000 to 60000."""


class Match(NamedTuple):
    """One bot, the bot on all other seats, and the number of seats."""

    player: str
    others: str
    seats: int
    gate: bool
    """True when the match has a gate."""


class Series(NamedTuple):
    """The result of a match."""

    match: Match
    games: int
    share: float
    """The bot's share of the victories."""
    low: float
    high: float

    @property
    def needed(self) -> float:
        """The least lower end of the interval that passes the gate."""
        return 1 / self.match.seats + GAIN

    @property
    def passed(self) -> bool:
        """True when the interval passes the gate, or there is no gate."""
        return not self.match.gate or self.low >= self.needed


GATES: Final = [Match("search:400", "greedy", seats, gate=True) for seats in (3, 4, 5)]
MEASURED: Final = [
    *(Match("search-view:400", "greedy", seats, gate=False) for seats in (3, 4, 5)),
    *(Match("search:400", "search-view:400", seats, gate=False) for seats in (3, 4, 5)),
    *(Match("search:400", "search:100", seats, gate=False) for seats in (3, 5)),
]


def share_of_game(match: Match, number: int) -> Fraction:
    """Return the bot's share of the victory in game ``number`` of a match.

    Every seat of the bot and every starting player occur once in ``seats ** 2`` games.
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
    """Play games of a match, at least two."""
    shares = [float(share_of_game(match, number)) for number in range(games)]
    mean, error = fmean(shares), stdev(shares) / sqrt(games)
    return Series(match, games, mean, mean - _NORMAL * error, mean + _NORMAL * error)
