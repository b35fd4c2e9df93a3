"""Facts that follow from the bridges: closed lanes, neighbors, ways of workers."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fireflies.festival.options import Options
from fireflies.festival.position import Open


class Way(NamedTuple):
    """The shortest way for a worker over bridges of one owner."""

    island: int
    """The island at its end."""
    owner: int
    bridges: int
    """The number of bridges on it."""


class Network:
    """Facts that follow from the owners of the bridges of a board, by lane."""

    closed: int
    """The lanes that a bridge in another lane crosses: bit ``i`` is that with index ``i``."""
    ends: Sequence[Sequence[int]]
    """By island: the owner of each bridge that ends there."""
    lengths: Sequence[Sequence[int]]
    """By seat: the length of each own bridge."""

    def __init__(self, options: Options, bridges: tuple[int | None, ...]) -> None:
        board, self.closed = options.board, 0
        ends: list[list[int]] = [[] for _ in board.islands]
        lengths: list[list[int]] = [[] for _ in range(options.players)]
        joined: list[dict[int, dict[int, None]]] = [{} for _ in range(options.players)]
        for lane in board.lanes:
            owner = bridges[lane.index]
            if owner is not None:
                self.closed |= lane.crossing_mask
                lengths[owner].append(lane.length)
                one, two = lane.ends
                ends[one].append(owner)
                ends[two].append(owner)
                joined[owner].setdefault(one, {}).setdefault(two)
                joined[owner].setdefault(two, {}).setdefault(one)
        self.ends, self.lengths = ends, lengths
        self._joined = joined
        self._steps: dict[int, tuple[Way, ...]] = {}
        self._ways: dict[int, tuple[Way, ...]] = {}

    def neighbors(self, island: int) -> list[int]:
        """Return the islands that a bridge joins to this one, ascending."""
        return sorted({other for joined in self._joined for other in joined.get(island, ())})

    def steps(self, origin: int) -> tuple[Way, ...]:
        """Return the ways from an island over a single bridge, by seat."""
        if origin not in self._steps:
            self._steps[origin] = tuple(
                [
                    Way(island, owner, 1)
                    for owner, joined in enumerate(self._joined)
                    for island in joined.get(origin, ())
                ]
            )
        return self._steps[origin]

    def ways(self, origin: int) -> tuple[Way, ...]:
        """Return all ways from an island to others, by letter, then by seat."""
        if origin not in self._ways:
            self._ways[origin] = self._find_ways(origin)
        return self._ways[origin]

    def _find_ways(self, origin: int) -> tuple[Way, ...]:
        found = [*self.steps(origin)]
        for owner, joined in enumerate(self._joined):
            edge, steps = [*joined.get(origin, ())], 1
            reached = dict.fromkeys((origin, *edge))
            while edge:
                steps += 1
                near = dict.fromkeys([two for one in edge for two in joined[one]])
                edge = [two for two in near if two not in reached]
                reached.update(dict.fromkeys(edge))
                found += [Way(island, owner, steps) for island in edge]
        return tuple(sorted(found))


def network(table: Open) -> Network:
    """Return what follows from the bridges of this position."""
    return _network(table.options, tuple(table.bridges))


@lru_cache(maxsize=1024)
def _network(options: Options, bridges: tuple[int | None, ...]) -> Network:
    return Network(options, bridges)
