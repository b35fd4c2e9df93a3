"""The notation of Firefly Festival: actions, and positions in one line."""

import pytest
from hypothesis import given

from fireflies import contract, festival
from fireflies.errors import InvalidNotation
from fireflies.festival.play import generators
from fireflies.festival.text.notation import READER
from tests.festival.situations import AT_START, a_turn, after, options
from tests.festival.test_setup import GOALS, TILES

ACTIONS = (
    *("tile start", "tile small 1 coins-2", "tile large 0 points-9", "deal hubs 3 4"),
    *("power a", "keep owl-of-the-lake", "first 5", "bridge AB1", "bridge BA3", "pagoda Z"),
    *("move", "festival A", "private floors 99 0", "public ready", "crow coins", "crow workers"),
    *(
        "kind ready",
        "fish",
        "end",
        "recruit B",
        "cross B 1",
        "cross C 99",
        "stay",
        "walk A",
        "done",
        "to A 5",
    ),
)

NO_ACTIONS = (
    *("", " ", "Move", "move ", "move A", " end", "fly", "tile", "tile small 1", "tile Start"),
    *("tile small 01 coins-2", "tile small 1 coins-0", "tile small 100 coins-2", "deal hubs 0 4"),
    *("deal ?", "deal hubs 3 100", "deal lamps 3 4", "power", "power a-", "power A", "power a--b"),
    *("power twenty-one-letters-abc", "keep ?", "power ?", "first 6", "first -1", "first 0 "),
    *("bridge AB", "bridge AB0", "bridge AB4", "bridge ab1", "bridge A1", "pagoda", "pagoda AB"),
    *(
        "festival a",
        "public bridges",
        "public floors",
        "kind",
        "kind bridges",
        "private hubs 3",
        "crow",
        "crow points",
    ),
    *(
        "cross B",
        "cross B 0",
        "cross B 100",
        "cross B 01",
        "cross B -1",
        "to A",
        "to A 6",
        "to 0 A",
    ),
    *("walk  A", "recruit\tA", "end\n", "power a\n", "bridge AB1\n", "fish fish"),
)


@pytest.mark.parametrize("text", ACTIONS)
def test_actions_are_written_as_they_are_read(text: str) -> None:
    assert str(festival.read_action(text)) == text
    assert READER.read_redacted(text) == festival.read_action(text)


@given(generators.actions())
def test_an_action_that_can_be_written_is_read_back(action: contract.Action) -> None:
    """Those whose parts are out of range can not be read."""
    try:
        read: object = festival.read_action(str(action))
    except InvalidNotation:
        read = None
    assert read in {None, action}


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(
        InvalidNotation, match=r" is not (an action|a tile|a goal|a reward)[,:] "
    ) as caught:
        festival.read_action(text)
    assert text.endswith(caught.value.text)


def test_redacted_actions() -> None:
    for text in ("deal ?", "power ?", "keep ?"):
        assert str(READER.read_redacted(text)) == text
    with pytest.raises(InvalidNotation):
        READER.read_redacted("tile ?")


SITUATION = a_turn(
    workers={**AT_START, "B": (1, 0), "D": (0, 2)},
    floors={"B": "01", "D": "1"},
    sealed="B",
    bridges="AB1=0 BC2=1 AD1=1",
    coins=(7, 12),
    points=(22, 3),
    fish=(2, 3),
    hands=(["hubs 2 4", "bridges 2 4"], ["ready 6 4"]),
    crow=1,
    taken=(0, 2, 0, 2),  # merchant 12 precedes merchant 8: cards are in the order of their texts
    idle=3,
)
LINE = (
    "turn 0 1+ 3 - *::2.2/s1c2:01!:1.0/m3w2::0.0/m4g1:1:0.2/*::2.2/l5c3::0.0"
    " AB1=0,AD1=1,BC2=1 1 1 2.0.2.0"
    " 9:a5-6,b4-7,d3-4,e2-5,f1-3,f3-6,m7-3,r8-6,t2-4"
    " 22.7.11.5.7.2;b2-4,h2-4;a2-3,a5-7,m12-6,m8-3;;/3.12.9.4.6.3;r6-4;;;"
)


def test_a_position_in_one_line() -> None:
    assert SITUATION.view().position == LINE
    assert festival.State.parse(LINE, options()) == SITUATION


def test_what_an_observer_does_not_see_is_hidden() -> None:
    """The deck of nine is then ten cards that the seat can not place."""
    fields = SITUATION.view(0).position.split(" ")
    assert fields[10].startswith("9:a5-6,b4-7,")
    assert len(fields[10].split(",")) == 10
    assert fields[11].split("/")[1] == "3.12.9.4.6.3;?1;;;"
    with pytest.raises(InvalidNotation):
        festival.State.parse(SITUATION.view(0).position, options())
    powered = festival.start(box=options().box.to_json(), powers=True)
    powered = after(powered, f"{TILES}; {GOALS}; power banker; power mason")
    assert powered.view(1).position.split(" ")[11].split("/") == [
        "0.5.12.6.8.3;?2;;;?",
        "0.5.12.6.8.3;r6-4,r8-6;;;",
    ]


