"""``fireflies box``: print or check the file that lists the components a person owns."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from fireflies.cli.screen import print_text
from fireflies.errors import locate_errors
from fireflies.games import Game, Option, OptionFile


def file_options(game: Game[Any]) -> dict[str, tuple[Option[Any], Callable[[], OptionFile]]]:
    """Return the options that are read from files, by name: the option and its kind of file."""
    return {it.name: (it, it.file) for it in game.options if it.file is not None}


def add_arguments(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the arguments after ``box GAME``."""
    names = list(file_options(game))
    if not names:
        parser.error(f"{game.title} has no components that can be listed in a file")
    if len(names) > 1:
        parser.add_argument("option", choices=names, help="which of the game's files")
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="check this file; without it, print a template"
    )
    parser.set_defaults(run=partial(show_box, game), option=names[0])


def show_box(game: Game[Any], args: argparse.Namespace) -> int:
    """Print a template; or check a file, and print how it differs from the default."""
    option, file = file_options(game)[args.option]
    if args.file is None:
        print_text(file().template().rstrip("\n"))
        return 0
    value = option.parse_argument(args.file)
    with locate_errors(Path(args.file)):
        print_text(file().describe(value))
    return 0
