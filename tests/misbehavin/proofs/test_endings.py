"""Proofs: the end of a turn, The Black, and the end of the game."""

from typing import Any

import pytest

from fireflies.misbehavin import Clause
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import (
    Cards,
    after,
    legal,
    refuses,
    table,
)
from tests.misbehavin.situations import Has
from tests.misbehavin.small import ability

OWN = "1.1.0.1.1"
PAYS = ability(effects=("credits 2",), when=("turn", "fight"))
LAST: dict[str, Any] = {"phase": "tidy", "pending": "0:-:tidy/0:-:next", "turn": "3.0.5"}
"""Seat 0 may still discard cards of its tableau; then its turn is over."""


@pytest.mark.clause("misbehavin.black.not-gained")
def test_the_black_is_not_on_offer(evidence: Evidence) -> None:
    """Shiny is on offer; misread: every set of the supply is."""
    state = after(table(Has("s-1", counts=OWN), cards={"s-1": {"influence": 20}}), "recruit s-1")
    state = after(state, "done")
    found = [text for text in legal(state) if text in {"take shiny", "take the-black"}]
    misread = ["take shiny", "take the-black"]
    evidence.limit(Clause.BLACK_NOT_GAINED, found, misread[:1], misread=misread)
    refuses(state, "take the-black", Clause.BLACK_NOT_GAINED)


@pytest.mark.clause("misbehavin.black.unplayable")
def test_the_black_is_of_no_use_in_the_hand(evidence: Evidence) -> None:
    """It joins no recruitment and no deal. A cost may be paid with it, also as the only card."""
    cards: Cards = {
        "s-1": {"attributes": ["DEAL"]},
        "s-2": {"abilities": [ability("innate", ("credits 1",), cost=("discard",))]},
    }
    state = table(Has("s-1,the-black", command="s-2", counts=OWN), cards=cards)
    ways = ["recruit s-1", "recruit s-2", "recruit the-black"]
    evidence.limit(Clause.BLACK_UNPLAYABLE, legal(state, "recruit"), ways[:2], misread=ways)
    refuses(state, "recruit the-black", Clause.BLACK_UNPLAYABLE)
    deal = after(state, "deal s-1")
    ways = ["add s-2", "add the-black"]
    evidence.limit(Clause.BLACK_UNPLAYABLE, legal(deal, "add"), ways[:1], misread=ways)
    assert "choose the-black" in legal(after(state, "use s-2 1"))
    alone = table(Has("the-black", command="s-2"), cards=cards)
    assert legal(after(alone, "use s-2 1")) == ["choose the-black"]


@pytest.mark.clause("misbehavin.black.one")
def test_one_at_a_time_goes_back(evidence: Evidence) -> None:
    """Of three cards of The Black one goes back for each location that is turned or played.

    A location that is triggered at once after it was played takes no second one, and its owner may
    leave The Black in the hand.
    """
    cards: Cards = {
        name: {"attributes": ["LOCATION"], "abilities": [PAYS]} for name in ("s-1", "s-2")
    }
    hand = "the-black,the-black,the-black"
    state = table(Has(f"s-1,{hand}", command="s-2", counts=OWN), cards=cards)
    left = [
        after(state, *actions).players[0].hand.count("the-black")
        for actions in (
            ("turn s-2", "return"),
            ("play s-1", "return", "trigger s-1"),
            ("turn s-2", "return", "play s-1", "return"),
            ("turn s-2", "return", "play s-1", "skip"),
        )
    ]
    evidence.limit(Clause.BLACK_ONE, left, [2, 2, 1, 2], misread=[0, 1, 0, 0])


def test_steps_of_an_episode_win_by_marks_and_not_by_credits() -> None:
    """Two deals are wanted: ten credits and one mark are not enough, two marks are."""
    wins = [{"faction": None, "step": "deal", "count": 2}]
    box = {
        "episodes": [{"name": "rich", "supply": None, "side": None, "standard": True, "wins": wins}]
    }
    for counts, winners in (("9.2.deal1.0.0", None), ("0.0.deal2.0.0", (1,))):
        state = table(Has(command="s-9"), Has(counts=counts), box=box, episode="rich", **LAST)
        outcome = after(state, "done").outcome
        assert (outcome and outcome.winners) == winners


@pytest.mark.clause("misbehavin.end.moves")
def test_a_turn_has_so_many_actions(evidence: Evidence) -> None:
    """After ten of ten nothing is left but to end it; before that there is more."""
    has = Has("s-1", counts=OWN)
    now = table(has, turn="3.0.10", moves=10)
    before = table(has, turn="3.0.9", moves=10)
    misread = legal(before)
    evidence.limit(Clause.END_MOVES, legal(now), ["end"], misread=misread)
    refuses(now, "play s-1", Clause.END_MOVES)
    recruiting = after(before, "recruit s-1")
    evidence.limit(Clause.END_MOVES, legal(recruiting), ["done"], misread=["credit", "done"])


@pytest.mark.clause("misbehavin.end.over")
def test_nobody_decides_anything_any_more(evidence: Evidence) -> None:
    """After a win there is no action, though the winner has a card in the hand."""
    cards: Cards = {"a-1": {"power": 10}}
    over = after(
        table(Has(command="s-9"), Has("a-2", command="a-1+3"), cards=cards, **LAST), "done"
    )
    assert (over.actor, over.phase, over.seat) == (None, "over", 1)
    evidence.limit(Clause.END_OVER, legal(over), [], misread=["end"])
    for refused in ("end", "play a-2", "draw a-3"):
        refuses(over, refused, Clause.END_OVER)
