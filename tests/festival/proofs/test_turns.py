"""The course of a turn, the crow and the fish."""

import pytest

from fireflies.festival import Clause, read_action
from fireflies.festival.events import CrowPaid, CrowTaken, FishUsed, TurnBegan, TurnEnded
from tests.evidence import Evidence
from tests.festival.proofs.plays import TURN, after, legal, prove_choice, table, workers

USED = "turn 0 0+ 1 -"
"""Seat 0 has done its main action, and has a secondary one left."""
LAST = "turn 0 1 1 -"
"""Seat 0 has a main action left, and no secondary one."""


@pytest.mark.clause("festival.turn.clockwise")
@pytest.mark.parametrize(("seat", "next_seat"), [(0, 1), (1, 2), (2, 0)])
def test_the_next_seat_has_the_next_turn(evidence: Evidence, seat: int, next_seat: int) -> None:
    """Seats are counted clockwise; from the last the turn goes to seat 0."""
    state = table(turn=f"turn {seat} 0+ 1 -", options={"players": 3}, coins=(9, 9, 9))
    happens = (state, read_action("end"))
    evidence.effect(TurnBegan(next_seat), happens, (state, read_action("fish")))


@pytest.mark.clause("festival.turn.main")
@pytest.mark.parametrize("main", ["bridge AB2", "pagoda B", "move", "festival B"])
def test_one_main_action(evidence: Evidence, main: str) -> None:
    """Each of the four is one: after it a second is refused, and before it the end of the turn."""
    for turn, accepted, refused in ((USED, "end", main), (TURN, main, "end")):
        state = table({"B": "0:1.0"}, "AB1=0", turn=turn)
        prove_choice(evidence, Clause.TURN_MAIN, state, accepted, refused)


@pytest.mark.clause("festival.turn.main")
def test_passing(evidence: Evidence) -> None:
    """Seat 0 has neither coins nor a bridge: it can only move, and no movement is asked for."""
    state = table(coins=(0,))
    assert legal(state) == ["move"]
    assert legal(after(state, "move")) == ["end"]
    prove_choice(evidence, Clause.TURN_MAIN, state, "move", "end")


@pytest.mark.clause("festival.turn.secondary")
@pytest.mark.parametrize("refused", ["fish", "crow coins", "public merchant", "private ready 6 4"])
def test_one_secondary_action(evidence: Evidence, refused: str) -> None:
    """When one has been done the main action may follow, but no other secondary one.

    When none has, each may be done before the main action and after it.
    """
    done, *others = (
        table({"B": ":2.0"}, turn=turn, coins=(9,), points=(9,), hands={0: "r6-4"})
        for turn in (LAST, TURN, USED)
    )
    prove_choice(evidence, Clause.TURN_SECONDARY, done, "move", refused)
    assert all(refused in legal(state) for state in others)


@pytest.mark.clause("festival.turn.sequence")
@pytest.mark.parametrize(
    "refused", ["done", "stay", "cross B 1", "walk A", "recruit A", "deal hubs 2 4"]
)
def test_one_thing_after_the_other(evidence: Evidence, refused: str) -> None:
    """What belongs to an action is not done outside it."""
    prove_choice(evidence, Clause.TURN_SEQUENCE, table(), "bridge AB1", refused)


@pytest.mark.clause("festival.turn.sequence")
def test_nothing_in_between(evidence: Evidence) -> None:
    """The crow is not taken before the free movement is decided; it is afterwards."""
    within = after(table(points=(9,)), "bridge AB1")
    assert legal(within) == ["stay", "cross B 1", "cross B 2"]
    state = after(within, "stay")
    prove_choice(evidence, Clause.TURN_SEQUENCE, state, "crow coins", "stay")


@pytest.mark.clause("festival.turn.end")
def test_a_turn_ends_by_itself_when_nothing_is_left(evidence: Evidence) -> None:
    """The last main action ends it when the secondary one is used up.

    Else it doesn't, though without coins and points no secondary action is possible.
    """
    state, other = table(turn=LAST, coins=(0,)), table(coins=(0,))
    move = read_action("move")
    evidence.effect(TurnEnded(0), (state, move), (other, move))
    assert legal(after(other, "move")) == ["end"]


@pytest.mark.clause("festival.turn.end")
def test_a_turn_ends_without_a_secondary_action(evidence: Evidence) -> None:
    """The player may leave it out; a fish instead brings a main action, and the turn goes on."""
    state = table(turn=USED)
    evidence.effect(TurnEnded(0), (state, read_action("end")), (state, read_action("fish")))


