"""Tests of menus and typed actions, which the command and the bridge share."""

import pytest

from fireflies import smile
from fireflies.errors import InvalidNotation
from fireflies.front.texts import find_legal, grouped, read_typed

DEALING = smile.State.parse("1 1 120 a:-2y 6+0/6+0/6+0 17+5 - -1w,1,3b,4r,6")
BIDDING = smile.State.parse("1 0 012 a:1,b:2,c:5b 6+0/6+0/6+0 17+5 - 3r,4,6")


def test_a_menu_is_grouped_by_the_first_word() -> None:
    """Actions of one word stand together; the order is kept."""
    groups = grouped(["bid a", "pass", "play b c", "bid d", "end"])
    assert {word: [tuple(entry) for entry in entries] for word, entries in groups.items()} == {
        "bid": [("bid a", "a"), ("bid d", "d")],
        "": [("pass", "pass"), ("end", "end")],
        "play": [("play b c", "b c")],
    }


def test_too_many_words_are_no_groups() -> None:
    texts = [f"word{number} x" for number in range(9)]
    assert len(grouped(texts[:8])) == 8
    assert [tuple(entry) for entry in grouped(texts)[""]] == [(text, text) for text in texts]
    assert grouped([]) == {}


@pytest.mark.parametrize("line", ["reveal 3 blue", "REVEAL 3 BLUE", "3 blue", "3 Blue"])
def test_chance_may_be_typed_without_its_only_word(line: str) -> None:
    assert str(find_legal(DEALING, line)) == "reveal 3 blue"
    assert str(read_typed(smile.GAME, DEALING, line)) == "reveal 3 blue"


def test_a_minus_sign_may_be_one_of_print() -> None:
    for minus in "-\u2212\u2013":
        assert str(find_legal(DEALING, f"{minus}1 white")) == "reveal -1 white"


def test_a_person_types_the_whole_action() -> None:
    assert str(find_legal(BIDDING, "Bid A")) == "bid a"
    assert find_legal(BIDDING, "bid b") is None
    assert find_legal(BIDDING, "a") is None
    assert str(read_typed(smile.GAME, BIDDING, "BID B")) == "bid b"
    with pytest.raises(InvalidNotation, match=r"^'a' is not an action"):
        read_typed(smile.GAME, BIDDING, "a")
