"""The board: islands on a grid of cells, and lanes over water from one island to another.

A cell is (x, y): x counts from the left and y from the top, both from 0. Islands and lanes have
an index in :attr:`Board.islands` (sorted by letter) and :attr:`Board.lanes` (sorted by name), which
is the order of the wire; ``Board.island_index`` and ``Board.lane_index`` return the index of a
name. :func:`make_board` derives the names of lanes, their rewards, and which of them cross. It
does not check the layout: ``fireflies.festival.box.reading`` does that.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, TypedDict

from fireflies.festival.box.components import NOTHING, TILE_SIZES, Reward, TileSize, total

Cell: TypeAlias = tuple[int, int]
"""A column and a row of the map."""

SIDE: Final = 3
"""The side of an island, in cells."""


class IslandJson(TypedDict):
    """An island in a box."""

    name: str
    at: list[int]
    start: bool


LaneJson = TypedDict("LaneJson", {"between": str, "from": list[int], "to": list[int]})
"""A lane in a box."""


class WaterJson(TypedDict):
    """A cell of water with a reward, in a box."""

    at: list[int]
    reward: str


class BoardJson(TypedDict):
    """A board in a box."""

    players: list[int]
    width: int
    height: int
    take: dict[TileSize, int]
    islands: list[IslandJson]
    lanes: list[LaneJson]
    water: list[WaterJson]


class Place(NamedTuple):
    """The place of an island."""

    name: str
    at: Cell
    """Its top left cell."""
    is_start: bool

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its nine cells, row by row."""
        x, y = self.at
        return tuple((x + right, y + down) for down in range(SIDE) for right in range(SIDE))


class Run(NamedTuple):
    """The place of a lane."""

    between: str
    """The letters of its islands, in alphabetical order."""
    cells: tuple[Cell, ...]
    """From the left to the right, or from the top down."""
    is_horizontal: bool


class Layout(NamedTuple):
    """A map: islands, lanes and rewards on a grid of cells. Their order does not matter."""

    width: int
    """In cells."""
    height: int
    places: Sequence[Place]
    runs: Sequence[Run]
    water: Mapping[Cell, Reward]
    """The cells with a reward."""


class Take(NamedTuple):
    """The number of tiles of each size on a board."""

    start: int
    """Always 2."""
    small: int
    medium: int
    large: int

    def of(self, size: TileSize) -> int:
        """Return the number for a size."""
        return self[TILE_SIZES.index(size)]


@dataclass(frozen=True, slots=True)
class Island:
    """An island of a board."""

    index: int
    name: str
    """A capital letter."""
    at: Cell
    """Its top left cell."""
    is_start: bool
    cells: tuple[Cell, ...]
    """Its nine cells, row by row."""
    lanes: tuple[int, ...]
    """The indexes of the lanes that end here."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane of a board: room for one bridge."""

    index: int
    name: str
    """The letters of its islands and a number, like ``AB1``."""
    ends: tuple[int, int]
    """The indexes of its islands, the lower one first."""
    cells: tuple[Cell, ...]
    """From the left to the right, or from the top down."""
    is_horizontal: bool
    length: int
    """The number of its cells."""
    reward: Reward
    """The sum of all rewards on its cells."""
    crossing: tuple[int, ...]
    """The indexes of the other lanes with which it shares a cell."""
    crossing_mask: int
    """These lanes as a bit mask: bit ``i`` stands for the lane with index ``i``."""


@dataclass(frozen=True, slots=True)
class Board:
    """One side of the map, for some numbers of players."""

    players: range
    """The numbers of players that may use it."""
    width: int
    """In cells."""
    height: int
    take: Take
    """The number of its tiles of each size."""
    islands: tuple[Island, ...]
    """By letter."""
    lanes: tuple[Lane, ...]
    """By name."""
    water: tuple[tuple[Cell, Reward], ...]
    """The cells with a reward, row by row."""
    starts: tuple[int, int]
    """The indexes of the two start islands, the lower one first."""
    island_index: Mapping[str, int] = field(compare=False, repr=False)
    """The index of an island, by its letter."""
    lane_index: Mapping[str, int] = field(compare=False, repr=False)
    """The index of a lane, by its name."""

    def to_json(self) -> BoardJson:
        """Return the board as plain data, in the form of a box."""
        names = [island.name for island in self.islands]
        return BoardJson(
            players=[self.players[0], self.players[-1]],
            width=self.width,
            height=self.height,
            take={size: self.take.of(size) for size in TILE_SIZES},
            islands=[
                IslandJson(name=it.name, at=[*it.at], start=it.is_start) for it in self.islands
            ],
            lanes=[
                {
                    "between": "".join(names[end] for end in it.ends),
                    "from": [*it.cells[0]],
                    "to": [*it.cells[-1]],
                }
                for it in self.lanes
            ],
            water=[WaterJson(at=[*cell], reward=str(reward)) for cell, reward in self.water],
        )


def make_board(players: range, take: Take, layout: Layout) -> Board:
    """Return the board of this layout for these numbers of players."""
    places = sorted(layout.places)
    index = {place.name: number for number, place in enumerate(places)}
    lanes = _lanes(sorted(layout.runs), index, layout.water)
    islands = tuple(
        Island(
            number,
            place.name,
            place.at,
            place.is_start,
            place.cells,
            tuple(lane.index for lane in lanes if number in lane.ends),
        )
        for number, place in enumerate(places)
    )
    first, second = (island.index for island in islands if island.is_start)
    return Board(
        players=players,
        width=layout.width,
        height=layout.height,
        take=take,
        islands=islands,
        lanes=lanes,
        water=tuple(sorted(layout.water.items(), key=lambda item: item[0][::-1])),
        starts=(first, second),
        island_index=index,
        lane_index={lane.name: lane.index for lane in lanes},
    )


def _lanes(
    runs: list[Run], index: Mapping[str, int], water: Mapping[Cell, Reward]
) -> tuple[Lane, ...]:
    """Return a lane for each run; the runs are sorted, so the lanes are sorted by name."""
    over: dict[Cell, list[int]] = {}
    for number, run in enumerate(runs):
        for cell in run.cells:
            over.setdefault(cell, []).append(number)
    found: list[Lane] = []
    counts: Counter[str] = Counter()
    for number, (between, cells, is_horizontal) in enumerate(runs):
        counts[between] += 1
        crossing = sorted({other for cell in cells for other in over[cell]} - {number})
        found.append(
            Lane(
                index=number,
                name=f"{between}{counts[between]}",
                ends=(index[between[0]], index[between[1]]),
                cells=cells,
                is_horizontal=is_horizontal,
                length=len(cells),
                reward=total(water.get(cell, NOTHING) for cell in cells),
                crossing=tuple(crossing),
                crossing_mask=sum(1 << other for other in crossing),
            )
        )
    return tuple(found)
