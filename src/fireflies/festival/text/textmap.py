"""Draw the map of Firefly Festival with letters.

A cell of the board is one line high and some columns wide, so an island has three lines::

    [A m3 2c]   island A, medium: 3 points a piece, and 2 coins a floor
    [^01_   ]   floors of seats 0 and 1, one more for a festival; * is a sōrin
    [001..  ]   two workers of seat 0, one of seat 1, room for two more

``=0=`` and ``|0|`` are bridges of seat 0, ``AB1`` a lane in which the deciding seat can build one,
``.`` other water where a bridge may lie, ``2c`` two coins on the water (``w`` workers, ``g``
private goals, ``p`` points). Notes below the map describe what
has no room on it.
"""

from collections.abc import Sequence
from typing import Final

from fireflies.festival.box.board import SIDE, Board, Cell, Island, Lane
from fireflies.festival.box.components import Reward
from fireflies.festival.rules.actions import Bridge
from fireflies.festival.rules.network import network
from fireflies.festival.rules.pieces import Site
from fireflies.festival.rules.position import Observed
from fireflies.festival.text.descriptions import describe_island

_NAME: Final = len("AB1")
"""The columns of the name of a lane.

A narrower cell has only the digit of the name, and islands no frames.
"""


def draw_map(view: Observed, cell: int) -> tuple[list[str], list[str]]:
    """Return the lines of the map, and notes about what has no room on it.

    ``cell`` is the width of a cell in columns.
    """
    board = view.options.board
    grid = [[" " * cell] * board.width for _ in range(board.height)]
    for (x, y), text in _water(view, cell).items():
        grid[y][x] = text
    lanes = can_be_built(view)
    labels = label_cells(lanes, board)[0]
    for (x, y), name in labels.items():
        grid[y][x] = f"{name if cell >= _NAME else name[-1]:^{cell}}"
    missing = [it.name for it in lanes if it.name not in labels.values()]
    notes = [f"Also to build: {', '.join(missing)}"] if missing else []
    for island, site in zip(board.islands, view.islands, strict=True):
        lines, is_whole = _island(view, island, site, cell * SIDE)
        if not is_whole:
            notes.append(describe_island(view, island, site))
        x, y = island.at
        for down, line in enumerate(lines):
            grid[y + down][x : x + SIDE] = [line, "", ""]
    return ["".join(row) for row in grid], notes


def _water(view: Observed, cell: int) -> dict[Cell, str]:
    """Return what is drawn on cells of water: bridges, rewards, and dots where one may lie."""
    board, found = view.options.board, dict[Cell, str]()
    closed = network(view).closed
    for lane in board.lanes:
        if not closed >> lane.index & 1:
            found.update(dict.fromkeys(lane.cells, f"{'.':^{cell}}"))
    for at, reward in board.water:
        found[at] = f"{short(reward):^{cell}}"
    for lane in board.lanes:
        owner = view.bridges[lane.index]
        if owner is not None:
            drawn = f"{owner:=^{cell}}" if lane.is_horizontal else f"{f'|{owner}|':^{cell}}"
            found.update(dict.fromkeys(lane.cells, drawn[:cell]))
    return found


def short(reward: Reward) -> str:
    """Return the short form of a reward, like ``2c``; empty without one."""
    return "".join(f"{count}{name[0]}" for name, count in reward._asdict().items() if count)


def can_be_built(view: Observed) -> list[Lane]:
    """Return the lanes in which the deciding seat can build a bridge now."""
    board = view.options.board
    return [
        board.lanes[board.lane_index[action.lane]]
        for action in view.legal_actions or ()
        if isinstance(action, Bridge)
    ]


def label_cells(lanes: Sequence[Lane], board: Board) -> tuple[dict[Cell, str], dict[Cell, str]]:
    """Return the names of lanes by the cell in which they are written, in two mappings.

    The first has the lanes with a cell of their own, by a bipartite matching of lanes and cells
    without a reward. The second has the other lanes, by their first cell, where there may be a
    reward or the name of another lane; a space divides the names of lanes with the same first cell.
    """
    rewarded = dict(board.water)
    crowd = [cell for lane in lanes for cell in lane.cells]
    middle = {lane.index: lane.length // 2 for lane in lanes}
    cells = {
        lane.index: sorted(
            [cell for cell in lane.cells if cell not in rewarded],
            key=lambda cell: (crowd.count(cell), abs(lane.cells.index(cell) - middle[lane.index])),
        )
        for lane in lanes
    }
    taken: dict[Cell, Lane] = {}

    def place(lane: Lane, tried: list[Cell]) -> bool:
        for cell in cells[lane.index]:
            if cell not in tried:
                tried.append(cell)
                if cell not in taken or place(taken[cell], tried):
                    taken[cell] = lane
                    return True
        return False

    crowded: dict[Cell, str] = {}
    for lane in lanes:
        if not place(lane, []):
            first = lane.cells[0]
            crowded[first] = f"{crowded[first]} {lane.name}" if first in crowded else lane.name
    return {cell: lane.name for cell, lane in taken.items()}, crowded


def _island(
    view: Observed, island: Island, site: Site, width: int
) -> tuple[tuple[str, str, str], bool]:
    """Return the three lines of an island, and whether everything on it has room there."""
    inner = width - 2 if width >= SIDE * _NAME else width
    lines = _island_lines(view, island, site, inner)
    if lines is not None:
        left, right = "[]" if inner < width else ("", "")
        one, two, three = (f"{left}{line:<{inner}}{right}" for line in lines)
        return (one, two, three), True
    lines = _island_lines(view, island, site, width)
    one, two, three = lines or (f"{island.name} see", "below", "")
    return (f"{one:<{width}}", f"{two:<{width}}", f"{three:<{width}}"), lines is not None


def _island_lines(
    view: Observed, island: Island, site: Site, width: int
) -> tuple[str, str, str] | None:
    """Return what is on an island in three lines; None when one is wider than ``width``."""
    tile, floors, is_sealed, workers = site
    counts = [f"{seat}:{count}" for seat, count in enumerate(workers) if count]
    if tile is None:
        return island.name, "", ""
    if tile.size == "start":
        return _in_three_lines([f"{island.name} start", ""], counts, width) or _in_three_lines(
            [island.name], counts, width
        )
    size = view.options.box.size(tile.size)
    head = f"{island.name} {tile.size[0]}{tile.points} {short(tile.reward)}"
    if len(head) > width:
        head = head.replace(" ", "", 1)
    pagoda = f"^{''.join(map(str, floors))}{'_' * (size.floors - len(floors))}"
    pagoda += "*" if is_sealed else ""
    people = "".join(str(seat) * count for seat, count in enumerate(workers))
    people += "." * (size.capacity - sum(workers))
    if len(people) > width:
        people = " ".join([*counts, f"/{size.capacity}"])
    return (head, pagoda, people) if max(map(len, (head, pagoda, people))) <= width else None


def _in_three_lines(begun: list[str], things: list[str], width: int) -> tuple[str, str, str] | None:
    """Return the lines ``begun``, then the things, on three lines; None when they do not fit."""
    lines = [*begun]
    for thing in things:
        longer = f"{lines[-1]} {thing}".strip()
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(thing)
    lines += [""] * (SIDE - len(lines))
    if len(lines) > SIDE or max(map(len, lines)) > width:
        return None
    return lines[0], lines[1], lines[2]
