"""``fireflies box``: the file in which somebody types in the components that they own."""

import argparse
from abc import abstractmethod
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol, cast

from fireflies.errors import InvalidData
from fireflies.games import Game


class BoxRoom(Protocol):
    """What stands in a game's module for boxes."""

    @abstractmethod
    def template(self) -> str:
        """A file to start from."""

    @abstractmethod
    def read_file(self, content: bytes, /) -> object:
        """The value of the option ``box`` that a file gives. Raises InvalidData."""

    @abstractmethod
    def describe(self, value: object, /) -> str:
        """What differs from ours. Raises InvalidData when it is not complete."""


def box_room(game: Game) -> BoxRoom:
    """The game's module for boxes."""
    return cast("BoxRoom", register.room(game.box))


@contextmanager
def placed(path: Path) -> Generator[None]:
    """Name the file in whatever is said against the data in it."""
    try:
        yield
    except InvalidData as error:
        raise InvalidData(f"{path}: {error.place}", error.problem) from None


def read_box(game: Game, path: Path) -> object:
    """The value of the option ``box`` that a file gives.

    Raises:
        InvalidData: when something in it is wrong, with file and place.
        OSError: when it can't be read.
    """
    with placed(path):
        return box_room(game).read_file(path.read_bytes())


def add_words(parser: argparse.ArgumentParser, game: Game) -> None:
    """The words after ``box GAME``."""
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="check this one (print a template)"
    )
    parser.set_defaults(run=partial(show_box, game))


def show_box(game: Game, words: argparse.Namespace) -> int:
    """Print a template; or check a file, and say what differs from ours."""
    room, path = box_room(game), words.file
    if path is None:
        print(room.template(), end="")
        return 0
    value = read_box(game, path)
    with placed(path):
        print(room.describe(value))
    return 0
