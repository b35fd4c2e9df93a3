"""Proofs: the end of a turn, The Black, and the end of the game."""

from typing import Any

import pytest

from fireflies.contract import Outcome
from fireflies.misbehavin import Clause, read_action
from fireflies.misbehavin.events import EpisodeWon, LimitReached, MarketFilled, PowerWon
from fireflies.misbehavin.turn_events import (
    BlackReceived,
    FewerDrawn,
    HandDiscarded,
    HandRefilled,
    PowerReached,
)
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import (
    Cards,
    after,
    events_of,
    legal,
    prove_choice,
    queue,
    refuses,
    table,
)
from tests.misbehavin.situations import Has
from tests.misbehavin.small import ability

OWN = "1.1.0.1.1"
PAYS = ability(effects=("credits 2",), when=("turn", "fight"))
LAST: dict[str, Any] = {"phase": "tidy", "pending": "0:-:tidy/0:-:next", "turn": "3.0.5"}
"""Seat 0 may still discard cards of its tableau; then its turn is over."""
TIDY: dict[str, Any] = {"phase": "tidy", "pending": "0:-:tidy/0:-:refill/0:-:next", "turn": "3.0.5"}
"""As :data:`LAST`, but before the hand is drawn."""


@pytest.mark.clause("misbehavin.end-turn.hand")
def test_the_hand_is_discarded(evidence: Evidence) -> None:
    """All of it, onto the own recycle pile, a supply card too; an empty hand is not told of.

    What was left to do is lost, and the rest of the end of the turn is still to come.
    """
    state = table(Has("s-1,s-2", recycle="s-3", command="s-4", counts="1.1.0.2.2"))
    empty = table(Has())
    end = read_action("end")
    evidence.effect(HandDiscarded(0, ("s-1", "s-2")), (state, end), (empty, end))
    ended = after(state, "end")
    found = ended.players[0]
    assert (found.hand, found.recycle) == ((), ("s-1", "s-2", "s-3"))
    assert after(table(Has("s-1,shiny")), "end").players[0].recycle == ("s-1", "shiny")
    assert (found.activations, found.recruitments) == (0, 0)
    assert queue(ended) == ["0 - tidy", "0 - refill", "0 - replenish", "0 - next"]


@pytest.mark.clause("misbehavin.end-turn.tidy")
def test_the_tableau_is_tidied(evidence: Evidence) -> None:
    """Any of the own cards, set or triggered, and as many as wanted; or none."""
    state = after(table(Has("s-3", assets="", command="s-1*,s-2"), Has(command="a-1")), "end")
    for refused in ("s-3", "s-4", "a-1"):
        prove_choice(evidence, Clause.END_TURN_TIDY, state, "discard s-1", f"discard {refused}")
    prove_choice(evidence, Clause.END_TURN_TIDY, state, "done", "end")
    one = after(state, "discard s-1")
    assert legal(one) == ["discard s-2", "done"]
    assert one.players[0].recycle == ("s-1", "s-3")
    assert after(one, "discard s-2").phase == "draw"


@pytest.mark.clause("misbehavin.end-turn.draw")
@pytest.mark.clause("misbehavin.end-turn.fewer")
def test_five_cards_less_the_triggered_ones(evidence: Evidence) -> None:
    """Two triggered cards leave three draws; four if one of the two is discarded.

    With five triggered cards nothing is drawn.
    """
    done = read_action("done")
    none = table(Has(command="s-1,s-2"), **TIDY)
    two = table(Has(command="s-1*,s-2*,s-3"), **TIDY)
    five = table(
        Has(assets="s-1*,s-2*", command="s-3*,s-4*,s-5*"),
        cards={"s-1": {"kind": "asset"}, "s-2": {"kind": "asset"}},
        **TIDY,
    )
    evidence.effect(HandRefilled(0, 5), (none, done), (five, done))
    evidence.effect(FewerDrawn(0, 2), (two, done), (none, done))
    assert HandRefilled(0, 3) in events_of(two, "done")
    assert after(two, "done").pending[0].number == 3
    assert after(two, "discard s-1", "done").pending[0].number == 4
    assert after(five, "done").turn == 4


