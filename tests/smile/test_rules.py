"""Tests of setup, positions, chance, and the order of the clauses in refusals."""

from collections import Counter
from typing import Final

import pytest

from fireflies import smile
from fireflies.contract import IllegalAction, Violation
from fireflies.errors import InvalidNotation
from fireflies.smile import Bid, Clause
from fireflies.smile.text.notation import read_position
from fireflies.testing import Foreign


def test_start_and_set_up_have_the_same_defaults() -> None:
    """Without options both give three players with six clear beads each, from seat 0."""
    start = smile.start()
    assert start == smile.GAME.set_up({}).start
    assert (start.seats, start.starting_player, start.in_auction) == (3, 0, (0, 1, 2))
    assert len(start.undealt) == 3 * 10
    assert [player.clear for player in start.players] == [6, 6, 6]


def test_the_weight_of_a_card_is_its_number_in_the_draw_pile() -> None:
    """Two equal cards have the weight two; the sum is the number of cards."""
    start = smile.start(box=["1", "1", "1", "2", "2", "3 red"], auctions=2)
    weights = {str(action): weight for action, weight in start.chance_weights}
    assert weights == {"reveal 1": 3, "reveal 2": 2, "reveal 3 red": 1}
    counted = Counter(start.undealt)
    assert {action.card: weight for action, weight in start.chance_weights} == counted


def test_apply_and_explain_raise_the_violation_that_check_returns() -> None:
    """It has the action, the clause, and the view of the deciding seat."""
    state = smile.State.parse("1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -")
    refused = Violation(Bid("b"), Clause.BID_LOWEST_CARD, state.view(0))
    assert state.check(Bid("b")) == refused
    for attempt in (state.apply, state.explain):
        with pytest.raises(IllegalAction) as caught:
            attempt(Bid("b"))
        assert caught.value.violation == refused


REVEALING: Final = "1 0 012 a:1 6+0/6+0/6+0 17+5 - 2,4"
RICH: Final = "1 0 012 a:1,b:2*2,c:3 6+0/6+0/4+0 17+5 - 2,4,5"
"""A position of no real game, with beads on a card that is not the lowest."""
BROKE: Final = "1 0 012 a:1*1,b:2,c:3 0+0/6+0/6+0 22+5 - 2,4,5"
STUCK: Final = "1 0 012 a:1,b:2,c:3 0+0/6+0/6+0 23+5 - 2,4,5"
OVER: Final = "1 0 - - 6+0:1/6+0:2/6+0:3 17+5 - -"

REFUSALS: Final = {
    "smile.end.last-auction": {OVER: ["back-out a", "reveal 1", "pass"]},
    "smile.auction.phases": {
        REVEALING: ["bid b", "bid f", "back-out a", "pass"],
        RICH: ["reveal 2", "reveal 6"],
        BROKE: ["reveal 2", "reveal 6"],
    },
    "smile.setup.draw-pile": {REVEALING: ["reveal 6", "reveal 2 red", "reveal 7"]},
    "smile.turn.choice": {RICH: ["pass"], BROKE: ["pass"], STUCK: ["pass"]},
    "smile.back-out.forced": {BROKE: ["bid b", "bid f"]},
    "smile.bid.lowest-card": {RICH: ["bid b", "bid f"], STUCK: ["bid b", "bid f"]},
    "smile.back-out.beads": {
        RICH: ["back-out a", "back-out f"],
        BROKE: ["back-out b", "back-out f"],
        STUCK: ["back-out f"],
    },
}
"""By clause and position, what is refused and breaks this clause first.

That is, in this order: the game is over; it is the other phase; the card is not in the draw pile;
a seat can only bid and back out; who has to back out can't bid on any card; only then does it
matter which card it is.
"""


@pytest.mark.parametrize("clause", REFUSALS)
def test_a_refusal_names_the_first_clause_that_is_broken(clause: str) -> None:
    """Many of these actions break several clauses."""
    for position, texts in REFUSALS[clause].items():
        state = smile.State._make(read_position(position))
        for text in texts:
            action = Foreign(text) if text == "pass" else smile.read_action(text)
            violation = state.check(action)
            assert violation is not None, (position, text)
            assert violation.clause == clause, (position, text)


def test_parse_refuses_a_position_that_no_game_has() -> None:
    """The error repeats the line, and names the fault."""
    line = "1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+4 - -"
    with pytest.raises(InvalidNotation) as caught:
        smile.State.parse(line)
    assert (caught.value.text, caught.value.expected) == (
        line,
        "a position of Smile: there are 4 blue beads, not 5",
    )
