"""Proofs: fights, from the first card to the reward and to immunity; maneuvers."""

import pytest

from fireflies.misbehavin import Clause, State, read_action
from fireflies.misbehavin.fight_events import (
    ActivationInFight,
    ActivationsForgone,
    AttackerAdded,
    BatchBegan,
    CardDefended,
    CardDispatched,
    CardNabbed,
    DefenderAdded,
    FightOpened,
    ImmunityEnded,
    TargetLost,
    TieWon,
)
from fireflies.misbehavin.turn_events import ManeuverPlayed
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import (
    Cards,
    activity,
    after,
    events_of,
    legal,
    prove_choice,
    queue,
    table,
)
from tests.misbehavin.situations import Has
from tests.misbehavin.small import ability

OWN = "1.1.0.1.1"
"""A credit, a token, no mark, an activation and a recruitment."""

FIGHTERS: Cards = {
    "s-1": {"attributes": ["FIGHT"], "power": 2},
    "s-2": {"attributes": ["FIGHT"], "power": 1},
    "s-3": {"power": 5},
    "a-1": {"cost": 3, "power": 6, "attributes": ["FIGHT", "RANK"]},
    "a-2": {"attributes": ["FIGHT"], "power": 1},
    "a-3": {"attributes": ["FIGHT"], "power": 1, "needs": ["RANK"]},
    "a-9": {"kind": "asset", "cost": 2},
}
"""Seat 0 attacks with s-1 and s-2; a-1 is attacked, a-2 and a-3 may help it; a-9 is an asset."""

DONE = read_action("done")


def peace(own: Has | None = None, other: Has | None = None, *, more: Cards | None = None) -> State:
    """Return the turn of seat 0 with its fighters in hand, and a-1 and a-9 in another tableau."""
    seats = own or Has("s-1,s-2,s-3", counts=OWN), other or Has("a-2", assets="a-9", command="a-1")
    return table(*seats, cards={**FIGHTERS, **(more or {})})


def war(
    own: Has | None = None,
    other: Has | None = None,
    *,
    intent: str = "nab",
    target: str = "a-1",
    more: Cards | None = None,
) -> State:
    """Return the attacker's first batch; s-1 is in the display."""
    return after(peace(own, other, more=more), "fight s-1", intent, f"target {target}")


def fought(intent: str = "nab", target: str = "a-1") -> State:
    """Return the defender's batch, in which nothing is done yet; if it ends so, the fight ends."""
    return after(war(intent=intent, target=target), "done")


@pytest.mark.clause("misbehavin.fight.open")
def test_an_activation_and_a_card_begin_a_fight(evidence: Evidence) -> None:
    """Here one of the tableau. A deal begins none, and without an activation there is none."""
    state = peace(Has("s-2", command="s-1", counts=OWN), more={"s-2": {"attributes": ["DEAL"]}})
    opened = read_action("fight s-1")
    evidence.effect(FightOpened(0, "s-1"), (state, opened), (state, read_action("deal s-2")))
    found = after(state, "fight s-1").players[0]
    assert [card.card for card in found.display] == ["s-1"]
    assert (found.activations, found.recruitments, found.command) == (0, 1, ())
    without = peace(Has("s-1", counts="1.1.0.0.1"))
    assert legal(without, "fight") == []


@pytest.mark.clause("misbehavin.fight.attribute")
@pytest.mark.parametrize("verb", ["fight", "add"])
def test_only_fighters_fight(evidence: Evidence, verb: str) -> None:
    """A card with power but without FIGHT is neither the first card nor a later one.

    A card with FIGHT comes from the tableau as well as from the hand.
    """
    own = Has("s-1,s-3", command="s-2", counts=OWN)
    state = war(own) if verb == "add" else peace(own)
    prove_choice(evidence, Clause.FIGHT_ATTRIBUTE, state, f"{verb} s-2", f"{verb} s-3")


@pytest.mark.clause("misbehavin.fight.intent")
def test_the_attacker_says_what_for(evidence: Evidence) -> None:
    """Before the target is named, and before anything is added."""
    state = after(peace(), "fight s-1")
    for intent in ("nab", "dispatch"):
        for early in ("target a-1", "add s-2", "done"):
            prove_choice(evidence, Clause.FIGHT_INTENT, state, intent, early)
        said = after(state, intent)
        assert (said.phase, activity(said)["intent"]) == ("target", intent)
        assert legal(said) == ["target a-1", "target a-9"]


