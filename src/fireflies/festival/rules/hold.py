"""The chapter "Hold a Festival"."""

from collections.abc import Iterator
from typing import Final

from fireflies._typing import cached
from fireflies.contract import Event, Tell
from fireflies.contract.rules import ignore
from fireflies.festival.clauses import Clause
from fireflies.festival.rules import main_events
from fireflies.festival.rules.actions import Festival
from fireflies.festival.rules.network import network
from fireflies.festival.rules.pieces import Site
from fireflies.festival.rules.position import (
    AnyPosition,
    Open,
    Working,
    figures_of,
    own_islands,
    tile_of,
)
from fireflies.festival.rules.verbs import turn_action

_festival: Final = cached(32)(Festival)


def judge_festival(table: AnyPosition, action: Festival) -> Clause | None:
    """Return the clause that forbids a festival on this island, if there is one."""
    island = table.options.board.island_index.get(action.island)
    return Clause.HOLD_FLOORS if island is None else judge_island(table, island)


def judge_island(table: Open, island: int) -> Clause | None:
    """Return the clause that forbids the seat to hold a festival on an island, if there is one."""
    seat, site, size = table.seat, table.islands[island], tile_of(table, island).size
    if size == "start" or len(site.floors) < table.options.box.size(size).floors:
        return Clause.HOLD_FLOORS
    bridges = network(table).bridges(island)
    if sum(bridges) < len(site.floors):
        return Clause.HOLD_BRIDGES
    if not site.workers[seat]:
        return Clause.HOLD_WORKER
    pieces = _pieces(site, bridges)
    if max(pieces) > pieces[seat]:
        return Clause.HOLD_MAJORITY
    if site.sealed:
        return Clause.HOLD_SEALED
    return None if table.sorin else Clause.HOLD_SORIN


def legal_festivals(table: AnyPosition) -> list[Festival]:
    """Return the festivals that the seat may hold, by letter of the island."""
    islands = table.options.board.islands
    own = [it for it in own_islands(table) if table.islands[it].floors]  # every size needs one
    return [_festival(islands[it].name) for it in own if judge_island(table, it) is None]


def pieces_on(table: Open, island: int) -> list[int]:
    """Return how many floors, bridges and workers each seat has on an island, added up."""
    return _pieces(table.islands[island], network(table).bridges(island))


def _pieces(site: Site, bridges: list[int]) -> list[int]:
    return [
        site.floors.count(seat) + bridges[seat] + workers
        for seat, workers in enumerate(site.workers)
    ]


def festival_points(
    table: Open, island: int, caller: int, tell: Tell[Event] = ignore
) -> Iterator[tuple[int, int]]:
    """Yield seat and points of all pieces on an island, and of the caller's bonus."""
    value = tile_of(table, island).points
    for owner, pieces in enumerate(pieces_on(table, island)):
        if pieces:
            tell(main_events.PiecesScored, owner, pieces, value * pieces)
            yield owner, value * pieces
    firefly = figures_of(table, caller).firefly
    workers = sum(table.islands[island].workers)
    tell(main_events.BonusScored, caller, workers, firefly * workers)
    yield caller, firefly * workers
    near = network(table).neighbors(island)
    workers = sum([sum(table.islands[other].workers) for other in near])
    if workers:
        names = tuple([table.options.board.islands[other].name for other in near])
        tell(main_events.NeighborsScored, caller, names, workers, firefly * workers)
        yield caller, firefly * workers


def hold_festival(table: Working, action: Festival) -> None:
    """Put a sōrin on the pagoda; score all pieces and the caller's bonus; give fish back."""
    island, seat = table.options.board.island_index[action.island], table.seat
    table.islands[island] = table.islands[island]._replace(sealed=True)
    table.sorin -= 1
    table.tell(main_events.FestivalHeld, seat, action.island)
    for owner, points in festival_points(table, island, seat, table.tell):
        table.earn(owner, points=points)
    _fish_back(table, island)


def _fish_back(table: Working, island: int) -> None:
    """Give all fish back to everybody with a worker on the island, whoever called the festival."""
    most = len(table.options.box.fish)
    for seat, workers in enumerate(table.islands[island].workers):
        player = table.players[seat]
        if workers and player.fish < most:
            table.players[seat] = player._replace(fish=most)
            table.tell(main_events.FishTakenBack, seat)


VERBS: Final = (turn_action(Festival, legal_festivals, judge_festival, hold_festival),)
"""The action of the chapter."""
