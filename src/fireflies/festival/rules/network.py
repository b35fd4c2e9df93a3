"""Facts that follow from the bridges: closed lanes, neighbors, ways of workers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fireflies._typing import cached
from fireflies.festival.box.options import Options
from fireflies.festival.rules.position import Open


class Way(NamedTuple):
    """The shortest way for a worker over bridges of one owner."""

    island: int
    """The island at its end."""
    owner: int
    bridges: int
    """The number of bridges on it."""


class Network:
    """Facts that follow from the bridges of a board: from the owner of the bridge in each lane."""

    closed: int
    """The lanes that a bridge in another lane crosses: bit ``i`` stands for lane ``i``."""
    joined: Sequence[Mapping[int, Sequence[int]]]
    """By seat and island: the islands to which a bridge of the seat leads from there, one for each
    bridge."""
    counts: Sequence[int]
    """By seat: the number of its bridges."""
    longest: Sequence[int]
    """By seat: the length of its longest bridge; 0 without one."""
    hubs: Sequence[int]
    """By seat: the most of its bridges that end at one island."""

    def __init__(self, options: Options, bridges: tuple[int | None, ...]) -> None:
        self.closed = 0
        joined: list[dict[int, list[int]]] = [{} for _ in range(options.players)]
        lengths: list[list[int]] = [[] for _ in range(options.players)]
        for lane, owner in zip(options.board.lanes, bridges, strict=True):
            if owner is not None:
                one, two = lane.ends
                self.closed |= lane.crossing_mask
                joined[owner].setdefault(one, []).append(two)
                joined[owner].setdefault(two, []).append(one)
                lengths[owner].append(lane.length)
        self.joined = joined
        self.counts = [*map(len, lengths)]
        self.longest = [max(own, default=0) for own in lengths]
        self.hubs = [max(map(len, own.values()), default=0) for own in joined]
        self._ways: dict[int, dict[tuple[int, int], Way]] = {}
        self._owned: dict[tuple[int, int], list[Way]] = {}

    def bridges(self, island: int) -> list[int]:
        """Return the number of bridges of each seat that end at an island."""
        return [len(joined.get(island, ())) for joined in self.joined]

    def neighbors(self, island: int) -> list[int]:
        """Return the islands that a bridge joins to this one, ascending."""
        return sorted({other for joined in self.joined for other in joined.get(island, ())})

    def ways(self, origin: int) -> Mapping[tuple[int, int], Way]:
        """Return all ways from an island, by the island at the end, then by the owner."""
        if origin not in self._ways:
            found = [way for owner in range(len(self.joined)) for way in self.owned(origin, owner)]
            self._ways[origin] = {(way.island, way.owner): way for way in sorted(found)}
        return self._ways[origin]

    def owned(self, origin: int, owner: int) -> Sequence[Way]:
        """Return the ways from an island over bridges of this owner, from the shortest on."""
        if (origin, owner) not in self._owned:
            joined, steps, reached = self.joined[owner], {origin: 0}, [origin]
            for island in reached:
                for other in joined.get(island, ()):
                    if other not in steps:
                        steps[other] = steps[island] + 1
                        reached.append(other)
            found = [Way(island, owner, steps[island]) for island in reached[1:]]
            self._owned[origin, owner] = found
        return self._owned[origin, owner]


def network(table: Open) -> Network:
    """Return what follows from the bridges of this position."""
    return _network(table.options, table.bridges)


@cached(1024)
def _network(options: Options, bridges: tuple[int | None, ...]) -> Network:
    return Network(options, bridges)
