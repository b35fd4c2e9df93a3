"""Public and private goals: when they are completed, what they bring, what each kind counts."""

import pytest

from fireflies.festival import Clause, read_action
from fireflies.festival.components import read_goal
from fireflies.festival.events import PrivateCompleted, PublicCompleted
from fireflies.festival.secondary import measure
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, legal, prove_choice, table

TWO_FLOORS = {"B": "0:1.0", "C": "0:1.0"}
"""A floor on each of two islands."""
THREE_FLOORS = {**TWO_FLOORS, "F": "0:0.0"}
"""A floor on each of three islands."""


@pytest.mark.clause("festival.public.stack")
@pytest.mark.parametrize("refused", ["public tower", "public architect"])
def test_only_the_four_top_cards(evidence: Evidence, refused: str) -> None:
    """There is no stack of towers in this game, and that of architects is empty."""
    state = table(TWO_FLOORS, "AD1=0,DE1=0", claimed={1: "a2-3,a5-7"})
    prove_choice(evidence, Clause.PUBLIC_STACK, state, "public empire", refused)


@pytest.mark.clause("festival.public.stack")
def test_the_top_card_counts(evidence: Evidence) -> None:
    """Two islands are enough for the first card of the empire; the second needs three."""
    state = table(TWO_FLOORS, claimed={1: "a2-3,a5-7,e2-3"})
    assert "public empire" not in legal(state)
    prove_choice(evidence, Clause.PUBLIC_STACK, state, "move", "public architect")


@pytest.mark.clause("festival.public.met")
def test_a_public_goal_asks_for_at_least_so_much(evidence: Evidence) -> None:
    """Two or three islands will do where two are needed; where two bridges are, one is too few."""
    for floors in (TWO_FLOORS, THREE_FLOORS):
        state = table(floors, "AB1=0")
        prove_choice(evidence, Clause.PUBLIC_MET, state, "public empire", "public hubs")


@pytest.mark.clause("festival.public.gain")
def test_a_public_goal_brings_points_and_shows_the_next(evidence: Evidence) -> None:
    """Three points; the card lies in front of seat 0, and one for three islands is on top."""
    state = table(TWO_FLOORS)
    event = PublicCompleted(0, read_goal("empire 2 3"))
    evidence.effect(event, (state, read_action("public empire")), (state, read_action("move")))
    done = after(state, "public empire")
    assert (done.players[0].points, [str(goal) for goal in done.players[0].claimed]) == (
        3,
        ["empire 2 3"],
    )
    top = next(stack.top for stack in done.view(None).public if stack.kind == "empire")
    assert str(top) == "empire 3 5"


@pytest.mark.clause("festival.public.one")
@pytest.mark.parametrize("first", ["public empire", "private floors 1 3"])
def test_one_goal_a_turn(evidence: Evidence, first: str) -> None:
    """Both goals and the next card of the empire are met; misread: one of each sort."""
    goals = ["public empire", "private floors 1 3"]
    state = table(THREE_FLOORS, hands={0: "f1-3"})
    assert {*goals} <= {*legal(state)}
    later = after(state, first)
    found = legal(later, "public") + legal(later, "private")
    evidence.limit(Clause.PUBLIC_ONE, found, [], misread=[goal for goal in goals if goal != first])


@pytest.mark.clause("festival.private.own")
def test_only_a_goal_of_the_own_hand(evidence: Evidence) -> None:
    """Seat 1 holds hubs 2, tower 2 is in the deck: both would be met. There is no hubs 9."""
    state = table({"B": "00:1.0"}, "AB1=0,AB2=0", hands={0: "f1-3", 1: "h2-4"})
    for refused in ("private hubs 2 4", "private tower 2 4", "private hubs 9 9"):
        prove_choice(evidence, Clause.PRIVATE_OWN, state, "private floors 1 3", refused)


@pytest.mark.clause("festival.private.met")
def test_a_private_goal_asks_for_at_least_so_much(evidence: Evidence) -> None:
    """One or two own floors meet a goal of one floor, not one of three."""
    for floors in ("011", "001"):
        state = table({"B": f"{floors}:1.0"}, hands={0: "f1-3,f3-6"})
        prove_choice(
            evidence, Clause.PRIVATE_MET, state, "private floors 1 3", "private floors 3 6"
        )


