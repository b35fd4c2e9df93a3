"""The contract: what every game implements, and what everything else may count on.

A game's state is a class of its own below :class:`Rules`, which has the bodies that all games
share: a game judges an action and carries it out, and gets the rest. Actions, events, states and
outcomes are frozen, slotted dataclasses, or tuples with names where a measurement asks for it.

Fields of a dataclass must not have the names of what :class:`Rules` declares (``actor``, ``seats``,
``outcome``): ``dataclass`` would take the declaration for a default.
"""

from fireflies.contract.rules import Rules, observer_of, probabilities, violation
from fireflies.contract.states import Bot, Sight, State, Step, Turn, Viewed
from fireflies.contract.values import (
    CHANCE,
    SPECTATOR,
    YOU,
    Action,
    Actor,
    Event,
    IllegalAction,
    InvalidOptions,
    Observer,
    Outcome,
    Tell,
    View,
    Violation,
    with_names,
)

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "YOU",
    "Action",
    "Actor",
    "Bot",
    "Event",
    "IllegalAction",
    "InvalidOptions",
    "Observer",
    "Outcome",
    "Rules",
    "Sight",
    "State",
    "Step",
    "Tell",
    "Turn",
    "View",
    "Viewed",
    "Violation",
    "observer_of",
    "probabilities",
    "violation",
    "with_names",
]
