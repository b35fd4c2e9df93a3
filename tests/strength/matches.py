"""Series of games: one bot against others of one kind, on each seat in turn.

The figure is the bot's share of the victories, where a shared victory counts in part; by chance it
is 1 divided by the number of seats. Games are independent, so the interval is that of a mean
(normal, 95 %): the mean of the shares, plus and minus 1.96 times their standard deviation divided
by the square root of the number of games.

A match with a gate may be looked at more than once, and ends as soon as the interval passes. Each
look is one more chance to pass by luck. So with three looks the interval is wider, 2.39 standard
errors: the chance of an error is divided by the number of looks (Bonferroni).
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import repeat
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from time import process_time
from typing import Final, NamedTuple, TypeAlias

from fireflies import games
from fireflies.bots import named
from fireflies.contract import Action, Bot, State, Turn
from fireflies.record import begin
from fireflies.table import Table
from tests import lines

ERROR: Final = 0.05
"""The chance that an interval is wrong, half of it on each side."""
_FIRST_SEED: Final = 1_000_000
"""Outside of the seeds used to tune the search, 1000 to 60000 and from 2000000."""


class Match(NamedTuple):
    """One bot of a game, the bot on all other seats, and the number of seats."""

    game: str
    player: str
    others: str
    seats: int
    looks: tuple[int, ...]
    """The numbers of games after which the interval is looked at, the lowest first."""
    gain: float | None
    """The gate: the lower end of the interval has to be so much above chance; None without one."""

    @property
    def needed(self) -> float | None:
        """The least lower end of the interval that passes the gate; None without a gate."""
        return None if self.gain is None else 1 / self.seats + self.gain


class Played(NamedTuple):
    """What the bot did in a game."""

    share: Fraction
    """Its share of the victory."""
    seconds: float
    """The CPU time of its decisions with more than one legal action."""
    decisions: int
    """The number of these decisions."""


class Series(NamedTuple):
    """The result of a match."""

    match: Match
    games: int
    share: float
    """The bot's share of the victories."""
    low: float
    high: float
    seconds: float
    """The mean CPU time of a decision of the bot."""

    @property
    def passed(self) -> bool:
        """True when the interval passes the gate, or there is no gate."""
        needed = self.match.needed
        return needed is None or self.low >= needed


SCALING: Final = (100, 200, 400)
"""The looks of a match of a search against the same one with fewer rollouts."""

MATCHES: Final = [
    *(Match("smile", "search:400", "greedy", seats, (600,), 0.1) for seats in (3, 4, 5)),
    *(Match("smile", "search-view:400", "greedy", seats, (200,), None) for seats in (3, 4, 5)),
    *(Match("smile", "search:400", "search-view:400", seats, (200,), None) for seats in (3, 4, 5)),
    *(Match("smile", "search:400", "search:100", seats, SCALING, 0.0) for seats in (3, 5)),
    *(Match("festival", "greedy", "random", seats, (600,), 0.25) for seats in (2, 4, 6)),
    Match("festival", "search:16", "greedy", 2, (200,), 0.0),
    Match("festival", "search:400", "search:100", 2, SCALING, 0.0),
    *(Match("misbehavin", "greedy", "random", seats, (600,), 0.2) for seats in (2, 3, 4)),
    Match("misbehavin", "search:16", "greedy", 2, (200,), 0.0),
    Match("misbehavin", "search:400", "search:100", 2, SCALING, 0.0),
]


class Timed:
    """A bot whose decisions are timed."""

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seconds, self.decisions = bot, 0.0, 0

    def __call__(self, turn: Turn[State]) -> Action:
        """Return the action of the bot."""
        begun = process_time()
        action = self.bot(turn)
        if len(turn.legal_actions) > 1:
            self.seconds += process_time() - begun
            self.decisions += 1
        return action


def play(match: Match, number: int) -> Played:
    """Play game ``number`` of a match.

    Every pair of a seat of the bot and a starting player occurs once in ``seats ** 2`` games.
    """
    seats = match.seats
    seat, starting = number % seats, number // seats % seats
    names = [match.others] * seats
    names[seat] = match.player
    game = games.get(match.game)
    bots = [Timed(named(game, name)) for name in names]
    record = begin(game, {"players": seats, "starting_player": starting}, names)
    outcome = Table(record, bots, seed=_FIRST_SEED + number).run().outcome
    assert outcome is not None, "a table without persons plays to the end"
    own = bots[seat]
    return Played(outcome.returns[seat] + Fraction(1, seats), own.seconds, own.decisions)


Mapping: TypeAlias = Callable[
    [Callable[[Match, int], Played], Iterable[Match], Iterable[int]], Iterable[Played]
]
"""``map``, or that of an executor."""


class Kept:
    """The games that were played, also in earlier runs: a file with a line for each, or none."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._games: dict[tuple[object, ...], Played] = {}
        for *match, number, share, seconds, decisions in lines.read(file):
            self._games[*match, number] = Played(Fraction(share), seconds, decisions)

    def play(self, match: Match, count: int, mapping: Mapping) -> list[Played]:
        """Return the first games of a match; play and keep those that are not there."""
        names = match[:4]
        missing = [number for number in range(count) if (*names, number) not in self._games]
        found = mapping(play, repeat(match), missing)
        for number, played in zip(missing, found, strict=True):
            self._games[*names, number] = played
            lines.keep(self._file, [*names, number, str(played.share), *played[1:]])
        return [self._games[*names, number] for number in range(count)]


def series(match: Match, kept: Kept, mapping: Mapping) -> Iterator[Series]:
    """Play a match; yield the result at each look, the last of which ends the match."""
    for count in match.looks:
        found = judged(match, kept.play(match, count, mapping))
        yield found
        if match.gain is not None and found.passed:
            return


def judged(match: Match, played: list[Played]) -> Series:
    """Return the result of these games of a match, at least two."""
    shares = [float(it.share) for it in played]
    deviations = NormalDist().inv_cdf(1 - ERROR / 2 / len(match.looks))
    mean, error = fmean(shares), deviations * stdev(shares) / sqrt(len(shares))
    seconds = sum(it.seconds for it in played) / max(1, sum(it.decisions for it in played))
    return Series(match, len(shares), mean, mean - error, mean + error, seconds)
