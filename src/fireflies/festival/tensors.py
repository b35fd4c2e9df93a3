"""Firefly Festival as numbers: the numbers of its actions, and views as tensors.

With ``n`` players, ``i`` islands, ``l`` lanes, ``h`` floors in the highest pagoda, and in the box
``t`` different tiles, ``g`` different private goals, ``c`` public goals of the four kinds in play
and ``p`` powers, an observation is these features in this order. Seats count from seat 0, not from
the observer; islands and lanes are sorted by name, cards and tiles by text.

============= ============ =========================================================================
``seat``      ``n``        1 for the observer; all 0 for a spectator and for the referee
``actor``     ``n + 1``    1 for the seat that decides next, or for chance, which comes last; all 0
                           when the game is over
``phase``     ``11``       1 for the phase, in the order of :data:`PHASES`
``turn``      ``n``        1 for the seat whose turn it is; in the setup who gets a card or chooses
``mains``     ``1``        main actions still to do
``secondary`` ``1``        1 when a secondary action is left
``built``     ``l``        1 for the lane of the bridge that was just built
``able``      ``2``        workers that may cross it, from its first and from its second end
``draws``     ``1``        private goals to draw
``recruits``  ``1``        workers to place
``walks``     ``1``        movements left
``walker``    ``i``        1 for the island of the worker that was chosen by ``walk``
``idle``      ``1``        turns in a row without progress
``tiles``     ``i, t``     1 for the tile of each island; all 0 for an island without one
``floors``    ``i, h, n``  1 for the owner of each floor, from the ground up
``sealed``    ``i``        1 for each island with a sōrin
``present``   ``i, n``     the workers of each seat on each island
``bridges``   ``l, n``     1 for the owner of the bridge in each lane
``crow``      ``n``        1 for the seat that has the crow
``tokens``    ``1``        the sōrin left
``bank``      ``1``        its coins; a negative number counts substitutes
``stacks``    ``4``        the public goals left of each kind in play
``deck``      ``1``        how many private goals are in the deck
``undealt``   ``g``        how many of each private goal are in the deck or in a hidden hand
``points``    ``n``        the points of each seat
``coins``     ``n``        the coins of each seat
``supply``    ``n, 3``     the bridge pieces, floors and workers in the supply of each seat
``fish``      ``n``        the fish in front of each seat
``hands``     ``n``        how many private goals each seat has in hand
``hidden``    ``n, 2``     1 where the goals in hand, and the power cards, of a seat are hidden
``goals``     ``n, g``     how many of each private goal are in hand; 0 where hidden
``claimed``   ``n, c``     1 for each public goal that a seat has completed
``completed`` ``n, g``     how many of each private goal a seat has completed
``powers``    ``n, p``     1 for each power card that a seat was dealt, then for the one kept; 0
                           where hidden
============= ============ =========================================================================
"""

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from fireflies import contract
from fireflies.contract import CHANCE, Hidden
from fireflies.festival.actions import (
    Bridge,
    Cross,
    Crow,
    DealGoal,
    DealPower,
    Done,
    End,
    Festival,
    Fish,
    KeepPower,
    LayTile,
    Move,
    NameFirst,
    Pagoda,
    Private,
    Public,
    Recruit,
    Stay,
    To,
    Walk,
)
from fireflies.festival.bounds import bounds, most_coins
from fireflies.festival.options import Options
from fireflies.festival.pieces import Phase
from fireflies.festival.view import View
from fireflies.tensors import Feature, counts, multi_hot

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
"""All phases, in the order of their numbers."""

_SECRET: Final = (DealGoal, DealPower, KeepPower)


