"""Patches of a program, and the lists of those that break a game's clauses, ``GAME.toml``."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, cast

from tests.misreadings.lists import SOURCE, Patch, PatchEntry, patched, read_patches

GAMES: Final = tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.toml")))
"""The games that have a list."""


class Break(NamedTuple):
    """Patches of a game's code that break a clause."""

    clause: str
    says: str
    """The rule as the code then has it."""
    file: Path
    """The patched file, below the package's folder."""
    patches: tuple[Patch, ...]

    def apply(self) -> str:
        """Return the text of the file with the patches. Raises ValueError as `patched` does."""
        return patched((SOURCE / self.file).read_text("utf-8"), self.patches, self.clause)


class _Entry(PatchEntry):
    clause: str
    says: str
    file: str


def breaks(game: str) -> tuple[Break, ...]:
    """Return the list of a game."""
    text = Path(__file__).with_name(f"{game}.toml").read_text("utf-8")
    return tuple(
        Break(entry["clause"], entry["says"], Path(game, entry["file"]), read_patches(entry))
        for entry in cast("list[_Entry]", tomllib.loads(text)["wrong"])
    )


def faults(listed: Sequence[Break], known: Sequence[str]) -> Iterator[str]:
    """Yield a line for each known clause that nothing breaks, and each patch without a place."""
    count = Counter(broken.clause for broken in listed)
    yield from (f"{clause}: no patch breaks it" for clause in known if not count[clause])
    yield from (f"{clause}: there is no such clause" for clause in count if clause not in known)
    for broken in listed:
        try:
            broken.apply()
        except ValueError as error:
            yield str(error)
