"""Totals of games, and their figures: as plain data, as a table and as a picture.

The plain data fits ``schemas/arena.schema.json``, which describes it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from importlib import import_module
from itertools import accumulate
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final, NamedTuple, TypeAlias

from fireflies.arena.planning import Plan
from fireflies.contract import Outcome
from fireflies.errors import InvalidData, printable, shown

FORMAT: Final = "fireflies.arena"
VERSION: Final = 1

DEVIATIONS: Final = NormalDist().inv_cdf(0.975)
"""Standard deviations to either side of the mean that hold 95 % of a normal distribution."""

Figures: TypeAlias = Mapping[str, Any]
"""Plain data that fits the schema."""

_Cell: TypeAlias = tuple[int, int, int]


class Fault(NamedTuple):
    """A game that a player lost because its bot failed to decide."""

    game: int
    """The number of the game."""
    seed: int
    """The game's own seed."""
    player: int
    seat: int
    kind: str
    """``error``: the bot raised one; ``illegal``: its action was; ``late``: it took too long."""
    text: str
    """The error, in one line."""


@dataclass
class Totals:
    """Counts over games. They are whole numbers, so they can be added up in any order.

    A game in which a bot failed is in ``faults`` and nowhere else.
    """

    wins: Counter[_Cell] = field(default_factory=Counter[_Cell])
    """By player, seat and number of winners."""
    scores: Counter[_Cell] = field(default_factory=Counter[_Cell])
    """By player, seat and score."""
    lengths: Counter[int] = field(default_factory=Counter[int])
    """Games by the number of their actions, those of chance included."""
    decided: Counter[str] = field(default_factory=Counter[str])
    """Games by the clause that decided who won."""
    events: Counter[str] = field(default_factory=Counter[str])
    """Events by clause; empty unless the plan asks for them."""
    reached: Counter[str] = field(default_factory=Counter[str])
    """Games with an event by this clause; empty unless the plan asks for them."""
    faults: list[Fault] = field(default_factory=list[Fault])
    """Sorted by game."""

    @property
    def finished(self) -> int:
        """Return the number of games that went to their end."""
        return self.lengths.total()

    @property
    def games(self) -> int:
        """Return the number of all games."""
        return self.finished + len(self.faults)

    def count(
        self, seated: tuple[int, ...], outcome: Outcome, length: int, clauses: Iterable[str] = ()
    ) -> None:
        """Add a game that went to its end: the player of each seat, and its events' clauses."""
        for seat, player in enumerate(seated):
            self.scores[player, seat, outcome.scores[seat]] += 1
        for seat in outcome.winners:
            self.wins[seated[seat], seat, len(outcome.winners)] += 1
        self.lengths[length] += 1
        self.decided[str(outcome.clause)] += 1
        events = Counter(clauses)
        self.events.update(events)
        self.reached.update(events.keys())

    def add(self, other: "Totals") -> None:
        """Add the counts of other games."""
        for each in fields(self)[:-1]:
            getattr(self, each.name).update(getattr(other, each.name))
        self.faults = sorted(self.faults + other.faults)

    def won(self, *, player: int | None = None, seat: int | None = None) -> Fraction:
        """Return how many finished games were won by a player, on a seat; shared wins in part."""
        return sum(
            (
                Fraction(times, winners)
                for (who, at, winners), times in self.wins.items()
                if player in {None, who} and seat in {None, at}
            ),
            Fraction(0),
        )

    def share(self, player: int, players: int) -> Fraction:
        """Return how many games a player has won; shared wins in part.

        A game that somebody lost by failing is an equal part of a win for each of the others.
        """
        given = sum(fault.player != player for fault in self.faults)
        return self.won(player=player) + Fraction(given, max(players - 1, 1))

    def scores_by(self, *, player: int | None = None, seat: int | None = None) -> Counter[int]:
        """Return how often each score came, of a player, on a seat."""
        found = Counter[int]()
        for (who, at, score), times in self.scores.items():
            if player in {None, who} and seat in {None, at}:
                found[score] += times
        return found


class Share(NamedTuple):
    """A share, and the interval that holds the true one in 95 of 100 arenas."""

    value: float
    low: float
    high: float


