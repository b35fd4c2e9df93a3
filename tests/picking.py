"""The random plays of the test command: few that together reach all situations and refusals.

``picked.json`` has their numbers. ``python -m tests.stale GAME --mend`` picks them again.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import tests.festival.landmarks
import tests.festival.random_plays
import tests.misbehavin.landmarks
import tests.misbehavin.random_plays
from tests.lockstep import RandomPlay

FILE: Final = Path(__file__).with_name("picked.json")
DRAW: Final[Mapping[str, Callable[[int], RandomPlay]]] = {
    "festival": tests.festival.random_plays.RandomPlay,
    "misbehavin": tests.misbehavin.random_plays.RandomPlay,
}
"""The games whose random plays are picked."""
REFUSALS: Final = {
    "festival": tests.festival.landmarks.REFUSALS,
    "misbehavin": tests.misbehavin.landmarks.REFUSALS,
}
MOST: Final = 3_000
"""The most plays that are tried."""
COST: Final = 50
"""The number of actions that cost as much time as to begin a play."""


class Found(NamedTuple):
    """The names of situations and of clauses that refuse, in a play."""

    wanted: set[str]
    """All that are looked for."""
    reached: set[str]
    length: int


def picked(game: str) -> list[int]:
    """Return the numbers of the picked plays of a game; none when it has no such plays."""
    numbers: list[int] = json.loads(FILE.read_text("utf-8")).get(game, [])
    return numbers


def find(game: str, number: int) -> Found:
    """Return what a random play reaches."""
    found = Found({*REFUSALS[game]}, set(), 0)
    for length, moment in enumerate(DRAW[game](number).moments(), 1):
        found = found._replace(length=length)
        found.wanted.update(moment.situations)
        found.reached.update(name for name, is_there in moment.situations.items() if is_there)
        refusals = [moment.oracle.refusal(text) for text in moment.tried]
        found.reached.update(it.clause for it in refusals if it is not None and it.clause)
    return found


def missing(found: Iterable[Found]) -> set[str]:
    """Return what none of the plays reaches."""
    each = [*found]
    return set[str]().union(*(it.wanted for it in each)).difference(*(it.reached for it in each))


def pick(game: str, known: Sequence[int] = (), most: int = MOST) -> list[int]:
    """Return few plays that reach all that is reached by these, and by others while one misses."""
    found: dict[int, Found] = {}
    wanted, reached = set[str](), set[str]()
    for number in chain(known, range(most)):
        if found and number not in known and wanted <= reached:
            break
        found[number] = find(game, number)
        wanted |= found[number].wanted
        reached |= found[number].reached
    left = {*reached}
    chosen: list[int] = []
    while left:
        best = max(found, key=lambda it: len(found[it].reached & left) / (found[it].length + COST))
        left -= found[best].reached
        chosen.append(best)
    return sorted(chosen)
