"""``python -m tests.trace [KEPT INVENTORY]``: check the evidence for each clause of every game.

KEPT is what ``pytest --keep-trace KEPT`` wrote, INVENTORY the ``objects.inv`` of the built pages.
Without them, only the links of misreadings and the digests of ``reviewed.toml`` are checked, which
takes a few seconds.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from sphinx.util.inventory import InventoryFile

from fireflies import games, rulebook
from fireflies.conformance.cases import load
from tests.misreadings.lists import GAMES, misreadings
from tests.trace.circle import Circle, Kept, faults, matrix, unlinked
from tests.trace.reviewed import FILE, Review, case_files, marked, read, reviews, stale

TESTS: Final = Path(__file__).parents[1]


def pages(inventory: Path) -> list[str]:
    """Return the rules that the built pages describe."""
    described = InventoryFile.loads(inventory.read_bytes(), uri="").data
    return list(described.get("fireflies:rule", {}))


def digests(tests: Mapping[str, Sequence[str]]) -> dict[str, Review]:
    """Return the digests of all games with a rulebook here."""
    now: dict[str, Review] = {}
    for game in games.usable().values():
        now |= reviews(rulebook.of(game.clauses).rules, tests, case_files(game))
    return now


def faults_of_games(
    tests: Mapping[str, Sequence[str]], kept_file: Path, inventory: Path
) -> Iterator[str]:
    """Print the matrix of each game; yield what is missing in its circle."""
    kept: Mapping[str, Kept] = json.loads(kept_file.read_text(encoding="utf-8"))
    for game in games.usable().values():
        own = f"{game.name}."
        circle = Circle(
            [clause.value for clause in game.clauses],
            rulebook.load(rulebook.package_of(game.clauses)),
            {clause: one for clause, one in kept.items() if clause.startswith(own)},
            [clause for clause in pages(inventory) if clause.startswith(own)],
            [clause for clause in tests if clause.startswith(own)],
            Counter(case.clause for case in load(game)) or None,
        )
        print("\n".join(matrix(circle)))
        yield from faults(circle)


def unlinked_readings() -> Iterator[str]:
    """Yield the rulings and common mistakes of all games that no misreading tells apart."""
    for name in GAMES:
        book = rulebook.of(games.get(name).clauses)
        yield from unlinked(book, misreadings(name).values())


def main(arguments: Sequence[str], reviewed: Path = FILE) -> int:
    """Print what is wrong; return 1 if anything is."""
    parser = argparse.ArgumentParser(prog="python -m tests.trace")
    parser.add_argument("files", nargs="*", type=Path, metavar="KEPT INVENTORY")
    args = parser.parse_args(arguments)
    tests = marked(sorted(TESTS.rglob("test_*.py")))
    now = digests(tests)
    missing = faults_of_games(tests, *args.files) if args.files else ()
    found = [*missing, *unlinked_readings(), *stale(read(reviewed), now)]
    for fault in found:
        print(f"FAULT: {fault}", file=sys.stderr)
    print(f"{len(found)} faults" if found else "no faults")
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
