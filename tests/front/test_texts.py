"""Tests of menus and typed actions, which the command and the bridge share."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import pytest

from fireflies import misbehavin, smile
from fireflies.contract import CHANCE, Violation
from fireflies.errors import InvalidNotation
from fireflies.front.texts import explain, find_legal, grouped, read_typed, remark_on, seat_names

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


def test_names_of_seats_are_short_lines() -> None:
    """Of twelve letters at most; equal ones are numbered, and whoever reads them is ``you``."""
    given = ["Ann  of\nAvon", "abcdefghijkl", "abcdefghijklm", "abcdefghixyz.."]
    short = ("Ann of Avon", "abcdefghijkl", "abcdefghi... 1", "abcdefghi... 2")
    assert seat_names(given) == short
    assert seat_names(given, 2) == (*short[:2], "you", short[3])


def test_a_remark_begins_with_a_capital_letter() -> None:
    violation = BIDDING.check(smile.Bid("b"))
    assert violation is not None

    def remark(violation: Violation) -> str:
        return f"seat 1 is not {violation.view.actor}"

    game = replace(smile.GAME, remark=remark)
    assert remark_on(game, violation, ["Ann", "ben", "Cem"]) == "Ben is not 0"


@pytest.mark.parametrize(
    ("legal", "told"),
    [
        ("end", "Seat 1 can choose end"),
        ("a 1,a 2,b", "Seat 1 can choose a or b"),
        ("a,b,c,d,e", "Seat 1 can choose a, b, c, d or e"),
        ("a,b,c,d,e,f", "Seat 1 can choose a, b, c, d, e or 1 other"),
        ("a,b,c,d,e,f,f 1,g", "Seat 1 can choose a, b, c, d, e or 2 others"),
        ("a,bid c", ""),
    ],
)
def test_without_a_remark_of_the_game_the_verbs_that_are_possible_are_named(
    legal: str, told: str
) -> None:
    """Five of them at most; none when an action of the same verb is possible."""
    view: Any = SimpleNamespace(actor=1, legal_actions=tuple(legal.split(",")))
    violation = Violation(smile.Bid("b"), smile.Clause.BID_LOWEST_CARD, view)
    for remark in (None, "".format):
        game = replace(smile.GAME, decision=None, remark=remark)
        assert remark_on(game, violation, []) == told


@pytest.mark.parametrize(
    ("actor", "legal", "told"),
    [
        (CHANCE, ("deal 1", "deal 2"), "Chance can choose deal"),
        (CHANCE, None, "Chance decides"),
        (None, (), "The game is over"),
    ],
)
def test_where_no_seat_can_act_this_is_said(actor: Any, legal: Any, told: str) -> None:
    """At a decision of chance, whose actions may be secret, and at the end."""
    view: Any = SimpleNamespace(actor=actor, legal_actions=legal)
    violation = Violation(smile.Bid("b"), smile.Clause.BID_LOWEST_CARD, view)
    title = smile.Clause.BID_LOWEST_CARD.rule.title
    game = replace(smile.GAME, decision=None, remark=None)
    assert explain(game, violation, []) == f"{told} (smile.bid.lowest-card: {title})."


def test_too_many_words_are_no_groups() -> None:
    texts = [f"word{number} x" for number in range(9)]
    assert len(grouped(texts[:8])) == 8
    assert [tuple(entry) for entry in grouped(texts)[""]] == [(text, text) for text in texts]
    assert grouped([]) == {}


def test_many_words_with_two_actions_each_are_groups() -> None:
    """As in a turn of Misbehavin', in which a card can be used in a dozen ways."""
    texts = [f"word{number} {rest}" for number in range(12) for rest in "xy"]
    assert [*grouped(texts)] == [f"word{number}" for number in range(12)]
    assert [*grouped(texts[:-1])] == [""]


@pytest.mark.parametrize("line", ["reveal 3 blue", "REVEAL 3 BLUE", "3 blue", "3 Blue"])
def test_chance_may_be_typed_without_its_only_word(line: str) -> None:
    assert str(find_legal(DEALING, line)) == "reveal 3 blue"
    assert str(read_typed(smile.GAME, DEALING, line)) == "reveal 3 blue"


