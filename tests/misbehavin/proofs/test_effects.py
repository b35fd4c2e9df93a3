"""Proofs: one for each effect of the language of cards.

In most of them seat 0 triggers s-1, whose ability has the effect; s-2 is a card without it.
"""

from typing import Any

import pytest

from fireflies.contract import Event
from fireflies.misbehavin import Clause, State, read_action
from fireflies.misbehavin import effect_events as told
from fireflies.misbehavin.pieces import Fight
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import ROOMY, Cards, after, legal, prove_choice, table
from tests.misbehavin.situations import Has
from tests.misbehavin.small import ability

OWN = "1.1.0.1.1"
USE, PLAIN = read_action("trigger s-1"), read_action("play s-2")
FIGHT: dict[str, Any] = {"phase": "fight", "activity": "fight:0:nab:a-1:1:0:0.0:o"}
"""Seat 0 attacks a-1 of seat 1 to nab it, and has the first batch."""


def able(*effects: str, hand: str = "s-2", other: Has | None = None, **given: Any) -> State:
    """Return a turn of seat 0, with s-1 in its tableau, whose ability has these effects."""
    cards: Cards = {"s-1": {"abilities": [ability(effects=effects)]}, **given.pop("cards", {})}
    tableau = ",".join(filter(None, ("s-1", given.pop("command", ""))))
    own = Has(hand, command=tableau, counts=given.pop("counts", OWN))
    return table(own, other or Has(), *given.pop("more", ()), cards=cards, box=ROOMY, **given)


def happens(evidence: Evidence, event: Event, *effects: str, **given: Any) -> State:
    """Prove an effect that s-1 has; return the state after it."""
    state = able(*effects, **given)
    evidence.effect(event, (state, USE), (state, PLAIN))
    return after(state, "trigger s-1")


@pytest.mark.clause("misbehavin.effect.draw")
def test_draw(evidence: Evidence) -> None:
    """Two cards, one after the other, and then the turn goes on. Drawing a hand is no effect."""
    state = after(able("draw 2"), "trigger s-1")
    hand = table(Has("s-2"), phase="draw", pending="0:-:draw:2/0:-:next")
    draw = read_action("draw s-8")
    evidence.effect(told.DrawsGained(0, 1, "s-1"), (state, draw), (hand, draw))
    assert (state.phase, state.seat) == ("draw", 0)
    drawn = after(state, "draw s-8", "draw s-9")
    assert (drawn.phase, drawn.players[0].hand) == ("turn", ("s-2", "s-8", "s-9"))


@pytest.mark.clause("misbehavin.effect.credits")
def test_credits(evidence: Evidence) -> None:
    """Three credits of the supply; nobody else loses any."""
    state = happens(evidence, told.CreditsGained(0, 3, "s-1"), "credits 3")
    assert [player.credits for player in state.players] == [4, 1]


@pytest.mark.clause("misbehavin.effect.lose")
def test_lose(evidence: Evidence) -> None:
    """Two of five credits; a seat with one credit loses that one."""
    state = happens(evidence, told.CreditsLost(0, 2, "s-1"), "lose 2", counts="5.1.0.1.1")
    assert [player.credits for player in state.players] == [3, 1]
    state = happens(evidence, told.CreditsLost(0, 1, "s-1"), "lose 2")
    assert state.players[0].credits == 0


@pytest.mark.clause("misbehavin.effect.verse")
def test_verse(evidence: Evidence) -> None:
    """Two tokens; a seat that holds five and has one left gets that one."""
    state = happens(evidence, told.TokensGained(0, 2, "s-1"), "verse 2")
    assert state.players[0].verse == 3
    state = happens(evidence, told.TokensGained(0, 1, "s-1"), "verse 2", counts="1.5.0.1.1")
    assert state.players[0].verse == 6


