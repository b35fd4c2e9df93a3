"""The figures of an arena for people: a table as text, and a plot."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, Final

from fireflies._texts import many
from fireflies.arena.figures import FailureJson, Figures, NumbersJson, Share
from fireflies.arena.planning import Plan
from fireflies.errors import InvalidData, printable, shown
from fireflies.files import save_bytes

_MOST_FAILURES: Final = 10
"""The most kinds of failures that a table lists."""


def table(plan: Plan, found: Figures, *, stats: bool) -> Iterator[str]:
    """Yield the figures as lines of text; ``stats`` adds the balance of the game."""
    yield f"{_title(plan, found)}, seed {plan.seed}"
    yield ""
    wide = max(len("player"), *[len(player["name"]) for player in found["players"]])
    yield f"{'player':{wide}}  {'share of wins':>22}  {'points':>6}  {'failed':>6}"
    for player in found["players"]:
        points = f"{player['scores']['mean']:.1f}" if player["scores"] else "-"
        share, failures = str(Share(**player["share"])), player["failures"]
        yield f"{player['name']:{wide}}  {share:>22}  {points:>6}  {failures:>6}"
    yield ""
    yield "In parentheses: the 95 % confidence interval."
    if stats:
        yield from _balance(found)
    if found["failures"]:
        yield ""
        yield "Lost because a bot failed; the win goes to the others in equal parts:"
        yield from _failures(found["failures"])


def _failures(failures: Iterable[FailureJson]) -> Iterator[str]:
    """Yield lines about failed games: one for each player and error, with the first such game.

    The same error on another seat, which a refusal names, is no other error.
    """
    groups: dict[tuple[str, str, str], list[FailureJson]] = {}
    for it in failures:
        error = it["text"].replace(f"seat {it['seat']}", "seat")
        groups.setdefault((it["name"], it["kind"], error), []).append(it)
    for (name, kind, _), games in islice(groups.items(), _MOST_FAILURES):
        first, text = games[0], games[0]["text"]
        at = f"game {first['game']} (seed {first['seed']}), on seat {first['seat']}"
        yield f"  {name}, {kind} in {many(len(games), 'game')}, the first is {at}: {text}"
    if len(groups) > _MOST_FAILURES:
        yield f"  and {many(len(groups) - _MOST_FAILURES, 'other error')}, which --json lists"


def _title(plan: Plan, found: Figures) -> str:
    played = found["finished"] + found["failed"]
    games = f"{played}" if played == plan.games else f"{played} of {plan.games}"
    return f"{plan.loaded_game.title}, edition {plan.loaded_game.edition}: {games} games"


def _balance(found: Figures) -> Iterator[str]:
    """Yield lines about seats, scores, lengths and clauses."""
    seats = found["seats"]
    yield ""
    yield f"Seats; if all were equally good, each would win {100 / len(seats):.1f} %:"
    for number, seat in enumerate(seats):
        points = f", {seat['scores']['mean']:.1f} points" if seat["scores"] else ""
        yield f"  seat {number}: {Share(**seat['share'])}{points}"
    if found["lengths"] is None:
        return
    yield ""
    yield "Points, from the fewest to the most:"
    scores = [(it["name"], it["scores"]) for it in found["players"] if it["scores"] is not None]
    for name, numbers in scores:
        yield f"  {name}: {_spread(numbers)}"
    yield f"Actions of a game: {_spread(found['lengths'])}"
    yield ""
    part, others = 100 / found["finished"], 0
    yield "By clause: share of games with its events, and their number; or share of games decided"
    for clause, it in found["clauses"].items():
        if it["events"] and it["games"]:
            yield f"  {clause:34}{part * it['games']:7.1f} %{it['events']:10}"
        elif it["decided"]:
            yield f"  {clause:34}{part * it['decided']:7.1f} % decided"
        else:
            others += 1
    yield f"  the other {others} clauses caused no event and decided no game"


def _spread(numbers: NumbersJson) -> str:
    found = [*map(int, numbers["counts"])]
    return f"{min(found)} to {max(found)}, half of them up to {numbers['median']}"


def check_plot(path: Path) -> None:
    """Check that a plot can be written to this file, before the games are played.

    Raises:
        InvalidData: when matplotlib is not installed, or does not write files with this suffix.
        OSError: when the file can't be written.
    """
    try:
        drawing: Any = import_module("matplotlib.figure")
    except ImportError:
        problem = 'it needs matplotlib; in a clone of fireflies: pip install ".[plot]"'
        raise InvalidData("plot", problem) from None
    kinds: list[str] = sorted(drawing.Figure().canvas.get_supported_filetypes())
    if path.suffix[1:].lower() not in kinds:
        problem = f"a file name ends with one of {', '.join(kinds)}; this is {shown(path.name)}"
        raise InvalidData("plot", problem)
    is_new = not path.exists()
    path.touch()
    if is_new:
        path.unlink()


def plot(plan: Plan, found: Figures, path: Path) -> None:
    """Plot the scores of each player, and the shares of wins of players and seats.

    Raises:
        ImportError: when matplotlib is not installed.
        OSError: when the file can't be written; its old content stays.
    """
    matplotlib: Any = import_module("matplotlib")  # an extra, and slow to import
    drawing: Any = import_module("matplotlib.figure")
    players, seats = found["players"], found["seats"]
    names = [f"{number}. {printable(it['name'])}" for number, it in enumerate(players, 1)]
    with matplotlib.rc_context({"text.parse_math": False}):  # a $ in a name stays a $
        picture = drawing.Figure(figsize=(8, 8), layout="constrained")
        picture.suptitle(_title(plan, found))
        above, below = picture.subplots(2, 1)
        for name, player in zip(names, players, strict=True):
            counts: Mapping[str, int] = player["scores"]["counts"] if player["scores"] else {}
            above.plot([*map(int, counts)], [*counts.values()], "o", alpha=0.7, label=name)
        above.set(xlabel="points", ylabel="games")
        above.legend()
        shares = [it["share"] for it in (*players, *seats)]
        error_bars = [
            [abs(share[end] - share["value"]) for share in shares] for end in ("low", "high")
        ]
        rows = range(len(shares))
        below.errorbar([share["value"] for share in shares], rows, xerr=error_bars, fmt="o")
        below.set_yticks(rows, [*names, *[f"seat {seat}" for seat in range(len(seats))]])
        below.invert_yaxis()
        below.axvline(1 / len(seats), linestyle="dashed")
        below.set(xlabel="share of wins, with its 95 % confidence interval")
        content = BytesIO()
        picture.savefig(content, format=path.suffix[1:].lower())
    save_bytes(path, content.getvalue())
