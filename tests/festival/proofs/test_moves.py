"""The main action Move 3, and the room on the islands."""

from collections.abc import Mapping

import pytest

from fireflies.festival import Clause, State
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, legal, prove_choice, table, workers


def moving(islands: Mapping[str, str], bridges: str, *coins: int) -> State:
    """Return a position in which seat 0 moves workers; A has one of each seat."""
    turn = "walk 0 0+ 2 -:0.0:0:0:3:-"
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
    """Both workers of A go to B, and one of them comes back, which is the third movement."""
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
    """From A bridges of seat 0 lead to C; to E they are of seat 0 and then of seat 1.

    Nor is it a movement to stay on A.
    """
    state = after(moving({}, "AB1=0,BC1=0,CE1=1"), "walk A")
    assert legal(state) == ["to B 0", "to C 0"]
    prove_choice(evidence, Clause.MOVE_BRIDGES, state, "to C 0", "to E 0")
    prove_choice(evidence, Clause.MOVE_BRIDGES, state, "to C 0", "to A 0")


@pytest.mark.clause("festival.move.own")
def test_own_bridges_cost_nothing(evidence: Evidence) -> None:
    """Without a coin a worker goes over one, two or three of them; misread: each costs a coin."""
    state = after(moving({}, "AB1=0,BC1=0,CE1=0", 0, 5), "walk A")
    right = ["to B 0", "to C 0", "to E 0"]
    evidence.limit(Clause.MOVE_OWN, legal(state), right, misread=[])
    assert [player.coins for player in after(state, "to E 0").players] == [0, 5]


@pytest.mark.clause("festival.move.toll")
def test_a_foreign_bridge_costs_a_coin_for_its_owner(evidence: Evidence) -> None:
    """With one coin seat 0 goes over one bridge of seat 1, and not over two.

    It may choose to pay where a bridge of its own leads, too.
    """
    state = after(moving({}, "AB1=1,BC1=1", 1, 5), "walk A")
    prove_choice(evidence, Clause.MOVE_TOLL, state, "to B 1", "to C 1")
    state = after(moving({}, "AB1=1,BC1=1", 2, 5), "walk A", "to C 1")
    assert [player.coins for player in state.players] == [0, 7]
    assert legal(after(moving({}, "AB1=0,AB2=1"), "walk A")) == ["to B 0", "to B 1"]


@pytest.mark.clause("festival.move.toll")
def test_the_way_with_the_fewest_bridges_is_paid(evidence: Evidence) -> None:
    """From D, E is one bridge away, of five segments, and four the other way round: one coin."""
    state = after(moving({"D": ":1.0"}, "AD1=1,AB1=1,BC1=1,CE1=1,DE1=1", 1, 5), "walk D")
    prove_choice(evidence, Clause.MOVE_TOLL, state, "to E 1", "to C 1")
    state = after(state, "to E 1")
    assert [player.coins for player in state.players] == [0, 6]


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


@pytest.mark.clause("festival.capacity.stop")
def test_no_worker_stops_on_a_full_island(evidence: Evidence) -> None:
    """B, a small island, has four workers; C has none."""
    state = after(moving({"B": ":0.4"}, "AB1=0,BC1=0"), "walk A")
    prove_choice(evidence, Clause.CAPACITY_STOP, state, "to C 0", "to B 0")


@pytest.mark.clause("festival.capacity.stop")
def test_nobody_crosses_to_a_full_island(evidence: Evidence) -> None:
    """B has room for one of the two workers on A that may cross the new bridge."""
    state = after(table({"B": ":0.3"}), "bridge AB1")
    prove_choice(evidence, Clause.CAPACITY_STOP, state, "cross B 1", "cross B 2")


@pytest.mark.clause("festival.capacity.stop")
def test_no_recruit_comes_to_a_full_island(evidence: Evidence) -> None:
    """B is full, so the worker of BC2 comes to C."""
    state = after(table({"B": ":1.3"}), "bridge BC2")
    prove_choice(evidence, Clause.CAPACITY_STOP, state, "recruit C", "recruit B")


@pytest.mark.clause("festival.capacity.through")
def test_a_full_island_is_passed(evidence: Evidence) -> None:
    """The way from A to C leads over the full B; misread: it ends before it."""
    state = after(moving({"B": ":0.4"}, "AB1=0,BC1=0"), "walk A")
    evidence.limit(Clause.CAPACITY_THROUGH, legal(state), ["to C 0"], misread=[])
