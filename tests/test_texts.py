"""Texts that games share: counts, lists, lines that are wrapped, marks, whole matches."""

import re
from typing import Final

import pytest

from fireflies._texts import GLUE, glued, known, listed, many, mark, matched, phrase, wrapped
from fireflies.errors import InvalidNotation

GREEN: Final = re.compile("g[0-9]")


def test_only_one_has_no_plural() -> None:
    assert [many(0, "bead"), many(1, "bead"), many(2, "bead"), many(11, "bead")] == [
        *("0 beads", "1 bead", "2 beads", "11 beads")
    ]


def test_the_last_thing_of_a_list_follows_and() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"])] == ["", "a", "a and b"]
    assert listed(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("template", "one", "three"),
    [
        ("draw {n:a card}", "draw a card", "draw 3 cards"),
        ("take {n:an apple}", "take an apple", "take 3 apples"),
        ("pay {n:credit}", "pay 1 credit", "pay 3 credits"),
        ("discard {n:another card} now", "discard another card now", "discard 3 other cards now"),
        ("a +{n} token", "a +1 token", "a +3 token"),
        ("have {n:{what}}", "have 1 SHIP card", "have 3 SHIP cards"),
        (
            "turn {what:a} or {what}",
            "turn a SHIP card or SHIP card",
            "turn a SHIP card or SHIP card",
        ),
    ],
)
def test_a_phrase_has_its_number_and_its_thing(template: str, one: str, three: str) -> None:
    assert phrase(template, 1, "SHIP card") == one
    assert phrase(template, 3, "SHIP card") == three


def test_a_thing_has_its_article() -> None:
    assert [phrase("{what:a}", what=it) for it in ("asset", "item", "ITEM", "character")] == [
        *("an asset", "an item", "an ITEM", "a character")
    ]


def test_a_part_is_broken_only_where_it_is_longer_than_a_line() -> None:
    """A line but the first begins with four spaces."""
    parts = ["one", glued("two three four")]
    for width in (18, 20):
        assert wrapped("a: ", parts, width, "; ") == ["a: one;", "    two three four"]
    assert wrapped("a: ", parts, 16, "; ") == ["a: one; two", "    three four"]


def test_no_line_is_broken_at_a_hyphen() -> None:
    assert wrapped("You: ", ["one-by-one", "2"], 15) == ["You:", "    one-by-one,", "    2"]


def test_another_indent_is_possible() -> None:
    things = map(glued, ["1 a", "2 b", "3 c"])
    assert wrapped("Hi: ", things, 12, indent=" ") == ["Hi: 1 a,", " 2 b, 3 c"]
    assert GLUE not in wrapped("Hi: ", [glued("1 a")], 12)[0]


def test_the_seat_that_is_next_and_each_winner_are_marked() -> None:
    assert [mark(None, 1, seat) for seat in range(3)] == [" ", ">", " "]
    assert [mark((0, 2), 1, seat) for seat in range(3)] == ["*", " ", "*"]


def test_a_match_is_of_the_whole_text() -> None:
    assert matched(GREEN, "g7", "a g")[0] == "g7"
    for text in ("g", "g77", "g7\n"):
        with pytest.raises(InvalidNotation, match=r"is not a g$"):
            matched(GREEN, text, "a g")


def test_a_name_that_is_not_known_is_refused() -> None:
    assert known({"x": 3}, "x", "an x") == 3
    with pytest.raises(InvalidNotation, match=r"^'y' is not an x$"):
        known({"x": 3}, "y", "an x")
