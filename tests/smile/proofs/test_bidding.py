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
        ("1 1 120 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -", [1, 2, 0, 1, 2], [1, 0, 2, 1, 0]),
        (
            "1 2 2301 a:-2,b:1,c:4,d:6 6+0/6+0/6+0/6+0 11+5 - -",
            [2, 3, 0, 1, 2, 3],
            [2, 1, 0, 3, 2, 1],
        ),
        (
            "1 4 40123 a:-2,b:1,c:4,d:6,e:6 6+0/6+0/6+0/6+0/6+0 5+5 - -",
            [4, 0, 1, 2, 3, 4, 0],
            [4, 3, 2, 1, 0, 4, 3],
        ),
    ],
    ids=["3", "4", "5"],
)
def test_turns_go_clockwise(
    evidence: Evidence, position: str, right: list[int], misread: list[int]
) -> None:
    """After the starting player comes the next seat; misread: the seat before."""
    bids = ["bid a"] * (len(right) - 1)
    evidence.limit(Clause.BIDDING_CLOCKWISE, actors(at(position), *bids), right, misread=misread)


@pytest.mark.clause("smile.bidding.clockwise")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_bidding_lasts_many_rounds(evidence: Evidence, players: int) -> None:
    """All may bid six times, until they have no beads; misread: each player bids once."""
    seats = "01234"[:players]
    offers = ",".join(["a:0", "b:1", "c:2", "d:3", "e:4"][:players])
    hands = "/".join(["6+0"] * players)
    state = at(f"1 0 {seats} {offers} {hands} {35 - 6 * players}+5 - -")
    state = after(state, *["bid a"] * (6 * players))
    evidence.limit(
        Clause.BIDDING_CLOCKWISE,
        (beads_on(state)["a"], state.actor),
        (6 * players, 0),
        misread=(players, None),
    )


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
        ("1 0 012 a:1,b:1,c:4 6+0/6+0/6+0 17+5 - -", {"a", "b"}),
        ("1 0 012 a:1,b:1b,c:1r 6+0/6+0/6+0 17+5 - -", {"a", "b", "c"}),
        ("1 0 0123 a:1,b:1IV,c:1bIV,d:2 6+0/6+0/6+0/6+0 11+5 - -", {"a", "b", "c"}),
        (
            "1 0 01234 a:1V,b:1b,c:1rIV,d:1y,e:1yV 6+0/6+0/6+0/6+0/6+0 5+5 - -",
            {"a", "b", "c", "d", "e"},
        ),
    ],
    ids=["same cards", "colors", "markers", "all"],
)
def test_any_of_the_lowest_cards_takes_the_bid(
    evidence: Evidence, position: str, right: set[str]
) -> None:
    """A bid may go on each card of the lowest value; misread: only on the leftmost."""
    evidence.limit(Clause.BID_TIES, bids(at(position)), right, misread={"a"})


@pytest.mark.clause("smile.bid.ties")
def test_color_does_not_rank(evidence: Evidence) -> None:
    """A 1 with a color is as low as one without; misread: each color has a lowest card of its own.

    So a bid on the blue 2 is refused, although it is the lowest blue card.
    """
    state = at("1 0 0123 a:1,b:1r,c:2b,d:5y 6+0/6+0/6+0/6+0 11+5 - -")
    evidence.limit(Clause.BID_TIES, bids(state), {"a", "b"}, misread={"a", "b", "c", "d"})


@pytest.mark.clause("smile.bid.ties")
@pytest.mark.parametrize(
    ("position", "misread"),
    [
        ("1 0 012 a:1*2,b:1r,c:4 6+0/5+0/5+0 17+5 - -", {"b"}),
        ("1 0 012 a:1,b:1r*3,c:4 5+0/5+0/5+0 17+5 - -", {"b"}),
        ("1 0 012 a:1*3,b:1r*3,c:4 4+0/4+0/4+0 17+5 - -", {"a"}),
    ],
    ids=["left", "right", "both"],
)
def test_beads_on_tied_cards_do_not_matter(
    evidence: Evidence, position: str, misread: set[str]
) -> None:
    """A bid may go on each tied card, with or without beads.

    Misread: the bead has to go to the emptier one; or to the one with beads; or to the first.
    """
    evidence.limit(Clause.BID_TIES, bids(at(position)), {"a", "b"}, misread=misread)


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


@pytest.mark.clause("smile.bid.ties")
def test_cards_that_are_left_may_tie(evidence: Evidence) -> None:
    """When the lowest card is taken, two tied cards are the lowest; misread: only one is."""
    state = at("1 0 0123 a:-3,b:2,c:2IV,d:6 6+0/6+0/6+0/6+0 11+5 - -")
    state = after(state, "bid a", "back-out a")
    evidence.limit(Clause.BID_TIES, bids(state), {"b", "c"}, misread={"b"})