@pytest.mark.clause("misbehavin.fight.target")
def test_the_target_is_a_card_in_another_tableau(evidence: Evidence) -> None:
    """Triggered or under warrant, too; but not one's own, nor one of a hand or the market."""
    own = Has("s-1", command="s-4", counts="1.4.0.1.1")
    third = Has(command="e-1,e-2=1")
    seats = own, Has("a-2", assets="a-9", command="a-1*"), third
    state = after(table(*seats, cards=FIGHTERS), "fight s-1", "nab")
    targets = [f"target {card}" for card in ("a-1", "a-9", "e-1", "e-2")]
    assert legal(state) == targets
    for refused in ("target s-4", "target a-2", "target core-1"):
        prove_choice(evidence, Clause.FIGHT_TARGET, state, targets[0], refused)
    for target, owner in zip(targets, (1, 1, 2, 2), strict=True):
        assert after(state, target).actor == 0
        assert after(state, target, "done").actor == owner


@pytest.mark.clause("misbehavin.fight.target")
def test_without_a_target_there_is_no_fight(evidence: Evidence) -> None:
    """While nobody else has a card in the tableau; the activation may still play a card."""
    state = peace(other=Has("a-1"))
    prove_choice(evidence, Clause.FIGHT_TARGET, state, "play s-1", "fight s-1")


@pytest.mark.clause("misbehavin.fight.target-idle")
def test_the_target_does_nothing(evidence: Evidence) -> None:
    """It does not join, meets no need, defends nothing, and is not discarded by its owner.

    Misread: it defends itself with what it has. The card next to it does what it can.
    """
    parts: Cards = {
        "a-1": {**FIGHTERS["a-1"], "ongoing": ["defense 2"]},
        "a-2": {
            "abilities": [ability("innate", ("strength 1",), when=("fight",), cost=["discard"])]
        },
    }
    other = Has("a-3", assets="a-9", command="a-1,a-2")
    attacked, spared = (
        after(war(other=other, target=it, more=parts), "done") for it in ("a-1", "a-9")
    )
    both = ["add a-1", "add a-3"]
    evidence.limit(Clause.FIGHT_TARGET_IDLE, legal(attacked, "add"), [], misread=both)
    assert legal(spared, "add") == both
    violation = attacked.check(read_action("add a-1"))
    assert violation is not None
    assert violation.clause is Clause.FIGHT_TARGET_IDLE
    defenses = [activity(state)["defense"] for state in (attacked, spared)]
    evidence.limit(Clause.FIGHT_TARGET_IDLE, defenses, [3, 2 + 2], misread=[3 + 2, 2 + 2])
    candidates = legal(after(attacked, "use a-2 1"))
    right = ["choose a-3", "choose a-9"]
    evidence.limit(Clause.FIGHT_TARGET_IDLE, candidates, right, misread=["choose a-1", *right])


@pytest.mark.clause("misbehavin.fight.add")
def test_the_attacker_adds_cards(evidence: Evidence) -> None:
    """From hand and tableau, one after the other; a recruitment has to wait."""
    state = war(Has("s-1,s-2,s-3", command="s-4", counts=OWN), more={"s-4": FIGHTERS["s-1"]})
    for refused in ("recruit s-3", "end", "nab"):
        prove_choice(evidence, Clause.FIGHT_ADD, state, "add s-2", refused)
    assert legal(state, "add") == ["add s-2", "add s-4"]
    assert legal(after(state, "add s-2"), "add") == ["add s-4"]
    found = after(state, "add s-2", "add s-4")
    assert events_of(state, "add s-2") == [AttackerAdded(0, "s-2")]
    assert found.actor == 0
    assert [it.card for it in found.players[0].display] == ["s-1", "s-2", "s-4"]
    assert found.players[0].command == ()


