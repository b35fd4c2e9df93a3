"""Totals of games, and their figures: as plain data, as a table and as a plot.

``fireflies schema arena`` prints the JSON Schema of the plain data.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from statistics import NormalDist
from typing import Final, Literal, NamedTuple, TypeAlias, TypedDict, get_args

from fireflies import _html
from fireflies._texts import many
from fireflies._typing import override
from fireflies.arena.planning import Plan
from fireflies.contract import Outcome

FORMAT: Final = "fireflies.arena"
"""The ``format`` of the document of figures."""
VERSION: Final = 1
"""The version of that document."""

DEVIATIONS: Final = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % confidence interval of a normal distribution, in standard deviations."""

FailureKind: TypeAlias = Literal["error", "illegal", "late"]
"""A bot's failure: it raised an error, chose an illegal action, or took too long."""
FAILURE_KINDS: Final[tuple[FailureKind, ...]] = get_args(FailureKind)


class ShareJson(TypedDict):
    """A share of the wins, shared ones counted in part, and its 95 % confidence interval."""

    value: float
    low: float
    high: float


class NumbersJson(TypedDict):
    """Mean, lower median and counts of whole numbers; the keys of the counts are the numbers."""

    mean: float
    median: int
    counts: dict[str, int]


class PlayerJson(TypedDict):
    """A player: bot, share of the wins, games lost by failures, and scores."""

    name: str
    bot: str
    share: ShareJson
    failures: int
    scores: NumbersJson | None


class SeatJson(TypedDict):
    """A seat: its share of the wins, and its scores, in the finished games."""

    share: ShareJson
    scores: NumbersJson | None


class ClauseJson(TypedDict):
    """Games that a clause decided; its events, and the games with one, if the plan asks."""

    decided: int
    events: int | None
    games: int | None


class FailureJson(TypedDict):
    """A game that a player lost because its bot failed; name and bot are that player's."""

    game: int
    seed: int
    player: int
    seat: int
    kind: FailureKind
    text: str
    name: str
    bot: str


class Figures(TypedDict):
    """The figures of many games of the same players, as plain data.

    The same games give the same figures, wherever and in whatever order they are played.
    """

    format: Literal["fireflies.arena"]
    version: Literal[1]
    game: str
    edition: str
    options: Mapping[str, object]
    seed: int
    seconds: float | None
    games: int
    finished: int
    failed: int
    players: list[PlayerJson]
    seats: list[SeatJson]
    lengths: NumbersJson | None
    clauses: dict[str, ClauseJson]
    failures: list[FailureJson]


_Cell: TypeAlias = tuple[int, int, int]


class Failure(NamedTuple):
    """A game that a player lost because its bot failed to decide."""

    game: int
    """The number of the game."""
    seed: int
    """The game's own seed."""
    player: int
    seat: int
    kind: FailureKind
    text: str
    """The error, in one line."""


@dataclass
class Totals:
    """Counts over games, which can be added in any order: all of them are whole numbers.

    A game in which a bot failed is counted in ``failures`` and nowhere else.
    """

    wins: Counter[_Cell] = field(default_factory=Counter[_Cell])
    """By player, seat and number of winners."""
    scores: Counter[_Cell] = field(default_factory=Counter[_Cell])
    """By player, seat and score."""
    lengths: Counter[int] = field(default_factory=Counter[int])
    """Games by the number of their actions, chance's included."""
    decided: Counter[str] = field(default_factory=Counter[str])
    """Games by the clause that decided them."""
    events: Counter[str] = field(default_factory=Counter[str])
    """Events by clause; empty unless the plan asks for them."""
    reached: Counter[str] = field(default_factory=Counter[str])
    """Games with an event by this clause; empty unless the plan asks for them."""
    failures: list[Failure] = field(default_factory=list[Failure])
    """Sorted by game."""
    plan: Plan | None = field(default=None, compare=False, repr=False)
    """The plan of the games, for the names of the players; None when it is not known."""

    @property
    def finished(self) -> int:
        """The number of games that were played to their end."""
        return self.lengths.total()

    @property
    def games(self) -> int:
        """The number of all games."""
        return self.finished + len(self.failures)

    def count(
        self, seating: tuple[int, ...], outcome: Outcome, length: int, clauses: Iterable[str] = ()
    ) -> None:
        """Add a game that was played to its end.

        ``seating`` has the player of each seat, ``length`` is the number of actions, and
        ``clauses`` are those of the events.
        """
        for seat, player in enumerate(seating):
            self.scores[player, seat, outcome.scores[seat]] += 1
        for seat in outcome.winners:
            self.wins[seating[seat], seat, len(outcome.winners)] += 1
        self.lengths[length] += 1
        self.decided[str(outcome.clause)] += 1
        events = Counter(clauses)
        self.events.update(events)
        self.reached.update(events.keys())

    def add(self, other: "Totals") -> None:
        """Add the counts of other games."""
        for each in fields(self)[:-2]:  # not the failures and the plan
            getattr(self, each.name).update(getattr(other, each.name))
        self.failures = sorted(self.failures + other.failures)

    def won(self, *, player: int | None = None, seat: int | None = None) -> Fraction:
        """Return the number of games won by a player, on a seat; shared wins count in part."""
        return sum(
            (
                Fraction(times, winners)
                for (who, at, winners), times in self.wins.items()
                if player in {None, who} and seat in {None, at}
            ),
            Fraction(0),
        )

    def credited_wins(self, player: int, players: int) -> Fraction:
        """Return the number of wins that count for a player; shared wins count in part.

        A game in which a bot failed is an equal part of a win for each of the other players.
        """
        given = sum(failure.player != player for failure in self.failures)
        return self.won(player=player) + Fraction(given, max(players - 1, 1))

    def scores_by(self, *, player: int | None = None, seat: int | None = None) -> Counter[int]:
        """Return the number of finished games by score, of a player, on a seat."""
        found = Counter[int]()
        for (who, at, score), times in self.scores.items():
            if player in {None, who} and seat in {None, at}:
                found[score] += times
        return found

    def _repr_html_(self) -> str:
        """Return the shares of players and seats as tables in HTML; notebooks call this method."""
        names = self._names()
        count, lost = len(names), Counter(failure.player for failure in self.failures)
        players = [
            [
                name,
                wilson(self.credited_wins(player, count), self.games),
                _mean(self.scores_by(player=player)),
                lost[player],
            ]
            for player, name in enumerate(names)
        ]
        seats = [
            [
                f"seat {seat}",
                wilson(self.won(seat=seat), self.finished),
                _mean(self.scores_by(seat=seat)),
            ]
            for seat in range(count)
        ]
        share, mean = "share of wins (95 % interval)", "mean points"
        played = many(self.games, "game")
        title = played if self.plan is None else f"{self.plan.loaded_game.title}: {played}"
        failed = "lost because the bot failed"
        return _html.for_notebook(
            _html.plain_table(f"{title}, by player", ["player", share, mean, failed], players),
            _html.plain_table(f"{title}, by seat", ["seat", share, mean], seats),
        )

    def _names(self) -> list[str]:
        """Return the names of the players; without a plan, numbers of those who were counted."""
        if self.plan is not None:
            return [player.name for player in self.plan.players]
        found = [*self.scores, *[(failure.player, failure.seat) for failure in self.failures]]
        return [f"player {it}" for it in range(max((max(key[:2]) + 1 for key in found), default=0))]


