"""Proofs of phase 2 B of the sheet: backing out with a card and its beads."""

import pytest

from fireflies.smile import BackOut, Bid, Card, CardTaken, Clause
from tests.evidence import Evidence
from tests.smile.proofs.plays import (
    actors,
    after,
    at,
    back_outs,
    beads_on,
    events_of,
    front,
    hand,
    legal,
    row,
)


@pytest.mark.clause("smile.back-out.beads")
@pytest.mark.parametrize(
    "position",
    [
        "1 0 012 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -",
        "1 0 0123 a:-2,b:1,c:4,d:6 6+0/6+0/6+0/6+0 11+5 - -",
        "1 0 01234 a:-2,b:1,c:4,d:6,e:6 6+0/6+0/6+0/6+0/6+0 5+5 - -",
    ],
    ids=["3", "4", "5"],
)
def test_nobody_backs_out_while_no_card_has_beads(evidence: Evidence, position: str) -> None:
    """The first player of an auction can only bid: there are no beads on any card."""
    state = at(position)
    for slot in beads_on(state):
        evidence.choice(Clause.BACK_OUT_BEADS, state, Bid("a"), BackOut(slot))
    assert legal(state) == {"bid a"}


@pytest.mark.clause("smile.back-out.beads")
def test_nobody_backs_out_after_the_only_beads_are_taken(evidence: Evidence) -> None:
    """After the only card with beads is taken, the next player can't back out either."""
    state = at("1 0 012 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -")
    state = after(state, "bid a", "back-out a")
    for slot in "bc":
        evidence.choice(Clause.BACK_OUT_BEADS, state, Bid("b"), BackOut(slot))


@pytest.mark.clause("smile.back-out.beads")
@pytest.mark.parametrize(
    ("position", "refused"),
    [
        ("1 0 120 a:-2*1,b:1,c:4 5+0/6+0/6+0 17+5 - -", "bcd"),
        ("1 0 1230 a:1,b:1r*1,c:4,d:6 5+0/6+0/6+0/6+0 11+5 - -", "acd"),
        ("1 0 12340 a:1,b:1r*1,c:1y,d:6,e:6 5+0/6+0/6+0/6+0/6+0 5+5 - -", "acde"),
    ],
    ids=["3", "4", "5"],
)
def test_only_a_card_with_beads_is_taken(evidence: Evidence, position: str, refused: str) -> None:
    """A card with one bead may be taken, a card without beads may not."""
    state = at(position)
    (chosen,) = (slot for slot, beads in beads_on(state).items() if beads)
    for slot in refused:
        evidence.choice(Clause.BACK_OUT_BEADS, state, BackOut(chosen), BackOut(slot))


@pytest.mark.clause("smile.back-out.beads")
def test_a_card_that_was_taken_is_gone(evidence: Evidence) -> None:
    """A card that another player has taken can't be taken."""
    state = at("1 0 012 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -")
    state = after(state, "bid a", "back-out a", "bid b")
    evidence.choice(Clause.BACK_OUT_BEADS, state, BackOut("b"), BackOut("a"))


@pytest.mark.clause("smile.back-out.beads")
def test_nobody_backs_out_of_a_row_without_beads_to_avoid_a_loan(evidence: Evidence) -> None:
    """A player without beads can't back out of a row without beads, but has to borrow."""
    state = at("2 0 012 a:-2,b:1,c:4 0+0:1/9+0:1/9+0:1 17+5 - -")
    evidence.choice(Clause.BACK_OUT_BEADS, state, Bid("a"), BackOut("a"))


@pytest.mark.clause("smile.back-out.any-card")
@pytest.mark.parametrize(
    ("position", "right", "misread"),
    [
        ("1 0 012 a:1*3,b:1r*1,c:4 4+0/5+0/5+0 17+5 - -", {"a", "b"}, {"a"}),
        ("1 0 012 a:1*1,b:1r*3,c:4 4+0/5+0/5+0 17+5 - -", {"a", "b"}, {"b"}),
        (
            "1 0 0123 a:1*2,b:1r,c:1rIV*1,d:1y*1 5+0/5+0/5+0/5+0 11+5 - -",
            {"a", "c", "d"},
            {"a"},
        ),
        (
            "1 0 01234 a:1*1,b:1b*4,c:1r*2,d:1y,e:6 4+0/4+0/5+0/5+0/5+0 5+5 - -",
            {"a", "b", "c"},
            {"b"},
        ),
    ],
    ids=["3 left", "3 right", "4", "5"],
)
def test_any_card_with_beads_may_be_taken(
    evidence: Evidence, position: str, right: set[str], misread: set[str]
) -> None:
    """Each card with beads may be taken; misread: only the one with the most beads."""
    evidence.limit(Clause.BACK_OUT_ANY_CARD, back_outs(at(position)), right, misread=misread)


