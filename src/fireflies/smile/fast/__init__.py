"""Smile packed into integers, for programs that search and simulate: the same game, the same face.

The same files run as plain Python anywhere, and compiled where a wheel was built so.
:data:`COMPILED` tells which.
"""

from typing import Final

from fireflies.contract import Game
from fireflies.smile import GAME as READABLE
from fireflies.smile.fast import packed
from fireflies.smile.fast.simulation import (
    Totals,
    counted_playouts,
    legal_masks,
    playouts,
    rollout,
    step_many,
)
from fireflies.smile.fast.state import State, pack, start, start_with

__all__ = [
    "COMPILED",
    "GAME",
    "State",
    "Totals",
    "counted_playouts",
    "legal_masks",
    "pack",
    "playouts",
    "rollout",
    "start",
    "start_with",
    "step_many",
]

COMPILED: Final = not packed.__file__.endswith(".py")
"""Whether this runs as machine code."""

GAME: Final = Game(
    name=READABLE.name,
    title=READABLE.title,
    edition=READABLE.edition,
    seats=READABLE.seats,
    options=READABLE.options,
    complete=READABLE.complete,
    start=start_with,
    read_action=READABLE.read_action,
    bounds=READABLE.bounds,
    bots=READABLE.bots,
    searches=READABLE.searches,
    clauses=READABLE.clauses,
    box=READABLE.box,
    scoring=READABLE.scoring,
    strategies="fireflies.smile.fast.strategies",
    exploring="",
    twin="",
    tensors=READABLE.tensors,
)
"""The packed game as a value: an engine for whatever plays or judges engines."""