def _mean(counts: Mapping[int, int]) -> str:
    """Return the mean of numbers, from the count of each; a dash without numbers."""
    found = distribution(counts)
    return "-" if found is None else f"{found['mean']:.1f}"


class Share(NamedTuple):
    """A share of wins, and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @override
    def __str__(self) -> str:
        """Return the share and its interval in percent."""
        low, value, high = (f"{100 * it:.1f}" for it in (self.low, self.value, self.high))
        return f"{value} % ({low} to {high})"


def wilson(won: Fraction, games: int) -> Share:
    """Return the share of games won, with its confidence interval (Wilson's); of no games, 0 to 1.

    Shared wins, which count in part, can make the interval wider than necessary, never narrower: of
    all results from 0 to 1 with a given mean, plain wins and losses have the largest variance.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927).
    """
    if not games:
        return Share(0.0, 0.0, 1.0)
    value, square = float(won / games), DEVIATIONS**2
    middle = (value + square / (2 * games)) / (1 + square / games)
    spread = sqrt(value * (1 - value) / games + square / (4 * games**2))
    spread *= DEVIATIONS / (1 + square / games)
    # Rounding must not put the value outside of the interval.
    return Share(
        value, max(0.0, min(value, middle - spread)), min(1.0, max(value, middle + spread))
    )


def figures(plan: Plan, totals: Totals) -> Figures:
    """Return the figures of the games that were played so far."""
    game, count = plan.loaded_game, len(plan.players)
    failed = Counter(failure.player for failure in totals.failures)
    return Figures(
        format=FORMAT,
        version=VERSION,
        game=game.name,
        edition=game.edition,
        options=plan.options,
        seed=plan.seed,
        seconds=plan.seconds,
        games=plan.games,
        finished=totals.finished,
        failed=len(totals.failures),
        players=[
            PlayerJson(
                name=player.name,
                bot=player.bot_name,
                share=_share(totals.credited_wins(number, count), totals.games),
                failures=failed[number],
                scores=distribution(totals.scores_by(player=number)),
            )
            for number, player in enumerate(plan.players)
        ],
        seats=[
            SeatJson(
                share=_share(totals.won(seat=seat), totals.finished),
                scores=distribution(totals.scores_by(seat=seat)),
            )
            for seat in range(count)
        ],
        lengths=distribution(totals.lengths),
        clauses={
            clause.value: ClauseJson(
                decided=totals.decided[clause.value],
                events=totals.events[clause.value] if plan.events else None,
                games=totals.reached[clause.value] if plan.events else None,
            )
            for clause in game.clauses
        },
        failures=[
            FailureJson(
                game=failure.game,
                seed=failure.seed,
                player=failure.player,
                seat=failure.seat,
                kind=failure.kind,
                text=failure.text,
                name=plan.players[failure.player].name,
                bot=plan.players[failure.player].bot_name,
            )
            for failure in totals.failures
        ],
    )


def _share(won: Fraction, games: int) -> ShareJson:
    value, low, high = (round(it, 6) for it in wilson(won, games))
    return ShareJson(value=value, low=low, high=high)


def distribution(counts: Mapping[int, int]) -> NumbersJson | None:
    """Return mean, median and counts of numbers, from the count of each; None without numbers."""
    total = sum(counts.values())
    if not total:
        return None
    found = sorted(counts)
    below = accumulate(counts[number] for number in found)
    return NumbersJson(
        mean=round(sum(number * times for number, times in counts.items()) / total, 6),
        median=next(n for n, times in zip(found, below, strict=True) if 2 * times >= total),
        counts={str(number): counts[number] for number in found},
    )


def failed_always(found: Figures) -> bool:
    """Return whether a bot failed in every game that was played."""
    played = found["finished"] + found["failed"]
    return played > 0 and any(it["failures"] == played for it in found["players"])
