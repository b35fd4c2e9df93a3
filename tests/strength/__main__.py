"""Play the matches, print the shares, and judge those with a gate: `python -m tests.strength`.

Exit code 0: every match passes its gate. 1: otherwise. 2: usage.
"""

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from fireflies.smile import fast
from tests.strength import matches


def _games(text: str) -> int:
    """Parse a number of games."""
    number = int(text)
    if number < 2:  # one game has no deviation
        message = "at least 2 games"
        raise argparse.ArgumentTypeError(message)
    return number


def _line(found: matches.Series) -> str:
    """Return a series as a line of the report."""
    match = found.match
    verdict = "passed" if found.passed else "MISSED"
    gate = f"at least {found.needed:.3f}: {verdict}" if match.gate else ""
    who = f"{match.player} against {match.seats - 1} {match.others}"
    return f"{found.share:.3f}  ({found.low:.3f} to {found.high:.3f})  {who:44} {gate}".rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, write the file, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument("--games", type=_games, default=600, help="for each gate; default 600")
    parser.add_argument(
        "--more", type=_games, default=200, help="for each other match; default 200"
    )
    options = parser.parse_args(arguments)
    games: int = options.games
    more: int = options.more
    file: Path | None = options.json

    print("share of the victories (95 %), the player on each seat in turn", flush=True)
    found: list[matches.Series] = []
    for match in (*matches.GATES, *matches.MEASURED):
        found.append(matches.series(match, games if match.gate else more))
        print(_line(found[-1]), flush=True)
    if file is not None:
        kept = {
            "python": f"{platform.python_implementation()} {platform.python_version()}",
            "compiled": fast.COMPILED,
            "series": [
                {
                    **it.match._asdict(),
                    "games": it.games,
                    "share": round(it.share, 4),
                    "low": round(it.low, 4),
                    "high": round(it.high, 4),
                }
                for it in found
            ],
        }
        file.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    return 0 if all(it.passed for it in found) else 1


if __name__ == "__main__":
    sys.exit(main())
