"""Tests of the picture of a table: well-formed, complete, without hidden information."""

import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given

from fireflies import smile, testing
from fireflies.contract import SPECTATOR, Observer
from fireflies.smile import GAME, strategies
from fireflies.smile.svg import WIDTH

ROOT: Final = Path(__file__).parents[2]
SVG: Final = "{http://www.w3.org/2000/svg}"
EXTREME: Final = smile.State(
    auction=20,
    starting_player=4,
    in_auction=(4, 0),
    row=(
        smile.Offer("d", smile.Card(-5, "yellow", "IV"), 99),
        smile.Offer("e", smile.Card(6), 1),
    ),
    players=tuple(
        smile.Player(seat, 8, tuple(smile.Card(1) for _ in range(5 * seat))) for seat in range(5)
    ),
    supply=smile.Supply(-75, -35),
    discarded=(smile.Card(2, "red"),) * 40,
    undealt=(smile.Card(2, "red"),) * 5,
)
START: Final = "1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -"


def placed(picture: str, text: str) -> ET.Element:
    """Return the places and styles of these texts in the picture."""
    (found,) = (it for it in ET.fromstring(picture).iter(f"{SVG}text") if it.text == text)
    return found


def words(picture: str) -> list[str]:
    """Return all texts of the picture, without its description."""
    root = ET.fromstring(picture)
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def frame(picture: str) -> tuple[int, int]:
    """Return width and height of the picture."""
    _, _, width, height = map(int, ET.fromstring(picture).get("viewBox", "").split())
    return width, height


@pytest.mark.long
@given(testing.states(GAME))
def test_any_view_is_a_described_picture(state: object) -> None:
    """It is well-formed SVG, with a title, and the drawn text as description."""
    assert isinstance(state, smile.State)
    for seat in (None, SPECTATOR, *range(state.seats)):
        view = state.view(seat)
        root = ET.fromstring(smile.draw(view))
        headline = str(view).partition("\n")[0]
        assert root.get("role") == "img"
        assert root.findtext(f"{SVG}title") == f"Smile. {headline}"
        assert root.get("aria-label") == f"Smile. {headline}"
        assert root.findtext(f"{SVG}desc") == str(view)
        assert view._repr_svg_() == smile.draw(view)


@given(strategies.positions())
def test_every_fact_is_written(state: smile.State) -> None:
    """Slots, values, color names, markers and beads of the row, hands, supply."""
    written = words(smile.draw(state.view()))
    for offer in state.row:
        assert offer.slot in written
        if offer.beads:
            assert f"{offer.beads} bead{'' if offer.beads == 1 else 's'}" in written
    cards = [offer.card for offer in state.row]
    cards += [card for player in state.players for card in player.cards]
    for card in cards:
        assert str(card.value).replace("-", "\u2212") in written
        assert {card.color, card.marker} - {""} <= set(written)
    for color in ("yellow", "white", "red", "blue"):
        assert written.count(color) == sum(card.color == color for card in cards)
    for player in state.players:
        assert f"{player.clear} clear, {player.blue} blue" in written
    assert f"\u25b6 Seat {state.in_auction[0]} to move" in written


def test_each_color_has_a_shape_of_its_own() -> None:
    shapes: set[str] = set()
    for color in ("yellow", "white", "red", "blue"):
        position = f"1 0 012 a:1{color[0]},b:2,c:3 6+0/6+0/6+0 17+5 - -"
        picture = smile.draw(smile.State.parse(position).view())
        (mark,) = re.findall(rf'<g class="mark {color}"[^>]*>(.*?)</g>', picture)
        shapes.add(mark)
    assert len(shapes) == 4


def test_hidden_beads_are_not_in_the_picture() -> None:
    """The picture of a seat does not depend on the other hands."""
    one = smile.State.parse(START)
    other = one._replace(players=(*one.players[:2], smile.Player(11, 3, ())))
    assert smile.draw(one.view(0)) == smile.draw(other.view(0))
    assert words(smile.draw(one.view(0))).count("beads hidden") == 2


