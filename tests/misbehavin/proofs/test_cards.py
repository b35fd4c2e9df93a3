"""Proofs: cards, their abilities and areas; supply cards; activations that play and trigger."""

from typing import Any

import pytest

from fireflies.misbehavin import Clause, read_action
from fireflies.misbehavin.rules.game_events import CardDrawn
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import Cards, activity, after, legal, table
from tests.misbehavin.situations import Has
from tests.misbehavin.small import ability

OWN = "1.1.0.1.1"
"""A credit, a token, no mark, an activation and a recruitment."""

FIGHT = "fight:0:nab:a-1:1:0:0.0:o"
"""Seat 0 attacks a-1 of seat 1 to nab it, and has the first batch."""

PAYS = ability(effects=("credits 2",), when=("turn", "fight"))

LAST: dict[str, Any] = {"phase": "tidy", "pending": "0:-:tidy/0:-:next"}
"""Seat 0 may still discard what is in its tableau; then its turn is over."""


@pytest.mark.clause("misbehavin.secret.hands")
def test_a_hand_is_known_to_its_owner(evidence: Evidence) -> None:
    """Seat 0 can't tell a hand of seat 1 from another; seat 1 can. Recycle piles are open.

    Nor do the legal actions of seat 1 in its turn show its hand.
    """
    for seat in (0, 1):
        turn: dict[str, Any] = {"seat": seat, "turn": f"3.{seat}.0"}
        one, other = (table(Has(), Has(it, counts=OWN), **turn) for it in ("a-1,a-2", "a-3,a-4"))
        recycled = table(Has(), Has("a-1,a-2", recycle="a-3", counts=OWN), **turn)
        evidence.secrecy(Clause.SECRET_HANDS, 0, (one, other), recycled)
        larger = table(Has(), Has("a-1,a-2,a-3", counts=OWN), **turn)
        evidence.secrecy(Clause.SECRET_HANDS, 0, (one, other), larger)
        assert one.view(1) != other.view(1)


@pytest.mark.clause("misbehavin.secret.draws")
def test_a_draw_is_seen_by_who_draws(evidence: Evidence) -> None:
    """Seat 1 draws a-1 or a-2: for seat 0 it is a draw, and afterwards a hand of two either way."""
    drawing = table(Has(), Has("a-3"), seat=1, phase="draw", pending="1:-:draw:1/0:-:tidy")
    results = after(drawing, "draw a-1"), after(drawing, "draw a-2")
    evidence.secrecy(Clause.SECRET_DRAWS, 0, results, drawing)
    draws = [drawing.step(read_action(f"draw {card}")) for card in ("a-1", "a-2")]
    for seen in (0, "spectator"):
        assert draws[0].seen_by(seen).action == draws[1].seen_by(seen).action
        assert str(draws[0].seen_by(seen).action) == "draw ?"
    assert [str(step.seen_by(1).action) for step in draws] == ["draw a-1", "draw a-2"]
    told = [draws[0].seen_by(seen).events for seen in (0, 1)]
    assert told == [(CardDrawn(1, None),), (CardDrawn(1, "a-1"),)]
    assert drawing.view(0).legal_actions is None
    assert drawing.view(1).legal_actions == drawing.legal_actions


@pytest.mark.clause("misbehavin.card.triggered")
def test_a_triggered_card_lends_nothing(evidence: Evidence) -> None:
    """Of two equal cards, the set one can be used in each way; misread: both can."""
    parts = {
        "influence": 2,
        "attributes": ["FIGHT", "DEAL"],
        "abilities": [PAYS, ability("innate", ("credits 1",))],
    }
    both = {"s-1": parts, "s-2": parts}
    state = table(Has(command="s-1,s-2*", counts=OWN), Has(command="a-1"), cards=both)
    for verb in ("trigger", "fight", "deal", "recruit", "use"):
        number = " 2" if verb == "use" else ""
        ways = [f"{verb} {card}{number}" for card in ("s-1", "s-2")]
        evidence.limit(Clause.CARD_TRIGGERED, legal(state, verb), ways[:1], misread=ways)
        violation = state.check(read_action(ways[1]))
        assert violation is not None
        assert violation.clause is Clause.CARD_TRIGGERED


