"""Positions of Firefly Festival that somebody wrote, and what is wrong with them."""

import pytest

from fireflies import festival
from fireflies.errors import InvalidNotation
from fireflies.festival.box.options import BOX
from fireflies.festival.rules.pieces import Pending
from fireflies.festival.text.soundness import find_fault
from tests.festival.situations import AT_START, a_turn, after, options

TILES = "tile small 1 coins-2; tile medium 3 workers-2; tile medium 4 goals-1; tile large 5 coins-3"
GOALS = "deal hubs 2 4; deal tower 2 4; deal ready 6 4; deal ready 8 6"
BEFORE = festival.start(box=BOX.named["small"](), powers=True)
DEALING = after(BEFORE, f"{TILES}; deal hubs 2 4")
KEEPING = after(BEFORE, f"{TILES}; {GOALS}; power banker; power mason; power host; power tamer")
TURN = a_turn(workers={**AT_START, "B": (1, 0)}, floors={"B": "0"}, bridges="AB1=0", crow=1)
CROSSING = after(a_turn(), "bridge AB1")
DRAWING = after(a_turn(), "bridge AD2")
WALKING = after(a_turn(bridges="AB1=0"), "move; walk A")
FULL = a_turn(
    given=options(powers=True),
    workers={"B": (2, 2), "D": (1, 0)},
    floors={"B": "0", "D": "10"},
    sealed="B",
    coins=(99, 0),
    taken=(1, 0, 0, 1),
    powers=("host", "mason"),
)
TO_SEAT_1 = after(BEFORE, f"{TILES}; deal hubs 2 4; deal tower 2 4; deal ready 6 4")
POWERED = after(BEFORE, f"{TILES}; {GOALS}; power banker; power mason; power host")
FIRST = after(KEEPING, "keep banker; keep host")
LAST_GOAL = after(a_turn(hands=([*map(str, options().box.private[1:])], [])), "bridge AD2")
LAST_WORKER = after(
    a_turn(given=options(workers=10), workers={**AT_START, "B": (2, 1), "C": (3, 2)}), "bridge BC2"
)
LAST_WALK = after(
    a_turn(workers={"A": (1, 1)}, bridges="AB1=0"), "move; walk A; to B 0; walk B; to A 0; walk A"
)
OVER = after(a_turn(idle=10, mains=0), "end")
LIMITED = festival.start(box=BOX.named["small"](), goals="chance", turns=5)
KINDS = after(LIMITED, TILES)
KINDS_DRAWN = after(KINDS, "kind hubs; kind ready; kind tower; kind empire")
LIMITED_TURN = after(KINDS_DRAWN, f"{GOALS}; first 0")
LIMIT_REACHED = after(LIMITED_TURN, "move; end; move; end; move; end; move; end; move; end")
SOUND = (
    *(BEFORE, DEALING, TO_SEAT_1, POWERED, KEEPING, FIRST, LAST_GOAL, LAST_WORKER, LAST_WALK),
    *(TURN, FULL, CROSSING, DRAWING, WALKING, OVER),
    *(LIMITED, KINDS, after(KINDS, "kind hubs"), KINDS_DRAWN, LIMITED_TURN, LIMIT_REACHED),
)


def test_positions_of_games_are_sound() -> None:
    for state in SOUND:
        assert find_fault(state) is None


def line_with(state: festival.State, number: int, old: str, new: str) -> str:
    """Return the line of a state with something else in the field of this number, from 1."""
    fields = state.view().position.split(" ")
    assert old in fields[number - 1]
    fields[number - 1] = fields[number - 1].replace(old, new, 1)
    return " ".join(fields)


def unfit(phase: str) -> str:
    """Return what is said of a position that has something which its phase never has."""
    return f"some part of it can't occur in the phase {phase}"


