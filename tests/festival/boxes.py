"""Random options of Firefly Festival: boards, boxes, seats, and figures at their limits."""

from random import Random
from typing import Final, TypeAlias

from tests.spoiling import Json, Spoiler

Cell: TypeAlias = tuple[int, int]

KINDS: Final = ("empire", "architect", "hubs", "merchant", "tower", "diversity", "ready")
SIZES: Final = ("small", "medium", "large")
REWARDS: Final = ("coins", "workers", "goals", "points")
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

FIGURES: Final[dict[str, tuple[int, ...]]] = {
    "bridges": (20, 0, 3, 6, 40),
    "floors": (12, 1, 2, 3, 5),
    "workers": (12, 4, 5, 6, 8, 20),
    "coins": (5, 0, 1, 10, 30),
    "settlers": (2, 0, 1, 3),
    "hand": (2, 0, 1, 3),
    "moves": (3, 0, 1, 2, 9),
    "segment": (1, 0, 2),
    "toll": (1, 0, 2, 3),
    "height": (5, 1, 2, 9),
    "firefly": (2, 0, 9),
    "crow_points": (4, 0, 1, 20),
    "crow_coins": (3, 0, 9),
    "crow_workers": (2, 0, 1, 5),
    "crow_income": (2, 0, 1, 5),
    "crow_loss": (10, 0, 99),
    "longest": (15, 0, 99),
    "bank": (50, 0, 999),
    "rounds": (5, 1, 2, 99),
}
"""The usual value of each figure, and others at the edges."""

CHANGEABLE: Final = tuple(
    name
    for name in FIGURES
    if name not in ("settlers", "hand", "height", "longest", "bank", "rounds")
)


def straight_lanes(corners: dict[str, Cell], width: int, height: int) -> list[Json]:
    """Return every straight run of water between facing cells of two islands."""
    land = {
        (x + dx, y + dy): name
        for name, (x, y) in corners.items()
        for dx in range(3)
        for dy in range(3)
    }
    lanes: list[Json] = []
    for (x, y), name in sorted(land.items()):
        for dx, dy in ((1, 0), (0, 1)):
            length = 1
            while (x + dx * length, y + dy * length) not in land:
                if x + dx * length >= width or y + dy * length >= height:
                    break
                length += 1
            other = land.get((x + dx * length, y + dy * length), name)
            if length > 1 and other != name:
                last = length - 1
                lanes.append(
                    {
                        "between": name + other,
                        "from": [x + dx, y + dy],
                        "to": [x + dx * last, y + dy * last],
                    }
                )
    return lanes


def cells_of(lane: Json) -> list[Cell]:
    """Return the cells of a lane as a box gives it."""
    assert isinstance(lane, dict)
    (x, y), (u, v) = [_cell(lane[key]) for key in ("from", "to")]
    return [
        (i, j) for i in range(min(x, u), max(x, u) + 1) for j in range(min(y, v), max(y, v) + 1)
    ]


def _cell(pair: Json) -> Cell:
    assert isinstance(pair, list)
    x, y = pair
    assert isinstance(x, int)
    assert isinstance(y, int)
    return x, y


def _reward(chooser: Random, kinds: tuple[str, ...] = REWARDS) -> str:
    kind = chooser.choice(kinds)
    return f"{kind}-{chooser.choice((1, 1, 2, 2, 3, 9))}"


