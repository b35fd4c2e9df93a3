"""The worth of actions to the greedy bot of Firefly Festival, by hand."""

from math import sqrt
from typing import Any, Final

import pytest

from fireflies.festival import State, read_action
from fireflies.festival.box.components import read_goal
from fireflies.festival.play.bots import (
    COIN,
    CROW,
    EFFORT,
    GOAL,
    GOAL_PRIORITY,
    LAST_WORKER,
    LATER,
    LINK,
    NEVER,
    PATIENCE,
    PIECE,
    PROGRESS,
    TOLL,
    WORKER,
    Valuer,
)
from fireflies.festival.play.search import CROW as CROW_LOSS
from fireflies.festival.play.search import FISH, LONGEST, PRESENCE, READY, WIN, value
from fireflies.festival.play.search import GOAL as MET
from fireflies.festival.play.search import PIECE as SHARE
from tests.festival.situations import AT_START, a_turn, after, options

TAKEN: Final = (2, 2, 2, 2)
"""All public goals, so that nothing is a step to one."""


def at(workers: str = "", goals: str = "", *, coins: int = 5, **parts: Any) -> State:
    """Return a position with these own goals, and two workers of each seat on A and on E.

    Other workers are given like ``B1 C04``: one of the seat on B, four of the other one on C.
    """
    placed = {it[0]: tuple(map(int, it[1:].ljust(2, "0"))) for it in workers.split()}
    given: dict[str, Any] = {"taken": TAKEN, "coins": (coins, 5), **parts}
    state = a_turn(workers={**AT_START, **placed}, **given)
    return own(state, goals=tuple(read_goal(goal) for goal in goals.split(", ") if goal))


def own(state: State, **things: Any) -> State:
    """Return a position in which seat 0 has other things."""
    player, *others = state.players
    return state._replace(players=(player._replace(**things), *others))


def step(points: int, share: float = 1) -> float:
    """Return the worth of a step to a goal of so many points: this share of what is missing."""
    return PROGRESS * points * share * sqrt(share)


