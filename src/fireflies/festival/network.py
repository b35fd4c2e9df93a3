"""What follows from the bridges: lanes that are open, neighbors, ways of workers."""

from functools import lru_cache
from typing import NamedTuple

from fireflies.festival.options import Options
from fireflies.festival.position import Open


class Way(NamedTuple):
    """The shortest way for a worker over bridges of one owner."""

    island: int
    """Where it leads to."""
    owner: int
    bridges: int
    """How many of them it goes over."""


class Network:
    """What follows from the owners of the bridges of a board, by lane."""

    closed: int
    """The lanes that a bridge in another lane crosses: bit ``i`` is that with index ``i``."""
    open: tuple[tuple[int, ...], ...]
    """By island: the lanes without a bridge that are not closed."""
    ends: tuple[tuple[int, ...], ...]
    """By island: the owner of each bridge that ends there."""
    lengths: tuple[tuple[int, ...], ...]
    """By seat: the length of each own bridge."""

    def __init__(self, options: Options, bridges: tuple[int | None, ...]) -> None:
        board, closed = options.board, 0
        ends: list[list[int]] = [[] for _ in board.islands]
        lengths: list[list[int]] = [[] for _ in range(options.players)]
        joined: list[dict[int, list[int]]] = [{} for _ in range(options.players)]
        for lane, owner in zip(board.lanes, bridges, strict=True):
            if owner is not None:
                closed |= lane.crossing_mask
                lengths[owner].append(lane.length)
                for one, two in (lane.ends, lane.ends[::-1]):
                    ends[one].append(owner)
                    joined[owner].setdefault(one, []).append(two)
        self.closed = closed
        self.open = tuple(
            [
                tuple([it for it in island.lanes if bridges[it] is None and not closed >> it & 1])
                for island in board.islands
            ]
        )
        self.ends = tuple(map(tuple, ends))
        self.lengths = tuple(map(tuple, lengths))
        self._joined = joined
        self._ways: dict[int, tuple[Way, ...]] = {}

    def neighbors(self, island: int) -> list[int]:
        """Return the islands that a bridge joins to this one, ascending."""
        return sorted({other for joined in self._joined for other in joined.get(island, ())})

    def ways(self, origin: int) -> tuple[Way, ...]:
        """Return all ways from an island to others, by letter, then by seat."""
        if origin not in self._ways:
            self._ways[origin] = self._find_ways(origin)
        return self._ways[origin]

    def _find_ways(self, origin: int) -> tuple[Way, ...]:
        found: list[Way] = []
        for owner, joined in enumerate(self._joined):
            if origin not in joined:
                continue
            reached, edge, steps = {origin: 0}, [origin], 0
            while edge:
                steps += 1
                near = dict.fromkeys([two for one in edge for two in joined[one]])
                edge = [two for two in near if reached.setdefault(two, steps) == steps]
            found += [Way(island, owner, count) for island, count in reached.items() if count]
        return tuple(sorted(found))


_network = lru_cache(maxsize=1024)(Network)


def network(table: Open) -> Network:
    """Return what follows from the bridges of this position."""
    return _network(table.options, tuple(table.bridges))
