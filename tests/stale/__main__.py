"""``python -m tests.stale GAME``: print by clause what a changed rule has made untrue.

``--mend`` redoes what is mechanical and shows the difference: positions of examples, places of
patches, plays of cases and of pages, and the choice of random plays. It changes no sentence and no
expectation. ``--since`` names a commit before the rule changed: its oracle can still play what is
mended.

``--reviewed CLAUSE...`` prints what has changed in each of the clauses since its text, tests and
cases were compared, and then signs that they were compared.
The exit code is 1 when something is stale.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from fireflies import games
from fireflies.games import Game
from tests.misreadings.lists import ROOT
from tests.stale.finding import FINDERS, WHAT_TO_DO, Stale, by_clause
from tests.stale.mending import mend_examples
from tests.stale.moving import mend_misreadings
from tests.stale.plays import (
    is_told_from,
    mend_cases,
    mend_picked,
    mend_worked,
    refused_otherwise,
)
from tests.stale.signing import reworded, sign, unsigned
from tests.stale.words import mentions


def main(arguments: Sequence[str]) -> int:
    """Print the table, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.stale")
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--mend", action="store_true", help="redo what is mechanical")
    parser.add_argument("--since", default="HEAD", metavar="COMMIT", help="before the change")
    parser.add_argument("--reviewed", nargs="+", default=[], metavar="CLAUSE", help="sign these")
    args = parser.parse_args(arguments)
    game = games.get(args.game)
    if args.reviewed:
        known = {clause.value for clause in game.clauses}
        if wrong := sorted({*args.reviewed} - known):
            parser.error(f"{game.title} has no clause {', '.join(wrong)}")
        for line in sign(game, args.reviewed):
            print(line)
        return 0
    if args.mend:
        for lines in (
            *(mend_examples(game), mend_misreadings(game, args.since)),
            mend_cases(game, args.since),
            *(mend_worked(game, args.since), mend_picked(game)),
        ):
            for line in lines:
                print(line, flush=True)
        return _afresh(game, args.since)
    found = find(game, args.since)
    for clause, them in by_clause(game, found).items():
        print(clause or "(no clause)")
        for one in them:
            print(f"  {one.part:<12}{one.name}: {one.message}")
    for part in dict.fromkeys(one.part for one in found):
        print(f"{part}: {WHAT_TO_DO[part]}")
    print(f"{_counted(found)} in {len({it.clause for it in found} - {''})} clauses")
    return min(len(found), 1)


def _afresh(game: Game[Any], revision: str) -> int:
    """Print the table in a new process, which reads what is mended, and return its exit code."""
    words = (sys.executable, "-m", "tests.stale", game.name, "--since", revision)
    return subprocess.run(words, cwd=ROOT, check=False).returncode  # noqa: S603  # our own words


def find(game: Game[Any], revision: str) -> list[Stale]:
    """Return what is stale; ``revision`` is a commit before the rule changed."""
    found = [one for finder in FINDERS for one in finder(game)]
    for case, message in refused_otherwise(game, revision):
        found.append(Stale(case.clause, "case", case.id, message))
    if not is_told_from(game, revision):
        message = "it passes every case: if a rule has changed, add a case that shows it"
        clause = next(iter(reworded(game)), "")
        found.append(Stale(clause, "misreading", f"the oracle of {revision}", message))
    return [*found, *mentions(game, found), *unsigned(game)]


def _counted(found: Sequence[Stale]) -> str:
    parts = dict.fromkeys(one.part for one in found)
    counts = (f"{sum(it.part == part for it in found)} {part}" for part in parts)
    return f"{len(found)} stale ({', '.join(counts)})" if found else "nothing stale"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
