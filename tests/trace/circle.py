"""Compare all places that name a clause, and report what is missing."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypedDict

from fireflies.rulebook import Example, Rulebook
from tests.misreadings.lists import Misreading

NAMED: Final = {"choice": "a violation", "effect": "an event"}
"""The way in which a clause of each kind has to be named in the tests."""


class Kept(TypedDict):
    """The evidence for a clause in the file of ``pytest --keep-trace``."""

    tests: list[str]
    """The tests that are marked with it and used it."""
    proofs: int
    """The number of them that gave the evidence of its kind."""
    met: dict[str, int]
    """The number of times it was named, by way."""


class Circle(NamedTuple):
    """All places that name the clauses of a game."""

    enum: Iterable[str]
    book: Rulebook
    kept: Mapping[str, Kept]
    pages: Iterable[str]
    """The clauses that the built pages describe."""
    marks: Iterable[str]
    """The clauses that marks in the tests name."""
    cases: Mapping[str, int] | None
    """The number of cases of each clause; None without a suite."""


NOTHING: Final = Kept(tests=[], proofs=0, met={})


def faults(circle: Circle) -> Iterator[str]:
    """Yield a line for each missing or unknown clause, and for each lack of evidence."""
    enum, rules, cases = list(circle.enum), circle.book.rules, circle.cases
    sides = {
        "the enum": enum,
        "rules.toml": rules,
        "the proofs": [clause for clause, kept in circle.kept.items() if kept["tests"]],
        "the pages": circle.pages,
        "the conformance cases": enum if cases is None else [it for it in cases if cases[it]],
    }
    every = dict.fromkeys(clause for side in sides.values() for clause in side)
    for clause in every:
        for name, side in sides.items():
            if clause not in side:
                yield f"{clause}: it is not in {name}"
    for clause in sorted(set(circle.marks) - set(enum)):
        yield f"{clause}: a test is marked with it, and there is no such clause"
    for clause, rule in rules.items():
        kept = circle.kept.get(clause, NOTHING)
        if not rule.citations and not rule.rulings:
            yield f"{clause}: nothing printed is cited for it, and nothing is ruled"
        if not kept["proofs"]:
            yield f"{clause}: no test gives the evidence of its kind, {rule.kind}"
        way = NAMED.get(rule.kind)
        if way is not None and not kept["met"].get(way.split()[1]):
            yield f"{clause}: in no test it is named as {way}, as a clause of kind {rule.kind} is"


def mistake_of(example: Example) -> str:
    """Return the common mistake that an example names, without the final stop; or empty."""
    return example.says.partition("Common mistake: ")[2].removesuffix(".")


def unlinked(book: Rulebook, listed: Collection[Misreading]) -> Iterator[str]:
    """Yield a line for each ruling and common mistake that no misreading tells apart.

    A ruling that no play tells from its other readings says why, under ``untold``. A link to
    something that does not exist is reported too.
    """
    told = {it.ruling for it in listed if it.ruling}
    rulings = {ruling.id: ruling for rule in book.rules.values() for ruling in rule.rulings}
    for name, ruling in rulings.items():
        if name not in told and not ruling.untold:
            yield f"{name}: no misreading follows another reading, and nothing says why (untold)"
        if name in told and ruling.untold:
            yield f"{name}: a misreading follows another reading, so untold is wrong"
    mistakes = {
        (rule.id, mistake)
        for rule in book.rules.values()
        if rule.kind == "limit"
        for mistake in map(mistake_of, rule.examples)
    }
    linked = {(it.clause, it.mistake) for it in listed if it.mistake}
    for clause, mistake in sorted(mistakes - linked):
        yield f"{clause}: no misreading makes the common mistake: {mistake}"
    for clause, mistake in sorted(linked - mistakes):
        yield f"{clause}: a misreading is linked to a mistake that no example names: {mistake}"
    for name in sorted(told - rulings.keys()):
        yield f"{name}: a misreading follows another reading of it, and there is no such ruling"


def matrix(circle: Circle) -> Iterator[str]:
    """Return the circle as a table, one line a clause."""
    suite = "" if circle.cases is None else f"{'cases':>6}"
    columns = f"{'print':>6}{'ruled':>6}{'proofs':>7}{'tests':>6}{suite}"
    yield f"{'clause':32}{'kind':9}{columns}  named as"
    for clause, rule in circle.book.rules.items():
        kept = circle.kept.get(clause, NOTHING)
        named = ", ".join(f"{way} {count}" for way, count in kept["met"].items() if count)
        counts = f"{len(rule.citations):6}{len(rule.rulings):6}{kept['proofs']:7}"
        suite = "" if circle.cases is None else f"{circle.cases.get(clause, 0):6}"
        yield f"{clause:32}{rule.kind:9}{counts}{len(kept['tests']):6}{suite}  {named}".rstrip()
