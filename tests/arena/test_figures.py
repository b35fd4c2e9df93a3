"""The figures of an arena, as data, as lines and as a picture."""

import json
import statistics
from collections import Counter
from importlib import resources
from typing import Any, Final, cast
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from fireflies import arena
from fireflies.arena.figures import FiguresJson, figures, numbers, told
from fireflies.arena.plotting import plot
from fireflies.contract import Outcome
from fireflies.smile import Clause
from tests.arena import bots
from tests.arena.plans import quick

PLAN: Final = quick(60, "greedy", "random", arena.Player("<Ann & Ben>", "last"), events=True)
TOTALS: Final = arena.run(PLAN)
FIGURES: Final = figures(PLAN, TOTALS)
NOTHING: Final = figures(PLAN, arena.Totals())
FAILING: Final = quick(4, "random", bots.clueless, "random")
FAILED: Final = figures(FAILING, arena.run(FAILING))


def schema() -> dict[str, Any]:
    """The schema, as it lies in the package."""
    file = resources.files("fireflies").joinpath("schemas/arena.schema.json")
    return cast("dict[str, Any]", json.loads(file.read_text(encoding="utf-8")))


def again(data: object) -> Any:
    """Data of one's own that says the same, as it comes out of JSON."""
    return json.loads(json.dumps(data))


# As data.


def test_the_schema_is_one_and_describes_what_stands_in_the_figures() -> None:
    """Of the newest draft, with a name, and words for every key of the document."""
    Draft202012Validator.check_schema(schema())
    assert schema()["$id"] == "urn:fireflies:schema:arena:1"
    assert all(entry["description"] for entry in schema()["properties"].values())
    assert [*schema()["properties"]] == [*FIGURES]


@pytest.mark.parametrize("found", [FIGURES, NOTHING, FAILED], ids=["all", "nothing", "failed"])
def test_figures_fit_the_schema(found: FiguresJson) -> None:
    """Of many games, of none, and of games that nobody finished."""
    Draft202012Validator(schema()).validate(again(found))


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
def test_what_is_changed_does_not_fit(change: dict[str, object]) -> None:
    """Each of these by itself."""
    wrong = {**again(FIGURES), **change}
    assert not Draft202012Validator(schema()).is_valid(wrong)


def test_figures_are_those_of_the_totals() -> None:
    """Counted from the totals in other words."""
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
        share = float(TOTALS.share(number, 3)) / 60
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
    """Null, and not zero."""
    plan = quick(3)
    found = figures(plan, arena.run(plan))["clauses"]
    assert {(clause["events"], clause["games"]) for clause in found.values()} == {(None, None)}


@given(st.lists(st.integers(-30, 30), min_size=1))
def test_the_median_is_the_lower_one(found: list[int]) -> None:
    """As the standard library has it."""
    told = numbers(Counter(found))
    assert told is not None
    assert told["median"] == statistics.median_low(found)


# As lines.


def test_the_table_says_who_is_how_strong() -> None:
    """A line for each player, with the interval; what is asked for comes after it."""
    short, long = (list(told(PLAN, FIGURES, stats=stats)) for stats in (False, True))
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
    assert "33.3 % if none is better" in rest
    assert "seat 2: " in rest
    assert "smile.end.last-auction              100.0 %        60" in rest
    assert "% decided" in rest
    assert "by the other " in rest


def test_games_without_an_end_have_no_scores() -> None:
    """A dash in place of points; the failures are told one by one."""
    lines = list(told(FAILING, FAILED, stats=True))
    assert [line.split()[-2:] for line in lines[3:6]] == [["-", "0"], ["-", "4"], ["-", "0"]]
    assert not any("Clauses" in line for line in lines)
    failures = lines[-4:]
    for number, line in enumerate(failures):
        seed = FAILING.seed_of(number)
        start = (
            f"  game {number} (seed {seed}): clueless on seat {(1 + number) % 3}, error: ValueError"
        )
        assert line.startswith(start)


def test_what_is_told_of_a_part_says_so() -> None:
    """Of an arena that was interrupted."""
    assert "0 of 60 games" in next(told(PLAN, NOTHING, stats=False))


# As a picture.

SVG: Final = "{http://www.w3.org/2000/svg}"


def drawn(title: str, found: FiguresJson) -> ET.Element:
    """The picture, read as XML."""
    return ET.fromstring(plot(title, found))