def wilson(won: Fraction, games: int) -> Share:
    """Return the share of so many games, with Wilson's score interval; of no games, 0 to 1.

    A shared win counts in part. That can make the interval wider than necessary, never narrower:
    no figure between 0 and 1 varies more than one that is either of the two.

    Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927).
    """
    if not games:
        return Share(0.0, 0.0, 1.0)
    value, square = float(won / games), DEVIATIONS**2
    middle = (value + square / (2 * games)) / (1 + square / games)
    spread = sqrt(value * (1 - value) / games + square / (4 * games**2))
    spread *= DEVIATIONS / (1 + square / games)
    # Without min and max, the last digit of a float may put an end beyond the value.
    return Share(
        value, max(0.0, min(value, middle - spread)), min(1.0, max(value, middle + spread))
    )


def figures(plan: Plan, totals: Totals) -> Figures:
    """Return the figures of the games so far, which may be fewer than the plan has."""
    game, count = plan.known, len(plan.players)
    failed = Counter(fault.player for fault in totals.faults)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "edition": game.edition,
        "options": plan.options,
        "seed": plan.seed,
        "seconds": plan.seconds,
        "games": plan.games,
        "finished": totals.finished,
        "failed": len(totals.faults),
        "players": [
            {
                "name": player.name,
                "bot": player.text,
                "share": _share(totals.share(number, count), totals.games),
                "failures": failed[number],
                "scores": numbers(totals.scores_by(player=number)),
            }
            for number, player in enumerate(plan.players)
        ],
        "seats": [
            {
                "share": _share(totals.won(seat=seat), totals.finished),
                "scores": numbers(totals.scores_by(seat=seat)),
            }
            for seat in range(count)
        ],
        "lengths": numbers(totals.lengths),
        "clauses": {
            clause.value: {
                "decided": totals.decided[clause.value],
                "events": totals.events[clause.value] if plan.events else None,
                "games": totals.reached[clause.value] if plan.events else None,
            }
            for clause in game.clauses
        },
        "failures": [
            {
                **fault._asdict(),
                "name": plan.players[fault.player].name,
                "bot": plan.players[fault.player].text,
            }
            for fault in totals.faults
        ],
    }


def _share(won: Fraction, games: int) -> Figures:
    return {name: round(value, 6) for name, value in wilson(won, games)._asdict().items()}


def numbers(counts: Mapping[int, int]) -> Figures | None:
    """Return how numbers are distributed, given how often each came; None when there are none."""
    total = sum(counts.values())
    if not total:
        return None
    found = sorted(counts)
    below = accumulate(counts[number] for number in found)
    return {
        "mean": round(sum(number * times for number, times in counts.items()) / total, 6),
        "median": next(n for n, times in zip(found, below, strict=True) if 2 * times >= total),
        "counts": {str(number): counts[number] for number in found},
    }


def table(plan: Plan, found: Figures, *, stats: bool) -> Iterator[str]:
    """Return the figures as lines; ``stats`` adds those of the game's balance."""
    yield f"{_title(plan, found)}, seed {plan.seed}"
    yield ""
    wide = max(len("player"), *[len(player["name"]) for player in found["players"]])
    yield f"{'player':{wide}}  {'share of wins':>22}  {'points':>6}  {'failed':>6}"
    for player in found["players"]:
        points = f"{player['scores']['mean']:.1f}" if player["scores"] else "-"
        share, failures = _percent(player["share"]), player["failures"]
        yield f"{player['name']:{wide}}  {share:>22}  {points:>6}  {failures:>6}"
    yield ""
    yield "In brackets, where the true figure is in 95 of 100 arenas."
    if stats:
        yield from _balance(found)
    if found["failures"]:
        yield ""
        yield "Lost because a bot failed; the win goes to the others in equal parts:"
        for fault in found["failures"]:
            yield (
                f"  game {fault['game']} (seed {fault['seed']}): {fault['name']} on seat"
                f" {fault['seat']}, {fault['kind']}: {fault['text']}"
            )


