"""Put misreadings into our own code, and see whether the examples of the clauses notice.

``python -m tests.misreadings [GAME or CLAUSE...]`` tries every misreading that has a patch of
our code, or those of the named games and clauses. For each, an example of its clause must differ
from what the rules then say; a crash is no difference.
"""

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.misreadings.lists import GAMES, Misreading, misreadings
from tests.misreadings.noticing import notice


def unnoticed(listed: Iterable[Misreading]) -> Iterator[tuple[Misreading, str]]:
    """Yield the misreadings of our code that no example of their clause notices, with why."""
    with ProcessPoolExecutor(max_tasks_per_child=1) as pool:
        tried = [(it, pool.submit(notice, it)) for it in listed if it.ours is not None]
        for misread, future in tried:
            try:
                if not future.result():
                    yield misread, "no example of the clause differs with it in our code"
            except Exception as error:  # noqa: BLE001 - whatever a broken game raises
                yield misread, f"our code crashes with it: {type(error).__name__}: {error}"


def main(*chosen: str) -> int:
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
