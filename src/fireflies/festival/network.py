"""What follows from the bridges: lanes that are closed, neighbors, ways of workers."""

from functools import lru_cache
from typing import NamedTuple

from fireflies.festival.options import Options
from fireflies.festival.position import Open


class Network(NamedTuple):
    """What follows from the bridges of a board."""

    closed: int
    """The lanes that a bridge in another lane crosses: bit ``i`` is that with index ``i``."""
    ends: tuple[tuple[int, ...], ...]
    """By island: the owner of each bridge that ends there."""
    neighbors: tuple[tuple[int, ...], ...]
    """By island: the islands that a bridge joins to it, ascending."""


@lru_cache(maxsize=1024)
def network_of(options: Options, bridges: tuple[int | None, ...]) -> Network:
    """Return what follows from these owners of bridges by lane."""
    board, closed = options.board, 0
    ends: list[list[int]] = [[] for _ in board.islands]
    neighbors: list[dict[int, None]] = [{} for _ in board.islands]
    for lane in board.lanes:
        owner = bridges[lane.index]
        if owner is not None:
            closed |= lane.crossing_mask
            one, two = lane.ends
            ends[one].append(owner)
            ends[two].append(owner)
            neighbors[one][two] = neighbors[two][one] = None
    joined = tuple([tuple(sorted(others)) for others in neighbors])
    return Network(closed, tuple(map(tuple, ends)), joined)


def network(table: Open) -> Network:
    """Return what follows from the bridges of this position."""
    return network_of(table.options, tuple(table.bridges))


@lru_cache(maxsize=4096)
def _distances(options: Options, bridges: tuple[int | None, ...], owner: int) -> list[list[int]]:
    """Return the fewest bridges of an owner from each island to each other; 0 without a way."""
    board = options.board
    joined: list[list[int]] = [[] for _ in board.islands]
    for lane in board.lanes:
        if bridges[lane.index] == owner:
            one, two = lane.ends
            joined[one].append(two)
            joined[two].append(one)
    found: list[list[int]] = []
    for origin in range(len(joined)):
        row, edge, steps = [0] * len(joined), [origin], 0
        while edge:
            steps += 1
            edge = list(dict.fromkeys([two for one in edge for two in joined[one]]))
            edge = [island for island in edge if not row[island] and island != origin]
            for island in edge:
                row[island] = steps
        found.append(row)
    return found


def distances(table: Open, owner: int) -> list[list[int]]:
    """Return by two islands the fewest bridges of an owner between them; 0 without a way."""
    return _distances(table.options, tuple(table.bridges), owner)
