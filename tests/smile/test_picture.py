"""Tests of the picture of a table: well-formed, complete, without hidden information."""

import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given

from fireflies import smile, testing
from fireflies._svg import width_of
from fireflies.contract import SPECTATOR, Observer
from fireflies.smile import GAME
from fireflies.smile.picture import WIDTH
from fireflies.smile.text.notation import read_position
from tests.smile.positions import positions

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
FIVE: Final = (
    "5 1 0123 b:2,c:3w,d:3yV*1,e:4r 0+0:-3w,-2,1V,2r/0+0:2r,4,5b/0+0:-4,-1b,3,5r/0+0:-5y,3/0+0:1,5w"
    " 11+5 -2b,2b,3y,6y 1,2"
)
START: Final = "1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -"


def placed(picture: str, text: str) -> ET.Element:
    """Return the element of a text that is in the picture once."""
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


@given(positions())
def test_every_fact_is_written(state: smile.State) -> None:
    """Slots, values, color names, markers and beads of the row, hands, supply."""
    written = words(smile.draw(state.view()))
    for offer in state.row:
        assert offer.slot in written
        if offer.beads:
            assert f"{offer.beads} bead{'' if offer.beads == 1 else 's'}" in written
    cards = [offer.card for offer in state.row]
    cards += [card for player in state.players for card in player.cards]
    cards += state.discarded  # at most three pairs, which are drawn
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
        (mark,) = re.findall(rf'<path class="sign {color}"[^>]* d="(.*?)"', picture)
        assert "a" not in mark.lower(), "a bead is round, a color is not"
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


@pytest.mark.parametrize(
    "position",
    [
        "1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -",
        "1 0 01234 a:1,b:2,c:3,d:4,e:5 6+0/6+0/6+0/6+0/6+0 5+5 - -",
        "1 0 - - 6+0:1/6+0:1/6+0:1 17+5 - -",
    ],
)
def test_every_picture_has_the_same_width(position: str) -> None:
    """So two of them side by side have letters of the same size."""
    assert frame(smile.draw(smile.State.parse(position).view()))[0] == WIDTH


@pytest.mark.parametrize("count", [12, 13])
def test_cards_beside_the_table_are_drawn_or_listed(count: int) -> None:
    """Twelve have room; of more there is a list by color, whose lines end before the frame."""
    cards = tuple(smile.read_card(f"{value} red") for value in (1, 2, 3, 4, 5, 6) * 3)
    state = smile.State.parse(START)._replace(discarded=cards[:count])
    written = words(smile.draw(state.view()))
    assert written.count("red") == (count if count == 12 else 0)
    assert any(line.startswith("Discarded, 13: red ") for line in written) == (count == 13)
    assert all(width_of(line, 18) <= WIDTH - 24 for line in written if line.startswith("Disc"))


def test_many_undealt_cards_are_listed_with_their_number() -> None:
    """Also those without a color."""
    written = words(smile.draw(smile.start(players=3).view()))
    (line,) = (it for it in written if it.startswith("Undealt, 30: "))
    assert "no color" in " ".join(written[written.index(line) :])


def test_the_cards_that_chance_may_reveal_are_drawn() -> None:
    """While a seat decides they are counted."""
    deciding = "1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -2y,3,5w"
    assert "Undealt: 3 cards" in words(smile.draw(smile.State.parse(deciding).view()))
    dealing = "1 0 012 - 6+0/6+0/6+0 17+5 - -2y,3,5w"
    assert {"Undealt:", "\u22122", "yellow", "5", "white"} <= set(
        words(smile.draw(smile.State.parse(dealing).view()))
    )


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
    assert names == ["\u25b6 Seat 0 to move", "Seat 1: backed out", "Seat 2"]


def test_a_seat_without_cards_says_so() -> None:
    picture = smile.draw(EXTREME.view())
    place, top = placed(picture, "no cards"), int(placed(picture, "Seat 0").get("y", ""))
    assert (place.get("x"), place.get("y"), place.get("class")) == ("168", str(top + 42), "count")


def beads(picture: str, style: str) -> list[tuple[int, int]]:
    """Return the places of the beads of a CSS class, relative to the origin of their group."""
    root = ET.fromstring(picture)
    paths = [it.get("d", "") for it in root.iter(f"{SVG}path") if it.get("class") == style]
    found = [re.findall(r"M(-?\d+) (\d+)a6", path) for path in paths]
    return [(int(x) + 6, int(y)) for path in found for x, y in path]


def test_clear_and_blue_beads_are_drawn() -> None:
    """Those on offer, in the hands that are seen, and in the supply; they do not look the same."""
    state = smile.State.parse("1 0 012 a:1*2,b:2,c:3 4+0/6+2/8+0 15+3 - -")
    for seat, clear, blue in ((None, 35, 5), (0, 21, 3), (1, 23, 5)):
        picture = smile.draw(state.view(seat))
        assert len(beads(picture, "clear")) == clear
        assert len(beads(picture, "dark")) == blue
        assert picture.count("h6") == blue


def test_beads_lie_in_two_lines() -> None:
    """On a card five in each, more are only counted."""
    on_card = beads(smile.draw(EXTREME.view()), "clear")[:10]
    assert on_card == [(14 * column, 14 * line) for line in range(2) for column in range(5)]
    written = placed(smile.draw(EXTREME.view()), "99 beads")
    assert written.get("class") == "count"


