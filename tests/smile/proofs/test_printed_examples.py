"""The examples that the sheet prints: an auction of three players, and a score."""

import pytest

from fireflies.smile import (
    AuctionEnded,
    BeadPlaced,
    BeadsBorrowed,
    Card,
    CardTaken,
    Clause,
    LastCardTaken,
    PairDiscarded,
    Player,
    score,
)
from tests.evidence import Evidence
from tests.smile.proofs.plays import after, at, events_of, legal

ADELE, BIANCA, CHRISTOPHER = 0, 1, 2
"""The seats of the players, clockwise; Adele is the starting player."""

YELLOW = Card(-2, "yellow")
"""The lowest of the three cards; the other two are a 1 each."""

AUCTION = "2 0 012 a:-2y,b:1,c:1r 10+0:3/8+0:3y/0+0:5w 17+5 - -3,2,6"
"""The row is -2, 1, 1; Bianca has a yellow card; Christopher is out of beads."""


@pytest.mark.clause("smile.borrow.bid")
def test_christopher_borrows_and_bids(evidence: Evidence) -> None:
    """Christopher takes a clear and a blue bead and bids the clear one, on either of the 1s.

    Misread: the leftmost of the two is the lowest.
    """
    state = after(at(AUCTION), "bid a", "back-out a")
    assert state.actor == CHRISTOPHER
    evidence.limit(Clause.BORROW_BID, legal(state), {"bid b", "bid c"}, misread={"bid b"})


@pytest.mark.clause("smile.bid.ties")
def test_adele_could_have_bid_on_either_1(evidence: Evidence) -> None:
    """She takes the 1 with the bead, and could not have taken the other.

    Misread: she bids on the 1 that has a bead already.
    """
    state = after(at(AUCTION), "bid a", "back-out a", "bid b")
    assert state.actor == ADELE
    evidence.limit(
        Clause.BID_TIES,
        legal(state),
        {"bid b", "bid c", "back-out b"},
        misread={"bid b", "back-out b"},
    )


@pytest.mark.clause("smile.bid.lowest-card")
@pytest.mark.clause("smile.last.starts")
def test_the_whole_auction() -> None:
    """The events, in order, from Adele's bid to the end of the auction; then Christopher starts.

    It is the sheet's own example, which no example of ours repeats.
    """
    state = at(AUCTION)
    assert legal(state) == {"bid a"}
    assert legal(after(state, "bid a")) == {"bid a", "back-out a"}
    assert events_of(state, "bid a", "back-out a", "bid b", "back-out b") == [
        BeadPlaced(ADELE, "a"),
        CardTaken(BIANCA, "a", YELLOW, 1),
        PairDiscarded(BIANCA, (Card(3, "yellow"), YELLOW)),
        BeadsBorrowed(CHRISTOPHER),
        BeadPlaced(CHRISTOPHER, "b"),
        CardTaken(ADELE, "b", Card(1), 1),
        LastCardTaken(CHRISTOPHER, "c", Card(1, "red"), 0),
        AuctionEnded(2, CHRISTOPHER),
    ]
    ended = after(state, "bid a", "back-out a", "bid b", "back-out b")
    assert ended == at("3 2 201 - 10+0:1,3/9+0/0+1:1r,5w 16+4 -2y,3y -3,2,6")
    assert after(ended, "reveal 2", "reveal -3", "reveal 6").actor == CHRISTOPHER


@pytest.mark.clause("smile.score.cards")
@pytest.mark.clause("smile.score.clear-beads")
@pytest.mark.clause("smile.score.blue-beads")
def test_the_score(evidence: Evidence) -> None:
    """6 + 3 - 2 = 7 for the cards, a point for six clear beads, one off for a blue bead: 7.

    Misread: negative cards don't count; six beads are six points; the blue bead costs nothing.
    """
    assert score(Player(6, 1, (Card(-2), Card(3), Card(6)))) == 7
    state = at("3 0 - - 6+1:-2,3,6/6+0:0,1,2/7+0:0,1,2 16+4 - -")
    assert state.outcome is not None
    found = state.outcome.scores[0]
    evidence.limit(Clause.SCORE_CARDS, found, 7, misread=6 + 3 + 1 - 1)
    evidence.limit(Clause.SCORE_CLEAR_BEADS, found, 7, misread=6 + 3 - 2 + 6 - 1)
    evidence.limit(Clause.SCORE_BLUE_BEADS, found, 7, misread=6 + 3 - 2 + 1)
