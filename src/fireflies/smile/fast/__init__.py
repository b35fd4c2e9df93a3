"""Smile packed into integers, for programs that search and simulate.

``GAME``, ``State``, ``set_up`` and ``start`` are the packed counterparts of those in
:mod:`fireflies.smile`.

The sources run as plain Python everywhere, and as machine code when the wheel was compiled with
mypyc.
"""

from collections.abc import Mapping
from typing import Final

from fireflies.games import Game, Setup
from fireflies.smile import GAME as READABLE_GAME
from fireflies.smile.fast import packed
from fireflies.smile.fast.simulation import Totals, playouts, rollout
from fireflies.smile.fast.state import State, pack, start

__all__ = [
    "COMPILED",
    "GAME",
    "State",
    "Totals",
    "pack",
    "playouts",
    "rollout",
    "set_up",
    "start",
]

COMPILED: Final = not packed.__file__.endswith(".py")
"""True when the package runs as machine code."""


def set_up(given: Mapping[str, object]) -> Setup[State]:
    """Return the packed game with these options; those left out have their defaults.

    Raises:
        InvalidOptions: for invalid options, with the clause and what is valid.
    """
    setup = READABLE_GAME.set_up(given)
    return Setup(
        options=setup.options,
        start=pack(setup.start),
        bounds=setup.bounds,
        read_position=State.parse,
        tensors=setup.tensors,
    )


GAME: Final = Game(
    name=READABLE_GAME.name,
    title=READABLE_GAME.title,
    edition=READABLE_GAME.edition,
    seats=READABLE_GAME.seats,
    clauses=READABLE_GAME.clauses,
    options=READABLE_GAME.options,
    set_up=set_up,
    read_action=READABLE_GAME.read_action,
    bots=READABLE_GAME.bots,
    searches=READABLE_GAME.searches,
    opens=READABLE_GAME.opens,
    draw=READABLE_GAME.draw,
)
"""The packed game, for programs that play any game or judge an engine."""
