"""``fireflies conform --explore``: judge an engine by random plays."""

import argparse
import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import count, islice
from pathlib import Path
from typing import IO

from fireflies._data import dumps
from fireflies.chance import SEEDS
from fireflies.cli.screen import emit, say, show, tell, watched
from fireflies.conformance.engines import Start
from fireflies.conformance.explorer import SELDOM, Explored, Explorer, case_of, clauses_of
from fireflies.conformance.exploring import can_generate
from fireflies.conformance.pool import Pool, Stopped
from fireflies.conformance.shrinking import SECONDS, STEPS, Finding, shrink
from fireflies.contract import State
from fireflies.games import Game

EXAMPLES = 2000
"""The number of plays if nothing else is asked for."""

EXPLORING = ("seed", "examples", "time", "out")
"""The arguments that are for the explorer only."""


def add_exploring(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the explorer."""
    add = parser.add_argument_group("random plays").add_argument
    add("--explore", action="store_true", help="search random plays in place of the cases")
    add("--seed", type=int, metavar="N", help="which plays (0)")
    add("--examples", type=int, metavar="N", help=f"how many plays ({EXAMPLES})")
    add(
        "--time",
        type=float,
        metavar="S",
        help="search for so many seconds, and make what is found smaller for as long"
        f" ({SECONDS:g})",
    )
    add("--out", type=Path, metavar="FILE", help="write the smallest difference there, as a case")


def explore(game: Game[State], start: Start, args: argparse.Namespace) -> int:
    """Search; return 1 when a difference is found, 128 + N after signal N."""
    with _opened(args.out) as out:
        search = _Search(game, start, args)
        search.run(out)
        return search.exit_code


@contextmanager
def _opened(path: Path | None) -> Generator[IO[str] | None]:
    """Open a file for a case now, so that it can be written later; without a case, leave none.

    Raises:
        OSError: when it can't be written.
    """
    if path is None:
        yield None
        return
    is_new = not path.exists()
    with path.open("a", encoding="utf-8") as file:
        yield file
        is_new = is_new and file.tell() == 0
    if is_new:
        path.unlink()


class _Search:
    """A search under way, and what came of it so far."""

    def __init__(self, game: Game[State], start: Start, args: argparse.Namespace) -> None:
        self._game = game
        self._start = start
        self._args = args
        self._pool = Pool(start, args.jobs)
        self._explorer = Explorer(game, self._pool, args.seed)
        self._stopped: Stopped | None = None
        self._found: Explored | None = None
        self._plays = self._states = self._skipped = 0

    def run(self, out: IO[str] | None) -> None:
        """Search the first play with a difference, and print what comes of it."""
        if self._game.strategies is None or not can_generate():
            say("only default options are played; others need strategies, and fireflies[testing]")
        explored = self._explorer.explore(self._numbers())
        numbered = ((f"play {one.number}", one) for one in _until(explored, self._args.time))
        try:
            with closing(explored):
                for one in watched(numbered, quiet=self._args.json):
                    self._plays += 1
                    self._states += one.states
                    self._skipped += one.skipped
                    self._found = one if one.difference is not None else None
        except Stopped as stopped:
            self._stopped = stopped
        if self._found is not None:
            self._tell_difference(self._found, out)
        self._tell_end()

    def _numbers(self) -> Iterator[int]:
        args = self._args
        if args.examples is None and args.time is not None:
            return count()
        return islice(count(), args.examples or EXAMPLES)

    def _smallest(self, explored: Explored, explorer: Explorer) -> Finding:
        """Return the smallest play that shows the difference, or the smallest until a signal."""
        seconds = SECONDS if self._args.time is None else self._args.time
        number = f"play {explored.number} differs; making it smaller"
        say(f"{number}, in at most {seconds:g} seconds and {STEPS} steps")
        smaller = shrink(explorer, explored, seconds)
        best = next(smaller)
        told = ((f"{number}: {len(it.request.actions):4} actions", it) for it in smaller)
        try:
            for one in watched(told, quiet=self._args.json):
                best = one
        except Stopped as stopped:
            self._stopped = stopped
        return best

    def _tell_difference(self, explored: Explored, out: IO[str] | None) -> None:
        """Print the smallest play that shows the difference, and keep it as a case."""
        pool = Pool(self._start, 1)
        explorer = Explorer(self._game, pool, self._args.seed)
        request, difference, _ = self._smallest(explored, explorer)
        pool.kill()
        if out is not None:
            out.seek(0)
            out.truncate()
            out.write(f"{case_of(explorer, request, difference)}\n")
        clauses = clauses_of(explorer, request, difference)
        if self._args.json:
            about = {"seed": self._args.seed, "number": explored.number, "clauses": clauses}
            told = {"message": difference.message, "case": request.to_json()}
            emit(dumps({"type": "difference", **about, **told}))
            return
        print(f"play {explored.number} of seed {self._args.seed} differs; the smallest found:")
        tell(f"! {difference.message}")
        if request.observer is not None:
            tell(f"as seat {request.observer} sees it")
        tell("clauses it may be about, the likeliest first:")
        for clause in clauses:
            tell(f"  {clause}: {clause.rule.title}")
        if not clauses:
            tell("  none: the form of an option, an action or an answer is not that of the wire")
        show(f"  {dumps(request.to_json())}\n")
        where = self._args.out or "FILE"
        hint = f"fireflies conform {self._game.name} --case {where} -- …"
        show(f"{'Ask it again' if self._args.out else 'With --out FILE it is kept'}: {hint}")

    def _tell_end(self) -> None:
        """Print how far the search came, and the seed of other plays."""
        plays, seed = self._plays, self._args.seed
        other = (seed + 1) & SEEDS[-1]
        reached = {clause: self._explorer.reached[clause] for clause in self._game.clauses}
        stopped = str(self._stopped or "")
        if self._args.json:
            about = {"game": self._game.name, "edition": self._game.edition, "seed": seed}
            counts = {"plays": plays, "states": self._states, "skipped": self._skipped}
            ended = {"stopped": stopped, "faults": self._pool.faults, "next_seed": other}
            emit(dumps({"type": "explored", **about, **counts, **ended, "reached": reached}))
            return
        if self._found is None:
            print("plays in which the rules name each clause (some limits are never named):")
            for clause, often in reached.items():
                seldom = "  (seldom)" if 0 < often < plays / SELDOM else ""
                print(f"  {clause:34}{often or '-':>8}{seldom}")
        for fault in self._pool.faults:
            say(f"an engine did not leave as it should: {fault}")
        result = "no difference" if self._found is None else "a difference"
        summary = f"{plays} plays, {self._states} states compared, {self._skipped} requests skipped"
        print(f"\n{f'stopped by {stopped}: ' if stopped else ''}{summary}: {result}")
        print(f"for other plays: --seed {other}")

    @property
    def exit_code(self) -> int:
        """1 for a difference, a bad end of an engine, or where all is skipped."""
        if self._found is None and self._stopped is not None:
            return self._stopped.exit_code
        return int(self._found is not None or self._pool.faults != [] or not self._states)


def _until(explored: Iterator[Explored], seconds: float | None) -> Iterator[Explored]:
    """Yield what is explored as long as there is time, up to the first difference."""
    begun = time.monotonic()
    for one in explored:
        yield one
        late = seconds is not None and time.monotonic() - begun > seconds
        if late or one.difference is not None:
            return
