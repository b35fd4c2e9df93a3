"""Find the sentences that say a changed clause in other words."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from fireflies.games import Game
from fireflies.rulebook import of
from tests.misreadings.lists import ROOT
from tests.stale.finding import Stale, named
from tests.stale.signing import reworded

MADE: Final = re.compile(r"\.\. rule::")
"""The lines of a page that print a rule from the rulebook."""


def mentions(game: Game[Any], found: Iterable[Stale]) -> Iterator[Stale]:
    """Yield the sentences about the clauses that have changed.

    Those are the clauses whose text has changed since their review, and those that the messages
    about what is stale name, as they refuse something. While no text has changed, a message that
    names none is about its own clause.
    """
    wanted = {*reworded(game)}
    own = not wanted
    for one in found:
        others = {*named(game, one.message)} - {one.clause}
        wanted |= others or ({one.clause} if own else set())
    for clause, place, text in places(game):
        if clause in wanted:
            yield Stale(clause, "words", place, text)


def places(game: Game[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each clause with what says it in other words: where, and its text.

    That is its title and line in the rulebook, a term of the glossary, a line of a page, a remark.
    """
    book = of(game.clauses)
    for term in book.terms:
        for clause in term.rules:
            yield clause, "glossary", term.name
    for rule in book.rules.values():
        yield rule.id, "title", rule.title
        if rule.short:
            yield rule.id, "player aid", rule.short
    yield from _lines(game)
    if game.remark is not None:
        yield from _remarks(game, Path(str(sys.modules[game.remark.__module__].__file__)))


def _lines(game: Game[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each clause that a line of a page names."""
    own = ROOT / "docs" / game.name
    for path in sorted((*(ROOT / "docs").rglob("*.rst"), *own.glob("*.toml"))):
        name = path.relative_to(ROOT).as_posix()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if MADE.match(line) is None:
                is_own = own in path.parents
                for clause in named(game, line):
                    if is_own or clause in line:
                        yield clause, f"{name}:{number}", line.strip()


def _remarks(game: Game[Any], path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield each clause that the source of the remarks names."""
    names = {clause.name: str(clause) for clause in game.clauses}
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Attribute(value=ast.Name(id="Clause"), attr=name) if name in names:
                place = f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"
                yield names[name], place, text.splitlines()[node.lineno - 1].strip()
            case _:
                continue
