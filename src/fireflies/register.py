"""A game's name to its :class:`~fireflies.contract.Game`; a game is loaded when it is asked for.

Ours stand here. Others' packages name theirs in the entry point group ``fireflies.games``, as
``name = "package.module:GAME"``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from fireflies.contract import Game
from fireflies.errors import UnknownGame

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
        TypeError: when an installed package registers something else than a Game under this name.
    """
    game: object
    if name in _OURS:
        game = import_module(_OURS[name]).GAME
    else:
        point = _installed().get(name)
        if point is None:
            raise UnknownGame(name, names())
        game = point.load()
    if not isinstance(game, Game):
        raise TypeError(f"{name!r} is registered as a game but is a {type(game).__name__}")
    return game