@pytest.mark.clause("misbehavin.effect.activation")
def test_activation(evidence: Evidence) -> None:
    """Two more on the own turn; for a defender in the fight, too; not for who cancels a deal."""
    state = happens(evidence, told.ActivationsGained(0, 2, "s-1"), "activation 2")
    assert state.players[0].activations == 2
    cards: Cards = {"a-2": {"abilities": [ability("innate", ("activation 1",), when=("fight",))]}}
    defender = table(
        Has(display="s-9", counts=OWN),
        Has(command="a-1,a-2"),
        cards=cards,
        phase="fight",
        seat=1,
        activity="fight:0:nab:a-1:1:1:0.0:",
    )
    assert after(defender, "use a-2 1").players[1].activations == 1
    cancels = ability("innate", ("cancel", "activation 1"), when=("cancel",))
    cards = {"a-1": {"abilities": [cancels]}, "s-1": {"attributes": ["DEAL"]}}
    deal = after(table(Has("s-1", counts=OWN), Has(command="a-1"), cards=cards), "deal s-1")
    assert after(deal, "use a-1 1").players[1].activations == 0


@pytest.mark.clause("misbehavin.effect.recruitment")
def test_recruitment(evidence: Evidence) -> None:
    """Two more on the own turn; none for a defender."""
    state = happens(evidence, told.RecruitmentsGained(0, 2, "s-1"), "recruitment 2")
    assert [player.recruitments for player in state.players] == [3, 0]
    helps = ability("innate", ("recruitment 1",), when=("fight",))
    defender = table(
        Has(display="s-9", counts=OWN),
        Has(command="a-1,a-2"),
        cards={"a-2": {"abilities": [helps]}},
        phase="fight",
        seat=1,
        activity="fight:0:nab:a-1:1:1:0.0:",
    )
    assert after(defender, "use a-2 1").players[1].recruitments == 0


@pytest.mark.clause("misbehavin.effect.token")
def test_token(evidence: Evidence) -> None:
    """Two power on the card itself, and not on the one beside it; never more than nine.

    In the display the card still has them.
    """
    state = happens(evidence, told.PowerAdded(0, 2, "s-1"), "token 2", command="s-3")
    assert [card.tokens for card in state.players[0].command] == [2, 0]
    cards: Cards = {"s-3": {"abilities": [ability(effects=("token 2",))]}}
    full = table(Has(command="s-3+8", counts=OWN), cards=cards)
    assert after(full, "trigger s-3").players[0].command[0].tokens == 9
    [shown] = after(full, "recruit s-3").players[0].display
    assert (shown.card, shown.tokens) == ("s-3", 8)


@pytest.mark.clause("misbehavin.effect.influence")
def test_influence(evidence: Evidence) -> None:
    """It counts in the recruitment that the seat is assembling: three more than the card's one."""
    helps = ability("innate", ("influence 3",), when=("deal", "recruit"))
    cards: Cards = {"s-3": {"abilities": [helps]}, "s-4": {"influence": 4}}
    state = after(table(Has("s-1,s-2", command="s-3,s-4", counts=OWN), cards=cards), "recruit s-1")
    use, add = read_action("use s-3 1"), read_action("add s-4")
    evidence.effect(told.InfluenceAdded(0, 3, "s-3"), (state, use), (state, add))
    cards = {**cards, "core-1": {"cost": 4}, "core-2": {"cost": 5}}
    state = after(table(Has("s-1", command="s-3", counts=OWN), cards=cards), "recruit s-1")
    taking = after(state, "use s-3 1", "done")
    assert [card for card in legal(taking, "take") if "core" in card] == ["take core-1"]