@pytest.mark.clause("misbehavin.fight.answer")
def test_the_defender_adds_cards(evidence: Evidence) -> None:
    """Its own, and nothing else is done in answer; a third player is not asked.

    Their power of 1 each is added to the cost of 3 of the target.
    """
    state = after(
        table(
            Has("s-1", counts=OWN),
            Has("a-2,a-4", command="a-1,a-3,a-5"),
            Has("e-1", command="e-2"),
            cards={**FIGHTERS, "e-1": FIGHTERS["s-1"], "a-5": FIGHTERS["a-2"]},
        ),
        *("fight s-1", "nab", "target a-1", "done"),
    )
    for refused in ("recruit a-4", "end", "dispatch"):
        prove_choice(evidence, Clause.FIGHT_ANSWER, state, "add a-2", refused)
    assert state.check(read_action("add e-1")) is not None
    assert legal(state, "add") == ["add a-2", "add a-5"]
    assert legal(after(state, "add a-2"), "add") == ["add a-5"]
    found = after(state, "add a-2", "add a-5")
    assert events_of(state, "add a-2") == [DefenderAdded(1, "a-2")]
    assert [it.card for it in found.players[1].display] == ["a-2", "a-5"]
    assert found.actor == 1
    assert activity(found)["defense"] == 5


@pytest.mark.clause("misbehavin.fight.batches")
def test_batches_alternate_until_one_is_empty(evidence: Evidence) -> None:
    """The attacker's first may be empty; after any other empty one the fight is decided."""
    state = war(other=Has("a-2", command="a-1"))
    defending = after(state, "done")
    evidence.effect(BatchBegan(1), (state, DONE), (defending, DONE))
    evidence.effect(BatchBegan(0), (after(defending, "add a-2"), DONE), (defending, DONE))
    assert after(defending, "done").phase == "reward"
    attacking = after(defending, "add a-2", "done")
    evidence.effect(BatchBegan(1), (after(attacking, "add s-2"), DONE), (attacking, DONE))
    assert after(attacking, "done").phase == "reward"


@pytest.mark.clause("misbehavin.fight.batches")
def test_an_ability_is_something_done(evidence: Evidence) -> None:
    """Other reading: only added cards ask for an answer."""
    helps = ability("innate", ("strength 1",), when=("fight",))
    state = after(war(other=Has(command="a-1,a-4"), more={"a-4": {"abilities": [helps]}}), "done")
    used = after(state, "use a-4 1")
    evidence.effect(BatchBegan(0), (used, DONE), (state, DONE))


@pytest.mark.clause("misbehavin.fight.activations")
def test_both_use_activations(evidence: Evidence) -> None:
    """The attacker plays and triggers, the defender triggers only; a trigger needs one left.

    Other reading: another fight, or a deal, may be begun within the fight.
    """
    helps: Cards = {
        "s-2": {**FIGHTERS["s-2"], "attributes": ["FIGHT", "DEAL"]},
        "s-4": {"abilities": [ability(effects=("strength 1",), when=("fight",))]},
        "a-4": {"abilities": [ability(effects=("strength 1",), when=("fight",))]},
        "a-5": {"abilities": [ability("innate", ("activation 1",), when=("fight",))]},
    }
    attacker = Has("s-1,s-2,s-3", command="s-4", counts="1.1.0.2.1")
    state = war(attacker, Has("a-6", command="a-1,a-4,a-5"), more=helps)
    for verb in ("play s-3", "trigger s-4"):
        evidence.effect(
            ActivationInFight(0), (state, read_action(verb)), (state, read_action("add s-2"))
        )
        assert legal(after(state, verb), "play") == []
    assert legal(state, "fight") == legal(state, "deal") == []
    defending = after(state, "done", "use a-5 1")
    triggered = read_action("trigger a-4")
    evidence.effect(ActivationInFight(1), (defending, triggered), (after(state, "done"), DONE))
    assert legal(after(state, "done"), "trigger") == []
    assert legal(defending, "play") == []


@pytest.mark.clause("misbehavin.fight.activations-lost")
def test_the_defender_loses_activations(evidence: Evidence) -> None:
    """The attacker keeps its own."""
    more: Cards = {
        "a-5": {"abilities": [ability("innate", ("activation 2",), when=("fight",))]},
        "s-1": {"attributes": ["FIGHT"], "power": 9},
    }
    attacker = Has("s-1", counts="0.0.0.3.1")
    state = after(war(attacker, Has(command="a-1,a-5", counts="0.0.0.0.0"), more=more), "done")
    used = after(state, "use a-5 1", "done", "done")
    assert used.players[1].activations == 2
    last = read_action("reward credit")
    evidence.effect(ActivationsForgone(1, 2), (used, last), (after(state, "done"), last))
    assert [it.activations for it in after(used, "reward credit").players] == [2, 0]


