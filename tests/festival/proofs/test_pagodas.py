"""Building a pagoda, and the recruits that it brings."""

import pytest

from fireflies.festival import Clause, read_action
from fireflies.festival.main_events import FloorRewarded
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, legal, prove_choice, table, workers


@pytest.mark.clause("festival.pagoda.start")
def test_no_pagoda_on_a_start_island(evidence: Evidence) -> None:
    """Seat 0 has workers on A, B and E; A and E have start tiles, and there is no island Z."""
    for refused in ("pagoda A", "pagoda E", "pagoda Z"):
        prove_choice(evidence, Clause.PAGODA_START, table({"B": ":1.0"}), "pagoda B", refused)


@pytest.mark.clause("festival.pagoda.worker")
def test_a_builder_of_a_floor_has_a_worker_there(evidence: Evidence) -> None:
    """Seat 0 has one on B; on C there is one of seat 1, and a floor of seat 0."""
    state = table({"B": ":1.0", "C": "0:0.1"})
    prove_choice(evidence, Clause.PAGODA_WORKER, state, "pagoda B", "pagoda C")


@pytest.mark.clause("festival.pagoda.floor")
def test_a_floor_of_the_own_supply_goes_on_top(evidence: Evidence) -> None:
    """It stands on those of seat 1. A player who has placed all six can't build a seventh."""
    state = after(table({"B": "11:1.0"}), "pagoda B")
    assert (state.islands[1].floors, state.players[0].floors) == ((1, 1, 0), 5)
    state = table({"B": "000:1.1", "C": "000:1.0"})
    prove_choice(evidence, Clause.PAGODA_FLOOR, state, "move", "pagoda B")
    other = table({"B": "000:1.1", "C": "000:1.0"}, turn="turn 1 1+ 1 -")
    assert "pagoda B" in legal(other)


@pytest.mark.clause("festival.pagoda.height")
def test_a_pagoda_has_five_floors(evidence: Evidence) -> None:
    """A fifth floor fits on C, and no sixth on F."""
    state = table({"C": "0111:1.0", "F": "00111:1.0"})
    prove_choice(evidence, Clause.PAGODA_HEIGHT, state, "pagoda C", "pagoda F")


@pytest.mark.clause("festival.pagoda.free")
def test_a_floor_costs_nothing(evidence: Evidence) -> None:
    """Without a coin a floor is built, and its reward is a coin; misread: it costs one."""
    state = table({"B": ":1.0"}, coins=(0,))
    assert "pagoda B" in legal(state)
    evidence.limit(Clause.PAGODA_FREE, after(state, "pagoda B").players[0].coins, 1, misread=0)


@pytest.mark.clause("festival.pagoda.reward")
@pytest.mark.parametrize("below", ["", "1", "01"])
def test_each_floor_brings_the_reward(evidence: Evidence, below: str) -> None:
    """The first, second and third floor on F bring 3 coins each; a movement brings nothing."""
    state = table({"F": f"{below}:1.0"})
    event = FloorRewarded(0, "F", coins=3, points=0, draws=0, recruits=0)
    evidence.effect(event, (state, read_action("pagoda F")), (state, read_action("move")))
    assert after(state, "pagoda F").players[0].coins == 8


@pytest.mark.clause("festival.pagoda.sealed")
def test_nothing_is_built_on_a_sorin(evidence: Evidence) -> None:
    """B had its festival, C has not."""
    state = table({"B": "0!:1.0", "C": "0:1.0"}, "AB1=0")
    prove_choice(evidence, Clause.PAGODA_SEALED, state, "pagoda C", "pagoda B")


@pytest.mark.clause("festival.recruit.starters")
def test_recruits_come_to_start_islands(evidence: Evidence) -> None:
    """C brings two workers: the first to A, the second to E; none to C itself.

    The recruits of the crow come there too, and not to B, where seat 0 has a worker.
    """
    state = after(table({"C": ":1.0"}), "pagoda C")
    assert legal(state) == ["recruit A", "recruit E"]
    prove_choice(evidence, Clause.RECRUIT_STARTERS, state, "recruit A", "recruit C")
    state = after(state, "recruit A", "recruit E")
    assert (workers(state, "A"), workers(state, "E")) == (3, 3)
    state = after(table({"B": ":1.0"}, points=(9,)), "crow workers")
    prove_choice(evidence, Clause.RECRUIT_STARTERS, state, "recruit E", "recruit B")


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
