"""Boxes: every refusal beside its nearest accepted neighbor, with place, reason and clause."""

from itertools import product
from typing import Final

import pytest

from fireflies._data import is_object, value_at
from fireflies.contract import InvalidOptions
from fireflies.festival.box.boxfile import default_box, read_box, small_box
from fireflies.festival.box.components import Figures, Goal, Power, Reward, Size, Tile
from fireflies.festival.clauses import Clause
from tests.changes import GONE, array_of, changed
from tests.festival.small import SMALL

BOX, MAP = Clause.SETUP_BOX, Clause.SETUP_MAP
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TAKE, PLAYERS = Clause.SETUP_TAKE, Clause.SETUP_PLAYERS

NO_SETTLERS: Final = changed(changed(SMALL, "/figures/settlers", 0), "/powers", [])
"""The small box without settlers and powers, so that each figure may have its lowest value."""


def refusal(box: object) -> InvalidOptions:
    """Return the error for this box."""
    with pytest.raises(InvalidOptions) as caught:
        read_box(box)
    assert caught.value.option == "box"
    assert "\n" not in str(caught.value)
    return caught.value


# Whole numbers.

NUMBERS: Final = {
    "/figures/bridges": (0, 99),
    "/figures/floors": (1, 99),
    "/figures/workers": (0, 99),
    "/figures/coins": (0, 99),
    "/figures/settlers": (0, 6),  # 12 workers
    "/figures/hand": (0, 9),
    "/figures/moves": (0, 9),
    "/figures/segment": (0, 9),
    "/figures/toll": (0, 9),
    "/figures/height": (5, 9),  # a large island wants five floors
    "/figures/firefly": (0, 9),
    "/figures/crow_points": (0, 99),
    "/figures/crow_coins": (0, 9),
    "/figures/crow_workers": (0, 9),
    "/figures/crow_income": (0, 9),
    "/figures/crow_loss": (0, 99),
    "/figures/longest": (0, 99),
    "/figures/bank": (0, 999),
    "/figures/rounds": (1, 99),
    "/sizes/small/capacity": (1, 99),
    "/sizes/large/floors": (1, 5),
    "/public/hubs/0/0": (1, 99),
    "/public/hubs/0/1": (0, 99),
    "/public/empire/1/0": (4, 99),
    "/public/empire/1/1": (4, 99),
    "/chain/0/0": (2, 5),
    "/chain/1/0": (5, 99),
    "/chain/1/1": (0, 99),
    "/sorin/4": (1, 99),
    "/fish/1": (0, 99),
    "/boards/0/players/0": (2, 4),
    "/boards/0/players/1": (2, 6),
    "/boards/0/width": (12, 40),
    "/boards/0/height": (7, 40),
    "/boards/0/take/start": (2, 2),
    "/boards/0/islands/0/at/0": (0, 0),  # further to the right, A would touch B
    "/boards/0/islands/4/at/0": (9, 9),  # D to the left, the edge to the right
    "/boards/0/islands/4/at/1": (4, 4),
    "/boards/0/lanes/2/from/1": (4, 4),  # another row, and it would bend
    "/boards/0/water/2/at/1": (3, 6),  # A above, the edge below
}
"""The lowest and the highest value at a path of the box above, all others left as they are."""


@pytest.mark.parametrize("path", NUMBERS)
def test_a_number_has_its_range(path: str) -> None:
    lowest, highest = NUMBERS[path]
    for value in {lowest, highest}:
        read_box(changed(NO_SETTLERS, path, value))
    for value in (lowest - 1, highest + 1):
        refusal(changed(NO_SETTLERS, path, value))


@pytest.mark.parametrize("path", NUMBERS)
@pytest.mark.parametrize("value", [True, "3", 3.0, None, [3], {}], ids=repr)
def test_a_number_is_whole(path: str, value: object) -> None:
    """JSON's ``3.0`` is no whole number, and ``true`` is none either."""
    error = refusal(changed(NO_SETTLERS, path, value))
    assert error.problem.startswith(f"{path}: ")
    assert error.problem.endswith(f" is wanted, not {value!r}")


