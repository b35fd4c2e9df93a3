"""``fireflies conform``: judge an engine, in any language, clause by clause."""

import argparse
import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from fireflies._data import read_bytes
from fireflies.chance import SEEDS
from fireflies.cli.explore import EXPLORING, add_exploring, explore
from fireflies.cli.screen import emit, say, show, watched, width
from fireflies.conformance import cases as suite
from fireflies.conformance import report, runner, traces
from fireflies.conformance.cases import Case
from fireflies.conformance.crew import Crew
from fireflies.conformance.engines import LONGEST, Start, starter
from fireflies.conformance.known import read_known
from fireflies.conformance.runner import BrokenHarness, introduce
from fireflies.contract import State
from fireflies.games import Game, in_file

_SECONDS = 10.0
_USAGE = 2

LARGEST_FILE: Final = 10_000_000
"""The most bytes of a file of cases or of known failures."""


def add_arguments(parser: argparse.ArgumentParser, game: Game[State]) -> None:
    """The words after ``conform GAME``."""
    add = parser.add_argument
    add(
        "--jobs", type=int, default=_processors(), metavar="N", help="engines at once (%(default)s)"
    )
    add("--clause", action="append", default=[], metavar="ID", help="only the cases of this clause")
    add("--case", type=Path, metavar="FILE", help="the cases of this file in place of the suite's")
    add("--full", action="store_true", help="compare every state, not only what a case is about")
    add("--list", action="store_true", help="list the cases, and ask nobody")
    add("--known", type=Path, metavar="FILE", help="failures that are known, as TOML")
    add(
        "--timeout", type=float, default=_SECONDS, metavar="S", help="for each answer (%(default)g)"
    )
    add("--engine-log", type=Path, metavar="FILE", help="append there what the engine logs")
    add("--json", action="store_true", help="print header, cases, results and footer as JSON lines")
    add(
        "command",
        nargs="*",
        metavar="-- COMMAND",
        help="what starts the engine, or direct:package.module:factory",
    )
    add_exploring(parser)
    parser.set_defaults(run=partial(conform, parser, game))


def _processors() -> int:
    """How many engines the machine can run at once."""
    return os.cpu_count() or 1


def conform(parser: argparse.ArgumentParser, game: Game[State], words: argparse.Namespace) -> int:
    """Judge the engine; 1 when it does not conform, 2 when it can't be judged."""
    if words.jobs < 1:
        parser.error("--jobs is a number from 1")
    if not 0 < words.timeout <= LONGEST:
        parser.error(f"--timeout is a number of seconds above 0 and up to {LONGEST:.0f}")
    if words.explore:
        return _explore(parser, game, words)
    exploring = [name for name in EXPLORING if getattr(words, name) is not None]
    if exploring:
        parser.error(f"--{exploring[0]} is for --explore")
    found = _found(game, words.case)
    chosen = _chosen(parser, game, words, found)
    if words.list:
        for case in chosen:
            show(f"{case.id}  {case.says}")
        return 0
    if not words.command:
        parser.error(f"which engine? fireflies conform {game.name} -- COMMAND")
    known = _known(words.known, found) if words.known else {}
    whole = words.case is None and len(chosen) == len(found)
    try:
        start = starter(words.command, words.timeout, words.engine_log)
        run = report.Run(game, introduce(start, game), known, whole)
    except BrokenHarness as broken:
        say(f"this engine can't be judged: {broken}")
        return _USAGE
    return _run(run, chosen, start, words)


def _explore(parser: argparse.ArgumentParser, game: Game[State], words: argparse.Namespace) -> int:
    """Search plays that nobody wrote down."""
    if words.clause or words.case or words.list or words.known:
        parser.error("--explore asks no cases")
    words.seed = words.seed or 0
    short = words.time is not None and not words.time > 0
    if short or (words.examples is not None and words.examples < 1):
        parser.error("--examples and --time are numbers above 0")
    if words.seed not in SEEDS:
        parser.error(f"--seed: a seed is a whole number from 0 to {SEEDS[-1]}")
    if not words.command:
        parser.error(f"which engine? fireflies conform {game.name} --explore -- COMMAND")
    start = starter(words.command, words.timeout, words.engine_log)
    try:
        introduce(start, game)
    except BrokenHarness as broken:
        say(f"this engine can't be judged: {broken}")
        return _USAGE
    return explore(game, start, words)


def _found(game: Game[State], path: Path | None) -> Sequence[Case]:
    """The cases of a file, or the suite's."""
    if path is None:
        return suite.load(game)
    return suite.read(read_bytes(path, LARGEST_FILE, str(path)), str(path), game)


def _chosen(
    parser: argparse.ArgumentParser,
    game: Game[State],
    words: argparse.Namespace,
    found: Sequence[Case],
) -> Sequence[Case]:
    """Those of the cases that are asked for."""
    wanted = {_full(game, clause) for clause in words.clause}
    for clause in sorted(wanted - {clause.value for clause in game.clauses}):
        parser.error(f"--clause: {game.title} has no clause {clause}")
    if wanted:
        found = [case for case in found if not wanted.isdisjoint(case.clauses)]
        found.sort(key=lambda case: case.clause not in wanted)  # what was asked for comes first
    if not found and not (wanted or words.case):
        parser.error(f"{game.title} has no cases; --explore judges by plays drawn at random")
    if not found:
        parser.error("there is no such case")
    return found


def _full(game: Game[State], clause: str) -> str:
    """The id of a clause; the game's own name before it may be left out."""
    return clause if clause.startswith(f"{game.name}.") else f"{game.name}.{clause}"


def _known(path: Path, found: Iterable[Case]) -> dict[str, str]:
    """The known failures of a file; they may be of cases that are not asked for now."""
    content = read_bytes(path, LARGEST_FILE, str(path))
    with in_file(path):
        return read_known(content, {case.id for case in found})


def _run(run: report.Run, chosen: Sequence[Case], start: Start, words: argparse.Namespace) -> int:
    """Ask and tell."""
    summary, crew = report.Summary(run), Crew(start, min(words.jobs, len(chosen)))
    if words.json:
        emit(report.header(run, len(chosen)))
    else:
        show(f"{report.title(run)}\n")
    results = runner.run(crew, chosen, traces.load(run.game) if words.full else None)
    told = ((f"{number} of {len(chosen)}", it) for number, it in enumerate(results, 1))
    for result in watched(told, quiet=words.json):
        status = summary.add(result)
        if words.json:
            for line in report.lines(result, status):
                emit(line)
    summary.faults += crew.faults
    if words.json:
        emit(report.footer(summary))
    else:
        for line in report.report(summary, width()):
            show(line)
    return 0 if summary.conforms else 1