@pytest.mark.clause("smile.back-out.any-card")
def test_a_card_that_only_others_have_bid_on_may_be_taken(evidence: Evidence) -> None:
    """Seat 0 may take b, where only others have bid; misread: only a, where seat 0 has bid."""
    state = at("1 0 012 a:1,b:1r,c:1y 6+0/6+0/6+0 17+5 - -")
    state = after(state, "bid a", "bid b", "bid c")
    evidence.limit(Clause.BACK_OUT_ANY_CARD, back_outs(state), {"a", "b", "c"}, misread={"a"})


@pytest.mark.clause("smile.back-out.any-card")
def test_a_player_who_has_not_bid_may_back_out(evidence: Evidence) -> None:
    """Seat 1 may back out on its first turn; misread: only after a bid of its own."""
    state = at("1 0 012 a:1,b:1r,c:4 6+0/6+0/6+0 17+5 - -")
    state = after(state, "bid b")
    evidence.limit(Clause.BACK_OUT_ANY_CARD, back_outs(state), {"b"}, misread=set())


@pytest.mark.clause("smile.back-out.any-card")
def test_the_last_of_the_row_may_be_taken(evidence: Evidence) -> None:
    """Of three 2s the rightmost, which has one bead, is taken; misread: the first one is taken."""
    state = at("1 0 120 a:2,b:2b,c:2y 6+0/6+0/6+0 17+5 - -")
    state = after(state, "bid a", "bid c", "back-out c")
    evidence.limit(
        Clause.BACK_OUT_ANY_CARD,
        (front(state, 0), row(state)),
        (["2 yellow"], ["a: 2", "b: 2 blue"]),
        misread=(["2"], ["b: 2 blue", "c: 2 yellow"]),
    )


@pytest.mark.clause("smile.back-out.take")
@pytest.mark.parametrize(
    ("position", "beads", "clear"),
    [
        ("1 0 120 a:-2*1,b:1,c:4 5+0/6+0/6+0 17+5 - -", 1, 7),
        ("1 0 120 a:-2*7,b:1,c:4 3+0/4+0/4+0 17+5 - -", 7, 11),
        ("1 0 1230 a:-2*5,b:1,c:4,d:6 4+0/5+0/5+0/5+0 11+5 - -", 5, 10),
        ("1 0 12340 a:-2*6,b:1,c:4,d:6,e:6 4+0/5+0/5+0/5+0/5+0 5+5 - -", 6, 11),
    ],
    ids=["one bead", "many beads", "4", "5"],
)
def test_card_and_beads_are_taken(
    evidence: Evidence, position: str, beads: int, clear: int
) -> None:
    """The player gets the card and all beads on it; a bid takes no card."""
    state = at(position)
    taken = CardTaken(1, "a", Card(-2), beads)
    evidence.effect(taken, (state, BackOut("a")), (state, Bid("a")))
    assert events_of(state, "back-out a") == [taken]
    left = after(state, "back-out a")
    assert hand(left, 1) == (clear, 0)
    assert front(left, 1) == ["-2"]
    assert row(left) == row(state)[1:]
    assert left.supply == state.supply
    others = state.in_auction[1:]
    assert [left.players[seat] for seat in others] == [state.players[seat] for seat in others]


@pytest.mark.clause("smile.back-out.take")
def test_beads_on_other_cards_stay(evidence: Evidence) -> None:
    """The player gets the two beads of the red 1; the three on the other 1 stay there."""
    state = at("1 0 120 a:1*3,b:1r*2,c:4 4+0/4+0/5+0 17+5 - -")
    evidence.effect(CardTaken(1, "b", Card(1, "red"), 2), (state, BackOut("b")), (state, Bid("b")))
    left = after(state, "back-out b")
    assert beads_on(left) == {"a": 3, "c": 0}
    assert hand(left, 1) == (6, 0)
    assert front(left, 1) == ["1 red"]


@pytest.mark.clause("smile.back-out.take")
def test_the_letters_stay_with_the_cards(evidence: Evidence) -> None:
    """When b is taken, the cards to its right are still c and d."""
    state = at("1 0 1230 a:1,b:1r*1,c:4,d:6 5+0/6+0/6+0/6+0 11+5 - -")
    evidence.effect(CardTaken(1, "b", Card(1, "red"), 1), (state, BackOut("b")), (state, Bid("a")))
    assert row(after(state, "back-out b")) == ["a: 1", "c: 4", "d: 6"]


@pytest.mark.clause("smile.back-out.take")
def test_a_refused_back_out_takes_nothing(evidence: Evidence) -> None:
    """In a row without beads, the same player can only bid."""
    state = at("1 0 120 a:-2*1,b:1,c:4 5+0/6+0/6+0 17+5 - -")
    bare = at("1 0 120 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -")
    evidence.effect(CardTaken(1, "a", Card(-2), 1), (state, BackOut("a")), (bare, Bid("a")))


