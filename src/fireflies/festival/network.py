"""What follows from the bridges: lanes that are closed, neighbors, ways of workers."""

from functools import lru_cache
from typing import NamedTuple

from fireflies.festival.options import Options
from fireflies.festival.position import AnyPosition


class Network(NamedTuple):
    """What follows from the bridges of a board."""

    closed: int
    """The lanes that a bridge in another lane crosses: bit ``i`` is that with index ``i``."""
    ends: tuple[tuple[int, ...], ...]
    """By island: the owner of each bridge that ends there."""
    neighbors: tuple[tuple[int, ...], ...]
    """By island: the islands that a bridge joins to it, ascending."""
    owned: tuple[dict[int, tuple[int, ...]], ...]
    """By seat, then by island: the islands that a bridge of that seat joins to it."""


class Way(NamedTuple):
    """A way for a worker over bridges of one owner."""

    island: int
    """Where it leads to."""
    owner: int
    bridges: int
    """The fewest bridges on such a way."""


@lru_cache(maxsize=1024)
def _network(options: Options, bridges: tuple[int | None, ...]) -> Network:
    board, closed = options.board, 0
    ends: list[list[int]] = [[] for _ in board.islands]
    owned: list[dict[int, tuple[int, ...]]] = [{} for _ in range(options.players)]
    for lane, owner in zip(board.lanes, bridges, strict=True):
        if owner is not None:
            closed |= lane.crossing_mask
            joined = owned[owner]
            for one, two in (lane.ends, lane.ends[::-1]):
                ends[one].append(owner)
                joined[one] = (*joined.get(one, ()), two)
    neighbors = [
        tuple(sorted({two for joined in owned for two in joined.get(one, ())}))
        for one in range(len(ends))
    ]
    return Network(closed, tuple(map(tuple, ends)), tuple(neighbors), tuple(owned))


def network(table: AnyPosition) -> Network:
    """Return what follows from the bridges of this position."""
    return _network(table.options, tuple(table.bridges))


@lru_cache(maxsize=4096)
def _ways(options: Options, bridges: tuple[int | None, ...], origin: int) -> tuple[Way, ...]:
    found: list[Way] = []
    for owner, joined in enumerate(_network(options, bridges).owned):
        reached, edge, steps = {origin: 0}, [origin], 0
        while edge:
            steps += 1
            near = dict.fromkeys([two for one in edge for two in joined.get(one, ())])
            edge = [two for two in near if reached.setdefault(two, steps) == steps]
        found += [Way(island, owner, count) for island, count in reached.items() if count]
    return tuple(sorted(found))


def ways(table: AnyPosition, origin: int) -> tuple[Way, ...]:
    """Return all ways from an island to others, by letter, then by seat."""
    return _ways(table.options, tuple(table.bridges), origin)
