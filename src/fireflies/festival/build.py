"""The chapters "Build a Bridge" and "Free Movement"."""

from fireflies.festival.board import Lane
from fireflies.festival.clauses import Clause
from fireflies.festival.main_events import (
    BridgeBuilt,
    WaterRewarded,
    WorkersCrossed,
    WorkersStayed,
)
from fireflies.festival.network import network
from fireflies.festival.pieces import NOTHING, Pending
from fireflies.festival.position import AnyPosition, Table, figures_of, room
from fireflies.festival.rewards import take_reward


def judge_bridge(table: AnyPosition, name: str) -> Clause | None:
    """Return the clause that forbids a bridge in the lane of this name, if there is one."""
    lane = table.options.board.lane_index.get(name)
    if lane is None:
        return Clause.BRIDGE_STRAIGHT
    segment = figures_of(table, table.seat).segment
    return _judge_lane(table, table.options.board.lanes[lane], network(table).closed, segment)


def _judge_lane(table: AnyPosition, lane: Lane, closed: int, segment: int) -> Clause | None:
    """Judge a bridge in this lane; each segment costs ``segment`` coins."""
    seat = table.seat
    player = table.players[seat]
    one, two = lane.ends
    if closed >> lane.index & 1:
        return Clause.BRIDGE_CROSSING
    if not (table.islands[one].workers[seat] or table.islands[two].workers[seat]):
        return Clause.BRIDGE_WORKER
    if lane.length * segment > player.coins:
        return Clause.BRIDGE_COINS
    if lane.length > player.bridges:
        return Clause.BRIDGE_PIECES
    return None if table.bridges[lane.index] is None else Clause.BRIDGE_LANE


def legal_bridges(table: AnyPosition, own: list[int]) -> list[str]:
    """Return the names of the lanes at the islands ``own`` where the seat may build, sorted."""
    board, closed, built = table.options.board, network(table).closed, table.bridges
    segment = figures_of(table, table.seat).segment
    free = [it for island in own for it in board.islands[island].lanes if built[it] is None]
    lanes = [board.lanes[it] for it in sorted({*free})]
    return [it.name for it in lanes if _judge_lane(table, it, closed, segment) is None]


def build_bridge(table: Table, name: str) -> None:
    """Pay for a whole bridge and build it, then take the rewards of its cells of water."""
    board, seat = table.options.board, table.seat
    lane = board.lanes[board.lane_index[name]]
    price = lane.length * figures_of(table, seat).segment
    table.earn(seat, coins=-price)
    player = table.players[seat]
    table.players[seat] = player._replace(bridges=player.bridges - lane.length)
    table.bridges = (*table.bridges[: lane.index], seat, *table.bridges[lane.index + 1 :])
    table.tell(BridgeBuilt, seat, lane.name, lane.length, price)
    one, two = lane.ends
    able = (table.islands[one].workers[seat], table.islands[two].workers[seat])
    places = room(table, one) + room(table, two)
    draws, recruits = take_reward(table, lane.reward, places, WaterRewarded, lane.name)
    table.pending = Pending(lane.index, able, draws, recruits)


def judge_cross(table: AnyPosition, name: str, workers: int) -> Clause | None:
    """Return the clause that forbids so many workers to go to this end of the new bridge."""
    ends = dict(crossings(table))
    island = table.options.board.island_index.get(name)
    if island not in ends or workers not in range(1, ends[island] + 1):
        return Clause.CROSS_FREE
    return None if workers <= room(table, island) else Clause.CAPACITY_STOP


def crossings(table: AnyPosition) -> list[tuple[int, int]]:
    """Return the ends of the new bridge, each with the workers that may come from the other."""
    one, two = table.options.board.lanes[table.pending.lane].ends
    return [(one, table.pending.able[1]), (two, table.pending.able[0])]


def legal_crossings(table: AnyPosition) -> list[tuple[int, int]]:
    """Return the legal ends and numbers of workers, by letter, then by number."""
    return [
        (island, workers)
        for island, able in crossings(table)
        for workers in range(1, min(able, room(table, island)) + 1)
    ]


def cross(table: Table, name: str, workers: int) -> None:
    """Move so many workers over the new bridge to this end of it, which ends the action."""
    board = table.options.board
    island = board.island_index[name]
    origin = sum([end for end, _ in crossings(table)]) - island
    table.place(table.seat, origin, -workers)
    table.place(table.seat, island, workers)
    table.pending = NOTHING
    table.tell(WorkersCrossed, table.seat, board.islands[origin].name, name, workers)


def stay(table: Table) -> None:
    """Move no worker over the new bridge, which ends the action."""
    table.pending = NOTHING
    table.tell(WorkersStayed, table.seat)
