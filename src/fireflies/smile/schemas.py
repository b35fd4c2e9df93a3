"""The JSON Schemas of options, states, actions, events and details of Smile."""

import re
from collections.abc import Mapping
from typing import Final

from fireflies._events import events_in
from fireflies._schemas import (
    COUNT,
    DIFFERENT,
    Conditions,
    Json,
    action_schema,
    details_schema,
    event_schema,
    of_case,
    of_options,
    of_outcome,
    of_state,
    schema,
)
from fireflies.contract import CHANCE, OutcomeJson
from fireflies.smile.box.boxfile import LARGEST_BOX
from fireflies.smile.box.cards import (
    BLUE_BEADS,
    CLEAR_BEADS,
    COLORS,
    EDITION,
    MARKERS,
    SEATS,
    VALUES,
    Card,
)
from fireflies.smile.box.options import AUCTIONS, OPTIONS, OptionsJson
from fireflies.smile.rules import events
from fireflies.smile.rules.pieces import SLOTS, OfferJson, PlayerJson, StateJson, SupplyJson
from fireflies.smile.text import details
from fireflies.smile.text.notation import READER

_VALUE: Final = "|".join(map(str, VALUES))
_TEXT: Final = f"({_VALUE})( ({'|'.join(COLORS[1:])}))?( ({'|'.join(MARKERS[1:])}))?"
_CARD: Final = re.compile(_TEXT)
_SLOT: Final = f"[{SLOTS[: SEATS[-1]]}]"
_SEAT: Final = range(SEATS[-1])
_CARDS: Final = range(LARGEST_BOX + 1)
_NUMBER: Final = {"type": "integer"}

_OPTIONS: Final[Conditions] = {
    OptionsJson: {
        "": "All options of Smile. The rules check that players x auctions cards are in play.",
        **of_options(
            OPTIONS,
            {
                "players": SEATS,
                "starting_player": _SEAT,
                "box": range(SEATS[0], LARGEST_BOX + 1),
                "box[]": _CARD,
                "auctions": AUCTIONS,
                "beads": range(CLEAR_BEADS // SEATS[0] + 1),
            },
        ),
    }
}
_STATE: Final[Conditions] = {
    StateJson: of_state(
        SEATS,
        f"reveal {_TEXT}|(bid|back-out) {_SLOT}",
        {
            "": "The wire's STATE of Smile. What the observer may not see is null.",
            "phase": "What is done: cards are turned up, there is bidding, or the game is over.",
            "players": ("By seat, clockwise.", SEATS),
            "auction": ("From 1; stays at the last when the game is over.", AUCTIONS),
            "starting_player": ("The seat that starts, or started, this auction.", _SEAT),
            "in_auction": (
                "The seats without a card in this auction, ascending.",
                range(SEATS.stop),
                DIFFERENT,
            ),
            "in_auction[]": _SEAT,
            "row": ("The cards on offer, lowest first.", range(SEATS.stop)),
            "discarded": ("The cards discarded as pairs so far, in any order.", _CARDS),
            "discarded[]": _CARD,
            "undealt": ("The cards not yet revealed, in any order.", _CARDS),
            "undealt[]": _CARD,
        },
    ),
    OfferJson: {
        "slot": ("The letter of the card until the auction ends.", re.compile(_SLOT)),
        "card": ("Value, color if any, marker if any.", _CARD),
        "beads": ("Clear beads on the card.", COUNT),
    },
    PlayerJson: {
        "clear": ("Clear beads in the hand.", COUNT),
        "blue": ("Blue beads in the hand.", COUNT),
        "cards": ("The cards in front, in any order.", _CARDS),
        "cards[]": _CARD,
    },
    SupplyJson: {
        "": "The beads in no hand and on no card; a negative number counts substitutes in use.",
        "clear": {"maximum": CLEAR_BEADS},
        "blue": {"maximum": BLUE_BEADS},
    },
    OutcomeJson: of_outcome(SEATS),
}
_DETAILS: Final[Conditions] = {
    details.OfferFacts: {
        "card": _CARD,
        "beads": ("On the card.", COUNT),
        "lowest": "Whether a bid goes on it.",
        "pairs": "By seat in the auction, like seat 0, its card that makes a pair with this one.",
        "pairs[]": _CARD,
    },
    details.PlayerFacts: {
        "cards": "The points of the cards in front.",
        "beads": "The points of the beads in the hand; null where they are secret.",
    },
}
_PHASES: Final = [
    of_case(
        "Cards are turned up",
        phase={"const": "reveal"},
        actor={"const": CHANCE},
        in_auction={"minItems": SEATS[0]},
        legal={"type": "array", "minItems": 1, "items": {"pattern": "^reveal "}},
        outcome={"type": "null"},
    ),
    of_case(
        "There is bidding",
        phase={"const": "bid"},
        actor=_NUMBER,
        in_auction={"minItems": 2},
        row={"minItems": 2},
        legal={"minItems": 1, "items": {"pattern": "^(bid|back-out) "}},
        outcome={"type": "null"},
    ),
    of_case(
        "The game is over",
        phase={"const": "over"},
        actor={"type": "null"},
        in_auction={"maxItems": 0},
        row={"maxItems": 0},
        players={"items": {"properties": {"clear": _NUMBER, "blue": _NUMBER}}},
        legal={"type": "array", "maxItems": 0},
        outcome={"type": "object"},
    ),
]


def schemas() -> Mapping[str, Json]:
    """Return the schemas by name."""
    name, kinds = f"smile:{EDITION}", events_in(events)
    return {
        "options": schema(OptionsJson, f"{name}:options", "Options of Smile", _OPTIONS),
        "state": schema(StateJson, f"{name}:state", "State of Smile", _STATE, oneOf=_PHASES),
        "action": action_schema(READER, f"{name}:action", "An action of Smile", {Card: _CARD}),
        "event": event_schema(kinds, f"{name}:event", "An event of Smile", {Card: _CARD}),
        "details": details_schema(details.KINDS, f"{name}:details", "Details of Smile", _DETAILS),
    }
