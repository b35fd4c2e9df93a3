"""Proofs of the sheet's rules about loans, blue beads and the supply."""

import pytest

from fireflies.contract import Action
from fireflies.smile import BackOut, BeadPlaced, BeadsBorrowed, Bid, Clause, Supply
from tests.evidence import Evidence
from tests.smile.proofs.plays import after, at, beads_on, events_of, hand, legal


@pytest.mark.clause("smile.borrow.bid")
def test_the_borrowed_bead_is_bid_in_the_same_turn(evidence: Evidence) -> None:
    """The loan and the bid are one turn; misread: taking the beads is the turn."""
    state = after(at("2 0 012 a:-2,b:1,c:4 0+0:1/9+0:1/9+0:1 17+5 - -"), "bid a")
    evidence.limit(
        Clause.BORROW_BID,
        (state.actor, hand(state, 0), beads_on(state)["a"]),
        (1, (0, 1), 1),
        misread=(1, (1, 1), 0),
    )


@pytest.mark.clause("smile.borrow.bid")
def test_the_borrowed_bead_goes_on_the_lowest_card(evidence: Evidence) -> None:
    """It goes on the lowest card that is left, here b; misread: on any card."""
    state = after(at("2 0 120 a:-2*1,b:1,c:4 11+0:1/6+0:1/0+0:1 17+5 - -"), "back-out a")
    evidence.limit(Clause.BORROW_BID, legal(state), {"bid b"}, misread={"bid b", "bid c"})


@pytest.mark.clause("smile.borrow.again")
def test_two_loans_in_one_auction(evidence: Evidence) -> None:
    """Seat 0 is stuck, and stuck again after others took its bead; misread: one loan an auction."""
    state = at("2 0 012 a:-2,b:1,c:4 0+0:1/9+0:1/9+0:1 17+5 - -")
    state = after(state, "bid a", "bid a", "back-out a")
    assert state.actor == 0
    assert events_of(state, "bid b") == [BeadsBorrowed(0), BeadPlaced(0, "b")]
    evidence.limit(Clause.BORROW_AGAIN, hand(after(state, "bid b"), 0), (0, 2), misread=(0, 1))


@pytest.mark.clause("smile.borrow.again")
def test_two_players_may_borrow_in_one_auction(evidence: Evidence) -> None:
    """Seats 0 and 2 are stuck in one auction, and both borrow; misread: one loan an auction."""
    state = at("2 0 012 a:-2,b:1,c:4 0+0:1/18+0:1/0+0:1 17+5 - -")
    state = after(state, "bid a", "back-out a", "bid b")
    evidence.limit(
        Clause.BORROW_AGAIN,
        [hand(state, seat) for seat in range(3)],
        [(0, 1), (19, 0), (0, 1)],
        misread=[(0, 1), (19, 0), (0, 0)],
    )


@pytest.mark.clause("smile.borrow.no-repaying")
@pytest.mark.parametrize(
    ("position", "right", "misread"),
    [
        ("2 0 120 a:-2*4,b:1,c:4 7+0:1/0+1:1/8+0:1 16+4 - -", (4, 1), (3, 0)),
        ("2 0 120 a:-2*4,b:1,c:4 7+0:1/0+3:1/10+0:1 14+2 - -", (4, 3), (1, 0)),
        ("2 0 120 a:-2*4,b:1,c:4 7+0:1/2+1:1/6+0:1 16+4 - -", (6, 1), (5, 0)),
    ],
    ids=["one", "three", "one of old"],
)
def test_beads_that_come_in_repay_nothing(
    evidence: Evidence, position: str, right: tuple[int, int], misread: tuple[int, int]
) -> None:
    """A player gets four clear beads and keeps the blue ones; misread: each repays a loan."""
    state = at(position)
    taken = after(state, "back-out a")
    evidence.limit(Clause.BORROW_NO_REPAYING, hand(taken, 1), right, misread=misread)
    assert taken.supply == state.supply


class Repay(Action):
    """An action that the sheet does not have: a clear and a blue bead go back to the supply."""

    __slots__ = ()


@pytest.mark.clause("smile.borrow.no-repaying")
def test_nobody_may_give_blue_beads_back(evidence: Evidence) -> None:
    """A player with loans and many beads can bid or back out; misread: or repay a loan."""
    state = at("2 0 120 a:-2*1,b:1,c:4 3+0:1/9+2:1/7+0:1 15+3 - -")
    accepted = {action for action in (Bid("a"), BackOut("a"), Repay()) if not state.check(action)}
    right = {Bid("a"), BackOut("a")}
    assert legal(state) == {"bid a", "back-out a"}
    evidence.limit(Clause.BORROW_NO_REPAYING, accepted, right, misread={*right, Repay()})


@pytest.mark.clause("smile.bid.no-blue")
def test_blue_beads_are_nothing_to_bid_with(evidence: Evidence) -> None:
    """A player with blue beads only has to back out; misread: a blue bead is bid."""
    evidence.limit(
        Clause.BID_NO_BLUE,
        legal(at("2 0 120 a:-2*1,b:1,c:4 9+0:1/0+2:1/10+0:1 15+3 - -")),
        {"back-out a"},
        misread={"bid a", "back-out a"},
    )


@pytest.mark.clause("smile.bid.no-blue")
def test_the_clear_bead_is_bid_not_the_blue_one(evidence: Evidence) -> None:
    """A player with both kinds bids the clear bead; misread: the blue one first."""
    state = after(at("2 0 012 a:-2,b:1,c:4 2+1:1/9+0:1/8+0:1 16+4 - -"), "bid a")
    evidence.limit(Clause.BID_NO_BLUE, hand(state, 0), (1, 1), misread=(2, 0))


@pytest.mark.clause("smile.supply.exhausted")
def test_loans_go_on_when_both_colors_have_run_out(evidence: Evidence) -> None:
    """Below zero each loan takes two more substitutes; misread: no loans below zero."""
    state = at("2 0 01234 a:-2,b:1,c:4,d:6,e:6 0+2:1/12+1:1/0+1:1/19+1:1/9+0:1 -5+0 - -")
    one = after(state, "bid a")
    two = after(one, "back-out a", "bid b")
    evidence.limit(
        Clause.SUPPLY_EXHAUSTED,
        (one.supply, two.supply, hand(two, 0), hand(two, 2)),
        (Supply(-6, -1), Supply(-7, -2), (0, 3), (0, 2)),
        misread=(Supply(-5, 0), Supply(-5, 0), (0, 2), (0, 1)),
    )


@pytest.mark.clause("smile.supply.exhausted")
def test_blue_substitutes_cost_points_too(evidence: Evidence) -> None:
    """Six loans cost six points though there are five blue beads; misread: five points."""
    state = at("1 0 - - 5+6:6/12+0:1/7+0:1r 11+-1 - -")
    assert state.outcome is not None
    evidence.limit(Clause.SUPPLY_EXHAUSTED, state.outcome.scores[0], 6 + 1 - 6, misread=6 + 1 - 5)
