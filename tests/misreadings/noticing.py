"""See whether the examples of a clause notice a misreading in our own code."""

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Final

from tests.misreadings.lists import Misreading, ours_patched

LONGEST: Final = 60
"""The most seconds that the examples of a clause take; a game that is broken may never end."""


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


def notice(misread: Misreading) -> str:
    """Return the first message about an example of the clause; empty when none differs.

    It is called in a new process, which has not imported the game yet.
    """
    signal.alarm(LONGEST)
    _patch(misread)
    from fireflies import games  # noqa: PLC0415  # after the patch
    from fireflies.errors import FirefliesError  # noqa: PLC0415  # after the patch
    from tests.examples import examples, faults  # noqa: PLC0415  # after the patch

    for shown in examples(games.get(misread.game), misread.clause):
        try:
            message = next(faults(shown), "")
        except FirefliesError as error:
            message = f"{shown.name}: {error}"
        if message:
            return message
    return ""


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
