"""Find what no longer agrees with the rules of a game."""

import ast
import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from fireflies.conformance import runner, wire
from fireflies.conformance.cases import load
from fireflies.conformance.engines import make_starter
from fireflies.conformance.pool import Pool
from fireflies.errors import FirefliesError
from fireflies.files import load_any
from fireflies.games import Game
from fireflies.rulebook import Rule, of
from tests.conformance.direct import DirectEngine
from tests.engines.commands import COMMANDS
from tests.engines.test_agreement import SECONDS, differing
from tests.examples import Shown, examples, faults
from tests.misreadings.engines import patch_modules, right
from tests.misreadings.lists import ROOT, Misreading, misreadings, ours_patched
from tests.misreadings.noticing import unnoticed
from tests.misreadings.test_caught import catching
from tests.picking import find, missing, picked

MESSAGE: Final = 200
"""The most characters of a message about a failed test."""


class Stale(NamedTuple):
    """One thing that no longer holds."""

    clause: str
    """The clause that it belongs to; empty when it belongs to none."""
    part: str
    name: str
    message: str


def stale_examples(game: Game[Any]) -> Iterator[Stale]:
    """Yield the examples that differ from the rules, each with what is expected and found."""
    for shown in examples(game):
        for message in differences(shown):
            yield Stale(shown.rule.id, "example", str(shown.number), message)


def differences(shown: Shown) -> list[str]:
    """Return what is wrong with an example; also that its position can't be read."""
    try:
        return [fault.removeprefix(f"{shown.name}: ") for fault in faults(shown)]
    except FirefliesError as error:
        return [str(error)]


class _Failures:
    """A plugin of pytest that keeps the messages of failed tests, by clause and function."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], list[str]] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        """Keep a failure with the clauses that the test is marked with."""
        outcome: Any = yield
        report = outcome.get_result()
        if not report.failed:
            return
        crash = getattr(report.longrepr, "reprcrash", None)
        message = " ".join(str(crash.message if crash else report.longrepr).split())[:MESSAGE]
        clauses = [clause for mark in item.iter_markers("clause") for clause in mark.args]
        name = f"{item.path.relative_to(ROOT).as_posix()}::{item.name.partition('[')[0]}"
        for clause in clauses or [""]:
            self.found.setdefault((clause, name), []).append(message)


def stale_tests(game: Game[Any]) -> Iterator[Stale]:
    """Yield the failures of the game's own tests, without those of examples and long ones."""
    failures = _Failures()
    tests = (
        str(ROOT / "tests" / game.name),
        "--deselect",
        f"tests/{game.name}/proofs/test_examples.py",
    )
    quiet = ("-q", "-m", "not long", "-p", "no:cacheprovider", "-p", "no:randomly")
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        pytest.main([*quiet, f"--rootdir={ROOT}", *tests], plugins=[failures])
    for (clause, name), messages in failures.found.items():
        others = f" (and {len(messages) - 1} more)" if len(messages) > 1 else ""
        yield Stale(clause, "test", name, f"{messages[0]}{others}")


def stale_cases(game: Game[Any]) -> Iterator[Stale]:
    """Yield the cases that our rules fail."""
    pool = Pool(lambda: DirectEngine(wire.handle), 1)
    for result in runner.run(pool, game, load(game)):
        if result.verdict.status != "passed":
            yield Stale(result.case.clause, "case", result.case.id, result.verdict.message)


def stale_engines(game: Game[Any]) -> Iterator[Stale]:
    """Yield the cases in which the oracle or an engine in another language differs from us."""
    pools = {"oracle": Pool(partial(DirectEngine, right(game.name).handle), 1)}
    for name, command in COMMANDS.items():
        if name.partition(".")[0] == game.name:
            pools[name] = Pool(make_starter(command, SECONDS), 2)
    for name, pool in pools.items():
        for case, message in dict(differing(pool, game)).items():
            yield Stale(case.rpartition(".")[0], name, case, message)