@pytest.mark.clause("misbehavin.effect.strength")
def test_strength(evidence: Evidence) -> None:
    """It counts for the side of its user: a card of the attacker adds two there, and none opposite.

    Two such cards of the defender, used afterwards, add four to its side.
    """
    helps = {"abilities": [ability("innate", ("strength 2",), when=("fight",))]}
    cards: Cards = {"s-4": {"attributes": ["FIGHT"]}, "s-3": helps, "a-2": helps, "a-3": helps}
    own, other = Has(command="s-3,s-4", display="s-9", counts=OWN), Has(command="a-1,a-2,a-3")
    state = table(own, other, cards=cards, **FIGHT)
    use, add = read_action("use s-3 1"), read_action("add s-4")
    evidence.effect(told.StrengthAdded(0, 2, "s-3"), (state, use), (state, add))
    used = after(state, "use s-3 1").activity
    assert isinstance(used, Fight)
    assert used.bonus == (2, 0)
    answered = after(state, "use s-3 1", "done", "use a-2 1", "use a-3 1").activity
    assert isinstance(answered, Fight)
    assert answered.bonus == (2, 4)


@pytest.mark.clause("misbehavin.effect.evade")
def test_evade(evidence: Evidence) -> None:
    """Nobody wins: the target stays, no reward is chosen, and no activation comes back."""
    flees = ability("innate", ("evade",), when=("fight",))
    cards: Cards = {"s-3": {"abilities": [flees]}, "s-4": {"attributes": ["FIGHT"]}}
    has = Has(command="s-3,s-4", display="s-9", counts="1.0.0.0.0"), Has(command="a-1")
    state = table(*has, cards=cards, **FIGHT)
    use, add = read_action("use s-3 1"), read_action("add s-4")
    evidence.effect(told.FightEvaded(0, "s-3"), (state, use), (state, add))
    found = after(state, "use s-3 1")
    assert (found.phase, found.activity) == ("turn", None)
    assert found.players[1].command[0].card == "a-1"
    assert (found.players[0].recycle, found.players[0].activations) == (("s-9",), 0)


@pytest.mark.clause("misbehavin.effect.cancel")
def test_cancel(evidence: Evidence) -> None:
    """The deal of seat 0 is canceled by a-1; passing leaves it as it is."""
    cancels = ability("innate", ("cancel",), when=("cancel",))
    cards: Cards = {"a-1": {"abilities": [cancels]}, "s-1": {"attributes": ["DEAL"]}}
    state = after(table(Has("s-1", counts=OWN), Has(command="a-1"), cards=cards), "deal s-1")
    assert (state.phase, state.actor) == ("answer", 1)
    use, passes = read_action("use a-1 1"), read_action("pass")
    evidence.effect(told.DealCanceled(1, "a-1"), (state, use), (state, passes))
    assert after(state, "use a-1 1").phase == "canceled"
    assert after(state, "pass").phase == "deal"


@pytest.mark.clause("misbehavin.effect.black")
def test_black(evidence: Evidence) -> None:
    """Two of twelve on the own recycle pile; the last one when only one is left."""
    state = happens(evidence, told.BlackGained(0, 2, "s-1"), "black 2")
    assert [player.recycle for player in state.players] == [("the-black", "the-black"), ()]
    eleven = Has(recycle=",".join(["the-black"] * 11))
    state = happens(evidence, told.BlackGained(0, 2, "s-1"), "black 2", other=eleven)
    assert state.players[0].recycle == ("the-black",)


@pytest.mark.clause("misbehavin.effect.black-all")
def test_black_all(evidence: Evidence) -> None:
    """Each other seat gets one; with one left, seat 1 gets it, and seat 2 none."""
    three = (Has(),)
    event = told.BlackSpread(0, 1, "s-1")
    state = happens(evidence, event, "black-all 1", more=three)
    assert [len(player.recycle) for player in state.players] == [0, 1, 1]
    many = Has(recycle=",".join(["the-black"] * 11))
    state = happens(evidence, event, "black-all 1", more=(many,))
    assert [len(player.recycle) for player in state.players] == [0, 1, 11]


@pytest.mark.clause("misbehavin.effect.shed")
def test_shed(evidence: Evidence) -> None:
    """One of the two in the hand goes back; without one nothing happens."""
    hand = "s-2,the-black,the-black"
    state = happens(evidence, told.BlackShed(0, "s-1"), "shed", hand=hand)
    assert state.players[0].hand == ("s-2", "the-black")
    assert state.supply[1] == 11
    assert after(able("shed"), "trigger s-1").players[0].hand == ("s-2",)