@pytest.mark.clause("misbehavin.card.needs")
def test_a_need_is_met_in_the_own_tableau(evidence: Evidence) -> None:
    """A pilot there meets it, also a triggered one, one under warrant, and the card itself.

    One in the hand, in another tableau, or under attack does not. Influence needs nothing.
    """
    needy: Cards = {"s-1": {"needs": ["PILOT"], "attributes": ["DEAL"], "abilities": [PAYS]}}
    pilots: Cards = {name: {"attributes": ["PILOT"]} for name in ("s-2", "a-1")}
    cards: Cards = {**needy, **pilots}
    with_pilot = [
        table(Has("s-1" * in_hand, command=tableau, counts=OWN), cards=cards)
        for in_hand, tableau in ((0, "s-1,s-2"), (0, "s-1,s-2*"), (0, "s-1,s-2=1"), (1, "s-2"))
    ]
    without = table(Has("s-2", command="s-1", counts=OWN), Has(command="a-1"), cards=cards)
    for state in with_pilot:
        evidence.limit(Clause.CARD_NEEDS, legal(state, "deal"), ["deal s-1"], misread=[])
    evidence.limit(Clause.CARD_NEEDS, legal(without, "deal"), [], misread=["deal s-1"])
    for refused in ("deal s-1", "trigger s-1"):
        violation = without.check(read_action(refused))
        assert violation is not None
        assert violation.clause is Clause.CARD_NEEDS
    assert "recruit s-1" in legal(without)
    joins: Cards = {"a-2": {"needs": ["PILOT"], "attributes": ["FIGHT"]}, "a-1": pilots["a-1"]}
    for target, right in (("a-1", []), ("a-3", ["add a-2"])):
        defender = table(
            Has(display="s-9"),
            Has(command="a-1,a-2,a-3"),
            cards=joins,
            phase="fight",
            seat=1,
            activity=f"fight:0:nab:{target}:1:1:0.0:",
        )
        assert legal(defender, "add") == right
    two: Cards = {**pilots, "s-1": {"needs": ["PILOT", "SHIP"], "attributes": ["DEAL"]}}
    assert legal(table(Has(command="s-1,s-2", counts=OWN), cards=two), "deal") == []
    assert legal(table(Has(command="captain,s-1,s-2", counts=OWN), cards=two), "deal") == [
        "deal s-1"
    ]
    itself = {"s-1": {**needy["s-1"], "attributes": ["DEAL", "PILOT"]}}
    assert legal(table(Has(command="s-1", counts=OWN), cards=itself), "trigger") == ["trigger s-1"]


@pytest.mark.clause("misbehavin.card.in-hand")
def test_no_ability_in_the_hand(evidence: Evidence) -> None:
    """Shiny is used from there, s-1 only from the tableau; misread: both from anywhere."""
    cards = {
        "s-1": {"abilities": [ability("innate", ("credits 1",))]},
        "shiny": {"abilities": [ability("special", ("credits 1",))]},
    }
    state = table(Has("s-1,shiny", counts=OWN), cards=cards)
    ways = ["use s-1 1", "use shiny 1"]
    evidence.limit(Clause.CARD_IN_HAND, legal(state, "use"), ways[1:], misread=ways)
    violation = state.check(read_action("use s-1 1"))
    assert violation is not None
    assert violation.clause is Clause.CARD_IN_HAND
    assert legal(table(Has(command="s-1", counts=OWN), cards=cards), "use") == ["use s-1 1"]