def test_a_refused_number_tells_the_range() -> None:
    assert str(refusal(changed(SMALL, "/figures/bank", 1000))) == (
        "festival.setup.box: box: /figures/bank: a whole number from 0 to 999 is wanted, not 1000"
    )


# Objects and arrays.


def power(name: str = "fox", **changes: int) -> object:
    return {"name": name, "changes": changes}


OBJECTS: Final = {
    "": BOX,
    "/boards/0": BOX,
    "/boards/0/take": TAKE,
    "/boards/0/islands/0": MAP,
    "/boards/0/lanes/0": MAP,
    "/boards/0/water/0": MAP,
    "/sizes": BOX,
    "/sizes/small": BOX,
    "/public": BOX,
    "/figures": BOX,
    "/powers/0": BOX,
}
"""The objects with fixed keys, and the clause of what is wrong there."""


@pytest.mark.parametrize("path", OBJECTS)
def test_an_object_has_exactly_its_keys(path: str) -> None:
    found = value_at(SMALL, path)
    assert is_object(found)
    for key in found:
        error = refusal(changed(SMALL, f"{path}/{key}", GONE))
        assert error.problem == f"{path or '/'}: the key {key} is missing"
        assert error.clause is OBJECTS[path]
    error = refusal(changed(SMALL, f"{path}/x", 1))
    assert error.problem == f"{path or '/'}: there is no key 'x' here, only {', '.join(found)}"
    error = refusal(changed(SMALL, path, []) if path else [])
    assert error.problem == f"{path or '/'}: an object is wanted, not []"


LENGTHS: Final = {
    "/boards": (BOX, 0, 6, "1 to 5"),
    "/boards/0/players": (PLAYERS, 1, 3, "2"),
    "/boards/0/islands/0/at": (MAP, 1, 3, "2"),
    "/boards/0/lanes/0/from": (MAP, 1, 3, "2"),
    "/boards/0/lanes/0/to": (MAP, 1, 3, "2"),
    "/boards/0/water/0/at": (MAP, 1, 3, "2"),
    "/tiles": (BOX, None, 61, "0 to 60"),
    "/public/empire": (BOX, 0, 7, "1 to 6"),
    "/public/empire/0": (BOX, 1, 3, "2"),
    "/private": (BOX, None, 61, "0 to 60"),
    "/chain": (BOX, None, 11, "0 to 10"),
    "/chain/0": (BOX, 1, 3, "2"),
    "/sorin": (BOX, 4, 6, "5"),
    "/fish": (BOX, None, 10, "0 to 9"),
    "/powers": (BOX, None, 61, "0 to 60"),
}
"""For each array: the clause, one too few (None where it may be empty), one too many, and words."""


@pytest.mark.parametrize("path", LENGTHS)
def test_an_array_has_its_length(path: str) -> None:
    clause, few, many, words = LENGTHS[path]
    entries = array_of(value_at(SMALL, path))
    for count in (few, many):
        if count is not None:
            error = refusal(changed(SMALL, path, (entries * many)[:count]))
            assert error.problem == f"{path}: {words} entries are wanted, not {count}"
            assert error.clause is clause
    assert refusal(changed(SMALL, path, {})).problem == f"{path}: an array is wanted, not {{}}"


@pytest.mark.parametrize(
    ("path", "entries"),
    [
        ("/tiles", ["start"] * 20 + ["small 1 coins-1", "medium 0 goals-1", "large 99 points-9"]),
        ("/tiles", array_of(value_at(SMALL, "/tiles")) + ["small 1 coins-1"] * 55),
        ("/private", []),
        ("/private", ["hubs 99 0"] * 60),
        ("/chain", []),
        ("/chain", [[number, 0] for number in range(2, 12)]),
        ("/fish", []),
        ("/fish", [9] * 9),
        ("/powers", []),
        ("/powers", [power("-".join(name)) for name in product("abcd", repeat=3)][:60]),
        ("/public/empire", [[number, number] for number in range(1, 7)]),
        ("/boards/0/lanes", []),
        ("/boards/0/water", []),
    ],
)
def test_arrays_may_be_as_short_and_as_long(path: str, entries: list[object]) -> None:
    read_box(changed(SMALL, path, entries))