def test_the_end_names_scores_and_winners() -> None:
    written = words(smile.draw(smile.State.parse("1 0 - - 5+0:1/7+1:1/7+0:1 16+4 - -").view()))
    assert "Seat 0: 2 points" in written
    assert "Seat 1: 1 point" in written
    assert "Seat 2: 2 points \u2605 won" in written


HEADLINES: Final = (
    "Auction 1 of 1: seat 0 to move",
    "Auction 1 of 1: seat 0 to move (as seat 0 sees it)",
)


@pytest.mark.parametrize(
    ("position", "width"),
    [
        pytest.param("1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -", 480, id="least"),
        pytest.param("1 0 0123 a:1,b:2,c:3,d:4 6+0/6+0/6+0/6+0 11+5 - -", 516, id="row of four"),
        pytest.param(
            "1 0 01234 a:1,b:2,c:3,d:4,e:5 6+0/6+0/6+0/6+0/6+0 5+5 - -", 648, id="row of five"
        ),
        pytest.param("1 0 - - 6+0:1/6+0:1/6+0:1 17+5 - -", 720, id="long headline"),
    ],
)
def test_the_picture_is_as_wide_as_what_is_on_it(position: str, width: int) -> None:
    assert frame(smile.draw(smile.State.parse(position).view()))[0] == width


def test_the_observer_in_the_headline_makes_the_picture_wider() -> None:
    state = smile.State.parse("1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -")
    pictures = [smile.draw(state.view(seat)) for seat in (None, 0)]
    for picture, line in zip(pictures, HEADLINES, strict=True):
        assert f"<title>Smile. {line}</title>" in picture
        assert frame(picture)[0] == max(480, 32 + 10 * len(line))


def test_many_cards_make_the_picture_wider() -> None:
    """Up to a maximum."""
    cards = (smile.Card(1),)
    for number, width in ((1, 480), (4, 486), (5, 542), (8, 710), (9, WIDTH), (20, WIDTH)):
        players = (smile.Player(0, 0, ()), smile.Player(0, 0, cards * number))
        state = EXTREME._replace(row=(), players=players, starting_player=0, in_auction=(0, 1))
        assert frame(smile.draw(state.view()))[0] == width


@pytest.mark.parametrize(("position", "letters"), [("1 0 012 a:1,b:2,c:3", 56), ("", 86)])
def test_lines_of_text_end_before_the_frame(position: str, letters: int) -> None:
    """One more card would not fit."""
    state = EXTREME
    if position:
        state = smile.State.parse(f"{position} 6+0/6+0/6+0 17+5 - -")
        state = state._replace(discarded=EXTREME.discarded)
    picture = smile.draw(state.view())
    (first, *_) = [line for line in words(picture) if line.startswith("Discarded: ")]
    assert letters - len(", 2 red") < len(first) <= letters


def test_a_line_of_text_is_filled_to_its_last_letter() -> None:
    """In the smallest picture 56 letters fit."""
    cards = tuple(map(smile.read_card, ("-1 red", "1 blue", "2 blue", "2 red", "3 blue", "6 blue")))
    state = smile.State.parse("1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -")
    picture = smile.draw(state._replace(discarded=cards).view())
    line = f"Discarded: {', '.join(map(str, cards))}"
    assert len(line) == 56
    assert line in words(picture)


def test_winners_and_the_seat_to_move_are_highlighted() -> None:
    over = smile.draw(smile.State.parse("1 0 - - 5+0:1/7+1:1/7+0:1 16+4 - -").view())
    assert placed(over, "Seat 2: 2 points \u2605 won").get("class") == "move"
    assert placed(over, "Seat 0: 2 points").get("class") is None
    assert placed(over, "Seat 1: 1 point").get("class") is None
    bidding = smile.draw(smile.State.parse(START).view())
    assert placed(bidding, "\u25b6 Seat 0 to move").get("class") == "move"
    assert placed(bidding, "Seat 1").get("class") is None