@pytest.mark.clause("misbehavin.end-turn.market")
def test_the_market_is_filled_at_the_end(evidence: Evidence) -> None:
    """A gap stays when a card is taken, and until the hand is drawn."""
    gap = table(
        Has(command="s-9"),
        market="core-1/border-1,border-2/rim-1,rim-2",
        phase="draw",
        pending="0:-:draw:1/0:-:replenish/0:-:next",
    )
    drawn = after(gap, "draw s-1")
    assert (gap.market[0], drawn.phase, legal(drawn)) == (
        ("core-1",),
        "reveal",
        ["reveal core-2", "reveal core-3"],
    )
    reveal, draw = read_action("reveal core-2"), read_action("draw s-1")
    evidence.effect(MarketFilled("core-2", "core"), (drawn, reveal), (gap, draw))
    assert after(drawn, "reveal core-2").market[0] == ("core-1", "core-2")
    taken = after(table(Has("s-1", counts=OWN)), "recruit s-1", "done", "take core-1")
    assert (taken.phase, taken.market[0]) == ("turn", ("core-2",))
    assert queue(after(taken, "end")) == ["0 - draw 5", "0 - replenish", "0 - next"]


@pytest.mark.clause("misbehavin.black.recycle")
def test_the_black_comes_to_the_recycle_pile(evidence: Evidence) -> None:
    """A card that says so brings one of the twelve when it is played; another card brings none."""
    cards: Cards = {"s-1": {"required": ["black 1"]}}
    state = table(Has("s-1,s-2", counts=OWN), cards=cards)
    bad, good = read_action("play s-1"), read_action("play s-2")
    evidence.effect(BlackReceived(0, 1), (state, bad), (state, good))
    found = after(state, "play s-1")
    assert found.players[0].recycle == ("the-black",)
    assert (state.supply[1], found.supply[1]) == (12, 11)


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


@pytest.mark.clause("misbehavin.black.location")
def test_a_location_takes_the_black_back(evidence: Evidence) -> None:
    """Played, triggered or turned for it; other cards take none back.

    Without The Black in the hand no location is turned.
    """
    cards: Cards = {
        "s-1": {"attributes": ["LOCATION"], "abilities": [PAYS]},
        "s-2": {"attributes": ["LOCATION"], "abilities": [PAYS]},
        "s-3": {"abilities": [PAYS]},
    }
    state = table(Has("s-1,the-black", command="s-2,s-3", counts=OWN), cards=cards)
    prove_choice(evidence, Clause.BLACK_LOCATION, state, "turn s-2", "turn s-3")
    hands = [
        after(state, action).players[0].hand
        for action in ("turn s-2", "trigger s-2", "play s-1", "trigger s-3")
    ]
    assert hands == [("s-1",), ("s-1",), (), ("s-1", "the-black")]
    without = table(Has("s-1", command="s-2", counts=OWN), cards=cards)
    refuses(without, "turn s-2", Clause.BLACK_LOCATION)


@pytest.mark.clause("misbehavin.black.one")
def test_one_at_a_time_goes_back(evidence: Evidence) -> None:
    """Of three cards of The Black one goes back for each location that is turned or played.

    A location that is triggered at once after it was played takes no second one.
    """
    cards: Cards = {
        name: {"attributes": ["LOCATION"], "abilities": [PAYS]} for name in ("s-1", "s-2")
    }
    hand = "the-black,the-black,the-black"
    state = table(Has(f"s-1,{hand}", command="s-2", counts=OWN), cards=cards)
    left = [
        after(state, *actions).players[0].hand.count("the-black")
        for actions in (("turn s-2",), ("play s-1", "trigger s-1"), ("turn s-2", "play s-1"))
    ]
    evidence.limit(Clause.BLACK_ONE, left, [2, 2, 1], misread=[0, 1, 0])


@pytest.mark.clause("misbehavin.end.power")
def test_the_needed_power_wins_as_a_turn_begins(evidence: Evidence) -> None:
    """Seat 1 has 13 and wins when its turn begins; with 12 it does not.

    Among three players 12 are enough. Seat 0 with 13 does not win as the turn of seat 1 begins.
    """
    cards: Cards = {"a-1": {"power": 10}, "s-1": {"power": 10}}
    done = read_action("done")
    has = Has(command="s-9")
    won = table(has, Has(command="a-1+3"), cards=cards, **LAST)
    short = table(has, Has(command="a-1+2"), cards=cards, **LAST)
    other = table(Has(command="s-1+3"), Has(command="a-1+2"), cards=cards, **LAST)
    over = after(won, "done")
    assert over.outcome == Outcome((0, 13), (1,), Clause.END_POWER)
    evidence.effect(PowerWon(over.outcome), (won, done), (short, done))
    evidence.effect(PowerWon(over.outcome), (won, done), (other, done))
    of_three = after(table(has, Has(command="a-1+2"), Has(), cards=cards, **LAST), "done")
    assert of_three.outcome == Outcome((0, 12, 0), (1,), Clause.END_POWER)