@pytest.mark.clause("festival.crow.points")
@pytest.mark.parametrize(("points", "left"), [(4, 0), (9, 5)])
def test_the_crow_costs_four_points(evidence: Evidence, points: int, left: int) -> None:
    """With four it is taken, with three not."""
    rich, poor = table(points=(points,)), table(points=(3,))
    assert after(rich, "crow coins").players[0].points == left
    prove_choice(evidence, Clause.CROW_POINTS, poor, "fish", "crow coins")


@pytest.mark.clause("festival.crow.held")
def test_nobody_takes_the_own_crow(evidence: Evidence) -> None:
    """Seat 0 has it; seat 1 could take it."""
    state = table(points=(9, 9), crow=0)
    for refused in ("crow coins", "crow workers"):
        prove_choice(evidence, Clause.CROW_HELD, state, "fish", refused)
    assert "crow coins" in legal(table(points=(9, 9), crow=0, turn="turn 1 1+ 1 -"))


@pytest.mark.clause("festival.crow.take")
@pytest.mark.parametrize("holder", [None, 1])
def test_the_crow_is_taken_from_wherever_it_is(evidence: Evidence, holder: int | None) -> None:
    """From its space, or from seat 1, who gets nothing for it."""
    state = table(points=(4, 4), crow=holder)
    event = CrowTaken(0, holder, points=4, coins=3, recruits=0)
    evidence.effect(event, (state, read_action("crow coins")), (state, read_action("fish")))
    taken = after(state, "crow coins")
    assert (taken.crow, taken.players[1]) == (0, state.players[1])


@pytest.mark.clause("festival.crow.choice")
def test_the_crow_brings_coins_or_workers(evidence: Evidence) -> None:
    """Three coins, or two recruits: one if one worker is left, and no choice if none is."""
    state = table(points=(9,))
    paid = after(state, "crow coins")
    assert (paid.players[0].coins, paid.phase) == (8, "turn")
    recruited = after(state, "crow workers", "recruit A", "recruit E")
    assert (workers(recruited, "A"), workers(recruited, "E")) == (3, 3)
    assert (recruited.players[0].coins, recruited.phase) == (5, "turn")
    bare = table({"A": ":10.2"}, points=(9,))
    prove_choice(evidence, Clause.CROW_CHOICE, bare, "crow coins", "crow workers")
    one_left = after(table({"A": ":9.2"}, points=(9,)), "crow workers", "recruit A")
    assert (one_left.players[0].workers, one_left.phase) == (0, "turn")


@pytest.mark.clause("festival.crow.income")
def test_the_crow_brings_two_coins_a_turn(evidence: Evidence) -> None:
    """A seat that has the crow as its turn begins gets two coins; one without it gets none."""
    state, other = table(turn=USED, crow=1), table(turn=USED, crow=0)
    end = read_action("end")
    evidence.effect(CrowPaid(1, 2), (state, end), (other, end))
    found = [[player.coins for player in after(it, "end").players] for it in (state, other)]
    assert found == [[5, 7], [5, 5]]


@pytest.mark.clause("festival.fish.supply")
def test_a_fish_has_to_be_there(evidence: Evidence) -> None:
    """Seat 0 has used all three; seat 1 has its own."""
    state = table(turn=USED, fish=(0, 3), coins=(20, 20))
    prove_choice(evidence, Clause.FISH_SUPPLY, state, "end", "fish")
    assert "fish" in legal(after(state, "end"))


@pytest.mark.clause("festival.fish.price")
@pytest.mark.parametrize(("fish", "price"), [(3, 3), (2, 5), (1, 7)])
def test_each_fish_costs_more(evidence: Evidence, fish: int, price: int) -> None:
    """3, 5 and 7 coins, whatever seat 1 has used; a coin less is too few."""
    rich = table(turn=USED, fish=(fish, 1), coins=(price,))
    assert after(rich, "fish").players[0].coins == 0
    poor = table(turn=USED, fish=(fish, 3), coins=(price - 1,))
    prove_choice(evidence, Clause.FISH_PRICE, poor, "end", "fish")


@pytest.mark.clause("festival.fish.action")
def test_a_fish_brings_a_main_action(evidence: Evidence) -> None:
    """After the main action one more; before it two."""
    state = table(turn=USED)
    fish, end = read_action("fish"), read_action("end")
    evidence.effect(FishUsed(0, 3), (state, fish), (state, end))
    assert [after(state, "fish").mains, after(table(), "fish").mains] == [1, 2]
