"""Proofs: 'verse tokens, what they are spent on, Reavers, warrants, and episodes."""

from typing import Any

import pytest

from fireflies.misbehavin import Clause, read_action
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import (
    VERSE,
    Cards,
    after,
    legal,
    refuses,
    table,
)
from tests.misbehavin.situations import Has
from tests.misbehavin.small import ability

OWN = "1.1.0.1.1"
RICH = "3.3.0.1.1"
"""Three credits and three tokens, an activation and a recruitment."""
PAYS = ability(effects=("credits 2",), when=("turn", "fight"))
EPISODES = {
    "episodes": [
        {
            "name": "raids",
            "supply": None,
            "side": None,
            "standard": True,
            "wins": [{"faction": None, "step": "location", "count": 2}],
        }
    ]
}


def steps(*both: str) -> dict[str, object]:
    """Return the part of a box in which these are the steps of every 'verse card."""
    return {"verse": {name: {**card, "steps": [*both]} for name, card in VERSE.items()}}


@pytest.mark.clause("misbehavin.verse.once")
def test_one_token_a_turn(evidence: Evidence) -> None:
    """After the first one no other is acquired, though there are credits and cards for it.

    The next turn allows another one.
    """
    state = table(Has("s-1,s-2,s-3", counts="5.1.0.1.1"))
    evidence.limit(Clause.VERSE_ONCE, legal(state, "acquire"), ["acquire"], misread=[])
    again = after(state, "acquire", "choose s-1")
    assert again.phase == "turn"
    evidence.limit(Clause.VERSE_ONCE, legal(again, "acquire"), [], misread=["acquire"])
    refuses(again, "acquire", Clause.VERSE_ONCE)
    last: dict[str, Any] = {"phase": "tidy", "pending": "0:-:tidy/0:-:next", "turn": "3.0.5+"}
    next_turn = after(table(Has(command="s-9"), Has("a-1"), **last), "done")
    assert legal(next_turn, "acquire") == ["acquire"]


@pytest.mark.clause("misbehavin.verse.six")
def test_nobody_has_more_than_six_tokens(evidence: Evidence) -> None:
    """Held, on a Reaver or on a warrant: six of them leave none to acquire."""
    both = Has("s-1", command="s-9", counts="5.4.0.1.1"), Has(command="a-1=0")
    five = table(*both, reavers="scout:0.0;")
    six = table(*both, reavers="scout:1.0;")
    evidence.limit(Clause.VERSE_SIX, legal(five, "acquire"), ["acquire"], misread=[])
    evidence.limit(Clause.VERSE_SIX, legal(six, "acquire"), [], misread=["acquire"])
    refuses(six, "acquire", Clause.VERSE_SIX)


ITEMS: Cards = {name: {"kind": "item"} for name in ("s-1", "s-2")}
DOCK: Cards = {"s-3": {"attributes": ["LOCATION", "DOCK"]}}


def test_a_step_that_asks_for_cards_takes_nothing() -> None:
    box = steps("have 1 DOCK", "have 2 character")
    state = table(Has(command="s-3,s-4", counts=OWN), cards=DOCK, box=box)
    told = [str(event) for event in state.explain(read_action("acquire"))]
    assert all(any(step in text for text in told) for step in ("1 DOCK", "2 character"))
    found = after(state, "acquire").players[0]
    assert (found.verse, found.credits, found.command) == (2, 1, state.players[0].command)


