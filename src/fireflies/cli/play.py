"""``fireflies play``: play one game, with bots and persons."""

import argparse
import os
import shlex
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from fireflies.bots import is_foreign
from fireflies.cli.options import add_options, bot_names, flag, given_flags, given_options
from fireflies.cli.person import Session, try_save
from fireflies.cli.screen import is_interactive, print_data, print_message, read_line
from fireflies.errors import InvalidData, locate_errors, shown
from fireflies.files import GameFile
from fireflies.front.players import (
    EXTRA_KEY,
    PERSON,
    Setting,
    default_bot,
    new_seed,
    player_of,
    setting_of,
    with_seats,
)
from fireflies.games import Game
from fireflies.record import Record, begin
from fireflies.stopping import INTERRUPTED, exit_code
from fireflies.table import Table, deal

_FIXED: Final = "this can't be changed in a game that goes on"
BY_HAND: Final = "by-hand"
STANDARD_OUTPUT: Final = "-"
"""The file of ``--record`` that stands for standard output."""
_OFFER: Final = "Keep the game? File name, or Enter> "


def add_arguments(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the arguments after ``play GAME``: players, files, the game's own options."""
    add = parser.add_argument
    add(
        "--seats",
        metavar="WHO,WHO,...",
        help=f"who plays, from seat 0 clockwise: {PERSON}, {bot_names(game)}; NAME={PERSON} gives a"
        " name (you against bots on a terminal, else random on every seat)",
    )
    add(
        "--seed",
        type=int,
        metavar="N",
        help="the same seed gives the same play (any; it is printed)",
    )
    add_options(parser, game)
    add(
        "--record",
        metavar="FILE",
        help=f"save the game in this new file; {STANDARD_OUTPUT} prints it at the end",
    )
    add("--resume", metavar="FILE", type=Path, help="continue the game in this file and save it")
    add(
        "--deal",
        choices=[BY_HAND],
        help="type in what chance does on a real table; seats are human unless --seats names bots",
    )
    add("--open", action="store_true", help="show all secrets, and never ask to pass the screen")
    add(
        "--step",
        action="store_true",
        help="in a game of bots only, wait for Enter after each step",
    )
    for command in game.commands:
        parser.epilog = f"{game.title} has a command of its own: fireflies {command} {game.name}"
    parser.set_defaults(run=partial(play, parser, game))


def play(parser: argparse.ArgumentParser, game: Game[Any], args: argparse.Namespace) -> int:
    """Play to the end, or until a person quits or a signal comes, and save the game.

    Return the exit code: 0 after the end of the game, otherwise that of the interruption; 1 when
    the game can't be saved.
    """
    try:
        record, setting, file = (_resume if args.resume else _start_new)(game, args)
        bots = [player_of(game, kind, "--seats") for kind in setting.kinds]
        dealer = None if setting.by_hand else deal
        table = Table(record, bots, seed=setting.seed, dealer=dealer)
    except ValueError as error:  # reported like any other wrong usage
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}")
    if args.seed is None and not args.resume and (dealer is not None or any(bots)):
        print_message(f"the seed is {setting.seed}")
    for option in game.options if dealer is None and not args.resume else ():
        if option.file is not None and flag(option) not in given_flags(game, args):
            print_message(
                f"{flag(option)} FILE says what you own; fireflies box {game.name} prints one"
            )
    session = Session(table, open_hands=args.open, file=file)
    code = 0
    try:
        session.run(wait=args.step)
    except (KeyboardInterrupt, EOFError) as stop:
        code = exit_code(stop)
        if _has_persons(setting):
            with suppress(OSError):  # the terminal may be closed; the game is saved all the same
                print(flush=True)  # ends the line of the prompt
            if not is_interactive():  # else the offer, or what is kept, says it
                print_message("the game is not over")
    finally:
        is_printed = args.record == STANDARD_OUTPUT
        code = _keep(session, table.record, setting, code, is_printed=is_printed)
    return code


def _has_persons(setting: Setting) -> bool:
    return PERSON in setting.kinds or setting.by_hand


def _keep(
    session: Session, record: Record[Any], setting: Setting, code: int, *, is_printed: bool
) -> int:
    """Save or print the game, and say how to go on when it was stopped; return the exit code."""
    if code == INTERRUPTED and _has_persons(setting) and not is_printed:
        session.file = session.file or _offered_file(record)
    is_saved = _save(record, session.file)
    if is_printed or (session.file is not None and not is_saved):
        print_data(record.to_text())
    elif code and session.file is not None:
        _tell_how_to_go_on(record.game, setting, session.file)
    elif code and _has_persons(setting):
        print_message("the game is not kept; --record FILE keeps the next one")
    return code if is_saved or session.file is None else 1


def _offered_file(record: Record[Any]) -> GameFile | None:
    """Offer a person at a terminal to keep the game; return the file with it, if they want one."""
    if not is_interactive():
        return None
    try:
        while name := read_line(_OFFER):
            file = GameFile(name)
            if (problem := try_save(record, file)) is None:
                return file
            print_message(problem)
    except EOFError:
        print(flush=True)  # ends the line of the prompt
    return None


