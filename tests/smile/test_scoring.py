"""Tests of the scores of a game with printed cards."""

import re
from argparse import ArgumentParser
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies.errors import InvalidData
from fireflies.smile import Card
from fireflies.smile.play.generators import cards
from fireflies.smile.text.scoring import add_arguments, explain_score


def explained(taken: list[str], clear: int = 0, blue: int = 0) -> list[str]:
    """Return the lines of the explanation."""
    return explain_score(taken, clear, blue).splitlines()


def points(taken: list[str], clear: int = 0, blue: int = 0) -> int:
    """Return the points in the last line."""
    found = re.fullmatch(r" *(-?\d+)  points", explained(taken, clear, blue)[-1])
    assert found is not None
    return int(found[1])


def test_the_printed_example() -> None:
    """Cards of 6, 3 and -2, six clear beads and a blue one: seven points."""
    assert points(["6 red", "3", "-2 yellow"], 6, 1) == 7


def test_every_line_names_what_it_counts() -> None:
    """Pairs, remaining cards, beads, and the clause of each."""
    assert explained(["6 red", "3", "1 blue", "-2 red", "-4"], 6, 1) == [
        "6 red and -2 red are a pair: both are out (smile.pair.discard)",
        "   0  cards: 3, 1 blue, -4 (smile.score.cards)",
        "   1  6 clear beads (smile.score.clear-beads)",
        "  -1  1 blue bead (smile.score.blue-beads)",
        "   0  points",
    ]
    assert explained([])[0] == "   0  cards: none (smile.score.cards)"


def test_the_arguments_of_the_command() -> None:
    """Cards with commas between them; the beads are optional."""
    parser = ArgumentParser()
    run = add_arguments(parser)
    for words, taken, clear, blue in (
        (["6 red, 3,-2"], ["6 red", "3", "-2"], 0, 0),
        (["", "--clear", "5"], [], 5, 0),
        (["--blue", "2", "1,,2, "], ["1", "2"], 0, 2),
    ):
        assert run(parser.parse_args(words)) == explain_score(taken, clear, blue)
    shown = " ".join(parser.format_help().split())
    assert " Count the points of a player in a game with printed cards. " in shown
    for argument in (
        "CARDS separated by commas, in the order they came",
        "--clear N clear beads in the hand (0)",
        "--blue N blue beads in the hand (0)",
    ):
        assert f" {argument}" in shown


@pytest.mark.parametrize(
    ("clear", "worth"), [(0, 0), (1, 0), (4, 0), (5, 1), (9, 1), (10, 2), (34, 6), (35, 7)]
)
def test_five_clear_beads_are_a_point(clear: int, worth: int) -> None:
    """The rest does not count."""
    assert points([], clear) == worth


def test_a_player_without_beads_needs_no_numbers_of_them() -> None:
    assert explain_score(["3"]) == explain_score(["3"], 0, 0)


def test_each_blue_bead_costs_a_point() -> None:
    """The score may be negative."""
    assert [points(["1"], 0, blue) for blue in range(7)] == [1, 0, -1, -2, -3, -4, -5]


@given(st.lists(cards(), max_size=20), st.integers(0, 35), st.integers(0, 40))
def test_any_cards(taken: list[Card], clear: int, blue: int) -> None:
    """Of each color the last card counts if their number is odd; all without a color count."""
    value = sum(card.value for card in taken if not card.color)
    pairs = 0
    for color in ("yellow", "white", "red", "blue"):
        same = [card for card in taken if card.color == color]
        pairs += len(same) // 2
        value += same[-1].value if len(same) % 2 else 0
    lines = explained(list(map(str, taken)), clear, blue)
    assert points(list(map(str, taken)), clear, blue) == value + clear // 5 - blue
    assert sum("smile.pair.discard" in line for line in lines) == pairs
    found = [re.match(r" *(-?\d+)  .*smile\.score", line) for line in lines]
    parts = [int(it[1]) for it in found if it is not None]
    assert parts == [value, clear // 5, -blue]


def test_the_order_decides_which_one_of_three_stays() -> None:
    """Two are discarded at once, so the third stays."""
    for order in permutations(["1 red", "2 red", "3 red"]):
        assert points(list(order)) == int(order[-1][0])


@pytest.mark.parametrize("card", ["-2 yellow", "\u22122 yellow", "\u20132 yellow", " -2  yellow "])
def test_minus_signs_and_spaces(card: str) -> None:
    """All kinds of minus signs are accepted."""
    assert points([card]) == -2


@pytest.mark.parametrize(
    "bad", ["", "x", "7", "-6", "6 green", "red 6", "6 red IV V", "6.0", "0x2"]
)
@pytest.mark.parametrize("place", [1, 3])
def test_an_invalid_card_is_refused_with_its_number(bad: str, place: int) -> None:
    taken = ["1", "2", "3"]
    taken[place - 1] = bad
    with pytest.raises(InvalidData) as caught:
        explained(taken)
    assert caught.value.place == f"card {place}"
    if bad not in ("7", "-6"):
        given = repr(bad) if bad else "an empty text"
        assert caught.value.problem.startswith(f"{given} is not a card, like ")


def test_values_go_from_minus_five_to_six() -> None:
    assert points([str(value) for value in range(-5, 7)]) == 6
    with pytest.raises(InvalidData, match="-5 to 6"):
        explained(["7 red"])


@pytest.mark.parametrize(("clear", "blue", "name"), [(-1, 0, "clear"), (0, -1, "blue")])
def test_a_negative_number_of_beads_is_refused(clear: int, blue: int, name: str) -> None:
    with pytest.raises(InvalidData) as caught:
        explained(["1"], clear, blue)
    assert (caught.value.place, caught.value.problem) == (name, "the number of beads can't be -1")


def test_the_noun_agrees_with_the_number() -> None:
    lines = "\n".join(explained([], 1, 1))
    assert "1 clear bead " in lines
    assert "1 blue bead " in lines
    assert "0 clear beads " in "\n".join(explained([]))
