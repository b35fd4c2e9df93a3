"""``fireflies conform --explore``: test an engine by random plays."""

import argparse
import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import count, islice
from pathlib import Path
from typing import IO

from fireflies._data import dumps
from fireflies.chance import SEEDS
from fireflies.cli.screen import print_data, print_message, print_text, print_wrapped, with_progress
from fireflies.conformance.attribution import case_of, clauses_of
from fireflies.conformance.engines import Start
from fireflies.conformance.explorer import RARELY, Explored, Explorer
from fireflies.conformance.lines import DifferenceLine, ExploredLine
from fireflies.conformance.pool import Pool
from fireflies.conformance.samples import can_generate
from fireflies.conformance.shrinking import MOST_REQUESTS, SECONDS, Finding, shrink
from fireflies.contract import State
from fireflies.files import GameFile
from fireflies.games import Game
from fireflies.rulebook import Clause
from fireflies.stopping import Stopped

EXAMPLES = 2000
"""The default number of plays."""

EXPLORER_OPTIONS = ("seed", "examples", "time", "out")
"""The options that only the explorer has."""


def add_explorer_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the explorer."""
    add = parser.add_argument_group("random plays").add_argument
    add("--explore", action="store_true", help="search random plays in place of the cases")
    add("--seed", type=int, metavar="N", help="which plays (0)")
    add("--examples", type=int, metavar="N", help=f"how many plays ({EXAMPLES})")
    add(
        "--time",
        type=float,
        metavar="S",
        help=f"time limit of the search (none), and again of shrinking ({SECONDS:g})",
    )
    add(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the smallest play to this new file, as a case",
    )


def explore(game: Game[State], start: Start, args: argparse.Namespace) -> int:
    """Search for a difference, and return the exit code of :class:`_Search`."""
    with _open_output(args.out) as out:
        search = _Search(game, start, args)
        search.run(out)
        return search.exit_code


@contextmanager
def _open_output(path: Path | None) -> Generator[IO[str] | None]:
    """Open the output file now, and delete it at the end, or after a signal, if new and empty.

    Raises:
        OSError: when it can't be written, or has content.
    """
    if path is None:
        yield None
        return
    GameFile(path).check()
    is_new = not path.exists()
    try:
        with path.open("a", encoding="utf-8") as file:
            yield file
    finally:
        if is_new and path.exists() and not path.stat().st_size:
            path.unlink()


class _Search:
    """A search for a difference, with its results so far."""

    def __init__(self, game: Game[State], start: Start, args: argparse.Namespace) -> None:
        self._game = game
        self._start = start
        self._args = args
        self._pool = Pool(start, args.jobs)
        self._explorer = Explorer(game, self._pool, args.seed)
        self._stopped: Stopped | None = None
        self._found: Explored | None = None
        self._plays = self._states = self._skipped = 0
        self._seconds: float = SECONDS if args.time is None else args.time

    def run(self, out: IO[str] | None) -> None:
        """Search for the first play with a difference, and print the results."""
        if self._game.generators is None or not can_generate():
            print_message(
                "only default options are played; others need generators, and fireflies[testing]"
            )
        plays = self._explorer.explore(self._play_numbers())
        labeled = ((f"play {it.number}", it) for it in _limit(plays, self._args.time))
        try:
            with closing(plays):
                for explored in with_progress(labeled, quiet=self._args.json):
                    self._plays += 1
                    self._states += explored.states
                    self._skipped += explored.skipped
                    self._found = explored if explored.difference is not None else None
        except Stopped as stopped:
            self._stopped = stopped
        if self._found is not None:
            self._print_difference(self._found, out)
        self._print_summary()

    def _play_numbers(self) -> Iterator[int]:
        args = self._args
        if args.examples is None and args.time is not None:
            return count()
        return islice(count(), args.examples or EXAMPLES)

    def _shrink(self, explored: Explored, explorer: Explorer) -> Finding:
        """Shrink the play; return the smallest one found until the end or a signal."""
        seconds = self._seconds
        label = f"play {explored.number} differs; making it smaller"
        print_message(f"{label}, in at most {seconds:g} seconds and {MOST_REQUESTS} requests")
        smaller = shrink(explorer, explored, seconds)
        best = next(smaller)
        labeled = ((f"{label}: {len(it.request.actions):4} actions", it) for it in smaller)
        try:
            for finding in with_progress(labeled, quiet=self._args.json):
                best = finding
        except Stopped as stopped:
            self._stopped = stopped
        return best

    def _clauses(self, explorer: Explorer, pool: Pool, found: Finding) -> tuple[Clause, ...]:
        """Return the clauses that it may be about; after a signal, without asking the engine."""
        if self._stopped is None:
            try:
                return clauses_of(explorer, *found[:2], self._seconds)
            except Stopped as stopped:
                self._stopped = stopped
        pool.kill()  # the engine may be the reason why the user stops
        return clauses_of(explorer, *found[:2], 0)

    def _print_difference(self, explored: Explored, out: IO[str] | None) -> None:
        """Print the smallest play with the difference, and write it to ``out`` as a case."""
        pool = Pool(self._start, 1)
        explorer = Explorer(self._game, pool, self._args.seed)
        try:
            smallest = self._shrink(explored, explorer)
            clauses = self._clauses(explorer, pool, smallest)
        finally:
            pool.kill()
        request, difference, _ = smallest
        if out is not None:
            out.write(f"{case_of(self._game, request, difference, clauses)}\n")
        if self._args.json:
            line = DifferenceLine(
                type="difference",
                seed=self._args.seed,
                number=explored.number,
                clauses=clauses,
                message=difference.message,
                case=request.to_json(),
            )
            print_data(dumps(line))
            return
        print(f"play {explored.number} of seed {self._args.seed} differs; the smallest found:")
        print_wrapped(f"! {difference.message}")
        if request.observer is not None:
            print_wrapped(f"as seat {request.observer} sees it")
        print_wrapped("clauses it may be about, the likeliest first:")
        for clause in clauses:
            print_wrapped(f"  {clause}: {clause.rule.title}")
        if not clauses:
            print_wrapped(
                "  none: the form of an option, an action or an answer is not that of the wire"
            )
        print_text(f"  {dumps(request.to_json())}\n")
        where = self._args.out or "FILE"
        hint = f"fireflies conform {self._game.name} --case {where} -- …"
        again = "Run it again" if self._args.out else "Keep it with --out FILE, then run it again"
        print_text(f"{again}: {hint}")

    def _print_summary(self) -> None:
        """Print the counts of the search, and a seed for more plays."""
        plays, seed = self._plays, self._args.seed
        other = (seed + 1) & SEEDS[-1]
        reached = {clause: self._explorer.reached[clause] for clause in self._game.clauses}
        stopped = str(self._stopped or "")
        if self._args.json:
            line = ExploredLine(
                type="explored",
                game=self._game.name,
                edition=self._game.edition,
                seed=seed,
                plays=plays,
                states=self._states,
                skipped=self._skipped,
                stopped=stopped,
                faults=self._pool.faults,
                next_seed=other,
                reached={str(clause): number for clause, number in reached.items()},
            )
            print_data(dumps(line))
            return
        if self._found is None:
            print("plays that use each clause (some clauses of kind limit are never counted):")
            for clause, plays_reaching in reached.items():
                seldom = "  (seldom)" if 0 < plays_reaching < plays / RARELY else ""
                print(f"  {clause:34}{plays_reaching or '-':>8}{seldom}")
        for fault in self._pool.faults:
            print_message(f"an engine did not stop as it should: {fault}")
        result = "no difference" if self._found is None else "a difference"
        summary = f"{plays} plays, {self._states} states compared, {self._skipped} requests skipped"
        print(f"\n{f'stopped by {stopped}: ' if stopped else ''}{summary}: {result}")
        print(f"for other plays: --seed {other}")

    @property
    def exit_code(self) -> int:
        """128 + N after signal N without a difference; 1 after a difference or an engine's fault.

        Also 1 when no state was compared, as all requests were skipped; otherwise 0.
        """
        if self._found is None and self._stopped is not None:
            return self._stopped.exit_code
        return int(self._found is not None or self._pool.faults != [] or not self._states)


def _limit(plays: Iterator[Explored], seconds: float | None) -> Iterator[Explored]:
    """Yield the plays up to the first difference or the time limit."""
    start = time.monotonic()
    for explored in plays:
        yield explored
        is_late = seconds is not None and time.monotonic() - start > seconds
        if is_late or explored.difference is not None:
            return