@pytest.mark.parametrize("value", [3, "box", [], True, {1, 2}, {"boards": {3}}, float("nan")])
def test_a_box_is_plain_data(value: object) -> None:
    assert refusal(value).clause is BOX


# Everything else, in the order of the box: what fits, and its nearest neighbors that do not.

LANE: Final = "/boards/0/lanes/2"
ISLAND: Final = "/boards/0/islands/1"  # B
REWARD: Final = "/boards/0/water/2"


def lane(between: str, first: tuple[int, int], last: tuple[int, int]) -> object:
    return {"between": between, "from": [*first], "to": [*last]}


def island(name: str, x: int, y: int) -> object:
    return {"name": name, "at": [x, y], "start": False}


def water(x: int, y: int, reward: str = "coins-1") -> object:
    return {"at": [x, y], "reward": reward}


def board(low: int, high: int) -> object:
    return changed(value_at(SMALL, "/boards/0"), "/players", [low, high])


ACCEPTED: Final[list[tuple[str, object]]] = [
    ("/boards/-", board(5, 6)),
    ("/boards/-", board(6, 6)),
    ("/boards/0/players", [3, 3]),
    (f"{ISLAND}/name", "Z"),
    (ISLAND, island("B", 4, 0)),
    (LANE, lane("DE", (7, 5), (8, 5))),
    (LANE, lane("ED", (8, 4), (7, 4))),
    (LANE, lane("BD", (5, 3), (5, 3))),
    (LANE, lane("AB", (3, 2), (3, 2))),
    (REWARD, water(11, 0)),
    (REWARD, water(7, 0)),
    *((f"{REWARD}/reward", f"{kind}-{digit}") for kind in Reward._fields for digit in (1, 9)),
    ("/sizes/medium/floors", 5),
    *(("/tiles/-", text) for text in ("start", "small 0 coins-9", "large 99 points-1")),
    ("/public/empire", [[1, 0], [2, 1]]),
    ("/public/empire", [[98, 98], [99, 99]]),
    *(("/private/-", f"{kind} 1 0") for kind in ("empire", "architect", "hubs", "merchant")),
    *(("/private/-", f"{kind} 99 99") for kind in ("tower", "diversity", "ready")),
    *(("/private/-", text) for text in ("bridges 10 10", "floors 1 1")),
    ("/chain", [[2, 30], [3, 0]]),
    ("/figures/workers", 4),
    ("/fish", [9, 1, 9]),
    ("/sorin", [1, 1, 1, 1, 1]),
    *(("/powers/-", power(name)) for name in ("a", "a-b-c", "a" * 20, "a" * 18 + "-b")),
    *(("/powers/-", power(coins=change)) for change in (-5, 9)),
    *(("/powers/-", power(bridges=9, floors=-9, crow_points=-4, toll=-1, segment=8)) for _ in "1"),
    ("/powers/-", power(workers=-8, moves=6, firefly=7, crow_income=-2, crow_loss=-9)),
    ("/powers/-", power(crow_coins=6, crow_workers=-2)),
]
"""A path in the small box, and a value that fits there."""


@pytest.mark.parametrize(("path", "value"), ACCEPTED, ids=str)
def test_what_fits_is_accepted(path: str, value: object) -> None:
    read_box(changed(SMALL, path, value))