def test_a_seat_that_has_left_the_auction_is_said_to_have_a_card() -> None:
    state = smile.State.parse("1 0 02 b:1*3,c:4 4+0/5+0:-1w/6+0 17+5 - -")
    names = [text for text in words(smile.draw(state.view())) if "Seat" in text]
    assert names == ["\u25b6 Seat 0 to move", "Seat 1: has a card", "Seat 2"]


def test_a_seat_without_cards_says_so() -> None:
    picture = smile.draw(EXTREME.view())
    place, top = placed(picture, "no cards"), int(placed(picture, "Seat 0").get("y", ""))
    assert (place.get("x"), place.get("y"), place.get("class")) == ("246", str(top + 12), "faint")


def test_beads_lie_in_two_lines_of_eight() -> None:
    """They do not touch each other; more are only counted."""
    root = ET.fromstring(smile.draw(EXTREME.view()))
    beads = [
        (int(it.get("cx", "")), int(it.get("cy", "")))
        for it in root.iter(f"{SVG}circle")
        if it.get("class") == "bead"
    ]
    (first, *_), alone = beads, beads.pop()
    assert beads == [
        (first[0] + 11 * column, first[1] + 13 * line) for line in range(2) for column in range(8)
    ]
    assert alone == (first[0] + 132, first[1])
    count = placed(smile.draw(EXTREME.view()), "99 beads")
    assert int(count.get("y", "")) == first[1] + 30


def test_cards_in_front_lie_in_lines_of_eight() -> None:
    picture = smile.draw(EXTREME.view())
    places = [
        (int(left), int(top)) for left, top in re.findall(r'"translate\((\d+) (\d+)\)">', picture)
    ][len(EXTREME.row) :]
    expected: list[tuple[int, int]] = []
    top = int(placed(picture, "Seat 1: has a card").get("y", "")) - 20
    for number in (5, 10, 15, 20):
        expected += [(246 + 56 * (n % 8), top + 62 * (n // 8)) for n in range(number)]
        top += 62 * (1 + (number - 1) // 8) + 12
    assert places == expected


@pytest.mark.long
@pytest.mark.parametrize("seat", [None, SPECTATOR, 0, 4])
@given(state=strategies.positions())
@example(EXTREME)
def test_nothing_leaves_the_frame(seat: Observer, state: smile.State) -> None:
    """With five players, twenty cards in front of one and a hundred beads."""
    picture = smile.draw(
        state.view(seat if not isinstance(seat, int) or seat < state.seats else None)
    )
    root, (width, height) = ET.fromstring(picture), frame(picture)
    groups = [(0, 0, root)]
    while groups:
        left, top, group = groups.pop()
        for child in group:
            moved = re.match(r"translate\((\d+) (\d+)\)", child.get("transform", ""))
            x, y = (int(moved[1]), int(moved[2])) if moved else (0, 0)
            groups.append((left + x, top + y, child))
            x += left + int(child.get("x", child.get("cx", "0")))
            y += top + int(child.get("y", child.get("cy", "0")))
            assert (
                0 <= x + int(child.get("width", "0") if child.tag == f"{SVG}rect" else 0) <= width
            )
            assert (
                0 <= y + int(child.get("height", "0") if child.tag == f"{SVG}rect" else 0) <= height
            )


def test_the_picture_in_the_readme_is_up_to_date() -> None:
    folder = ROOT / "docs" / "_static"
    state = smile.State.parse((folder / "table.txt").read_text(encoding="utf-8").strip())
    drawn = (folder / "table.svg").read_text(encoding="utf-8")
    assert drawn == smile.draw(state.view(1)) + "\n", "write it anew with smile.draw(state.view(1))"