class Tensors:
    """A game of Firefly Festival with these options, as numbers."""

    actions: tuple[contract.Action, ...]
    """Main actions, secondary ones, ``end``, decisions within an action, powers to keep."""
    chance_actions: tuple[contract.Action, ...]
    """Each different tile, private goal and power; and each seat, if chance names the first one."""
    redacted_actions: tuple[contract.Action, ...]
    """A goal or a power that is dealt or kept face down."""
    observation: tuple[Feature, ...]
    """The features of the table above."""

    def __init__(self, options: Options) -> None:
        box, board = options.box, options.board
        self._players = range(options.players)
        self._islands = [island.name for island in board.islands]
        self._lanes = [lane.name for lane in board.lanes]
        self._tiles = list(dict.fromkeys(box.tiles))
        self._goals = list(dict.fromkeys(box.private))
        self._public = [goal for kind in options.goals for goal in box.stack(kind)]
        self._powers = [power.name for power in box.powers] if options.powers else []
        self._height = box.figures.height
        self._workers = max(figures.workers for figures in options.figures.values())
        self.actions = (*self._turn_actions(options), *map(KeepPower, self._powers))
        is_drawn = options.starting_player == CHANCE
        self.chance_actions = (
            *map(LayTile, self._tiles),
            *map(DealGoal, self._goals),
            *map(DealPower, self._powers),
            *(map(NameFirst, self._players) if is_drawn else ()),
        )
        self.redacted_actions = tuple(map(Hidden, _SECRET if self._powers else _SECRET[:1]))
        self.observation = self._features(options)

    def _turn_actions(self, options: Options) -> Iterable[contract.Action]:
        """Yield the actions of a turn."""
        yield from map(Bridge, self._lanes)
        yield from map(Pagoda, self._islands)
        yield Move()
        yield from map(Festival, self._islands)
        yield from map(Private, self._goals)
        yield from map(Public, options.goals)
        yield from map(Crow, ("coins", "workers"))
        yield Fish()
        yield End()
        yield from map(Recruit, self._islands)
        for island in self._islands:
            yield from (Cross(island, count) for count in range(1, self._workers + 1))
        yield Stay()
        yield from map(Walk, self._islands)
        for island in self._islands:
            yield from (To(island, seat) for seat in self._players)
        yield Done()

    def _features(self, options: Options) -> tuple[Feature, ...]:
        box, figures = options.box, options.figures.values()
        players, islands, lanes = options.players, len(self._islands), len(self._lanes)
        goals, cards = len(box.private), max(map(box.private.count, self._goals), default=0)
        coins, workers = most_coins(options), self._workers
        supply = max(max(it.bridges, it.floors, it.workers) for it in figures)
        return (
            Feature("seat", (players,), 0, 1),
            Feature("actor", (players + 1,), 0, 1),
            Feature("phase", (len(PHASES),), 0, 1),
            Feature("turn", (players,), 0, 1),
            Feature("mains", (1,), 0, 2),
            Feature("secondary", (1,), 0, 1),
            Feature("built", (lanes,), 0, 1),
            Feature("able", (2,), 0, workers),
            Feature("draws", (1,), 0, goals),
            Feature("recruits", (1,), 0, workers),
            Feature("walks", (1,), 0, max(it.moves for it in figures)),
            Feature("walker", (islands,), 0, 1),
            Feature("idle", (1,), 0, box.figures.rounds * players),
            Feature("tiles", (islands, len(self._tiles)), 0, 1),
            Feature("floors", (islands, self._height, players), 0, 1),
            Feature("sealed", (islands,), 0, 1),
            Feature("present", (islands, players), 0, workers),
            Feature("bridges", (lanes, players), 0, 1),
            Feature("crow", (players,), 0, 1),
            Feature("tokens", (1,), 0, options.sorin),
            Feature("bank", (1,), box.figures.bank - coins, box.figures.bank),
            Feature("stacks", (len(options.goals),), 0, max(map(len, box.public))),
            Feature("deck", (1,), 0, goals),
            Feature("undealt", (len(self._goals),), 0, cards),
            Feature("points", (players,), 0, bounds(options).highest_score),
            Feature("coins", (players,), 0, coins),
            Feature("supply", (players, 3), 0, supply),
            Feature("fish", (players,), 0, len(box.fish)),
            Feature("hands", (players,), 0, goals),
            Feature("hidden", (players, 2), 0, 1),
            Feature("goals", (players, len(self._goals)), 0, cards),
            Feature("claimed", (players, len(self._public)), 0, 1),
            Feature("completed", (players, len(self._goals)), 0, cards),
            Feature("powers", (players, len(self._powers)), 0, 1),
        )

    def observe(self, seen: View, /) -> tuple[int, ...]:
        """Return a view as numbers."""
        seats, pending, players = self._players, seen.pending, seen.players
        return (
            *multi_hot([seen.observer], seats),
            *multi_hot([seen.actor], (*seats, CHANCE)),
            *multi_hot([seen.phase], PHASES),
            *multi_hot([seen.seat], seats),
            seen.mains,
            int(seen.secondary),
            *multi_hot([pending.lane], range(len(self._lanes))),
            *pending.able,
            pending.draws,
            pending.recruits,
            pending.walks,
            *multi_hot([pending.walker], range(len(self._islands))),
            seen.idle,
            *[mark for site in seen.islands for mark in multi_hot([site.tile], self._tiles)],
            *[mark for site in seen.islands for mark in self._floors(site.floors)],
            *[int(site.sealed) for site in seen.islands],
            *[count for site in seen.islands for count in site.workers],
            *[mark for owner in seen.bridges for mark in multi_hot([owner], seats)],
            *multi_hot([seen.crow], seats),
            seen.sorin,
            seen.bank,
            *[stack.left for stack in seen.public],
            seen.deck,
            *counts(seen.undealt, self._goals),
            *[player.points for player in players],
            *[player.coins for player in players],
            *[count for it in players for count in (it.bridges, it.floors, it.workers)],
            *[player.fish for player in players],
            *[player.hand for player in players],
            *[int(it is None) for player in players for it in (player.goals, player.powers)],
            *[count for it in players for count in counts(it.goals or (), self._goals)],
            *[mark for it in players for mark in multi_hot(it.claimed, self._public)],
            *[count for it in players for count in counts(it.completed, self._goals)],
            *[mark for it in players for mark in multi_hot(it.powers or (), self._powers)],
        )

    def _floors(self, owners: Sequence[int]) -> list[int]:
        """Return a mark for each place of a floor and each seat."""
        places = [*owners, *[None] * (self._height - len(owners))]
        return [mark for owner in places for mark in multi_hot([owner], self._players)]
