"""Put misreadings into our own code, and see whether the examples of the clauses notice.

``python -m tests.misreadings [GAME or CLAUSE...]`` tries every misreading that has a patch of
our code, or those of the named games and clauses. For each, an example of its clause must differ
from what the rules then say; a crash is no difference.

``python -m tests.misreadings --naming [GAME...]`` measures how often the explorer names the clause
that a wrong engine breaks among its first three, and prints the engines whose clause it does not
name. ``--engines N`` takes a sample of each game, ``--keep`` writes the figures of the pages. With
``--kept FILE`` a run that was stopped goes on.
"""

import argparse
import json
import sys
from pathlib import Path

from fireflies import games
from tests.figures import keep
from tests.misreadings import naming
from tests.misreadings.lists import GAMES, misreadings
from tests.misreadings.noticing import unnoticed


def main(*arguments: str) -> int:
    """Do what the arguments say, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.misreadings")
    parser.add_argument("chosen", metavar="GAME or CLAUSE", nargs="*")
    parser.add_argument("--naming", action="store_true")
    parser.add_argument("--engines", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="results, a line for each engine")
    options = parser.parse_args(arguments)
    if not options.naming:
        return notice(*options.chosen)
    rows = [
        measure(it, options.engines, options.seed, options.kept) for it in options.chosen or GAMES
    ]
    if options.keep:
        keep("naming", {"seed": options.seed, "rows": rows})
    return 0


def measure(game: str, engines: int | None, seed: int, file: Path | None) -> dict[str, object]:
    """Print the engines of a game whose clause is not named, and print and return the figures."""
    tried: list[naming.Tried] = []
    for it in naming.measure(naming.chosen(game, engines), seed, file):
        tried.append(it)
        if it.at and it.wrong.clause not in it.named:
            names = ", ".join(it.named)
            print(f"{it.wrong.clause}: {it.wrong.name}: at {it.at}: {names}", flush=True)
    row = {"game": games.get(game).title, **naming.row(tried)}
    print(json.dumps(row), flush=True)
    return row


def notice(*chosen: str) -> int:
    """Try the misreadings, print those that no example notices, and return the exit code."""
    listed = [
        it
        for game in GAMES
        for it in misreadings(game).values()
        if it.ours is not None and (not chosen or not {it.game, it.clause}.isdisjoint(chosen))
    ]
    missed = 0
    for misread, message in unnoticed(listed):
        missed += 1
        print(f"{misread.clause}: {misread.name}: {message}: {misread.says}", flush=True)
    print(f"{len(listed)} misreadings tried, {missed} not noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
