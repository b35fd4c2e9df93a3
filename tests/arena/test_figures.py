"""Tests of the figures of an arena: data, table, plot."""

import copy
import json
import re
import statistics
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from matplotlib.figure import Figure

from fireflies import arena
from fireflies.arena.figures import (
    Failure,
    Figures,
    Share,
    distribution,
    failed_always,
    figures,
    wilson,
)
from fireflies.arena.report import check_plot, plot, table
from fireflies.contract import Outcome
from fireflies.errors import InvalidData
from fireflies.schemas import schema
from fireflies.smile import Clause
from tests.arena import bots
from tests.arena.plans import quick

PLAN: Final = quick(60, "greedy", "random", arena.Player("<Ann & Ben>", "last"), events=True)
TOTALS: Final = arena.run(PLAN)
FIGURES: Final = figures(PLAN, TOTALS)
NOTHING: Final = figures(PLAN, arena.Totals())
FAILING: Final = quick(4, "random", bots.clueless, "random")
FAILED: Final = figures(FAILING, arena.run(FAILING))
NAMED: Final = quick(
    4,
    arena.Player("Ann", "first"),
    arena.Player("Bob", "last"),
    arena.Player("Cy", "last"),
    events=True,
)


SCHEMA: Final = schema("arena")


def again(data: object) -> Any:
    """Return a copy of plain data, as JSON gives it back."""
    return json.loads(json.dumps(data))


# Data.


@pytest.mark.parametrize("found", [FIGURES, NOTHING, FAILED], ids=["all", "nothing", "failed"])
def test_figures_fit_the_schema(found: Figures) -> None:
    """Also those of no games, and of games that all failed."""
    Draft202012Validator(SCHEMA).validate(again(found))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"players": []},
        {"lengths": {"mean": 1, "median": 1, "counts": {}}},
        {"lengths": {"mean": 1, "median": 1, "counts": {"one": 1}}},
        {"failed": -1},
        {"seed": 2**64},
        {"extra": 1},
        {"failures": [{"game": 1}]},
        {"seats": [{"share": {"value": 2, "low": 0, "high": 1}, "scores": None}]},
    ],
    ids=str,
)
def test_changed_figures_do_not_fit_the_schema(change: dict[str, object]) -> None:
    wrong = {**again(FIGURES), **change}
    assert not Draft202012Validator(SCHEMA).is_valid(wrong)


def test_figures_are_those_of_the_totals() -> None:
    """Counted in another way."""
    assert FIGURES["finished"] == 60
    for number, player in enumerate(FIGURES["players"]):
        scores = [
            score
            for (who, _, score), times in TOTALS.scores.items()
            if who == number
            for _ in range(times)
        ]
        assert player["scores"] is not None
        assert player["scores"]["mean"] == pytest.approx(statistics.mean(scores), abs=1e-6)
        assert player["scores"]["median"] == statistics.median_low(scores)
        counts = {str(score): times for score, times in sorted(Counter(scores).items())}
        assert player["scores"]["counts"] == counts
        assert [*player["scores"]["counts"]] == [*counts]
        share = float(TOTALS.credited_wins(number, 3)) / 60
        assert player["share"]["value"] == pytest.approx(share, abs=1e-6)
        assert player["share"]["low"] < share < player["share"]["high"]
    assert sum(player["share"]["value"] for player in FIGURES["players"]) == pytest.approx(
        1, abs=1e-5
    )
    assert sum(seat["share"]["value"] for seat in FIGURES["seats"]) == pytest.approx(1, abs=1e-5)
    ended = FIGURES["clauses"]["smile.end.last-auction"]
    assert ended == {"decided": 0, "events": 60, "games": 60}
    assert sum(clause["decided"] for clause in FIGURES["clauses"].values()) == 60
    assert [*FIGURES["clauses"]] == [clause.value for clause in Clause]


def test_events_are_unknown_unless_they_were_counted() -> None:
    """Null, not zero."""
    plan = quick(3)
    found = figures(plan, arena.run(plan))["clauses"]
    assert {(clause["events"], clause["games"]) for clause in found.values()} == {(None, None)}


def three_games_and_a_failure() -> arena.Totals:
    """Return the totals of four games: Ann wins, Bob and Cy share, Bob wins, Bob's bot fails."""
    totals = arena.Totals(failures=[Failure(3, 77, 1, 2, "error", "ValueError: no idea")])
    most, shared = Clause.WIN_MOST_POINTS, Clause.WIN_SHARED
    pair, last = Clause.PAIR_DISCARD, Clause.LAST_CARD
    totals.count((0, 1, 2), Outcome((5, 3, 3), (0,), most), 40, [last, last, pair])
    totals.count((1, 2, 0), Outcome((4, 4, -1), (0, 1), shared), 44, [pair, pair])
    totals.count((2, 0, 1), Outcome((0, 2, 7), (2,), most), 40)
    return totals