@pytest.mark.parametrize(
    ("both", "enough", "short"),
    [
        (("pay 2", "pay 2"), Has(counts="4.1.0.1.1"), Has(counts="3.1.0.1.1")),
        (("discard", "discard"), Has("s-4,s-5"), Has("s-4")),
        (("discard", "discard"), Has("s-4", command="s-5"), Has("s-4", command="s-5*")),
        (("have 1 item", "have 1 item"), Has(command="s-1*"), Has(command="s-4")),
        (("have 1 DOCK", "pay 1"), Has(command="s-3"), Has("s-3", command="s-1")),
        (("trigger item", "trigger item"), Has(command="s-1,s-2"), Has(command="s-1,s-2*")),
        (("trigger item", "trigger DOCK"), Has(command="s-1,s-3"), Has(command="s-1,s-4")),
        (("trigger item", "have 1 item"), Has(command="s-1"), Has("s-1")),
        (("trigger item", "discard"), Has("s-4", command="s-1"), Has(command="s-1")),
        (("trigger item", "pay 1"), Has(command="s-1"), Has(command="s-1", counts="0.1.0.1.1")),
        (("discard", "trigger item"), Has("s-4", command="s-1"), Has(command="s-1")),
        (("discard", "have 2 item"), Has("s-4", command="s-1,s-2"), Has(command="s-1,s-2,s-4*")),
        (("pay 1", "trigger item"), Has(command="s-1"), Has(command="s-1*")),
        (("pay 1", "have 1 item"), Has(command="s-1"), Has("s-1")),
        (("pay 1", "discard"), Has("s-4"), Has()),
        (("have 1 item", "trigger item"), Has(command="s-1"), Has(command="s-1*")),
        # The Black goes back after both steps, so that it can be discarded before.
        (("trigger DOCK", "discard"), Has("the-black", command="s-3"), Has(command="s-3")),
        (("trigger item", "discard"), Has("the-black", command="s-1"), Has(command="s-1")),
    ],
)
def test_steps_are_begun_only_when_both_can_be_done(
    both: tuple[str, str], enough: Has, short: Has
) -> None:
    """With just enough for both a token is earned; with a little less nothing is begun."""
    cards, box = {**ITEMS, **DOCK}, steps(*both)
    state, poor = (table(it, Has(command="a-1"), cards=cards, box=box) for it in (enough, short))
    assert legal(poor, "acquire") == []
    refuses(poor, "acquire", Clause.VERSE_STEPS)
    state = after(state, "acquire")
    while state.phase == "choose":
        state = after(state, legal(state)[0])
    assert (state.phase, state.players[0].verse) == ("turn", 2)
    triggered = [it.card for it in state.players[0].tableau if it.triggered]
    before = [name for name in ("s-1", "s-2", "s-3") if f"{name}*" in enough.command]
    assert len(triggered) - len(before) == sum("trigger" in step for step in both)


@pytest.mark.clause("misbehavin.verse.tokens")
def test_only_tokens_that_are_there_are_spent(evidence: Evidence) -> None:
    """A warrant needs two; marks count with those held."""
    ways = ["warrant a-1"]
    for counts, right in (("1.1.0.1.1", []), ("1.2.0.1.1", ways), ("1.1.location1.1.1", ways)):
        state = table(Has(counts=counts), Has(command="a-1"), box=EPISODES, episode="raids")
        misread = [] if right else ways
        evidence.limit(Clause.VERSE_TOKENS, legal(state, "warrant"), right, misread=misread)
    none = table(Has(counts="1.0.0.1.1"), reavers="scout:0.0;")
    for refused in ("reaver scout", "tax supply"):
        refuses(none, refused, Clause.VERSE_TOKENS)


@pytest.mark.clause("misbehavin.verse.own-turn")
def test_on_others_turns_no_token_is_spent_so(evidence: Evidence) -> None:
    """In a fight the attacker may tax; the defender, whose batch it is, may not."""
    has = Has(display="s-9", counts=RICH), Has("a-2", command="a-1", counts=RICH)
    fight: dict[str, Any] = {"phase": "fight", "reavers": "scout:0.0;"}
    attacker = table(*has, activity="fight:0:nab:a-1:1:0:0.0:o", **fight)
    defender = table(*has, seat=1, activity="fight:0:nab:a-1:1:1:0.0:", **fight)
    ways = ["tax 1", "tax supply"]
    assert legal(attacker, "tax") == ways
    evidence.limit(Clause.VERSE_OWN_TURN, legal(defender, "tax"), [], misread=ways)
    for refused in ("tax supply", "steal 0", "warrant s-1", "retrigger a-1", "reaver scout"):
        refuses(defender, refused, Clause.VERSE_OWN_TURN)


@pytest.mark.clause("misbehavin.verse.actions")
def test_each_faction_has_its_actions(evidence: Evidence) -> None:
    """Serenity may steal and not tax; misread: every faction has all four."""
    verse = {**VERSE, "serenity": {"steps": ["discard", "pay 1"], "actions": ["steal"]}}
    state = table(Has(counts=RICH), Has(command="a-1"), box={"verse": verse})
    found = [text for text in legal(state) if text.split()[0] in {"tax", "steal", "warrant"}]
    all_ways = ["steal 1", "steal supply", "tax 1", "tax supply", "warrant a-1"]
    evidence.limit(Clause.VERSE_ACTIONS, found, all_ways[:2], misread=all_ways)
    refuses(state, "tax supply", Clause.VERSE_ACTIONS)


