"""Random options, boxes and boards of every kind, for tests and for the explorer.

They are plain data as the wire has it, and valid. Equal draws give equal data.
"""

from collections.abc import Mapping
from typing import Final

from fireflies.chance import Draws
from fireflies.contract import CHANCE
from fireflies.festival.box.board import (
    BoardJson,
    Cell,
    IslandJson,
    LaneJson,
    Place,
    Run,
    WaterJson,
)
from fireflies.festival.box.boxfile import default_box
from fireflies.festival.box.components import (
    FIGURES,
    KINDS,
    OFF,
    PUBLIC_KINDS,
    SEATS,
    SIZES,
    Figures,
    Reward,
)
from fireflies.festival.box.contents import BoxJson, PowerJson, SizeJson
from fireflies.festival.box.maps import LETTERS, straight_runs
from fireflies.festival.box.options import POWERS_DEALT, SETUPS, STACKS, TURNS
from fireflies.festival.box.reading import (
    CARDS,
    CHAIN_ISLANDS,
    CHAIN_ROWS,
    CHANGEABLE,
    CHANGES,
    FISH_COUNTS,
)

_SHAPES: Final = ((3, 1), (4, 1), (5, 1), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2))
"""The number of places for islands side by side, and below each other."""
_CORNERS: Final = 3
"""Cells from one place to the next where islands touch with their corners only."""
_APART: Final = 4
"""Cells from one place to the next where a lane between them may have a single cell."""
_FEWEST_ISLANDS: Final = 3
_MOST_ISLANDS: Final = 9
_TURNS: Final = (TURNS[0], 2, 5, 12, 30, 60)
_POWER_NAMES: Final = (
    "owl",
    "raven-of-the-lake",
    "a",
    "a-b",
    "fox",
    "twenty-small-letters",
    "z",
    "hen",
)


def random_options(draws: Draws, one_in: int = 8) -> Mapping[str, object]:
    """Return options that fit; one time in ``one_in`` with the default box."""
    players = draws.choose(SEATS)
    powers = draws.choose((False, True))
    has_default_box = draws.below(one_in) == 0
    starting_player = draws.choose((CHANCE, *range(players)))
    setup = draws.choose(SETUPS)
    goals = draws.sample(PUBLIC_KINDS, STACKS)
    box = default_box().to_json() if has_default_box else random_box(draws, players)
    has_limit = draws.below(4) == 0
    if has_limit and not has_default_box and draws.below(2):
        box["figures"]["rounds"] = OFF
    return {
        "players": players,
        "starting_player": starting_player,
        "setup": setup,
        "goals": goals if draws.below(4) else CHANCE,
        "powers": powers,
        "turns": draws.choose(_TURNS) if has_limit else OFF,
        "box": box,
    }


def random_box(draws: Draws, players: int) -> BoxJson:
    """Return a box with a board for so many players, and enough cards to play with powers."""
    figures = _figures(draws, players)
    low = draws.choose(range(SEATS[0], players + 1))
    high = draws.choose(range(players, SEATS[-1] + 1))
    sides = [random_board(draws, range(low, high + 1))]
    if high < SEATS[-1] and draws.below(2):
        sides.append(random_board(draws, range(high + 1, SEATS[-1] + 1)))
    tiles = ["start"] * draws.choose((2, 2, 3))
    for size in SIZES:
        kinds = [f"{size} {_low_number(draws, range(100))} {_reward(draws)}" for _ in range(3)]
        count = max(side["take"][size] for side in sides) + draws.below(3)
        tiles += [draws.choose(kinds) for _ in range(count)]
    private = players * figures["hand"] + draws.below(7)
    return BoxJson(
        boards=draws.sample(sides, len(sides)),
        sizes={size: _size(draws, figures["height"]) for size in SIZES},
        tiles=draws.sample(tiles, len(tiles)),
        public={kind: _stack(draws) for kind in PUBLIC_KINDS},
        private=[_private(draws) for _ in range(min(private, CARDS[-1]))],
        chain=_chain(draws),
        sorin=[_low_number(draws, range(1, 100)) for _ in SEATS],
        fish=[_low_number(draws, range(100)) for _ in range(draws.choose(FISH_COUNTS[:5]))],
        figures={**figures},
        powers=_powers(draws, figures, players * POWERS_DEALT + draws.below(3)),
    )


def random_board(draws: Draws, players: range) -> BoardJson:
    """Return a board of three to nine islands for these numbers of players."""
    grid, places = _places(draws)
    land = {cell: place.name for place in places for cell in place.cells}
    runs = [run for run in straight_runs(grid, land) if draws.below(10)]  # some have no lane
    water = [(x, y) for y in range(grid[1]) for x in range(grid[0]) if (x, y) not in land]
    over = [cell for run in runs for cell in run.cells]
    chosen = dict.fromkeys(draws.choose(over or water) for _ in range(draws.below(12)))
    chosen[draws.choose(water)] = None  # a reward need not lie on a lane
    sizes = [draws.choose(SIZES) for _ in places[2:]]
    return BoardJson(
        players=[players[0], players[-1]],
        width=grid[0],
        height=grid[1],
        take={"start": 2, **{size: sizes.count(size) for size in SIZES}},
        islands=[IslandJson(name=it.name, at=[*it.at], start=it.is_start) for it in places],
        lanes=[_lane(draws, run) for run in draws.sample(runs, len(runs))],
        water=[WaterJson(at=[*cell], reward=_reward(draws)) for cell in chosen],
    )


