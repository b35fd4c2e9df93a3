"""Proofs: fights, from the first card to the reward and to immunity; maneuvers."""

import pytest

from fireflies.misbehavin import Clause, State, read_action
from fireflies.misbehavin.rules.fight_events import (
    TieWon,
)
from tests.evidence import Evidence
from tests.misbehavin.proofs.plays import (
    Cards,
    activity,
    after,
    events_of,
    legal,
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


@pytest.mark.clause("misbehavin.fight.defense")
def test_the_target_counts_its_cost(evidence: Evidence) -> None:
    """Power 3 wins against cost 3; misread: the power of 6 holds it."""
    state = after(war(), "add s-2", "done", "done")
    found = [it.card for it in state.players[1].command]
    evidence.limit(Clause.FIGHT_DEFENSE, found, [], misread=["a-1"])


@pytest.mark.clause("misbehavin.fight.defense")
def test_displays_tokens_and_ongoing_effects_count(evidence: Evidence) -> None:
    """Attack: power 2 and 1 in the display, a token of 2, a set card with strength 1.

    The nab 3 of another counts only in a fight to nab.
    Defense: cost 3, power 1 in the display, a token of 1, a set card with defense 2; not a
    triggered one, nor the power of cards that stay in a tableau (misread: it counts).
    """
    more: Cards = {
        "s-2": {**FIGHTERS["s-2"], "ongoing": ["nab 3"]},
        "s-4": {"power": 4, "ongoing": ["strength 1"]},
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
        attack, defense = 2 + 1 + 2 + 1 + helps, 3 + 1 + 1 + 2
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
        assert ended.players[1].immune == (target == "a-9")


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


MANEUVER: Cards = {
    "crazy-ivan": {
        "abilities": [
            ability("special", ("credits 1",)),
            ability("special", ("strength 2",), when=("fight",)),
        ]
    },
    "misbehave": {"abilities": [ability("special", ("credits 1",))]},
}


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
