"""The default box, and box files that players write."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Final

from fireflies._data import dumps, is_array, is_object, loads, mapping, read_json
from fireflies._typing import cached, override
from fireflies.certainty import check_certainty, contents
from fireflies.festival.box.board import Board, Cell
from fireflies.festival.box.components import EDITION, SEATS, SIZES, TILE_SIZES
from fireflies.festival.box.contents import Box
from fireflies.festival.box.reading import read_json as read_box_json
from fireflies.festival.clauses import Clause
from fireflies.games import OptionFile
from fireflies.options import BoxReader

_ABOUT: Final = [
    "Your own box of Firefly Festival: change what differs from ours.",
    "Below stands the box that ships with fireflies; some of it is guessed.",
    "fireflies box festival FILE checks this file,",
    "fireflies play festival --box FILE plays with it.",
    "boards: 1 to 5 sides of the map, each for [low, high] players.",
    "A cell is [x, y], counted from 0 at the top left.",
    "take: how many tiles of each size lie on it. There are as many islands.",
    "islands: 'at' is the top left of 3 x 3 cells; 'start' is true for two.",
    "lanes: room for one bridge each. They may be left out, as here: then",
    "bridges fit into every straight run of water between two islands.",
    "Else list all, with their first and their last cell of water:",
    "{'between': 'AB', 'from': [3, 0], 'to': [4, 0]}.",
    "water: rewards on it: coins-, workers-, goals- or points- and a digit.",
    "sizes: room for so many workers (capacity), floors for a festival.",
    "tiles: start, or SIZE POINTS REWARD; also those that stay in the box.",
    "public: for each kind [needs, points] from the top card down.",
    "private: KIND NEEDS POINTS, as many texts as there are cards.",
    "chain: [islands, points]. sorin: for 2, 3, 4, 5, 6 players.",
    "fish: prices in order. figures: the other numbers of the rules; rounds",
    "may be 'off' in games that end after a number of turns (option turns).",
    "powers: what is added to figures of its owner.",
]
_ORIGIN: Final = {"game": "festival", "edition": EDITION}
"""The game and the edition that the file of a box may name."""
_LINE: Final = 78  # characters of a line in the template


@cached()
def default_box() -> Box:
    """Return the box that ships with fireflies; ``box.json`` says how certain each figure is."""
    return _shipped("box.json")


@cached()
def small_box() -> Box:
    """Return a box of six islands for pages, cases and short games; it is invented."""
    return _shipped("small.json")


def _shipped(name: str) -> Box:
    data = mapping(read_json("fireflies.festival", name), name)
    return read_box_json(data["box"])


def read_box(given: object) -> Box:
    """Return the box of plain data; for None the box that ships with fireflies.

    Raises:
        InvalidOptions: for the first thing that is wrong, with its path and what would fit.
    """
    if given is None:
        return default_box()
    return given if isinstance(given, Box) else _read_box(given)


def _clause(place: str) -> Clause:
    """Return the clause that an invalid value at this path violates."""
    match place.split("/"):
        case [_, "boards", _, "players", *_]:
            return Clause.SETUP_PLAYERS
        case [_, "boards", _, "take", *_]:
            return Clause.SETUP_TAKE
        case [_, "boards", _, "width" | "height" | "islands" | "lanes" | "water", *_]:
            return Clause.SETUP_MAP
        case _:
            return Clause.SETUP_BOX


_read_box: Final = BoxReader("box", read_box_json, default_box, _clause)


class BoxFile(OptionFile):
    """The file format for an owner's box: JSON, with or without how certain each figure is."""

    @override
    def template(self) -> str:
        """Return a file to edit: the default box, with what each part means."""
        box = default_box().to_json()
        boards = [
            {key: part for key, part in board.items() if key != "lanes"} for board in box["boards"]
        ]
        return "\n".join(_laid_out({"about": _ABOUT, "box": {**box, "boards": boards}})) + "\n"

    @override
    def read_file(self, content: bytes, /) -> object:
        """Return the box of a file as the wire has it.

        A byte order mark is accepted. A file is the box itself, or an object with the key ``box``.
        Beside this key there may be ``certainty``, the game and its edition, and ``about``,
        ``name`` and ``says``, which may say anything.

        Raises:
            InvalidData: for the first thing that is wrong, with the line or the path in the box.
        """
        data, certainty = contents(loads(content.removeprefix(b"\xef\xbb\xbf")), "box", _ORIGIN)
        box = read_box_json(data, without_lanes=True)
        if certainty is not None:
            lanes = [f"/boards/{index}/lanes" for index in range(len(box.boards))]
            check_certainty(certainty, data, *lanes)  # they may be left out
        return box.to_json()

    @override
    def describe(self, value: object, /) -> str:
        """Return the counts and the map of a box; for the default box, a sentence that says so.

        Raises:
            InvalidData: when the value is not a box.
        """
        yours, ours = read_box_json(value), default_box()
        if yours == ours:
            return "This is the box that ships with fireflies."
        return "\n".join((*_counts(yours), *_differences(yours, ours), *_maps(yours)))