def random_board(chooser: Random, low: int, high: int, islands: int) -> dict[str, Json]:
    """Return a board for low..high players.

    Each island lies in one slot of a grid, a little shifted; some slots stay empty.
    """
    pitch = chooser.choice((4, 4, 5, 6))
    columns = min(chooser.randint(1, islands), 40 // pitch)
    rows = -(-islands // columns) + chooser.choice((0, 0, 1))
    if rows * pitch > 40:
        columns, rows = 5, 6
    pitch = min(pitch, 40 // max(rows, columns))
    slots = [(column * pitch, row * pitch) for column in range(columns) for row in range(rows)]
    places = chooser.sample(slots, islands)
    corners: dict[str, Cell] = {}
    for name, (x, y) in zip(chooser.sample(LETTERS, islands), places, strict=True):
        corners[name] = (x + chooser.randint(0, pitch - 4), y + chooser.randint(0, pitch - 4))
    width = max(3, *[x + 3 for x, _ in corners.values()])
    height = max(3, *[y + 3 for _, y in corners.values()])
    keep = chooser.choice((1.0, 1.0, 0.8))
    lanes = [lane for lane in straight_lanes(corners, width, height) if chooser.random() < keep]
    for lane in lanes:  # a box may give the ends of a lane in either order
        assert isinstance(lane, dict)
        if chooser.random() < 0.3:
            lane["from"], lane["to"] = lane["to"], lane["from"]
        if chooser.random() < 0.3:
            lane["between"] = str(lane["between"])[::-1]
    chooser.shuffle(lanes)
    starts = chooser.sample(sorted(corners), 2)
    sizes = [chooser.choice(SIZES) for _ in range(islands - 2)]
    land = {(x + i, y + j) for x, y in corners.values() for i in range(3) for j in range(3)}
    free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in land]
    likely = sorted({cell for lane in lanes for cell in cells_of(lane)})
    wet = chooser.choice((0.0, 0.2, 0.5, 0.9))
    rewarded = {cell for cell in likely if chooser.random() < wet}
    rewarded.update(chooser.sample(free, min(len(free), 2)))
    kinds = chooser.choice((REWARDS, ("workers", "goals")))
    return {
        "players": [low, high],
        "width": width,
        "height": height,
        "take": {"start": 2, **{size: sizes.count(size) for size in SIZES}},
        "islands": [
            {"name": name, "at": [x, y], "start": name in starts}
            for name, (x, y) in corners.items()
        ],
        "lanes": lanes,
        "water": [{"at": [x, y], "reward": _reward(chooser, kinds)} for x, y in sorted(rewarded)],
    }


def random_figures(chooser: Random) -> dict[str, int]:
    """Return figures of which most, some or few are the usual ones."""
    usual = chooser.choice((0.9, 0.7, 0.4))
    figures = {
        name: values[0] if chooser.random() < usual else chooser.choice(values)
        for name, values in FIGURES.items()
    }
    figures["workers"] = max(figures["workers"], 2 * figures["settlers"])
    return figures


def random_powers(chooser: Random, figures: dict[str, int], number: int) -> list[Json]:
    """Return so many power cards that may change these figures."""
    powers: list[Json] = []
    for index in range(number):
        changes: dict[str, Json] = {}
        for name in chooser.sample(CHANGEABLE, chooser.choice((0, 1, 1, 1, 2, 3))):
            least = {"floors": 1, "workers": 2 * figures["settlers"]}.get(name, 0)
            most = 99 if max(FIGURES[name]) > 9 else 9
            change = chooser.choice((-9, -2, -1, 0, 1, 2, 9))
            changes[name] = min(max(figures[name] + change, least), most) - figures[name]
        powers.append({"name": "-".join(("power", LETTERS[index].lower())), "changes": changes})
    return powers


def _rising(chooser: Random, rows: int, least: int, step: int) -> list[Json]:
    """Return rows of two numbers, both rising strictly."""
    needs, points, found = least, chooser.randint(0, 4), list[Json]()
    for _ in range(rows):
        found.append([needs, points])
        needs += chooser.randint(1, step)
        points += chooser.randint(1, 4)
    return found


def _stack(chooser: Random, kind: str) -> list[Json]:
    cards = chooser.choice((1, 1, 2, 3, 6))
    if kind == "merchant":
        return _rising(chooser, cards, chooser.randint(1, 9), 3)
    return _rising(chooser, cards, chooser.randint(1, 3), chooser.choice((1, 2)))


def _card(chooser: Random) -> str:
    kind = chooser.choice((*KINDS, "bridges", "floors"))
    needs = chooser.randint(1, 4) + (4 if kind in ("merchant", "ready") else 0)
    return f"{kind} {needs} {chooser.choice((0, 3, 5, 99))}"


def random_box(chooser: Random, players: int, islands: int) -> dict[str, Json]:
    """Return a box with a board for so many players, and cards enough for them."""
    figures = random_figures(chooser)
    boards: list[Json] = []
    if players > 2 and chooser.random() < 0.3:
        boards.append(random_board(chooser, 2, players - 1, 3))
    boards.append(random_board(chooser, players, chooser.randint(players, 6), islands))
    sizes: dict[str, Json] = {}
    room = chooser.choice((None, 1, 2))
    for size, capacity, floors in zip(SIZES, (4, 5, 6), (1, 3, 5), strict=True):
        low = chooser.random() < 0.5
        sizes[size] = {
            "capacity": room or capacity,
            "floors": chooser.randint(1, 2) if low and figures["height"] > 1 else 1,
        }
        if not low and floors <= figures["height"]:
            sizes[size] = {"capacity": room or capacity, "floors": floors}
    tiles: list[Json] = ["start"] * chooser.choice((2, 2, 3))
    for size in SIZES:
        most = max(_taken(board, size) for board in boards)
        kinds = [
            f"{size} {chooser.choice((0, 1, 2, 3, 6))} {_reward(chooser)}"
            for _ in range(chooser.choice((1, 2, 5)))
        ]
        extra = chooser.choice((0, 0, 1, 3))
        tiles += [chooser.choice(kinds) for _ in range(most + extra)]
    chooser.shuffle(tiles)
    private: list[Json] = [_card(chooser) for _ in range(players * figures["hand"])]
    private += [_card(chooser) for _ in range(chooser.choice((0, 1, 3, 10)))]
    powers = random_powers(chooser, figures, 2 * players + chooser.choice((0, 0, 3)))
    return {
        "boards": boards,
        "sizes": sizes,
        "tiles": tiles,
        "public": {kind: _stack(chooser, kind) for kind in KINDS},
        "private": private[:60],
        "chain": _rising(chooser, chooser.choice((0, 1, 3, 6)), chooser.randint(2, 4), 2),
        "sorin": [chooser.choice((1, 1, 2, 3, 10)) for _ in range(5)],
        "fish": [chooser.choice((0, 1, 3, 5)) for _ in range(chooser.choice((0, 1, 3, 3)))],
        "figures": {**figures},
        "powers": powers,
    }


def random_hasty_box(chooser: Random, players: int) -> dict[str, Json]:
    """Return a box with which the game is over soon, perhaps for several reasons at once."""
    figures = {name: values[0] for name, values in FIGURES.items()}
    figures |= {"floors": chooser.choice((1, 2, 3, 12)), "coins": chooser.randint(5, 30)}
    return {
        **random_box(chooser, players, chooser.randint(4, 8)),
        "sizes": {size: {"capacity": 6, "floors": 1} for size in SIZES},
        "public": {kind: [[1, chooser.randint(0, 9)]] for kind in KINDS},
        "private": [_card(chooser) for _ in range(2 * players)],
        "sorin": [chooser.randint(1, 2) for _ in range(5)],
        "fish": [0, 0, 0],
        "figures": {**figures},
        "powers": random_powers(chooser, figures, 2 * players),
    }


def _taken(board: Json, size: str) -> int:
    assert isinstance(board, dict)
    take = board["take"]
    assert isinstance(take, dict)
    number = take[size]
    assert isinstance(number, int)
    return number


def random_options(chooser: Random) -> dict[str, Json]:
    """Return options that the rules allow."""
    players = chooser.choice((2, 2, 2, 3, 3, 4, 5, 6))
    if chooser.random() < 0.2:
        box = random_hasty_box(chooser, players)
    else:
        islands = 26 if chooser.random() < 0.02 else chooser.choice((3, 3, 4, 4, 5, 6, 8, 12))
        box = random_box(chooser, players, islands)
    turns = chooser.choice(("off", "off", "off", chooser.choice((1, 2, 7, 20, 50))))
    figures = box["figures"]
    assert isinstance(figures, dict)
    if turns != "off" and chooser.random() < 0.4:
        figures["rounds"] = "off"
    return {
        "players": players,
        "starting_player": chooser.choice(("chance", chooser.randrange(players))),
        "setup": chooser.choice(("first", "first", "variable")),
        "goals": "chance" if chooser.random() < 0.25 else [*chooser.sample(KINDS, 4)],
        "powers": chooser.random() < 0.5,
        "turns": turns,
        "box": box,
    }


SPOILER: Final = Spoiler(
    numbers=(
        *(-10, -9, -1, 0, 1, 2, 3, 4, 6, 7, 9, 10, 18, 24, 25),
        *(39, 40, 41, 98, 99, 100, 999, 1000),
    ),
    words=("", "a", "A", "Z", "AB", "coins-1", "coins-10", "start", "chance", "variable", "off"),
    letters=LETTERS,
    keys=(*FIGURES, "extra"),
    favored={
        "box": 30,
        "boards": 12,
        "powers": 4,
        "figures": 4,
        "islands": 6,
        "at": 3,
        "take": 4,
        "lanes": 3,
        "changes": 3,
        "settlers": 9,
        "rounds": 3,
        "turns": 3,
        "workers": 9,
    },
)
"""The values with which options are spoiled."""