def test_figures_of_four_games() -> None:
    """Two winners get half a win each, and so do the two others when a bot fails."""
    found = figures(NAMED, three_games_and_a_failure())
    Draft202012Validator(SCHEMA).validate(again(found))
    assert [found[key] for key in ("games", "finished", "failed")] == [4, 3, 1]
    ann, bob, cy = found["players"]
    assert [it["share"]["value"] for it in (ann, bob, cy)] == [1.5 / 4, 1.5 / 4, 1 / 4]
    assert [it["failures"] for it in (ann, bob, cy)] == [0, 1, 0]
    assert ann["scores"] == {"mean": 2, "median": 2, "counts": {"-1": 1, "2": 1, "5": 1}}
    assert bob["scores"] == {"mean": 4.666667, "median": 4, "counts": {"3": 1, "4": 1, "7": 1}}
    assert cy["scores"] == {"mean": 2.333333, "median": 3, "counts": {"0": 1, "3": 1, "4": 1}}
    seats = found["seats"]
    assert [it["share"]["value"] for it in seats] == [0.5, 0.166667, 0.333333]
    scores = [it["scores"] for it in seats if it["scores"] is not None]
    assert [it["mean"] for it in scores] == [3, 3, 3]
    assert [it["counts"] for it in scores] == [
        {"0": 1, "4": 1, "5": 1},
        {"2": 1, "3": 1, "4": 1},
        {"-1": 1, "3": 1, "7": 1},
    ]
    assert found["lengths"] == {"mean": 41.333333, "median": 40, "counts": {"40": 2, "44": 1}}
    happened = {
        name: tuple(it.values()) for name, it in found["clauses"].items() if any(it.values())
    }
    assert happened == {
        "smile.pair.discard": (0, 3, 2),
        "smile.last.card": (0, 2, 1),
        "smile.win.most-points": (2, 0, 0),
        "smile.win.shared": (1, 0, 0),
    }
    (failure,) = found["failures"]
    assert failure == {
        "game": 3,
        "seed": 77,
        "player": 1,
        "seat": 2,
        "kind": "error",
        "text": "ValueError: no idea",
        "name": "Bob",
        "bot": "last",
    }


def test_wins_count_once_for_each_player_and_seat() -> None:
    totals = three_games_and_a_failure()
    assert totals.games == 4
    assert [totals.won(player=player) for player in range(3)] == [1, Fraction(3, 2), Fraction(1, 2)]
    assert totals.won(player=1, seat=0) == Fraction(1, 2)
    assert totals.won() == 3
    assert totals.scores_by(player=0, seat=2) == {-1: 1}
    assert totals.scores_by() == {5: 1, 3: 2, 4: 2, -1: 1, 0: 1, 2: 1, 7: 1}
    totals.add(three_games_and_a_failure())
    assert (totals.games, totals.lengths) == (8, {40: 4, 44: 2})
    assert totals.events == {"smile.pair.discard": 6, "smile.last.card": 4}
    assert totals.reached == {"smile.pair.discard": 4, "smile.last.card": 2}


def test_equal_games_are_counted_each() -> None:
    totals = arena.Totals()
    for _ in range(3):
        totals.count((0, 1), Outcome((7, 2), (0,), Clause.WIN_MOST_POINTS), 9)
    assert totals.wins == {(0, 0, 1): 3}
    assert totals.scores == {(0, 0, 7): 3, (1, 1, 2): 3}


def test_the_other_of_two_players_gets_the_win_when_a_bot_fails() -> None:
    """Alone, a player gets none."""
    totals = arena.Totals(failures=[Failure(0, 1, 0, 0, "late", "too late")])
    assert [totals.credited_wins(player, 2) for player in range(2)] == [0, 1]
    assert totals.credited_wins(0, 1) == 0


@given(st.lists(st.integers(-30, 30), min_size=1))
def test_the_median_is_the_lower_one(found: list[int]) -> None:
    """As in the standard library."""
    described = distribution(Counter(found))
    assert described is not None
    assert described["median"] == statistics.median_low(found)


# Tables.


def test_the_table_has_each_player_and_the_requested_figures() -> None:
    short, long = (list(table(PLAN, FIGURES, stats=stats)) for stats in (False, True))
    assert short[0] == "Smile, edition 2017: 60 games, seed 0"
    assert [line.split("  ")[0].rstrip() for line in short[2:6]] == [
        "player",
        "greedy",
        "random",
        "<Ann & Ben>",
    ]
    share = FIGURES["players"][0]["share"]
    expected = (
        f"{100 * share['value']:.1f} % ({100 * share['low']:.1f} to {100 * share['high']:.1f})"
    )
    assert expected in short[3]
    assert long[: len(short)] == short
    rest = "\n".join(long[len(short) :])
    assert "each would win 33.3 %:" in rest
    assert "seat 2: " in rest
    assert "smile.end.last-auction              100.0 %        60" in rest
    assert "% decided" in rest
    assert "the other " in rest


