"""The lists of misreadings, ``GAME.toml``: what somebody could believe the rules to be.

The head of an entry is the clause that it breaks most directly, and a name. The entry has the
misreading as a sentence, and a patch of the game's oracle in ``tests/oracle``: ``old`` stands there
exactly once, and ``new`` takes its place; where one place is not enough, ``patches`` has pairs of
them. The oracle with this patch fails a case of the clause.

Where the clause is a choice or an effect and one expression of our own code says it, ``ours`` has a
``file`` of the game and a patch of it; an example of the clause fails with it. ``ruling`` is the id
of a ruling of which this is another reading, ``mistake`` the common mistake that an example of the
clause names.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, NotRequired, TypedDict

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src/fireflies"
GAMES: Final = tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.toml")))
"""The games that have a list."""


class Patch(NamedTuple):
    """A text that stands exactly once in a program, and what stands there instead."""

    old: str
    new: str


class Ours(NamedTuple):
    """The misreading in our own code."""

    file: str
    """A file of the game's folder."""
    patches: tuple[Patch, ...]


class Misreading(NamedTuple):
    """A rule as somebody could misread it."""

    game: str
    name: str
    clause: str
    """The clause that it breaks most directly."""
    says: str
    """The misreading, in a sentence that is written like a rule."""
    patches: tuple[Patch, ...]
    """Of the oracle."""
    ours: Ours | None = None
    ruling: str = ""
    """The id of the ruling of which this is another reading, or empty."""
    mistake: str = ""
    """The common mistake in an example of the clause, without the final stop, or empty."""


class PatchEntry(TypedDict, total=False):
    """The patches of an entry: one, or pairs under their own key."""

    old: str
    new: str
    patches: list[tuple[str, str]]


class _OursEntry(PatchEntry):
    file: str


class _Entry(PatchEntry):
    says: str
    ours: NotRequired[_OursEntry]
    ruling: NotRequired[str]
    mistake: NotRequired[str]


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


def read_patches(entry: PatchEntry) -> tuple[Patch, ...]:
    """Return the patches of an entry."""
    if "patches" in entry:
        return tuple(Patch(*pair) for pair in entry["patches"])
    return (Patch(entry["old"], entry["new"]),)


@cache
def misreadings(game: str) -> Mapping[str, Misreading]:
    """Return the misreadings of a game by name, in the order of the clauses."""
    text = Path(__file__).with_name(f"{game}.toml").read_text("utf-8")
    entries: dict[str, dict[str, _Entry]] = tomllib.loads(text)
    listed = [
        _read(game, clause, name, entry)
        for clause, named in entries.items()
        for name, entry in named.items()
    ]
    assert len({it.name for it in listed}) == len(listed), "two misreadings of one name"
    return MappingProxyType({it.name: it for it in listed})


def _read(game: str, clause: str, name: str, entry: _Entry) -> Misreading:
    ours = entry.get("ours")
    return Misreading(
        game,
        name,
        clause,
        entry["says"],
        read_patches(entry),
        None if ours is None else Ours(ours["file"], read_patches(ours)),
        entry.get("ruling", ""),
        entry.get("mistake", ""),
    )


def ours_patched(misread: Misreading) -> tuple[Path, str] | None:
    """Return the file of our code that a misreading changes, and its text then; or None.

    Raises:
        ValueError: the patch has lost its place.
    """
    if misread.ours is None:
        return None
    file = SOURCE / misread.game / misread.ours.file
    return file, patched(file.read_text("utf-8"), misread.ours.patches, misread.name)


def clauses(game: str) -> list[str]:
    """Return the ids of the game's clauses, as its rulebook lists them."""
    text = (SOURCE / game / "rules.toml").read_text("utf-8")
    return [rule["id"] for rule in tomllib.loads(text)["rule"]]
