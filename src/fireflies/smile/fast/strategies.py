"""The strategies of :mod:`fireflies.smile.strategies` for packed states.

It needs the extra ``testing``; :mod:`fireflies.testing` finds it by the name in the Game.
"""

from typing import cast

from hypothesis import strategies as st

from fireflies import contract
from fireflies.smile import strategies
from fireflies.smile.fast.state import State, pack
from fireflies.smile.strategies import actions, options

__all__ = ["actions", "conserved", "options", "twins"]


def twins(state: contract.State, seat: int) -> st.SearchStrategy[State]:
    """The same position with other beads in the hands of the other seats, as many in all."""
    return strategies.twins(cast("State", state).unpack(), seat).map(pack)


def conserved(state: contract.State) -> object:
    """What no action changes: all clear and blue beads, and all cards."""
    return strategies.conserved(cast("State", state).unpack())