REFUSED: Final[list[tuple[Clause, str, object, str, str]]] = [
    # Numbers of players.
    (PLAYERS, "/boards/-", board(4, 5), "/boards/1/players", "/boards/0 is for 4 players as well"),
    (PLAYERS, "/boards/-", board(2, 6), "/boards/1/players", "/boards/0 is for 2 players as well"),
    (PLAYERS, "/boards/0/players", [3, 2], "/boards/0/players/1", "from 3 to 6"),
    # Tiles that lie on a board.
    (TAKE, "/boards/0/take/start", 1, "/boards/0/take/start", "is wanted, not 1"),
    (TAKE, "/boards/0/take/start", 3, "/boards/0/take/start", "is wanted, not 3"),
    (TAKE, "/boards/0/take/small", 25, "/boards/0/take/small", "0 to 24"),
    (TAKE, "/boards/0/take/small", -1, "/boards/0/take/small", "0 to 24"),
    (
        TAKE,
        "/boards/0/take",
        {"start": 2, "small": 0, "medium": 0, "large": 0},
        "/boards/0/take",
        "/boards/0/take: one of small, medium and large has to be more than 0",
    ),
    (
        TAKE,
        "/boards/0/take",
        {"start": 2, "small": 24, "medium": 1, "large": 0},
        "/boards/0/take",
        "at most 26 islands, and not 27",
    ),
    (
        TAKE,
        "/boards/0/take/small",
        2,
        "/boards/0/take/small",
        "the board takes 2 of this size",
    ),
    (TAKE, "/tiles/2", GONE, "/boards/0/take/small", "/tiles has 0"),
    (TAKE, "/tiles/0", GONE, "/boards/0/take/start", "/tiles has 1"),
    (TAKE, "/tiles/4", "small 1 coins-1", "/boards/0/take/large", "/tiles has 0"),
    (MAP, "/boards/0/take/large", 0, "/boards/0/islands", "5 islands, and 'take' has tiles for 4"),
    *(
        (MAP, f"/boards/0/{side}", 2, f"/boards/0/{side}", "3 to 40")
        for side in ("width", "height")
    ),
    # Islands.
    (MAP, ISLAND, GONE, "/boards/0/islands", "4 islands, and 'take' has tiles for 5"),
    *(
        (MAP, f"{ISLAND}/name", name, f"{ISLAND}/name", f"capital letter is wanted, not {name!r}")
        for name in ("b", "", "BC", "Ä", "1")
    ),
    (MAP, f"{ISLAND}/name", 2, f"{ISLAND}/name", "a string is wanted, not 2"),
    (MAP, f"{ISLAND}/name", "A", ISLAND, "there is an island A already"),
    (MAP, ISLAND, island("B", 3, 0), ISLAND, "B at [3, 0] touches A at [0, 0]"),
    (MAP, ISLAND, island("B", 2, 2), ISLAND, "touches A"),
    (MAP, ISLAND, island("B", 3, 2), ISLAND, "touches A"),
    (MAP, ISLAND, island("B", 0, 3), ISLAND, "touches A"),
    (MAP, ISLAND, island("B", 8, 3), "/boards/0/islands/2", "C at [8, 0] touches B at [8, 3]"),
    (MAP, ISLAND, island("B", 7, 4), "/boards/0/islands/3", "D at [4, 4] touches B at [7, 4]"),
    (MAP, ISLAND, island("B", 4, 2), "/boards/0/islands/3", "D at [4, 4] touches B at [4, 2]"),
    (MAP, f"{ISLAND}/at/0", 10, f"{ISLAND}/at/0", "from 0 to 9"),
    (MAP, f"{ISLAND}/at/1", 5, f"{ISLAND}/at/1", "from 0 to 4"),
    (MAP, f"{ISLAND}/start", 1, f"{ISLAND}/start", "true or false is wanted, not 1"),
    (MAP, f"{ISLAND}/start", True, "/boards/0/islands", "not A and B and E"),
    (MAP, "/boards/0/islands/0/start", False, "/boards/0/islands", "exactly two"),
    (
        MAP,
        "/boards/0/islands",
        [island(*it) for it in zip("ABCDE", (0, 4, 8, 4, 9), (0, 0, 0, 4, 4), strict=True)],
        "/boards/0/islands",
        "not none",
    ),
    # Lanes.
    *(
        (
            MAP,
            f"{LANE}/between",
            pair,
            f"{LANE}/between",
            f"letters of ABCDE are wanted, not {pair!r}",
        )
        for pair in ("DX", "DD", "D", "", "DEA", "de", "D ")
    ),
    (MAP, f"{LANE}/between", None, f"{LANE}/between", "a string is wanted"),
    (MAP, LANE, lane("DE", (7, 4), (8, 5)), LANE, f"{LANE}: a lane runs in one row or"),
    (MAP, LANE, lane("DE", (6, 4), (8, 4)), LANE, "[6, 4] is a cell of island D"),
    (MAP, LANE, lane("AC", (3, 0), (7, 0)), LANE, "[4, 0] is a cell of island B"),
    (MAP, LANE, lane("DE", (7, 4), (7, 4)), LANE, "it does not join D and E"),
    (MAP, LANE, lane("DE", (7, 3), (8, 3)), LANE, "from [7, 4] to [8, 4] or from [7, 5]"),
    (MAP, LANE, lane("CE", (7, 4), (8, 4)), LANE, "from [9, 3] to [9, 3] or from [10, 3]"),
    (
        MAP,
        LANE,
        lane("AE", (7, 4), (8, 4)),
        LANE,
        "it does not join A and E; these are joined by no straight run",
    ),
    (MAP, LANE, lane("DE", (7, 7), (8, 7)), f"{LANE}/from/1", "from 0 to 6"),
    (MAP, LANE, lane("DE", (7, 4), (12, 4)), f"{LANE}/to/0", "from 0 to 11"),
    (MAP, LANE, lane("CE", (9, 3), (9, 3)), LANE, "the same lane as /boards/0/lanes/0"),
    (MAP, LANE, lane("EC", (10, 3), (10, 3)), LANE, "the same lane as /boards/0/lanes/1"),
    # Rewards.
    (MAP, REWARD, water(2, 2), f"{REWARD}/at", "[2, 2] is a cell of island A"),
    (MAP, REWARD, water(3, 0), f"{REWARD}/at", "on [3, 0] lies a reward already"),
    (MAP, REWARD, water(12, 0), f"{REWARD}/at/0", "from 0 to 11"),
    *(
        (MAP, f"{REWARD}/reward", text, f"{REWARD}/reward", "a digit from 1 to 9")
        for text in ("coins-0", "coins-10", "coin-1", "coins 1", "coins-1 ", "coins-\u0661", "")
    ),
    (MAP, f"{REWARD}/reward", 1, f"{REWARD}/reward", "a string is wanted"),
    # Sizes and figures that depend on each other.
    (BOX, "/sizes/large/floors", 6, "/sizes/large/floors", "from 1 to 5"),
    (BOX, "/figures/height", 4, "/sizes/large/floors", "from 1 to 4"),
    (BOX, "/figures/workers", 3, "/figures/workers", "fewer than the 4"),
    (BOX, "/figures/settlers", 7, "/figures/workers", "fewer than the 14"),
    # Cards and tiles.
    *(
        (BOX, "/tiles/4", text, "/tiles/4", "(SIZE small, medium, large; POINTS 0 to 99)")
        for text in (
            *("large 06 coins-3", "large 100 coins-3", "large 6  coins-3", " large 6 coins-3"),
            *("large 6", "start 1 coins-1", "huge 6 coins-3", "Start", "", "large -1 coins-3"),
            *("large 6 coins-3\n", "large \u0666 coins-3"),
        )
    ),
    (BOX, "/tiles/4", "large 6 coins-0", "/tiles/4", "a digit from 1 to 9"),
    (BOX, "/tiles/4", None, "/tiles/4", "a string is wanted"),
    *(
        (BOX, "/private/1", text, "/private/1", "NEEDS 1 to 99, POINTS 0 to 99)")
        for text in (
            *(
                "hubs 0 4",
                "hubs 100 4",
                "hubs 3 100",
                "hubs 03 4",
                "hubs 3 04",
                "hubs 3",
                "hub 3 4",
            ),
            *("hubs  3 4", "hubs 3 4 ", "chain 3 4", "hubs 3 -1", "hubs +3 4", "", "hubs 3.0 4"),
        )
    ),
    (BOX, "/private/1", ["hubs", 3, 4], "/private/1", "a string is wanted"),
    (BOX, "/public/empire", [[3, 3], [3, 5]], "/public/empire/1/0", "more than 3 is wanted"),
    (BOX, "/public/empire", [[3, 3], [4, 3]], "/public/empire/1/1", "more than 3 is wanted"),
    (BOX, "/public/empire", [[4, 3], [3, 5]], "/public/empire/1/0", "more than 4 is wanted"),
    (BOX, "/chain", [[4, 4], [4, 7]], "/chain/1/0", "more than 4 is wanted"),
    (BOX, "/chain", [[6, 4], [4, 7]], "/chain/1/0", "more than 6 is wanted"),
    (BOX, "/chain/0/0", 1, "/chain/0/0", "from 2 to 99"),
    # Powers.
    *(
        (BOX, "/powers/0/name", name, "/powers/0/name", f"are wanted, not {name!r}")
        for name in ("", "A", "a b", "a--b", "-a", "a-", "a1", "a" * 21, "ä", "a\n")
    ),
    (BOX, "/powers/0/name", 1, "/powers/0/name", "a string is wanted"),
    (BOX, "/powers/0/name", "wanderer", "/powers/1/name", "a power wanderer already"),
    *(
        (BOX, f"/powers/0/changes/{name}", 0, "/powers/0/changes", f"no key '{name}' here")
        for name in ("settlers", "hand", "height", "longest", "bank", "rounds", "x")
    ),
    (BOX, "/powers/0/changes", [], "/powers/0/changes", "an object is wanted"),
    *(
        (BOX, "/powers/0/changes/bridges", change, "/powers/0/changes/bridges", "from -9 to 9")
        for change in (-10, 10, True, "1", 1.0)
    ),
    *(
        (BOX, f"/powers/0/changes/{name}", change, f"/powers/0/changes/{name}", words)
        for name, change, words in (
            ("coins", -6, "coins would be -1 with it, and 0 to 99 are possible"),
            ("moves", 7, "moves would be 10 with it, and 0 to 9 are possible"),
            ("toll", -2, "toll would be -1"),
            ("workers", -9, "3 workers are fewer than the 4"),
        )
    ),
    (BOX, "/figures/floors", 9, "/powers/2/changes/floors", "floors would be 0"),
]
"""The clause, a path in the box, a value there, the path of the refusal, and words of it."""


