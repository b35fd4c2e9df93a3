"""Limits of the actions of a turn: what no price, no reward and no count goes beyond."""

from collections.abc import Mapping

import pytest

from fireflies.festival import Clause, State
from fireflies.festival.rules.secondary import measure
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, legal, table, workers


@pytest.mark.clause("festival.bridge.stays")
def test_a_bridge_stays(evidence: Evidence) -> None:
    """It is there after a festival at one of its ends; misread: its piece comes back then."""
    state = after(table({"B": "0:1.0"}, "AB1=0"), "festival B", "end", "move", "done", "end")
    lane = state.options.board.lane_index["AB1"]
    found = (state.bridges[lane], state.players[0].bridges)
    evidence.limit(Clause.BRIDGE_STAYS, found, (0, 11), misread=(None, 12))


@pytest.mark.clause("festival.water.late")
def test_a_reward_does_not_pay_for_its_bridge(evidence: Evidence) -> None:
    """AB2 costs a coin and brings two; misread: they come first, so that nothing is needed."""
    with_one, with_none = table(coins=(1,)), table(coins=(0,))
    assert after(with_one, "bridge AB2").players[0].coins == 2
    found = ["bridge AB2" in legal(state) for state in (with_one, with_none)]
    evidence.limit(Clause.WATER_LATE, found, [True, False], misread=[True, True])


def moving(islands: Mapping[str, str], bridges: str, *coins: int) -> State:
    """Return a position in which seat 0 moves workers; A has one of each seat."""
    turn = "walk 0 0+ 2 -:0.0:0:0:3:-"
    return table({"A": ":1.1", **islands}, bridges, turn=turn, coins=coins or (5, 5))


@pytest.mark.clause("festival.move.own")
def test_own_bridges_cost_nothing(evidence: Evidence) -> None:
    """Without a coin a worker goes over one, two or three of them; misread: each costs a coin."""
    state = after(moving({}, "AB1=0,BC1=0,CE1=0", 0, 5), "walk A")
    right = ["to B 0", "to C 0", "to E 0"]
    evidence.limit(Clause.MOVE_OWN, legal(state), right, misread=[])
    assert [player.coins for player in after(state, "to E 0").players] == [0, 5]


@pytest.mark.clause("festival.capacity.size")
@pytest.mark.parametrize(
    ("origin", "island", "room"), [("A", "B", 4), ("B", "C", 5), ("B", "F", 6)]
)
def test_how_many_workers_an_island_holds(
    evidence: Evidence, origin: str, island: str, room: int
) -> None:
    """With one place left beside the workers of seat 1, one of seat 0 comes; with none left, none.

    Misread: each player has that room, so that there is still room beside all of them.
    """
    found = []
    for others in (room - 1, room):
        state = table({origin: ":1.0", island: f":0.{others}"}, f"{origin}{island}1=0")
        found.append(f"walk {origin}" in legal(after(state, "move")))
    evidence.limit(Clause.CAPACITY_SIZE, found, [True, False], misread=[True, True])


@pytest.mark.clause("festival.capacity.size")
def test_a_start_island_holds_all(evidence: Evidence) -> None:
    """There are 18 on A, and one more comes; misread: room for 12, as six players settle there."""
    state = after(table({"A": ":8.10", "B": ":1.0"}, "AB1=0"), "move", "walk B", "to A 0")
    evidence.limit(Clause.CAPACITY_SIZE, workers(state, "A"), 9, misread=8)


@pytest.mark.clause("festival.capacity.through")
def test_a_full_island_is_passed(evidence: Evidence) -> None:
    """The way from A to C leads over the full B; misread: it ends before it."""
    state = after(moving({"B": ":0.4"}, "AB1=0,BC1=0"), "walk A")
    evidence.limit(Clause.CAPACITY_THROUGH, legal(state), ["to C 0"], misread=[])


@pytest.mark.clause("festival.pagoda.free")
def test_a_floor_costs_nothing(evidence: Evidence) -> None:
    """Without a coin a floor is built, and its reward is a coin; misread: it costs one."""
    state = table({"B": ":1.0"}, coins=(0,))
    assert "pagoda B" in legal(state)
    evidence.limit(Clause.PAGODA_FREE, after(state, "pagoda B").players[0].coins, 1, misread=0)


@pytest.mark.clause("festival.recruit.supply")
def test_recruits_are_those_that_are_there(evidence: Evidence) -> None:
    """Of two recruits one is in the supply, and comes; misread: the other is still to come."""
    state = table({"A": ":6.2", "C": ":3.0"})
    assert state.players[0].workers == 1
    state = after(state, "pagoda C", "recruit A")
    found = (state.players[0].workers, state.phase)
    evidence.limit(Clause.RECRUIT_SUPPLY, found, (0, "turn"), misread=(0, "recruit"))


@pytest.mark.clause("festival.recruit.supply")
def test_recruits_without_room_are_lost(evidence: Evidence) -> None:
    """BF1 brings two; B is full and F has room for one; misread: the other waits."""
    state = table({"B": ":2.2", "F": ":0.5"}, coins=(9,))
    state = after(state, "bridge BF1", "deal hubs 2 4", "recruit F")
    evidence.limit(Clause.RECRUIT_SUPPLY, state.phase, "turn", misread="recruit")


@pytest.mark.clause("festival.hold.tie")
def test_a_tie_is_enough(evidence: Evidence) -> None:
    """Two pieces of each on B: a floor and a worker, a bridge and a worker; misread: one more."""
    state = table({"B": "0:1.1"}, "AB1=1")
    evidence.limit(Clause.HOLD_TIE, legal(state, "festival"), ["festival B"], misread=[])


@pytest.mark.clause("festival.public.one")
@pytest.mark.parametrize("first", ["public empire", "private floors 1 3"])
def test_one_goal_a_turn(evidence: Evidence, first: str) -> None:
    """Both goals and the next card of the empire are met; misread: one of each sort."""
    goals = ["public empire", "private floors 1 3"]
    state = table({"B": "0:1.0", "C": "0:1.0", "F": "0:0.0"}, hands={0: "f1-3"})
    assert {*goals} <= {*legal(state)}
    later = after(state, first)
    found = legal(later, "public") + legal(later, "private")
    evidence.limit(Clause.PUBLIC_ONE, found, [], misread=[goal for goal in goals if goal != first])


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