@pytest.mark.clause("misbehavin.fight.defense")
def test_the_target_counts_its_cost(evidence: Evidence) -> None:
    """Power 3 wins against cost 3; misread: the power of 6 holds it."""
    state = after(war(), "add s-2", "done", "done")
    found = [it.card for it in state.players[1].command]
    evidence.limit(Clause.FIGHT_DEFENSE, found, [], misread=["a-1"])


@pytest.mark.clause("misbehavin.fight.defense")
def test_displays_tokens_and_ongoing_effects_count(evidence: Evidence) -> None:
    """Attack: power 2 and 1 in the display, a token of 2; nab 3 counts only in a fight to nab.

    Defense: cost 3, power 1 in the display, a token of 1, a set card with defense 2; not a
    triggered one, nor the power of cards that stay in a tableau (misread: it counts).
    """
    more: Cards = {
        "s-2": {**FIGHTERS["s-2"], "ongoing": ["nab 3"]},
        "s-4": {"power": 4},
        "a-4": {"ongoing": ["defense 2"], "power": 1},
        "a-5": {"kind": "asset", "ongoing": ["defense 3"]},
    }
    attacker = Has("s-1", command="s-2+2,s-4", counts=OWN)
    defender = Has(assets="a-5*", command="a-1,a-2+1,a-4")
    for intent, helps in (("nab", 3), ("dispatch", 0)):
        state = after(
            war(attacker, defender, intent=intent, more=more), "add s-2", "done", "add a-2"
        )
        shown = activity(state)
        sides = [shown["attack"], shown["defense"]]
        attack, defense = 2 + 1 + 2 + helps, 3 + 1 + 1 + 2
        staying = [attack + 4, defense + 1]
        evidence.limit(Clause.FIGHT_DEFENSE, sides, [attack, defense], misread=staying)


@pytest.mark.clause("misbehavin.fight.attacker-wins-ties")
def test_equal_strength_wins_for_the_attacker(evidence: Evidence) -> None:
    """Power 2 against costs of 1, 2 and 3; misread: a tie is for the defender."""
    undecided = [after(war(more={"a-1": {"cost": cost}}), "done") for cost in (1, 2, 3)]
    ended = [after(state, "done") for state in undecided]
    winners = [state.actor for state in ended]
    told = [TieWon(0) in events_of(before, "done") for before in undecided]
    assert told == [False, True, False]
    evidence.limit(Clause.FIGHT_ATTACKER_WINS_TIES, winners, [0, 0, 1], misread=[0, 1, 1])


@pytest.mark.clause("misbehavin.fight.nab")
def test_a_nabbed_card_comes_into_the_hand(evidence: Evidence) -> None:
    """Of the attacker, for good: it goes where the attacker's cards go."""
    nabbing, dispatching = (fought(intent=it, target="a-9") for it in ("nab", "dispatch"))
    evidence.effect(CardNabbed(0, "a-9", 1), (nabbing, DONE), (dispatching, DONE))
    evidence.effect(CardNabbed(0, "a-9", 1), (nabbing, DONE), (fought(target="a-1"), DONE))
    found = after(nabbing, "done").players
    assert "a-9" in found[0].hand
    assert found[1].assets == ()
    played = after(nabbing, "done", "reward credit", "done", "end")
    assert "a-9" in played.players[0].recycle


@pytest.mark.clause("misbehavin.fight.dispatch")
def test_a_dispatched_card_goes_to_its_owners_pile(evidence: Evidence) -> None:
    """A nabbed one does not, nor one that was defended; power tokens are lost with it."""
    other = Has(assets="a-9+1", command="a-1")
    state = after(war(other=other, intent="dispatch", target="a-9"), "done")
    nabbing, weak = fought(target="a-9"), fought(intent="dispatch")
    for not_here in (nabbing, weak):
        evidence.effect(CardDispatched(0, "a-9", 1), (state, DONE), (not_here, DONE))
    attacker, defender = after(state, "done").players
    assert defender.recycle == ("a-9",)
    assert defender.assets == ()
    assert "a-9" not in attacker.hand + attacker.recycle


