"""The contract: the classes that every game implements and that all other code relies on.

A game subclasses :class:`Rules` for its states, implements the methods and properties that are
abstract there, and inherits the rest. Actions, events, states and outcomes are frozen dataclasses
with slots, or named tuples where a benchmark shows that dataclasses are too slow.

A dataclass field must not have the name of a property of :class:`Rules` (``actor``, ``seats``,
``outcome``): ``dataclass`` would take the property for the field's default.
"""

from fireflies.contract.actions import Action, Hidden, Part, Reader
from fireflies.contract.descriptions import Description, Wording
from fireflies.contract.events import EndEvent, Event
from fireflies.contract.rules import Rules, observer_of, probabilities, violation
from fireflies.contract.seen import Seen, headline
from fireflies.contract.states import Bot, Listing, Sight, State, Step, Turn, Viewed
from fireflies.contract.values import (
    CHANCE,
    SPECTATOR,
    YOU,
    Actor,
    Details,
    IllegalAction,
    InvalidOptions,
    Observer,
    Outcome,
    OutcomeJson,
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
    "Description",
    "Details",
    "EndEvent",
    "Event",
    "Hidden",
    "IllegalAction",
    "InvalidOptions",
    "Listing",
    "Observer",
    "Outcome",
    "OutcomeJson",
    "Part",
    "Reader",
    "Rules",
    "Seen",
    "Sight",
    "State",
    "Step",
    "Tell",
    "Turn",
    "View",
    "Viewed",
    "Violation",
    "Wording",
    "headline",
    "observer_of",
    "probabilities",
    "violation",
    "with_names",
]
