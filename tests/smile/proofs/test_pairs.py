"""Proofs of the sheet's rule about two cards that show one color in the top left corner."""

import pytest

from fireflies.smile import AuctionEnded, Card, CardTaken, Clause, LastCardTaken, PairDiscarded
from tests.evidence import Evidence
from tests.smile.proofs.plays import after, at, events_of, front, hand, row


@pytest.mark.clause("smile.pair.in-front")
def test_the_row_makes_no_pairs(evidence: Evidence) -> None:
    """One of two yellow cards in the row is taken, the other stays; misread: it is taken too."""
    state = at("1 0 120 a:-2y*1,b:1y,c:4 5+0/6+0/6+0 17+5 - -")
    taken = after(state, "back-out a")
    evidence.limit(
        Clause.PAIR_IN_FRONT,
        (front(taken, 1), row(taken), taken.discarded),
        (["-2 yellow"], ["b: 1 yellow", "c: 4"], ()),
        misread=([], ["c: 4"], (Card(-2, "yellow"), Card(1, "yellow"))),
    )


@pytest.mark.clause("smile.pair.in-front")
def test_other_players_cards_make_no_pair(evidence: Evidence) -> None:
    """The neighbors' yellow cards stay; misread: each color is only once on the table."""
    taken = after(at("2 0 120 a:-2y*1,b:1,c:4 5+0:5y/6+0:1/6+0:6y 17+5 - -"), "back-out a")
    evidence.limit(
        Clause.PAIR_IN_FRONT,
        [front(taken, seat) for seat in range(3)],
        [["5 yellow"], ["-2 yellow", "1"], ["6 yellow"]],
        misread=[[], ["1"], ["6 yellow"]],
    )


@pytest.mark.clause("smile.pair.colorless")
@pytest.mark.parametrize(
    ("position", "right", "misread"),
    [
        (
            "3 0 120 a:1*1,b:3,c:5 5+0:0,2/6+0:1,1/6+0:4,6 17+5 - -",
            ["1", "1", "1"],
            ["1"],
        ),
        ("2 0 120 a:1*1,b:3,c:5 5+0:0/6+0:-5/6+0:4 17+5 - -", ["-5", "1"], []),
        (
            "3 0 1230 a:1IV*1,b:3,c:5,d:5 5+0:0,2/6+0:2IV,3IV/6+0:4,6/6+0:4,6 11+5 - -",
            ["1 IV", "2 IV", "3 IV"],
            ["3 IV"],
        ),
        (
            "4 0 120 a:1*1,b:3,c:5 5+0:0,0,2/6+0:1,2,6r/6+0:4,4,6 17+5 - -",
            ["1", "1", "2", "6 red"],
            ["2", "6 red"],
        ),
    ],
    ids=["three of a kind", "two", "one marker", "beside a color"],
)
def test_cards_without_a_color_stay(
    evidence: Evidence, position: str, right: list[str], misread: list[str]
) -> None:
    """Many cards without a color stay, also equal ones; misread: they are of one color."""
    state = at(position)
    evidence.limit(
        Clause.PAIR_COLORLESS, front(after(state, "back-out a"), 1), right, misread=misread
    )
    assert not any(isinstance(event, PairDiscarded) for event in events_of(state, "back-out a"))


YELLOW_AND_RED = "2 0 02 b:1y*1,c:4r 5+0:3y/7+0:-2,2/5+0:5r 17+5 - {}"
"""Both players who are left will get a card that makes a pair."""


@pytest.mark.clause("smile.pair.order")
def test_pairs_leave_in_the_order_in_which_the_cards_are_taken(evidence: Evidence) -> None:
    """First the back-out's card and pair, then the last player's, then the end.

    Misread: both cards are taken before the pairs are discarded.
    """
    taken = CardTaken(0, "b", Card(1, "yellow"), 1)
    yellow = PairDiscarded(0, (Card(3, "yellow"), Card(1, "yellow")))
    last = LastCardTaken(2, "c", Card(4, "red"), 0)
    red = PairDiscarded(2, (Card(5, "red"), Card(4, "red")))
    end = AuctionEnded(2, 2)
    evidence.limit(
        Clause.PAIR_ORDER,
        events_of(at(YELLOW_AND_RED.format("-1,0,6")), "back-out b"),
        [taken, yellow, last, red, end],
        misread=[taken, last, yellow, red, end],
    )


@pytest.mark.clause("smile.pair.order")
def test_no_pair_is_scored(evidence: Evidence) -> None:
    """The pairs of the last cards do not count; misread: they still count.

    Six, seven and five beads are a point each; seat 1 also has a -2 and a 2.
    """
    ended = after(at(YELLOW_AND_RED.format("-")), "back-out b")
    assert hand(ended, 0) == (6, 0)
    assert ended.outcome is not None
    evidence.limit(
        Clause.PAIR_ORDER,
        ended.outcome.scores,
        (1, 0 + 1, 1),
        misread=(3 + 1 + 1, 0 + 1, 5 + 4 + 1),
    )
    assert ended.discarded == (
        Card(1, "yellow"),
        Card(3, "yellow"),
        Card(4, "red"),
        Card(5, "red"),
    )


@pytest.mark.clause("smile.pair.order")
def test_one_color_for_both_players(evidence: Evidence) -> None:
    """Each of the last two players makes a yellow pair with a card of their own.

    Misread: the two cards that were taken make the first pair.
    """
    state = at("2 0 02 b:1y*1,c:4y 5+0:3y/7+0:-2,2/5+0:5y 17+5 - -1,0,6")
    pairs = [event for event in events_of(state, "back-out b") if isinstance(event, PairDiscarded)]
    evidence.limit(
        Clause.PAIR_ORDER,
        pairs,
        [
            PairDiscarded(0, (Card(3, "yellow"), Card(1, "yellow"))),
            PairDiscarded(2, (Card(5, "yellow"), Card(4, "yellow"))),
        ],
        misread=[PairDiscarded(0, (Card(1, "yellow"), Card(4, "yellow")))],
    )
