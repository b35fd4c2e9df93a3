"""``python -m tests.sources FOLDER``: compare rulebooks and project with the texts in a folder.

``places.py`` says how the sections and paragraphs of a text are read.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fireflies import games, rulebook
from tests.sources.judge import copied, faults_of
from tests.sources.places import FILE, outlines

ROOT: Final = Path(__file__).parents[2]
OURS: Final = (".ci", "docs", "src", "tests", "typings")
GENERATED: Final = {"_build", "_made", "__pycache__", ".mypy_cache", ".ruff_cache"}


def files() -> Iterator[Path]:
    """Yield every file of the project that is not generated."""
    yield from (path for path in ROOT.iterdir() if path.is_file())
    for folder in OURS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and GENERATED.isdisjoint(path.parts):
                yield path


def main(folder: str) -> int:
    """Print what is wrong; return 1 if anything is."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in Path(folder).glob("*.txt")}
    if not texts:
        print(f"{folder}: there is no *.txt in it", file=sys.stderr)
        return 1
    faults = list(copied(files(), texts))
    known = outlines(FILE.read_text(encoding="utf-8"))
    cited = 0
    for game in games.usable().values():
        book = rulebook.of(game.clauses)
        faults += faults_of(book, texts, known.get(game.name, {}))
        cited += sum(len(rule.citations) for rule in book.rules.values())
    print("\n".join(faults) or f"{cited} citations found, every sentence of their sources cited")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
