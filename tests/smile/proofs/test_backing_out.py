"""Proofs of phase 2 B of the sheet: backing out with a card and its beads."""

import pytest

from fireflies.smile import Clause
from tests.evidence import Evidence
from tests.smile.proofs.plays import (
    actors,
    after,
    at,
    back_outs,
    front,
    row,
)


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
