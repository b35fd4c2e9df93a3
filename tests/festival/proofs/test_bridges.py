"""Building a bridge: where it may lie, what it costs, what it brings, who crosses it."""

import pytest

from fireflies.festival import Clause, read_action
from fireflies.festival.main_events import GoalDrawn, WaterRewarded
from fireflies.festival.notation import short_goal
from tests.evidence import Evidence
from tests.festival.proofs.plays import after, events_of, legal, prove_choice, table, workers


@pytest.mark.clause("festival.bridge.straight")
@pytest.mark.parametrize("refused", ["bridge AC1", "bridge DF1", "bridge BA1", "bridge AA1"])
def test_a_bridge_lies_in_a_lane(evidence: Evidence, refused: str) -> None:
    """No lane joins A and C, D and F, or A and itself; the letters of a lane are in order."""
    prove_choice(evidence, Clause.BRIDGE_STRAIGHT, table(), "bridge AB1", refused)


@pytest.mark.clause("festival.bridge.crossing")
def test_bridges_do_not_cross(evidence: Evidence) -> None:
    """Once seat 1 has built BF1, DE1 needs a cell that is taken; CE1 needs none."""
    state = table({"B": ":1.1"}, "BF1=1", coins=(9,))
    prove_choice(evidence, Clause.BRIDGE_CROSSING, state, "bridge CE1", "bridge DE1")
    assert "bridge DE1" in legal(table(coins=(9,)))


@pytest.mark.clause("festival.bridge.worker")
def test_a_builder_has_a_worker_at_one_end(evidence: Evidence) -> None:
    """Nobody of seat 0 is on B or C; one end is enough, and another's worker is not."""
    state = table({"C": ":0.1"})
    prove_choice(evidence, Clause.BRIDGE_WORKER, state, "bridge CE1", "bridge BC1")
    assert "bridge BC1" in legal(table({"C": ":1.0"}))


@pytest.mark.clause("festival.bridge.coins")
def test_each_segment_costs_a_coin(evidence: Evidence) -> None:
    """CE1 has 2 segments and costs 2 coins. DE1 has 5: it can be built with 5, not with 4."""
    prove_choice(evidence, Clause.BRIDGE_COINS, table(coins=(4,)), "bridge CE1", "bridge DE1")
    state = table(coins=(5,))
    assert "bridge DE1" in legal(state)
    assert after(state, "bridge CE1").players[0].coins == 3


@pytest.mark.clause("festival.bridge.pieces")
def test_a_bridge_is_built_whole(evidence: Evidence) -> None:
    """With 4 pieces DE1, of 5 segments, is not begun; with 5 it is built, and none is left."""
    few, enough = (table(box={"figures": {"bridges": pieces, "coins": 9}}) for pieces in (4, 5))
    prove_choice(evidence, Clause.BRIDGE_PIECES, few, "bridge CE1", "bridge DE1")
    assert after(enough, "bridge DE1").players[0].bridges == 0


@pytest.mark.clause("festival.bridge.lane")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_lane_has_one_bridge(evidence: Evidence, owner: int) -> None:
    """AB1 has a bridge of either seat; seat 0 may lay a second bridge beside it."""
    state = table({}, f"AB1={owner}")
    prove_choice(evidence, Clause.BRIDGE_LANE, state, "bridge AB2", "bridge AB1")


@pytest.mark.clause("festival.bridge.stays")
def test_a_bridge_stays(evidence: Evidence) -> None:
    """It is there after a festival at one of its ends; misread: its piece comes back then."""
    state = after(table({"B": "0:1.0"}, "AB1=0"), "festival B", "end", "move", "done", "end")
    lane = state.options.board.lane_index["AB1"]
    found = (state.bridges[lane], state.players[0].bridges)
    evidence.limit(Clause.BRIDGE_STAYS, found, (0, 11), misread=(None, 12))