def test_the_table_of_four_games() -> None:
    drawn = [*table(NAMED, figures(NAMED, three_games_and_a_failure()), stats=True)]
    assert len({len(line) for line in drawn[2:6]}) == 1
    assert [" ".join(line.split()) for line in drawn] == [
        "Smile, edition 2017: 4 games, seed 0",
        "",
        "player share of wins points failed",
        "Ann 37.5 % (9.2 to 78.1) 2.0 0",
        "Bob 37.5 % (9.2 to 78.1) 4.7 1",
        "Cy 25.0 % (4.6 to 69.9) 2.3 0",
        "",
        "In parentheses: the 95 % confidence interval.",
        "",
        "Seats; if all were equally good, each would win 33.3 %:",
        "seat 0: 50.0 % (12.5 to 87.5), 3.0 points",
        "seat 1: 16.7 % (1.8 to 69.0), 3.0 points",
        "seat 2: 33.3 % (6.1 to 79.2), 3.0 points",
        "",
        "Points, from the fewest to the most:",
        "Ann: -1 to 5, half of them up to 2",
        "Bob: 3 to 7, half of them up to 4",
        "Cy: 0 to 4, half of them up to 3",
        "Actions of a game: 40 to 44, half of them up to 40",
        "",
        "By clause: share of games with its events, and their number; or share of games decided",
        "smile.last.card 33.3 % 2",
        "smile.pair.discard 66.7 % 3",
        "smile.win.most-points 66.7 % decided",
        "smile.win.shared 33.3 % decided",
        f"the other {len(Clause) - 4} clauses caused no event and decided no game",
        "",
        "Lost because a bot failed; the win goes to the others in equal parts:",
        "Bob, error in 1 game, the first is game 3 (seed 77), on seat 2: ValueError: no idea",
    ]


def test_the_same_illegal_action_on_other_seats_is_one_error() -> None:
    plan = quick(6, "random", bots.cheating, "first")
    *_, line = table(plan, figures(plan, arena.run(plan)), stats=False)
    first = f"the first is game 0 (seed {plan.seed_of(0)}), on seat 1: "
    assert line.startswith(f"  cheating, illegal in 6 games, {first}")
    assert line.endswith("so seat 1 can't 'bid e'")


def test_failed_games_have_no_scores() -> None:
    """The table has a dash for points, and a line for each error, with its place in the bot."""
    lines = list(table(FAILING, FAILED, stats=True))
    assert [line.split()[-2:] for line in lines[3:6]] == [["-", "0"], ["-", "4"], ["-", "0"]]
    assert "  seat 1: 0.0 % (0.0 to 100.0)" in lines
    assert not any("Clauses" in line for line in lines)
    head = next(number for number, it in enumerate(lines) if it.startswith("Lost because"))
    for line in lines[head + 1 :]:
        found = re.fullmatch(
            r"  clueless, error in \d games?, the first is game (\d) \(seed (\d+)\), on seat"
            r" (\d): ValueError: .* \(bots\.py, line \d+\)",
            line,
        )
        assert found
        game, seed, seat = map(int, found.groups())
        assert (seed, seat) == (FAILING.seed_of(game), FAILING.seating(game).index(1))
    assert failed_always(FAILED)
    assert not failed_always(FIGURES)
    assert not failed_always(NOTHING)


def test_many_kinds_of_failures_are_listed_in_part() -> None:
    kinds = [Failure(game, 5, 1, 0, "error", f"ValueError: {game // 2}") for game in range(24)]
    lines = list(table(NAMED, figures(NAMED, arena.Totals(failures=kinds)), stats=False))
    assert len([line for line in lines if "error in 2 games" in line]) == 10
    assert lines[-1] == "  and 2 other errors, which --json lists"


def test_the_table_of_an_interrupted_arena_says_so() -> None:
    assert "0 of 60 games" in next(table(PLAN, NOTHING, stats=False))


# Plots.


