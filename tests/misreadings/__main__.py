"""Put misreadings into our own code, and see whether the examples of the clauses notice.

``python -m tests.misreadings [GAME or CLAUSE...]`` tries every misreading that has a patch of
our code, or those of the named games and clauses. For each, an example of its clause must differ
from what the rules then say; a crash is no difference.
"""

import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Final

from tests.misreadings.lists import GAMES, Misreading, misreadings, ours_patched

LONGEST: Final = 60
"""The most seconds that the examples of a clause take; a game that is broken may never end."""


def notice(misread: Misreading) -> str:
    """Return the first message about an example of the clause; empty when none differs.

    It is called in a new process, which has not imported the game yet.
    """
    signal.alarm(LONGEST)
    _patch(misread)
    from tests.misreadings.noticing import first_fault  # noqa: PLC0415  # after the patch

    return first_fault(misread.game, misread.clause)


def _patch(misread: Misreading) -> None:
    """Make Python import the patched text of the module."""
    change = ours_patched(misread)
    assert change is not None
    file, text = change
    original = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        if loader.path != str(file):
            return original(loader, fullname)
        return compile(text, loader.path, "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]  # of this process


def unnoticed(listed: Iterable[Misreading]) -> Iterator[tuple[Misreading, str]]:
    """Yield the misreadings of our code that no example of their clause notices, with why."""
    with ProcessPoolExecutor(max_tasks_per_child=1) as pool:
        tried = [(it, pool.submit(notice, it)) for it in listed if it.ours is not None]
        for misread, future in tried:
            try:
                if not future.result():
                    yield misread, "no example of the clause differs with it in our code"
            except Exception as error:  # noqa: BLE001  # whatever a broken game raises
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
