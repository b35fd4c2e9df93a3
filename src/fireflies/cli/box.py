"""``fireflies box``: the file in which a person types in the components that they own."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from fireflies.cli.screen import show
from fireflies.games import Game, Option, OptionFile, locate_errors


def boxed(game: Game[Any]) -> dict[str, tuple[Option[Any], Callable[[], OptionFile]]]:
    """Return the options whose values are typed into files, and those files, by name."""
    return {it.name: (it, it.file) for it in game.options if it.file is not None}


def add_arguments(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the arguments after ``box GAME``."""
    names = list(boxed(game))
    if not names:
        parser.error(f"{game.title} has nothing that one could type in")
    if len(names) > 1:
        parser.add_argument("option", choices=names, help="which of the game's files")
    parser.add_argument("file", nargs="?", metavar="FILE", help="check this one (print a template)")
    parser.set_defaults(run=partial(show_box, game), option=names[0])


def show_box(game: Game[Any], args: argparse.Namespace) -> int:
    """Print a template; or check a file, and say what differs from ours."""
    option, file = boxed(game)[args.option]
    if args.file is None:
        show(file().template().rstrip("\n"))
        return 0
    value = option.parse_argument(args.file)
    with locate_errors(Path(args.file)):
        show(file().describe(value))
    return 0
