"""What the totals of an arena come to: figures as plain data, and as lines for people.

The plain data fits ``schemas/arena.schema.json``, which says what stands in it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final, TypedDict

from fireflies.arena.planning import Plan
from fireflies.arena.ratings import Estimate, ratings, share
from fireflies.arena.totals import Fault, Totals

FORMAT: Final = "fireflies.arena"
VERSION: Final = 1


class EstimateJson(TypedDict):
    """A figure with its interval."""

    value: float
    low: float
    high: float


class NumbersJson(TypedDict):
    """How whole numbers are distributed; ``counts`` has how often each came, by the number."""

    mean: float
    median: int
    counts: dict[str, int]


class PlayerJson(TypedDict):
    """What is known of a player."""

    name: str
    bot: str
    share: EstimateJson
    rating: EstimateJson
    failures: int
    scores: NumbersJson | None


class SeatJson(TypedDict):
    """What is known of a seat, whoever sits there; only of games that went to their end."""

    share: EstimateJson
    scores: NumbersJson | None


class ClauseJson(TypedDict):
    """How often a clause mattered."""

    decided: int
    events: int | None
    games: int | None


class FiguresJson(TypedDict):
    """All of it."""

    format: str
    version: int
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
    failures: list[dict[str, object]]


def figures(plan: Plan, totals: Totals) -> FiguresJson:
    """The figures of the games that were played, which may be fewer than the plan has."""
    game, count = plan.known, len(plan.players)
    failed = Counter(fault.player for fault in totals.faults)
    rated = ratings(totals.orders, failed, count)
    return FiguresJson(
        format=FORMAT,
        version=VERSION,
        game=game.name,
        edition=game.edition,
        options=plan.options,
        seed=plan.seed,
        seconds=plan.seconds,
        games=plan.games,
        finished=totals.finished,
        failed=len(totals.faults),
        players=[
            PlayerJson(
                name=player.name,
                bot=player.text,
                share=_estimate(share(float(totals.share(number, count)), totals.games)),
                rating=_estimate(rated[number]),
                failures=failed[number],
                scores=numbers(totals.scores_by(player=number)),
            )
            for number, player in enumerate(plan.players)
        ],
        seats=[
            SeatJson(
                share=_estimate(share(float(totals.won_on(seat)), totals.finished)),
                scores=numbers(totals.scores_by(seat=seat)),
            )
            for seat in range(count)
        ],
        lengths=numbers(totals.lengths),
        clauses={
            clause.value: ClauseJson(
                decided=totals.decided[clause.value],
                events=totals.events[clause.value] if plan.events else None,
                games=totals.reached[clause.value] if plan.events else None,
            )
            for clause in game.clauses
        },
        failures=[_fault(plan, fault) for fault in totals.faults],
    )


def _estimate(estimate: Estimate) -> EstimateJson:
    """A figure with its interval, rounded to what anybody could want."""
    value, low, high = (round(number, 6) for number in estimate)
    return EstimateJson(value=value, low=low, high=high)


def _fault(plan: Plan, fault: Fault) -> dict[str, object]:
    """A failure as plain data."""
    return {
        **fault._asdict(),
        "name": plan.players[fault.player].name,
        "bot": plan.players[fault.player].text,
    }


def numbers(counts: Mapping[int, int]) -> NumbersJson | None:
    """How numbers are distributed, given how often each came; None when there are none."""
    total = sum(counts.values())
    if not total:
        return None
    found = sorted(counts)
    below = accumulate(counts[number] for number in found)
    median = next(n for n, times in zip(found, below, strict=True) if 2 * times >= total)
    return NumbersJson(
        mean=round(sum(number * times for number, times in counts.items()) / total, 6),
        median=median,
        counts={str(number): counts[number] for number in found},
    )


def told(plan: Plan, figures: FiguresJson, *, stats: bool) -> Iterator[str]:
    """The figures in lines; ``stats`` adds those of the game's balance."""
    game, played = plan.known, figures["finished"] + figures["failed"]
    yield f"{game.title}, edition {game.edition}: {_of(played, plan.games)}, seed {plan.seed}"
    yield ""
    wide = max(len(player["name"]) for player in figures["players"])
    wide = max(wide, len("player"))
    yield f"{'player':{wide}}  {'share of wins':>22}  {'rating':>20}  {'points':>6}  {'failed':>6}"
    for player in figures["players"]:
        points = f"{player['scores']['mean']:.1f}" if player["scores"] else "-"
        yield (
            f"{player['name']:{wide}}  {_percent(player['share']):>22}"
            f"  {_points(player['rating']):>20}  {points:>6}  {player['failures']:>6}"
        )
    yield ""
    yield "In brackets, where the true figure is in 95 of 100 arenas."
    if stats:
        yield from _balance(figures)
    if figures["failures"]:
        yield ""
        yield "Lost by failing to decide, the win going to the others in equal parts:"
        for fault in figures["failures"]:
            yield (
                f"  game {fault['game']} (seed {fault['seed']}): {fault['name']} on seat"
                f" {fault['seat']}, {fault['kind']}: {fault['text']}"
            )


def _of(played: int, games: int) -> str:
    """How many games were played, and of how many if not all were."""
    return f"{played} games" if played == games else f"{played} of {games} games"


def _percent(share: EstimateJson) -> str:
    """A share in hundredths."""
    low, value, high = (100 * number for number in (share["low"], share["value"], share["high"]))
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def _points(rating: EstimateJson) -> str:
    """A rating in whole points."""
    return f"{rating['value']:+.0f} ({rating['low']:+.0f} to {rating['high']:+.0f})"


def _balance(figures: FiguresJson) -> Iterator[str]:
    """Seats, scores, lengths and clauses."""
    seats = figures["seats"]
    yield ""
    yield f"Seats, each winning {100 / len(seats):.1f} % if none is better than another:"
    for number, seat in enumerate(seats):
        points = f", {seat['scores']['mean']:.1f} points" if seat["scores"] else ""
        yield f"  seat {number}: {_percent(seat['share'])}{points}"
    if figures["lengths"] is None:
        return
    yield ""
    yield "Points, from the fewest to the most:"
    yield from (
        f"  {player['name']}: {_spread(player['scores'])}"
        for player in figures["players"]
        if player["scores"] is not None
    )
    yield f"Actions of a game: {_spread(figures['lengths'])}"
    yield ""
    yield from _clauses(figures)


def _clauses(figures: FiguresJson) -> Iterator[str]:
    """What each clause did, and how many did nothing."""
    part = 100 / figures["finished"]
    yield "Clauses: in how many games something happened by each, how often, what was decided by it"
    silent = 0
    for clause, it in figures["clauses"].items():
        if it["events"]:
            yield f"  {clause:34}{part * (it['games'] or 0):7.1f} %{it['events']:10}"
        elif it["decided"]:
            yield f"  {clause:34}{part * it['decided']:7.1f} % decided"
        else:
            silent += 1
    yield f"  nothing happened by the other {silent}"


def _spread(numbers: NumbersJson) -> str:
    """Least, median and most."""
    found = [*map(int, numbers["counts"])]
    return f"{min(found)}, half of them up to {numbers['median']}, {max(found)}"
