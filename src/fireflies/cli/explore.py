"""``fireflies conform --explore``: plays that nobody wrote down."""

import argparse
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from fireflies._data import dumps
from fireflies.cli.screen import emit, say, tell, watched
from fireflies.conformance.crew import Crew
from fireflies.conformance.engines import Start
from fireflies.conformance.explorer import SELDOM, Explored, Explorer, case_of
from fireflies.contract import State
from fireflies.games import Game
from fireflies.rulebook import of

EXAMPLES = 2000
"""So many plays if nothing else is asked for."""

EXPLORING = ("seed", "examples", "time", "out")
"""The words that only the explorer hears."""


def add_exploring(parser: argparse.ArgumentParser) -> None:
    """The words of the explorer."""
    add = parser.add_argument_group("plays that nobody wrote down").add_argument
    add("--explore", action="store_true", help="search such plays in place of the cases")
    add("--seed", type=int, metavar="N", help="which plays (0)")
    add("--examples", type=int, metavar="N", help=f"how many plays ({EXAMPLES})")
    add("--time", type=float, metavar="S", help="for how many seconds, whatever their number")
    add("--out", type=Path, metavar="FILE", help="write the smallest difference there, as a case")


def explore(game: Game[State], start: Start, words: argparse.Namespace) -> int:
    """Search; 1 when a difference is found."""
    crew = Crew(start, words.jobs)
    explorer = Explorer(game, crew, words.seed)
    plays = skipped = states = 0
    found = _until(explorer.explore(_numbers(words)), words.time)
    told = ((f"play {one.number}", one) for one in found)
    for explored in watched(told, quiet=words.json):
        if explored.parting is not None:
            alone = Explorer(game, Crew(start, 1), words.seed, explorer.reached)
            return _tell_difference(game, alone, explored, words)
        plays += 1
        skipped += explored.skipped
        states += explored.states
    if words.json:
        counts = {"plays": plays, "states": states, "skipped": skipped, "seed": words.seed}
        emit(dumps({"type": "explored", **counts, "reached": explorer.reached}))
    else:
        _tell_reach(game, explorer)
        print(f"\n{plays} plays, {states} states compared, {skipped} skipped: no difference")
    for fault in crew.faults:
        say(f"an engine did not leave as it should: {fault}")
    return 1 if crew.faults or plays == skipped else 0


def _numbers(words: argparse.Namespace) -> Iterator[int]:
    """The numbers of the plays to look at."""
    if words.examples is None and words.time is not None:
        return count()
    return islice(count(), words.examples or EXAMPLES)


def _until(explored: Iterator[Explored], seconds: float | None) -> Iterator[Explored]:
    """Only as long as there is time."""
    begun = time.monotonic()
    for one in explored:
        yield one
        if seconds is not None and time.monotonic() - begun > seconds:
            return


def _tell_difference(
    game: Game[State], explorer: Explorer, explored: Explored, words: argparse.Namespace
) -> int:
    """The smallest play that shows it."""
    found = explorer.shrink(explored)
    case = case_of(game, found)
    if words.out is not None:
        words.out.write_text(f"{case}\n", encoding="utf-8")
    if words.json:
        about = {"number": explored.number, "seed": words.seed, "clauses": found.clauses}
        emit(dumps({"type": "difference", **about, "message": found.parting.message}))
        return 1
    print(f"play {explored.number} of seed {words.seed} differs; the smallest that does:")
    tell(f"options: {dumps(found.play.options)}")
    tell(f"actions: {', '.join(found.play.actions) or 'none'}")
    if found.play.observer is not None:
        tell(f"as seat {found.play.observer} sees it")
    tell(f"! {found.parting.message}")
    book = of(game.clauses)
    print("\nClauses that bear on it:")
    for clause in found.clauses:
        tell(f"{clause}: {book.rules[clause].title}")
    where = words.out or "FILE"
    hint = f"fireflies conform {game.name} --case {where} -- …"
    print(f"\n{'Ask it again' if words.out else 'With --out FILE it is kept'}: {hint}")
    return 1


def _tell_reach(game: Game[State], explorer: Explorer) -> None:
    """In how many plays each clause was reached."""
    print("plays that reach each clause:")
    for clause in game.clauses:
        seldom = "  (seldom)" if explorer.reached[clause] < SELDOM else ""
        print(f"  {clause:34}{explorer.reached[clause]:8}{seldom}")
