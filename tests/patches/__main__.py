"""Break each clause in a copy of the package: a test marked with that clause must fail.

``python -m tests.patches [CLAUSE...]`` tries the patches of all games that have a list, or those of
the clauses that are named. A proof that passes while its clause is broken proves nothing.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.patches.lists import GAMES, ROOT, SOURCE, Break, breaks, clauses, faults

PASSED: Final = 0
NOTICED: Final = 1


def prove(copy: Path, game: str, *clause: str) -> tuple[int, str]:
    """Run the proofs of a game, or of one clause, on the copy; return exit code and output."""
    command = [sys.executable, "-m", "tests.patches.proofs", f"tests/{game}/proofs", *clause]
    done = subprocess.run(  # noqa: S603 - our own arguments
        command,
        cwd=ROOT,
        # With bytecode, without which pytest takes three times as long.
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": ""},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    return done.returncode, done.stdout + done.stderr


def attempt(copy: Path, game: str, number: int, broken: Break) -> Iterator[str]:
    """Yield what is wrong with the proofs while the clause is broken."""
    file = copy / "fireflies" / broken.file
    file.write_text(broken.apply(), "utf-8")
    # A time of its own: bytecode is out of date only if the time of its file differs, in seconds.
    os.utime(file, (number, number))
    code, output = prove(copy, game, broken.clause)
    shutil.copy2(SOURCE / broken.file, file)
    if code == PASSED:
        yield f"{broken.clause}: its proofs pass although: {broken.says}"
    elif code != NOTICED:
        yield f"{broken.clause}: no proof fails by an assertion: {broken.says}\n{output}"


def judge(copy: Path, game: str, chosen: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with a game's list, or else with the proofs of the chosen clauses."""
    listed, known = breaks(game), clauses(game)
    if found := [*faults(listed, known)]:
        yield from found
        return
    code, output = prove(copy, game)
    if code != PASSED:
        yield f"{game}: its proofs fail without any patch\n{output}"
        return
    for number, broken in enumerate(listed, 1):
        if broken.clause in (chosen or known):
            print(f"{broken.clause}: {broken.says}", flush=True)
            yield from attempt(copy, game, number, broken)


def main(*chosen: str) -> int:
    """Try the patches, print what is wrong, and return the exit code."""
    known = {clause for game in GAMES for clause in clauses(game)}
    found = [f"{clause}: there is no such clause" for clause in chosen if clause not in known]
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(SOURCE, copy / SOURCE.name)
        for game in GAMES:
            found += judge(copy, game, chosen)
    print("\n".join(found) or "a proof fails for each broken clause")
    return 1 if found else 0


sys.exit(main(*sys.argv[1:]))