def test_chance_with_several_words_is_typed_in_full() -> None:
    state: Any = SimpleNamespace(actor=CHANCE, legal_actions=("deal 3", "turn 3"))
    assert find_legal(state, "3") is None
    assert str(find_legal(state, "turn 3")) == "turn 3"


def test_a_minus_sign_may_be_one_of_print() -> None:
    for minus in "-\u2212\u2013":
        assert str(find_legal(DEALING, f"{minus}1 white")) == "reveal -1 white"


def test_spaces_stand_for_hyphens_in_names() -> None:
    """As names are on printed cards; never for the minus sign of a number."""
    state: Any = SimpleNamespace(actor=0, legal_actions=("play lone-star", "back-out a", "end"))
    assert str(find_legal(state, "play Lone Star")) == "play lone-star"
    assert str(find_legal(state, "back out a")) == "back-out a"
    assert find_legal(state, "play lone  star") is None
    assert find_legal(DEALING, "reveal  1 white") is None


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("play First Officer", "play first-officer"),
        ("Play first officer", "play first-officer"),
        ("play first-officer", "play first-officer"),
        ("use Full Burn 2", "use full-burn 2"),
        ("set The Dart any", "set the-dart any"),
        ("target Agent in Gray", "target agent-in-gray"),
    ],
)
def test_an_action_that_is_not_legal_may_be_typed_with_spaces_too(line: str, action: str) -> None:
    """So that ``why`` can say what is against it. The wire stays strict."""
    state: Any = SimpleNamespace(actor=0, legal_actions=("end",))
    assert str(read_typed(misbehavin.GAME, state, line)) == action
    if line != action:
        with pytest.raises(InvalidNotation):
            misbehavin.read_action(line)


def test_a_very_long_line_is_no_action() -> None:
    state = misbehavin.start()
    for words in (25, 5000):
        with pytest.raises(InvalidNotation):
            read_typed(misbehavin.GAME, state, f"play{' a' * (words - 1)}")
    assert (
        str(read_typed(misbehavin.GAME, state, f"play{' a' * 20}")) == f"play {'-'.join('a' * 20)}"
    )


def test_spaces_are_no_hyphens_where_two_names_differ_by_them() -> None:
    state: Any = SimpleNamespace(actor=0, legal_actions=("play a-b c", "play a b-c"))
    assert find_legal(state, "play a b c") is None
    assert str(find_legal(state, "play a b-c")) == "play a b-c"


def test_a_person_types_the_whole_action() -> None:
    assert str(find_legal(BIDDING, "Bid A")) == "bid a"
    assert find_legal(BIDDING, "bid b") is None
    assert find_legal(BIDDING, "a") is None
    assert str(read_typed(smile.GAME, BIDDING, "BID B")) == "bid b"
    with pytest.raises(InvalidNotation, match=r"^'a' is not an action"):
        read_typed(smile.GAME, BIDDING, "a")


ASKED: Final = BIDDING.apply(smile.read_action("bid a"))
"""Seat 1 can bid and back out."""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "an empty text is not an action now, like 'bid a' or 'back-out a'"),
        ("jump", "'jump' is not an action: it begins with bid or back-out now"),
        (
            "bids",
            "'bids' is not an action: it begins with bid or back-out now (did you mean",
        ),
        ("bid a now", "'bid a now' is not an action: nothing may follow 'bid a' (did you mean"),
    ],
)
def test_the_verbs_that_are_told_are_those_of_the_legal_actions(line: str, told: str) -> None:
    """And never those of chance; there is one proposal at most."""
    with pytest.raises(InvalidNotation) as caught:
        read_typed(smile.GAME, ASKED, line)
    assert str(caught.value).startswith(told)
    assert "reveal" not in str(caught.value)
    assert str(caught.value).count("did you mean") < 2


def test_one_proposal_is_made_where_verb_and_action_are_alike() -> None:
    with pytest.raises(InvalidNotation) as caught:
        read_typed(smile.GAME, ASKED, "back-ot a")
    assert str(caught.value).count("did you mean") == 1
    assert "(did you mean 'back-out a'?)" in str(caught.value)
