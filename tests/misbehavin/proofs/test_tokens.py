"""Proofs: 'verse tokens, what they are spent on, Reavers, warrants, and episodes."""

from typing import Any

import pytest

from fireflies.misbehavin import Clause, State, read_action
from fireflies.misbehavin.deal_events import TokensForInfluence
from fireflies.misbehavin.position import tokens_left
from fireflies.misbehavin.verse_events import (
    MarksSpent,
    ReaverDefeated,
    ReaverRaided,
    StepMarked,
    StepNotMarked,
    TokenEarned,
    WarrantGone,
    WarrantHeld,
)
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import (
    ROOMY,
    VERSE,
    Cards,
    after,
    legal,
    prove_choice,
    queue,
    refuses,
    small_box,
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
LOCATIONS: Cards = {name: {"attributes": ["LOCATION"]} for name in ("s-1", "s-2")}


def episode(has: Has, **given: object) -> State:
    """Return a position of an episode in which two locations have to be played."""
    return table(has, cards=LOCATIONS, box=EPISODES, episode="raids", **given)


def steps(*both: str) -> dict[str, object]:
    """Return the part of a box in which these are the steps of every 'verse card."""
    return {"verse": {name: {**card, "steps": [*both]} for name, card in VERSE.items()}}


@pytest.mark.clause("misbehavin.verse.acquire")
def test_both_steps_bring_a_token(evidence: Evidence) -> None:
    """The token comes after the second step, not after the first."""
    box = steps("discard", "discard")
    first = after(table(Has("s-1,s-2,s-3", counts=OWN), box=box), "acquire")
    assert queue(first) == ["0 - step 1", "0 - step 2", "0 - earn"]
    second = after(first, "choose s-1")
    one, other = read_action("choose s-1"), read_action("choose s-2")
    evidence.effect(TokenEarned(0), (second, other), (first, one))
    assert after(second, "choose s-2").players[0].verse == 2


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


@pytest.mark.clause("misbehavin.verse.steps")
def test_the_steps_in_their_order(evidence: Evidence) -> None:
    """First a discard, then a payment. Who lacks the credit does not begin.

    A card under warrant does not count; the first step can't discard what the second one needs.
    """
    state = after(table(Has("s-1,s-2", command="s-3*", counts=OWN)), "acquire")
    prove_choice(evidence, Clause.VERSE_STEPS, state, "choose s-1", "choose s-3")
    done = after(state, "choose s-1").players[0]
    assert (done.credits, done.verse, done.recycle) == (0, 2, ("s-1",))
    refuses(table(Has("s-1", counts="0.1.0.1.1")), "acquire", Clause.VERSE_STEPS)
    refuses(table(Has(counts=OWN)), "acquire", Clause.VERSE_STEPS)
    have = table(Has(command="s-1,s-2", counts=OWN), box=steps("have 2 character", "have 1 item"))
    refuses(have, "acquire", Clause.VERSE_STEPS)
    have = table(Has(command="s-1,s-2=1", counts=OWN), box=steps("have 2 character", "pay 1"))
    refuses(have, "acquire", Clause.VERSE_STEPS)
    box = steps("discard", "have 1 character")
    kept = after(table(Has("s-1", command="s-2", counts=OWN), box=box), "acquire")
    prove_choice(evidence, Clause.VERSE_STEPS, kept, "choose s-1", "choose s-2")


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
        # The Black that the location takes back is no longer there to be discarded.
        (
            ("trigger DOCK", "discard"),
            Has("s-4,the-black", command="s-3"),
            Has("the-black", command="s-3"),
        ),
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
    for counts, right in (("1.1.0.1.1", []), ("1.2.0.1.1", ways), ("1.1.1.1.1", ways)):
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


@pytest.mark.clause("misbehavin.verse.influence")
def test_tokens_make_up_for_influence(evidence: Evidence) -> None:
    """With two own icons two tokens make one influence; only what is missing is paid.

    Icons of another faction help nobody else, and without an icon no token helps.
    """
    cards: Cards = {
        "core-1": {"cost": 2, "icons": {"serenity": 2}},
        "core-2": {"cost": 2, "icons": {"alliance": 1}},
        "rim-1": {"cost": 3, "icons": {"serenity": 1}},
        "rim-2": {"cost": 2},
    }
    state = after(table(Has("s-1", counts=RICH), cards=cards), "recruit s-1", "done")
    offered = [text for text in legal(state, "take") if "-1" in text or "-2" in text]
    assert offered == ["take border-1", "take border-2", "take core-1", "take rim-1"]
    take, cheap = read_action("take core-1"), read_action("take border-1")
    evidence.effect(TokensForInfluence(0, 2), (state, take), (state, cheap))
    assert after(state, "take core-1").players[0].verse == 1
    assert after(state, "take rim-1").players[0].verse == 1
    for tokens, within in ((1, []), (2, ["take core-1", "take rim-1"])):
        few = table(Has("s-1", counts=f"0.{tokens}.0.1.1"), cards=cards)
        assert legal(after(few, "recruit s-1", "done"), "take")[2:] == within
    one = table(Has("s-1", counts=RICH), cards={"core-1": {"cost": 2, "icons": {"serenity": 1}}})
    assert "take core-1" in legal(after(one, "recruit s-1", "done"))


@pytest.mark.clause("misbehavin.verse.retain")
@pytest.mark.clause("misbehavin.retain.supply")
def test_a_token_takes_a_card_back(evidence: Evidence) -> None:
    """From the own display into the hand for one token; no supply card.

    After a fight the defender is asked as well.
    """
    ending: dict[str, Any] = {
        "phase": "retain",
        "pending": "0:-:retain/0:-:clear",
        "activity": "deal:0:done:0:0:",
    }
    cards: Cards = {"shiny": {"influence": 1}}
    state = table(Has("s-9", display="s-1,shiny", counts="1.3.0.1.1"), cards=cards, **ending)
    prove_choice(evidence, Clause.VERSE_RETAIN, state, "retain s-1", "retain s-9")
    prove_choice(evidence, Clause.VERSE_RETAIN, state, "done", "end")
    ways = ["retain s-1", "retain shiny"]
    evidence.limit(Clause.RETAIN_SUPPLY, legal(state, "retain"), ways[:1], misread=ways)
    refuses(state, "retain shiny", Clause.RETAIN_SUPPLY)
    found = after(state, "retain s-1").players[0]
    assert (found.hand, found.verse, found.display) == (("s-1", "s-9"), 2, ())
    fight: dict[str, Any] = {"phase": "fight", "seat": 1, "activity": "fight:0:nab:a-1:1:1:0.0:"}
    fought = table(Has(display="s-1"), Has(command="a-1", display="a-2"), **fight)
    rewarded = after(fought, "done", "reward credit", "done")
    assert (rewarded.seat, legal(rewarded)) == (1, ["retain a-2", "done"])


@pytest.mark.clause("misbehavin.verse.replay")
def test_a_token_uses_a_maneuver_again(evidence: Evidence) -> None:
    """The same ability or the other one, as often as there are tokens; then it goes back."""
    abilities = [ability("special", (f"credits {number}",)) for number in (1, 5)]
    cards: Cards = {"full-burn": {"abilities": abilities}}
    state = after(table(Has("full-burn", counts="0.2.0.1.1"), cards=cards), "use full-burn 1")
    assert (state.phase, state.players[0].credits) == ("replay", 1)
    prove_choice(evidence, Clause.VERSE_REPLAY, state, "replay 2", "replay 3")
    assert after(state, "replay 2").players[0].credits == 6
    assert after(state, "replay 2", "replay 1").players[0].credits == 7
    assert after(state, "replay 2", "replay 1").phase == "turn"
    stopped = after(state, "done")
    assert (stopped.phase, stopped.players[0].display) == ("turn", ())


@pytest.mark.clause("misbehavin.verse.tax")
@pytest.mark.clause("misbehavin.verse.steal")
def test_credits_of_others_or_of_the_supply(evidence: Evidence) -> None:
    """A tax takes one, a theft two or all that is there; from the supply it is two each time."""
    has = Has(counts=OWN), Has(counts="3.1.0.0.0"), Has(counts="0.1.0.0.0")
    state = table(*has)
    prove_choice(evidence, Clause.VERSE_TAX, state, "tax 1", "tax 2")
    prove_choice(evidence, Clause.VERSE_TAX, state, "tax supply", "tax 0")
    prove_choice(evidence, Clause.VERSE_STEAL, state, "steal 1", "steal 2")
    prove_choice(evidence, Clause.VERSE_STEAL, state, "steal supply", "steal 0")
    credit = {
        action: [player.credits for player in after(state, action).players]
        for action in ("tax 1", "tax supply", "steal 1", "steal supply")
    }
    assert credit == {
        "tax 1": [2, 2, 0],
        "tax supply": [3, 3, 0],
        "steal 1": [3, 1, 0],
        "steal supply": [3, 3, 0],
    }
    poor = after(table(Has(counts=OWN), Has(counts="1.1.0.0.0")), "steal 1")
    assert [player.credits for player in poor.players] == [2, 0]


@pytest.mark.clause("misbehavin.verse.retrigger")
@pytest.mark.clause("misbehavin.retrigger.ability")
def test_a_token_uses_a_triggered_card_again(evidence: Evidence) -> None:
    """Without using an activation. Not a set card, one under warrant, or one without ⚡ ability."""
    cards: Cards = {name: {"abilities": [PAYS]} for name in ("s-1", "s-2", "s-4")}
    has = Has(command="s-1*,s-2,s-3*,s-4*=1", counts=OWN)
    state = table(has, cards=cards, box=ROOMY)
    prove_choice(evidence, Clause.VERSE_RETRIGGER, state, "retrigger s-1", "retrigger s-2")
    ways = ["retrigger s-1", "retrigger s-3"]
    found = legal(state, "retrigger")
    evidence.limit(Clause.RETRIGGER_ABILITY, found, ways[:1], misread=ways)
    refuses(state, "retrigger s-3", Clause.RETRIGGER_ABILITY)
    refuses(state, "retrigger s-4", Clause.WARRANT_BARS)
    again = after(state, "retrigger s-1").players[0]
    assert (again.credits, again.verse, again.command[0].triggered) == (3, 0, True)
    assert again.activations == 1


@pytest.mark.clause("misbehavin.reaver.token")
@pytest.mark.clause("misbehavin.reaver.defeated")
def test_tokens_defeat_a_reaver(evidence: Evidence) -> None:
    """The scout has strength 2: with a token of seat 1 on it, one of seat 0 is enough.

    Then both tokens are free again, and seat 0 has the reward, a card.
    """
    one = table(Has(counts=OWN), Has(counts="1.0.0.0.0"), reavers="scout:0.1;")
    none = table(Has(counts=OWN), Has(counts="1.0.0.0.0"), reavers="scout:0.0;")
    action = read_action("reaver scout")
    prove_choice(evidence, Clause.REAVER_TOKEN, one, "reaver scout", "reaver s-1")
    evidence.effect(ReaverDefeated(0, "scout"), (one, action), (none, action))
    stays = after(none, "reaver scout")
    assert [(it.card, it.tokens) for it in stays.reavers] == [("scout", (1, 0))]
    assert (stays.players[0].verse, tokens_left(stays, 0)) == (0, 5)
    won = after(one, "reaver scout")
    assert (won.reavers, won.defeated) == ((), ("scout",))
    assert (won.phase, won.seat) == ("draw", 0)
    refuses(after(won, "draw s-1"), "reaver scout", Clause.VERSE_TOKENS)


@pytest.mark.clause("misbehavin.reaver.raid")
def test_a_reaver_raids_whoever_ends_a_turn(evidence: Evidence) -> None:
    """The scout takes a credit of seat 0, and none of seat 1; a defeated one takes none.

    Another Reaver takes one more.
    """
    raided = table(Has(counts="2.0.0.1.1"), Has(counts="2.0.0.0.0"), reavers="scout:0.0;")
    free = table(Has(counts="2.0.0.1.1"), Has(counts="2.0.0.0.0"), reavers=";scout")
    end = read_action("end")
    evidence.effect(ReaverRaided(0, "scout"), (raided, end), (free, end))
    assert [player.credits for player in after(raided, "end").players] == [1, 2]
    [scout] = small_box()["reavers"]
    box = {"reavers": [scout, {**scout, "name": "another"}]}
    twice = table(Has(counts="2.0.0.1.1"), box=box, reavers="scout:0.0,another:0.0;")
    assert after(twice, "end").players[0].credits == 0


@pytest.mark.clause("misbehavin.warrant.issue")
@pytest.mark.clause("misbehavin.warrant.once")
def test_a_warrant_lies_on_a_character_of_another(evidence: Evidence) -> None:
    """Not on an own one, nor on an asset or an item, nor on one that has a warrant."""
    cards: Cards = {"a-2": {"kind": "item"}, "a-3": {"kind": "asset"}}
    has = Has(command="s-1", counts=RICH), Has(command="a-1,a-2,a-4=2", assets="a-3")
    state = table(*has, Has(counts="1.0.0.0.0"), cards=cards)
    for refused in ("s-1", "a-2", "a-3", "a-5"):
        prove_choice(evidence, Clause.WARRANT_ISSUE, state, "warrant a-1", f"warrant {refused}")
    ways = ["warrant a-1", "warrant a-4"]
    evidence.limit(Clause.WARRANT_ONCE, legal(state, "warrant"), ways[:1], misread=ways)
    refuses(state, "warrant a-4", Clause.WARRANT_ONCE)
    found = after(state, "warrant a-1")
    assert found.players[0].verse == 1
    assert found.players[1].command[0].warrant == 0


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


@pytest.mark.clause("misbehavin.warrant.no-reset")
def test_a_card_under_warrant_stays_triggered(evidence: Evidence) -> None:
    """When its owner's turn begins; the one beside it is set."""
    last = "0:-:tidy/0:-:next"
    waiting = table(
        Has(command="s-1"), Has(command="a-1*=0,a-2*"), phase="tidy", pending=last, turn="3.0.5"
    )
    free = table(
        Has(command="s-1"), Has(command="a-1*,a-2*"), phase="tidy", pending=last, turn="3.0.5"
    )
    done = read_action("done")
    evidence.effect(WarrantHeld(1, "a-1"), (waiting, done), (free, done))
    found = after(waiting, "done").players[1].command
    assert [card.triggered for card in found] == [True, False]


@pytest.mark.clause("misbehavin.warrant.power")
def test_power_under_warrant_counts_for_winning(evidence: Evidence) -> None:
    """Seat 1 has 13 power, nine of it under warrant, and wins as its turn begins."""
    cards: Cards = {"a-1": {"power": 9}, "a-2": {"power": 4}}
    has = Has(command="s-1"), Has(command="a-1=0,a-2")
    last: dict[str, Any] = {"phase": "tidy", "pending": "0:-:tidy/0:-:next", "turn": "3.0.5"}
    over = after(table(*has, cards=cards, **last), "done")
    assert over.outcome is not None
    evidence.limit(Clause.WARRANT_POWER, over.outcome.winners, (1,), misread=(0,))


@pytest.mark.clause("misbehavin.warrant.lift")
def test_a_deal_lifts_a_warrant(evidence: Evidence) -> None:
    """In place of a card, whatever the influence is; of the own character only.

    Then the deal is done, and seat 1 has its token in the supply again. A recruitment lifts none.
    """
    cards: Cards = {"s-1": {"attributes": ["DEAL"], "influence": 0}}
    has = Has("s-1", command="s-2=1,s-3", counts=OWN), Has(command="a-1=0", counts=OWN)
    state = after(table(*has, cards=cards), "deal s-1", "done")
    for refused in ("s-3", "a-1"):
        prove_choice(evidence, Clause.WARRANT_LIFT, state, "clear s-2", f"clear {refused}")
    free = after(state, "clear s-2")
    assert [card.warrant for card in free.players[0].command] == [None, None]
    assert [tokens_left(state, 1), tokens_left(free, 1)] == [4, 5]
    assert legal(free) == ["retain s-1", "done"]
    assert after(free, "done").phase == "turn"
    recruited = after(table(*has, cards={"s-1": {"influence": 3}}), "recruit s-1", "done")
    assert (recruited.phase, legal(recruited, "clear")) == ("take", [])
    refuses(recruited, "clear s-2", Clause.OFFER_TAKE)


@pytest.mark.clause("misbehavin.warrant.leaves")
def test_a_nabbed_card_leaves_its_warrant(evidence: Evidence) -> None:
    """The token is the issuer's again. Without a warrant nothing is told."""
    fight: dict[str, Any] = {"phase": "fight", "seat": 1, "activity": "fight:0:nab:a-1:1:1:0.0:"}
    cards: Cards = {"a-1": {"cost": 0}}
    has = Has(display="s-1", counts="1.0.0.0.1")
    bare = table(has, Has(command="a-1"), cards=cards, **fight)
    state = table(has, Has(command="a-1=0"), cards=cards, **fight)
    done = read_action("done")
    evidence.effect(WarrantGone(1, "a-1", 0), (state, done), (bare, done))
    assert after(state, "done").players[0].hand == ("a-1",)
    assert [tokens_left(state, 0), tokens_left(after(state, "done"), 0)] == [5, 6]


@pytest.mark.clause("misbehavin.episode.steps")
@pytest.mark.clause("misbehavin.episode.no-token")
def test_a_step_is_marked_with_a_token_held(evidence: Evidence) -> None:
    """A location is played: a token held becomes a mark; without one nothing is marked.

    A third one is not marked, as two are asked for; a card that is recruited is no step.
    """
    play = read_action("play s-1")
    one = episode(Has("s-1", counts="1.1.0.1.1"))
    none = episode(Has("s-1", counts="1.0.1.1.1"))
    enough = episode(Has("s-1", counts="1.1.2.1.1"))
    evidence.effect(StepMarked(0, "location"), (one, play), (none, play))
    evidence.effect(StepMarked(0, "location"), (one, play), (enough, play))
    evidence.effect(StepNotMarked(0, "location"), (none, play), (one, play))
    tokens = [
        (player.verse, player.marks)
        for player in (after(state, "play s-1").players[0] for state in (one, none, enough))
    ]
    assert tokens == [(0, 1), (0, 1), (1, 2)]
    recruited = after(one, "recruit s-1", "done", "take core-1").players[0]
    assert (recruited.verse, recruited.marks) == (1, 0)


@pytest.mark.clause("misbehavin.episode.spent")
def test_marks_are_spent_after_the_tokens_held(evidence: Evidence) -> None:
    """A warrant costs two: one held and one mark, or two held, and then no mark is lost."""
    other = Has(command="a-1")
    states = [
        table(Has(counts=counts), other, box=EPISODES, episode="raids")
        for counts in ("1.1.2.1.1", "1.2.2.1.1")
    ]
    warrant = read_action("warrant a-1")
    evidence.effect(MarksSpent(0, 1), (states[0], warrant), (states[1], warrant))
    found = [after(state, "warrant a-1").players[0] for state in states]
    assert [(player.verse, player.marks) for player in found] == [(0, 1), (0, 2)]
