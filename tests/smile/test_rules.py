"""The two doors of a game, a third one in its middle, and who is turned away."""

from collections import Counter

import pytest

from fireflies import smile
from fireflies.contract import IllegalAction, Violation
from fireflies.errors import InvalidNotation
from fireflies.smile import Bid, Clause


def test_both_doors_lead_to_the_same_game() -> None:
    """What is left out is the same by name and by option: three players, from seat 0."""
    start = smile.start()
    assert start == smile.GAME.set_up({}).start
    assert (start.seats, start.starting_player, start.in_auction) == (3, 0, (0, 1, 2))
    assert len(start.undealt) == 3 * 10
    assert [player.clear for player in start.players] == [6, 6, 6]


def test_chance_weighs_each_card_by_how_many_there_are() -> None:
    """Two equal cards in the pile weigh two, and all weights together are the cards of the pile."""
    start = smile.start(box=["1", "1", "1", "2", "2", "3 red"], auctions=2)
    weights = {str(action): weight for action, weight in start.chance_weights}
    assert weights == {"reveal 1": 3, "reveal 2": 2, "reveal 3 red": 1}
    counted = Counter(start.undealt)
    assert {action.card: weight for action, weight in start.chance_weights} == counted


def test_whoever_is_refused_is_told_why() -> None:
    """Both ways of trying it give the violation that the check gives: what, which rule, where."""
    state = smile.State.parse("1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+5 - -")
    refused = Violation(Bid("b"), Clause.BID_LOWEST_CARD, state.view(0))
    assert state.check(Bid("b")) == refused
    for attempt in (state.apply, state.explain):
        with pytest.raises(IllegalAction) as caught:
            attempt(Bid("b"))
        assert caught.value.violation == refused


def test_no_game_goes_on_from_where_none_can_be() -> None:
    """A line may be well written and still be refused; it is repeated, with what is wrong in it."""
    line = "1 0 012 a:1,b:2,c:3 6+0/6+0/6+0 17+4 - -"
    with pytest.raises(InvalidNotation) as caught:
        smile.State.parse(line)
    assert (caught.value.text, caught.value.expected) == (
        line,
        "a position of Smile: there are 4 blue beads, not 5",
    )