FLOOR: Final = {"B": 2 * COIN + PIECE, "C": 2 * WORKER + 3 * PIECE, "D": GOAL + 4 * PIECE}
"""The worth of a floor: the reward of the tile, and a piece there."""
NEW: Final = {"B": FLOOR["B"] + PIECE, "C": FLOOR["C"] + 3 * PIECE, "D": FLOOR["D"] + 4 * PIECE}
"""The worth of the first worker, who is a piece and may build the floor."""
BRIDGE: Final = 2 * LINK + PIECE + LATER * NEW["B"] - COIN
"""The worth of the first bridge, from A to B."""
FROM_E: Final = 3 * PIECE + LATER * NEW["C"] - 2 * COIN
"""The worth of a bridge from E to C, without that of the chain."""
LONG: Final = 2 * LINK + 2 * COIN + 5 + GOAL + 4 * PIECE + LATER * NEW["D"] - 5 * COIN
"""The worth of the bridge from E to D over three rewards."""
ROUND: Final = "AB1=0 BC2=0 CE1=0"
"""A chain of four islands."""
TOWERS: Final = at("B1 C1 D1", "tower 6 8", floors={"B": "0", "C": "00"})
THREE: Final = a_turn(
    given=options(players=3),
    workers={"C": (2, 1, 1)},
    floors={"C": "001"},
    bridges="BC1=0 CE1=1 CE2=1",
    taken=TAKEN,
    coins=(5, 5, 0),
    points=(9, 9, 0),
    fish=(3, 3, 3),
    hands=((), (), ()),
)
WALKING: Final = after(at(bridges="AB1=0 BC2=1"), "move")
WORTH: Final[list[tuple[State, str, float]]] = [
    # Goals and festivals: points, less the mean of those that the others get.
    (at(goals="bridges 2 4", bridges="AB1=0 AB3=0"), "private bridges 2 4", GOAL_PRIORITY + 4),
    (at(taken=(0, 2, 2, 2), floors={"B": "0", "C": "0"}), "public empire", GOAL_PRIORITY + 3),
    (at("B2", floors={"B": "0"}, bridges="AB1=0"), "festival B", 4 + 2 * 6),
    (at("B2", floors={"B": "0"}, bridges="AB1=0", fish=(1, 3)), "festival B", 4 + 2 * 6 + 2),
    (at("B21", floors={"B": "0"}, bridges="BC1=1"), "festival B", 3 - 2 + 2 * 3),
    (THREE, "festival C", 3 * (5 - (4 + 1) / 2) + 2 * 4),
    # A floor: the reward, as far as there is one, a piece, and steps to goals.
    *((at(f"{it}1"), f"pagoda {it}", FLOOR[it]) for it in "BCD"),
    (own(at("C1"), workers=1), "pagoda C", FLOOR["C"] - WORKER),
    (at("D1")._replace(deck=()), "pagoda D", FLOOR["D"] - GOAL),
    (at("B1", "floors 1 3"), "pagoda B", FLOOR["B"] + step(3)),
    (at("B1", "floors 3 6"), "pagoda B", FLOOR["B"] + step(6, 1 / 3)),
    (at("B1", "floors 3 6, floors 1 3"), "pagoda B", FLOOR["B"] + step(6, 1 / 3) + step(3)),
    (at("B1", "empire 4 5"), "pagoda B", FLOOR["B"] + step(5, 1 / 4)),
    (at("B1", "empire 4 5", floors={"B": "0"}), "pagoda B", FLOOR["B"]),
    (at("B1", "bridges 2 4"), "pagoda B", FLOOR["B"]),
    # It counts for the two highest pagodas only where it makes one of them higher.
    (TOWERS, "pagoda B", FLOOR["B"] + step(8, 1 / 3)),
    (TOWERS, "pagoda C", FLOOR["C"] + step(8, 1 / 3)),
    (TOWERS, "pagoda D", FLOOR["D"]),
    (at("D1", "tower 6 8", floors={"B": "0"}), "pagoda D", FLOOR["D"] + step(8, 1 / 5)),
    # A bridge: the chain, the water, pieces and workers at its ends, less the price.
    *((at(), "bridge AB1", BRIDGE), (at(), "bridge AB2", BRIDGE + 2 * COIN)),
    (at(), "bridge DE1", LONG),
    (at(given=options(segment=3)), "bridge AB1", BRIDGE - 2 * COIN),
    (at(sealed="B"), "bridge AB1", 2 * LINK - COIN),
    (at("B1"), "bridge BC1", 2 * LINK + 5 + 4 * PIECE + LATER * (PIECE + NEW["C"]) - COIN),
    (at(bridges="AB1=1"), "bridge AB3", BRIDGE),
    (at(bridges="AB1=0"), "bridge AB3", BRIDGE - 2 * LINK),
    (at(bridges="AB1=0 BC2=0"), "bridge CE1", FROM_E + 4 + LINK),
    (at(bridges=ROUND), "bridge AD1", 4 * PIECE + LATER * NEW["D"] - 2 * COIN + LINK),
    # A worker there may hold a festival where the pagoda is high, and build where it is not full.
    (at(floors={"B": "1"}), "bridge AB1", BRIDGE + LATER),
    (at(floors={"B": "11111"}), "bridge AB1", BRIDGE + LATER * (1 - FLOOR["B"])),
    (own(at(), floors=0), "bridge AB1", BRIDGE - LATER * FLOOR["B"]),
    (at(goals="diversity 5 4"), "bridge AB1", BRIDGE + LATER * step(4, 1 / 3)),
    # Steps to goals of bridges: their number, the longest one, the most on one island.
    (at(goals="bridges 2 4"), "bridge AB1", BRIDGE + step(4, 1 / 2)),
    (at(goals="hubs 3 6"), "bridge AB1", BRIDGE + step(6, 1 / 3)),
    (at("", "hubs 3 6", bridges="AB1=0"), "bridge AB3", BRIDGE - 2 * LINK + step(6, 1 / 2)),
    (at("", "hubs 4 6", bridges="AB1=0 AB2=0"), "bridge CE1", FROM_E),
    (at(goals="architect 5 6"), "bridge AB1", BRIDGE + step(6, 1 / 5)),
    (at("", "architect 5 6", bridges="AB1=0"), "bridge CE1", FROM_E + step(6, 1 / 4)),
    (at("", "architect 5 6", bridges="AD1=0"), "bridge AB1", BRIDGE - LINK),
    (at(goals="architect 2 3"), "bridge DE1", LONG + step(3)),
    # A worker who comes, less the effort, and less what is lost where the last worker leaves.
    (after(at("B1", "diversity 5 4"), "bridge BC2"), "recruit B", PIECE),
    (after(at("B1"), "bridge BC2"), "recruit C", NEW["C"]),
    (after(at(), "bridge AB1"), "cross B 1", NEW["B"] - EFFORT),
    (after(at(), "bridge AB1"), "cross B 2", NEW["B"] - 2 * EFFORT - LAST_WORKER),
    (after(at("B2"), "bridge AB1"), "cross A 1", -EFFORT - PIECE),
    (after(at("B2"), "bridge AB1"), "cross A 2", -2 * EFFORT - 2 * PIECE - LATER * FLOOR["B"]),
    (after(at("C2"), "bridge CE1"), "cross E 2", -2 * EFFORT - 6 * PIECE - LATER * FLOOR["C"]),
    # The best movement, over bridges that the seat may use and can pay, to where there is room.
    (at(bridges="AB1=0"), "move", NEW["B"]),
    (at(bridges="AB1=0", sealed="B"), "move", 0),
    (at(bridges="AB1=1"), "move", NEW["B"] - TOLL),
    (at(bridges="AB1=1 BC2=1"), "move", NEW["C"] - 2 * TOLL),
    (at(bridges="AB1=1 BC2=1", given=options(toll=2)), "move", NEW["C"] - 4 * TOLL),
    (at(bridges="AB1=1 BC2=1", coins=1), "move", NEW["B"] - TOLL),
    (at("B04", bridges="AB1=0 BC2=0"), "move", NEW["C"]),
    (WALKING, "walk A", NEW["B"] - PATIENCE),
    (after(WALKING, "walk A"), "to B 0", NEW["B"]),
    (after(at("A1", bridges="AB1=0"), "move"), "walk A", NEW["B"] - LAST_WORKER - PATIENCE),
    (after(at("B2", bridges="BC2=0", sealed="B"), "move"), "walk B", NEW["C"] - PATIENCE),
    # The rest.
    (at(coins=1, points=(8, 0)), "crow coins", CROW),
    (at(coins=2, points=(8, 0)), "crow coins", NEVER),
    (at(coins=1, points=(7, 0)), "crow coins", NEVER),
    (own(at(coins=1, points=(8, 0)), floors=5), "crow coins", CROW),
    (own(at(coins=1, points=(8, 0)), floors=4), "crow coins", NEVER),
    *((at(), "fish", NEVER), (at(mains=0), "end", 0)),
]
"""A position, an action of the seat that decides, and its worth."""


