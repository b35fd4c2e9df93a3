"""The chapters "Move 3" and "Island Capacity"."""

from typing import Final

from fireflies._typing import cached
from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.festival.clauses import Clause
from fireflies.festival.rules import main_events
from fireflies.festival.rules.actions import Done, Move, To, Walk
from fireflies.festival.rules.network import Network, Way, network
from fireflies.festival.rules.pieces import NONE, NOTHING, Pending
from fireflies.festival.rules.position import AnyPosition, Working, figures_of, own_islands, room
from fireflies.festival.rules.verbs import turn_action

_MOVE: Final = Move()
_walk: Final = cached(32)(Walk)
_to: Final = cached(256)(To)

_ORDER: tuple[Clause, ...] = (Clause.MOVE_BRIDGES, Clause.MOVE_TOLL, Clause.CAPACITY_STOP)
"""The clauses that can forbid a movement from an island, in rising order. When its ways violate
several, the highest is named; ``MOVE_BRIDGES`` is named when the island has no way."""


def legal_moves(_table: AnyPosition) -> list[Move]:
    """Return the action: it is legal even where no worker can move."""
    return [_MOVE]


def judge_move(_table: AnyPosition, _action: Move) -> Clause | None:
    """Require nothing: fewer movements than three are allowed, and none too."""


def begin_moves(table: Working, _action: Move) -> None:
    """Begin the movements: at most as many as the figure says."""
    moves = figures_of(table, table.seat).moves
    table.pending = Pending(walks=moves)
    table.tell(main_events.MovementBegan, table.seat, moves)


def judge_walk(table: AnyPosition, action: Walk) -> Clause | None:
    """Return the clause that forbids to move a worker from this island, if there is one."""
    origin = table.options.board.island_index.get(action.island)
    if origin is None or not table.islands[origin].workers[table.seat]:
        return Clause.MOVE_WORKERS
    return _judge_ways(table, origin, network(table))


def _judge_ways(table: AnyPosition, origin: int, net: Network) -> Clause | None:
    """Return the clause that forbids all ways from an island, or None when one of them is legal."""
    faults: list[Clause] = []
    for owner in range(len(table.players)):
        for way in net.owned(origin, owner):
            fault = _judge_way(table, way)
            if fault is None:
                return None
            faults.append(fault)
    return max(faults, key=_ORDER.index, default=Clause.MOVE_BRIDGES)


def judge_to(table: AnyPosition, action: To) -> Clause | None:
    """Return the clause that forbids the chosen worker to go there over bridges of this owner."""
    island = table.options.board.island_index.get(action.island, NONE)
    way = network(table).ways(table.pending.walker).get((island, action.seat))
    return Clause.MOVE_BRIDGES if way is None else _judge_way(table, way)


def _judge_way(table: AnyPosition, way: Way) -> Clause | None:
    if way.owner != table.seat and _toll(table, way) > table.players[table.seat].coins:
        return Clause.MOVE_TOLL
    # Only the last island needs room: full ones may be passed, see Clause.CAPACITY_THROUGH.
    return None if room(table, way.island) else Clause.CAPACITY_STOP


def _toll(table: AnyPosition, way: Way) -> int:
    """Return the coins for a way over bridges of another player."""
    return way.bridges * figures_of(table, table.seat).toll


def legal_walks(table: AnyPosition) -> list[Walk]:
    """Return the workers that may move, by letter of the island."""
    islands, own, net = table.options.board.islands, own_islands(table), network(table)
    return [_walk(islands[it].name) for it in own if _judge_ways(table, it, net) is None]


def can_walk(table: AnyPosition) -> bool:
    """Return whether a worker may move from any island."""
    net = network(table)
    return any(_judge_ways(table, it, net) is None for it in own_islands(table))


def legal_ways(table: AnyPosition) -> list[To]:
    """Return the legal ways of the chosen worker: by letter of the island, then by owner."""
    islands, ways = table.options.board.islands, network(table).ways(table.pending.walker)
    found = [way for way in ways.values() if _judge_way(table, way) is None]
    return [_to(islands[way.island].name, way.owner) for way in found]


def walk(table: Working, action: Walk) -> None:
    """Choose a worker on this island."""
    island = table.options.board.island_index[action.island]
    table.pending = table.pending._replace(walker=island)
    table.tell(main_events.WalkerChosen, table.seat, action.island)


def go(table: Working, action: To) -> None:
    """Move the chosen worker there by the shortest way, and pay the owner of the bridges."""
    board, seat, origin = table.options.board, table.seat, table.pending.walker
    name, owner = action.island, action.seat
    way = network(table).ways(origin)[board.island_index[name], owner]
    toll = 0 if owner == seat else _toll(table, way)
    if toll:
        table.earn(seat, coins=-toll)
        table.earn(owner, coins=toll)
    table.place(seat, origin, -1)
    table.place(seat, way.island, 1)
    table.pending = table.pending._replace(walks=table.pending.walks - 1, walker=NONE)
    table.tell(
        main_events.WorkerMoved, seat, board.islands[origin].name, name, owner, way.bridges, toll
    )


def stop_moves(table: Working) -> None:
    """End the action without the movements that are left."""
    table.tell(main_events.MovementEnded, table.seat, table.pending.walks)
    table.pending = NOTHING


VERBS: Final = (
    turn_action(Move, legal_moves, judge_move, begin_moves, progress=False),
    bare_verb(Done(), ("walk",), stop_moves),
    verb_of(Walk, ("walk",), legal_walks, judge_walk, walk),
    verb_of(To, ("to",), legal_ways, judge_to, go),
)
"""The actions of the chapter "Move 3"."""
