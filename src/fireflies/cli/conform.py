"""``fireflies conform``: judge an engine, in any language, clause by clause."""

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
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
from fireflies.conformance.engines import LONGEST, Start, starter
from fireflies.conformance.judge import Verdict
from fireflies.conformance.known import read_known
from fireflies.conformance.pool import Pool, Stopped, stoppable
from fireflies.conformance.runner import BrokenHarness, Result, introduce
from fireflies.contract import State
from fireflies.games import Game, in_file

_SECONDS = 10.0
_ERRORS = 10
_USAGE = 2

LARGEST_FILE: Final = 10_000_000
"""The most bytes of a file of cases or of known failures."""


def add_words(parser: argparse.ArgumentParser, game: Game[State]) -> None:
    """Add the arguments after ``conform GAME``."""
    add = parser.add_argument
    add(
        "--jobs", type=int, default=_processors(), metavar="N", help="engines at once (%(default)s)"
    )
    add("--clause", action="append", default=[], metavar="ID", help="only the cases of this clause")
    add("--id", action="append", default=[], metavar="CASE", help="only this case")
    add("--case", type=Path, metavar="FILE", help="the cases of this file in place of the suite's")
    add("--full", action="store_true", help="compare every state, not only what a case is about")
    add("--list", action="store_true", help="list the cases, and start no engine")
    add("--known", type=Path, metavar="FILE", help="failures that are known, as TOML")
    add("--no-skips", action="store_true", help="a case that the engine skips has failed")
    add(
        "--max-errors",
        type=int,
        default=_ERRORS,
        metavar="N",
        help="stop after so many cases in a row without an answer (%(default)s; 0: never)",
    )
    add(
        "--timeout", type=float, default=_SECONDS, metavar="S", help="for each answer (%(default)g)"
    )
    add("--engine-log", type=Path, metavar="FILE", help="append there what the engine logs")
    add("--json", action="store_true", help="print header, cases, results and footer as JSON lines")
    add(
        "command",
        nargs="*",
        metavar="-- COMMAND",
        help="what starts the engine, or direct:package.module:name",
    )
    add_exploring(parser)
    parser.set_defaults(run=partial(conform, parser, game))


def _processors() -> int:
    """Return how many engines the machine can run at once."""
    return os.cpu_count() or 1


def conform(parser: argparse.ArgumentParser, game: Game[State], args: argparse.Namespace) -> int:
    """Judge the engine; return the exit code.

    That is 1 when it does not conform, 2 when it can't be judged, 3 when nothing speaks against it
    but not the whole suite was judged, and 128 + N after signal N.
    """
    try:
        with stoppable():
            return _conform(parser, game, args)
    except Stopped as stopped:
        return stopped.exit_code


def _conform(parser: argparse.ArgumentParser, game: Game[State], args: argparse.Namespace) -> int:
    """Judge the engine by the cases, or by random plays; return the exit code."""
    if args.jobs < 1:
        parser.error("--jobs is a number from 1")
    if not 0 < args.timeout <= LONGEST:
        parser.error(f"--timeout is a number of seconds above 0 and up to {LONGEST:.0f}")
    if args.max_errors < 0:
        parser.error("--max-errors is a number from 0")
    if args.explore:
        return _explore(parser, game, args)
    exploring = [name for name in EXPLORING if getattr(args, name) is not None]
    if exploring:
        parser.error(f"--{exploring[0]} is for --explore")
    found = _found(game, args.case)
    chosen = _chosen(parser, game, args, found)
    if args.list:
        for case in chosen:
            show(f"{case.id}  {case.says}")
        return 0
    if not args.command:
        parser.error(f"which engine? fireflies conform {game.name} -- COMMAND")
    known = _known(args.known, found) if args.known else {}
    whole = args.case is None and len(chosen) == len(found)
    try:
        start = starter(args.command, args.timeout, args.engine_log)
        run = report.Run(game, introduce(start, game), known, whole)
    except BrokenHarness as broken:
        say(f"this engine can't be judged: {broken}")
        return _USAGE
    return _run(run, chosen, start, args)


