"""``fireflies arena``: many games of bots, and what they tell."""

import argparse
import multiprocessing
import os
import sys
from functools import partial
from pathlib import Path
from typing import Final

from fireflies._data import dumps
from fireflies.arena import Keeping, Player, Serial, Totals, parts, plan
from fireflies.arena.figures import figures, told
from fireflies.arena.planning import Plan
from fireflies.arena.plotting import plot
from fireflies.arena.workers import processes
from fireflies.bots import names
from fireflies.cli.options import add_options, given_options
from fireflies.cli.screen import CLEAN, INTERRUPTED, emit, say, show
from fireflies.contract import State
from fireflies.games import Game

_GAMES: Final = 1000
_MOST_JOBS: Final = 1024


def add_words(parser: argparse.ArgumentParser, game: Game[State]) -> None:
    """Add the arguments after ``arena GAME``: who plays, how often, where, and what is shown."""
    add = parser.add_argument
    add(
        "--seats",
        metavar="WHO,WHO,...",
        help=f"who plays, one for each seat: {', '.join(names(game))}, package.module:function;"
        " NAME=WHO gives a name (random on every seat); they move on by a seat from game to game",
    )
    add("--games", type=int, default=_GAMES, metavar="N", help="how many games (%(default)s)")
    add("--seed", type=int, default=0, metavar="N", help="which games (%(default)s)")
    add_options(parser, game)
    add("--time", type=float, metavar="SECONDS", help="a bot's time for a decision (any)")
    add(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that play; 0: this one (%(default)s)",
    )
    add("--records", metavar="DIR", type=Path, help="keep the games there")
    add("--resume", action="store_true", help="go on with the games that are kept there")
    add("--stats", action="store_true", help="seats, scores, lengths, and what clauses do")
    add("--plot", metavar="FILE.svg", type=Path, help="draw scores and seats there")
    add("--json", action="store_true", help="print all figures as JSON")
    parser.set_defaults(run=partial(arena, parser, game))


def arena(parser: argparse.ArgumentParser, game: Game[State], args: argparse.Namespace) -> int:
    """Play, and print the figures; after an interruption those of the games so far."""
    if args.resume and args.records is None:
        parser.error("--resume: --records says where the games are")
    if args.jobs not in range(_MOST_JOBS + 1):
        parser.error(f"--jobs is a number from 0 to {_MOST_JOBS}")
    try:
        planned = _planned(game, args)
    except ValueError as error:  # whatever does not fit is told like any other misuse
        parser.error(str(error))
    if args.plot is not None:
        args.plot.touch()  # it should not turn out in the end that it can't be written
    totals, code = Totals(), 0
    try:
        _play(planned, args, totals)
    except KeyboardInterrupt:
        code = INTERRUPTED
        for worker in multiprocessing.active_children():
            worker.kill()
        kept = "" if args.records is None else "; they are kept, and --resume goes on"
        say(f"interrupted after {totals.games} of {planned.games} games{kept}")
    _tell(planned, args, totals)
    return code


def _planned(game: Game[State], args: argparse.Namespace) -> Plan:
    who: str | None = args.seats
    players = None if who is None else [_player(word) for word in who.split(",")]
    return plan(
        game,
        players,
        args.games,
        seed=args.seed,
        options=given_options(game, args),
        seconds=args.time,
        events=args.stats,
    )


def _player(word: str) -> Player:
    name, _, bot = word.rpartition("=")
    return Player(name or word, bot)


def _play(planned: Plan, args: argparse.Namespace, totals: Totals) -> None:
    """Add up all games, with a line on a terminal that says how far it is."""
    shown = sys.stderr is not None and sys.stderr.isatty()

    def tell(line: str) -> None:
        if shown:
            print(CLEAN, end="", file=sys.stderr, flush=True)
        say(line)

    folder: Path | None = args.records
    keeping = None if folder is None else Keeping(folder, resume=args.resume)
    executor = processes(args.jobs) if args.jobs else Serial
    ahead = 2 * args.jobs or 1
    try:
        for part in parts(planned, executor, keeping=keeping, tell=tell, ahead=ahead):
            totals.add(part)
            if shown:
                print(
                    f"\r{totals.games} of {planned.games} games",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
    finally:
        if shown:
            print(CLEAN, end="", file=sys.stderr, flush=True)


def _tell(planned: Plan, args: argparse.Namespace, totals: Totals) -> None:
    """The figures, on the output and as a picture."""
    found = figures(planned, totals)
    if args.plot is not None:
        game = planned.known
        picture = plot(f"{game.title}, edition {game.edition}", found)
        args.plot.write_text(picture, encoding="utf-8")
    if args.json:
        emit(dumps(found))
    else:
        for line in told(planned, found, stats=args.stats):
            show(line)
