"""``fireflies conform``: test an engine, in any language, against the rules of a game."""

import argparse
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from fireflies._data import read_bytes
from fireflies.chance import SEEDS
from fireflies.cli.explore import EXPLORER_OPTIONS, add_explorer_arguments, explore
from fireflies.cli.options import full_id
from fireflies.cli.reports import (
    Lines,
    add_report_arguments,
    check_report_arguments,
    write_saved,
)
from fireflies.cli.screen import print_message, print_text, width, with_progress
from fireflies.conformance import cases as suite
from fireflies.conformance import report, runner
from fireflies.conformance.cases import Case
from fireflies.conformance.engines import LONGEST_TIMEOUT, Start, make_starter
from fireflies.conformance.judge import Verdict
from fireflies.conformance.known import read_known
from fireflies.conformance.pool import Pool
from fireflies.conformance.runner import Result, UntestableEngine, check_engine
from fireflies.contract import State
from fireflies.errors import locate_errors
from fireflies.games import Game
from fireflies.stopping import Stopped

_TIMEOUT = 10.0
_MAX_ERRORS = 10
_USAGE = 2

LARGEST_FILE: Final = 10_000_000
"""The most bytes of a file of cases or of known failures."""


def add_arguments(parser: argparse.ArgumentParser, game: Game[State]) -> None:
    """Add the arguments after ``conform GAME``."""
    add = parser.add_argument
    add("--jobs", type=int, default=_cpu_count(), metavar="N", help="engines at once (%(default)s)")
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
        default=_MAX_ERRORS,
        metavar="N",
        help="stop after so many cases in a row without an answer (%(default)s; 0: never)",
    )
    add(
        "--timeout", type=float, default=_TIMEOUT, metavar="S", help="for each answer (%(default)g)"
    )
    add("--engine-log", type=Path, metavar="FILE", help="append there what the engine logs")
    add("--json", action="store_true", help="print header, cases, results and footer as JSON lines")
    add_report_arguments(parser)
    add(
        "command",
        nargs="*",
        metavar="-- COMMAND",
        help="what starts the engine, or direct:package.module:name",
    )
    add_explorer_arguments(parser)
    parser.set_defaults(run=partial(conform, parser, game))


def _cpu_count() -> int:
    """Return the number of processors of the machine."""
    return os.cpu_count() or 1


def conform(parser: argparse.ArgumentParser, game: Game[State], args: argparse.Namespace) -> int:
    """Test the engine; return the exit code.

    0: it conforms. 1: it does not conform. 2: it can't be tested. 3: no case failed, but not the
    whole suite was run. 128 + N: stopped by signal N.
    """
    _check_numbers(parser, args)
    check_report_arguments(parser, args)
    if args.saved is not None:
        return write_saved(game, args)
    if args.explore:
        return _explore(parser, game, args)
    explorer_options = [name for name in EXPLORER_OPTIONS if getattr(args, name) is not None]
    if explorer_options:
        parser.error(f"--{explorer_options[0]} is for --explore")
    all_cases = _read_cases(game, args.case)
    chosen = _choose_cases(parser, game, args, all_cases)
    if args.list:
        for case in chosen:
            print_text(f"{case.id}  {case.says}")
        return 0
    start = _starter(parser, game, args)
    known = _read_known(args.known, all_cases) if args.known else {}
    whole = args.case is None and len(chosen) == len(all_cases)
    try:
        run = report.Run(game, check_engine(start, game), known, whole)
    except UntestableEngine as broken:
        print_message(f"this engine can't be judged: {broken}")
        return _USAGE
    return _run_cases(run, chosen, start, args)