@pytest.mark.clause("misbehavin.end.announce")
def test_reaching_the_power_is_told(evidence: Evidence) -> None:
    """When the card is played that brings 13; the game goes on."""
    cards: Cards = {"s-1": {"power": 10}, "s-2": {"power": 3}, "s-3": {"power": 2}}
    state = table(Has("s-2,s-3", command="s-1", counts=OWN), cards=cards)
    enough, short = read_action("play s-2"), read_action("play s-3")
    evidence.effect(PowerReached(0, 13), (state, enough), (state, short))
    reached = after(state, "play s-2")
    assert reached.phase == "turn"
    again = table(Has("s-9", command="s-1+3", counts=OWN), cards=cards)
    assert PowerReached(0, 13) not in events_of(again, "play s-9")


def credit_box(faction: str | None, *, standard: bool = True) -> dict[str, Any]:
    """Return an episode that a faction (any, if None) wins with 10 credits, as a part of a box."""
    wins = [{"faction": faction, "credits": 10}]
    return {
        "episodes": [
            {"name": "rich", "supply": None, "side": None, "standard": standard, "wins": wins}
        ]
    }


@pytest.mark.clause("misbehavin.end.episode")
def test_an_episode_adds_ways_to_win(evidence: Evidence) -> None:
    """Seat 1 wins with ten credits as its turn begins, if its faction may; with nine it does not.

    Where power does not count, 13 do not win; else they do, as without an episode.
    """
    done = read_action("done")
    has = Has(command="s-9")
    rich, poor = Has(counts="10.1.0.0.0"), Has(counts="9.1.0.0.0")
    for faction in (None, "alliance"):
        box = credit_box(faction)
        won = table(has, rich, box=box, episode="rich", **LAST)
        over = after(won, "done")
        assert over.outcome is not None
        assert over.outcome.winners == (1,)
        nine = table(has, poor, box=box, episode="rich", **LAST)
        others = table(has, rich, box=credit_box("serenity"), episode="rich", **LAST)
        evidence.effect(EpisodeWon(over.outcome), (won, done), (nine, done))
        evidence.effect(EpisodeWon(over.outcome), (won, done), (others, done))
    cards: Cards = {"a-1": {"power": 10}}
    winners: list[tuple[int, ...] | None] = []
    for standard in (False, True):
        box = credit_box(None, standard=standard)
        strong = table(has, Has(command="a-1+3"), cards=cards, box=box, episode="rich", **LAST)
        outcome = after(strong, "done").outcome
        winners.append(None if outcome is None else outcome.winners)
    assert winners == [None, (1,)]


def test_steps_of_an_episode_win_by_marks_and_not_by_credits() -> None:
    wins = [{"faction": None, "step": "deal", "count": 2}]
    box = {"episodes": [{**credit_box(None)["episodes"][0], "wins": wins}]}
    for counts, winners in (("9.2.1.0.0", None), ("0.0.2.0.0", (1,))):
        state = table(Has(command="s-9"), Has(counts=counts), box=box, episode="rich", **LAST)
        outcome = after(state, "done").outcome
        assert (outcome and outcome.winners) == winners


@pytest.mark.clause("misbehavin.end.turns")
def test_after_the_last_turn_the_most_power_wins(evidence: Evidence) -> None:
    """Of three turns the third is the last; of four it is not. Equal power shares the win."""
    cards: Cards = {name: {"power": 2} for name in ("s-1", "a-1")}
    done = read_action("done")
    has = Has(command="s-1"), Has(command="a-1+1")
    last = table(*has, cards=cards, turns=3, **LAST)
    not_last = table(*has, cards=cards, turns=4, **LAST)
    over = after(last, "done")
    assert over.outcome is not None
    assert over.outcome.winners == (1,)
    evidence.effect(LimitReached(over.outcome), (last, done), (not_last, done))
    tie = after(table(has[0], Has(command="a-1"), cards=cards, turns=3, **LAST), "done")
    assert tie.outcome == Outcome((2, 2), (0, 1), Clause.END_TURNS)


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