@pytest.mark.clause("misbehavin.card.as-much")
def test_an_effect_goes_as_far_as_it_can(evidence: Evidence) -> None:
    """A player with one credit who should lose three loses it; misread: nothing is lost, or all is.

    A card that can be set again has to be; where none can, the rest of the ability is done.
    """
    for has, left in ((1, 0), (2, 0), (5, 2)):
        cards = {"s-1": {"required": ["lose 3"]}}
        state = table(Has("s-1", counts=f"{has}.1.0.1.1"), cards=cards)
        found = after(state, "play s-1").players[0].credits
        evidence.limit(Clause.CARD_AS_MUCH, found, left, misread=has if has < 3 else 0)
    reset = {"s-1": {"abilities": [ability(effects=("reset", "credits 1"))]}}
    state = after(table(Has(command="s-1,s-2", counts=OWN), cards=reset), "trigger s-1")
    assert (state.phase, state.players[0].credits) == ("turn", 2)
    choosing = after(table(Has(command="s-1,s-2*", counts=OWN), cards=reset), "trigger s-1")
    evidence.limit(
        Clause.CARD_AS_MUCH, legal(choosing), ["choose s-2"], misread=["choose s-2", "skip"]
    )
    assert choosing.check(read_action("skip")) is not None


@pytest.mark.clause("misbehavin.ability.own")
def test_only_own_cards_are_used(evidence: Evidence) -> None:
    """Seat 0 has s-1 with an ability, seat 1 has a-1 with the same."""
    cards = {name: {"abilities": [ability("innate", ("credits 1",))]} for name in ("s-1", "a-1")}
    state = table(Has(command="s-1", counts=OWN), Has(command="a-1"), cards=cards)
    ways = ["use a-1 1", "use s-1 1"]
    evidence.limit(Clause.ABILITY_OWN, legal(state, "use"), ways[1:], misread=ways)
    violation = state.check(read_action(ways[0]))
    assert violation is not None
    assert violation.clause is Clause.ABILITY_OWN


@pytest.mark.clause("misbehavin.ability.conditions")
@pytest.mark.clause("misbehavin.ability.cost")
def test_an_ability_works_at_its_moments_and_for_its_cost(evidence: Evidence) -> None:
    """s-1 works in a deal, s-2 on the turn; s-3 costs 2 credits, s-4 an untriggered card.

    s-5 costs a credit twice.
    """
    cards = {
        "s-1": {"abilities": [ability("innate", ("influence 1",), when=("deal",))]},
        "s-2": {"abilities": [ability("innate", ("credits 1",))]},
        "s-3": {"abilities": [ability("innate", ("credits 3",), cost=("pay 2",))]},
        "s-4": {"abilities": [ability("innate", ("credits 3",), cost=("discard",))]},
        "s-5": {"abilities": [ability("innate", ("draw 1",), cost=("pay 1", "pay 1"))]},
    }
    tableaus = ("s-1,s-2", "s-3", "s-4")
    ways = [["use s-1 1", "use s-2 1"], ["use s-3 1"], ["use s-4 1"]]
    found = [legal(table(Has(command=it, counts=OWN), cards=cards), "use") for it in tableaus]
    evidence.limit(Clause.ABILITY_CONDITIONS, found[0], ["use s-2 1"], misread=ways[0])
    for number in (1, 2):
        evidence.limit(Clause.ABILITY_COST, found[number], [], misread=ways[number])
    for credits_left, right in ((1, []), (2, ["use s-5 1"])):
        twice = table(Has(command="s-5", counts=f"{credits_left}.1.0.1.1"), cards=cards)
        assert legal(twice, "use") == right
    rich = table(Has(command="s-3", counts="2.1.0.1.1"), cards=cards)
    evidence.limit(Clause.ABILITY_COST, legal(rich, "use"), ways[1], misread=[])
    assert after(rich, "use s-3 1").players[0].credits == 3
    for has in (Has("s-9", command="s-4", counts=OWN), Has(command="s-4,s-9", counts=OWN)):
        state = table(has, cards=cards)
        evidence.limit(Clause.ABILITY_COST, legal(state, "use"), ways[2], misread=[])
        assert legal(after(state, "use s-4 1")) == ["choose s-9"]
    triggered = table(Has(command="s-4,s-9*", counts=OWN), cards=cards)
    evidence.limit(Clause.ABILITY_COST, legal(triggered, "use"), [], misread=ways[2])


