"""Players that know nothing but the contract, so they can play any game."""

from collections.abc import Mapping
from typing import Final

from fireflies.contract import Action, Bot, Turn


def random(turn: Turn) -> Action:
    """Any legal action, each equally likely, with one draw."""
    return turn.draws.choose(turn.legal_actions)


def first(turn: Turn) -> Action:
    """The first legal action."""
    return turn.legal_actions[0]


def last(turn: Turn) -> Action:
    """The last legal action."""
    return turn.legal_actions[-1]


BOTS: Final[Mapping[str, Bot]] = {"random": random, "first": first, "last": last}
"""By the name that the command line knows them by."""
