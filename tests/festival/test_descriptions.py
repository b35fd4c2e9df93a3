"""A table of Firefly Festival in words: what a reader has to find, in situations made by hand."""

import pytest

from fireflies.contract import SPECTATOR
from fireflies.festival import State
from fireflies.festival.box.options import read_options
from fireflies.festival.text import descriptions as words
from fireflies.festival.text.telling import tally
from tests.festival.situations import a_turn, after, options

MIDDLE = a_turn(
    workers={"A": (2, 1), "B": (1, 2)},
    floors={"B": "01"},
    sealed="B",
    bridges="AB1=0 BC1=0 AB2=1",
    points=(1, 3),
    coins=(1, 7),
    fish=(2, 0),
    hands=(["hubs 2 4"], ["ready 6 4", "tower 2 4"]),
    crow=1,
    taken=(0, 0, 0, 1),
)
END = after(
    a_turn(idle=10, mains=0, bridges="AB1=0 BC1=0 CE1=0 AD1=1", crow=1, points=(3, 30)), "end"
)


@pytest.mark.parametrize(
    ("state", "left"),
    [
        (a_turn(mains=0), "a secondary action"),
        (a_turn(secondary=False), "1 main action"),
        (a_turn(mains=2), "2 main actions and a secondary action"),
    ],
)
def test_the_headline_says_what_is_left_of_a_turn(state: State, left: str) -> None:
    assert words.headline(state.view()) == f"Turn: seat 0 has {left} left"


def test_an_island_is_told_with_all_that_is_on_it() -> None:
    """Its size, the tile, floors from the ground up, workers by seat, and room."""
    assert words.describe_map(MIDDLE.view(1)) == [
        "Island A: start, 2 workers of seat 0, 1 worker of seat 1",
        (
            "Island B: small, 1 point a piece, 2 coins a floor, floors of seats 0 1, a sōrin,"
            " 1 worker of seat 0, 2 workers of seat 1, room for 1 of 4"
        ),
        "Island C: medium, 3 points a piece, 2 workers a floor, no floor, nobody, room for 5 of 5",
        (
            "Island D: medium, 4 points a piece, 1 private goal a floor, no floor, nobody,"
            " room for 5 of 5"
        ),
        "Island E: start, nobody",
        "Island F: large, 5 points a piece, 3 coins a floor, no floor, nobody, room for 6 of 6",
        "Bridges: AB1 of seat 0, AB2 of seat 1, BC1 of seat 0",
    ]


def test_a_player_is_told_with_all_possessions() -> None:
    """The supply, the price of the next fish, cards in hand and completed, a chain of A, B, C."""
    assert words.describe_player(MIDDLE.view(), 0) == [
        *("1 point", "1 coin", "10 pieces", "5 floors", "9 workers", "2 fish (5c)", "1 goal"),
        *("chain 3", "1 done"),
    ]
    assert words.describe_player(MIDDLE.view(), 1) == [
        *("3 points", "7 coins", "11 pieces", "5 floors", "9 workers", "0 fish", "2 goals"),
        *("chain 2", "crow"),
    ]


def test_who_has_no_bridge_has_no_chain() -> None:
    """Neither before the end nor in it."""
    for state in (a_turn(idle=10, mains=0), after(a_turn(idle=10, mains=0), "end")):
        assert not any("chain" in part for part in words.describe_player(state.view(), 0))
        assert words.describe_chain(state.view(), 0) == ""


def test_the_end_tells_what_chain_and_crow_brought() -> None:
    """Four islands are worth 4 points, and 15 as the longest chain."""
    assert words.describe_player(END.view(), 0)[7:] == ["chain 4 (+4, longest +15)", "scores 22"]
    assert words.describe_player(END.view(), 1)[7:] == ["chain 2 (+0)", "crow (-10)", "scores 20"]


def test_the_sum_of_a_score_tells_the_longest_chain_apart() -> None:
    """All who are tied for it get its 15 points, and the longest chain of nobody has none."""
    one, other = tally(END.view())
    assert one == {"in the game": 3, "a chain of 4 islands": 4, "the longest chain": 15}
    assert other == {"in the game": 30, "the crow": -10}
    tied = after(a_turn(idle=10, mains=0, bridges="AB1=0 AD1=1", points=(3, 30)), "end")
    assert [it["the longest chain"] for it in tally(tied.view())] == [15, 15]
    bare = after(a_turn(idle=10, mains=0, points=(3, 30)), "end")
    assert tally(bare.view()) == [{"in the game": 3}, {"in the game": 30}]


def test_powers_are_told_to_who_may_know_them() -> None:
    powered = a_turn(given=options(powers=True), powers=("host", "mason"), crow=0)
    assert words.extras(powered.view(), 0) == ["crow", "host"]
    assert words.extras(powered.view(), 1) == ["mason"]


def test_a_goal_is_told_with_what_the_observer_has_of_it() -> None:
    """Whoever's turn it is; for a spectator it is what the seat in turn has."""
    state = a_turn(coins=(3, 7))
    for view, coins in ((state.view(0), 3), (state.view(1), 7), (state.view(SPECTATOR), 3)):
        assert words.describe_stack(view, view.public[3]) == f"merchant {coins}/8 for 3 (2 left)"


def test_what_belongs_to_nobody_is_told() -> None:
    """A bank of 50 coins; the crow until somebody has it; three turns without progress of ten."""
    first = ["2 sōrin", "12 private goals"]
    assert words.describe_supply(a_turn(idle=2).view()) == [*first, "40 in the bank", "the crow"]
    for coins, bank in (((25, 25), "0 in the bank"), ((31, 25), "6 substitute coins used")):
        view = a_turn(coins=coins, crow=0, idle=3).view()
        assert words.describe_supply(view) == [*first, bank, "3 of 10 turns without progress"]


def test_the_turns_to_come_are_told_where_there_is_a_limit() -> None:
    """Where the rounds without progress are off, they are not told."""
    limited = read_options({**options().to_json(), "turns": 9})
    told = words.describe_supply(a_turn(given=limited, idle=3).view())
    assert told[-2:] == ["3 of 10 turns without progress", "6 turns to come"]
    box = options().box.to_json()
    endless = {**box, "figures": {**box["figures"], "rounds": "off"}}
    limited = read_options({**options().to_json(), "turns": 9, "box": endless})
    told = words.describe_supply(a_turn(given=limited, idle=3).view())
    assert told[-2:] == ["the crow", "6 turns to come"]
