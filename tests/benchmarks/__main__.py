"""Print the figures, and judge those that have a gate: `python -m tests.benchmarks`.

A gate is judged; what a figure should reach beyond it is told. Exit code 0: every gate is passed,
and all who play Smile have played the same games. 1: not so. 2: usage.
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
from tests.benchmarks import arena, sizes, suite, yardstick
from tests.benchmarks.bulk import HALVES, Bulk, two_processes
from tests.benchmarks.decisions import Decisions
from tests.benchmarks.figures import PLAYERS, Figure, race

FEWEST_ROUNDS = 7
"""With fewer, a median says little on a machine that does other things too."""
YARDSTICK_PLAYS = 3_000
"""Plays in which the yardstick is held against the rules before it is used."""


def _rounds(text: str) -> int:
    """A number of rounds, from the command line."""
    number = int(text)
    if number < FEWEST_ROUNDS:
        message = f"at least {FEWEST_ROUNDS} rounds"
        raise argparse.ArgumentTypeError(message)
    return number


def _say(line: str) -> None:
    """Print a line now, whatever the output goes to: the next one may take a while."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _line(figure: Figure) -> str:
    """A figure as a line of the report."""
    span = f"({min(figure.rounds):.2f} to {max(figure.rounds):.2f})"
    told = f"{figure.median:7.2f}  {span:18} {f'{figure.name} {figure.unit}':82}"
    if figure.gate is not None:
        sign, verdict = "≥" if figure.more else "≤", "passed" if figure.met else "MISSED"
        told += f" {sign} {figure.gate:g}: {verdict}"
    if figure.stretch is not None:
        told += (
            f"; {figure.stretch:g}: {'reached' if figure.reaches(figure.stretch) else 'not yet'}"
        )
    return told.rstrip()


def _kept(figure: Figure) -> dict[str, object]:
    """A figure as it is kept."""
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
    """Measure, print, keep; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures there")
    parser.add_argument(
        "--rounds", type=_rounds, default=15, help=f"{FEWEST_ROUNDS} or more; 15 unless told"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=10_000_000,
        help="how many plays one process and two are compared by; 10,000,000 unless told",
    )
    options = parser.parse_args(arguments)
    rounds: int = options.rounds
    file: Path | None = options.json
    if not fast.COMPILED:
        parser.error("the packed game is not compiled here (FIREFLIES_COMPILE=1 at build time)")

    states = yardstick.check(YARDSTICK_PLAYS)
    _say(f"the yardstick agrees with the rules in {states:,} states of {YARDSTICK_PLAYS:,} plays")
    _say(f"median (least to most) of {rounds} rounds, {PLAYERS} players")
    deciding, playing = Decisions(), Bulk()
    times = race({**deciding.contestants(), **playing.contestants()}, rounds)
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
    ]
    figures: list[Figure] = []
    for group in groups:
        for figure in group():
            _say(_line(figure))
            figures.append(figure)
    digests = deciding.digests()
    same = len(set(digests.values())) == 1 and playing.same()
    _say(f"same final scores in every play, same totals in bulk: {'yes' if same else 'NO'}")
    if file is not None:
        kept = {
            "python": f"{platform.python_implementation()} {platform.python_version()}",
            "open_spiel": version("open_spiel"),
            "players": PLAYERS,
            "rounds": rounds,
            "scores": digests,
            "same_totals_in_bulk": playing.same(),
            "figures": [_kept(figure) for figure in figures],
        }
        file.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    return 0 if same and all(figure.met for figure in figures) else 1


def _on_two_cores(rounds: int, games: int) -> list[Figure]:
    """What a second process is worth, where there is a second core."""
    if (os.cpu_count() or 1) < HALVES:
        _say("NOT MEASURED: two processes against one, because there is one core")
        return []
    return [*two_processes(rounds, games), *arena.processes(rounds)]


if __name__ == "__main__":
    sys.exit(main())