def _places(draws: Draws) -> tuple[Cell, list[Place]]:
    """Return the size of a board, and islands on it that lie apart; the first two are starts."""
    columns, rows = draws.choose(_SHAPES)
    step = draws.choose((_CORNERS, _APART, 5, 6))
    slots = [(x, y) for x in range(columns) for y in range(rows)]
    if step == _CORNERS:  # as on the squares of one color of a chess board
        columns, rows = columns + 2, rows + 2
        slots = [(x, y) for x in range(columns) for y in range(rows) if (x + y) % 2 == 0]
    most = min(len(slots), _MOST_ISLANDS)
    count = draws.choose((most, draws.choose(range(_FEWEST_ISLANDS, most + 1))))
    slack = max(1, step - _APART + 1)
    places = [
        Place(
            letter,
            (x * step + draws.below(slack), y * step + draws.below(slack)),
            is_start=number in range(2),
        )
        for number, (letter, (x, y)) in enumerate(
            zip(draws.sample(LETTERS, count), draws.sample(slots, count), strict=True)
        )
    ]
    return (columns * step, rows * step), places


def _lane(draws: Draws, run: Run) -> LaneJson:
    """Return a lane with its ends and its letters in any order."""
    first, last = draws.sample((run.cells[0], run.cells[-1]), 2)
    return {"between": "".join(draws.sample(run.between, 2)), "from": [*first], "to": [*last]}


def _low_number(draws: Draws, allowed: range) -> int:
    """Return a number of the range, mostly one of the lowest."""
    return draws.choose(allowed[:6] if draws.below(8) else allowed)


def _reward(draws: Draws) -> str:
    return f"{draws.choose(Reward._fields)}-{draws.choose((1, 1, 2, 2, 3, 9))}"


def _figures(draws: Draws, players: int) -> dict[str, int]:
    """Return figures that fit each other, most of them as printed."""
    figures: dict[str, int] = Figures()._asdict()
    for name in draws.sample([*FIGURES], draws.below(6)):
        figures[name] = _low_number(draws, FIGURES[name].allowed)
    figures["hand"] = min(figures["hand"], CARDS[-1] // players)
    figures["workers"] = max(figures["workers"], 2 * figures["settlers"])
    return figures


def _size(draws: Draws, height: int) -> SizeJson:
    """Return the figures of a size; the floors for a festival are mostly few, else ``height``."""
    floors = range(1, height + 1)
    return SizeJson(
        capacity=_low_number(draws, range(1, 100)),
        floors=draws.choose(floors[:3]) if draws.below(8) else floors[-1],
    )


def _rising(draws: Draws, allowed: range, count: int) -> list[int]:
    """Return so many different numbers of the range, rising; mostly low ones."""
    return sorted(draws.sample(allowed[: 2 * count] if draws.below(8) else allowed, count))


def _stack(draws: Draws) -> list[list[int]]:
    count = draws.choose((1, 2, 3, 6))
    needs, points = _rising(draws, range(1, 100), count), _rising(draws, range(100), count)
    return [[*card] for card in zip(needs, points, strict=True)]


def _private(draws: Draws) -> str:
    kind, needed = draws.choose(KINDS), _low_number(draws, range(1, 100))
    return f"{kind} {needed} {_low_number(draws, range(100))}"


def _chain(draws: Draws) -> list[list[int]]:
    """Return the rows of ``chain``: often a single one, for few islands."""
    islands = _rising(draws, CHAIN_ISLANDS, draws.choose((1, draws.choose(CHAIN_ROWS))))
    return [[number, _low_number(draws, range(100))] for number in islands]


def _powers(draws: Draws, figures: Mapping[str, int], count: int) -> list[PowerJson]:
    names = [*_POWER_NAMES, *map("p".__add__, LETTERS.lower())]
    chosen = draws.sample(names, count)
    return [PowerJson(name=name, changes=_changes(draws, figures)) for name in chosen]


def _changes(draws: Draws, figures: Mapping[str, int]) -> dict[str, int]:
    changes: dict[str, int] = {}
    for name in draws.sample(CHANGEABLE, draws.below(4)):
        least = 2 * figures["settlers"] if name == "workers" else FIGURES[name].allowed[0]
        most = FIGURES[name].allowed[-1]
        changes[name] = draws.choose([it for it in CHANGES if least <= figures[name] + it <= most])
    return changes
