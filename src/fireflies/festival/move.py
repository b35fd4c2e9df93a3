"""The chapters "Move 3" and "Island Capacity"."""

from fireflies.festival.clauses import Clause
from fireflies.festival.main_events import (
    MovementBegan,
    MovementEnded,
    WalkerChosen,
    WorkerMoved,
)
from fireflies.festival.network import distances
from fireflies.festival.pieces import NONE, NOTHING, Pending
from fireflies.festival.position import AnyPosition, Table, figures_of, own_islands, room

_WORST: tuple[Clause, ...] = (Clause.MOVE_BRIDGES, Clause.MOVE_TOLL, Clause.CAPACITY_STOP)


def begin_moves(table: Table) -> None:
    """As many movements as the figure says, or fewer."""
    moves = figures_of(table, table.seat).moves
    table.pending = Pending(walks=moves)
    table.tell(MovementBegan, table.seat, moves)


def judge_walk(table: AnyPosition, name: str) -> Clause | None:
    """Return the clause that forbids to move a worker from this island, if there is one."""
    origin = table.options.board.island_index.get(name)
    if origin not in own_islands(table):
        return Clause.MOVE_WORKERS
    faults = [
        _judge_way(table, origin, island, owner)
        for island in range(len(table.sites))
        for owner in range(len(table.players))
        if island != origin
    ]
    return None if None in faults else max(filter(None, faults), key=_WORST.index)


def judge_to(table: AnyPosition, name: str, owner: int) -> Clause | None:
    """Return the clause that forbids the chosen worker to go there over bridges of this owner."""
    island = table.options.board.island_index.get(name)
    if island is None or owner not in range(len(table.players)):
        return Clause.MOVE_BRIDGES
    return _judge_way(table, table.pending.walker, island, owner)


def _judge_way(table: AnyPosition, origin: int, island: int, owner: int) -> Clause | None:
    if not distances(table, owner)[origin][island]:
        return Clause.MOVE_BRIDGES
    if _toll(table, origin, island, owner) > table.players[table.seat].coins:
        return Clause.MOVE_TOLL
    return None if room(table, island) else Clause.CAPACITY_STOP


def _toll(table: AnyPosition, origin: int, island: int, owner: int) -> int:
    """Return the coins for the shortest way; the owner of the bridges pays nothing."""
    if owner == table.seat:
        return 0
    return distances(table, owner)[origin][island] * figures_of(table, table.seat).toll


def legal_walks(table: AnyPosition) -> list[int]:
    """Return the islands from which a worker may move, by letter."""
    return [island for island in own_islands(table) if legal_ways(table, island)]


def legal_ways(table: AnyPosition, origin: int) -> list[tuple[int, int]]:
    """Return where a worker may go over whose bridges, by letter, then by seat."""
    return [
        (island, owner)
        for island in range(len(table.sites))
        for owner in range(len(table.players))
        if _judge_way(table, origin, island, owner) is None
    ]


def walk(table: Table, name: str) -> None:
    """A worker of this island is chosen."""
    table.pending = table.pending._replace(walker=table.options.board.island_index[name])
    table.tell(WalkerChosen, table.seat, name)


def go(table: Table, name: str, owner: int) -> None:
    """The chosen worker goes there by the shortest way, and pays the owner of the bridges."""
    board, seat = table.options.board, table.seat
    island, origin = board.island_index[name], table.pending.walker
    toll = _toll(table, origin, island, owner)
    table.earn(seat, coins=-toll)
    table.earn(owner, coins=toll)
    table.place(seat, origin, -1)
    table.place(seat, island, 1)
    table.pending = table.pending._replace(walks=table.pending.walks - 1, walker=NONE)
    steps = distances(table, owner)[origin][island]
    table.tell(WorkerMoved, seat, board.islands[origin].name, name, owner, steps, toll)


def stop_moves(table: Table) -> None:
    """The movements that are left are not made."""
    table.tell(MovementEnded, table.seat, table.pending.walks)
    table.pending = NOTHING
