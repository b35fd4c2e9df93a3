"""The chapter "Setup": lay tiles, place workers, deal goals and powers."""

from collections import Counter
from math import lcm
from typing import Final, TypeVar

from fireflies._typing import cached
from fireflies.contract.verbs import chance_verb, verb_of
from fireflies.festival.box.components import PUBLIC_KINDS, START_TILE, TILE_SIZES, TileSize
from fireflies.festival.box.options import POWERS_DEALT, STACKS, Options
from fireflies.festival.rules.actions import (
    DealGoal,
    DealPower,
    DrawKind,
    KeepPower,
    LayTile,
    NameFirst,
)
from fireflies.festival.rules.events import (
    FirstPlayerNamed,
    GoalDealt,
    KindDrawn,
    PowerDealt,
    PowerKept,
    PowersOpened,
    SettlersPlaced,
    TileLaid,
)
from fireflies.festival.rules.pieces import NONE, NOTHING, Player, Site
from fireflies.festival.rules.position import (
    AnyPosition,
    Position,
    Working,
    start_islands,
    tiles_left,
)
from fireflies.festival.rules.rewards import draw_goal, take_card
from fireflies.festival.rules.turn import begin_turn

# To look an action up is faster than to create one.
_lay_tile: Final = cached(256)(LayTile)
_deal_goal: Final = cached(256)(DealGoal)

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
        turns_left=options.turns,
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
        kinds=options.goals or (),
        taken=(0,) * len(options.goals or ()),
        deck=box.private,
        players=(player,) * options.players,
    )


# Tiles


def tile_weights(table: AnyPosition) -> list[tuple[LayTile, int]]:
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
        (_lay_tile(tile), count * wanted[tile.size] * common // owned[tile.size])
        for tile, count in left.items()
        if wanted[tile.size]
    ]


def lay_tile(table: Working, action: LayTile) -> None:
    """Lay the tile on the first island without one."""
    empty = [island for island, site in enumerate(table.islands) if site.tile is None]
    island = empty[0]
    table.islands[island] = table.islands[island]._replace(tile=action.tile)
    table.tell(TileLaid, table.options.board.islands[island].name, action.tile)
    if len(empty) == 1:
        _place_settlers(table)
        _next_kind(table)


def _place_settlers(table: Working) -> None:
    """Place workers of each player on each island with a start tile."""
    settlers, islands = table.options.box.figures.settlers, start_islands(table)
    for seat, player in enumerate(table.players):
        for island in islands:
            table.place(seat, island, settlers)
        left = player.workers - settlers * len(islands)
        table.players[seat] = player._replace(workers=left)
    names = tuple([table.options.board.islands[island].name for island in islands])
    table.tell(SettlersPlaced, names, settlers)


# Public goals


def _next_kind(table: Working) -> None:
    """Let chance draw a kind of public goals; when four are in play, deal private goals."""
    if len(table.kinds) < STACKS:
        table.phase, table.seat = "kinds", NONE
    else:
        _next_goal(table)


def kind_weights(table: AnyPosition) -> list[tuple[DrawKind, int]]:
    """Return each kind that is not in play, in the order of the wire."""
    return [(DrawKind(kind), 1) for kind in PUBLIC_KINDS if kind not in table.kinds]


def draw_kind(table: Working, action: DrawKind) -> None:
    """Put the goals of this kind into play."""
    drawn = (*table.kinds, action.kind)
    table.kinds = tuple([kind for kind in PUBLIC_KINDS if kind in drawn])
    table.taken = (0,) * len(drawn)
    table.tell(KindDrawn, action.kind)
    _next_kind(table)


# Private goals


def _next_goal(table: Working) -> None:
    """Set the next seat that is dealt a private goal; when all hands are complete, deal powers."""
    for seat, player in enumerate(table.players):
        if len(player.goals) < table.options.box.figures.hand:
            table.phase, table.seat = "goals", seat
            return
    _next_power(table)


def goal_weights(table: AnyPosition) -> list[tuple[DealGoal, int]]:
    """Return each different card of the deck, with the number of its copies."""
    return [(_deal_goal(goal), count) for goal, count in Counter(table.deck).items()]


def deal_goal(table: Working, action: DealGoal) -> None:
    """Deal the card to the hand of the seat, face down, or draw it as a reward."""
    if table.pending != NOTHING:
        draw_goal(table, action.goal)
        return
    take_card(table, action.goal)
    table.tell(GoalDealt, table.seat, action.goal)
    _next_goal(table)


# Unique player powers


def power_weights(table: AnyPosition) -> list[tuple[DealPower, int]]:
    """Return the powers that nobody has been dealt, sorted."""
    dealt = [name for player in table.players for name in player.powers]
    return [(DealPower(it.name), 1) for it in table.options.box.powers if it.name not in dealt]


def _next_power(table: Working) -> None:
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


def deal_power(table: Working, action: DealPower) -> None:
    """Deal the card to the seat, face down."""
    power = action.power
    player = table.players[table.seat]
    table.players[table.seat] = player._replace(powers=tuple(sorted((*player.powers, power))))
    table.tell(PowerDealt, table.seat, power)
    _next_power(table)


def legal_keeps(table: AnyPosition) -> list[KeepPower]:
    """Return the choice of each power that the seat was dealt."""
    return [*map(KeepPower, table.players[table.seat].powers)]


def keep_power(table: Working, action: KeepPower) -> None:
    """Keep this card and remove the other one unseen. When all have chosen, open the powers."""
    table.players[table.seat] = table.players[table.seat]._replace(powers=(action.power,))
    table.tell(PowerKept, table.seat, action.power)
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


def _choose_first(table: Working) -> None:
    first = table.options.starting_player
    if first == "chance":
        table.phase, table.seat = "first", NONE
    else:
        begin_turn(table, first)


def seat_weights(table: AnyPosition) -> list[tuple[NameFirst, int]]:
    """Return each seat."""
    return [(NameFirst(seat), 1) for seat in range(len(table.players))]


def name_first(table: Working, action: NameFirst) -> None:
    """Begin the first turn with this seat."""
    table.tell(FirstPlayerNamed, action.seat)
    begin_turn(table, action.seat)


VERBS: Final = (
    chance_verb(LayTile, ("tiles",), tile_weights, lay_tile),
    chance_verb(DrawKind, ("kinds",), kind_weights, draw_kind),
    chance_verb(DealGoal, ("goals",), goal_weights, deal_goal),
    chance_verb(DealPower, ("powers",), power_weights, deal_power),
    verb_of(KeepPower, ("keep",), legal_keeps, None, keep_power),
    chance_verb(NameFirst, ("first",), seat_weights, name_first),
)
"""The actions of the chapter; chance also deals the goals that are drawn as rewards."""