@pytest.mark.parametrize(("clause", "path", "value", "place", "words"), REFUSED, ids=str)
def test_what_does_not_fit_is_refused(
    clause: Clause, path: str, value: object, place: str, words: str
) -> None:
    box = changed(SMALL, "/powers/-", power("mason", floors=-9))
    error = refusal(changed(box, path, value))
    assert error.clause is clause
    assert error.problem.startswith(f"{place}: ")
    assert words in error.problem


def test_there_may_be_as_many_islands_as_letters() -> None:
    """Twenty-six of them, in four rows."""
    places = [(x, y) for y in range(0, 16, 4) for x in range(0, 28, 4)]
    islands = [island(name, *place) for name, place in zip(LETTERS, places, strict=False)]
    islands[:2] = [changed(it, "/start", value=True) for it in islands[:2]]
    side = changed(value_at(SMALL, "/boards/0"), "/islands", islands)
    for path, value in (
        *(("/width", 28), ("/height", 16), ("/lanes", []), ("/water", [])),
        ("/take", {"start": 2, "small": 24, "medium": 0, "large": 0}),
    ):
        side = changed(side, path, value)
    tiles = ["start", "start", *["small 1 coins-1"] * 24]
    box = read_box(changed(changed(SMALL, "/tiles", tiles), "/boards", [side]))
    assert "".join(it.name for it in box.boards[0].islands) == LETTERS