UNSOUND = {
    line_with(TURN, 6, "*::2.2/", ""): "there are 6 islands",
    line_with(TURN, 12, "/", "/0.5.12.6.8.3;;;;/"): "there are 2 players",
    line_with(TURN, 7, "=0", "=2"): "seats go from 0 to 1",
    line_with(TURN, 6, ":0:", ":4:"): "seats go from 0 to 1",
    line_with(TURN, 8, "1", "2"): "seats go from 0 to 1",
    line_with(TURN, 2, "0", "2"): "seats go from 0 to 1",
    line_with(TURN, 6, "m4g1", "m3w2"): "a tile lies on more islands than the box has of it",
    line_with(TURN, 6, "m4g1", "l6c4"): "more tiles of a size",
    line_with(TURN, 6, "*::", "*:0:"): "there can be no such pagoda on A",
    line_with(TURN, 6, "m4g1:", "m4g1:!"): "there can be no such pagoda on D",
    line_with(TURN, 6, ":1.0", ":1.4"): "B has no room",
    line_with(TURN, 9, "2", "1"): "there are 2 sōrin in all",
    line_with(TURN, 7, "AB1=0", "AB1=0,BF1=0,DE1=1"): "a bridge in another lane crosses BF1",
    line_with(TURN, 11, "12:a5-6,", "11:"): "each private goal",
    line_with(TURN, 10, "2.2.2.2", "2.2.2.3"): "the stack merchant has fewer cards",
    line_with(TURN, 10, "2.2.2.2", "2.2.2.1"): "the public goals that are gone",
    line_with(TURN, 12, ".11.", ".12."): "seat 0 has 12 bridge pieces in all",
    line_with(TURN, 12, ".5.7.3", ".6.7.3"): "seat 0 has 6 floors in all",
    line_with(TURN, 12, ".7.3", ".8.3"): "seat 0 has 12 workers in all",
    line_with(TURN, 12, ".7.3", ".7.4"): "seat 0 has 3 fish in all",
    line_with(TURN, 12, ";;;;", ";;;;host"): "the powers of the players do not fit the phase",
    line_with(TURN, 1, "turn", "tiles"): "in the phase tiles some island has no tile",
    line_with(TURN, 1, "turn", "first"): unfit("first"),
    line_with(TURN, 1, "turn", "over"): unfit("over"),
    line_with(TURN, 1, "turn", "cross"): unfit("cross"),
    line_with(TURN, 1, "turn", "goals"): unfit("goals"),
    line_with(TURN, 2, "0", "-"): unfit("turn"),
    line_with(TURN, 3, "1+", "2+"): unfit("turn"),
    line_with(TURN, 5, "-", "-:1.0:0:0:0:-"): unfit("turn"),
    line_with(CROSSING, 5, "2.0", "3.0"): unfit("cross"),
    line_with(CROSSING, 5, "AB1", "AB2"): unfit("cross"),
    line_with(CROSSING, 5, ":0:0:0:", ":0:9:0:"): unfit("cross"),
    line_with(DRAWING, 5, ":1:1:0:", ":13:1:0:"): unfit("goals"),
    line_with(WALKING, 5, ":3:A", ":0:A"): unfit("to"),
    line_with(WALKING, 5, ":3:A", ":3:B"): unfit("to"),
    line_with(WALKING, 5, ":3:A", ":3:E"): unfit("to"),
}


@pytest.mark.parametrize("line", UNSOUND)
def test_unsound_positions(line: str) -> None:
    with pytest.raises(InvalidNotation, match=f": {UNSOUND[line]}"):
        festival.State.parse(line, options())


@pytest.mark.parametrize(
    ("state", "changes"),
    [
        (BEFORE, {"seat": 0}),
        (BEFORE, {"idle": 1}),
        (DEALING, {"seat": 1}),
        (DEALING, {"seat": -1}),
        (TO_SEAT_1, {"seat": 0}),
        (POWERED, {"seat": 0}),
        (KEEPING, {"seat": 1}),
        (KEEPING, {"phase": "powers", "seat": 1}),
        (KEEPING, {"phase": "first", "seat": -1}),
        (OVER, {"pending": Pending(walks=1)}),
        (LIMITED, {"turns_left": 4}),
        (LIMITED, {"kinds": ("hubs",), "taken": (0,)}),
        (KINDS, {"seat": 0}),
        (KINDS, {"turns_left": 4}),
        (KINDS_DRAWN, {"turns_left": 6}),
        (KINDS_DRAWN, {"phase": "kinds", "seat": -1}),
        (KINDS_DRAWN, {"kinds": ("empire", "hubs", "tower"), "taken": (0, 0, 0)}),
        (LIMITED_TURN, {"turns_left": 5}),
        (LIMITED_TURN, {"idle": 2}),
        (LIMITED_TURN, {"idle": 0, "turns_left": 5}),
        (LIMIT_REACHED, {"turns_left": 1}),
    ],
)
def test_unsound_setups_and_ends(state: festival.State, changes: dict[str, object]) -> None:
    assert find_fault(state._replace(**changes)) is not None  # type: ignore[arg-type]  # its fields


def test_two_seats_have_different_powers() -> None:
    players = list(KEEPING.players)
    players[1] = players[0]
    changed = KEEPING._replace(players=tuple(players))
    assert find_fault(changed) is not None
