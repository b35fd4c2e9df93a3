"""The examples that the sheet prints: an auction of three players, and a score."""

import pytest

from fireflies.contract import CHANCE
from fireflies.smile import (
    AuctionEnded,
    BackOut,
    BeadPlaced,
    BeadsBorrowed,
    Bid,
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


@pytest.mark.clause("smile.bid.lowest-card")
@pytest.mark.clause("smile.bid.clear-bead")
def test_adele_must_bid_on_the_lowest(evidence: Evidence) -> None:
    """Adele starts, and has to bid on the -2."""
    state = at(AUCTION)
    assert state.actor == ADELE
    assert legal(state) == {"bid a"}
    evidence.choice(Clause.BID_LOWEST_CARD, state, Bid("a"), Bid("b"))
    assert events_of(state, "bid a") == [BeadPlaced(ADELE, "a")]
    assert after(state, "bid a") == at("2 0 120 a:-2y*1,b:1,c:1r 9+0:3/8+0:3y/0+0:5w 17+5 - -3,2,6")


@pytest.mark.clause("smile.back-out.take")
@pytest.mark.clause("smile.pair.discard")
def test_bianca_takes_the_card_and_discards_a_pair(evidence: Evidence) -> None:
    """Bianca may take the -2 or bid on it; she takes it with its bead, and the pair leaves."""
    state = after(at(AUCTION), "bid a")
    assert state.actor == BIANCA
    assert legal(state) == {"bid a", "back-out a"}
    taken = CardTaken(BIANCA, "a", YELLOW, 1)
    pair = PairDiscarded(BIANCA, (Card(3, "yellow"), YELLOW))
    assert events_of(state, "back-out a") == [taken, pair]
    evidence.effect(taken, (state, BackOut("a")), (state, Bid("a")))
    evidence.effect(pair, (state, BackOut("a")), (state, Bid("a")))
    assert after(state, "back-out a") == at("2 0 20 b:1,c:1r 9+0:3/9+0/0+0:5w 17+5 -2y,3y -3,2,6")


@pytest.mark.clause("smile.borrow.stuck")
@pytest.mark.clause("smile.borrow.bid")
def test_christopher_borrows_and_bids(evidence: Evidence) -> None:
    """Christopher takes a clear and a blue bead and bids the clear one, on either of the 1s.

    Misread: the leftmost of the two is the lowest.
    """
    state = after(at(AUCTION), "bid a", "back-out a")
    assert state.actor == CHRISTOPHER
    evidence.limit(Clause.BORROW_BID, legal(state), {"bid b", "bid c"}, misread={"bid b"})
    for slot in "bc":
        assert events_of(state, f"bid {slot}") == [
            BeadsBorrowed(CHRISTOPHER),
            BeadPlaced(CHRISTOPHER, slot),
        ]
    assert after(state, "bid b") == at("2 0 02 b:1*1,c:1r 9+0:3/9+0/0+1:5w 16+4 -2y,3y -3,2,6")
    evidence.effect(
        BeadsBorrowed(CHRISTOPHER), (state, Bid("b")), (after(state, "bid b"), Bid("b"))
    )


@pytest.mark.clause("smile.bid.ties")
@pytest.mark.clause("smile.last.card")
@pytest.mark.clause("smile.last.starts")
def test_adele_backs_out_and_christopher_is_the_last(evidence: Evidence) -> None:
    """Adele takes the 1 with the bead; she could have bid on either 1, but not taken the other.

    Christopher gets the last card, which has no beads, and starts the next auction. Misread: Adele
    bids on the 1 that has a bead already.
    """
    state = after(at(AUCTION), "bid a", "back-out a", "bid b")
    assert state.actor == ADELE
    evidence.limit(
        Clause.BID_TIES,
        legal(state),
        {"bid b", "bid c", "back-out b"},
        misread={"bid b", "back-out b"},
    )
    last = LastCardTaken(CHRISTOPHER, "c", Card(1, "red"), 0)
    end = AuctionEnded(2, CHRISTOPHER)
    assert events_of(state, "back-out b") == [CardTaken(ADELE, "b", Card(1), 1), last, end]
    evidence.effect(last, (state, BackOut("b")), (state, Bid("c")))
    evidence.effect(end, (state, BackOut("b")), (state, Bid("c")))
    ended = after(state, "back-out b")
    assert ended == at("3 2 201 - 10+0:1,3/9+0/0+1:1r,5w 16+4 -2y,3y -3,2,6")
    assert ended.actor == CHANCE
    revealed = after(ended, "reveal 2", "reveal -3", "reveal 6")
    assert revealed.actor == CHRISTOPHER


@pytest.mark.clause("smile.back-out.take")
@pytest.mark.clause("smile.bid.clear-bead")
@pytest.mark.clause("smile.borrow.stuck")
@pytest.mark.clause("smile.last.card")
@pytest.mark.clause("smile.last.starts")
@pytest.mark.clause("smile.pair.discard")
def test_the_whole_auction(evidence: Evidence) -> None:
    """The events, in order, from Adele's bid to the end of the auction."""
    state = at(AUCTION)
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
    back_out = after(state, "bid a")
    evidence.effect(BeadPlaced(ADELE, "a"), (state, Bid("a")), (back_out, BackOut("a")))


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