def _laid_out(value: object, indent: str = "", key: str = "", end: str = "") -> Iterator[str]:
    """Yield the lines of plain data as JSON: short values stand in one line."""
    line = f"{indent}{key}{json.dumps(value)}{end}"
    if len(line) <= _LINE or not (is_object(value) or is_array(value)):
        yield line
        return
    if is_object(value):
        brackets, parts = "{}", [(f"{dumps(name)}: ", part) for name, part in value.items()]
    else:
        brackets, parts = "[]", [("", part) for part in value]
    yield f"{indent}{key}{brackets[0]}"
    for left, (name, part) in zip(range(len(parts) - 1, -1, -1), parts, strict=True):
        yield from _laid_out(part, f"{indent} ", name, "," if left else "")
    yield f"{indent}{brackets[1]}{end}"


def _counts(box: Box) -> Iterator[str]:
    """Yield sentences with the counts of a box: its boards, tiles and cards."""
    for board in box.boards:
        taken = ", ".join(f"{board.take.of(size)} {size}" for size in TILE_SIZES)
        yield (
            f"Board for {_players(board)}: {board.width} x {board.height} cells,"
            f" {len(board.islands)} islands ({taken}), {len(board.lanes)} lanes,"
            f" {len(board.water)} rewards."
        )
    sizes = Counter(tile.size for tile in box.tiles)
    yield f"Tiles: {', '.join(f'{sizes[size]} {size}' for size in TILE_SIZES)}."
    yield (
        f"Cards: {sum(map(len, box.public))} public goals, {len(box.private)} private ones,"
        f" {len(box.powers)} powers."
    )


def _players(board: Board) -> str:
    low, high = board.players[0], board.players[-1]
    return f"{low} players" if low == high else f"{low} to {high} players"


def _differences(yours: Box, ours: Box) -> Iterator[str]:
    """Yield the differences of two boxes, except of their boards, which are drawn."""
    one, other = Counter(_contents(yours)), Counter(_contents(ours))
    for owner, more in (("yours", one - other), ("ours", other - one)):
        listed = (name if count == 1 else f"{count} x {name}" for name, count in more.items())
        yield f"Only in {owner}: {', '.join(listed) or 'nothing'}."


def _contents(box: Box) -> Iterator[str]:
    """Yield everything in a box except the boards, in words."""
    yield from (f"tile {tile}" for tile in box.tiles)
    yield from (f"public {goal}" for stack in box.public for goal in stack)
    yield from (f"private {goal}" for goal in box.private)
    for name, size in zip(SIZES, box.sizes, strict=True):
        yield f"{name} capacity {size.capacity}"
        yield f"{name} floors {size.floors}"
    yield from (f"chain {islands} {points}" for islands, points in box.chain)
    for seats, count in zip(SEATS, box.sorin, strict=True):
        yield f"{count} sōrin for {seats} players"
    yield from (f"fish {number} price {price}" for number, price in enumerate(box.fish, 1))
    yield from (f"{name} {value}" for name, value in box.figures.to_json().items())
    for power in box.powers:
        yield " ".join(
            ("power", power.name, *(f"{name} {added:+}" for name, added in power.changes))
        )


def _maps(box: Box) -> Iterator[str]:
    """Yield the boards as text, one character for each cell."""
    for board in box.boards:
        starts = " and ".join(board.islands[index].name for index in board.starts)
        yield ""
        yield f"The board for {_players(board)}, start islands {starts}:"
        yield from _map(board)
    yield ""
    yield "c coins, w workers, g goals, p points on water; lanes run along - and |, and cross at +"


def _map(board: Board) -> Iterator[str]:
    cells: dict[Cell, str] = {}
    for lane in board.lanes:
        mark = "-" if lane.is_horizontal else "|"
        cells |= {cell: mark if cells.get(cell, mark) == mark else "+" for cell in lane.cells}
    cells |= {cell: str(reward)[0] for cell, reward in board.water}
    cells |= {cell: island.name for island in board.islands for cell in island.cells}
    for y in range(board.height):
        yield "".join(cells.get((x, y), ".") for x in range(board.width))