@pytest.mark.clause("festival.private.met")
@pytest.mark.parametrize("met", ["private bridges 2 4", "private floors 3 6"])
def test_private_goals_may_count_bridges_or_floors(evidence: Evidence, met: str) -> None:
    """Two bridges far apart, of six segments, and one of seat 1; floors in three pagodas."""
    floors = {"B": "01:0.0", "C": "0:0.0", "F": "0:0.0"}
    state = table(floors, "AB1=0,AD1=1,DE1=0", hands={0: "b2-4,b4-7,f3-6"})
    prove_choice(evidence, Clause.PRIVATE_MET, state, met, "private bridges 4 7")


@pytest.mark.clause("festival.private.gain")
def test_a_private_goal_brings_points_and_lies_open(evidence: Evidence) -> None:
    """Three points; no other card comes to the hand; everybody sees the card."""
    state = table({"B": "0:1.0"}, hands={0: "f1-3,f3-6"})
    event = PrivateCompleted(0, read_goal("floors 1 3"))
    completed = read_action("private floors 1 3")
    evidence.effect(event, (state, completed), (state, read_action("move")))
    done = state.apply(completed)
    seen = done.view(1).players[0]
    assert (seen.points, seen.hand, [*map(str, seen.completed)]) == (3, 1, ["floors 1 3"])


@pytest.mark.clause("festival.goal.empire")
def test_an_empire_is_islands_with_an_own_floor(evidence: Evidence) -> None:
    """B is sealed and C is shared; misread: only pagodas of one's own count."""
    found = measure(table({"B": "00!:0.0", "C": "01:0.0", "F": "1:1.0"}), 0, "empire")
    evidence.limit(Clause.GOAL_EMPIRE, found, 2, misread=1)


@pytest.mark.clause("festival.goal.architect")
def test_an_architect_has_one_long_bridge(evidence: Evidence) -> None:
    """AD1 has two segments; DE1, with five, is of seat 1. Misread: the own ones are added."""
    found = measure(table({}, "AB1=0,AD1=0,DE1=1"), 0, "architect")
    evidence.limit(Clause.GOAL_ARCHITECT, found, 2, misread=3)


@pytest.mark.clause("festival.goal.hubs")
def test_a_hub_is_counted_by_bridges(evidence: Evidence) -> None:
    """Three own bridges end at A; misread: they join it to two islands."""
    found = measure(table({}, "AB1=0,AB2=0,AB3=1,AD1=0,CE1=0"), 0, "hubs")
    evidence.limit(Clause.GOAL_HUBS, found, 3, misread=2)


@pytest.mark.clause("festival.goal.tower")
def test_towers_are_the_two_best_pagodas(evidence: Evidence) -> None:
    """Three floors on B and one on C or F; misread: the best pagoda alone."""
    found = measure(table({"B": "000:0.0", "C": "01:0.0", "F": "0:0.0"}), 0, "tower")
    evidence.limit(Clause.GOAL_TOWER, found, 4, misread=3)


@pytest.mark.clause("festival.goal.diversity")
def test_diversity_is_islands_with_an_own_worker(evidence: Evidence) -> None:
    """A, B and E; misread: start islands do not count."""
    found = measure(table({"B": ":2.1", "C": ":0.1"}), 0, "diversity")
    evidence.limit(Clause.GOAL_DIVERSITY, found, 3, misread=1)


@pytest.mark.clause("festival.goal.ready")
def test_ready_workers_are_those_on_all_islands(evidence: Evidence) -> None:
    """Two on A, B and E, one on C; misread: without start islands."""
    found = measure(table({"B": ":2.1", "C": ":1.1"}), 0, "ready")
    evidence.limit(Clause.GOAL_READY, found, 7, misread=3)


@pytest.mark.clause("festival.goal.merchant")
def test_coins_are_counted_and_kept(evidence: Evidence) -> None:
    """Eight coins complete the card of eight, and stay; misread: they are paid."""
    state = after(table(coins=(8,)), "public merchant")
    found = (state.players[0].points, state.players[0].coins)
    evidence.limit(Clause.GOAL_MERCHANT, found, (3, 8), misread=(3, 0))
