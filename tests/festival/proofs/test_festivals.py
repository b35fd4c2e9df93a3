"""Holding a festival: what it needs, and what it brings to whom."""

import pytest

from fireflies.festival import Clause, read_action
from fireflies.festival.main_events import BonusScored, FishTakenBack, NeighborsScored, PiecesScored
from tests.evidence import Evidence
from tests.festival.proofs.plays import TILES, after, events_of, legal, prove_choice, table

MEDIUM = "AD1=0,AD2=0,DE1=1"
"""Three bridges at D, a medium island."""


@pytest.mark.clause("festival.hold.floors")
@pytest.mark.parametrize(
    ("sites", "bridges", "refused"),
    [
        ({"B": "0:1.0", "D": "00:1.0"}, MEDIUM, "festival D"),
        ({"B": "0:1.0", "F": "0000:1.0"}, "", "festival F"),
        ({"B": "0:1.0"}, "", "festival A"),
        ({"B": "0:1.0", "C": ":1.0"}, "", "festival C"),
    ],
    ids=["two on a medium island", "four on a large one", "a start island", "none"],
)
def test_a_festival_needs_enough_floors(
    evidence: Evidence, sites: dict[str, str], bridges: str, refused: str
) -> None:
    """One floor on the small island B is enough."""
    state = table(sites, ",".join(filter(None, ("AB1=0", bridges))))
    prove_choice(evidence, Clause.HOLD_FLOORS, state, "festival B", refused)


@pytest.mark.clause("festival.hold.floors")
@pytest.mark.parametrize(
    ("island", "floors", "bridges"),
    [("D", "000", MEDIUM), ("C", "001", "BC1=0,BC2=0,CE1=0")],
)
def test_three_floors_are_enough_for_a_medium_island(
    evidence: Evidence, island: str, floors: str, bridges: str
) -> None:
    """With two floors it is refused, with three it is not."""
    state = table({island: f"{floors}:1.0"}, bridges)
    prove_choice(evidence, Clause.HOLD_FLOORS, state, f"festival {island}", "festival E")
    state = table({island: f"{floors[1:]}:1.0"}, bridges)
    prove_choice(evidence, Clause.HOLD_FLOORS, state, "move", f"festival {island}")


@pytest.mark.clause("festival.hold.floors")
def test_five_floors_are_enough_for_a_large_island(evidence: Evidence) -> None:
    """Of two owners; with four it is refused. The tiles of B and F have changed places."""
    tiles, bridges = {"B": TILES["F"], "F": TILES["B"]}, "AB1=0,AB2=0,AB3=0,BC1=0,BC2=1"
    state = table({"B": "00110:1.0"}, bridges, tiles=tiles)
    prove_choice(evidence, Clause.HOLD_FLOORS, state, "festival B", "festival F")
    state = table({"B": "0011:1.0"}, bridges, tiles=tiles)
    prove_choice(evidence, Clause.HOLD_FLOORS, state, "move", "festival B")


@pytest.mark.clause("festival.hold.bridges")
def test_a_festival_needs_a_bridge_for_each_floor(evidence: Evidence) -> None:
    """Three floors each: D has three bridges, one of seat 1; C has two, of four segments."""
    state = table({"C": "001:1.0", "D": "000:1.0"}, f"CE1=0,CE2=0,{MEDIUM}")
    prove_choice(evidence, Clause.HOLD_BRIDGES, state, "festival D", "festival C")


@pytest.mark.clause("festival.hold.bridges")
def test_a_second_floor_on_a_small_island_needs_a_second_bridge(evidence: Evidence) -> None:
    """One floor would have been enough for B; the second bridge leads elsewhere than the first."""
    state = table({"B": "00:1.0"}, "AB1=1")
    prove_choice(evidence, Clause.HOLD_BRIDGES, state, "move", "festival B")
    assert "festival B" in legal(table({"B": "00:1.0"}, "AB1=1,BC1=0"))


@pytest.mark.clause("festival.hold.worker")
def test_the_caller_has_a_worker_there(evidence: Evidence) -> None:
    """Seat 0 has floors and bridges on B and D, and a worker on D alone.

    With workers, but without a floor or bridge of its own, it may hold a festival.
    """
    state = table({"B": "0:0.1", "D": "000:1.0"}, f"AB1=0,{MEDIUM}")
    prove_choice(evidence, Clause.HOLD_WORKER, state, "festival D", "festival B")
    assert "festival B" in legal(table({"B": "1:2.0"}, "AB1=1"))


@pytest.mark.clause("festival.hold.majority")
def test_nobody_has_more_pieces_there(evidence: Evidence) -> None:
    """On B seat 1 has floor, bridge and two workers: four against one; on D seat 0 has the most."""
    state = table({"B": "1:1.2", "D": "000:1.0"}, f"AB1=1,{MEDIUM}")
    prove_choice(evidence, Clause.HOLD_MAJORITY, state, "festival D", "festival B")


