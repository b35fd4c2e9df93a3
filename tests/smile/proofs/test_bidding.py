"""Proofs of phase 2 A of the sheet: the order of turns, and bids."""

import pytest

from fireflies.contract import Action
from fireflies.smile import BackOut, BeadPlaced, Bid, Card, Clause, Reveal, Supply
from tests.evidence import Evidence
from tests.smile.proofs.plays import actors, after, at, beads_on, bids, events_of, hand, legal, row


class Pass(Action):
    """An action that the rules do not have: it does nothing."""

    __slots__ = ()


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
@pytest.mark.parametrize(
    ("position", "both"),
    [
        ("1 0 012 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -", {"bid a"}),
        ("1 0 120 a:-2*1,b:1,c:4 5+0/6+0/6+0 17+5 - -", {"bid a", "back-out a"}),
        ("2 0 120 a:-2*1,b:1,c:4 5+0:1/0+0:1/12+0:1 17+5 - -", {"back-out a"}),
        ("1 0 1230 a:-2*1,b:1,c:4,d:6 5+0/6+0/6+0/6+0 11+5 - -", {"bid a", "back-out a"}),
        (
            "1 0 12340 a:-2*1,b:1,c:4,d:6,e:6 5+0/6+0/6+0/6+0/6+0 5+5 - -",
            {"bid a", "back-out a"},
        ),
    ],
    ids=["first turn", "both", "no bead", "4 players", "5 players"],
)
def test_bid_or_back_out_but_never_pass(evidence: Evidence, position: str, both: set[str]) -> None:
    """A turn is a bid or a back-out; a pass is refused even when only one action is legal."""
    state = at(position)
    assert legal(state) == both
    evidence.choice(Clause.TURN_CHOICE, state, state.legal_actions[0], Pass())


@pytest.mark.clause("smile.turn.choice")
@pytest.mark.parametrize("nothing", [None, "bid a", 1, "pass"])
def test_only_actions_are_accepted(evidence: Evidence, nothing: object) -> None:
    """An object that is no action is refused, even the text of a legal action."""
    state = at("1 0 120 a:-2*1,b:1,c:4 5+0/6+0/6+0 17+5 - -")
    violation = state.check(nothing)
    assert violation is not None
    assert violation.clause is Clause.TURN_CHOICE
    evidence.choice(Clause.TURN_CHOICE, state, BackOut("a"), Pass())


@pytest.mark.clause("smile.bid.clear-bead")
@pytest.mark.parametrize(
    ("position", "clear"),
    [
        ("1 0 120 a:-2*1,b:1,c:4 5+0/6+0/6+0 17+5 - -", 5),
        ("1 0 1230 a:-2*1,b:1,c:4,d:6 5+0/6+0/6+0/6+0 11+5 - -", 5),
        ("1 0 12340 a:-2*1,b:1,c:4,d:6,e:6 5+0/6+0/6+0/6+0/6+0 5+5 - -", 5),
        ("2 0 120 a:-2*1,b:1,c:4 5+0:1/1+0:1/11+0:1 17+5 - -", 0),
    ],
    ids=["3", "4", "5", "the last bead"],
)
def test_a_bid_is_one_clear_bead(evidence: Evidence, position: str, clear: int) -> None:
    """A bid moves one bead from the hand to the card; a back-out moves none there."""
    state = at(position)
    evidence.effect(BeadPlaced(1, "a"), (state, Bid("a")), (state, BackOut("a")))
    assert events_of(state, "bid a") == [BeadPlaced(1, "a")]
    bid = after(state, "bid a")
    assert hand(bid, 1) == (clear, 0)
    assert beads_on(bid) == beads_on(state) | {"a": 2}
    assert row(bid) == row(state)
    assert bid.supply == state.supply
    assert bid.in_auction == (*state.in_auction[1:], 1)
    assert [hand(bid, seat) for seat in state.in_auction[1:]] == [
        hand(state, seat) for seat in state.in_auction[1:]
    ]


