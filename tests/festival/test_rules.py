"""The rules of Firefly Festival in worked situations: what is refused, and what actions bring."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pytest

from fireflies import festival
from fireflies.chance import Draws
from fireflies.festival import Clause
from fireflies.festival.box.components import read_goal
from fireflies.festival.box.options import read_options
from fireflies.festival.rules.actions import Cross
from fireflies.festival.rules.events import CrowTaken, GameEnded
from fireflies.festival.rules.secondary import measure
from tests.festival.situations import AT_START, a_turn, after, clause_against, options, told

ONE_AT_B: Final = {**AT_START, "B": (1, 0)}
MEETING: Final = {"A": (1, 2), "B": (1, 1), "E": (2, 2)}
"""A worker of each seat on B."""
WALKING: Final = after(a_turn(workers=MEETING, bridges="AB1=1 BC1=1 CE1=1"), "move")
CHOSEN: Final = after(WALKING, "walk A")


class Refused(NamedTuple):
    """An action tried in a state, and the clause that refuses it."""

    why: str
    state: festival.State
    tried: Sequence[str]
    clause: str


REFUSED: Final = (
    Refused(
        "no main action is left",
        a_turn(mains=0, workers=ONE_AT_B),
        ["bridge AB1", "pagoda B", "festival B"],
        "turn.main",
    ),
    Refused(
        "the secondary action is done",
        a_turn(secondary=False, points=(9, 9)),
        ["fish", "public merchant", "private hubs 2 4"],
        "turn.secondary",
    ),
    Refused(
        "nothing to answer",
        a_turn(),
        ["stay", "walk A", "to A 0", "cross B 1", "recruit A", "tile start", "first 0"],
        "turn.sequence",
    ),
    Refused("no such lane", a_turn(), ["bridge AA1"], "bridge.straight"),
    Refused(
        "DE1 crosses it",
        a_turn(workers={**AT_START, "B": (1, 0)}, bridges="DE1=1", coins=(0, 5)),
        ["bridge BF1"],
        "bridge.crossing",
    ),
    Refused(
        "two coins for each segment",
        a_turn(given=options(segment=2)),
        ["bridge DE1"],
        "bridge.coins",
    ),
    Refused("there is no such island", a_turn(), ["pagoda Z"], "pagoda.start"),
    Refused(
        "never on a start island",
        a_turn(workers={**AT_START, "C": (1, 0)}, floors={"C": "00"}, bridges="BC1=0 BC2=0 CE1=0"),
        ["festival A", "festival Z"],
        "hold.floors",
    ),
    Refused(
        "the crow brings none",
        a_turn(given=options(crow_workers=0), points=(9, 9)),
        ["crow workers"],
        "crow.choice",
    ),
    Refused("three coins", a_turn(coins=(2, 99)), ["fish"], "fish.price"),
    Refused(
        "a goal of the deck comes first",
        after(a_turn(), "bridge AD2"),
        ["deal hubs 9 9", "recruit A", "end"],
        "goal.draw",
    ),
    Refused(
        "a recruit lies at an end",
        after(a_turn(workers=ONE_AT_B), "bridge BC2"),
        ["recruit Z", "stay", "end"],
        "water.recruit",
    ),
    Refused(
        "a recruit lies on a start island",
        after(a_turn(workers={**AT_START, "C": (1, 0)}), "pagoda C"),
        ["recruit Z", "end"],
        "recruit.starters",
    ),
    Refused(
        "two of A may cross",
        after(a_turn(), "bridge AB3"),
        ["cross A 1", "cross C 1", "cross Z 1", "end", "recruit A"],
        "cross.free",
    ),
    Refused("only movements", WALKING, ["to B 1", "stay", "end"], "move.three"),
    Refused("no own worker", WALKING, ["walk Z"], "move.workers"),
    Refused(
        "no bridge at E",
        after(a_turn(workers=MEETING, bridges="AB1=0"), "move"),
        ["walk E"],
        "move.bridges",
    ),
    Refused(
        "no coin for the bridge at E",
        after(a_turn(workers=MEETING, bridges="AB1=0 CE1=1", coins=(0, 5)), "move"),
        ["walk E"],
        "move.toll",
    ),
    Refused(
        "C is full, and no coin for D",
        after(
            a_turn(workers={**MEETING, "C": (0, 5)}, bridges="AB1=0 CE1=0 DE1=1", coins=(0, 5)),
            "move",
        ),
        ["walk E"],
        "capacity.stop",
    ),
    Refused(
        "no way there",
        CHOSEN,
        ["to D 1", "to B 0", "to A 1", "to Z 1", "to B 5"],
        "move.bridges",
    ),
    Refused("only a way", CHOSEN, ["done", "walk A", "end"], "move.three"),
    Refused(
        "all is over",
        after(a_turn(idle=10), "move; end"),
        ["end", "bridge AB1", "done", "tile start"],
        "end.turn",
    ),
)
"""Actions of a turn come first, then decisions within an action, and last a game that is over."""

CASES: Final = [(case, text) for case in REFUSED for text in case.tried]


@pytest.mark.parametrize(
    ("case", "text"), CASES, ids=[f"{case.why}: {text}" for case, text in CASES]
)
def test_refused(case: Refused, text: str) -> None:
    assert clause_against(case.state, text) == case.clause
    assert text not in map(str, case.state.legal_actions)


# Bridges


def test_workers_cross() -> None:
    """They cross to either end; to move 0 workers is refused."""
    state = after(a_turn(workers=MEETING), "bridge AB1")
    assert told(state, "cross A 1") == ["seat 0 moves 1 worker over the new bridge from B to A"]
    assert told(state, "cross B 1") == ["seat 0 moves 1 worker over the new bridge from A to B"]
    violation = state.check(Cross("B", 0))
    assert violation is not None
    assert violation.clause is Clause.CROSS_FREE


# Movement


# Pagodas and festivals


# Secondary actions


def test_completed_private_goals_are_in_the_order_of_their_texts() -> None:
    """In which 10 precedes 9."""
    box = options().box.to_json()
    cards = ["merchant 9 4", "merchant 10 4", *box["private"]]
    given = read_options({"box": {**box, "private": cards}, "starting_player": 0})
    state = a_turn(given=given, coins=(10, 0), hands=(cards[:2], []))
    state = after(state, "private merchant 9 4; move; move; end; private merchant 10 4")
    assert [*map(str, state.players[0].completed)] == ["merchant 10 4", "merchant 9 4"]


def test_without_anything_built_kinds_count_nothing() -> None:
    for kind in ("empire", "architect", "hubs", "tower", "bridges", "floors"):
        assert measure(a_turn(), 0, read_goal(f"{kind} 1 1").kind) == 0


def test_the_crow_is_taken_for_points_from_whoever_has_it() -> None:
    state = a_turn(points=(4, 9), crow=1)
    coins = after(state, "crow coins")
    assert (coins.crow, coins.players[0].points, coins.players[0].coins) == (0, 0, 8)
    assert (coins.phase, coins.seat, coins.mains) == ("turn", 0, 1)
    assert told(state, "crow coins") == [
        "seat 0 takes the crow from seat 1 for 4 points, and with it 3 coins"
    ]
    assert told(state, "crow workers") == [
        "seat 0 takes the crow from seat 1 for 4 points, and with it 2 workers"
    ]
    for choice, paid, recruits in (("coins", 3, 0), ("workers", 0, 2)):
        event = CrowTaken(0, 1, points=4, coins=paid, recruits=recruits)
        assert state.explain(festival.read_action(f"crow {choice}")) == (event,)
    workers = after(state, "crow workers")
    assert list(map(str, workers.legal_actions)) == ["recruit A", "recruit E"]
    assert after(workers, "recruit A; recruit A").islands[0].workers == (4, 2)
    one = after(a_turn(given=options(workers=5), points=(4, 9)), "crow workers; recruit A")
    assert one.phase == "turn"


def test_a_fish_is_one_more_main_action() -> None:
    before = after(a_turn(coins=(9, 5)), "fish")
    assert told(a_turn(coins=(9, 5)), "fish") == [
        "seat 0 uses a lucky fish for 3 coins: one more main action"
    ]
    assert (before.mains, before.players[0].coins, before.players[0].fish) == (2, 6, 2)
    assert after(before, "move").seat == 0
    assert after(before, "move; move").seat == 1
    later = after(a_turn(coins=(9, 5)), "move; fish")
    assert (later.mains, later.phase) == (1, "turn")


# The end


def test_the_longest_chain_and_the_crow_are_scored() -> None:
    """Seat 0 joins A, B, C, E. Seat 1 joins only A, D, E: three islands bring no points."""
    state = after(
        a_turn(
            idle=10,
            mains=0,
            bridges="AB1=0 BC1=0 CE1=0 AB2=0 AD1=1 DE1=1",
            crow=1,
            points=(5, 8),
            coins=(0, 0),
        ),
        "end",
    )
    assert state.outcome is not None
    assert state.outcome.scores == (5 + 4 + 15, 8 - 10)
    assert (state.outcome.winners, state.outcome.clause) == ((0,), Clause.WIN_POINTS)


def test_equal_chains_both_count_and_coins_decide() -> None:
    state = after(a_turn(idle=10, mains=0, bridges="AB1=0 CE1=1", coins=(4, 5)), "end")
    assert state.outcome is not None
    assert state.outcome.scores == (15, 15)
    assert (state.outcome.winners, state.outcome.clause) == ((1,), Clause.WIN_COINS)


def test_a_victory_is_shared() -> None:
    outcome = after(a_turn(idle=10, mains=0), "end").outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.clause) == ((0, 0), (0, 1), Clause.WIN_SHARED)


def test_at_the_end_all_hands_are_open() -> None:
    before = a_turn(idle=10, mains=0, hands=(["hubs 2 4"], ["ready 8 6"]))
    state = after(before, "end")
    hands = ((read_goal("hubs 2 4"),), (read_goal("ready 8 6"),))
    assert state.outcome is not None
    assert before.explain(festival.read_action("end"))[-1] == GameEnded(hands, state.outcome)
    seen = state.view("spectator")
    assert tuple([player.goals for player in seen.players]) == hands
    assert (len(seen.undealt), seen.legal_actions) == (10, ())
    assert state.alike(0, Draws(0, "alike")) is state
