"""Read and check a box: each error has its JSON Pointer, what is wrong, and what would be right."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Final, TypeVar

from fireflies._nodes import Node
from fireflies.errors import InvalidData, shown
from fireflies.festival.box.board import Board, Take, make_board
from fireflies.festival.box.components import (
    FIGURES,
    FROM_ONE,
    OFF,
    PUBLIC_KINDS,
    SEATS,
    SIZES,
    TILE_SIZES,
    TWO_DIGITS,
    Figures,
    Goal,
    Kind,
    Power,
    Size,
    Tile,
    read_goal,
    read_tile,
)
from fireflies.festival.box.contents import Box
from fireflies.festival.box.maps import LETTERS, read_layout

CHANGEABLE: Final = tuple(
    name
    for name in FIGURES
    if name not in {"settlers", "hand", "height", "longest", "bank", "rounds"}
)
"""The figures that a power may change."""

CHANGES: Final = range(-9, 10)
"""The possible numbers that a power adds to a figure."""
BOARDS: Final = range(1, 6)
TAKEN: Final = range(25)
"""The possible numbers of tiles of a size on a board, for each size except ``start``."""
CARDS: Final = range(61)
"""The possible numbers of tiles, of private goals, of powers."""
STACK: Final = range(1, 7)
"""The possible numbers of public goals of one kind."""
CHAIN_ROWS: Final = range(11)
"""The possible numbers of rows of ``chain``."""
CHAIN_ISLANDS: Final = range(2, 100)
FISH_COUNTS: Final = range(10)

POWER: Final = re.compile("(?=.{1,20}$)[a-z]+(?:-[a-z]+)*")
_KEYS: Final = (
    *("boards", "sizes", "tiles", "public", "private", "chain", "sorin", "fish"),
    *("figures", "powers"),
)

_T = TypeVar("_T")


def read_json(data: object, *, without_lanes: bool = False) -> Box:
    """Read plain data as a box.

    With ``without_lanes`` a board may lack the key ``lanes``. It then gets all straight runs of
    water between facing cells of two islands.

    Raises:
        InvalidData: for the first invalid value, with its path and what would be right.
    """
    box = Node(data).entries(*_KEYS)
    figures = _read_figures(box["figures"])
    tiles = _read_cards(box["tiles"], read_tile)
    boards = [
        _read_board(it, tiles, optional=without_lanes) for it in box["boards"].elements(BOARDS)
    ]
    _require_different_players(box["boards"].elements(), boards)
    return Box(
        boards=tuple(sorted(boards, key=lambda board: board.players[0])),
        sizes=_read_sizes(box["sizes"], figures),
        tiles=tiles,
        public=_read_public(box["public"]),
        private=_read_cards(box["private"], read_goal),
        chain=_read_chain(box["chain"]),
        sorin=tuple(it.whole(FROM_ONE) for it in box["sorin"].elements(range(5, 6))),
        fish=tuple(it.whole(TWO_DIGITS) for it in box["fish"].elements(FISH_COUNTS)),
        figures=figures,
        powers=_read_powers(box["powers"], figures),
    )


def _read_figures(node: Node) -> Figures:
    found = node.entries(*FIGURES)
    figures = Figures(
        **{name: found[name].whole(it.allowed) for name, it in FIGURES.items() if name != "rounds"},
        rounds=_read_rounds(found["rounds"]),
    )
    if (problem := _too_few_workers(figures)) is not None:
        raise found["workers"].error(problem)
    return figures


def _read_rounds(node: Node) -> int:
    """Return the number of rounds; 0 for ``off``."""
    if node.value == OFF:
        return 0
    try:
        return node.whole(FIGURES["rounds"].allowed)
    except InvalidData as error:
        raise node.error(f"{OFF} or {error.problem}") from None


def _too_few_workers(figures: Figures) -> str | None:
    """Return why there are too few workers; None when there are enough."""
    needed = 2 * figures.settlers
    if figures.workers >= needed:
        return None
    return (
        f"{figures.workers} workers are fewer than the {needed} that each player puts on the two"
        f" start islands, {figures.settlers} on each"
    )


def _read_cards(node: Node, read: Callable[[str], _T]) -> tuple[_T, ...]:
    """Return tiles or goal cards, sorted by their texts."""
    return tuple(sorted((it.parsed(read) for it in node.elements(CARDS)), key=str))


def _read_board(node: Node, tiles: Iterable[Tile], *, optional: bool) -> Board:
    keys = ("players", "width", "height", "take", "islands", "lanes", "water")
    missing = ("lanes",) if optional and "lanes" not in node.members() else ()
    board = node.entries(*(key for key in keys if key not in missing))
    low, high = board["players"].elements(range(2, 3))
    lowest = low.whole(SEATS)
    highest = high.whole(range(lowest, SEATS.stop))
    take = _read_take(board["take"], tiles)
    return make_board(range(lowest, highest + 1), take, read_layout(board, take))


def _read_take(node: Node, tiles: Iterable[Tile]) -> Take:
    found = node.entries(*TILE_SIZES)
    start = found["start"].whole(range(2, 3))
    take = Take(start, *(found[size].whole(TAKEN) for size in SIZES))
    if sum(take) == start:
        raise node.error("one of small, medium and large has to be more than 0")
    if sum(take) > len(LETTERS):
        raise node.error(f"a board has at most {len(LETTERS)} islands, and not {sum(take)}")
    sizes = [tile.size for tile in tiles]
    for size in TILE_SIZES:
        wanted, there = take.of(size), sizes.count(size)
        if there < wanted:
            raise found[size].error(
                f"the board takes {wanted} of this size, and /tiles has {there}"
            )
    return take


def _require_different_players(nodes: Iterable[Node], boards: Iterable[Board]) -> None:
    taken: dict[int, Node] = {}
    for node, board in zip(nodes, boards, strict=True):
        for players in board.players:
            if players in taken:
                problem = f"{taken[players].path} is for {players} players as well"
                raise node.members()["players"].error(problem)
            taken[players] = node


def _read_sizes(node: Node, figures: Figures) -> tuple[Size, Size, Size]:
    sizes = node.entries(*SIZES)
    small, medium, large = (_read_size(sizes[name], figures.height) for name in SIZES)
    return small, medium, large


def _read_size(node: Node, height: int) -> Size:
    found = node.entries("capacity", "floors")
    return Size(found["capacity"].whole(FROM_ONE), found["floors"].whole(range(1, height + 1)))


def _read_public(node: Node) -> tuple[tuple[Goal, ...], ...]:
    stacks = node.entries(*PUBLIC_KINDS)
    return tuple(_read_stack(stacks[kind], kind) for kind in PUBLIC_KINDS)


def _read_stack(node: Node, kind: Kind) -> tuple[Goal, ...]:
    cards = [card.elements(range(2, 3)) for card in node.elements(STACK)]
    goals = [Goal(kind, one.whole(FROM_ONE), two.whole(TWO_DIGITS)) for one, two in cards]
    for (needs, points), below in zip(cards[1:], pairwise(goals), strict=True):
        _require_more(needs, below[0].needs)
        _require_more(points, below[0].points)
    return tuple(goals)


def _require_more(node: Node, before: int) -> None:
    if not node.whole(TWO_DIGITS) > before:
        problem = f"more than {before} is wanted, not {node.value}: the row before has {before}"
        raise node.error(problem)


def _read_chain(node: Node) -> tuple[tuple[int, int], ...]:
    rows = [row.elements(range(2, 3)) for row in node.elements(CHAIN_ROWS)]
    found = [(one.whole(CHAIN_ISLANDS), two.whole(TWO_DIGITS)) for one, two in rows]
    for (islands, _), (before, _) in zip(rows[1:], found, strict=False):
        _require_more(islands, before)
    return tuple(found)


def _read_powers(node: Node, figures: Figures) -> tuple[Power, ...]:
    powers: dict[str, Power] = {}
    for entry in node.elements(CARDS):
        power = _read_power(entry, figures)
        if power.name in powers:
            raise entry.members()["name"].error(f"there is a power {power.name} already")
        powers[power.name] = power
    return tuple(powers[name] for name in sorted(powers))


def _read_power(node: Node, figures: Figures) -> Power:
    found = node.entries("name", "changes")
    name = found["name"].text()
    if POWER.fullmatch(name) is None:
        raise found["name"].error(
            f"small letters in words joined by -, 1 to 20 signs, are wanted, not {shown(name)}"
        )
    nodes = found["changes"].entries(optional=CHANGEABLE)
    power = Power(name, tuple(sorted((key, it.whole(CHANGES)) for key, it in nodes.items())))
    changed = power.change(figures)
    values: dict[str, int] = changed._asdict()
    for key, it in nodes.items():
        allowed = FIGURES[key].allowed
        if values[key] not in allowed:
            limits = f"{allowed[0]} to {allowed[-1]}"
            raise it.error(f"{key} would be {values[key]} with it, and {limits} are possible")
    if (problem := _too_few_workers(changed)) is not None:
        raise nodes["workers"].error(f"with it, {problem}")
    return power
