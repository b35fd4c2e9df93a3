"""The chapter "Build a Pagoda"."""

from typing import Final

from fireflies._typing import cached
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.actions import Pagoda
from fireflies.festival.rules.main_events import FloorBuilt, FloorRewarded
from fireflies.festival.rules.pieces import Pending
from fireflies.festival.rules.position import (
    UNLIMITED,
    AnyPosition,
    Working,
    figures_of,
    own_islands,
    tile_of,
)
from fireflies.festival.rules.rewards import take_reward
from fireflies.festival.rules.verbs import turn_action

_pagoda: Final = cached(32)(Pagoda)


def judge_pagoda(table: AnyPosition, action: Pagoda) -> Clause | None:
    """Return the clause that forbids a floor on this island, if there is one."""
    island = table.options.board.island_index.get(action.island)
    return Clause.PAGODA_START if island is None else _judge_island(table, island)


def _judge_island(table: AnyPosition, island: int) -> Clause | None:
    seat, site = table.seat, table.islands[island]
    if tile_of(table, island).size == "start":
        return Clause.PAGODA_START
    if not site.workers[seat]:
        return Clause.PAGODA_WORKER
    if not table.players[seat].floors:
        return Clause.PAGODA_FLOOR
    if len(site.floors) >= figures_of(table, seat).height:
        return Clause.PAGODA_HEIGHT
    return Clause.PAGODA_SEALED if site.sealed else None


def legal_pagodas(table: AnyPosition) -> list[Pagoda]:
    """Return the floors that the seat may build, by letter of the island."""
    islands, own = table.options.board.islands, own_islands(table)
    return [_pagoda(islands[it].name) for it in own if _judge_island(table, it) is None]


def build_pagoda(table: Working, action: Pagoda) -> None:
    """Add a floor to the pagoda without a payment, and take the reward of the tile."""
    name, seat = action.island, table.seat
    island = table.options.board.island_index[name]
    site, player = table.islands[island], table.players[seat]
    table.islands[island] = site._replace(floors=(*site.floors, seat))
    table.players[seat] = player._replace(floors=player.floors - 1)
    table.tell(FloorBuilt, seat, name, len(site.floors) + 1)
    reward = tile_of(table, island).reward
    draws, recruits = take_reward(table, reward, UNLIMITED, FloorRewarded, name)
    table.pending = Pending(draws=draws, recruits=recruits)


VERBS: Final = (turn_action(Pagoda, legal_pagodas, judge_pagoda, build_pagoda),)
"""The action of the chapter."""
