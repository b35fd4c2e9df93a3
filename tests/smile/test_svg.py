"""The picture of a table: well-formed, complete in words, silent about what is hidden."""

import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from fireflies import smile, testing
from fireflies.smile import GAME, strategies
from fireflies.smile.svg import WIDTH, draw_svg

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


def words(picture: str) -> list[str]:
    """All that is written on the picture, without its description."""
    root = ET.fromstring(picture)
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@given(testing.states(GAME))
def test_any_view_is_a_described_picture(state: object) -> None:
    """For every view there is well-formed SVG, with a title, and the drawn text as description."""
    assert isinstance(state, smile.State)
    for seat in (None, *range(state.seats)):
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
    """Slots, values, color names, markers and beads of the row, hands, supply: all in words."""
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
    """Without any color on the screen, the four kinds of cards still look different."""
    shapes: set[str] = set()
    for color in ("yellow", "white", "red", "blue"):
        position = f"1 0 012 a:1{color[0]},b:2,c:3 6+0/6+0/6+0 17+5 - -"
        picture = smile.draw(smile.State.parse(position).view())
        (mark,) = re.findall(rf'<g class="mark {color}"[^>]*>(.*?)</g>', picture)
        shapes.add(mark)
    assert len(shapes) == 4


def test_hidden_beads_are_not_in_the_picture() -> None:
    """A seat's picture is the same whatever the others hold, and says that it is hidden."""
    one = smile.State.parse("1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -")
    other = one._replace(players=(*one.players[:2], smile.Player(11, 3, ())))
    assert smile.draw(one.view(0)) == smile.draw(other.view(0))
    assert words(smile.draw(one.view(0))).count("beads hidden") == 2


def test_the_end_names_scores_and_winners() -> None:
    """When all is over, each seat has its points, and who won is marked in words."""
    written = words(smile.draw(smile.State.parse("1 0 - - 5+0:1/7+1:1/7+0:1 16+4 - -").view()))
    assert "Seat 0: 2 points" in written
    assert "Seat 1: 1 point" in written
    assert "Seat 2: 2 points \u2605 won" in written


@pytest.mark.parametrize("seat", [None, 0, 4])
def test_nothing_leaves_the_frame(seat: int | None) -> None:
    """With five players, twenty cards in front of one and a hundred beads, all stays inside."""
    root = ET.fromstring(smile.draw(EXTREME.view(seat)))
    _, _, width, height = map(int, root.get("viewBox", "").split())
    assert width == WIDTH
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


def test_words_of_other_engines_are_escaped() -> None:
    """A card text that is markup is shown as text: the wire's STATE may come from anywhere."""
    data = smile.State.parse("1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -").view().to_json()
    data["row"][0]["card"] = '<b>&"6" red'
    assert '<b>&"6"' in words(draw_svg(data))


def test_the_picture_in_the_readme_is_drawn_by_us() -> None:
    """The picture on the first page is what the code draws of the position that lies beside it."""
    folder = ROOT / "docs" / "_static"
    state = smile.State.parse((folder / "table.txt").read_text(encoding="utf-8").strip())
    drawn = (folder / "table.svg").read_text(encoding="utf-8")
    assert drawn == smile.draw(state.view(1)) + "\n", "write it anew with smile.draw(state.view(1))"