def _check_numbers(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """End with a message when a number is out of its limits."""
    if args.jobs < 1:
        parser.error("--jobs is a number from 1")
    if not 0 < args.timeout <= LONGEST_TIMEOUT:
        parser.error(f"--timeout is a number of seconds above 0 and up to {LONGEST_TIMEOUT:.0f}")
    if args.max_errors < 0:
        parser.error("--max-errors is a number from 0")


def _explore(parser: argparse.ArgumentParser, game: Game[State], args: argparse.Namespace) -> int:
    """Test the engine by random plays; return the exit code."""
    if args.clause or args.id or args.case or args.list or args.known:
        parser.error("--explore runs no cases")
    args.seed = args.seed or 0
    short = args.time is not None and not args.time > 0
    if short or (args.examples is not None and args.examples < 1):
        parser.error("--examples and --time are numbers above 0")
    if args.seed not in SEEDS:
        parser.error(f"--seed: a seed is a whole number from 0 to {SEEDS[-1]}")
    start = _starter(parser, game, args)
    try:
        check_engine(start, game)
    except UntestableEngine as broken:
        print_message(f"this engine can't be judged: {broken}")
        return _USAGE
    return explore(game, start, args)


def _starter(parser: argparse.ArgumentParser, game: Game[State], args: argparse.Namespace) -> Start:
    """Return what starts the engine of the command; end with a message when there is none."""
    if not args.command:
        flags = " --explore" if args.explore else ""
        parser.error(f"which engine? fireflies conform {game.name}{flags} -- COMMAND")
    word = args.command[0]
    is_clause = full_id(game, word) in {clause.value for clause in game.clauses}
    if is_clause and shutil.which(word) is None:
        parser.error(f"{word} is a clause, not an engine; write --clause {word} -- COMMAND")
    return make_starter(args.command, args.timeout, args.engine_log, "--timeout")


def _read_cases(game: Game[State], path: Path | None) -> Sequence[Case]:
    """Return the cases of the file, or those of the suite when the path is None."""
    if path is None:
        return suite.load(game)
    return suite.read(read_bytes(path, LARGEST_FILE, str(path)), str(path), game)


def _choose_cases(
    parser: argparse.ArgumentParser,
    game: Game[State],
    args: argparse.Namespace,
    all_cases: Sequence[Case],
) -> Sequence[Case]:
    """Return the cases that ``--id`` and ``--clause`` choose; all cases when neither is given.

    Cases whose main clause is asked for come first.
    """
    wanted = {full_id(game, clause) for clause in args.clause}
    for clause in sorted(wanted - {clause.value for clause in game.clauses}):
        parser.error(f"--clause: {game.title} has no clause {clause}")
    ids = {full_id(game, case) for case in args.id}
    for case in sorted(ids - {case.id for case in all_cases}):
        parser.error(f"--id: there is no case {case}")
    if wanted or ids:
        all_cases = [it for it in all_cases if it.id in ids or not wanted.isdisjoint(it.clauses)]
        all_cases.sort(key=lambda case: case.clause not in wanted)
    if not all_cases and not (wanted or args.case):
        parser.error(f"{game.title} has no cases: give a file of them with --case, or --explore")
    if not all_cases:
        parser.error("there is no such case")
    return all_cases


def _read_known(path: Path, all_cases: Iterable[Case]) -> dict[str, str]:
    """Return the known failures of a file; an unknown case in it is an error."""
    content = read_bytes(path, LARGEST_FILE, str(path))
    with locate_errors(path):
        return read_known(content, {case.id for case in all_cases})


def _run_cases(
    run: report.Run, chosen: Sequence[Case], start: Start, args: argparse.Namespace
) -> int:
    """Run the cases and print the report; return the exit code."""
    summary, pool = report.Summary(run), Pool(start, min(args.jobs, len(chosen)))
    lines = Lines(run.game, args)
    lines.add(report.header(run, len(chosen)))
    if not args.json:
        print_text(f"{report.title(run)}\n")
    results = runner.run(pool, run.game, chosen, full=args.full)
    code = None
    try:
        for result in _with_progress(results, len(chosen), args):
            status = summary.add(result)
            for line in report.lines(result, status, run.known.get(result.case.id, "")):
                lines.add(line)
            if summary.unanswered >= args.max_errors > 0:
                summary.stopped = f"{summary.unanswered} cases in a row without an answer"
                break
    except Stopped as stopped:
        summary.stopped, code = str(stopped), stopped.exit_code
    if summary.stopped:
        pool.kill()
    summary.faults += pool.faults
    lines.add(report.footer(summary))
    lines.write_reports()
    if not args.json:
        for line in report.report(summary, width()):
            print_text(line)
    return summary.exit_code if code is None else code


def _with_progress(
    results: Iterator[Result], count: int, args: argparse.Namespace
) -> Iterator[Result]:
    """Yield the results; show progress on a terminal; with ``--no-skips``, a skip is a failure."""
    numbered = ((f"{number} of {count}", result) for number, result in enumerate(results, 1))
    for result in with_progress(numbered, quiet=args.json):
        if args.no_skips and result.verdict.status == "skipped":
            verdict = Verdict("failed", f"the engine skips it: {result.verdict.message}")
            yield result._replace(verdict=verdict)
        else:
            yield result
