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

from fireflies import games
from fireflies.bots import named
from fireflies.record import begin
from fireflies.table import Table

_NORMAL: Final = 1.96
"""95 % of a normal distribution lie within this number of standard errors of the mean."""

_FIRST_SEED: Final = 1_000_000
"""Outside of the seeds used to tune the search, 1000 to 60000."""


class Match(NamedTuple):
    """One bot of a game, the bot on all other seats, and the number of seats."""

    game: str
    player: str
    others: str
    seats: int
    games: int
    """The number of games."""
    gain: float | None
    """The gate: the lower end of the interval has to be so much above chance; None without one."""


class Series(NamedTuple):
    """The result of a match."""

    match: Match
    share: float
    """The bot's share of the victories."""
    low: float
    high: float

    @property
    def needed(self) -> float | None:
        """The least lower end of the interval that passes the gate; None without a gate."""
        return None if self.match.gain is None else 1 / self.match.seats + self.match.gain

    @property
    def passed(self) -> bool:
        """True when the interval passes the gate, or there is no gate."""
        return self.needed is None or self.low >= self.needed


MATCHES: Final = [
    *(Match("smile", "search:400", "greedy", seats, 600, 0.1) for seats in (3, 4, 5)),
    *(Match("smile", "search-view:400", "greedy", seats, 200, None) for seats in (3, 4, 5)),
    *(Match("smile", "search:400", "search-view:400", seats, 200, None) for seats in (3, 4, 5)),
    *(Match("smile", "search:400", "search:100", seats, 200, None) for seats in (3, 5)),
    *(Match("festival", "greedy", "random", seats, 600, 0.25) for seats in (2, 4, 6)),
    Match("festival", "search:16", "greedy", 2, 200, 0.0),
    *(Match("misbehavin", "greedy", "random", seats, 600, 0.2) for seats in (2, 3, 4)),
    Match("misbehavin", "search:16", "greedy", 2, 200, 0.0),
]


def share_of_game(match: Match, number: int) -> Fraction:
    """Return the bot's share of the victory in game ``number`` of a match.

    Every pair of a seat of the bot and a starting player occurs once in ``seats ** 2`` games.
    """
    seats = match.seats
    seat, starting = number % seats, number // seats % seats
    names = [match.others] * seats
    names[seat] = match.player
    game = games.get(match.game)
    bots = [named(game, name) for name in names]
    record = begin(game, {"players": seats, "starting_player": starting}, names)
    outcome = Table(record, bots, seed=_FIRST_SEED + number).run().outcome
    assert outcome is not None, "a table without persons plays to the end"
    return outcome.returns[seat] + Fraction(1, seats)


def series(match: Match) -> Series:
    """Play the games of a match, at least two."""
    shares = [float(share_of_game(match, number)) for number in range(match.games)]
    mean, error = fmean(shares), stdev(shares) / sqrt(match.games)
    return Series(match, mean, mean - _NORMAL * error, mean + _NORMAL * error)
