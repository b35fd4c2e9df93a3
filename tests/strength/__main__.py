"""Play the matches, print the shares, and judge those with a gate: `python -m tests.strength`.

An interrupted run goes on where it ended, with the same file of games. Exit code 0: every match
passes its gate. 1: otherwise. 2: usage.
"""

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
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
    match, needed = found.match, found.match.needed
    verdict = "passed" if found.passed else "MISSED"
    gate = "" if needed is None else f"at least {needed:.3f}: {verdict}"
    who = f"{match.game}: {match.player} against {match.seats - 1} {match.others}"
    share = f"{found.share:.3f}  ({found.low:.3f} to {found.high:.3f})"
    return f"{found.games:4} {share}  {found.seconds:.4f} s  {who:51} {gate}".rstrip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print, write the file, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    parser.add_argument(
        "--kept",
        type=Path,
        metavar="FILE",
        help="keep the games here, and don't play those in it; delete it when a bot changes",
    )
    parser.add_argument("--games", type=_games, help="for each match, looked at once")
    parser.add_argument("--game", choices=GAMES, help="only the matches of this game")
    parser.add_argument("--player", help="only the matches of this player, like search:400")
    parser.add_argument("--others", help="only the matches against this player")
    parser.add_argument("--jobs", type=int, default=1, help="the number of processes")
    options = parser.parse_args(arguments)
    games: int | None = options.games
    file: Path | None = options.json
    jobs: int = options.jobs

    print("games, share of the victories (95 % interval), CPU seconds for a decision", flush=True)
    kept, found = matches.Kept(options.kept), list[matches.Series]()
    asked = (options.game, options.player, options.others)
    with ProcessPoolExecutor(jobs) as executor:
        mapping: matches.Mapping = map if jobs == 1 else executor.map
        for match in matches.MATCHES:
            if all(it in {None, own} for it, own in zip(asked, match[:3], strict=True)):
                looked = match._replace(looks=(games,)) if games else match
                *_, last = matches.series(looked, kept, mapping)
                found.append(last)
                print(_line(last), flush=True)
    if file is not None:
        figures = {
            "python": f"{platform.python_implementation()} {platform.python_version()}",
            "compiled": fast.COMPILED,
            "series": [
                {
                    **it.match._asdict(),
                    "games": it.games,
                    "share": round(it.share, 4),
                    "low": round(it.low, 4),
                    "high": round(it.high, 4),
                    "seconds": round(it.seconds, 5),
                }
                for it in found
            ],
        }
        file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0 if all(it.passed for it in found) else 1


if __name__ == "__main__":
    sys.exit(main())
