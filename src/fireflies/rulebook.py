"""Clause texts: loads a game's ``rules.toml``, each rule in our own words and where it is printed.

A game's clauses are members of its own subclass of :class:`Clause`, in its ``pieces`` module; the
texts stand in ``rules.toml`` beside that module and are read when somebody asks for the first of
them.
"""

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, NotRequired, TypedDict, cast

from fireflies._data import read_toml
from fireflies._typing import override

KINDS: Final = ("setup", "choice", "effect", "limit", "secrecy")
"""The kinds of clauses; each kind says what proves a clause (CONTRIBUTING has the table)."""


class Citation(NamedTuple):
    """Where a source says it."""

    source: str
    """The key of the source in the rulebook's ``sources``."""
    section: tuple[str, ...]
    """The headings above the place, outermost first."""
    paragraph: int
    """Counted from 1 below the last heading."""


class Ruling(NamedTuple):
    """A question that the printed rules leave open, and our answer."""

    question: str
    answer: str
    why: str


class Rule(NamedTuple):
    """One clause as the rulebook file has it."""

    id: str
    kind: str
    """One of :data:`KINDS`."""
    title: str
    """The clause in one line, without a final stop; error messages quote it."""
    text: str
    """The clause in full, in our own words."""
    citations: tuple[Citation, ...]
    rulings: tuple[Ruling, ...]


class Source(NamedTuple):
    """A printed text that clauses are cited from."""

    title: str
    edition: str
    publisher: str
    language: str


class Rulebook(NamedTuple):
    """All clauses of a game, in the order of play, and the sources that they cite."""

    rules: dict[str, Rule]
    sources: dict[str, Source]


class Clause(StrEnum):
    """A rule's stable id, the same in texts, code, tests and reports; each game has a subclass."""

    @override
    def __repr__(self) -> str:
        """The Python that names the clause."""
        return f"{type(self).__name__}.{self.name}"

    @property
    def rule(self) -> Rule:
        """Title, text, citations and rulings of this clause."""
        return load(type(self).__module__.rpartition(".")[0]).rules[self.value]


class _Cited(TypedDict):
    source: str
    section: list[str]
    paragraph: int


class _Ruled(TypedDict):
    question: str
    answer: str
    why: str


class _Entry(TypedDict):
    id: str
    kind: str
    title: str
    text: str
    cite: NotRequired[list[_Cited]]
    ruling: NotRequired[list[_Ruled]]


class _Printed(TypedDict):
    id: str
    title: str
    edition: str
    publisher: str
    language: str


class _Document(TypedDict):
    source: list[_Printed]
    rule: list[_Entry]


@cache
def load(package: str) -> Rulebook:
    """The rulebook of the game whose package is named, like ``fireflies.smile``."""
    document = cast("_Document", read_toml(package, "rules.toml"))
    return Rulebook(
        {entry["id"]: _rule(entry) for entry in document["rule"]},
        {
            entry["id"]: Source(
                entry["title"], entry["edition"], entry["publisher"], entry["language"]
            )
            for entry in document["source"]
        },
    )


def _rule(entry: _Entry) -> Rule:
    """One ``[[rule]]`` of the file."""
    return Rule(
        entry["id"],
        entry["kind"],
        entry["title"],
        entry["text"],
        tuple(
            Citation(cited["source"], tuple(cited["section"]), cited["paragraph"])
            for cited in entry.get("cite", ())
        ),
        tuple(
            Ruling(ruled["question"], ruled["answer"], ruled["why"])
            for ruled in entry.get("ruling", ())
        ),
    )