@pytest.mark.clause("misbehavin.fight.defended")
@pytest.mark.parametrize("intent", ["nab", "dispatch"])
def test_a_defended_card_stays(evidence: Evidence, intent: str) -> None:
    """As it was, set; 2 against 3 is too little, 3 is not."""
    state = war(intent=intent)
    weak, strong = after(state, "done"), after(state, "add s-2", "done")
    evidence.effect(CardDefended(1, "a-1"), (weak, DONE), (strong, DONE))
    assert after(weak, "done").players[1].command == state.players[1].command


@pytest.mark.clause("misbehavin.fight.reward")
@pytest.mark.parametrize(("target", "winner"), [("a-9", 0), ("a-1", 1)])
def test_the_winner_takes_one_reward(evidence: Evidence, target: str, winner: int) -> None:
    """A credit, a token or a card, whoever wins; it is not passed over."""
    state = after(fought(target=target), "done")
    assert state.actor == winner
    for reward in ("credit", "draw", "verse"):
        prove_choice(evidence, Clause.FIGHT_REWARD, state, f"reward {reward}", "done")
        assert after(state, f"reward {reward}").phase == ("draw" if reward == "draw" else "retain")
    before, credit = state.players[winner], after(state, "reward credit").players[winner]
    token = after(state, "reward verse").players[winner]
    assert (credit.credits, credit.verse) == (before.credits + 1, before.verse)
    assert (token.credits, token.verse) == (before.credits, before.verse + 1)
    drawing = after(state, "reward draw")
    assert drawing.seat == winner
    assert queue(drawing)[0] == f"{winner} - draw 1"


@pytest.mark.clause("misbehavin.fight.reward")
def test_a_reward_has_to_be_there(evidence: Evidence) -> None:
    """No seventh token, and no card when pile and recycle pile are empty."""
    rest = ",".join(["captain", *(f"s-{number}" for number in range(2, 10))])
    state = after(war(Has(f"s-1,{rest}", counts="0.6.0.1.1"), target="a-9"), "done", "done")
    for refused in ("verse", "draw"):
        prove_choice(evidence, Clause.FIGHT_REWARD, state, "reward credit", f"reward {refused}")
    sixth = after(war(Has("s-1", counts="0.5.0.1.1"), target="a-9"), "done", "done")
    assert "reward verse" in legal(sixth)


@pytest.mark.clause("misbehavin.fight.immunity")
@pytest.mark.parametrize("intent", ["nab", "dispatch"])
def test_who_lost_an_asset_is_not_attacked(evidence: Evidence, intent: str) -> None:
    """Misread: the loss of a character does it too, or the other cards may still be attacked."""
    attacker, more = Has("s-1,s-2,s-3", counts="0.0.0.2.1"), {"a-1": {"cost": 1}}
    for target, right in (("a-9", []), ("a-1", ["fight s-2"])):
        state = war(attacker, intent=intent, target=target, more=more)
        ended = after(state, "done", "done", "reward credit")
        found = legal(ended, "fight")
        wrong = [] if right else ["fight s-2"]
        evidence.limit(Clause.FIGHT_IMMUNITY, found, right, misread=wrong)
        assert ended.players[1].immune is (target == "a-9")


@pytest.mark.clause("misbehavin.fight.immunity")
def test_an_immune_seat_is_no_target_among_three(evidence: Evidence) -> None:
    """None of its cards is; misread: only its assets are safe."""
    seats = Has("s-1", counts=OWN), Has(command="a-1", counts="1.1.0.0.0!"), Has(command="e-1")
    state = after(table(*seats, cards=FIGHTERS), "fight s-1", "nab")
    both = ["target a-1", "target e-1"]
    evidence.limit(Clause.FIGHT_IMMUNITY, legal(state), both[1:], misread=both)
    violation = state.check(read_action("target a-1"))
    assert violation is not None
    assert violation.clause is Clause.FIGHT_IMMUNITY