@pytest.mark.clause("smile.back-out.skipped")
@pytest.mark.parametrize(
    ("position", "moves", "right", "misread"),
    [
        (
            "1 0 012 a:-2,b:1,c:4 6+0/6+0/6+0 17+5 - -",
            ["bid a", "back-out a", "bid b", "bid b", "bid b"],
            [0, 1, 2, 0, 2, 0],
            [0, 1, 2, 0, 1, 2],
        ),
        (
            "1 0 0123 a:-2,b:1,c:4,d:6 6+0/6+0/6+0/6+0 11+5 - -",
            ["bid a", "back-out a", "bid b", "bid b", "bid b", "back-out b", "bid c", "bid c"],
            [0, 1, 2, 3, 0, 2, 3, 0, 3],
            [0, 1, 2, 3, 0, 1, 2, 3, 0],
        ),
        (
            "1 3 34012 a:-2,b:1,c:4,d:6,e:6 6+0/6+0/6+0/6+0/6+0 5+5 - -",
            ["bid a", "back-out a", "bid b", "back-out b", "bid c", "bid c", "bid c", "bid c"],
            [3, 4, 0, 1, 2, 3, 0, 2, 3],
            [3, 4, 0, 1, 2, 3, 4, 0, 1],
        ),
    ],
    ids=["3", "4", "5"],
)
def test_who_has_backed_out_is_skipped(
    evidence: Evidence, position: str, moves: list[str], right: list[int], misread: list[int]
) -> None:
    """A player with a card has no more turns; misread: all have a turn in the next round."""
    evidence.limit(Clause.BACK_OUT_SKIPPED, actors(at(position), *moves), right, misread=misread)


@pytest.mark.clause("smile.back-out.skipped")
def test_a_player_is_skipped_for_this_auction_only(evidence: Evidence) -> None:
    """In the next auction all play again; misread: a player who backs out is out of the game."""
    state = at("1 0 02 b:1*1,c:4 5+0/7+0:-2/5+0 17+5 - -3,2,6")
    moves = ["back-out b", "reveal 2", "reveal 6", "reveal -3", "bid a", "bid a", "bid a"]
    evidence.limit(
        Clause.BACK_OUT_SKIPPED,
        actors(state, *moves)[4:],
        [2, 0, 1, 2],
        misread=[2, 2, 2, 2],
    )


@pytest.mark.clause("smile.back-out.forced")
@pytest.mark.parametrize(
    ("position", "accepted"),
    [
        ("2 0 120 a:-2*1,b:1,c:4 8+0:1/0+0:1/9+0:1 17+5 - -", "a"),
        ("2 0 1230 a:1,b:1r*1,c:4,d:6 8+0:1/0+0:1/8+0:1/7+0:1 11+5 - -", "b"),
        ("2 0 12340 a:1*1,b:1b*2,c:4,d:6,e:6 9+0:1/0+0:1/9+0:1/9+0:1/0+0:1 5+5 - -", "ab"),
        ("2 0 20 b:1*1,c:4 10+0:1/7+0:1,2/0+0:1 17+5 - -", "b"),
    ],
    ids=["3", "4", "5", "the last two"],
)
def test_a_player_without_a_clear_bead_has_to_back_out(
    evidence: Evidence, position: str, accepted: str
) -> None:
    """A player without a clear bead can't bid when a card has beads, and does not borrow."""
    state = at(position)
    lowest = state.row[0].slot
    for slot in accepted:
        evidence.choice(Clause.BACK_OUT_FORCED, state, BackOut(slot), Bid(lowest))
    assert legal(state) == {f"back-out {slot}" for slot in accepted}


@pytest.mark.clause("smile.back-out.forced")
def test_a_player_with_blue_beads_only_has_to_back_out(evidence: Evidence) -> None:
    """A player with only two blue beads has to back out, because blue beads can't be bid."""
    state = at("2 0 120 a:-2*1,b:1,c:4 9+0:1/0+2:1/10+0:1 15+3 - -")
    evidence.choice(Clause.BACK_OUT_FORCED, state, BackOut("a"), Bid("a"))
    assert legal(state) == {"back-out a"}


@pytest.mark.clause("smile.back-out.forced")
def test_one_clear_bead_is_enough_to_stay(evidence: Evidence) -> None:
    """Without a clear bead the player has to back out; with one, a bid is legal too."""
    none = at("2 0 120 a:-2*1,b:1,c:4 8+0:1/0+0:1/9+0:1 17+5 - -")
    one = at("2 0 120 a:-2*1,b:1,c:4 7+0:1/1+0:1/9+0:1 17+5 - -")
    evidence.choice(Clause.BACK_OUT_FORCED, none, BackOut("a"), Bid("a"))
    assert legal(one) == {"bid a", "back-out a"}


@pytest.mark.clause("smile.back-out.forced")
def test_a_bead_anywhere_in_the_row_forces_a_back_out(evidence: Evidence) -> None:
    """A bead on one of two tied cards is enough: then the player can bid on neither."""
    state = at("2 0 120 a:1,b:1r*1,c:4 8+0:1/0+0:1/9+0:1 17+5 - -")
    for slot in "ab":
        evidence.choice(Clause.BACK_OUT_FORCED, state, BackOut("b"), Bid(slot))