def test_bars_are_as_high_as_scores_are_frequent() -> None:
    """And each player's add up to the same, over one axis; the mean stands where it is."""
    picture = drawn("Smile", FIGURES)
    rows: dict[float, list[ET.Element]] = {}
    for bar in picture.iter(f"{SVG}rect"):
        if bar.get("class") == "bar":
            floor = round(float(bar.attrib["y"]) + float(bar.attrib["height"]), 1)
            rows.setdefault(floor, []).append(bar)
    assert len(rows) == 3
    means = [
        float(line.attrib["x1"])
        for line in picture.iter(f"{SVG}line")
        if line.get("class") == "mean"
    ]
    lefts: dict[int, float] = {}
    for row, player, mean in zip(rows.values(), FIGURES["players"], means, strict=True):
        scores = player["scores"]
        assert scores is not None
        heights = [float(bar.attrib["height"]) for bar in row]
        unit = sum(heights) / 60
        for bar, (score, times) in zip(row, scores["counts"].items(), strict=True):
            assert float(bar.attrib["height"]) == pytest.approx(unit * times, abs=0.02)
            left = float(bar.attrib["x"])
            assert lefts.setdefault(int(score), left) == left
        middles = [float(bar.attrib["x"]) + float(bar.attrib["width"]) / 2 for bar in row]
        weighed = sum(a * b for a, b in zip(middles, heights, strict=True)) / sum(heights)
        assert mean == pytest.approx(weighed, abs=0.5)
    assert lefts == dict(sorted(lefts.items(), key=lambda pair: pair[1])), "left is less"


def test_seats_stand_beside_what_would_be_fair() -> None:
    """The dot is in its interval, and on the scale of the dashed line."""
    picture = drawn("Smile", FIGURES)
    (fair,) = (
        float(it.attrib["x1"]) for it in picture.iter(f"{SVG}line") if it.get("class") == "fair"
    )
    zero = min(
        float(it.attrib["x1"]) for it in picture.iter(f"{SVG}line") if it.get("class") == "axis"
    )
    dots = [float(dot.attrib["cx"]) for dot in picture.iter(f"{SVG}circle")]
    spans = [it for it in picture.iter(f"{SVG}line") if it.get("class") == "span"]
    for dot, span, seat in zip(dots, spans, FIGURES["seats"], strict=True):
        scale = (fair - zero) * 3
        assert (dot - zero) / scale == pytest.approx(seat["share"]["value"], abs=1e-3)
        assert float(span.attrib["x1"]) < dot < float(span.attrib["x2"])


def test_the_picture_is_told_in_words_and_stays_in_its_frame() -> None:
    """Names are escaped; every number in it stands in the description."""
    picture = drawn("Smile & more", FIGURES)
    words = picture.findtext(f"{SVG}desc")
    assert words is not None
    assert "<Ann & Ben> has " in words
    scores = FIGURES["players"][0]["scores"]
    assert scores is not None
    assert all(f"{score}: {times}" in words for score, times in scores["counts"].items())
    assert picture.findtext(f"{SVG}title") == "Smile & more: 60 games"
    assert "prefers-color-scheme:dark" in (picture.findtext(f"{SVG}style") or "")
    *_, wide, high = map(int, picture.attrib["viewBox"].split())
    for thing in picture.iter():
        for name, most in (("x", wide), ("x2", wide), ("cx", wide), ("y", high), ("y2", high)):
            assert 0 <= float(thing.get(name, 0)) <= most


def test_long_names_are_cut() -> None:
    """They would run into the bars."""
    plan = quick(3, "random", "first", arena.Player("W" * 99, "last"))
    texts = [it.text for it in drawn("Smile", figures(plan, arena.run(plan))).iter(f"{SVG}text")]
    assert "W" * 22 in texts


def test_scores_of_any_size_have_few_ticks() -> None:
    """From one score alone to many thousands."""
    for low, high in ((3, 3), (-5, 30), (0, 100_000)):
        totals = arena.Totals()
        for score in (low, high):
            totals.count((0, 1, 2), Outcome((score,) * 3, (0, 1, 2), Clause.WIN_SHARED), 1)
        picture = drawn("Smile", figures(PLAN, totals))
        ticks = [it for it in picture.iter(f"{SVG}text") if it.get("text-anchor") == "middle"][:-2]
        assert 1 <= len(ticks) <= 9


def test_without_a_game_there_is_nothing_to_draw() -> None:
    """And the picture says so."""
    texts = [it.text for it in drawn("Smile", NOTHING).iter(f"{SVG}text")]
    assert texts == ["Smile: 0 games", "No game went to its end."]
