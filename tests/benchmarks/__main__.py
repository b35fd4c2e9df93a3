"""Print the figures, and judge those that have a gate: `python -m tests.benchmarks`.

Exit code 0: every figure passes its gate, and all contestants have played the same games of Smile.
1: otherwise. 2: usage. A goal beyond the gate is printed, and not judged.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from fireflies.smile import fast
from tests.benchmarks import arena, beside_chess, interfaces, sizes, suite, yardstick
from tests.benchmarks.bulk import PROCESSES, Bulk, two_processes
from tests.benchmarks.decisions import Decisions
from tests.benchmarks.figures import PLAYERS, Figure, race

FEWEST_ROUNDS = 7
"""The median of fewer rounds means little on a machine that does other work too."""
YARDSTICK_PLAYS = 3_000
"""The number of plays in which the yardstick is compared with the rules before it is used."""


def _rounds(text: str) -> int:
    """Parse a number of rounds."""
    number = int(text)
    if number < FEWEST_ROUNDS:
        message = f"at least {FEWEST_ROUNDS} rounds"
        raise argparse.ArgumentTypeError(message)
    return number


def _print_now(line: str) -> None:
    """Print a line and flush."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _line(figure: Figure) -> str:
    """Return a figure as a line of the report."""
    span = f"({min(figure.rounds):.2f} to {max(figure.rounds):.2f})"
    line = f"{figure.median:7.2f}  {span:18} {f'{figure.name} {figure.unit}':82}"
    if figure.gate is not None:
        sign, verdict = "≥" if figure.more else "≤", "passed" if figure.passed else "MISSED"
        line += f" {sign} {figure.gate:g}: {verdict}"
    if figure.stretch is not None:
        line += (
            f"; {figure.stretch:g}: {'reached' if figure.reaches(figure.stretch) else 'not yet'}"
        )
    return line.rstrip()


def _as_data(figure: Figure) -> dict[str, object]:
    """Return a figure as data for the file."""
    return {
        "name": figure.name,
        "unit": figure.unit or "ratio",
        "better": "more" if figure.more else "less",
        "median": figure.median,
        "least": min(figure.rounds),
        "most": max(figure.rounds),
        "gate": figure.gate,
        "passed": figure.reaches(figure.gate),
        "stretch": figure.stretch,
        "reached": figure.reaches(figure.stretch),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write the file, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument(
        "--rounds", type=_rounds, default=15, help=f"{FEWEST_ROUNDS} or more; the default is 15"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=10_000_000,
        help="plays in the comparison of two processes with one; the default is 10,000,000",
    )
    options = parser.parse_args(arguments)
    rounds: int = options.rounds
    file: Path | None = options.json
    if not fast.COMPILED:
        parser.error("the packed game is not compiled here (FIREFLIES_COMPILE=1 at build time)")

    states = yardstick.check(YARDSTICK_PLAYS)
    _print_now(
        f"the yardstick agrees with the rules in {states:,} states of {YARDSTICK_PLAYS:,} plays"
    )
    _print_now(f"median (least to most) of {rounds} rounds, {PLAYERS} players")
    deciding, playing = Decisions(), Bulk()
    contestants = {
        **deciding.contestants(),
        **playing.contestants(),
        **beside_chess.CONTESTANTS,
    }
    times = race(contestants, rounds)
    groups: list[Callable[[], list[Figure]]] = [
        lambda: deciding.figures(times),
        lambda: playing.figures(times),
        lambda: _on_two_cores(rounds, options.games),
        sizes.memory,
        sizes.pickles,
        lambda: sizes.imports(rounds),
        lambda: suite.records(rounds),
        lambda: suite.suite(rounds),
        lambda: suite.explorer(rounds),
        lambda: arena.games(rounds),
        lambda: interfaces.figures(rounds),
        lambda: beside_chess.figures(times),
    ]
    figures: list[Figure] = []
    for group in groups:
        for figure in group():
            _print_now(_line(figure))
            figures.append(figure)
    digests = deciding.digests()
    same = len(set(digests.values())) == 1 and playing.same()
    _print_now(f"same final scores in every play, same totals in bulk: {'yes' if same else 'NO'}")
    if file is not None:
        kept = {
            "python": f"{platform.python_implementation()} {platform.python_version()}",
            "open_spiel": version("open_spiel"),
            "players": PLAYERS,
            "rounds": rounds,
            "scores": digests,
            "same_totals_in_bulk": playing.same(),
            "figures": [_as_data(figure) for figure in figures],
        }
        file.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    return 0 if same and all(figure.passed for figure in figures) else 1


def _on_two_cores(rounds: int, games: int) -> list[Figure]:
    """Measure two processes beside one, if there are two cores."""
    if (os.cpu_count() or 1) < PROCESSES:
        _print_now("NOT MEASURED: two processes against one, because there is one core")
        return []
    return [*two_processes(rounds, games), *arena.processes(rounds)]


if __name__ == "__main__":
    sys.exit(main())
