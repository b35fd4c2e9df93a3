"""A game's name to its :class:`~fireflies.contract.Game`; a game is loaded when it is asked for.

Ours stand here. Others' packages name theirs in the entry point group ``fireflies.games``, as
``name = "package.module:GAME"``.
"""

from abc import abstractmethod
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from fireflies.contract import Game
from fireflies.errors import UnknownGame, UnusableGame

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "fireflies.games"
_OURS: Final = {"smile": "fireflies.smile"}


def _installed() -> "dict[str, EntryPoint]":
    """What installed packages register, by name."""
    from importlib.metadata import entry_points  # slow to import, and ours are found without it

    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """Every registered name, ours first."""
    return (*_OURS, *sorted(_installed().keys() - _OURS.keys()))


def get(name: str) -> Game:
    """The game of this name.

    Raises:
        UnknownGame: when there is none.
        UnusableGame: when an installed package registers this name, but not with a Game.
    """
    game: object = import_module(_OURS[name]).GAME if name in _OURS else _load(name)
    if not isinstance(game, Game):
        raise UnusableGame(name, f"it is a {type(game).__name__} and no Game")
    return game


def _load(name: str) -> object:
    """What an installed package registers under this name."""
    point = _installed().get(name)
    if point is None:
        raise UnknownGame(name, names())
    try:
        return point.load()
    except Exception as error:  # whatever somebody else's module does when it is imported
        raise UnusableGame(name, f"{type(error).__name__}: {error}") from error


def room(name: str) -> object:
    """The module of a game that is loaded only when somebody wants it, by its full name."""
    return import_module(name)


class _Room(Protocol):
    """A module that holds a game."""

    @property
    @abstractmethod
    def GAME(self) -> Game:  # noqa: N802  # a module's constant
        """The game."""


def packed(game: Game) -> Game:
    """The same game packed, which plays the same in less time; the game itself if there is none."""
    return cast("_Room", room(game.twin)).GAME if game.twin else game


def usable() -> dict[str, Game]:
    """All games that can be loaded, by name."""
    found: dict[str, Game] = {}
    for name in names():
        try:
            found[name] = get(name)
        except UnusableGame:
            continue  # somebody else's broken package must not stop those who play another game
    return found
