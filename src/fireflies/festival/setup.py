"""The chapter "Setup": lay tiles, place workers, deal goals and powers."""

from math import lcm
from typing import TypeVar

from fireflies.festival.components import START_TILE, TILE_SIZES, Goal, Tile, TileSize
from fireflies.festival.events import (
    FirstPlayerNamed,
    GoalDealt,
    PowerDealt,
    PowerKept,
    PowersOpened,
    SettlersPlaced,
    TileLaid,
)
from fireflies.festival.options import POWERS_DEALT, Options
from fireflies.festival.pieces import NONE, NOTHING, Player, Site
from fireflies.festival.position import (
    AnyPosition,
    Position,
    Table,
    start_islands,
    tiles_left,
)
from fireflies.festival.rewards import take_card
from fireflies.festival.turn import begin_turn

_P = TypeVar("_P", bound=Position)


def lay_out(options: Options, make: type[_P]) -> _P:
    """Return the first position, as an instance of ``make``.

    With the option ``setup=first`` the start tiles are laid.
    """
    box, board = options.box, options.board
    fixed = options.setup == "first"
    figures = box.figures
    player = Player(
        points=0,
        coins=figures.coins,
        bridges=figures.bridges,
        floors=figures.floors,
        workers=figures.workers,
        fish=len(box.fish),
        goals=(),
        claimed=(),
        completed=(),
        powers=(),
    )
    return make(
        options=options,
        phase="tiles",
        seat=NONE,
        mains=0,
        secondary=False,
        pending=NOTHING,
        idle=0,
        islands=tuple(
            Site(
                tile=START_TILE if fixed and island.is_start else None,
                floors=(),
                sealed=False,
                workers=(0,) * options.players,
            )
            for island in board.islands
        ),
        bridges=(None,) * len(board.lanes),
        crow=None,
        sorin=options.sorin,
        taken=(0,) * len(options.goals),
        deck=box.private,
        players=(player,) * options.players,
    )


# Tiles


def tile_weights(table: AnyPosition) -> list[tuple[Tile, int]]:
    """Return the tiles that may be laid next with their weights, sorted by text.

    The tiles for the board are drawn at random from each size, and then laid in random order.
    """
    left = tiles_left(table)
    wanted: dict[str, int] = table.options.board.take._asdict()
    for site in table.islands:
        if site.tile is not None:
            wanted[site.tile.size] -= 1
    owned: dict[TileSize, int] = dict.fromkeys(TILE_SIZES, 0)
    for tile, count in left.items():
        owned[tile.size] += count
    common = lcm(*[owned[size] for size in TILE_SIZES if wanted[size]])
    return [
        (tile, count * wanted[tile.size] * common // owned[tile.size])
        for tile, count in left.items()
        if wanted[tile.size]
    ]


def lay_tile(table: Table, tile: Tile) -> None:
    """Lay the tile on the first island without one."""
    empty = [island for island, site in enumerate(table.islands) if site.tile is None]
    island = empty[0]
    laid = next(other for other in table.options.box.tiles if other == tile)
    table.islands[island] = table.islands[island]._replace(tile=laid)
    table.tell(TileLaid, table.options.board.islands[island].name, laid)
    if len(empty) == 1:
        _place_settlers(table)
        _next_goal(table)


def _place_settlers(table: Table) -> None:
    """Place workers of each player on each island with a start tile."""
    settlers, islands = table.options.box.figures.settlers, start_islands(table)
    for seat, player in enumerate(table.players):
        for island in islands:
            table.place(seat, island, settlers)
        left = player.workers - settlers * len(islands)
        table.players[seat] = player._replace(workers=left)
    names = tuple([table.options.board.islands[island].name for island in islands])
    table.tell(SettlersPlaced, names, settlers)


# Private goals


def _next_goal(table: Table) -> None:
    """Set the next seat that is dealt a private goal; when all hands are complete, deal powers."""
    for seat, player in enumerate(table.players):
        if len(player.goals) < table.options.box.figures.hand:
            table.phase, table.seat = "goals", seat
            return
    _next_power(table)


def deal_goal(table: Table, goal: Goal) -> None:
    """Deal the card to the hand of the seat, face down."""
    take_card(table, goal)
    table.tell(GoalDealt, table.seat, goal)
    _next_goal(table)


# Unique player powers


def undealt_powers(table: AnyPosition) -> list[str]:
    """Return the names of the powers that nobody has been dealt, sorted."""
    dealt = [name for player in table.players for name in player.powers]
    return [power.name for power in table.options.box.powers if power.name not in dealt]


def _next_power(table: Table) -> None:
    """Set the next seat that is dealt a power; when all are dealt, let the seats choose.

    A game without powers continues with the first player.
    """
    if not table.options.powers:
        _choose_first(table)
        return
    for seat, player in enumerate(table.players):
        if len(player.powers) < POWERS_DEALT:
            table.phase, table.seat = "powers", seat
            return
    table.phase, table.seat = "keep", 0


def deal_power(table: Table, power: str) -> None:
    """Deal the card to the seat, face down."""
    player = table.players[table.seat]
    table.players[table.seat] = player._replace(powers=tuple(sorted((*player.powers, power))))
    table.tell(PowerDealt, table.seat, power)
    _next_power(table)


def keep_power(table: Table, power: str) -> None:
    """Keep this card and remove the other one unseen. When all have chosen, open the powers."""
    table.players[table.seat] = table.players[table.seat]._replace(powers=(power,))
    table.tell(PowerKept, table.seat, power)
    table.seat += 1
    if table.seat < len(table.players):
        return
    table.tell(PowersOpened, tuple([player.powers[0] for player in table.players]))
    printed = table.options.box.figures
    for seat, player in enumerate(table.players):
        figures = table.options.figures[player.powers[0]]
        table.players[seat] = player._replace(
            coins=player.coins + figures.coins - printed.coins,
            bridges=player.bridges + figures.bridges - printed.bridges,
            floors=player.floors + figures.floors - printed.floors,
            workers=player.workers + figures.workers - printed.workers,
        )
    _choose_first(table)


# The first player


def _choose_first(table: Table) -> None:
    first = table.options.starting_player
    if first == "chance":
        table.phase, table.seat = "first", NONE
    else:
        begin_turn(table, first)


def name_first(table: Table, seat: int) -> None:
    """Begin the first turn with this seat."""
    table.tell(FirstPlayerNamed, seat)
    begin_turn(table, seat)
