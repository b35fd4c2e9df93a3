"""Patches of a program, and the lists of those that break a game's clauses, ``GAME.toml``."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypedDict, cast

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src/fireflies"
GAMES: Final = tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.toml")))
"""The games that have a list."""


class Patch(NamedTuple):
    """A text that stands exactly once in a program, and what stands there instead."""

    old: str
    new: str


def patched(text: str, patches: Iterable[Patch], name: str) -> str:
    """Return the program with these patches.

    Raises:
        ValueError: a patch has lost its place; the message begins with the name.
    """
    changed = text
    for old, new in patches:
        if text.count(old) != 1 or changed.count(old) != 1:
            raise ValueError(f"{name}: not exactly once in the program: {old!r}")
        changed = changed.replace(old, new)
    return changed


class PatchEntry(TypedDict, total=False):
    """The patches of an entry in a list: one, or several under their own key."""

    old: str
    new: str
    patches: list[dict[str, str]]


def read_patches(entry: PatchEntry) -> tuple[Patch, ...]:
    """Return the patches of an entry."""
    if "patches" in entry:
        return tuple(Patch(**patch) for patch in entry["patches"])
    return (Patch(entry["old"], entry["new"]),)


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


def clauses(game: str) -> list[str]:
    """Return the ids of the game's clauses, as its rulebook lists them."""
    text = (SOURCE / game / "rules.toml").read_text("utf-8")
    return [rule["id"] for rule in tomllib.loads(text)["rule"]]


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
