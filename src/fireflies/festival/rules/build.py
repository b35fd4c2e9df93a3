"""The chapters "Build a Bridge" and "Free Movement"."""

from typing import Final

from fireflies._typing import cached
from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.festival.box.board import Lane
from fireflies.festival.box.options import Options
from fireflies.festival.clauses import Clause
from fireflies.festival.rules import main_events
from fireflies.festival.rules.actions import Bridge, Cross, Stay
from fireflies.festival.rules.network import network
from fireflies.festival.rules.pieces import NOTHING, Pending
from fireflies.festival.rules.position import (
    AnyPosition,
    Open,
    Working,
    figures_of,
    own_islands,
    room,
)
from fireflies.festival.rules.rewards import take_reward
from fireflies.festival.rules.verbs import turn_action

# To look an action up is faster than to create one.
_bridge: Final = cached(4096)(Bridge)
_cross: Final = cached(256)(Cross)


def judge_bridge(table: Open, action: Bridge) -> Clause | None:
    """Return the clause that forbids a bridge in this lane, if there is one."""
    board, seat = table.options.board, table.seat
    index = board.lane_index.get(action.lane)
    if index is None:
        return Clause.BRIDGE_STRAIGHT
    lane, player = board.lanes[index], table.players[seat]
    one, two = lane.ends
    closed, segment = network(table).closed, figures_of(table, seat).segment
    if closed >> lane.index & 1:
        return Clause.BRIDGE_CROSSING
    if not (table.islands[one].workers[seat] or table.islands[two].workers[seat]):
        return Clause.BRIDGE_WORKER
    if lane.length * segment > player.coins:
        return Clause.BRIDGE_COINS
    if lane.length > player.bridges:
        return Clause.BRIDGE_PIECES
    return None if table.bridges[lane.index] is None else Clause.BRIDGE_LANE


def legal_bridges(table: AnyPosition) -> list[Bridge]:
    """Return the bridges that the seat may build, sorted by lane."""
    closed, built, player = network(table).closed, table.bridges, table.players[table.seat]
    segment = figures_of(table, table.seat).segment
    return [
        _bridge(it.name)
        for it in _lanes_from(table.options, (*own_islands(table),))
        if built[it.index] is None
        and not closed >> it.index & 1
        and it.length * segment <= player.coins
        and it.length <= player.bridges
    ]


@cached(1024)
def _lanes_from(options: Options, islands: tuple[int, ...]) -> tuple[Lane, ...]:
    """Return the lanes from any of these islands, sorted."""
    board = options.board
    near = [lane for island in islands for lane in board.islands[island].lanes]
    return tuple([board.lanes[lane] for lane in sorted({*near})])


def build_bridge(table: Working, action: Bridge) -> None:
    """Pay for a whole bridge and build it, then take the rewards of its cells of water."""
    board, seat = table.options.board, table.seat
    lane = board.lanes[board.lane_index[action.lane]]
    price = lane.length * figures_of(table, seat).segment
    table.earn(seat, coins=-price)
    player = table.players[seat]
    table.players[seat] = player._replace(bridges=player.bridges - lane.length)
    table.bridges = (*table.bridges[: lane.index], seat, *table.bridges[lane.index + 1 :])
    table.tell(main_events.BridgeBuilt, seat, lane.name, lane.length, price)
    one, two = lane.ends
    able = (table.islands[one].workers[seat], table.islands[two].workers[seat])
    places = room(table, one) + room(table, two)
    draws, recruits = take_reward(table, lane.reward, places, main_events.WaterRewarded, lane.name)
    table.pending = Pending(lane.index, able, draws, recruits)


def judge_cross(table: AnyPosition, action: Cross) -> Clause | None:
    """Return the clause that forbids so many workers to go to this end of the new bridge."""
    ends = dict(crossings(table))
    island = table.options.board.island_index.get(action.island)
    if island not in ends or action.workers not in range(1, ends[island] + 1):
        return Clause.CROSS_FREE
    return None if action.workers <= room(table, island) else Clause.CAPACITY_STOP


def crossings(table: AnyPosition) -> list[tuple[int, int]]:
    """Return the ends of the new bridge, each with the workers that may come from the other."""
    one, two = table.options.board.lanes[table.pending.lane].ends
    return [(one, table.pending.able[1]), (two, table.pending.able[0])]


def legal_crossings(table: AnyPosition) -> list[Cross]:
    """Return the legal ends and numbers of workers, by letter, then by number."""
    islands = table.options.board.islands
    return [
        _cross(islands[island].name, workers)
        for island, able in crossings(table)
        for workers in range(1, min(able, room(table, island)) + 1)
    ]


def cross(table: Working, action: Cross) -> None:
    """Move so many workers over the new bridge to this end of it, which ends the action."""
    board, workers = table.options.board, action.workers
    island = board.island_index[action.island]
    origin = sum([end for end, _ in crossings(table)]) - island
    table.place(table.seat, origin, -workers)
    table.place(table.seat, island, workers)
    table.pending = NOTHING
    table.tell(
        main_events.WorkersCrossed, table.seat, board.islands[origin].name, action.island, workers
    )


def stay(table: Working) -> None:
    """Move no worker over the new bridge, which ends the action."""
    table.pending = NOTHING
    table.tell(main_events.WorkersStayed, table.seat)


VERBS: Final = (
    turn_action(Bridge, legal_bridges, judge_bridge, build_bridge),
    bare_verb(Stay(), ("cross",), stay),
    verb_of(Cross, ("cross",), legal_crossings, judge_cross, cross),
)
"""The actions of the chapters."""
