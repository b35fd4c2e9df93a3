"""``fireflies arena``: play many games with bots, and print the figures."""

import argparse
import multiprocessing
import os
import sys
from functools import partial
from pathlib import Path
from typing import Final

from fireflies._data import dumps
from fireflies._made_by import made_by
from fireflies.arena import (
    Plan,
    Player,
    RecordFolder,
    Serial,
    Totals,
    plan,
    processes,
    run_in_parts,
)
from fireflies.arena.figures import Figures, failed_always, figures
from fireflies.arena.report import check_plot, plot, table
from fireflies.cli.options import add_options, bot_names, given_options
from fireflies.cli.screen import CLEAR_LINE, print_data, print_message, print_text
from fireflies.contract import State
from fireflies.errors import FirefliesError
from fireflies.games import Game
from fireflies.stopping import exit_code

_GAMES: Final = 1000
_MOST_JOBS: Final = 1024


def add_arguments(parser: argparse.ArgumentParser, game: Game[State]) -> None:
    """Add the arguments after ``arena GAME``: players, number of games, files, output."""
    add = parser.add_argument
    add(
        "--seats",
        metavar="WHO,WHO,...",
        help=f"who plays, one for each seat: {bot_names(game)};"
        " NAME=WHO gives a name; players change seats from game to game"
        " (default: the bot random on every seat)",
    )
    add("--games", type=int, default=_GAMES, metavar="N", help="how many games (%(default)s)")
    add("--seed", type=int, default=0, metavar="N", help="same seed, same games (%(default)s)")
    add_options(parser, game)
    add("--time", type=float, metavar="SECONDS", help="a bot's time for a decision (no limit)")
    add(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes that play; 0: this one (%(default)s)",
    )
    add("--records", metavar="DIR", type=Path, help="keep the games there")
    add("--resume", action="store_true", help="go on with the games that are kept there")
    add("--stats", action="store_true", help="seats, scores, lengths, and events by clause")
    add("--plot", metavar="FILE", type=Path, help="draw the figures (.svg, .png, .pdf)")
    add("--json", action="store_true", help="print all figures as JSON")
    parser.set_defaults(run=partial(arena, parser, game))


def arena(parser: argparse.ArgumentParser, game: Game[State], args: argparse.Namespace) -> int:
    """Play all games and print the figures; after an interruption or error, those so far."""
    if args.resume and args.records is None:
        parser.error("--resume: --records says where the games are")
    if args.jobs not in range(_MOST_JOBS + 1):
        parser.error(f"--jobs is a number from 0 to {_MOST_JOBS}")
    try:
        run_plan = _make_plan(game, args)
        if args.plot is not None:
            check_plot(args.plot)
    except ValueError as error:  # reported like any other wrong usage
        parser.error(str(error))
    totals, code = Totals(), 0
    try:
        _play(run_plan, args, totals)
    except KeyboardInterrupt as stop:
        code = exit_code(stop)
        for worker in multiprocessing.active_children():
            worker.kill()
        hint = "" if args.records is None else "; they are kept, and --resume goes on"
        print_message(f"interrupted after {totals.games} of {run_plan.games} games{hint}")
    except (FirefliesError, OSError):
        if totals.games:
            _print_figures(run_plan, args, totals)
        raise
    found = _print_figures(run_plan, args, totals)
    return code or int(failed_always(found))


def _make_plan(game: Game[State], args: argparse.Namespace) -> Plan:
    who: str | None = args.seats
    seated = None if who is None else [_player(name) for name in who.split(",")]
    return plan(
        game,
        seated,
        args.games,
        seed=args.seed,
        options=given_options(game, args),
        seconds=args.time,
        events=args.stats,
    )


def _player(given: str) -> Player:
    name, _, bot = given.rpartition("=")
    return Player(name or given, bot)


def _play(run_plan: Plan, args: argparse.Namespace, totals: Totals) -> None:
    """Play the games and add them to ``totals``; on a terminal, show how many were played."""
    shows_progress = (
        sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    )

    def report(line: str) -> None:
        if shows_progress:
            print(CLEAR_LINE, end="", file=sys.stderr, flush=True)
        print_message(line)

    folder: Path | None = args.records
    records = None if folder is None else RecordFolder(folder, resume=args.resume)
    executor = processes(args.jobs) if args.jobs else Serial
    ahead = 2 * args.jobs or 1
    try:
        for part in run_in_parts(run_plan, executor, records=records, report=report, ahead=ahead):
            totals.add(part)
            if shows_progress:
                print(
                    f"\r{totals.games} of {run_plan.games} games",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
    finally:
        if shows_progress:
            print(CLEAR_LINE, end="", file=sys.stderr, flush=True)


def _print_figures(run_plan: Plan, args: argparse.Namespace, totals: Totals) -> Figures:
    """Print the figures, plot them if a file is named, and return them."""
    found = figures(run_plan, totals)
    if args.plot is not None:
        plot(run_plan, found, args.plot)
    if args.json:
        revision = run_plan.loaded_game.revision
        print_data(dumps({"made_by": made_by(), "revision": revision, **found}))
    else:
        for line in table(run_plan, found, stats=args.stats):
            print_text(line)
    return found
