"""See whether the examples of a clause notice a misreading in our own code.

It is a module of its own, as a new process can't import a function of ``__main__``.
"""

from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Final

from tests.misreadings.lists import Misreading, ours_patched

LONGEST: Final = 60
"""The most seconds that the examples of a clause take; a game that is broken may never end."""


def notice(misread: Misreading) -> str:
    """Return the first message about an example of the clause; empty when none differs.

    It is called in a new process, which has not imported the game yet.
    """
    import signal  # noqa: PLC0415 - a process that only lists needs none of these

    signal.alarm(LONGEST)
    _patch(misread)
    from fireflies import games  # noqa: PLC0415 - after the patch
    from fireflies.errors import FirefliesError  # noqa: PLC0415
    from tests.examples import examples, faults  # noqa: PLC0415

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
