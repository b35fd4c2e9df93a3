"""Proofs of phase 2 A of the sheet: the order of turns, and bids."""

import pytest

from fireflies.smile import Clause
from fireflies.testing import Foreign
from tests.evidence import Evidence
from tests.smile.proofs.plays import actors, after, at, beads_on, bids


@pytest.mark.clause("smile.bidding.clockwise")
@pytest.mark.parametrize(
    ("position", "right", "misread"),
    [
        (
            "1 2 2301 a:-2,b:1,c:4,d:6 6+0/6+0/6+0/6+0 11+5 - -",
            [2, 3, 0, 1, 2, 3],
            [2, 1, 0, 3, 2, 1],
        ),
    ],
    ids=["4"],
)
def test_turns_go_clockwise(
    evidence: Evidence, position: str, right: list[int], misread: list[int]
) -> None:
    """After the starting player comes the next seat; misread: the seat before."""
    bids = ["bid a"] * (len(right) - 1)
    evidence.limit(Clause.BIDDING_CLOCKWISE, actors(at(position), *bids), right, misread=misread)


@pytest.mark.clause("smile.bidding.clockwise")
def test_after_a_back_out_the_next_seat_goes_on(evidence: Evidence) -> None:
    """Seat 2 follows when seat 1 backs out; misread: the starting player begins a new round."""
    state = at("1 0 0123 a:-2,b:1,c:4,d:6 6+0/6+0/6+0/6+0 11+5 - -")
    evidence.limit(
        Clause.BIDDING_CLOCKWISE,
        actors(state, "bid a", "back-out a", "bid b", "bid b"),
        [0, 1, 2, 3, 0],
        misread=[0, 1, 0, 2, 3],
    )


@pytest.mark.clause("smile.turn.choice")
@pytest.mark.parametrize("nothing", [None, "bid a", 1, Foreign("pass")])
def test_only_actions_are_accepted(nothing: object) -> None:
    """An object that is no action is refused, even the text of a legal action.

    No example, case or play shows that, as their actions are texts that are parsed.
    """
    state = at("1 0 120 a:-2*1,b:1,c:4 5+0/6+0/6+0 17+5 - -")
    violation = state.check(nothing)
    assert violation is not None
    assert violation.clause is Clause.TURN_CHOICE


@pytest.mark.clause("smile.bid.ties")
@pytest.mark.parametrize(
    ("position", "right"),
    [
        ("1 0 012 a:1*2,b:1r,c:4 6+0/5+0/5+0 17+5 - -", {"a", "b"}),
        ("1 0 0123 a:1,b:1IV,c:1bIV,d:2 6+0/6+0/6+0/6+0 11+5 - -", {"a", "b", "c"}),
        (
            "1 0 01234 a:1V,b:1b,c:1rIV,d:1y,e:1yV 6+0/6+0/6+0/6+0/6+0 5+5 - -",
            {"a", "b", "c", "d", "e"},
        ),
    ],
    ids=["beads and color", "markers", "all"],
)
def test_any_of_the_lowest_cards_takes_the_bid(
    evidence: Evidence, position: str, right: set[str]
) -> None:
    """A bid may go on each card of the lowest value; misread: only on the leftmost."""
    evidence.limit(Clause.BID_TIES, bids(at(position)), right, misread={"a"})


@pytest.mark.clause("smile.bid.ties")
def test_the_bead_lies_where_the_bidder_chose(evidence: Evidence) -> None:
    """Two players bid on the right card, one on the left; misread: all beads are on the left."""
    state = at("1 0 012 a:1,b:1r,c:4 6+0/6+0/6+0 17+5 - -")
    state = after(state, "bid b", "bid a", "bid b")
    evidence.limit(
        Clause.BID_TIES,
        beads_on(state),
        {"a": 1, "b": 2, "c": 0},
        misread={"a": 3, "b": 0, "c": 0},
    )
