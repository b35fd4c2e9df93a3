"""Break each clause in a copy of the package, and see whether its proofs notice.

``python -m tests.patches [CLAUSE...]`` tries the patches of all games that have a list, or those of
the clauses that are named. On each patch a test that is marked with the clause must fail, and each
such test must fail on at least one patch of its clause: else it proves nothing.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.misreadings.lists import ROOT, SOURCE, clauses
from tests.patches.lists import GAMES, Break, breaks, faults

LONGEST: Final = 120.0
"""The most seconds that the proofs take; a game whose code is broken may never end."""


class ProofRun(NamedTuple):
    """The results of the proofs."""

    code: int
    output: str
    noticed: Mapping[str, bool]
    """By test: True when it failed by an assertion or a refusal."""


def prove(copy: Path, game: str, *clause: str) -> ProofRun:
    """Run the proofs of a game, or of one clause, on the copy of the package."""
    command = [sys.executable, "-m", "tests.patches.proofs", f"tests/{game}/proofs", *clause]
    try:
        done = subprocess.run(  # noqa: S603 - our own arguments
            command,
            cwd=ROOT,
            # With bytecode, without which pytest takes three times as long.
            env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": ""},
            capture_output=True,
            check=False,
            encoding="utf-8",
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired as error:
        return ProofRun(1, str(error), {})
    *_, last = ["", *done.stdout.splitlines()]
    noticed = json.loads(last) if last.startswith("{") else {}
    return ProofRun(done.returncode, done.stdout + done.stderr, noticed)


def attempt(copy: Path, game: str, number: int, broken: Break) -> ProofRun:
    """Run the proofs of a clause while it is broken."""
    file = copy / "fireflies" / broken.file
    file.write_text(broken.apply(), "utf-8")
    # Another time for each patch: Python compiles a file again if its time in seconds differs.
    os.utime(file, (number, number))
    done = prove(copy, game, broken.clause)
    shutil.copy2(SOURCE / broken.file, file)
    return done


def judge(copy: Path, game: str, chosen: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with a game's list, or else with the proofs of the chosen clauses."""
    listed, known = breaks(game), clauses(game)
    if found := [*faults(listed, known)]:
        yield from found
        return
    right = prove(copy, game)
    if right.code:
        yield f"{game}: its proofs fail without any patch\n{right.output}"
        return
    noticed: dict[tuple[str, str], bool] = {}
    for number, broken in enumerate(listed, 1):
        if broken.clause in (chosen or known):
            print(f"{broken.clause}: {broken.says}", flush=True)
            done = attempt(copy, game, number, broken)
            if not any(done.noticed.values()):
                yield f"{broken.clause}: no proof notices: {broken.says}\n{done.output}"
            for test, one in done.noticed.items():
                noticed[broken.clause, test] = noticed.get((broken.clause, test), False) or one
    for (clause, test), one in noticed.items():
        if not one:
            yield f"{clause}: {test} notices no patch"


def main(*chosen: str) -> int:
    """Try the patches, print what is wrong, and return the exit code."""
    known = {clause for game in GAMES for clause in clauses(game)}
    found = [f"{clause}: there is no such clause" for clause in chosen if clause not in known]
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(SOURCE, copy / SOURCE.name)
        for game in GAMES:
            found += judge(copy, game, chosen)
    print("\n".join(found) or "each broken clause is noticed, and each proof notices")
    return 1 if found else 0


sys.exit(main(*sys.argv[1:]))
