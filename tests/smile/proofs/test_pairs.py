"""Proofs of the sheet's rule about two cards that show one color in the top left corner."""

import pytest

from fireflies.smile import (
    AuctionEnded,
    Card,
    CardTaken,
    Clause,
    GameEnded,
    LastCardTaken,
    PairDiscarded,
)
from tests.evidence import Evidence
from tests.smile.proofs.plays import after, at, beads_on, events_of, front, hand, row


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
def test_revealing_makes_no_pairs(evidence: Evidence) -> None:
    """Three yellow cards are revealed, and all stay; misread: a pair leaves the row."""
    state = at("2 0 012 a:-2y,b:1y 6+0:5y/6+0:6y/6+0:1 17+5 - 4y")
    revealed = after(state, "reveal 4 yellow")
    evidence.limit(
        Clause.PAIR_IN_FRONT,
        (beads_on(revealed), revealed.discarded),
        ({"a": 0, "b": 0, "c": 0}, ()),
        misread=({"c": 0}, (Card(-2, "yellow"), Card(1, "yellow"))),
    )


@pytest.mark.clause("smile.pair.in-front")
@pytest.mark.parametrize(
    ("position", "players"),
    [
        ("2 0 120 a:-2y*1,b:1,c:4 5+0:5y/6+0:1/6+0:6y 17+5 - -", 3),
        ("2 0 1230 a:-2y*1,b:1,c:4,d:6 5+0:5y/6+0:1/6+0:6y/6+0:2 11+5 - -", 4),
        ("2 0 12340 a:-2y*1,b:1,c:4,d:6,e:6 5+0:5y/6+0:1/6+0:6y/6+0:2/6+0:2 5+5 - -", 5),
    ],
    ids=["3", "4", "5"],
)
def test_other_players_cards_make_no_pair(evidence: Evidence, position: str, players: int) -> None:
    """The neighbors' yellow cards stay; misread: each color is only once on the table."""
    taken = after(at(position), "back-out a")
    evidence.limit(
        Clause.PAIR_IN_FRONT,
        [front(taken, seat) for seat in range(players)],
        [["5 yellow"], ["-2 yellow", "1"], ["6 yellow"], ["2"], ["2"]][:players],
        misread=[[], ["1"], ["6 yellow"], ["2"], ["2"]][:players],
    )


@pytest.mark.clause("smile.pair.in-front")
def test_the_two_of_one_auction_are_not_a_pair(evidence: Evidence) -> None:
    """Two players get the last two yellow cards; misread: these two are a pair."""
    state = at("1 0 02 b:1y*1,c:4y 5+0/7+0:-2/5+0 17+5 - -")
    ended = after(state, "back-out b")
    evidence.limit(
        Clause.PAIR_IN_FRONT,
        [front(ended, seat) for seat in range(3)],
        [["1 yellow"], ["-2"], ["4 yellow"]],
        misread=[[], ["-2"], []],
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


@pytest.mark.clause("smile.pair.colorless")
def test_a_last_card_without_a_color_stays(evidence: Evidence) -> None:
    """Two cards without a color stay, also by the last card; misread: they leave."""
    state = at("2 0 02 b:1*1,c:4 5+0:3/7+0:-2,2/5+0:5 17+5 - -1,0,6")
    ended = after(state, "back-out b")
    evidence.limit(
        Clause.PAIR_COLORLESS,
        (front(ended, 0), front(ended, 2)),
        (["1", "3"], ["4", "5"]),
        misread=([], []),
    )


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
@pytest.mark.parametrize(
    "position",
    [
        YELLOW_AND_RED.format("-"),
        "2 0 20 c:1y*1,d:4r 5+0:5r/7+0:-2,2/5+0:3y/6+0:1,3 11+5 - -",
        "2 0 42 d:1y*1,e:4r 5+0:0,0/7+0:-2,2/5+0:5r/6+0:1,3/6+0:3y 5+5 - -",
    ],
    ids=["3", "4", "5"],
)
def test_the_pairs_leave_before_the_game_ends(evidence: Evidence, position: str) -> None:
    """First both pairs leave, then the game ends; misread: the game ends before the last pair."""
    state = at(position)
    kinds = [type(event) for event in events_of(state, f"back-out {state.row[0].slot}")]
    evidence.limit(
        Clause.PAIR_ORDER,
        kinds,
        [CardTaken, PairDiscarded, LastCardTaken, PairDiscarded, GameEnded],
        misread=[CardTaken, PairDiscarded, LastCardTaken, GameEnded, PairDiscarded],
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