@pytest.mark.clause("festival.cross.free")
def test_workers_cross_a_new_bridge(evidence: Evidence) -> None:
    """None, one or both of A's two workers go to B, for nothing; a third was not there."""
    state = after(table(coins=(5,)), "bridge AB1")
    assert legal(state) == ["stay", "cross B 1", "cross B 2"]
    prove_choice(evidence, Clause.CROSS_FREE, state, "cross B 2", "cross B 3")
    crossed = after(state, "cross B 2")
    assert (workers(crossed, "A"), workers(crossed, "B"), crossed.players[0].coins) == (0, 2, 4)
    assert (crossed.phase, workers(after(state, "stay"), "A")) == ("turn", 2)


@pytest.mark.clause("festival.cross.free")
def test_a_recruit_does_not_cross(evidence: Evidence) -> None:
    """The recruit of BC2 is laid on B; only the worker that was on B before goes to C."""
    state = after(table({"B": ":1.0"}), "bridge BC2", "recruit B")
    assert workers(state, "B") == 2
    prove_choice(evidence, Clause.CROSS_FREE, state, "cross C 1", "cross C 2")


@pytest.mark.clause("festival.water.reward")
def test_a_bridge_brings_what_it_covers(evidence: Evidence) -> None:
    """DE1 covers 2 coins, 5 points and a goal; CE1 covers nothing.

    AD2 covers a goal and a worker: the goal comes first, then the worker, then the movement.
    """
    state = table(coins=(9,))
    event = WaterRewarded(0, "DE1", coins=2, points=5, draws=1, recruits=0)
    covered, bare = read_action("bridge DE1"), read_action("bridge CE1")
    evidence.effect(event, (state, covered), (state, bare))
    built = after(state, "bridge DE1")
    assert (built.players[0].coins, built.players[0].points) == (9 - 5 + 2, 5)
    course = ("bridge AD2", "deal hubs 2 4", "recruit D")
    phases = [after(state, *course[:number]).phase for number in (1, 2, 3)]
    assert phases == ["goals", "recruit", "cross"]


@pytest.mark.clause("festival.water.late")
def test_a_reward_does_not_pay_for_its_bridge(evidence: Evidence) -> None:
    """AB2 costs a coin and brings two; misread: they come first, so that nothing is needed."""
    with_one, with_none = table(coins=(1,)), table(coins=(0,))
    assert after(with_one, "bridge AB2").players[0].coins == 2
    found = ["bridge AB2" in legal(state) for state in (with_one, with_none)]
    evidence.limit(Clause.WATER_LATE, found, [True, False], misread=[True, True])


@pytest.mark.clause("festival.water.recruit")
def test_a_recruit_of_the_water_lies_at_an_end(evidence: Evidence) -> None:
    """The worker of BC2 comes to B or to C, and to no start island; so does each of BF1's two."""
    state = after(table({"B": ":1.0"}), "bridge BC2")
    assert legal(state) == ["recruit B", "recruit C"]
    prove_choice(evidence, Clause.WATER_RECRUIT, state, "recruit C", "recruit A")
    first = ("bridge BF1", "deal hubs 2 4", "recruit B")
    assert legal(after(table({"B": ":1.0"}, coins=(9,)), *first)) == ["recruit B", "recruit F"]


@pytest.mark.clause("festival.goal.draw")
def test_a_goal_is_drawn_from_the_deck(evidence: Evidence) -> None:
    """DE1 brings a goal; one that is dealt in the setup is not drawn. An empty deck has none."""
    state = after(table(coins=(9,)), "bridge DE1")
    drawn = read_action("deal hubs 2 4")
    (goal,) = [goal for goal in state.deck if str(goal) == "hubs 2 4"]
    evidence.effect(GoalDrawn(0, goal), (state, drawn), (table(turn="goals 0 0 0 -"), drawn))
    one = state.apply(drawn)
    assert (goal in one.players[0].goals, one.phase) == (True, "cross")
    empty = table(hands={1: ",".join(map(short_goal, state.options.box.private))}, coins=(9,))
    assert after(empty, "bridge DE1").phase == "cross"
    assert events_of(empty, "bridge DE1")[1] == WaterRewarded(0, "DE1", 2, 5, 0, 0)
