"""Find what no longer agrees with the rules of a game."""

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from typing import Any, Final, NamedTuple

import pytest

from fireflies.conformance import runner, wire
from fireflies.conformance.cases import Case, Refuses, load
from fireflies.conformance.engines import make_starter
from fireflies.conformance.plays import expect
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
    """A key of :data:`WHAT_TO_DO`."""
    name: str
    message: str


WHAT_TO_DO: Final[Mapping[str, str]] = {
    "example": "--mend searches a similar position; else write position and result by hand",
    "case": "--mend searches a similar play; else write play and expectation by hand",
    "engine": "change the program: here it differs from our rules",
    "misreading": "--mend moves a patch; where nothing tells the misreading, add a case or example",
    "test": "write the position and the result by hand",
    "page": "--mend searches a similar play; else play another game",
    "situation": "--mend picks other random plays; else make it likelier in random_plays.py",
    "words": "read the sentence here again: it says a changed clause in other words",
    "review": "compare text, tests and cases, then sign: --reviewed CLAUSE...",
}
"""What a maintainer does about each part that is stale."""


ID: Final = re.compile(r"[a-z-]+(?:\.[a-z-]+)+")


def named(game: Game[Any], text: str) -> list[str]:
    """Return the clauses that a text names, with or without the game before them."""
    known = of(game.clauses).rules
    words = ID.findall(text)
    ids = (it if it in known else f"{game.name}.{it}" for it in words)
    return [*dict.fromkeys(it for it in ids if it in known)]


def named_first(game: Game[Any], text: str) -> str:
    """Return the first clause that a text names; empty when it names none."""
    return next(iter(named(game, text)), "")


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
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Iterator[None]:
        """Keep a failure with the clauses that the test is marked with."""
        outcome: Any = yield
        report = outcome.get_result()
        if not report.failed:
            return
        crash = getattr(report.longrepr, "reprcrash", None)
        message = " ".join(str(crash.message if crash else report.longrepr).split())[:MESSAGE]
        if call.excinfo is not None:
            lines = [it.lineno + 1 for it in call.excinfo.traceback if it.path == item.path]
            message = f"line {lines[-1]}: {message}" if lines else message
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
        yield Stale(
            clause or named_first(game, messages[0]), "test", name, f"{messages[0]}{others}"
        )


def stale_cases(game: Game[Any]) -> Iterator[Stale]:
    """Yield the cases that our rules fail."""
    pool = Pool(lambda: DirectEngine(wire.handle), 1)
    for result in runner.run(pool, game, load(game)):
        if result.verdict.status != "passed":
            yield Stale(result.case.clause, "case", result.case.id, _about_case(result))


def _about_case(result: runner.Result) -> str:
    """Return what our rules say otherwise than a case."""
    refused = (result.answer or {}).get("refused")
    wanted, texts = result.case.refused, result.case.request.actions
    match refused:
        case {"index": int(index), "reason": reason} if index not in {-1, wanted}:
            return f"{texts[index]!r} (index {index}) is refused: {reason}"
        case None if wanted not in {-1, None}:
            return f"{texts[wanted or 0]!r} (index {wanted}) is expected to be refused, but is not"
        case _:
            return result.verdict.message


def stale_engines(game: Game[Any]) -> Iterator[Stale]:
    """Yield the cases in which the oracle or an engine in another language differs from us."""
    cases = [_by_rules(game, case) for case in load(game)]
    pools = {"oracle": Pool(partial(DirectEngine, right(game.name).handle), 1)}
    for name, command in COMMANDS.items():
        if name.partition(".")[0] == game.name:
            pools[name] = Pool(make_starter(command, SECONDS), 2)
    for name, pool in pools.items():
        for case, message in dict(differing(pool, game, cases)).items():
            yield Stale(case.rpartition(".")[0], "engine", f"{name}: {case}", message)


def _by_rules(game: Game[Any], case: Case) -> Case:
    """Return a case that expects what our rules say, whatever it expects itself."""
    refused = expect(game, case.request).refused
    return case._replace(expect=() if refused is None else (Refuses(refused),))


def stale_misreadings(game: Game[Any]) -> Iterator[Stale]:
    """Yield the misreadings whose patch has lost its place, or that nothing notices any more."""
    placed: list[Misreading] = []
    for misread in misreadings(game.name).values():
        try:
            patch_modules(misread)
            ours_patched(misread)
        except ValueError as error:
            message = str(error).removeprefix(f"{misread.name}: ")
            yield Stale(misread.clause, "misreading", misread.name, message)
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
            clause = named_first(game, str(error))
            yield Stale(clause, "page", path.relative_to(ROOT).as_posix(), str(error))


def stale_plays(game: Game[Any]) -> Iterator[Stale]:
    """Yield the situations and refusals that no picked random play reaches."""
    for name in sorted(missing(find(game.name, number) for number in picked(game.name))):
        message = "no play of tests/picked.json reaches it"
        yield Stale(named_first(game, name), "situation", name, message)


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