@pytest.mark.clause("misbehavin.retain.supply")
def test_no_supply_card_is_retained(evidence: Evidence) -> None:
    """Of two cards in the display the other one is; misread: both are."""
    ending: dict[str, Any] = {
        "phase": "retain",
        "pending": "0:-:retain/0:-:clear",
        "activity": "deal:0:done:0:0:",
    }
    cards: Cards = {"shiny": {"influence": 1}}
    state = table(Has("s-9", display="s-1,shiny", counts="1.3.0.1.1"), cards=cards, **ending)
    ways = ["retain s-1", "retain shiny"]
    evidence.limit(Clause.RETAIN_SUPPLY, legal(state, "retain"), ways[:1], misread=ways)
    refuses(state, "retain shiny", Clause.RETAIN_SUPPLY)


@pytest.mark.clause("misbehavin.retrigger.ability")
def test_a_card_without_a_triggered_ability_is_not_used_again(evidence: Evidence) -> None:
    """Nor one under warrant, which has one. Misread: any triggered card is."""
    cards: Cards = {name: {"abilities": [PAYS]} for name in ("s-1", "s-4")}
    has = Has(command="s-1*,s-3*,s-4*=1", counts=OWN)
    state = table(has, cards=cards)
    ways = ["retrigger s-1", "retrigger s-3"]
    found = legal(state, "retrigger")
    evidence.limit(Clause.RETRIGGER_ABILITY, found, ways[:1], misread=ways)
    refuses(state, "retrigger s-3", Clause.RETRIGGER_ABILITY)
    refuses(state, "retrigger s-4", Clause.WARRANT_BARS)


@pytest.mark.clause("misbehavin.warrant.once")
def test_no_second_warrant_lies_on_a_character(evidence: Evidence) -> None:
    """Though the first one is that of another player."""
    has = Has(counts=RICH), Has(command="a-1,a-4=2")
    state = table(*has, Has(counts="1.0.0.0.0"))
    ways = ["warrant a-1", "warrant a-4"]
    evidence.limit(Clause.WARRANT_ONCE, legal(state, "warrant"), ways[:1], misread=ways)
    refuses(state, "warrant a-4", Clause.WARRANT_ONCE)


@pytest.mark.clause("misbehavin.warrant.bars")
def test_a_card_under_warrant_is_barred(evidence: Evidence) -> None:
    """Of two cards alike the one with a warrant is used for nothing, nor discarded."""
    parts = {
        "attributes": ["FIGHT", "DEAL"],
        "abilities": [PAYS, ability("innate", ("credits 1",))],
    }
    cards: Cards = {"s-1": parts, "s-2": parts}
    state = table(Has(command="s-1,s-2=1", counts=OWN), Has(command="a-1"), cards=cards)
    for verb in ("trigger", "fight", "deal", "recruit", "use"):
        number = " 2" if verb == "use" else ""
        ways = [f"{verb} {card}{number}" for card in ("s-1", "s-2")]
        evidence.limit(Clause.WARRANT_BARS, legal(state, verb), ways[:1], misread=ways)
        refuses(state, ways[1], Clause.WARRANT_BARS)
    tidy = after(state, "end")
    ways = ["discard s-1", "discard s-2"]
    evidence.limit(Clause.WARRANT_BARS, legal(tidy, "discard"), ways[:1], misread=ways)
    refuses(tidy, "discard s-2", Clause.WARRANT_BARS)


@pytest.mark.clause("misbehavin.warrant.power")
def test_power_under_warrant_counts_for_winning(evidence: Evidence) -> None:
    """Seat 1 has 13 power, nine of it under warrant, and wins as its turn begins."""
    cards: Cards = {"a-1": {"power": 9}, "a-2": {"power": 4}}
    has = Has(command="s-1"), Has(command="a-1=0,a-2")
    last: dict[str, Any] = {"phase": "tidy", "pending": "0:-:tidy/0:-:next", "turn": "3.0.5"}
    over = after(table(*has, cards=cards, **last), "done")
    assert over.outcome is not None
    evidence.limit(Clause.WARRANT_POWER, over.outcome.winners, (1,), misread=(0,))