@pytest.mark.clause("smile.bid.clear-bead")
def test_a_bid_is_one_bead_however_many_lie_there(evidence: Evidence) -> None:
    """A bid on a card with many beads also adds only one."""
    state = at("1 0 012 a:-2*9,b:1,c:4 3+0/3+0/3+0 17+5 - -")
    revealing = at("1 0 012 a:-2,b:1 6+0/6+0/6+0 17+5 - 4")
    evidence.effect(BeadPlaced(0, "a"), (state, Bid("a")), (revealing, Reveal(Card(4))))
    state = after(state, "bid a")
    assert beads_on(state) == {"a": 10, "b": 0, "c": 0}
    assert hand(state, 0) == (2, 0)
    assert state.supply == Supply(17, 5)


@pytest.mark.clause("smile.bid.lowest-card")
@pytest.mark.parametrize(
    ("position", "refused"),
    [
        ("1 0 012 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -", "bc"),
        ("1 0 0123 a:-5,b:-1,c:4,d:6 6+0/6+0/6+0/6+0 11+5 - -", "bcd"),
        ("1 0 01234 a:0,b:1,c:2,d:3,e:4 6+0/6+0/6+0/6+0/6+0 5+5 - -", "bcde"),
    ],
    ids=["3", "4", "5"],
)
def test_the_bead_goes_on_the_lowest_card(evidence: Evidence, position: str, refused: str) -> None:
    """A bid is legal only on the lowest card, not on any higher card."""
    state = at(position)
    for slot in refused:
        evidence.choice(Clause.BID_LOWEST_CARD, state, Bid("a"), Bid(slot))
    assert legal(state) == {"bid a"}


@pytest.mark.clause("smile.bid.lowest-card")
def test_beads_do_not_make_a_card_higher(evidence: Evidence) -> None:
    """A bid is legal on the lowest card, even with seven beads on it."""
    state = at("1 0 012 a:-2*7,b:-1,c:4 4+0/4+0/3+0 17+5 - -")
    evidence.choice(Clause.BID_LOWEST_CARD, state, Bid("a"), Bid("b"))
    evidence.choice(Clause.BID_LOWEST_CARD, state, Bid("a"), Bid("c"))


@pytest.mark.clause("smile.bid.lowest-card")
def test_when_the_lowest_is_taken_the_next_is_lowest(evidence: Evidence) -> None:
    """When the -2 is taken, a bid is legal only on the 1."""
    state = at("1 0 012 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -")
    state = after(state, "bid a", "back-out a")
    for gone_or_higher in ("a", "c"):
        evidence.choice(Clause.BID_LOWEST_CARD, state, Bid("b"), Bid(gone_or_higher))
    assert legal(state) == {"bid b"}


@pytest.mark.clause("smile.bid.lowest-card")
def test_the_lowest_moves_up_card_by_card(evidence: Evidence) -> None:
    """When players take the lowest cards one by one, the bids go on the next higher ones."""
    state = at("1 0 01234 a:-3,b:-1,c:2,d:3,e:6 6+0/6+0/6+0/6+0/6+0 5+5 - -")
    for slot, above in ("ab", "bc", "cd", "de"):
        evidence.choice(Clause.BID_LOWEST_CARD, state, Bid(slot), Bid(above))
        state = after(state, f"bid {slot}", f"back-out {slot}")


@pytest.mark.clause("smile.bid.lowest-card")
def test_while_one_of_the_lowest_is_left_no_other_is_lowest(evidence: Evidence) -> None:
    """When one of two cards with -1 is taken, bids go on the other -1, not yet on the 3."""
    state = at("1 0 120 a:-1*1,b:-1w,c:3 5+0/6+0/6+0 17+5 - -")
    state = after(state, "back-out a")
    evidence.choice(Clause.BID_LOWEST_CARD, state, Bid("b"), Bid("c"))
    assert legal(state) == {"bid b"}


@pytest.mark.clause("smile.bid.lowest-card")
def test_a_slot_outside_the_row_takes_no_bid(evidence: Evidence) -> None:
    """With three players a bid on a fourth slot is refused."""
    state = at("1 0 012 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -")
    evidence.choice(Clause.BID_LOWEST_CARD, state, Bid("a"), Bid("d"))


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
