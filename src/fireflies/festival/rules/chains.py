"""The longest chain: the most islands on a path over given bridges that meets no island twice.

To find it is hard in general. Here the islands are taken one by one. Those already taken lie
behind a cut. An island not yet taken is at the cut when a bridge joins it to one behind the cut.
Few islands are at the cut, since bridges do not cross. A choice of bridges is a set of disjoint
pieces of a path. Of all choices that differ only behind the cut, the one with the most bridges is
kept. (The frontier method of Knuth, "The Art of Computer Programming", 4A, 7.1.4, there called
simpath.)
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from fireflies._typing import cached

_Ends: TypeAlias = tuple[tuple[int, int], ...]
"""By island at the cut, ascending: the other end of its piece. Islands in no piece are left out."""

_INNER: Final = -1
"""Stands in place of the other end: the island is inside its piece, not at an end."""
_FIXED: Final = -2
"""Stands in place of the other end when that is behind the cut: the whole path ends there."""
_MOST_FIXED: Final = 2


@cached(1024)
def longest_chain(links: tuple[tuple[int, int], ...]) -> int:
    """Return the most islands on a path over these bridges, each given by its ends.

    It is 0 without a bridge; several bridges between two islands are as good as one.
    """
    neighbors: dict[int, dict[int, None]] = {}
    for one, two in links:
        neighbors.setdefault(one, {}).setdefault(two)
        neighbors.setdefault(two, {}).setdefault(one)
    best = 0
    kept: dict[_Ends, int] = {(): 0}
    for island, others in _in_order(neighbors):
        for other in others:
            best = max(best, _add(kept, island, other))
        kept, whole = _move_behind_cut(kept, island)
        best = max(best, whole)
    return best + 1 if best else 0


def _add(kept: dict[_Ends, int], one: int, two: int) -> int:
    """Add the choices with this bridge; return the most bridges of a complete path among them."""
    best = 0
    for ends, bridges in list(kept.items()):
        joined = _joined(dict(ends), one, two)
        if joined is None:
            continue
        if any(end != _INNER for end in joined.values()):
            _keep(kept, joined, bridges + 1)
        else:
            best = max(best, bridges + 1)
    return best


def _move_behind_cut(kept: Mapping[_Ends, int], island: int) -> tuple[dict[_Ends, int], int]:
    """Return the choices when an island goes behind the cut, and the bridges of a whole path."""
    best = 0
    passed: dict[_Ends, int] = {}
    for ends, bridges in kept.items():
        left = dict(ends)
        end = left.pop(island, _INNER)
        if end == _FIXED:
            if all(other == _INNER for other in left.values()):
                best = max(best, bridges)
            continue
        if end != _INNER:
            left[end] = _FIXED
        if [*left.values()].count(_FIXED) <= _MOST_FIXED:
            _keep(passed, left, bridges)
    return passed, best


def _keep(kept: dict[_Ends, int], ends: Mapping[int, int], bridges: int) -> None:
    key = tuple(sorted(ends.items()))
    kept[key] = max(bridges, kept.get(key, 0))


def _joined(ends: dict[int, int], one: int, two: int) -> dict[int, int] | None:
    """Return the ends after one more bridge; None when no path has all of these bridges."""
    first, second = ends.get(one, one), ends.get(two, two)
    if _INNER in {first, second} or first == two:
        return None
    ends[one] = ends[two] = _INNER
    if first == second:  # both are fixed: this is a whole path, so there can be no other piece
        return ends if all(end == _INNER for end in ends.values()) else None
    if first != _FIXED:
        ends[first] = second
    if second != _FIXED:
        ends[second] = first
    return ends


def _in_order(neighbors: Mapping[int, Iterable[int]]) -> Iterator[tuple[int, list[int]]]:
    """Yield each island with its later neighbors, in an order that keeps few islands at a cut."""
    waiting = {island: list(others) for island, others in sorted(neighbors.items())}
    reached: dict[int, None] = {}
    while waiting:
        island = min(
            [island for island in reached if island in waiting] or waiting,
            key=lambda it: len([other for other in waiting[it] if other not in reached]),
        )
        others = [other for other in waiting.pop(island) if other in waiting]
        reached.update(dict.fromkeys(others))
        yield island, others
