"""What one may play Firefly Festival with: the checks of options and boxes, stated a second time.

A part of the oracle in ``festival.py``. Everything is checked one thing after the other; the first
thing that is wrong raises OptionsRefused. What passes is laid out in plain lists and dicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.oracle.answering import OptionsRefused, keyed, listed, true_or_false, whole, written

SIZES = ["small", "medium", "large"]
KINDS = ["empire", "architect", "hubs", "merchant", "tower", "diversity", "ready"]
OPTION_KEYS = ["players", "starting_player", "setup", "goals", "powers", "turns", "box"]
BOX_KEYS = [
    *("boards", "sizes", "tiles", "public", "private"),
    *("chain", "sorin", "fish", "figures", "powers"),
]
BOARD_KEYS = ["players", "width", "height", "take", "islands", "lanes", "water"]

MOST = {
    "bridges": 99,
    "floors": 99,
    "workers": 99,
    "coins": 99,
    "settlers": 9,
    "hand": 9,
    "moves": 9,
    "segment": 9,
    "toll": 9,
    "height": 9,
    "firefly": 9,
    "crow_points": 99,
    "crow_coins": 9,
    "crow_workers": 9,
    "crow_income": 9,
    "crow_loss": 99,
    "longest": 99,
    "bank": 999,
    "rounds": 99,
}
LEAST_ONE = ["floors", "height", "rounds"]
FIXED = ["settlers", "hand", "height", "longest", "bank", "rounds"]

NUMBER = "(?:0|[1-9][0-9]?)"
FROM_ONE = "[1-9][0-9]?"
REWARD = "(?:coins|workers|goals|points)-[1-9]"
TILE = f"(?:start|(?:small|medium|large) {NUMBER} {REWARD})"
KIND = "(?:" + "|".join(KINDS) + ")"
CARD = f"(?:{KIND}|(?:bridges|floors)) {FROM_ONE} {NUMBER}"
NAME = "[a-z]+(?:-[a-z]+)*"

Cell = tuple[int, int]


@dataclass
class Lane:
    """A place for a bridge: its two islands by letter, and its cells."""

    name: str
    ends: tuple[str, str]
    cells: list[Cell]


@dataclass
class Board:
    """One side of the board."""

    low: int
    high: int
    take: dict[str, int]
    islands: list[str]
    starts: list[str]
    lanes: dict[str, Lane]
    water: dict[Cell, str]


@dataclass
class Options:
    """All that is settled before the first tile is laid."""

    players: int
    starting_player: int | None
    variable: bool
    goals: list[str] | None
    with_powers: bool
    turns: int | None
    board: Board
    capacity: dict[str, int]
    floors: dict[str, int]
    tiles: list[str]
    public: dict[str, list[tuple[int, int]]]
    private: list[str]
    chain: list[tuple[int, int]]
    sorin: int
    fish: list[int]
    figures: dict[str, int]
    rounds: int | None
    powers: dict[str, dict[str, int]]


def read_options(options: object) -> Options:
    """Give the options laid out, or raise OptionsRefused."""
    if not isinstance(options, Mapping) or sorted(options) != sorted(OPTION_KEYS):
        raise OptionsRefused("the keys of the options")

    players = options["players"]
    if type(players) is not int or players < 2 or players > 6:
        raise OptionsRefused("the number of players")

    starting_player: int | None = None
    if options["starting_player"] != "chance":
        seat = options["starting_player"]
        if type(seat) is not int or seat < 0 or seat >= players:
            raise OptionsRefused("no such seat")
        starting_player = seat

    if options["setup"] != "first" and options["setup"] != "variable":
        raise OptionsRefused("the setup")

    goals = read_goals(options["goals"])

    if options["powers"] is not True and options["powers"] is not False:
        raise OptionsRefused("with powers or not")

    turns: int | None = None
    if options["turns"] != "off":
        turns = whole(options["turns"], 1, 1000)

    box = keyed(options["box"], BOX_KEYS)
    figures = read_figures(box["figures"])
    rounds = read_rounds(box["figures"])
    if rounds is None and turns is None:
        raise OptionsRefused("a game without an end")
    powers = read_powers(box["powers"], figures)
    tiles = [written(tile, TILE) for tile in listed(box["tiles"], 0, 60)]
    boards = [read_board(board, tiles) for board in listed(box["boards"], 1, 5)]
    for number in range(2, 7):
        fitting = [board for board in boards if board.low <= number <= board.high]
        if len(fitting) > 1:
            raise OptionsRefused("two boards for one number of players")
    sizes = keyed(box["sizes"], SIZES)
    capacity: dict[str, int] = {}
    floors: dict[str, int] = {}
    for size in SIZES:
        about = keyed(sizes[size], ["capacity", "floors"])
        capacity[size] = whole(about["capacity"], 1, 99)
        floors[size] = whole(about["floors"], 1, figures["height"])
    private = [written(card, CARD) for card in listed(box["private"], 0, 60)]
    sorin = [whole(tokens, 1, 99) for tokens in listed(box["sorin"], 5, 5)]
    stacks = keyed(box["public"], KINDS)

    # What has to fit this number of players.
    ours = [board for board in boards if board.low <= players <= board.high]
    if ours == []:
        raise OptionsRefused("no board for so many players")
    if len(private) < players * figures["hand"]:
        raise OptionsRefused("too few private goals to deal")
    if options["powers"] and len(powers) < 2 * players:
        raise OptionsRefused("too few powers to deal")

    return Options(
        players=players,
        starting_player=starting_player,
        variable=options["setup"] == "variable",
        goals=goals,
        with_powers=options["powers"],
        turns=turns,
        board=ours[0],
        capacity=capacity,
        floors=floors,
        tiles=sorted(tiles),
        public={kind: read_stack(stacks[kind]) for kind in KINDS},
        private=sorted(private),
        chain=read_rows(listed(box["chain"], 0, 10), 2),
        sorin=sorin[players - 2],
        fish=[whole(price, 0, 99) for price in listed(box["fish"], 0, 9)],
        figures=figures,
        rounds=rounds,
        powers=powers,
    )


def read_goals(goals: object) -> list[str] | None:
    """Check the four kinds of goals; give None when chance draws them."""
    if goals == "chance":
        return None
    if not isinstance(goals, list) or len(goals) != 4:
        raise OptionsRefused("not four goals")
    for goal in goals:
        if not isinstance(goal, str) or goal not in KINDS or goals.count(goal) != 1:
            raise OptionsRefused("not four different goals")
    return [kind for kind in KINDS if kind in goals]


def read_figures(thing: object) -> dict[str, int]:
    """Check the figures, but for the rounds."""
    given = keyed(thing, list(MOST))
    figures: dict[str, int] = {}
    for name, most in MOST.items():
        if name != "rounds":
            figures[name] = whole(given[name], least_of(name), most)
    if figures["workers"] < 2 * figures["settlers"]:
        raise OptionsRefused("fewer workers than settlers")
    return figures


def read_rounds(thing: object) -> int | None:
    """Give the rounds of standstill, None when they are off."""
    rounds = keyed(thing, list(MOST))["rounds"]
    if rounds == "off":
        return None
    return whole(rounds, least_of("rounds"), MOST["rounds"])


def least_of(name: str) -> int:
    """Give the least that a figure may be."""
    if name in LEAST_ONE:
        return 1
    return 0


def read_powers(thing: object, figures: dict[str, int]) -> dict[str, dict[str, int]]:
    """Check the power cards: whoever has one still has figures that are in range."""
    powers: dict[str, dict[str, int]] = {}
    for card in listed(thing, 0, 60):
        about = keyed(card, ["name", "changes"])
        name = written(about["name"], NAME)
        if len(name) > 20 or name in powers:
            raise OptionsRefused("a power's name is too long, or another's")
        if not isinstance(about["changes"], Mapping):
            raise OptionsRefused("changes are no object")
        changes: dict[str, int] = {}
        for figure, change in about["changes"].items():
            if figure not in MOST or figure in FIXED:
                raise OptionsRefused("a figure that no power changes")
            changes[figure] = whole(change, -9, 9)
            changed = figures[figure] + changes[figure]
            whole(changed, least_of(figure), MOST[figure])
            if figure == "workers" and changed < 2 * figures["settlers"]:
                raise OptionsRefused("a power leaves fewer workers than settlers")
        powers[name] = changes
    return powers


def read_rows(thing: list[object], least: int) -> list[tuple[int, int]]:
    """Check rows of a number (from least to 99, rising strictly) and points (from 0 to 99)."""
    rows: list[tuple[int, int]] = []
    for row in thing:
        pair = listed(row, 2, 2)
        number = whole(pair[0], least, 99)
        if rows != [] and number <= rows[-1][0]:
            raise OptionsRefused("numbers do not rise")
        rows.append((number, whole(pair[1], 0, 99)))
    return rows


def read_stack(thing: object) -> list[tuple[int, int]]:
    """Check a stack of public goals, whose points rise strictly, too."""
    cards = read_rows(listed(thing, 1, 6), 1)
    for place in range(1, len(cards)):
        if cards[place][1] <= cards[place - 1][1]:
            raise OptionsRefused("points do not rise")
    return cards


def read_cell(thing: object) -> Cell:
    """Check that something can be a cell of some board."""
    pair = listed(thing, 2, 2)
    return (whole(pair[0], 0, 39), whole(pair[1], 0, 39))


def square(corner: Cell) -> list[Cell]:
    """List the cells of an island."""
    cells: list[Cell] = []
    for across in range(3):
        for down in range(3):
            cells.append((corner[0] + across, corner[1] + down))
    return cells


def read_board(thing: object, tiles: list[str]) -> Board:
    """Check one board, whether it is used or not."""
    board = keyed(thing, BOARD_KEYS)
    seats = listed(board["players"], 2, 2)
    low = whole(seats[0], 2, 6)
    high = whole(seats[1], low, 6)
    width = whole(board["width"], 3, 40)
    height = whole(board["height"], 3, 40)

    taken = keyed(board["take"], ["start", *SIZES])
    take = {"start": whole(taken["start"], 2, 2)}
    for size in SIZES:
        take[size] = whole(taken[size], 0, 24)
    if take["small"] + take["medium"] + take["large"] == 0:
        raise OptionsRefused("no tiles but the start tiles")
    for size, number in take.items():
        there = [tile for tile in tiles if tile.split(" ")[0] == size]
        if len(there) < number:
            raise OptionsRefused("fewer tiles than lie on the board")

    # Which island a cell belongs to; all the others are water.
    land: dict[Cell, str] = {}
    starts: list[str] = []
    islands: list[str] = []
    for island in listed(board["islands"], 0, 26):
        about = keyed(island, ["name", "at", "start"])
        name = written(about["name"], "[A-Z]")
        if name in islands:
            raise OptionsRefused("two islands of one name")
        cells = square(read_cell(about["at"]))
        for x, y in cells:
            if x >= width or y >= height:
                raise OptionsRefused("an island is not on the board")
            for near in [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]:
                if near in land and land[near] != name:
                    raise OptionsRefused("two islands meet")
            land[x, y] = name
        islands.append(name)
        if true_or_false(about["start"]):
            starts.append(name)
    if len(starts) != 2:
        raise OptionsRefused("not two start islands")
    if len(islands) != sum(take.values()):
        raise OptionsRefused("not as many islands as tiles")

    lanes: list[tuple[str, list[Cell]]] = []
    for lane in listed(board["lanes"], 0, 10**6):
        pair, cells = read_lane(lane, width, height, land)
        if (pair, cells) in lanes:
            raise OptionsRefused("a lane stands twice")
        lanes.append((pair, cells))

    water: dict[Cell, str] = {}
    for spot in listed(board["water"], 0, 10**6):
        about = keyed(spot, ["at", "reward"])
        x, y = read_cell(about["at"])
        if x >= width or y >= height or (x, y) in land or (x, y) in water:
            raise OptionsRefused("a reward is not on water of its own")
        water[x, y] = written(about["reward"], REWARD)

    return Board(low, high, take, sorted(islands), sorted(starts), named_lanes(lanes), water)


def read_lane(
    thing: object, width: int, height: int, land: dict[Cell, str]
) -> tuple[str, list[Cell]]:
    """Check one lane; give its two letters in order, and its cells from the left or the top."""
    about = keyed(thing, ["between", "from", "to"])
    between = written(about["between"], "[A-Z][A-Z]")
    pair = "".join(sorted(between))
    first, last = sorted([read_cell(about["from"]), read_cell(about["to"])])
    if last[0] >= width or last[1] >= height or first[1] >= height:
        raise OptionsRefused("a lane leaves the board")
    if first[0] != last[0] and first[1] != last[1]:
        raise OptionsRefused("a lane is not straight")
    cells: list[Cell] = []
    for x in range(first[0], last[0] + 1):
        for y in range(first[1], last[1] + 1):
            if (x, y) in land:
                raise OptionsRefused("a lane goes over land")
            cells.append((x, y))
    # The cells beyond its two ends: to the left and the right, or above and below.
    beside = [land.get((first[0] - 1, first[1])), land.get((last[0] + 1, last[1]))]
    upright = [land.get((first[0], first[1] - 1)), land.get((last[0], last[1] + 1))]
    fits = False
    if first[1] == last[1] and sorted([str(beside[0]), str(beside[1])]) == list(pair):
        fits = True
    if first[0] == last[0] and sorted([str(upright[0]), str(upright[1])]) == list(pair):
        fits = True
    if not fits or pair[0] == pair[1]:
        raise OptionsRefused("a lane is not between its islands")
    return pair, cells


def named_lanes(lanes: list[tuple[str, list[Cell]]]) -> dict[str, Lane]:
    """Name the lanes of each pair of islands from the left or the top."""
    named: dict[str, Lane] = {}
    for pair, cells in sorted(lanes):
        digit = 1  # at most 3: the side of an island has three cells
        while pair + str(digit) in named:
            digit += 1
        name = pair + str(digit)
        named[name] = Lane(name, (pair[0], pair[1]), cells)
    return named