def _tell_how_to_go_on(game: Game[Any], setting: Setting, file: GameFile) -> None:
    """Print the command that continues the game in this file, unless it is a pipe or a device."""
    if file.is_regular:
        foreign = any(is_foreign(game, kind) for kind in setting.kinds)
        trusted = ["--seats", ",".join(setting.kinds)] if foreign else []
        words = ["fireflies", "play", game.name, "--resume", str(file.path), *trusted]
        print_message(f"go on with: {shlex.join(words)}")


def _save(record: Record[Any], file: GameFile | None) -> bool:
    """Save the game; return whether there is a file, and saving succeeds."""
    if file is None:
        return False
    problem = try_save(record, file)
    if problem is None:
        print_message(f"the game is kept in {file.path}")
        return True
    print_message(f"{problem}; here is the game:")
    return False


def _start_new(
    game: Game[Any], args: argparse.Namespace
) -> tuple[Record[Any], Setting, GameFile | None]:
    """Return the record of a new game, its players, and the file to save it in."""
    option_values = given_options(game, args)
    if args.seats is not None:
        option_values = with_seats(game, option_values, args.seats.count(",") + 1)
    seats = game.set_up(option_values).start.seats
    who = _default_seats(game, seats, by_hand=bool(args.deal)) if args.seats is None else args.seats
    kinds = _kinds(who)
    if len(kinds) != seats:
        raise InvalidData("--seats", f"{len(kinds)} are named, but {seats} play")
    for kind in kinds:
        player_of(game, kind, "--seats")
    seed = new_seed() if args.seed is None else args.seed
    setting = Setting(tuple(kinds), seed, by_hand=bool(args.deal))
    seated = [it.rpartition("=")[0] or it for it in who.split(",")]
    record = begin(game, option_values, seated, setting.to_extra())
    return record, setting, _new_file(args)


def _default_seats(game: Game[Any], seats: int, *, by_hand: bool) -> str:
    """Return the default of ``--seats``."""
    if by_hand:
        return ",".join([PERSON] * seats)
    if is_interactive():
        return ",".join([PERSON, *[default_bot(game)] * (seats - 1)])
    return ",".join(["random"] * seats)


def _new_file(args: argparse.Namespace) -> GameFile | None:
    """Return the file of ``--record``, if it is one.

    Raises:
        InvalidData: when the file is not empty, or can't be there.
        OSError: when it can't be read.
    """
    if args.record in {None, STANDARD_OUTPUT}:
        return None
    file = GameFile(args.record)
    if file.path.is_dir():
        raise InvalidData(f"--record: {file.path}", "a file is wanted, not a folder")
    if not (folder := file.path.absolute().parent).is_dir():
        raise InvalidData(f"--record: {file.path}", f"there is no folder {folder}")
    try:
        file.check()
    except FileExistsError as error:
        problem = f"{error.strerror}, or go on with the game in it by --resume"
        raise InvalidData(f"--record: {file.path}", problem) from None
    return file


def _resume(
    game: Game[Any], args: argparse.Namespace
) -> tuple[Record[Any], Setting, GameFile | None]:
    """Return the record of a kept game, its players, and the file to save it in."""
    fixed = [f"--{name}" for name in ("seed", "deal") if getattr(args, name) is not None]
    for given in (*given_flags(game, args), *fixed):
        raise InvalidData(given, _FIXED)
    with locate_errors(args.resume):
        record, file = GameFile.load(args.resume)
        if record.game is not game:
            raise InvalidData("game", f"this is a game of {record.game.title}")
        setting = _setting(record, args.seats)
    if args.record is not None and os.path.realpath(args.record) != os.path.realpath(args.resume):
        return record, setting, _new_file(args)
    return record, setting, file if file.is_regular else None


def _setting(record: Record[Any], seats: str | None) -> Setting:
    """Return the players and the seed of a kept game.

    In a record of another program, which names no players, they are persons.

    A record may name a bot in a module of its own. It is imported only when ``seats`` names it too,
    so that opening a foreign file never runs foreign code.
    """
    setting = setting_of(record)
    place = f"{EXTRA_KEY}.kinds"
    if seats is not None and _kinds(seats) != [*setting.kinds]:
        raise InvalidData("--seats", _FIXED)
    for kind in setting.kinds:
        if seats is None and is_foreign(record.game, kind):
            trusted = f"--seats {','.join(setting.kinds)}"
            problem = f"{shown(kind)} is a program of its own: if you trust it, add {trusted}"
            raise InvalidData(place, problem)
        player_of(record.game, kind, place)
    return setting


def _kinds(seats: str) -> list[str]:
    """Return the kinds of players in a list that may also give names: ``Ann=human,greedy``."""
    return [name.rpartition("=")[2] for name in seats.split(",")]