@pytest.mark.parametrize(("state", "action", "worth"), WORTH, ids=range(len(WORTH)))
def test_the_worth_of_an_action(state: State, action: str, worth: float) -> None:
    assert state.check(read_action(action)) is None
    assert Valuer(state, state.seat).worth(read_action(action)) == pytest.approx(worth)


WITHOUT_FLOOR: Final = SHARE + READY / 2
"""The worth of a piece on B without a floor: half of ``READY`` is added, as one is needed."""
LEADS: Final[list[tuple[State, float]]] = [
    *((at(), 0), (at(coins=8), 3 * COIN), (at(fish=(3, 1)), 2 * FISH), (at(points=(7, 2)), 5)),
    (at(crow=0), -10 * CROW_LOSS),
    # A chain of two islands; one of four, which has points of its own.
    (at(bridges="AB1=0"), 2 * LINK + 15 * LONGEST + WITHOUT_FLOOR),
    (at(bridges=ROUND), 4 + 4 * LINK + 15 * LONGEST + 2 * WITHOUT_FLOOR + 6 * (SHARE + READY / 4)),
    # Goals that are met in part, and in full; B has the floors that a festival needs.
    (at(goals="floors 3 6", floors={"B": "0"}), SHARE + READY + 6 * MET / 9),
    (at(goals="floors 3 6", floors={"B": "0000"}), 4 * (SHARE + READY) + 6 * MET),
    (at(taken=(0, 2, 2, 2), floors={"B": "0"}), SHARE + READY + 3 * MET / 4),
    # Workers: on a start island, after its festival, before it.
    (a_turn(taken=TAKEN, workers={"A": (2, 0)}), LAST_WORKER),
    (at("B2", sealed="B"), LAST_WORKER),
    (at("B2"), 2 * WITHOUT_FLOOR + PRESENCE),
    (at("C1"), 3 * (SHARE + READY / 4) + PRESENCE),
    # The end: one victory, or a shared one.
    (at(points=(7, 2))._replace(phase="over"), 5 + WIN),
    (THREE._replace(phase="over", bridges=at().bridges), (9 + WIN / 2) / 2),
]
"""A position, and by how much it is better for seat 0 than for the others on average."""


@pytest.mark.parametrize(("state", "lead"), LEADS, ids=range(len(LEADS)))
def test_the_value_of_a_position(state: State, lead: float) -> None:
    assert value(state)[0] == pytest.approx(lead)
