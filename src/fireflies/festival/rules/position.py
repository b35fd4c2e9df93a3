"""Positions, working copies of them, and functions that read either.

:class:`Position` has the fields of a state. The modules of the rules change a ``Working`` to
carry out an action. The functions below, and those of ``network``, read either.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, TypeVar

from fireflies._typing import cached
from fireflies.contract import Event, Seen, Tell
from fireflies.festival.box.components import START_TILE, Figures, Goal, Kind, Tile
from fireflies.festival.box.options import Options
from fireflies.festival.rules.actions import Action
from fireflies.festival.rules.pieces import Pending, Phase, Player, SeenPlayer, Site, Stack

_P = TypeVar("_P", bound="Position")

UNLIMITED: Final = 1_000_000
"""The room of a start island: more than a box can have workers."""


UNOPENED: Final = ("powers", "keep")
"""The phases in which powers are secret."""


class Position(NamedTuple):
    """A complete position. Islands and lanes are in the order of their names."""

    options: Options
    phase: Phase
    seat: int
    """The seat whose turn it is, or was at the end; in the setup, who gets a card or chooses.

    ``NONE`` while tiles are laid, and while chance names the first player.
    """
    mains: int
    """Main actions still to do."""
    secondary: bool
    """True while a secondary action is left."""
    pending: Pending
    """The unfinished part of an action."""
    idle: int
    """Turns in a row, this one included, without a bridge, floor, festival or goal."""
    turns_left: int | None
    """The turns that may come after this one; None without a limit of turns."""
    islands: tuple[Site, ...]
    """The pieces on each island."""
    bridges: tuple[int | None, ...]
    """The owner of the bridge in each lane; None without a bridge."""
    crow: int | None
    """The seat that holds it."""
    sorin: int
    """The sōrin left in the supply."""
    kinds: tuple[Kind, ...]
    """The kinds of public goals in play, in the order of ``PUBLIC_KINDS``.

    There are four; fewer only until chance has drawn them.
    """
    taken: tuple[int, ...]
    """The number of cards gone from the stack of each kind."""
    deck: tuple[Goal, ...]
    """The private goals in the deck, sorted by text; chance deals them in any order."""
    players: tuple[Player, ...]
    """By seat."""


@dataclass(frozen=True, slots=True, repr=False)
class Observed(Seen[Action]):
    """A position as an observer sees it, with what is decided next: the fields of a view."""

    options: Options
    phase: Phase
    seat: int
    """As in :class:`Position`, like every field without an explanation here."""
    mains: int
    secondary: bool
    pending: Pending
    idle: int
    turns_left: int | None
    islands: tuple[Site, ...]
    bridges: tuple[int | None, ...]
    crow: int | None
    sorin: int
    public: tuple[Stack, ...]
    """The stacks of public goals, in the order of ``Position.kinds``."""
    deck: int
    """The number of private goals in the deck."""
    undealt: tuple[Goal, ...]
    """The private goals in the deck or in a hidden hand, sorted by text."""
    players: tuple[SeenPlayer, ...]

    @property
    def bank(self) -> int:
        """The coins in the bank; a negative number counts the substitutes in use."""
        return self.options.box.figures.bank - sum([player.coins for player in self.players])


class Working:
    """A working copy of a position, from which the next one is made."""

    def __init__(self, position: Position, tell: Tell[Event]) -> None:
        self.options: Options = position.options
        self.phase: Phase = position.phase
        self.seat: int = position.seat
        self.mains: int = position.mains
        self.secondary: bool = position.secondary
        self.pending: Pending = position.pending
        self.idle: int = position.idle
        self.turns_left: int | None = position.turns_left
        self.islands: list[Site] = list(position.islands)
        self.bridges: tuple[int | None, ...] = position.bridges
        self.crow: int | None = position.crow
        self.sorin: int = position.sorin
        self.kinds: tuple[Kind, ...] = position.kinds
        self.taken: tuple[int, ...] = position.taken
        self.deck: tuple[Goal, ...] = position.deck
        self.players: list[Player] = list(position.players)
        self.tell: Tell[Event] = tell

    def position(self, make: type[_P]) -> _P:
        """Return the next position, as an instance of ``make``."""
        return make(
            self.options,
            self.phase,
            self.seat,
            self.mains,
            self.secondary,
            self.pending,
            self.idle,
            self.turns_left,
            tuple(self.islands),
            self.bridges,
            self.crow,
            self.sorin,
            self.kinds,
            self.taken,
            self.deck,
            tuple(self.players),
        )

    def earn(self, seat: int, coins: int = 0, points: int = 0) -> None:
        """Add coins and points to those of a player; negative numbers are paid."""
        player = self.players[seat]
        self.players[seat] = Player(player.points + points, player.coins + coins, *player[2:])

    def place(self, seat: int, island: int, workers: int) -> None:
        """Add workers of a seat to those on an island; a negative number removes some."""
        tile, floors, sealed, here = self.islands[island]
        counts = (*here[:seat], here[seat] + workers, *here[seat + 1 :])
        self.islands[island] = Site(tile, floors, sealed, counts)


AnyPosition: TypeAlias = Position | Working
"""A position or a working copy of one, for functions that only read."""

Open: TypeAlias = Position | Working | Observed
"""A position, a working copy or a view, for functions that read only public information."""


def own_islands(table: Open) -> list[int]:
    """Return the islands with a worker of the seat whose turn it is."""
    seat = table.seat
    return [island for island, site in enumerate(table.islands) if site.workers[seat]]


def room(table: Open, island: int) -> int:
    """Return how many more workers may rest on an island."""
    tile, _, _, workers = table.islands[island]
    if tile is None or tile.size == "start":
        return UNLIMITED
    return table.options.box.size(tile.size).capacity - sum(workers)


def tile_of(table: Open, island: int) -> Tile:
    """Return the tile of an island; a start tile while it has none."""
    return table.islands[island].tile or START_TILE


def start_islands(table: AnyPosition) -> list[int]:
    """Return the islands with start tiles."""
    return [island for island, site in enumerate(table.islands) if site.tile == START_TILE]


def figures_of(table: Open, seat: int) -> Figures:
    """Return the figures of a player, with the changes of its power once the powers are open."""
    powers = () if table.phase in UNOPENED else table.players[seat].powers
    return table.options.figures[powers[0] if powers else None]


def stacks(table: AnyPosition) -> tuple[Stack, ...]:
    """Return the stacks of the public goals in play, in the order of ``PUBLIC_KINDS``."""
    return _stacks(table.options, table.kinds, table.taken)


@cached(1024)
def _stacks(options: Options, kinds: tuple[Kind, ...], gone: tuple[int, ...]) -> tuple[Stack, ...]:
    found: list[Stack] = []
    for kind, taken in zip(kinds, gone, strict=True):
        cards = options.box.stack(kind)
        top = cards[taken] if taken < len(cards) else None
        found.append(Stack(kind, len(cards) - taken, top))
    return tuple(found)


def tiles_left(table: AnyPosition) -> dict[Tile, int]:
    """Return how many of each tile lie on no island, in the order of the texts of the tiles."""
    counts = Counter(table.options.box.tiles)
    for site in table.islands:
        if site.tile is not None:
            counts[site.tile] -= 1
    return {tile: count for tile, count in counts.items() if count}
