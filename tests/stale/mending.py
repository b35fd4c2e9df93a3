"""Search a new position for each example that no longer shows what it says."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import unified_diff
from itertools import combinations, islice, product
from pathlib import Path
from typing import Any, Final

from fireflies.games import Game
from tests.examples import Shown, examples
from tests.misreadings.lists import SOURCE
from tests.stale.finding import differences

STEPS: Final = (1, -1, 2, -2)
"""The changes of a number that are tried."""
MOST: Final = 8_000
"""The most positions that are tried for an example."""


def mend_examples(game: Game[Any]) -> Iterator[str]:
    """Write new positions into the rulebook; yield the lines of the difference, and what is left.

    A new position has one or two other numbers than the old one, and everything that the example
    expects holds in it; without such a position, at least that its action is allowed. Nothing but
    the position changes.
    """
    path = SOURCE / game.name / "rules.toml"
    parts = re.split(r'^(position = ".*")$', path.read_text("utf-8"), flags=re.MULTILINE)
    for place, shown in zip(range(1, len(parts), 2), examples(game), strict=True):
        if not differences(shown):
            continue
        position = mended(shown)
        if position is None:
            yield f"{shown.name}: no position with other numbers shows it: {differences(shown)[0]}"
            continue
        parts[place] = f'position = "{position}"'
        left = differences(moved(shown, position))
        done = "mended, but for its result" if left else "mended"
        yield f"{shown.name}: {done}; is it still true? {shown.example.says}"
        yield from (f"{shown.name}: {message}" for message in left)
    yield from write(path, "".join(parts))


def write(path: Path, text: str) -> list[str]:
    """Replace the text of a file, and return the lines of the difference."""
    before = path.read_text("utf-8")
    path.write_text(text, "utf-8")
    return difference(path.name, before.splitlines(), text.splitlines())


def difference(name: str, before: Sequence[str], now: Sequence[str], context: int = 0) -> list[str]:
    """Return the lines that say how the lines of a file have changed."""
    return [*unified_diff(before, now, f"{name} before", f"{name} now", n=context, lineterm="")]


def mended(shown: Shown) -> str | None:
    """Return the most similar position that shows what the example says; None without one.

    When no position has the result that is expected, it is the first one that allows the action.
    """
    allows: str | None = None
    for position in islice(similar(shown.example.position), MOST):
        other = moved(shown, position)
        if not differences(other):
            return position
        if allows is None and shown.example.then is not None:
            example = other.example._replace(then=None)
            if not differences(replace(other, example=example)):
                allows = position
    return allows


def moved(shown: Shown, position: str) -> Shown:
    """Return the example with another position."""
    return replace(shown, example=shown.example._replace(position=position))


def similar(position: str) -> Iterator[str]:
    """Yield the position with one other number, then with two; first with one moved between two."""
    places = [found.span() for found in re.finditer(r"\d+", position)]
    pairs = [*product(STEPS, repeat=2)]
    moves = [pair for pair in pairs if sorted(pair) == [-1, 1]]
    for count, tried in ((1, [(it,) for it in STEPS]), (2, moves), (2, pairs)):
        for changed in combinations(places, count):
            for steps in tried:
                if tried is not pairs or steps not in moves:
                    yield from _stepped(position, [*zip(changed, steps, strict=True)])


def _stepped(position: str, steps: list[tuple[tuple[int, int], int]]) -> Iterator[str]:
    """Yield the position with these steps, unless a number falls below zero."""
    for (first, last), step in reversed(steps):
        number = int(position[first:last]) + step
        if number < 0:
            return
        position = f"{position[:first]}{number}{position[last:]}"
    yield position
