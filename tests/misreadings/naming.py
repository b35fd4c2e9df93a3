"""Measure how often the explorer names the broken clause among its first three.

Wrong engines are looked for in random plays; the first difference of each one is made smaller, and
the clauses named for it are compared with the clause of the misreading.

The order of the reasons for a clause (:mod:`fireflies.conformance.attribution`) was chosen with the
first third of the engines, by a hash of their names. Only the others are measured.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

from fireflies import games
from fireflies.conformance.attribution import clauses_of
from fireflies.conformance.explorer import SKIPPED, Explored, Explorer
from fireflies.conformance.pool import Pool
from fireflies.conformance.shrinking import shrink
from tests import lines
from tests.conformance.direct import DirectEngine
from tests.misreadings.engines import make
from tests.misreadings.lists import Misreading, misreadings

FIRST: Final = 3
"""The number of named clauses that count."""
PLAYS: Final = 5
"""The number of random plays in which a wrong engine is looked for."""
REQUESTS: Final = 80
"""The number of requests by which the play is made smaller; the explorer takes up to 1000."""


class Tried(NamedTuple):
    """A wrong engine that was looked for."""

    wrong: Misreading
    at: str = ""
    """The place of the difference; empty when none was found."""
    named: tuple[str, ...] = ()
    """The first named clauses."""
    unasked: tuple[str, ...] = ()
    """Those without the engine's answers to the cases."""


def is_measured(wrong: Misreading) -> bool:
    """Return whether the engine was not looked at when the order of the reasons was chosen."""
    return _number(wrong) % 3 != 0


def _number(wrong: Misreading) -> int:
    return int(sha256(wrong.name.encode()).hexdigest(), 16)


def chosen(game: str, engines: int | None) -> list[Misreading]:
    """Return this many of the measured engines of a game, or all."""
    measured = filter(is_measured, misreadings(game).values())
    return sorted(measured, key=_number)[:engines]


def attempt(wrong: Misreading, seed: int) -> Tried:
    """Look for a wrong engine in random plays, and return the clauses that are named."""
    exploring, explorer = (
        Explorer(games.get(wrong.game), Pool(start, 1), seed)
        for start in [partial(DirectEngine, make(wrong).handle)] * 2
    )
    found = _find(exploring)
    if found is None:
        return Tried(wrong)
    (*_, best) = shrink(explorer, found, inf, REQUESTS)
    request, difference, _ = best
    named, unasked = (
        tuple(map(str, clauses_of(explorer, request, difference, seconds)[:FIRST]))
        for seconds in (inf, 0.0)
    )
    return Tried(wrong, difference.at, named, unasked)


def _find(explorer: Explorer) -> Explored | None:
    """Return the first play with a difference, as the explorer finds it."""
    for explored in explorer.explore(range(PLAYS)):
        if explored.difference is not None and explored.difference.at != SKIPPED:
            return explored
    return None


def row(tried: Sequence[Tried]) -> dict[str, object]:
    """Return the figures of a game."""
    found = [it for it in tried if it.at]
    named = sum(it.wrong.clause in it.named for it in found)
    unasked = sum(it.wrong.clause in it.unasked for it in found)
    share = 100 / max(1, len(found))
    return {
        "engines": len(tried),
        "found": len(found),
        f"clause among the first {FIRST}": named,
        "%": round(named * share),
        "without the cases": unasked,
        "% without": round(unasked * share),
    }


def measure(listed: Sequence[Misreading], seed: int, file: Path | None = None) -> Iterator[Tried]:
    """Yield the result of each engine; two processes work at once.

    Results are kept in the file, a line each; those that are there already are not found again.
    """
    earlier = {
        (game, name): Tried(misreadings(game)[name], at, tuple(named), tuple(unasked))
        for game, name, kept_seed, at, named, unasked in lines.read(file)
        if kept_seed == seed
    }
    new = [it for it in listed if (it.game, it.name) not in earlier]
    with ProcessPoolExecutor(2) as pool:
        found = pool.map(partial(attempt, seed=seed), new)
        for wrong in listed:
            tried = earlier.get((wrong.game, wrong.name)) or next(found)
            if wrong in new:
                lines.keep(file, [wrong.game, wrong.name, seed, *tried[1:]])
            yield tried
