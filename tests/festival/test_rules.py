"""The rules of Firefly Festival in worked situations: what is refused, and what actions bring."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pytest

from fireflies import festival
from fireflies.chance import Draws
from fireflies.contract import SPECTATOR, Observer
from fireflies.festival import Clause
from fireflies.festival.box.components import read_goal
from fireflies.festival.box.options import read_options
from fireflies.festival.rules.actions import Cross
from fireflies.festival.rules.events import CrowTaken, GameEnded
from fireflies.festival.rules.main_events import BridgeBuilt, FloorBuilt, WaterRewarded, WorkerMoved
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


def test_a_bridge_takes_coins_and_pieces_and_brings_what_it_covers() -> None:
    """AB2 lies on two coins; paying for it comes first."""
    state = after(a_turn(coins=(1, 5)), "bridge AB2")
    player = state.players[0]
    assert (player.coins, player.bridges, state.bridges[1]) == (2, 11, 0)
    assert (state.mains, state.idle, state.phase) == (0, 0, "cross")
    assert a_turn(coins=(1, 5)).explain(festival.read_action("bridge AB2")) == (
        BridgeBuilt(0, "AB2", pieces=1, coins=1),
        WaterRewarded(0, "AB2", coins=2, points=0, draws=0, recruits=0),
    )


def test_the_last_coin_and_the_last_piece_are_enough() -> None:
    assert clause_against(a_turn(coins=(5, 0), given=options(bridges=5)), "bridge DE1") is None
    dear = after(a_turn(coins=(5, 0), given=options(segment=2)), "bridge AD1")
    assert dear.players[0].coins == 5 - 2 * 2


def test_a_bridge_lies_in_its_lane_and_moves_no_other() -> None:
    """In the order of their names AB1 is the first lane; AB2, AB3 and AD1 follow."""
    before = a_turn(bridges="AB1=0 AB3=1 AD1=0 DE1=1")
    built = after(before, "bridge AB2")
    names = [lane.name for lane in before.options.board.lanes]
    lies = zip(names, built.bridges, strict=True)
    there = {name: owner for name, owner in lies if owner is not None}
    assert there == {"AB1": 0, "AB2": 0, "AB3": 1, "AD1": 0, "DE1": 1}


def test_each_free_lane_beside_a_bridge_is_listed() -> None:
    """AB1, AB2 and AB3 lie side by side: a bridge in one of them leaves the others."""
    for built, free in (("AB1", "AB2 AB3"), ("AB2", "AB1 AB3"), ("AB3", "AB1 AB2")):
        listed = map(str, a_turn(bridges=f"{built}=1").legal_actions)
        assert [text[7:] for text in listed if text.startswith("bridge AB")] == free.split()


def test_points_come_at_once_and_goals_before_recruits() -> None:
    """AD2 has a goal and a worker; the worker that comes can not cross."""
    state = after(a_turn(), "bridge AD2")
    assert (state.phase, state.actor, state.seat) == ("goals", "chance", 0)
    assert state.check(festival.read_action("recruit A")) is not None
    state = after(state, "deal tower 2 4")
    assert state.players[0].goals == (read_goal("tower 2 4"),)
    assert state.pending.draws == 0
    assert list(map(str, state.legal_actions)) == ["recruit A", "recruit D"]
    assert told(state, "recruit D") == ["seat 0 recruits a worker on D"]
    state = after(state, "recruit D")
    assert state.players[0].workers == 7
    assert list(map(str, state.legal_actions)) == ["stay", "cross D 1", "cross D 2"]
    state = after(state, "cross D 2")
    assert [site.workers[0] for site in state.islands] == [0, 0, 0, 3, 2, 0]
    assert after(a_turn(workers=ONE_AT_B), "bridge BC1").players[0].points == 5


def test_of_an_empty_deck_nothing_is_drawn() -> None:
    cards = list(map(str, options().box.private))
    state = after(a_turn(hands=(cards, [])), "bridge AD2")
    assert (state.phase, state.pending.draws) == ("recruit", 0)


def test_recruits_are_lost_without_supply_or_room() -> None:
    """On full islands the action is over without a question.

    With an empty supply only the free movement is left.
    """
    full = {"A": (0, 0), "B": (2, 2), "C": (3, 2), "E": (2, 2)}
    state = after(a_turn(workers=full, bridges="AB1=0"), "bridge BC2")
    assert (state.phase, state.players[0].workers) == ("turn", 5)
    state = after(a_turn(given=options(workers=5), workers=ONE_AT_B), "bridge BC2")
    assert state.phase == "cross"


def test_workers_cross() -> None:
    """They cross to either end; to move 0 workers is refused."""
    state = after(a_turn(workers=MEETING), "bridge AB1")
    assert told(state, "cross A 1") == ["seat 0 moves 1 worker over the new bridge from B to A"]
    assert told(state, "cross B 1") == ["seat 0 moves 1 worker over the new bridge from A to B"]
    violation = state.check(Cross("B", 0))
    assert violation is not None
    assert violation.clause is Clause.CROSS_FREE


def test_workers_may_stay() -> None:
    state = a_turn()
    assert after(state, "bridge AB1; stay").islands == state.islands
    assert told(after(state, "bridge AB1"), "stay") == ["seat 0 moves nobody over the new bridge"]


def test_a_private_goal_that_comes_is_seen_by_its_owner_only() -> None:
    state = after(a_turn(), "bridge AD2")
    deal = festival.read_action("deal tower 2 4")
    seen: tuple[tuple[Observer, str, str], ...] = (
        (0, "deal tower 2 4", "seat 0 draws the private goal tower 2 for 4 points"),
        (1, "deal ?", "seat 0 draws a private goal"),
        (SPECTATOR, "deal ?", "seat 0 draws a private goal"),
    )
    for observer, text, event in seen:
        sight = state.step(deal).seen_by(observer)
        assert (str(sight.action), str(sight.events[0])) == (text, event)
        assert state.view(observer).legal_actions is None


# Movement


def test_a_movement_pays_the_owner_for_each_bridge_of_the_shortest_way() -> None:
    state = after(a_turn(workers=MEETING, bridges="AB1=1 BC1=1 CE1=1"), "move; walk A; to C 1")
    assert [player.coins for player in state.players] == [3, 7]
    assert [site.workers[0] for site in state.islands] == [0, 1, 1, 0, 2, 0]
    assert (state.pending.walks, state.phase) == (2, "walk")


def test_own_bridges_cost_nothing_and_both_ways_are_open() -> None:
    state = after(a_turn(workers=MEETING, bridges="AB1=0 AB2=1"), "move; walk A")
    assert list(map(str, state.legal_actions)) == ["to B 0", "to B 1"]
    assert [player.coins for player in after(state, "to B 0").players] == [5, 5]
    assert [player.coins for player in after(state, "to B 1").players] == [4, 6]
    assert state.explain(festival.read_action("to B 0")) == (
        WorkerMoved(0, "A", "B", owner=0, bridges=1, toll=0),
    )


def test_a_full_island_may_be_passed() -> None:
    workers = {"A": (1, 1), "B": (0, 4), "E": (2, 0)}
    state = after(a_turn(workers=workers, bridges="AB1=0 BC1=0"), "move; walk A; to C 0")
    assert state.islands[2].workers == (1, 0)


def test_a_way_is_over_bridges_of_one_owner() -> None:
    state = after(a_turn(workers=MEETING, bridges="AB1=0 BC1=1"), "move; walk A")
    assert list(map(str, state.legal_actions)) == ["to B 0"]


def test_movements_end_after_three_or_before() -> None:
    state = a_turn(workers=MEETING, bridges="AB1=0")
    there_and_back = "walk A; to B 0; walk B; to A 0; walk A; to B 0"
    assert after(state, f"move; {there_and_back}").phase == "turn"
    assert after(state, "move; done").phase == "turn"
    assert told(state, "move") == ["seat 0 has 3 movements"]
    assert told(WALKING, "walk A") == ["seat 0 moves a worker from A"]
    assert told(after(state, "move"), "done") == ["seat 0 leaves 3 movements unused"]
    assert after(
        a_turn(given=options(moves=0), workers=MEETING, bridges="AB1=0"), "move"
    ).phase == ("turn")


# Pagodas and festivals


def test_a_floor_goes_on_top_and_brings_the_reward_of_the_tile() -> None:
    workers = {**AT_START, "B": (1, 0), "C": (1, 0), "D": (1, 0)}
    state = a_turn(workers=workers, floors={"B": "1"})
    coins = after(state, "pagoda B")
    assert (coins.islands[1].floors, coins.players[0].coins, coins.players[0].floors) == (
        (1, 0),
        7,
        5,
    )
    assert state.explain(festival.read_action("pagoda B"))[0] == FloorBuilt(0, "B", height=2)
    recruits = after(state, "pagoda C")
    assert list(map(str, recruits.legal_actions)) == ["recruit A", "recruit E"]
    assert after(recruits, "recruit A; recruit E").islands[4].workers == (3, 2)
    assert after(state, "pagoda D").pending.draws == 1


def test_a_festival_pays_all_pieces_and_the_caller_for_workers_near() -> None:
    """On C, worth 3: three floors, three bridges, three workers; two bridges lead to B."""
    state = a_turn(
        workers={"B": (1, 2), "C": (2, 1), "E": (1, 1)},
        floors={"C": "001"},
        bridges="BC1=0 BC2=1 CE1=1",
        fish=(1, 2),
    )
    held = after(state, "festival C")
    assert (held.islands[2].sealed, held.sorin) == (True, 1)
    # Seat 0 has two floors, a bridge and two workers, and calls eight workers together.
    assert [player.points for player in held.players] == [3 * 5 + 2 * 3 + 2 * 5, 3 * 4]
    assert [player.fish for player in held.players] == [3, 3]
    assert told(state, "festival C")[1:5] == [
        "seat 0 gets 15 points for 5 pieces on the island",
        "seat 1 gets 12 points for 4 pieces on the island",
        "seat 0 gets 6 points for 3 workers on the island",
        "seat 0 gets 10 points for 5 workers on B and E",
    ]


# Secondary actions


@pytest.mark.parametrize(
    ("kind", "number"),
    {
        "empire": 3,  # B, C and D
        "architect": 5,  # DE1
        "hubs": 3,  # at B
        "merchant": 7,
        "tower": 5,  # three floors on B, two on C, and one on D that does not count
        "diversity": 4,  # A, B, C, E
        "ready": 6,
        "bridges": 5,
        "floors": 6,
    }.items(),
)
def test_what_a_kind_of_goals_counts(kind: str, number: int) -> None:
    state = a_turn(
        workers={"A": (1, 2), "B": (1, 1), "C": (2, 0), "E": (2, 2)},
        floors={"B": "0100", "C": "0011", "D": "0"},
        bridges="AB1=0 AB2=0 BC1=0 CE1=0 DE1=0 BC2=1",
        sealed="B",
        coins=(7, 9),
    )
    assert measure(state, 0, read_goal(f"{kind} 1 1").kind) == number


def test_a_public_goal_brings_points_and_shows_the_next_card() -> None:
    state = after(a_turn(coins=(8, 5)), "public merchant")
    assert (state.players[0].points, state.players[0].coins) == (3, 8)
    assert state.players[0].claimed == (read_goal("merchant 8 3"),)
    assert [stack.left for stack in state.view().public] == [2, 2, 2, 1]
    assert str(state.view().public[3].top) == "merchant 12 6"
    assert (state.secondary, state.idle) == (False, 0)
    second = a_turn(coins=(12, 5), taken=(0, 0, 0, 1))
    assert told(second, "public merchant") == ["seat 0 completes the goal merchant 12 for 6 points"]
    cards = after(second, "public merchant").players[0].claimed
    assert [*map(str, cards)] == ["merchant 12 6", "merchant 8 3"]  # by their texts


def test_a_public_goal_leaves_the_other_stacks_as_they_are() -> None:
    """The stacks are empire, architect, hubs and merchant; two, one, none and none are taken."""
    before = a_turn(bridges="AB1=0 AB2=0 AB3=0 AD1=0", taken=(2, 1, 0, 0), coins=(8, 0))
    for kind, taken in (("hubs", (2, 1, 1, 0)), ("merchant", (2, 1, 0, 1))):
        assert after(before, f"public {kind}").taken == taken


def test_a_private_goal_brings_points_and_lies_open() -> None:
    hand = ["hubs 2 4", "merchant 7 3", "ready 8 6"]
    state = after(a_turn(coins=(7, 5), hands=(hand, [])), "private merchant 7 3")
    player = state.players[0]
    assert (player.points, list(map(str, player.goals))) == (3, ["hubs 2 4", "ready 8 6"])
    assert state.view(1).players[0].completed == (read_goal("merchant 7 3"),)
    assert state.view(1).players[0].goals is None
    before = a_turn(coins=(7, 5), hands=(hand, []))
    assert told(before, "private merchant 7 3") == [
        "seat 0 completes the private goal merchant 7 for 3 points"
    ]


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


def test_the_crow_pays_its_holder_in_later_turns() -> None:
    state = after(a_turn(points=(4, 9)), "crow workers; recruit A; recruit A; move")
    assert state.seat == 1
    assert [player.coins for player in after(state, "move; end").players] == [7, 5]
    assert told(after(state, "move"), "end") == [
        "seat 1 ends the turn",
        "seat 0 takes a turn",
        "seat 0 gets 2 coins by the crow",
    ]
    quiet = after(a_turn(given=options(crow_income=0), crow=1), "move; end")
    assert [player.coins for player in quiet.players] == [5, 5]


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


def test_turns_go_round_and_a_turn_ends_by_itself_or_is_ended() -> None:
    by_itself = after(a_turn(coins=(8, 5)), "public merchant; move")
    assert (by_itself.seat, by_itself.mains, by_itself.secondary) == (1, 1, True)
    assert after(a_turn(), "move").seat == 0
    assert after(a_turn(), "move; end").seat == 1
    assert after(a_turn(seat=1), "move; end").seat == 0


LAST_SORIN: Final = a_turn(
    workers=ONE_AT_B,
    floors={"B": "0", "C": "111"},
    bridges="AB1=0",
    sealed="C",
    secondary=False,
)
LAST_FLOOR: Final = a_turn(
    given=options(floors=1), workers=ONE_AT_B, bridges="AB1=0", secondary=False
)


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (LAST_SORIN, "festival B", "the last sōrin is placed"),
        (LAST_FLOOR, "pagoda B", "seat 0 has no floor left"),
        (
            a_turn(taken=(2, 2, 2, 1), coins=(12, 0), mains=0),
            "public merchant",
            "all public goals are completed",
        ),
        (
            a_turn(idle=10, secondary=False),
            "move",
            "10 turns without a bridge, floor, festival or goal",
        ),
    ],
    ids=["sorin", "floors", "goals", "standstill"],
)
def test_what_ends_the_game(state: festival.State, text: str, why: str) -> None:
    """With the turn in which it happens."""
    assert after(state, text).phase == "over"
    assert [why in line for line in told(state, text)].count(True) == 1
    assert told(state, text)[-1].startswith("the game is over: ")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (a_turn(taken=(2, 2, 1, 1), coins=(12, 0), mains=0), "public merchant"),
        (a_turn(idle=9, secondary=False), "move"),
    ],
    ids=["a goal is left", "nine turns"],
)
def test_what_does_not_end_the_game(state: festival.State, text: str) -> None:
    assert after(state, text).seat == 1


def test_turns_without_progress_are_counted() -> None:
    """Seat 0 is in the ninth (``idle`` counts it). The tenth is the last, unless seat 0 builds."""
    assert after(a_turn(idle=9), "move; end; move; end").phase == "over"
    assert after(a_turn(idle=9), "bridge AB1; stay; end; move; done; end").phase == "turn"


def test_the_turn_in_which_the_end_comes_is_played_out() -> None:
    state = after(a_turn(idle=10), "move")
    assert state.phase == "turn"
    assert after(state, "fish").mains == 1


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


def test_when_the_game_is_over_no_action_is_left() -> None:
    """Nor is the secondary one, which was not taken."""
    state = after(a_turn(idle=10, mains=0), "end")
    assert (state.mains, state.secondary, state.legal_actions) == (0, False, ())


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
