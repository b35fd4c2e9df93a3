"""The evidence for each clause: its places in the code, its tests and conformance cases."""

import ast
import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from sphinx.errors import ExtensionError

from fireflies import conformance, games
from fireflies.conformance.cases import Case, load
from fireflies.errors import InvalidData
from fireflies.rulebook import Clause

from .books import Book


class Place(NamedTuple):
    """A line of a game's package that names a clause."""

    module: str
    scope: str
    """The class and function of the line."""
    line: int


class Test(NamedTuple):
    """A test that is marked with a clause."""

    file: str
    name: str
    line: int


def file_of(module: str) -> Path:
    """Return the file of a module.

    Raises:
        ExtensionError: when there is none.
    """
    try:
        spec = find_spec(module)
    except ImportError:
        spec = None
    if spec is None or spec.origin is None:
        raise ExtensionError(f"{module}: there is no module of this name with a file")
    return Path(spec.origin)


def files(package: str) -> list[Path]:
    """Return the modules of a game's package, and of those in it."""
    return sorted(file_of(package).parent.rglob("*.py"))


@cache
def places(package: str, clauses: type[Clause]) -> Mapping[str, tuple[Place, ...]]:
    """Return the places in a package that name one of its clauses, by the clause's id."""
    found: dict[str, list[Place]] = {clause.value: [] for clause in clauses}
    members = clauses.__members__
    for file in files(package):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        path = file.relative_to(file_of(package).parent).with_suffix("")
        module = ".".join([package, *(part for part in path.parts if part != "__init__")])
        for named, scope, line in _find_members(tree, clauses.__name__, ""):
            if named in members:
                found[members[named].value].append(Place(module, scope, line))
    return {clause: tuple(dict.fromkeys(found[clause])) for clause in found}


def _find_members(node: ast.AST, enum: str, scope: str) -> Iterator[tuple[str, str, int]]:
    """Yield each use of a member of the enum: its name, its scope and its line."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        scope = f"{scope}.{node.name}".lstrip(".")
    elif (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == enum
    ):
        yield node.attr, scope, node.lineno
    for child in ast.iter_child_nodes(node):
        yield from _find_members(child, enum, scope)


@cache
def tests(root: Path) -> Mapping[str, tuple[Test, ...]]:
    """Return the tests below a folder that are marked with a clause, by its id."""
    found: dict[str, list[Test]] = {}
    for file in sorted(root.rglob("*.py")):
        name = file.relative_to(root.parent).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for clause in _marks(node):
                    found.setdefault(clause, []).append(Test(name, node.name, node.lineno))
    return {clause: tuple(marked) for clause, marked in found.items()}


def _marks(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    """Return the clauses that a test is marked with."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
            for given in mark.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def cases(book: Book, clause: str) -> tuple[Case, ...]:
    """Return the conformance cases that name a clause."""
    return _cases(book.game.name).get(clause, ())


def case_files(book: Book) -> list[Path]:
    """Return the files of a game's conformance cases."""
    return sorted((file_of(conformance.__name__).parent / "cases" / book.game.name).glob("*.json"))


@cache
def _cases(game: str) -> Mapping[str, tuple[Case, ...]]:
    """Return the conformance cases of a game, by clause.

    Raises:
        ExtensionError: when one of the files has an error.
    """
    found: dict[str, list[Case]] = {}
    try:
        for case in load(games.get(game)):
            for clause in case.clauses:
                found.setdefault(clause, []).append(case)
    except InvalidData as error:
        raise ExtensionError(f"conformance cases: {error}") from None
    return {clause: tuple(about) for clause, about in found.items()}


class Figures(NamedTuple):
    """The counts of a clause in a run of the tests."""

    proofs: int
    met: Mapping[str, int]
    """The number of times that a test met the clause in an event, violation, option or outcome."""


@cache
def figures(file: Path) -> Mapping[str, Figures] | None:
    """Return the counts of a run of the tests, by clause; None when there is no such file.

    Raises:
        ExtensionError: when the file has an error.
    """
    if not file.is_file():
        return None
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return {
            str(clause): Figures(
                int(found["proofs"]),
                {str(way): int(count) for way, count in found["met"].items()},
            )
            for clause, found in data.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ExtensionError(f"{file.name}: not the file of a test run: {error!r}") from None