def _title(plan: Plan, found: Figures) -> str:
    played = found["finished"] + found["failed"]
    games = f"{played}" if played == plan.games else f"{played} of {plan.games}"
    return f"{plan.known.title}, edition {plan.known.edition}: {games} games"


def _percent(share: Figures) -> str:
    low, value, high = (100 * share[key] for key in ("low", "value", "high"))
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def _balance(found: Figures) -> Iterator[str]:
    """Return lines about seats, scores, lengths and clauses."""
    seats = found["seats"]
    yield ""
    yield f"Seats, each winning {100 / len(seats):.1f} % if none is better than another:"
    for number, seat in enumerate(seats):
        points = f", {seat['scores']['mean']:.1f} points" if seat["scores"] else ""
        yield f"  seat {number}: {_percent(seat['share'])}{points}"
    if not found["finished"]:
        return
    yield ""
    yield "Points, from the fewest to the most:"
    for player in found["players"]:
        yield f"  {player['name']}: {_spread(player['scores'])}"
    yield f"Actions of a game: {_spread(found['lengths'])}"
    yield ""
    part, silent = 100 / found["finished"], 0
    yield "Clauses: games with an event by each, events, and games that were decided by it"
    for clause, it in found["clauses"].items():
        if it["events"]:
            yield f"  {clause:34}{part * it['games']:7.1f} %{it['events']:10}"
        elif it["decided"]:
            yield f"  {clause:34}{part * it['decided']:7.1f} % decided"
        else:
            silent += 1
    yield f"  nothing happened by the other {silent}"


def _spread(numbers: Figures) -> str:
    found = [*map(int, numbers["counts"])]
    return f"{min(found)}, half of them up to {numbers['median']}, {max(found)}"


def check_plot(path: Path) -> None:
    """Make sure, before anything is played, that a picture can be drawn there.

    Raises:
        InvalidData: when matplotlib is not installed, or does not write files of this kind.
        OSError: when the file can't be written.
    """
    try:
        drawing: Any = import_module("matplotlib.figure")
    except ImportError:
        problem = 'it needs matplotlib, which this installs: pip install "fireflies[plot]"'
        raise InvalidData("plot", problem) from None
    kinds: list[str] = sorted(drawing.Figure().canvas.get_supported_filetypes())
    if path.suffix[1:].lower() not in kinds:
        problem = f"a file name ends with one of {', '.join(kinds)}; this is {shown(path.name)}"
        raise InvalidData("plot", problem)
    path.touch()


def plot(plan: Plan, found: Figures, path: Path) -> None:
    """Draw the scores of each player, and the shares of wins of players and seats.

    Raises:
        ImportError: when matplotlib is not installed.
        OSError: when the file can't be written.
    """
    matplotlib: Any = import_module("matplotlib")  # loaded only here: few want a picture
    drawing: Any = import_module("matplotlib.figure")
    players, seats = found["players"], found["seats"]
    names = [f"{number}. {printable(it['name'])}" for number, it in enumerate(players, 1)]
    with matplotlib.rc_context({"text.parse_math": False}):  # a $ in a name is a $
        picture = drawing.Figure(figsize=(8, 8), layout="constrained")
        picture.suptitle(_title(plan, found))
        above, below = picture.subplots(2, 1)
        for name, player in zip(names, players, strict=True):
            counts: Mapping[str, int] = player["scores"]["counts"] if player["scores"] else {}
            above.plot([*map(int, counts)], [*counts.values()], "o", alpha=0.7, label=name)
        above.set(xlabel="points", ylabel="games")
        above.legend()
        shares = [it["share"] for it in (*players, *seats)]
        reach = [[abs(share[end] - share["value"]) for share in shares] for end in ("low", "high")]
        rows = range(len(shares))
        below.errorbar([share["value"] for share in shares], rows, xerr=reach, fmt="o")
        below.set_yticks(rows, [*names, *[f"seat {seat}" for seat in range(len(seats))]])
        below.invert_yaxis()
        below.axvline(1 / len(seats), linestyle="dashed")
        below.set(xlabel="share of wins, and where the true one is in 95 of 100 arenas")
        picture.savefig(path)