def chooses(evidence: Evidence, clause: Clause, state: State, *, right: str, wrong: str) -> State:
    """Prove which choices are right and wrong when s-1 is triggered; return the state after one."""
    choosing = after(state, "trigger s-1")
    assert choosing.phase == "choose"
    assert legal(choosing) == [f"choose {name}" for name in right.split()]
    for name in wrong.split():
        prove_choice(
            evidence, clause, choosing, f"choose {right.split(maxsplit=1)[0]}", f"choose {name}"
        )
    return after(choosing, f"choose {right.split(maxsplit=1)[0]}")


@pytest.mark.clause("misbehavin.effect.steal")
def test_steal(evidence: Evidence) -> None:
    """Another seat that has credits loses two of its three credits, and no more than it has."""
    state = able("steal 2", other=Has(counts="3.1.0.0.0"), more=(Has(counts="0.1.0.0.0"),))
    found = chooses(evidence, Clause.EFFECT_STEAL, state, right="1", wrong="0 2 3")
    assert [player.credits for player in found.players] == [3, 1, 0]
    poor = after(able("steal 9"), "trigger s-1", "choose 1")
    assert [player.credits for player in poor.players] == [2, 0]
    none = after(able("steal 9", other=Has(counts="0.1.0.0.0")), "trigger s-1")
    assert none.phase == "turn"


@pytest.mark.clause("misbehavin.effect.black-one")
def test_black_one(evidence: Evidence) -> None:
    """Any other seat is chosen; when no card of The Black is left nobody is."""
    state = able("black-one 2", more=(Has(),))
    found = chooses(evidence, Clause.EFFECT_BLACK_ONE, state, right="1 2", wrong="0 3")
    assert [len(player.recycle) for player in found.players] == [0, 2, 0]
    gone = Has(recycle=",".join(["the-black"] * 12))
    assert after(able("black-one 2", other=gone), "trigger s-1").phase == "turn"


@pytest.mark.clause("misbehavin.effect.cycle")
def test_cycle(evidence: Evidence) -> None:
    """A face-up card goes back into its deck; one of that deck comes, and may be the same."""
    state = able("cycle")
    rows = "border-1 border-2 core-1 core-2 rim-1 rim-2"
    found = chooses(evidence, Clause.EFFECT_CYCLE, state, right=rows, wrong="border-3 shiny s-2")
    assert legal(found) == ["reveal border-1", "reveal border-3"]
    assert after(found, "reveal border-3").market[1] == ("border-2", "border-3")


@pytest.mark.clause("misbehavin.effect.turn")
def test_turn(evidence: Evidence) -> None:
    """A set card in another tableau; its ability is not used."""
    gives = {"a-1": {"abilities": [ability(effects=("credits 5",))]}}
    other = Has("a-3", command="a-1,a-2*,a-4=0")
    state = able("turn", other=other, command="s-3", cards=gives)
    wrong = "a-2 a-3 s-3 core-1"
    found = chooses(evidence, Clause.EFFECT_TURN, state, right="a-1 a-4", wrong=wrong)
    assert found.players[1].command[0].triggered
    assert found.players[1].credits == 1


@pytest.mark.clause("misbehavin.effect.reset")
def test_reset(evidence: Evidence) -> None:
    """Another own card that is triggered and bears no warrant."""
    state = able("reset", command="s-3*,s-4*=1,s-5", other=Has(command="a-1*"))
    found = chooses(evidence, Clause.EFFECT_RESET, state, right="s-3", wrong="s-1 s-4 s-5 a-1")
    assert not found.players[0].command[1].triggered