@pytest.mark.clause("misbehavin.area.full")
def test_a_card_from_the_hand_joins_its_area(evidence: Evidence) -> None:
    """On side A of the small box are two places for assets, three for characters and items."""
    cards = {name: {"kind": "asset"} for name in ("s-1", "s-2", "s-3")}
    cards["s-4"] = {"kind": "item"}
    state = table(Has("s-3,s-4", assets="s-1,s-2", command="s-5,s-6", counts=OWN), cards=cards)
    ways = ["play s-3", "play s-4"]
    evidence.limit(Clause.AREA_FULL, legal(state, "play"), ways[1:], misread=ways)
    more = table(Has("s-3,s-4", command="s-5,s-6,s-7", counts=OWN), cards=cards)
    evidence.limit(Clause.AREA_FULL, legal(more, "play"), ways[:1], misread=ways)


@pytest.mark.clause("misbehavin.area.display")
def test_only_own_cards_go_to_the_display(evidence: Evidence) -> None:
    """From hand and tableau; not from the piles, the market or another tableau."""
    state = table(Has("s-1", command="s-2", recycle="s-3", counts=OWN), Has(command="a-1"))
    ways = ["recruit s-1", "recruit s-2"]
    evidence.limit(Clause.AREA_DISPLAY, legal(state, "recruit"), ways, misread=ways[:1])
    for refused in ("s-3", "s-4", "a-1", "core-1", "nobody"):
        violation = state.check(read_action(f"recruit {refused}"))
        assert violation is not None
        assert violation.clause is Clause.AREA_DISPLAY


@pytest.mark.clause("misbehavin.activation.one")
def test_one_activation_a_turn(evidence: Evidence) -> None:
    """After a card is played none can be triggered; misread: one of each kind.

    The turn of seat 1 begins with one.
    """
    cards = {
        "s-2": {"abilities": [PAYS]},
        "s-3": {"abilities": [ability(effects=("activation 2",))]},
    }
    state = table(Has("s-1", command="s-2,s-3", counts=OWN), cards=cards)
    played = after(state, "play s-1")
    evidence.limit(Clause.ACTIVATION_ONE, legal(played, "trigger"), [], misread=["trigger s-2"])
    violation = played.check(read_action("trigger s-2"))
    assert violation is not None
    assert violation.clause is Clause.ACTIVATION_ONE
    granted = after(state, "trigger s-3", "play s-1", "trigger s-2")
    assert granted.players[0].activations == 0
    next_turn = after(table(Has(command="s-9"), **LAST), "done")
    assert next_turn.players[1].activations == 1


@pytest.mark.clause("misbehavin.play.kinds")
def test_actions_and_maneuvers_are_not_played(evidence: Evidence) -> None:
    """Shiny is an action; misread: any card joins the tableau."""
    state = table(Has("s-1,shiny", counts=OWN))
    ways = ["play s-1", "play shiny"]
    evidence.limit(Clause.PLAY_KINDS, legal(state, "play"), ways[:1], misread=ways)
    violation = state.check(read_action("play shiny"))
    assert violation is not None
    assert violation.clause is Clause.PLAY_KINDS


@pytest.mark.clause("misbehavin.play.own-turn")
def test_the_defender_plays_no_card(evidence: Evidence) -> None:
    """The attacker may play one in the fight; the defender with an activation may only trigger."""
    cards = {"a-2": {"abilities": [PAYS]}}
    has = Has("s-1", display="s-9", counts=OWN), Has("a-3", command="a-1,a-2", counts="1.1.0.1.0")
    attacker = table(*has, cards=cards, phase="fight", activity=FIGHT)
    defender = table(*has, cards=cards, phase="fight", seat=1, activity="fight:0:nab:a-1:1:1:0.0:")
    assert legal(attacker, "play") == ["play s-1"]
    assert legal(defender, "trigger") == ["trigger a-2"]
    evidence.limit(Clause.PLAY_OWN_TURN, legal(defender, "play"), [], misread=["play a-3"])
    violation = defender.check(read_action("play a-3"))
    assert violation is not None
    assert violation.clause is Clause.PLAY_OWN_TURN


