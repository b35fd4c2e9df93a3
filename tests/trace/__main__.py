"""``python -m tests.trace KEPT INVENTORY``: the whole circle of every game with a rulebook here.

KEPT is what ``pytest --keep-trace KEPT`` wrote, INVENTORY the ``objects.inv`` of the built pages.
"""

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from sphinx.util.inventory import InventoryFile

from fireflies import games, rulebook
from fireflies.conformance.cases import load
from tests.trace.circle import Circle, Kept, faults, matrix

TESTS: Final = Path(__file__).parents[1]


def marks() -> Iterator[str]:
    """The clauses that tests are marked with, wherever in the tests."""
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            match node:
                case ast.Call(func=ast.Attribute(attr="clause"), args=[ast.Constant(str() as one)]):
                    yield one
                case _:
                    continue


def pages(inventory: Path) -> list[str]:
    """The rules that the built pages describe."""
    described = InventoryFile.loads(inventory.read_bytes(), uri="").data
    return list(described.get("fireflies:rule", {}))


def main(kept_file: str, inventory: str) -> int:
    """Print each game's matrix; 1 when a circle has a hole or an orphan."""
    kept: Mapping[str, Kept] = json.loads(Path(kept_file).read_text(encoding="utf-8"))
    found = 0
    for game in games.usable().values():
        own = f"{game.name}."
        circle = Circle(
            [clause.value for clause in game.clauses],
            rulebook.load(game.clauses.__module__.rpartition(".")[0]),
            {clause: one for clause, one in kept.items() if clause.startswith(own)},
            [clause for clause in pages(Path(inventory)) if clause.startswith(own)],
            [clause for clause in marks() if clause.startswith(own)],
            Counter(case.clause for case in load(game)) or None,
        )
        print("\n".join(matrix(circle)))
        for fault in faults(circle):
            print(f"HOLE: {fault}", file=sys.stderr)
            found += 1
    print(f"{found} holes" if found else "every circle is closed")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