def _explore(parser: argparse.ArgumentParser, game: Game[State], args: argparse.Namespace) -> int:
    """Judge the engine by random plays; return the exit code."""
    if args.clause or args.id or args.case or args.list or args.known:
        parser.error("--explore asks no cases")
    args.seed = args.seed or 0
    short = args.time is not None and not args.time > 0
    if short or (args.examples is not None and args.examples < 1):
        parser.error("--examples and --time are numbers above 0")
    if args.seed not in SEEDS:
        parser.error(f"--seed: a seed is a whole number from 0 to {SEEDS[-1]}")
    if not args.command:
        parser.error(f"which engine? fireflies conform {game.name} --explore -- COMMAND")
    start = starter(args.command, args.timeout, args.engine_log)
    try:
        introduce(start, game)
    except BrokenHarness as broken:
        say(f"this engine can't be judged: {broken}")
        return _USAGE
    return explore(game, start, args)


def _found(game: Game[State], path: Path | None) -> Sequence[Case]:
    """Return the cases of a file, or the suite's."""
    if path is None:
        return suite.load(game)
    return suite.read(read_bytes(path, LARGEST_FILE, str(path)), str(path), game)


def _chosen(
    parser: argparse.ArgumentParser,
    game: Game[State],
    args: argparse.Namespace,
    found: Sequence[Case],
) -> Sequence[Case]:
    """Return the cases that are asked for, those mainly about a wanted clause first."""
    wanted = {_full(game, clause) for clause in args.clause}
    for clause in sorted(wanted - {clause.value for clause in game.clauses}):
        parser.error(f"--clause: {game.title} has no clause {clause}")
    ids = {_full(game, case) for case in args.id}
    for case in sorted(ids - {case.id for case in found}):
        parser.error(f"--id: there is no case {case}")
    if wanted or ids:
        found = [it for it in found if it.id in ids or not wanted.isdisjoint(it.clauses)]
        found.sort(key=lambda case: case.clause not in wanted)
    if not found and not (wanted or args.case):
        parser.error(f"{game.title} has no cases; --explore judges by plays drawn at random")
    if not found:
        parser.error("there is no such case")
    return found


def _full(game: Game[State], given: str) -> str:
    """Return the id of a clause or case; the game's own name before it may be left out."""
    return given if given.startswith(f"{game.name}.") else f"{game.name}.{given}"


def _known(path: Path, found: Iterable[Case]) -> dict[str, str]:
    """Return the known failures of a file; they may be of cases that are not asked for now."""
    content = read_bytes(path, LARGEST_FILE, str(path))
    with in_file(path):
        return read_known(content, {case.id for case in found})


def _run(run: report.Run, chosen: Sequence[Case], start: Start, args: argparse.Namespace) -> int:
    """Ask the cases, print the report, and return the exit code."""
    summary, pool = report.Summary(run), Pool(start, min(args.jobs, len(chosen)))
    if args.json:
        emit(report.header(run, len(chosen)))
    else:
        show(f"{report.title(run)}\n")
    results = runner.run(pool, run.game, chosen, traces.load(run.game) if args.full else None)
    code = None
    try:
        for result in _shown(results, len(chosen), args):
            status = summary.add(result)
            if args.json:
                for line in report.lines(result, status):
                    emit(line)
            if summary.silent >= args.max_errors > 0:
                summary.stopped = f"{summary.silent} cases in a row without an answer"
                break
    except Stopped as stopped:
        summary.stopped, code = str(stopped), stopped.exit_code
    if summary.stopped:
        pool.kill()
    summary.faults += pool.faults
    if args.json:
        emit(report.footer(summary))
    else:
        for line in report.report(summary, width()):
            show(line)
    return summary.exit_code if code is None else code


def _shown(results: Iterator[Result], count: int, args: argparse.Namespace) -> Iterator[Result]:
    """Yield the results, with their number on a terminal; where it is asked for, skips fail."""
    numbered = ((f"{number} of {count}", result) for number, result in enumerate(results, 1))
    for result in watched(numbered, quiet=args.json):
        if args.no_skips and result.verdict.status == "skipped":
            verdict = Verdict("failed", f"the engine skips it: {result.verdict.message}")
            yield result._replace(verdict=verdict)
        else:
            yield result