def test_cards_in_front_lie_in_lines_of_four() -> None:
    picture = smile.draw(EXTREME.view())
    places = [
        (int(left), int(top))
        for left, top in re.findall(
            r'"translate\((\d+) (\d+)\)"><rect class="card" width="70"', picture
        )
    ]
    expected: list[tuple[int, int]] = []
    top = int(placed(picture, "Seat 1: backed out").get("y", "")) + 10
    for number in (5, 10, 15, 20):
        expected += [(168 + 76 * (n % 4), top + 58 * (n // 4)) for n in range(number)]
        top += 58 * (1 + (number - 1) // 4) + 32
    assert places[: len(expected)] == expected


def rings(picture: str) -> int:
    """Return how many parts are marked as changed."""
    return picture.count('class="changed"')


def test_what_a_bid_changed_is_marked() -> None:
    """The hand and the bead; in both pictures, and in words."""
    state = smile.State.parse(START)
    before, after = state.view(), state.apply(smile.Bid("a")).view()
    picture = smile.draw(after, before)
    assert rings(picture) == 2
    assert "<desc>Changed: beads on 1 on offer, beads of seat 0.\n" in picture
    assert "Changed; before: 6 clear, 0 blue" in picture
    assert rings(smile.draw(before, after)) == 1
    assert rings(smile.draw(before, before)) == rings(smile.draw(before)) == 0


def test_names_stand_in_place_of_seats() -> None:
    """The headline does not say whose view it is when a name is "you".

    The description is the text of the view.
    """
    state, names = (
        smile.State.parse("1 0 02 b:1*3,c:4 4+0/5+0:-1w/6+0 17+5 - -"),
        ["you", "A<b", "C"],
    )
    before, after = state.view(0), state.apply(smile.Bid("b")).view(0)
    picture = smile.draw(after, before, names=names)
    written = words(picture)
    assert written[0] == "Auction 1 of 1: C to move"
    for standing in ("You", "A<b: backed out", "\u25b6 C to move"):
        assert standing in written
    assert "eat " not in " ".join(written)
    told = ET.fromstring(picture).findtext(f"{SVG}desc") or ""
    assert told == f"Changed: beads on 1 on offer, beads of yours.\n{after.to_text(names=names)}"


def test_a_card_that_moves_up_is_not_marked() -> None:
    """Only the new card is, which takes its place."""
    state = smile.State.parse("1 0 012 a:2,b:4 6+0/6+0/6+0 17+5 - 1,5,5,6")
    after = state.apply(smile.read_action("reveal 1"))
    assert rings(smile.draw(after.view(), state.view())) == 1


def test_a_picture_about_an_action_lists_no_legal_actions() -> None:
    view = smile.State.parse(START).view()
    assert "Allowed: bid a" in words(smile.draw(view))
    assert "Allowed: bid a" not in words(smile.draw(view, None, "bid a"))


def test_a_picture_about_an_action_has_only_piles_that_differ() -> None:
    """The sheet's example: a bid, a pair that leaves the game, a loan from the supply."""
    state = smile.State.parse("2 0 012 a:-2y,b:1,c:1r 10+0:3/8+0:3y/0+0:5w 17+5 - -3,2,6")
    found = list[list[str]]()
    for text in ("bid a", "back-out a", "bid b"):
        after = state.apply(smile.read_action(text))
        shown = words(smile.draw(after.view(), state.view(), text))
        found.append([it for it in shown if it.startswith(("Supply", "Undealt", "Discarded"))])
        state = after
    assert found == [[], ["Discarded:"], ["Supply: 16 clear, 4 blue"]]


@pytest.mark.long
@pytest.mark.parametrize("seat", [None, SPECTATOR, 0, 4])
@given(state=positions())
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
    names = ["Ann", "Ben", "Cem", "Dan"]
    assert drawn == smile.draw(state.view(1), names=names) + "\n", "write it anew with smile.draw"


def test_in_a_broad_place_the_seats_stand_beside_the_cards_on_offer() -> None:
    """So that a table of five fits a phone in landscape. A narrow place gets the usual width."""
    state = smile.State(*read_position(FIVE))
    view = state.view(1)
    for place in (500, 844, 1340):
        picture = smile.draw(view, width=place)
        width, height = frame(picture)
        assert height * place / width <= 360
        beads, seat = placed(picture, "1 bead"), placed(picture, "Seat 1")
        assert int(seat.get("x", "")) > 480 > int(beads.get("x", ""))
        assert int(seat.get("y", "")) < int(beads.get("y", ""))
        supply = placed(picture, "Supply: 11 clear, 5 blue")
        assert int(beads.get("y", "")) < int(supply.get("y", "")) < height
        assert int(supply.get("x", "")) < 480
    narrow, usual = smile.draw(state.view(), width=499), smile.draw(state.view())
    assert frame(narrow) == (480, frame(usual)[1] - 28)
    assert "Allowed: " in usual
    assert "Allowed: " not in narrow


def test_the_end_has_the_sum_of_each_score() -> None:
    """Cards, clear beads by fives, blue beads; nothing of it before the end."""
    over = smile.State(*read_position("2 1 - - 6+0:-1w,3y/15+1:1,2/15+5:4,6b 0+-1 - -"))
    texts = words(smile.draw(over.view(0)))
    for seat, (points, told) in enumerate(
        [
            ("3 points", "cards +2, clear beads +1, blue beads +0"),
            ("5 points", "cards +3, clear beads +3, blue beads \u22121"),
            ("8 points \u2605 won", "cards +10, clear beads +3, blue beads \u22125"),
        ]
    ):
        assert texts[texts.index(f"Seat {seat}: {points}") + 1] == told
    assert not any("clear beads" in it for it in words(smile.draw(EXTREME.view(0))))