@pytest.mark.clause("misbehavin.fight.immunity-ends")
def test_immunity_ends_with_the_next_own_turn(evidence: Evidence) -> None:
    """Other reading: when that turn begins. The end of another's turn changes nothing."""
    immune = Has(counts="1.1.0.0.0!")
    own = table(
        Has(),
        Has(command="a-1", counts="1.1.0.0.0!"),
        phase="tidy",
        seat=1,
        turn="4.1.5",
        pending="1:-:tidy/1:-:next",
    )
    other = table(
        Has(command="s-1"), immune, phase="tidy", turn="3.0.5", pending="0:-:tidy/0:-:next"
    )
    evidence.effect(ImmunityEnded(1), (own, DONE), (other, DONE))
    assert after(own, "done").players[1].immune is False
    begun = after(other, "done")
    assert (begun.turn_player, begun.players[1].immune) == (1, True)


@pytest.mark.clause("misbehavin.fight.no-target")
def test_a_fight_without_its_target_has_no_winner(evidence: Evidence) -> None:
    """No reward and no immunity, though it was an asset; cards may be retained.

    When another card leaves, the fight goes on.
    """
    strikes = ability(effects=("dispatch 9",), when=("fight",))
    attacker = Has("s-1,s-2", command="s-4", counts="1.1.0.2.1")
    state = war(attacker, target="a-9", more={"s-4": {"abilities": [strikes]}})
    choosing = after(state, "trigger s-4")
    gone, other = (read_action(f"choose {card}") for card in ("a-9", "a-1"))
    evidence.effect(TargetLost(1, "a-9"), (choosing, gone), (choosing, other))
    lost = after(choosing, "choose a-9")
    assert queue(lost) == ["0 - retain", "1 - retain", "0 - clear"]
    assert not lost.players[1].immune
    cleared = after(lost, "done")
    assert cleared.players[0].recycle == ("s-1",)
    assert [it.credits for it in cleared.players] == [1, 1]
    assert after(choosing, "choose a-1").phase == "fight"


MANEUVER: Cards = {
    "crazy-ivan": {
        "abilities": [
            ability("special", ("credits 1",)),
            ability("special", ("strength 2",), when=("fight",)),
        ]
    },
    "misbehave": {"abilities": [ability("special", ("credits 1",))]},
}


@pytest.mark.clause("misbehavin.maneuver.play")
def test_a_maneuver_costs_no_activation(evidence: Evidence) -> None:
    """It is played with none left, and leaves those that there are; an action is no maneuver."""
    for activations in (0, 2):
        own = Has("crazy-ivan,misbehave,s-1", counts=f"0.0.0.{activations}.1")
        state = peace(own, more=MANEUVER)
        ivan, action = (read_action(f"use {card} 1") for card in ("crazy-ivan", "misbehave"))
        evidence.effect(ManeuverPlayed(0, "crazy-ivan", 1), (state, ivan), (state, action))
        found = after(state, "use crazy-ivan 1").players[0]
        assert (found.activations, found.credits, found.display) == (activations, 1, ())


@pytest.mark.clause("misbehavin.maneuver.when")
def test_maneuvers_are_for_the_own_turn_and_fight(evidence: Evidence) -> None:
    """Ability 1 is for the turn, 2 for fights. Misread: both work at any time.

    The defender of a fight plays it on another's turn; who could cancel a deal does not.
    """
    cards: Cards = {
        **MANEUVER,
        "s-2": {"attributes": ["DEAL"]},
        "a-4": {"abilities": [ability("innate", ("cancel",), when=("cancel",))]},
    }
    own = Has("crazy-ivan,s-1,s-2", counts=OWN)
    state = peace(own, Has("crazy-ivan", command="a-1,a-4"), more=cards)
    fight = after(state, "fight s-1", "nab", "target a-1")
    both = ["use crazy-ivan 1", "use crazy-ivan 2"]
    asked = after(state, "deal s-2")
    assert asked.actor == 1
    for at, right in (
        (state, both[:1]),
        (fight, both[1:]),
        (after(fight, "done"), both[1:]),
        (asked, []),
        (after(asked, "pass"), []),
    ):
        found = [text for text in legal(at, "use") if "ivan" in text]
        evidence.limit(Clause.MANEUVER_WHEN, found, right, misread=both)
        for text in both:
            violation = at.check(read_action(text))
            assert text in right or (violation and violation.clause is Clause.MANEUVER_WHEN)
