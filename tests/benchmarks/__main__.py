"""Print the ratios, and judge those that have a limit: `python -m tests.benchmarks`.

Exit code 0: every limit is met, and both Smiles played the same games. 1: not so. 2: usage.
"""

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from tests.benchmarks import measures, suite

FEWEST_ROUNDS = 7
"""With fewer, a median says little on a machine that does other things too."""


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


def _line(ratio: measures.Ratio) -> str:
    """A ratio as a line of the report."""
    span = f"({min(ratio.rounds):.2f} to {max(ratio.rounds):.2f})"
    verdict = "met" if ratio.met else "MISSED"
    limit = "" if ratio.limit is None else f"at most {ratio.limit:.1f}: {verdict}"
    return f"{ratio.median:7.2f}  {span:17} {ratio.name:74} {limit}".rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, keep; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the ratios there")
    parser.add_argument(
        "--rounds", type=_rounds, default=15, help=f"{FEWEST_ROUNDS} or more; 15 unless told"
    )
    options = parser.parse_args(arguments)
    rounds: int = options.rounds
    file: Path | None = options.json

    _say(f"ratios: median (least to most) of {rounds} rounds, {measures.PLAYERS} players")
    decisions = measures.decisions(rounds)
    ratios = [
        *decisions.ratios,
        *measures.playouts(rounds),
        *measures.memory(),
        *measures.imports(rounds),
        *measures.records(rounds),
        *suite.suite(rounds),
        *suite.explorer(rounds),
    ]
    for ratio in ratios:
        _say(_line(ratio))
    same = all(decisions.ours == other for other in (decisions.theirs, *decisions.packed))
    _say(f"same final scores in every play: {'yes' if same else 'NO'}")
    if file is not None:
        kept = {
            "python": f"{platform.python_implementation()} {platform.python_version()}",
            "open_spiel": version("open_spiel"),
            "players": measures.PLAYERS,
            "rounds": rounds,
            "scores": {
                "fireflies": decisions.ours,
                "packed": decisions.packed,
                "open_spiel": decisions.theirs,
            },
            "ratios": [
                {
                    "name": ratio.name,
                    "median": ratio.median,
                    "least": min(ratio.rounds),
                    "most": max(ratio.rounds),
                    "limit": ratio.limit,
                    "met": None if ratio.limit is None else ratio.met,
                }
                for ratio in ratios
            ],
        }
        file.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    return 0 if same and all(ratio.met for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