def stale_misreadings(game: Game[Any]) -> Iterator[Stale]:
    """Yield the misreadings whose patch has lost its place, or that nothing notices any more."""
    placed: list[Misreading] = []
    for misread in misreadings(game.name).values():
        try:
            patch_modules(misread)
            ours_patched(misread)
        except ValueError as error:
            yield Stale(misread.clause, "misreading", misread.name, str(error))
            continue
        placed.append(misread)
        if next(catching(misread), None) is None:
            message = "no case of the clause fails with it"
            yield Stale(misread.clause, "misreading", misread.name, message)
    for misread, message in unnoticed(placed):
        yield Stale(misread.clause, "misreading", misread.name, message)


def stale_records(game: Game[Any]) -> Iterator[Stale]:
    """Yield the games of the pages that can no longer be replayed."""
    for path in sorted((ROOT / "docs" / game.name).glob("*.jsonl")):
        try:
            [*load_any(path)]
        except FirefliesError as error:
            yield Stale("", "page", path.relative_to(ROOT).as_posix(), str(error))


def stale_plays(game: Game[Any]) -> Iterator[Stale]:
    """Yield the situations and refusals that no picked random play reaches."""
    for name in sorted(missing(find(game.name, number) for number in picked(game.name))):
        yield Stale("", "situation", name, "no play of tests/picked.json reaches it")


def mentions(game: Game[Any], clauses: Iterable[str]) -> Iterator[Stale]:
    """Yield what says these clauses in other words: titles, places in pages, and remarks."""
    wanted = {*clauses}
    for clause, place in _places(game):
        if clause in wanted:
            yield Stale(clause, "words", place, "it says this clause in other words: read it again")


LINK: Final = re.compile(r":rule:`(?:[^`<]*<)?~?([\w.-]+)>?`")
OWN: Final = re.compile(r"\[([\w-]+\.[\w.-]+)\]|^ +((?:[\w-]+\.[\w.-]+ ?)+):", re.MULTILINE)
"""The short names of clauses in charts and cards, and the lists of questions."""


def _places(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Yield each clause with what says it in other words: what it is, or its file and line."""
    book = of(game.clauses)
    for term in book.terms:
        for clause in term.rules:
            yield clause, f'the word "{term.name}" of the glossary'
    for rule in book.rules.values():
        yield rule.id, f'the title "{rule.title}"'
        if rule.short:
            yield rule.id, f'the line of the player aid "{rule.short}"'
    for path in sorted((ROOT / "docs").rglob("*.rst")):
        text, place = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
        for start, clause in _links(text, game.name if path.parent.name == game.name else ""):
            yield clause, f"{place}:{text.count(chr(10), 0, start) + 1}"
    if game.remark is not None:
        yield from _remarks(Path(str(sys.modules[game.remark.__module__].__file__)), game)


def _links(text: str, game: str) -> Iterator[tuple[int, str]]:
    """Yield where a page names a clause; ``game`` is the one whose own page it is, or empty."""
    for match in LINK.finditer(text):
        yield match.start(), match[1]
    for match in OWN.finditer(text) if game else ():
        for name in match[2].split() if match[2] else [f"{game}.{match[1]}"]:
            yield match.start(), name


def _remarks(source: Path, game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Yield each clause that a game's remarks name, with the file and the line."""
    names = {clause.name: str(clause) for clause in game.clauses}
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        match node:
            case ast.Attribute(value=ast.Name(id="Clause"), attr=name) if name in names:
                yield names[name], f"{source.relative_to(ROOT).as_posix()}:{node.lineno}"
            case _:
                continue


FINDERS: Final = (
    *(stale_examples, stale_cases, stale_engines, stale_misreadings, stale_tests, stale_records),
    stale_plays,
)


def by_clause(game: Game[Any], found: Iterable[Stale]) -> Mapping[str, list[Stale]]:
    """Return what is stale by clause, in the order of the rulebook; without a clause it is last."""
    rules: Mapping[str, Rule] = of(game.clauses).rules
    grouped: dict[str, list[Stale]] = {clause: [] for clause in (*rules, "")}
    for one in found:
        grouped.setdefault(one.clause, []).append(one)
    return {clause: them for clause, them in grouped.items() if them}
