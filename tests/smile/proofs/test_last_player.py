"""Proofs of phase 2 C of the sheet: the last player, the last card, the next starting player."""

from typing import Final

import pytest

from fireflies.smile import Card, Clause, LastCardTaken
from tests.evidence import Evidence
from tests.smile.proofs.plays import after, at, events_of, front, hand, row

THREE_LEFT: Final = {
    3: "1 0 120 a:-2*1,b:1,c:4 5+0/6+0/6+0 17+5 - -3,2,6",
    4: "1 0 302 b:1*1,c:4,d:6 5+0/7+0:-2/5+0/6+0 11+5 - -3,2,5,6",
    5: "1 0 024 c:4*1,d:5,e:6 5+0/7+0:-2/5+0/7+0:1/5+0 5+5 - -3,2,5,6,6",
}
"""The first of two auctions with three still in it; the lowest card has a bead."""

TWO_LEFT: Final = {
    3: "1 0 02 b:1*1,c:4 5+0/7+0:-2/5+0 17+5 - -3,2,6",
    4: "1 0 20 c:4*1,d:6 4+0/7+0:-2/5+0/7+0:1 11+5 - -3,2,5,6",
    5: "1 0 42 d:5*1,e:6 6+0:4/7+0:-2/4+0/7+0:1/5+0 5+5 - -3,2,5,6,6",
}
"""The same auctions two turns later: two are in it; the lowest card has a bead, the other none."""


@pytest.mark.clause("smile.last.beads")
@pytest.mark.parametrize(
    ("position", "back_out", "last", "right"),
    [
        (
            "1 0 02 b:1*1,c:1r*4 4+0/7+0:-2/2+0 17+5 - -",
            "back-out b",
            LastCardTaken(2, "c", Card(1, "red"), 4),
            6,
        ),
        (
            "1 0 42 d:5*7,e:5r*3 3+0:4/7+0:-2/1+0/7+0:1/2+0 5+5 - -",
            "back-out e",
            LastCardTaken(2, "d", Card(5), 7),
            8,
        ),
    ],
    ids=["3", "5"],
)
def test_the_beads_on_the_last_card_go_with_it(
    evidence: Evidence, position: str, back_out: str, last: LastCardTaken, right: int
) -> None:
    """The last player's clear beads grow by those on the card; misread: they go to the supply."""
    state = at(position)
    assert last in events_of(state, back_out)
    ended = after(state, back_out)
    misread = hand(state, last.seat)[0]
    evidence.limit(Clause.LAST_BEADS, hand(ended, last.seat)[0], right, misread=misread)
    assert ended.supply == state.supply


@pytest.mark.clause("smile.last.beads")
def test_the_last_two_get_the_beads_of_their_own_cards(evidence: Evidence) -> None:
    """Both get the beads on their own cards; misread: who backs out gets all beads."""
    state = at("1 0 02 b:1*3,c:1r*2 3+0/7+0:-2/3+0 17+5 - -")
    ended = after(state, "back-out b")
    evidence.limit(
        Clause.LAST_BEADS,
        (hand(ended, 0), hand(ended, 2)),
        ((6, 0), (5, 0)),
        misread=((8, 0), (3, 0)),
    )


@pytest.mark.clause("smile.last.one-card-each")
def test_each_gets_one_card(evidence: Evidence) -> None:
    """All have one card at the end; misread: the last player has none."""
    state = at("1 0 0123 a:-2,b:1,c:4,d:5 6+0/6+0/6+0/6+0 11+5 - -")
    ended = after(state, *["bid a", "back-out a", "bid b", "back-out b", "bid c", "back-out c"])
    assert row(ended) == []
    evidence.limit(
        Clause.LAST_ONE_CARD_EACH,
        sorted(len(player.cards) for player in ended.players),
        [1, 1, 1, 1],
        misread=[0, 1, 1, 1],
    )


@pytest.mark.clause("smile.last.one-card-each")
def test_nobody_gets_two_and_the_auction_ends_there(evidence: Evidence) -> None:
    """Each player gets one of three cards; misread: the last player goes on and gets the rest."""
    state = at(THREE_LEFT[3])
    ended = after(state, "back-out a", "bid b", "back-out b")
    evidence.limit(
        Clause.LAST_ONE_CARD_EACH,
        [front(ended, seat) for seat in range(3)],
        [["1"], ["-2"], ["4"]],
        misread=[[], ["-2"], ["1", "4"]],
    )
