"""The strategies of :mod:`fireflies.smile.strategies` for packed states."""

from collections.abc import Callable
from typing import Final

from fireflies.smile import strategies
from fireflies.smile.fast.state import State
from fireflies.smile.rules import State as Readable
from fireflies.smile.strategies import actions, options

__all__ = ["PHASES", "actions", "conserved", "options"]


def _unpacked(holds: Callable[[Readable], bool]) -> Callable[[State], bool]:
    return lambda state: holds(state.unpack())


PHASES: Final = {name: _unpacked(holds) for name, holds in strategies.PHASES.items()}
"""The same phases and landmarks."""


def conserved(state: State) -> object:
    """Return what no action changes: all clear and blue beads, and all cards."""
    return strategies.conserved(state.unpack())
