"""The parts of pictures: lines of known width, and what differs between two of them."""

import itertools
import re
from typing import Final

import pytest

from fireflies._picture import Badge, Panel, Picture, units
from fireflies._svg import in_lines, joined, style_sheet, width_of

TEXT: Final = r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)'


def test_wide_letters_and_bold_ones_take_more_room() -> None:
    """A letter that is not in the table is as wide as its size."""
    assert width_of("iii") < width_of("nnn") < width_of("WWW")
    assert width_of("nnn") < width_of("nnn", bold=True)
    assert width_of("nnn", 10) < width_of("nnn", 20)
    assert width_of("\u2605" * 3, 20) == 61


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one two three", ["one two", "three"]),
        ("one " + joined("", ["two three"]), ["one", "two three"]),
        (joined("", ["one two three"]), ["one two", "three"]),
        ("", []),
    ],
    ids=[
        "spaces",
        "a part stays whole",
        "a part that is too long",
        "none",
    ],
)
def test_a_text_is_broken_into_lines_that_have_room(text: str, lines: list[str]) -> None:
    assert in_lines(text, width_of("two three")) == lines


@pytest.mark.parametrize("word", ["thirtyletterswithoutanyspaceat", "W" * 30, "W"])
def test_a_word_wider_than_a_line_is_broken_anywhere(word: str) -> None:
    """No letter is lost, and no line is wider than it may be, unless by a single letter."""
    for room in (width_of("two three"), 1):
        first, *lines = in_lines(f"one {word} two", room)
        assert "".join([first, *lines]).replace(" ", "") == f"one{word}two"
        assert all(width_of(line) <= room or len(line) == 1 for line in (first, *lines))


def test_each_rule_of_a_style_sheet_is_limited_to_the_documents_of_its_class() -> None:
    sheet = style_sheet("lanterns", "\n.a,.b{stroke-dasharray:1 2}\n", {"glow": ("#fff", "#000")})
    assert ".lanterns .a,.lanterns .b{stroke-dasharray:1 2}" in sheet
    light, dark = re.findall(r"svg\.lanterns\{[^}]*--glow:(#\w+)", sheet)
    assert (light, dark) == ("#fff", "#000")


def fill(page: Picture, coins: int) -> None:
    """Draw a small table of two seats, of which one has coins."""
    page.headline("Who pays?")
    page.write("bank", f"In the bank: {9 - coins} coins", "faint")
    page.add([Panel("seat 0", ["Ann", f"{coins} coins"], 0, ", to pay", is_needed=True)], 100)
    page.add([Panel("seat 1", ["Ben", "& 3 coins"], 1, mark="turn", name="ben")], 100)
    page.add([Panel("card", ["the lamp"])], 100)
    page.note("Seat 0 can: pay.")


def draw(coins: int, other: int | None = None, about: str | None = None) -> str:
    """Return the picture of that table, compared with another one if given."""
    page = Picture(300, about, ["you", "Ben"])
    page.fill(fill, coins, other)
    return page.finish(("lanterns", ""), "Lanterns", "All of it.")


def test_a_picture_by_itself_has_no_marks() -> None:
    drawn = draw(2)
    assert 'class="changed"' not in drawn
    assert 'class="new"' not in drawn
    assert "<desc>All of it.</desc>" in drawn
    assert "&amp; 3 coins" in drawn
    assert "Seat 0 can: pay." in drawn


def test_what_differs_has_a_ring_and_underlined_words() -> None:
    """The status of a panel is not compared: whose turn it is. The description names the seats."""
    drawn = draw(2, 4)
    assert re.findall('<tspan class="new">(.*?)</tspan>', drawn) == ["7", "2"]
    assert drawn.count('class="changed"') == 1
    assert "<title>Changed; before: Ann 4 coins</title>" in drawn
    assert "<desc>Changed: bank, you.\nAll of it.</desc>" in drawn
    assert draw(2, 2) == draw(2)


def test_a_partial_picture_has_what_is_needed_named_or_different() -> None:
    for about, other, texts in (
        ("pay", None, ["Who pays?", "Ann, to pay", "2 coins"]),
        ("ask ben", None, ["Who pays?", "Ann, to pay", "2 coins", "Ben", "&amp; 3 coins"]),
    ):
        drawn = draw(2, other, about)
        found = [it for it in re.findall(r"<text[^>]*>([^<]*)", drawn) if not it.isdecimal()]
        assert found == texts
    drawn = draw(2, 4, "pay")
    assert "<title>Changed</title>" in drawn
    assert "<desc>bank: In the bank: 7 coins. you: Ann 2 coins</desc>" in drawn
    assert "Ben" not in drawn
    assert "<desc>you: Ann 2 coins</desc>" in draw(2, None, "pay")


