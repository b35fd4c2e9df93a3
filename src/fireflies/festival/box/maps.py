"""Parse and validate the map of a board: islands, lanes and rewards on a grid of cells."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from fireflies._nodes import Node
from fireflies.errors import InvalidNotation, shown
from fireflies.festival.box.board import SIDE, Cell, Layout, Place, Run, Take
from fireflies.festival.box.components import Reward, read_reward

WIDTHS: Final = range(3, 41)
"""The possible numbers of cells in a row and in a column of a board."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_layout(board: Mapping[str, Node], take: Take) -> Layout:
    """Return the map of a board from its parts by key.

    Without the key ``lanes``, each straight run of water is a lane.

    Raises:
        InvalidData: for the first thing that is wrong, with its path and what would fit.
    """
    width, height = board["width"].whole(WIDTHS), board["height"].whole(WIDTHS)
    grid = (width, height)
    places = _read_places(board["islands"], grid, take)
    land = {cell: place.name for place in places for cell in place.cells}
    runs: Sequence[Run] = tuple(straight_runs(grid, land))
    if "lanes" in board:
        runs = _read_lanes(board["lanes"], grid, land, runs)
    water = _read_water(board["water"], grid, land)
    return Layout(width, height, places, runs, water)


def straight_runs(grid: Cell, land: Mapping[Cell, str]) -> Iterator[Run]:
    """Yield the straight runs of water between facing cells of two islands.

    ``grid`` is the width and the height; ``land`` the letter of the island on each of its cells.
    """
    width, height = grid
    rows = [[(x, y) for x in range(width)] for y in range(height)]
    columns = [[(x, y) for y in range(height)] for x in range(width)]
    for line in rows + columns:
        last: int | None = None  # where the latest cell of an island stands in the line
        for index, cell in enumerate(line):
            if cell not in land:
                continue
            if last is not None and index - last > 1:
                between = _pair(land[line[last]], land[cell])
                yield Run(between, tuple(line[last + 1 : index]), line in rows)
            last = index


def _pair(one: str, other: str) -> str:
    return "".join(sorted((one, other)))


def _read_cell(node: Node, grid: Cell, side: int = 1) -> Cell:
    """Return a cell of the board.

    A square of this side, with the cell at its top left, has to lie on the board.
    """
    across, down = node.elements(range(2, 3))
    width, height = grid
    return across.whole(range(width - side + 1)), down.whole(range(height - side + 1))


def _read_places(node: Node, grid: Cell, take: Take) -> list[Place]:
    nodes = node.elements()
    if len(nodes) != sum(take):
        raise node.error(f"it has {len(nodes)} islands, and 'take' has tiles for {sum(take)}")
    places: list[Place] = []
    owners: dict[Cell, Place] = {}
    for island in nodes:
        place = _read_place(island, grid)
        for other in places:
            if other.name == place.name:
                raise island.error(
                    f"there is an island {place.name} already; letters are all different"
                )
        for other in (owners[cell] for cell in _around(place) if cell in owners):
            raise island.error(
                f"{place.name} at {[*place.at]} touches {other.name} at {[*other.at]}; between two"
                f" islands lies water, and only their corners may touch"
            )
        places.append(place)
        owners.update(dict.fromkeys(place.cells, place))
    starts = [place.name for place in places if place.is_start]
    if len(starts) != take.start:
        found = " and ".join(starts) or "none"
        raise node.error(f"exactly two islands have start true, not {found}")
    return places


def _read_place(node: Node, grid: Cell) -> Place:
    island = node.entries("name", "at", "start")
    name = island["name"].text()
    if len(name) != 1 or name not in LETTERS:
        raise island["name"].error(f"a single capital letter is wanted, not {shown(name)}")
    return Place(name, _read_cell(island["at"], grid, SIDE), island["start"].flag())


def _around(place: Place) -> Iterator[Cell]:
    """Yield the cells of an island and those beside them."""
    for x, y in place.cells:
        yield from ((x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))


def _read_lanes(
    node: Node, grid: Cell, land: Mapping[Cell, str], fitting: Sequence[Run]
) -> list[Run]:
    """Return the lanes. Each has to be one of ``fitting``, the straight runs of water."""
    letters = sorted(set(land.values()))
    by_pair: dict[str, list[Run]] = {"".join(pair): [] for pair in combinations(letters, 2)}
    for run in fitting:
        by_pair[run.between].append(run)
    runs: list[Run] = []
    for lane in node.elements():
        run = _read_lane(lane, grid, land, by_pair)
        if run in runs:
            raise lane.error(f"this is the same lane as {node.path}/{runs.index(run)}")
        runs.append(run)
    return runs


def _read_lane(
    node: Node, grid: Cell, land: Mapping[Cell, str], by_pair: Mapping[str, Sequence[Run]]
) -> Run:
    lane = node.entries("between", "from", "to")
    letters = lane["between"].text()
    fitting = by_pair.get("".join(sorted(letters)))
    if fitting is None:
        there = "".join(sorted(set(land.values())))
        problem = f"two different letters of {there} are wanted, not {shown(letters)}"
        raise lane["between"].error(problem)
    first, last = sorted(_read_cell(lane[key], grid) for key in ("from", "to"))
    if first[0] != last[0] and first[1] != last[1]:
        raise node.error("a lane runs in one row or in one column, and this one bends")
    rows, columns = range(first[1], last[1] + 1), range(first[0], last[0] + 1)
    cells = tuple((x, y) for x in columns for y in rows)
    for run in fitting:
        if run.cells == cells:
            return run
    for cell in cells:
        if cell in land:
            raise node.error(f"a lane runs over water, and {_on_land(cell, land)}")
    some = [f"from {[*it.cells[0]]} to {[*it.cells[-1]]}" for it in fitting]
    raise node.error(
        f"it does not join {letters[0]} and {letters[1]}; these are joined"
        f" {' or '.join(some) or 'by no straight run of water'}"
    )


def _on_land(cell: Cell, land: Mapping[Cell, str]) -> str:
    return f"{[*cell]} is a cell of island {land[cell]}"


def _read_water(node: Node, grid: Cell, land: Mapping[Cell, str]) -> dict[Cell, Reward]:
    water: dict[Cell, Reward] = {}
    for entry in node.elements():
        found = entry.entries("at", "reward")
        cell = _read_cell(found["at"], grid)
        if cell in land:
            raise found["at"].error(f"rewards lie on water, and {_on_land(cell, land)}")
        if cell in water:
            raise found["at"].error(f"on {[*cell]} lies a reward already")
        try:
            water[cell] = read_reward(found["reward"].text())
        except InvalidNotation as error:
            raise found["reward"].error(str(error)) from None
    return water
