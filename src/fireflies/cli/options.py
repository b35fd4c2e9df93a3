"""The words for a game's own options, for every command that starts games."""

import argparse
from pathlib import Path

from fireflies.cli.boxes import read_box
from fireflies.games import Game


def add_options(parser: argparse.ArgumentParser, game: Game) -> None:
    """A word for each option that is a number, and one for the box."""
    for option in game.options:
        if isinstance(option.default, int):
            parser.add_argument(
                f"--{option.name.replace('_', '-')}",
                dest=option.name,
                type=int,
                metavar="N",
                help=f"{option.text} ({option.default})",
            )
    if game.box:
        parser.add_argument(
            "--box", metavar="FILE", type=Path, help="the cards one owns (see fireflies box)"
        )


def given_options(game: Game, words: argparse.Namespace) -> dict[str, object]:
    """The options that were given; a box is read from its file.

    Raises:
        InvalidData: when something in the box is wrong, with file and place.
        OSError: when it can't be read.
    """
    given: dict[str, object] = {}
    for option in game.options:
        value: object = getattr(words, option.name, None)
        if value is not None:
            given[option.name] = read_box(game, value) if isinstance(value, Path) else value
    return given