def test_corners_of_islands_may_touch() -> None:
    """Their sides may not, and neither may they overlap."""
    places = {"A": [0, 0], "B": [3, 3], "C": [6, 0], "D": [0, 6], "E": [6, 6]}
    islands = [{"name": it, "at": places[it], "start": it in "AE"} for it in places]
    box = changed(changed(SMALL, "/boards/0/islands", islands), "/boards/0/lanes", [])
    box = changed(changed(box, "/boards/0/height", 9), "/boards/0/water", [])
    read_box(box)
    for x, y in ((3, 2), (2, 3), (3, 4), (4, 3), (2, 2), (4, 4)):
        assert "touches" in refusal(changed(box, "/boards/0/islands/1/at", [x, y])).problem


def test_what_is_no_plain_data_is_refused_as_a_whole() -> None:
    error = refusal({"boards": {1}})
    assert (error.clause, error.problem) == (
        BOX,
        "an object with plain data is wanted, not {'boards': {1}}",
    )


# What is read.


def test_the_shipped_boxes_are_read() -> None:
    """Each in its file: one with a map of six islands, and the full one."""
    assert "".join(it.name for it in small_box().boards[0].islands) == "ABCDEF"
    assert "".join(it.name for it in default_box().boards[-1].islands) == "ABCDEFGHIJKLMNOPQR"