@pytest.mark.clause("misbehavin.effect.discard")
def test_discard(evidence: Evidence) -> None:
    """An untriggered card of hand or tableau; neither this one, nor one under warrant."""
    state = able("discard", command="s-3*,s-4=1,s-5")
    wrong = "s-1 s-3 s-4 s-9 core-1"
    found = chooses(evidence, Clause.EFFECT_DISCARD, state, right="s-2 s-5", wrong=wrong)
    assert found.players[0].recycle == ("s-2",)
    stays = ability("innate", ("discard",), cost=("pay 1",), turns=False)
    box: Cards = {"s-1": {"abilities": [stays]}}
    state = after(table(Has("s-2", command="s-1", counts=OWN), cards=box), "use s-1 1")
    prove_choice(evidence, Clause.EFFECT_DISCARD, state, "choose s-2", "choose s-1")


@pytest.mark.clause("misbehavin.effect.discard-one")
def test_discard_one(evidence: Evidence) -> None:
    """Another seat with an untriggered card chooses which one it discards."""
    others = Has("a-1", command="a-2,a-3*"), Has(command="e-1*")
    state = able("discard-one", other=others[0], more=others[1:])
    found = chooses(evidence, Clause.EFFECT_DISCARD_ONE, state, right="1", wrong="0 2 a-1")
    assert (found.actor, legal(found)) == (1, ["choose a-1", "choose a-2"])
    assert found.pending[0].card == "s-1"
    assert after(found, "choose a-2").players[1].recycle == ("a-2",)


@pytest.mark.clause("misbehavin.effect.dispatch")
@pytest.mark.clause("misbehavin.effect.nab")
@pytest.mark.parametrize("effect", ["dispatch", "nab"])
def test_dispatch_and_nab(evidence: Evidence, effect: str) -> None:
    """A card of cost up to three in another tableau, triggered or not, under warrant or not.

    A dispatched card goes to its owner's recycle pile, a nabbed one into the hand of seat 0.
    """
    cards: Cards = {"a-1": {"cost": 3}, "a-2": {"cost": 4}, "a-3": {"cost": 0}}
    other = Has("a-5", command="a-1,a-2,a-3*=0")
    clause = {"dispatch": Clause.EFFECT_DISPATCH, "nab": Clause.EFFECT_NAB}[effect]
    another = {"dispatch": Clause.EFFECT_NAB, "nab": Clause.EFFECT_DISPATCH}[effect]
    state = able(f"{effect} 3", other=other, command="s-3", cards=cards)
    found = chooses(evidence, clause, state, right="a-1 a-3", wrong="a-2 a-5 s-3 core-1")
    where = found.players[1].recycle if effect == "dispatch" else found.players[0].hand
    assert "a-1" in where
    assert "a-1" not in [card.card for card in found.players[1].command]
    other_way = {"dispatch": "nab 3", "nab": "dispatch 3"}[effect]
    state = able(other_way, other=other, command="s-3", cards=cards)
    chooses(evidence, another, state, right="a-1 a-3", wrong="a-2")


@pytest.mark.clause("misbehavin.effect.gain")
@pytest.mark.clause("misbehavin.effect.take")
@pytest.mark.parametrize("effect", ["gain", "take"])
def test_gain_and_take(evidence: Evidence, effect: str) -> None:
    """A card on offer of cost up to one: of the market or the supply, never The Black.

    A gained card goes to the recycle pile, a taken one into the hand.
    """
    cards: Cards = {"core-2": {"cost": 2}, "shiny": {"cost": 1}, "the-black": {"cost": 0}}
    right = "border-1 border-2 core-1 rim-1 rim-2 shiny"
    for name, clause in (("gain", Clause.EFFECT_GAIN), ("take", Clause.EFFECT_TAKE)):
        state = able(f"{name} 1", cards=cards)
        wrong = "core-2 core-3 the-black palaver s-2"
        found = chooses(evidence, clause, state, right=right, wrong=wrong)
        if name == effect:
            zones = found.players[0].recycle, found.players[0].hand
            expected = (("border-1",), ("s-2",)) if name == "gain" else ((), ("border-1", "s-2"))
            assert zones == expected
            assert found.market[1] == ("border-2",)
