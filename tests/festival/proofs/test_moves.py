"""Move 3, move workers; and the room on the islands."""

from collections.abc import Mapping

import pytest

from fireflies.festival import Clause, State
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, legal, prove_choice, table, workers


def moving(islands: Mapping[str, str], bridges: str, *coins: int, movements: int = 3) -> State:
    """Return a position in which seat 0 moves workers; A has one of each seat."""
    turn = f"walk 0 0+ 2 -:0.0:0:0:{movements}:-"
    return table({"A": ":1.1", **islands}, bridges, turn=turn, coins=coins or (5, 5))


@pytest.mark.clause("festival.move.three")
def test_up_to_three_movements(evidence: Evidence) -> None:
    """After three by one worker there is no fourth; one may stop before the first."""
    state = after(table({}, "AB1=0"), "move")
    prove_choice(evidence, Clause.MOVE_THREE, state, "done", "stay")
    for origin, other in ("AB", "BA", "AB"):
        assert "done" in legal(state)
        state = after(state, f"walk {origin}", f"to {other} 0")
    assert state.phase == "turn"
    assert (workers(state, "A"), workers(state, "B")) == (1, 1)


@pytest.mark.clause("festival.move.three")
def test_movements_by_different_workers(evidence: Evidence) -> None:
    """Both workers of A go to B, and one of them comes back; then there is nothing to end."""
    state = after(table({}, "AB1=0"), "move", "walk A", "to B 0", "walk A", "to B 0")
    prove_choice(evidence, Clause.MOVE_THREE, state, "walk B", "to A 0")
    state = after(state, "walk B", "to A 0")
    assert (workers(state, "A"), workers(state, "B"), state.phase) == (1, 1, "turn")


@pytest.mark.clause("festival.move.workers")
def test_only_own_workers_move(evidence: Evidence) -> None:
    """On B there is a worker of seat 1 alone; seat 0 moves its own from A."""
    state = moving({"B": ":0.1"}, "AB1=0,BC1=0")
    prove_choice(evidence, Clause.MOVE_WORKERS, state, "walk A", "walk B")


@pytest.mark.clause("festival.move.bridges")
def test_a_movement_goes_over_bridges_of_one_player(evidence: Evidence) -> None:
    """From A bridges of seat 0 lead to C; to E they are of seat 0 and then of seat 1."""
    state = after(moving({}, "AB1=0,BC1=0,CE1=1"), "walk A")
    assert legal(state) == ["to B 0", "to C 0"]
    prove_choice(evidence, Clause.MOVE_BRIDGES, state, "to C 0", "to E 0")
    prove_choice(evidence, Clause.MOVE_BRIDGES, state, "to C 0", "to A 0")


@pytest.mark.clause("festival.move.own")
def test_own_bridges_cost_nothing(evidence: Evidence) -> None:
    """Three own bridges, and as many coins as before; misread: each costs a coin."""
    state = after(moving({}, "AB1=0,BC1=0,CE1=0"), "walk A", "to E 0")
    evidence.limit(Clause.MOVE_OWN, state.players[0].coins, 5, misread=2)


@pytest.mark.clause("festival.move.toll")
def test_a_foreign_bridge_costs_a_coin_for_its_owner(evidence: Evidence) -> None:
    """With one coin seat 0 goes over one bridge of seat 1, and not over two."""
    state = after(moving({}, "AB1=1,BC1=1", 1, 5), "walk A")
    prove_choice(evidence, Clause.MOVE_TOLL, state, "to B 1", "to C 1")
    state = after(moving({}, "AB1=1,BC1=1", 2, 5), "walk A", "to C 1")
    assert [player.coins for player in state.players] == [0, 7]


@pytest.mark.clause("festival.move.toll")
def test_the_way_with_the_fewest_bridges_is_paid(evidence: Evidence) -> None:
    """From D, E is one bridge away, and four the other way round: one coin is paid."""
    state = after(moving({"D": ":1.0"}, "AD1=1,AB1=1,BC1=1,CE1=1,DE1=1", 1, 5), "walk D")
    prove_choice(evidence, Clause.MOVE_TOLL, state, "to E 1", "to C 1")
    state = after(state, "to E 1")
    assert [player.coins for player in state.players] == [0, 6]


@pytest.mark.clause("festival.capacity.size")
@pytest.mark.parametrize(
    ("island", "right", "misread"), [("B", 4, 5), ("C", 5, 6), ("F", 6, 7), ("A", 9, 8)]
)
def test_how_many_workers_an_island_holds(
    evidence: Evidence, island: str, right: int, misread: int
) -> None:
    """Small 4, medium 5, large 6, a start island any number; misread: one more, or some limit."""
    nearby = {"A": "B", "B": "A", "C": "B", "F": "B"}[island]
    lane = {"A": "AB1", "B": "AB1", "C": "BC1", "F": "BF1"}[island]
    held = 0
    for number in range(right):
        sites = {island: f":{number}.0", nearby: ":1.0"}
        state = table(sites, f"{lane}=1", turn="walk 0 0+ 2 -:0.0:0:0:3:-")
        if f"to {island} 1" in legal(after(state, f"walk {nearby}")):
            held = number + 1
    full = table({island: f":{right}.0", nearby: ":1.0"}, f"{lane}=1")
    if island != "A":
        assert f"walk {nearby}" not in legal(after(full, "move"))
    evidence.limit(Clause.CAPACITY_SIZE, held, right, misread=misread)


@pytest.mark.clause("festival.capacity.stop")
def test_no_worker_stops_on_a_full_island(evidence: Evidence) -> None:
    """B, a small island, has four workers; C has none."""
    state = after(moving({"B": ":0.4"}, "AB1=0,BC1=0"), "walk A")
    prove_choice(evidence, Clause.CAPACITY_STOP, state, "to C 0", "to B 0")


@pytest.mark.clause("festival.capacity.through")
def test_a_full_island_is_passed(evidence: Evidence) -> None:
    """The way from A to C leads over the full B; misread: it ends before it."""
    state = after(moving({"B": ":0.4"}, "AB1=0,BC1=0"), "walk A")
    evidence.limit(Clause.CAPACITY_THROUGH, legal(state), ["to C 0"], misread=[])
