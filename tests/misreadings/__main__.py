"""Put misreadings into our own code, and see whether the examples of the clauses notice.

``python -m tests.misreadings [GAME or CLAUSE...]`` tries every misreading that has a patch of
our code, or those of the named games and clauses. For each, an example of its clause must differ
from what the rules then say; a crash is no difference.
"""

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.misreadings.lists import GAMES, misreadings
from tests.misreadings.noticing import notice


def main(*chosen: str) -> int:
    """Try the misreadings, print those that no example notices, and return the exit code."""
    listed = [
        it
        for game in GAMES
        for it in misreadings(game).values()
        if it.ours is not None and (not chosen or not {it.game, it.clause}.isdisjoint(chosen))
    ]
    missed = 0
    with ProcessPoolExecutor(max_tasks_per_child=1) as pool:
        for misread, future in [(it, pool.submit(notice, it)) for it in listed]:
            try:
                message = future.result()
            except Exception as error:  # noqa: BLE001 - whatever a broken game raises
                message, shown = "", f"it crashes: {type(error).__name__}: {error}"
            else:
                shown = "no example differs"
            if not message:
                missed += 1
                print(f"{misread.clause}: {misread.name}: {shown}: {misread.says}", flush=True)
    print(f"{len(listed)} misreadings tried, {missed} not noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