@pytest.mark.clause("misbehavin.play.power-limit")
def test_power_never_passes_the_needed(evidence: Evidence) -> None:
    """With 12 of 13 power a card of power 1 is played, and none of power 2.

    Tokens and triggered cards count. Past the limit a card without power is still played: it puts
    nobody over. Misread: then nothing is played.
    """
    powers = {"s-1": 10, "s-2": 1, "s-3": 2, "s-4": 0}
    cards = {name: {"power": power} for name, power in powers.items()}
    ways = ["play s-2", "play s-3", "play s-4"]
    for tableau in ("s-1+2", "s-1*+2", "s-1+2=1"):
        state = table(Has("s-2,s-3,s-4", command=tableau, counts=OWN), cards=cards)
        right = [ways[0], ways[2]]
        evidence.limit(Clause.PLAY_POWER_LIMIT, legal(state, "play"), right, misread=ways)
        violation = state.check(read_action("play s-3"))
        assert violation is not None
        assert violation.clause is Clause.PLAY_POWER_LIMIT
    past = table(Has("s-2,s-3,s-4", command="s-1+4", counts=OWN), cards=cards)
    evidence.limit(Clause.PLAY_POWER_LIMIT, legal(past, "play"), ways[2:], misread=[])


@pytest.mark.clause("misbehavin.trigger.tableau")
def test_only_tableau_cards_are_triggered(evidence: Evidence) -> None:
    """s-1 lies there; s-2 is in the hand; a-1 is in another's tableau; misread: any of them."""
    cards = {name: {"abilities": [PAYS]} for name in ("s-1", "s-2", "a-1")}
    state = table(Has("s-2", command="s-1", counts=OWN), Has(command="a-1"), cards=cards)
    ways = ["trigger a-1", "trigger s-1", "trigger s-2"]
    evidence.limit(Clause.TRIGGER_TABLEAU, legal(state, "trigger"), ways[1:2], misread=ways)
    for refused in (ways[0], ways[2], "turn s-2"):
        violation = state.check(read_action(refused))
        assert violation is not None
        assert violation.clause is Clause.TRIGGER_TABLEAU


@pytest.mark.clause("misbehavin.card.passive")
def test_a_set_and_free_card_adds_its_passive_values(evidence: Evidence) -> None:
    """Influence of a recruitment, and power; misread: also a triggered card adds, or one in need.

    Under a warrant the power stays, the influence does not.
    """
    cards: Cards = {"s-2": {"ongoing": ["influence 2", "power 3"], "needs": ["PILOT"]}}
    cards = {**cards, "s-3": {"attributes": ["PILOT"]}}
    found = []
    for command in ("s-2,s-3", "s-2*,s-3", "s-2=1,s-3", "s-2"):
        state = table(Has("s-1", command=command, counts=OWN), cards=cards)
        counted = activity(after(state, "recruit s-1"))["total"]
        found.append((counted, state.view().players[0].power))
    right = [(1 + 2, 3), (1, 0), (1, 3), (1, 0)]
    misread = [(1 + 2, 3), (1 + 2, 3), (1 + 2, 3), (1 + 2, 3)]
    evidence.limit(Clause.CARD_PASSIVE, found, right, misread=misread)


def test_a_card_may_be_played_if_it_adds_no_power_though_there_is_too_much() -> None:
    """Power by which another card meets its need counts, and power of X does not."""
    cards: Cards = {
        "s-1": {"power": "credits"},
        "s-2": {"attributes": ["PILOT"]},
        "s-3": {"ongoing": ["power 1"], "needs": ["PILOT"]},
        "s-4": {"power": 5},
    }
    state = table(Has("s-1,s-2", command="s-3,s-4+9", counts=OWN), cards=cards)
    assert legal(state, "play") == ["play s-1"]


def test_power_of_x_counts_in_a_fight() -> None:
    """Three credits are three strength for the attacker, and none for winning."""
    cards: Cards = {"s-1": {"power": "credits", "attributes": ["FIGHT"]}}
    state = table(Has("s-1", counts="3.1.0.1.1"), Has(command="a-1"), cards=cards)
    assert activity(after(state, "fight s-1", "nab", "target a-1"))["attack"] == 3
