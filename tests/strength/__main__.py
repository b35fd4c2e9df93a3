"""Play the matches, print the shares, and judge those with a gate: `python -m tests.strength`.

Exit code 0: every match passes its gate. 1: otherwise. 2: usage.
"""

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fireflies.smile import fast
from tests.strength import matches

GAMES: Final = sorted({match.game for match in matches.MATCHES})


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
    gate = "" if found.needed is None else f"at least {found.needed:.3f}: {verdict}"
    who = f"{match.game}: {match.player} against {match.seats - 1} {match.others}"
    return f"{found.share:.3f}  ({found.low:.3f} to {found.high:.3f})  {who:51} {gate}".rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, write the file, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument("--games", type=_games, help="for each match; by default 600 or 200")
    parser.add_argument("--game", choices=GAMES, help="only the matches of this game")
    options = parser.parse_args(arguments)
    games: int | None = options.games
    chosen: str | None = options.game
    file: Path | None = options.json

    print("share of the victories (95 % interval), the player on each seat in turn", flush=True)
    found: list[matches.Series] = []
    for match in matches.MATCHES:
        if chosen in {None, match.game}:
            found.append(matches.series(match._replace(games=games or match.games)))
            print(_line(found[-1]), flush=True)
    if file is not None:
        kept = {
            "python": f"{platform.python_implementation()} {platform.python_version()}",
            "compiled": fast.COMPILED,
            "series": [
                {
                    **it.match._asdict(),
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