def svg_texts(file: Path) -> set[str]:
    """Return the texts of an SVG file; matplotlib writes them as comments."""
    return {text.strip() for text in re.findall("<!--(.*?)-->", file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("found", [FIGURES, NOTHING], ids=["all", "nothing"])
def test_a_plot_has_every_player_and_every_seat(found: Figures, tmp_path: Path) -> None:
    """A name that looks like a formula is not changed."""
    renamed = copy.deepcopy(found)
    for player in renamed["players"]:
        player["name"] = f"_${player['name']}\x1b$"
    file = tmp_path / "a.svg"
    plot(PLAN, renamed, file)
    names = [f"{number}. _${name}\\x1b$" for number, name in enumerate(("greedy", "random"), 1)]
    assert {*names, "seat 0", "seat 1", "seat 2", "points", "games"} <= svg_texts(file)
    games = "60" if found is FIGURES else "0 of 60"
    assert f"Smile, edition 2017: {games} games" in svg_texts(file)


def test_a_plot_shows_the_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(Figure, "savefig", lambda picture, *_, **__: drawn.append(picture))
    plot(PLAN, FIGURES, tmp_path / "a.svg")
    above, below = drawn[0].axes
    for line, player in zip(above.lines, FIGURES["players"], strict=True):
        points = {str(x): y for x, y in line.get_xydata().tolist()}
        assert player["scores"] is not None
        assert points == {f"{s}.0": n for s, n in player["scores"]["counts"].items()}
    ((dots, _, (bars,)),) = below.containers
    shares = [it["share"] for it in (*FIGURES["players"], *FIGURES["seats"])]
    assert dots.get_xdata().tolist() == [share["value"] for share in shares]
    for row, (bar, share) in enumerate(zip(bars.get_segments(), shares, strict=True)):
        assert bar.tolist() == [pytest.approx([share[end], row]) for end in ("low", "high")]


def test_a_plot_that_can_not_be_written_is_refused_before_the_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("a.svg", "b.PNG"):
        check_plot(tmp_path / name)
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(InvalidData, match=r"plot: a file name ends with one of .*svg.*'a\.txt'"):
        check_plot(tmp_path / "a.txt")
    with pytest.raises(OSError, match="No such file"):
        check_plot(tmp_path / "nowhere" / "a.svg")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InvalidData) as caught:
        check_plot(tmp_path / "c.svg")
    wanted = 'plot: it needs matplotlib; in a clone of fireflies: pip install ".[plot]"'
    assert str(caught.value) == wanted
    assert not (tmp_path / "c.svg").exists()


def test_a_plot_that_fails_leaves_the_old_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(_: object, out: Any, **__: object) -> None:
        (out.write_bytes if isinstance(out, Path) else out.write)(b"<svg")
        raise OSError("disk full")

    file = tmp_path / "a.svg"
    file.write_bytes(b"old")
    monkeypatch.setattr(Figure, "savefig", fail)
    check_plot(file)
    with pytest.raises(OSError, match="disk full"):
        plot(PLAN, FIGURES, file)
    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]


def test_matplotlib_is_loaded_only_for_a_plot() -> None:
    program = (
        "import sys; from fireflies.cli import main; code = main(['arena', 'smile', '--games', '1',"
        " '--jobs', '0']); sys.exit(code or 'matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)  # noqa: S603  # it runs nothing but ourselves
    assert done.returncode == 0, done.stderr.decode()


# Shares.


@given(won=st.integers(0, 200), more=st.integers(0, 200))
def test_wilsons_interval_solves_its_equation(won: int, more: int) -> None:
    """The observed share is 1.96 deviations from both ends."""
    games = won + more
    found = wilson(Fraction(won), games)
    if not games:
        assert found == Share(0, 0, 1)
        return
    assert 0 <= found.low <= found.value <= found.high <= 1
    for end in (found.low, found.high):
        deviation = sqrt(end * (1 - end) / games)
        if 0 < end < 1:
            assert abs(found.value - end) == pytest.approx(1.959964 * deviation, rel=1e-4, abs=1e-9)


@pytest.mark.parametrize("true", [0.05, 0.25, 1 / 3, 0.5, 0.9])
def test_the_interval_contains_the_true_share_often_enough(true: float) -> None:
    """Over all possible numbers of wins in 120 games, by the binomial distribution."""
    games = 120
    held = sum(
        comb(games, won) * true**won * (1 - true) ** (games - won)
        for won in range(games + 1)
        if wilson(Fraction(won), games).low <= true <= wilson(Fraction(won), games).high
    )
    assert 0.93 < held < 0.98


def test_shared_wins_make_no_interval_too_narrow() -> None:
    """In 2000 arenas of 150 games, in which wins are often shared."""
    source = Random(11)
    parts, odds = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1)], [5, 2, 2, 1]
    true = sum(part * odd for part, odd in zip(parts, odds, strict=True)) / sum(odds)
    held = 0
    for _ in range(2000):
        found = wilson(sum(source.choices(parts, odds, k=150), Fraction(0)), 150)
        held += found.low <= true <= found.high
    assert held / 2000 > 0.95