@pytest.mark.clause("festival.hold.majority")
def test_each_other_player_is_compared_alone(evidence: Evidence) -> None:
    """Each of three players has two pieces: nobody has more. With a third piece, one has more."""
    options = {"players": 3}
    even = table({"B": "0:1.2.1"}, "BF1=2", options=options)
    assert "festival B" in legal(even)
    more = table({"B": "1:1.2.0"}, "BF1=2", options=options)
    prove_choice(evidence, Clause.HOLD_MAJORITY, more, "move", "festival B")


@pytest.mark.clause("festival.hold.tie")
def test_a_tie_is_enough(evidence: Evidence) -> None:
    """Two pieces of each on B: a floor and a worker, a bridge and a worker; misread: one more."""
    state = table({"B": "0:1.1"}, "AB1=1")
    evidence.limit(Clause.HOLD_TIE, legal(state, "festival"), ["festival B"], misread=[])


@pytest.mark.clause("festival.hold.sealed")
def test_an_island_has_one_festival(evidence: Evidence) -> None:
    """B had its festival, D had none. Bridges and movements to B go on."""
    state = table({"B": "0!:1.0", "D": "000:1.0"}, f"AB1=0,{MEDIUM}")
    prove_choice(evidence, Clause.HOLD_SEALED, state, "festival D", "festival B")
    assert "bridge AB2" in legal(state)
    assert "to B 0" in legal(after(state, "move", "walk A"))


@pytest.mark.clause("festival.hold.sorin")
def test_a_festival_takes_a_sorin(evidence: Evidence) -> None:
    """The second of two is used up; a fish gives one more main action, and no festival."""
    state = table({"B": "0:1.0", "D": "000:1.0", "C": "0!:0.0"}, f"AB1=0,{MEDIUM}")
    assert state.sorin == 1
    state = after(state, "fish", "festival B")
    assert (state.sorin, state.islands[1].sealed) == (0, True)
    prove_choice(evidence, Clause.HOLD_SORIN, state, "move", "festival D")


@pytest.mark.clause("festival.hold.points")
def test_each_piece_brings_its_owner_the_points_of_the_tile(evidence: Evidence) -> None:
    """D has 4 points a piece; the pieces are floors, bridges (however long) and workers."""
    state = table({"D": "011:2.1"}, "AD1=0,AD2=0,DE1=1")
    held = read_action("festival D")
    for seat, pieces in ((0, 1 + 2 + 2), (1, 2 + 1 + 1)):
        event = PiecesScored(seat, pieces, 4 * pieces)
        evidence.effect(event, (state, held), (state, read_action("move")))
    assert after(state, "festival D").players[1].points == 16


@pytest.mark.clause("festival.hold.points")
def test_who_has_nothing_there_gets_nothing(evidence: Evidence) -> None:
    """Seat 1 has no piece on B, and the event of seat 0 is the only one."""
    state = table({"B": "0:1.0"}, "AB1=0")
    found = [event for event in events_of(state, "festival B") if isinstance(event, PiecesScored)]
    assert found == [PiecesScored(0, 3, 6)]
    evidence.effect(found[0], (state, read_action("festival B")), (state, read_action("move")))


@pytest.mark.clause("festival.hold.bonus")
def test_the_caller_gets_two_points_for_each_worker_there(evidence: Evidence) -> None:
    """One of seat 0 and two of seat 1 on B: 6 points for the caller, and none for seat 1."""
    state = table({"B": "00:1.2"}, "AB1=0,BC1=0")
    event = BonusScored(0, workers=3, points=6)
    evidence.effect(event, (state, read_action("festival B")), (state, read_action("move")))
    assert after(state, "festival B").players[1].points == 2 * 2  # its two pieces


@pytest.mark.clause("festival.hold.neighbors")
def test_workers_across_a_bridge_count_once(evidence: Evidence) -> None:
    """Three on A, joined by two bridges, and one on C; D is two bridges away, F has none."""
    sites = {"A": ":2.1", "B": "0:1.0", "C": ":0.1", "D": ":1.1", "F": ":1.1"}
    state = table(sites, "AB1=0,AB2=1,AD1=0,BC1=1")
    event = NeighborsScored(0, ("A", "C"), workers=4, points=8)
    evidence.effect(event, (state, read_action("festival B")), (state, read_action("move")))
    found = after(state, "festival B").players
    assert [player.points for player in found] == [3 * 2 + 2 + 8, 2 * 2]  # pieces and bonus


@pytest.mark.clause("festival.hold.fish")
def test_all_with_a_worker_there_take_back_their_fish(evidence: Evidence) -> None:
    """Seats 0 and 1 have a worker on B, seat 2 has none; each had used some fish."""
    state = table({"B": "0:1.1.0"}, "AB1=0", fish=(1, 0, 2), options={"players": 3})
    held = after(state, "festival B")
    assert [player.fish for player in held.players] == [3, 3, 2]
    for seat in (0, 1):
        event = FishTakenBack(seat)
        happens, not_here = read_action("festival B"), read_action("move")
        evidence.effect(event, (state, happens), (state, not_here))