def frames(lines: list[list[str]], least: int = 0) -> list[tuple[int, int, int]]:
    """Return left, top and width of packed panels with these lines, in a picture of 300."""
    page = Picture(300)
    page.pack([Panel(f"panel {number}", its) for number, its in enumerate(lines)], least)
    drawn = page.finish(("lanterns", ""), "Lanterns", "All of it.")
    found = re.findall(r'translate\((\d+) (\d+)\)"><rect class="paper" width="(\d+)"', drawn)
    return [(int(left), int(top), int(width)) for left, top, width in found]


def test_packed_panels_are_as_wide_as_their_lines() -> None:
    """The first line is bold; no panel is wider than the picture."""
    ((left, _, width),) = frames([["lamp", "oil"]])
    assert (left, width) == (12, width_of("lamp", bold=True) + 20)
    assert frames([["oil", "a lamp of brass"]])[0][2] == width_of("a lamp of brass") + 20
    assert frames([["oil"]], 200)[0][2] == 200
    assert frames([["W" * 40]])[0][2] == 276


def test_a_row_of_packed_panels_fills_the_picture_but_the_last() -> None:
    """Panels that do not fit go on in the next row, in their order; none lies on another."""
    shown = frames([["a lantern"], ["lamp"], ["a long candle"], ["oil"], ["wick"]])
    rows = sorted({top for _, top, _ in shown})
    assert [top for _, top, _ in shown] == sorted(top for _, top, _ in shown)
    assert len(rows) == 3
    assert rows[1] - rows[0] == 24 + 10 + 7
    for row in rows:
        its = [(left, width) for left, top, width in shown if top == row]
        assert its[0][0] == 12
        for (left, width), (following, _) in itertools.pairwise(its):
            assert following == left + width + 7
        end = sum(its[-1])
        assert end == 288 if row != rows[-1] else end < 288


def test_a_pointer_over_a_panel_is_told_something() -> None:
    page = Picture(300)
    page.pack([Panel("card", ["lamp"], told="It burns <3 hours."), Panel("other", ["oil"])])
    drawn = page.finish(("lanterns", ""), "Lanterns", "All of it.")
    assert drawn.count("<title>") == 2
    assert '"><title>It burns &lt;3 hours.</title><rect' in drawn


def test_badges_stand_before_the_text_of_their_line() -> None:
    """The panel has room for them, and what they count is told."""
    page = Picture(300)
    badges = [Badge("circle", "price", "3"), Badge("square", "oil", "12")]
    page.pack([Panel("card", ["lamp", "brass"], badges=badges, badged=1), Panel("other", ["oil"])])
    drawn = page.finish(("lanterns", ""), "Lanterns", "All of it.")
    places = {it[1]: int(it[0]) for it in re.findall(r'<text x="(\d+)"[^>]*>([^<]*)', drawn)}
    assert places["lamp"] < places["3"] < places["12"] < places["brass"]
    width = int(re.findall(r'<rect class="paper" width="(\d+)"', drawn)[0])
    assert width >= places["brass"] + width_of("brass")
    assert page.facts["card"] == "lamp brass price 3 oil 12"


def test_columns_begin_at_one_height_and_what_follows_is_below_both() -> None:
    page = Picture(400)
    page.write("head", "one")
    for left, lines in ((12, 3), (212, 1)):
        with page.column(left, 176):
            for number in range(lines):
                page.write(f"{left} {number}", f"line {left} {number}")
    page.below()
    page.write("foot", "last")
    drawn = page.finish(("lanterns", ""), "Lanterns", "All of it.")
    places = {it[2]: (int(it[0]), int(it[1])) for it in re.findall(TEXT, drawn)}
    assert places["line 12 0"][1] == places["line 212 0"][1] > places["one"][1]
    assert (places["line 12 0"][0], places["line 212 0"][0]) == (12, 212)
    assert places["last"][0] == 12
    assert places["last"][1] > places["line 12 2"][1]


def test_a_picture_for_a_known_place_lists_no_actions() -> None:
    """A page has a menu beside it. Its letters have 14 pixels there."""
    for place in (None, 390):
        page = Picture(units(place, 800), None, (), place)
        page.list_actions(["Seat 0 can: pay."])
        assert ("can: pay" in page.finish(("lanterns", ""), "", "")) == (place is None)
    assert (units(None, 800), units(700, 800)) == (800, 1000)


@pytest.mark.parametrize("word", ["W" * 40 + "i" * 40, "i" * 40 + "W" * 40, "MiM" * 30, "W"])
def test_a_word_that_is_too_wide_is_broken_anywhere(word: str) -> None:
    lines = in_lines(word, 100)
    assert "".join(lines) == word
    assert all(width_of(line) <= 100 for line in lines)
    assert in_lines("WW", 1) == ["W", "W"], "a letter is never broken"