def test_the_small_box_is_read() -> None:
    """Lists whose order means nothing are sorted."""
    box = read_box(SMALL)
    assert box.sizes == (Size(4, 1), Size(5, 3), Size(6, 5))
    assert [*map(str, box.tiles)] == [
        *("large 6 coins-3", "medium 3 workers-2", "small 1 coins-1", "start", "start"),
    ]
    assert box.tiles[0] == Tile("large", 6, Reward(coins=3))
    assert [*map(str, box.private)] == ["bridges 4 4", "floors 4 4", "hubs 3 4", "ready 6 4"]
    assert box.private[2] == Goal("hubs", needs=3, points=4)
    assert box.stack("empire") == (Goal("empire", 3, 3), Goal("empire", 4, 5))
    assert box.stack("ready") == (Goal("ready", 6, 3),)
    assert (box.chain, box.sorin, box.fish) == (((4, 4), (6, 7)), (6, 8, 10, 12, 15), (3, 5))
    assert box.figures == Figures()
    assert box.size("large") == Size(capacity=6, floors=5)
    assert [it.name for it in box.powers] == ["banker", "wanderer"]
    assert box.power("wanderer") == Power("wanderer", (("moves", 1), ("toll", 0)))
    assert box.power("owl") is None
    assert box.board(4) is box.boards[0]
    assert box.board(5) is None


def test_a_power_changes_figures_of_its_owner() -> None:
    wanderer = read_box(SMALL).power("wanderer")
    assert wanderer is not None
    assert wanderer.change(Figures()) == Figures(moves=4)
    assert wanderer.change(Figures(moves=0, coins=99)) == Figures(moves=1, coins=99)


def test_every_order_of_lists_is_the_same_box() -> None:
    """Where the order means nothing."""
    box = SMALL
    for path in (
        *("/tiles", "/private", "/powers", "/boards/0/islands", "/boards/0/lanes"),
        "/boards/0/water",
    ):
        box = changed(box, path, array_of(value_at(SMALL, path))[::-1])
    assert box != SMALL
    assert read_box(box) == read_box(SMALL)
    assert read_box(box) is read_box(changed(box, "/tiles", value_at(SMALL, "/tiles")))
    cards = read_box(changed(SMALL, "/private", ["hubs 9 4", "hubs 10 4"])).private
    assert [*map(str, cards)] == ["hubs 10 4", "hubs 9 4"]  # by their texts
    two = [board(5, 6), value_at(SMALL, "/boards/0")]
    assert read_box(changed(SMALL, "/boards", two)) == read_box(
        changed(SMALL, "/boards", two[::-1])
    )


def test_a_box_is_read_again_from_its_json() -> None:
    for box in (read_box(SMALL), default_box()):
        assert read_box(box.to_json()) is box
        assert read_box(box) is box
    assert read_box(None) is default_box()


def test_another_box_is_not_equal() -> None:
    assert read_box(changed(SMALL, "/figures/bank", 51)) != read_box(SMALL)
    assert read_box(changed(SMALL, "/boards/0/width", 13)) != read_box(SMALL)