@pytest.mark.parametrize(
    ("actions", "field"),
    [
        ("bridge AD2", "AD2:2.0:1:1:0:-"),
        ("bridge AD2; deal tower 2 4; recruit A", "AD2:2.0:0:0:0:-"),
        ("move", "-:0.0:0:0:3:-"),
        ("move; walk B", "-:0.0:0:0:3:B"),
        ("crow workers", "-:0.0:0:2:0:-"),
    ],
)
def test_what_is_left_of_an_action(actions: str, field: str) -> None:
    state = (
        after(SITUATION, actions)
        if actions != "crow workers"
        else after(a_turn(points=(9, 9)), actions)
    )
    line = state.view().position
    assert line.split(" ")[4] == field
    assert festival.State.parse(line, options()) == state


def test_a_position_with_powers_and_before_the_first_turn() -> None:
    given = options(powers=True)
    begin = festival.start(box=given.box.to_json(), powers=True)
    for state in (
        begin,
        a_turn(given=given, powers=("host", "mason")),
        after(begin, f"{TILES}; {GOALS}; power banker; power mason"),
    ):
        assert festival.State.parse(state.view().position, state.options) == state


CHANCE = festival.start(box=options().box.to_json(), goals="chance", turns=7)


@pytest.mark.parametrize(
    ("actions", "turns", "stacks"),
    [
        (TILES, "0:7", "-"),
        (f"{TILES}; kind ready; kind empire", "0:7", "e2.r2"),
        (f"{TILES}; kind ready; kind empire; kind hubs; kind tower", "0:7", "e2.h2.t2.r2"),
    ],
)
def test_a_position_with_drawn_goals_and_a_limit(actions: str, turns: str, stacks: str) -> None:
    """The turns to come stand after those without progress, the letters of kinds before cards."""
    state = after(CHANCE, actions)
    fields = state.view().position.split(" ")
    assert (fields[3], fields[9]) == (turns, stacks)
    assert festival.State.parse(" ".join(fields), state.options) == state


@pytest.mark.parametrize(
    ("number", "old", "new", "message"),
    [
        (3, "0:7", "0", "numbers with dots between"),
        (3, "0:7", "0:7:1", "numbers with dots between"),
        (3, "0:7", "0:", "numbers with dots between"),
        (9, "e2.r2", "r2.e2", "up to four stacks in the order of the wire, like 'e6.h5'"),
        (9, "e2.r2", "e2.x2", "up to four stacks in the order of the wire, like 'e6.h5'"),
        (9, "e2.r2", "e2.e2", "up to four stacks in the order of the wire, like 'e6.h5'"),
        (9, "e2.r2", "e2.a2.h2.m2.r2", "up to four stacks in the order of the wire"),
        (9, "e2.r2", "2.2", "up to four stacks in the order of the wire, like 'e6.h5'"),
        (9, "e2.r2", "e.r2", "numbers with dots between"),
        (9, "e2.r2", "", "up to four stacks"),
        (9, "e2.r2", "e2.r3", "the stack ready has fewer cards"),
    ],
)
def test_a_malformed_limit_or_stack(number: int, old: str, new: str, message: str) -> None:
    fields = after(CHANCE, f"{TILES}; kind ready; kind empire").view().position.split(" ")
    assert fields[number] == old
    fields[number] = new
    with pytest.raises(InvalidNotation, match=message):
        festival.State.parse(" ".join(fields), CHANCE.options)


def test_a_position_with_a_completed_goal() -> None:
    state = a_turn(coins=(7, 5), hands=(["merchant 7 3"], []))
    state = after(state, "private merchant 7 3")
    assert state.players[0].completed
    assert festival.State.parse(state.view().position, options()) == state


MALFORMED = {
    "": "12 fields",
    LINE.replace(" ", "  ", 1): "12 fields",
    LINE.replace("turn", "pause"): "a phase of this game",
    LINE.replace("turn 0", "turn 7"): "a seat",
    LINE.replace("1+ 3", "3+ 3"): "main actions",
    LINE.replace("1+ 3", "1+ 03"): "numbers with dots",
    LINE.replace("1+ 3", "1+ 3.3"): "one number",
    LINE.replace("1+ 3 -", "1+ 3 AB1"): "what is left of an action, like 'AB1:2.0:1:1:0:-'",
    LINE.replace("1+ 3 -", "1+ 3 AC1:2.0:0:0:0:-"): "a lane of this game",
    LINE.replace("1+ 3 -", "1+ 3 AB1:2.0:0:0:0:Z"): "an island of this game",
    LINE.replace("s1c2:", "s1c2"): "an island, like",
    LINE.replace("s1c2", "s9c2"): "a tile of this game",
    LINE.replace("AB1=0", "AB1"): "a bridge with its owner, like 'AB1=0'",
    LINE.replace("AB1=0", "AC1=0"): "a lane of this game",
    LINE.replace("AB1=0", "AB1=0,AB1=1"): "a list with each lane once, but has AB1 twice",
    LINE.replace(" 9:", " 8:"): "a deck with its number",
    LINE.replace(" 9:", " 9:9:"): "a goal of this game",
    LINE.replace(LINE.split()[10], "0"): "a deck with its number",
    LINE.replace("a5-6", "a9-9"): "a goal of this game",
    LINE.replace(" 22.7.", " 7."): "6 numbers with dots between",
    LINE.replace(";r6-4;;;", ";r6-4;;"): "a player, like",
    LINE.replace(";r6-4;;;", ";r6-4;;;owl"): "a power of this game",
}


@pytest.mark.parametrize("line", MALFORMED)
def test_a_malformed_position(line: str) -> None:
    assert line != LINE
    with pytest.raises(InvalidNotation, match=rf"\b{MALFORMED[line]}"):
        festival.State.parse(line, options())
