"""The JSON Schemas of options, states, actions, events and details of Misbehavin'."""

import re
from collections.abc import Mapping
from typing import Final

from fireflies._schemas import (
    COUNT,
    DIFFERENT,
    OPTIONAL,
    Conditions,
    Json,
    Paths,
    action_pattern,
    action_schema,
    details_schema,
    event_schema,
    of_outcome,
    of_state,
    schema,
)
from fireflies.contract import CHANCE, OutcomeJson
from fireflies.misbehavin.box import contents, limits
from fireflies.misbehavin.box.cards import (
    BLACK,
    CHOSEN_SETS,
    COPIES,
    EDITION,
    MARKET_DECKS,
    SEATS,
    SETS,
    SHINY,
    SLOTS,
    WIN_STEPS,
)
from fireflies.misbehavin.box.effect_reading import MOVES
from fireflies.misbehavin.box.options import TURNS, OptionsJson
from fireflies.misbehavin.box.schema import OPTIONS_CONDITIONS, any_of, when
from fireflies.misbehavin.rules import view
from fireflies.misbehavin.rules.events import EVENTS
from fireflies.misbehavin.rules.pieces import (
    MOST_IMMUNE,
    MOST_POWER_TOKENS,
    STEP_NAMES,
    TOKENS,
    WITH_DETAIL,
    WITH_NUMBER,
    Walk,
)
from fireflies.misbehavin.text import facts
from fireflies.misbehavin.text.notation import NAME, READER

_CARD: Final = re.compile(NAME)
_SEAT: Final = range(SEATS[-1])
_TOKENS: Final = range(TOKENS + 1)
_POWER_TOKENS: Final = range(MOST_POWER_TOKENS + 1)
_MOST_PASSIVE: Final = limits.ONGOING[-1] * limits.ONE_DIGIT[-1]
_MOST_POWER: Final = (
    2 * limits.AREA_SLOTS[-1] * (limits.POWER[-1] + MOST_POWER_TOKENS + _MOST_PASSIVE)
)
_BARE_STEPS: Final = [it for it in STEP_NAMES if it not in {*WITH_NUMBER, *WITH_DETAIL}]
_PENDING: Final = re.compile(
    f"[0-{_SEAT[-1]}] (-|{NAME}) ((may )?{any_of(_BARE_STEPS)}"
    f"|(may )?{any_of(WITH_NUMBER)} {any_of(limits.CARD_COST)}"
    f"|walk [1-{limits.ABILITIES.stop}] [0-{max(Walk)}]|reveal {any_of(MARKET_DECKS)}"
    f"|by-hand [1-{limits.ABILITIES[-1]}] (0|[1-{limits.ENTRIES[-1]}]+)|move {any_of(MOVES)})"
)
_TOTAL: Final[Paths] = {
    "seat": ("Whose it is.", _SEAT),
    "bonus": ("Influence that effects add.", COUNT),
}
_USED: Final = (
    "The last of its abilities that was used in this turn; 0 if none was.",
    limits.ABILITIES,
)
_STATE: Final[Conditions] = {
    view.StateJson: of_state(
        SEATS,
        action_pattern(READER, {}),
        {
            "": "The wire's STATE of Misbehavin'. What the observer may not see is null. All lists"
            " of cards are sorted by name.",
            "phase": "What is decided next.",
            "players": ("By seat, clockwise.", SEATS),
            "turn": ("From 1; 0 in the setup.", range(TURNS.stop)),
            "turn_player": ("Whose turn it is, or was.", _SEAT),
            "moves": ("Actions of all, chance's too, since the turn began.", COUNT),
            "acquired": "Whether a token was acquired in this turn.",
            "once": "The abilities used in this turn that are once a turn, sorted.",
            "once[]": re.compile(f"{NAME} [1-{limits.ABILITIES[-1]}]"),
            "did": ("What the turn's player did in this turn, sorted.", DIFFERENT),
            "market": ("The cards that are face up.", [*MARKET_DECKS]),
            "market[][]": _CARD,
            "market_decks": (
                "The cards that are not; the order of a deck is not settled.",
                [*MARKET_DECKS],
            ),
            "market_decks[][]": _CARD,
            "slots": ("The set in each slot; null while it is open in a draft.", [*SLOTS]),
            "slots[]": [*CHOSEN_SETS, None],
            "supply": (
                "How many cards are left of each set in play.",
                [*SETS],
                {
                    "required": [SHINY, BLACK],
                    "properties": {
                        name: {"type": "integer", "minimum": 0, "maximum": COPIES[name]}
                        for name in SETS
                    },
                },
            ),
            "reavers": ("Those in play, in the order of the box.", limits.REAVERS),
            "defeated": "The Reavers that were defeated.",
            "defeated[]": _CARD,
            "activity": "What goes on.",
            "pending": "What still has to happen, the next step first.",
            "pending[]": _PENDING,
        },
    ),
    view.PlayerJson: {
        "side": "Of the board.",
        "hand": "Null where it is secret.",
        "hand[]": _CARD,
        "hand_size": ("The cards in hand.", COUNT),
        "deck": "The draw pile; null where it is secret.",
        "deck[]": _CARD,
        "deck_size": ("The cards in the draw pile.", COUNT),
        "unseen": "Hand and draw pile together, which everybody knows.",
        "unseen[]": _CARD,
        "recycle": "The recycle pile.",
        "recycle[]": _CARD,
        "assets": ("The asset area.", range(limits.AREA_SLOTS.stop)),
        "command": ("The command area.", range(limits.AREA_SLOTS.stop)),
        "display": "The display area.",
        "credits": ("Credits that are not committed to a deal.", COUNT),
        "verse": ("The 'verse tokens held.", _TOKENS),
        "marks": ("By step of the episode, the tokens that mark it.", [*WIN_STEPS], OPTIONAL),
        "marks[]": _TOKENS[1:],
        "verse_left": ("The tokens that are left to get.", _TOKENS),
        "power": ("The standing power.", range(_MOST_POWER + 1)),
        "needed": ("The power with which this seat wins.", limits.NEEDED_POWER),
        "immune": (
            "0, or for how many ends of its own turns it can't be attacked.",
            range(MOST_IMMUNE + 1),
        ),
        "activations": ("Activations left.", COUNT),
        "recruitments": ("Recruitments left.", COUNT),
    },
    view.InPlayJson: {
        "card": _CARD,
        "triggered": "False while it is set.",
        "tokens": ("The power that tokens add.", _POWER_TOKENS),
        "warrant": ("The seat whose warrant lies on it.", _SEAT),
        "used": _USED,
    },
    view.DisplayedJson: {
        "card": _CARD,
        "tokens": ("The power that tokens add.", _POWER_TOKENS),
        "used": _USED,
    },
    view.ReaverJson: {"card": _CARD, "tokens": ("By seat.", SEATS), "tokens[]": _TOKENS},
    view.FightJson: {
        "seat": ("The attacker.", _SEAT),
        "intent": "Null until it is known; so are target, defender and batch.",
        "target": ("The card that is attacked.", _CARD),
        "defender": ("Its owner.", _SEAT),
        "batch": ("The seat whose batch it is.", _SEAT),
        "opening": "Whether the attacker's first batch is not over.",
        "acted": "Whether that seat has done something in this batch.",
        "bonus": ("What effects add to the strength of attacker and defender.", range(2, 3)),
        "bonus[]": COUNT,
        "ended": "Whether it is over but for what is retained.",
        "attack": ("The strength of the attacker; null unless the fight goes on.", COUNT),
        "defense": ("The strength of the defender; null unless the fight goes on.", COUNT),
    },
    view.DealJson: {
        **_TOTAL,
        "stage": "What was reached.",
        "credits": ("Credits committed.", COUNT),
        "canceled": "Whether it was canceled.",
        "total": ("Its influence.", COUNT),
    },
    view.RecruitmentJson: {
        **_TOTAL,
        "stage": "What was reached.",
        "spent": ("What went into cards taken so far.", COUNT),
        "taken": ("The cards taken so far.", COUNT),
        "total": ("The influence that is left.", COUNT),
    },
    OutcomeJson: of_outcome(SEATS, minimum=0, maximum=_MOST_POWER),
}
_AS_IN_BOX: Final = "As in the box."
_PLACES: Final = "Where it is, as far as the observer knows; copies may be in several places."
_NOT_PRINTED: Final = (
    OptionsJson,
    contents.BoxJson,
    contents.BoardJson,
    contents.SideAJson,
    contents.SideBJson,
)
"""The parts of the options that no details have."""
_DETAILS: Final[Conditions] = {
    **{kind: it for kind, it in OPTIONS_CONDITIONS.items() if kind not in _NOT_PRINTED},
    facts.PlaceJson: {"seat": ("Null for the market.", _SEAT)},
    facts.CardFacts: {"printed": _AS_IN_BOX, "places": _PLACES},
    facts.SetFacts: {
        "printed": _AS_IN_BOX,
        "left": ("The cards in the supply.", COUNT),
        "slot": "Null for a set without a slot, and for one that is not in this game.",
        "places": _PLACES,
    },
    facts.ReaverFacts: {
        "printed": _AS_IN_BOX,
        "tokens": ("By seat; null when it is not in play.", SEATS),
        "tokens[]": _TOKENS,
    },
    facts.FactionFacts: {
        "printed": "The 'verse card, as in the box.",
        "seat": ("Null when nobody plays it.", _SEAT),
    },
    facts.EpisodeFacts: {
        "printed": _AS_IN_BOX,
        "progress": "Each way to win of each seat; empty when it is not played.",
    },
    facts.ProgressJson: {"seat": _SEAT},
    facts.GoalJson: {"has": COUNT, "needs": COUNT},
    facts.SeatFacts: {
        "power": COUNT,
        "needed": "The power with which this seat wins.",
        "lacks": ("The power that is missing.", COUNT),
        "assets": ("Cards in the asset area.", COUNT),
        "asset_places": ("Cards that it can hold.", COUNT),
        "command": ("Cards in the command area.", COUNT),
        "command_places": ("Cards that it can hold.", COUNT),
        "influence": (
            "On the cards in hand and free in the tableau; null where the hand is secret.",
            COUNT,
        ),
        "steps": "Of the 'verse card, for a token.",
    },
    facts.SupplyFacts: {"left": ([*SETS], OPTIONAL), "left[]": COUNT},
    facts.RowJson: {"cards": "Face up.", "left": ("In the deck.", COUNT)},
    facts.FightFacts: {
        "seat": ("The attacker.", _SEAT),
        "target": _CARD,
        "defender": _SEAT,
        "attack": ("Null unless the fight goes on.", COUNT),
        "defense": ("Null unless the fight goes on.", COUNT),
    },
    facts.OfferFacts: {
        "seat": ("Whose it is.", _SEAT),
        "influence": COUNT,
        "within_reach": "The cards on offer that it can take, with tokens too.",
        "within_reach[]": _CARD,
    },
}
_PHASES: Final = [
    {
        **when(
            {"phase": {"const": "over"}}, {"actor": {"type": "null"}, "outcome": {"type": "object"}}
        ),
        "else": {"properties": {"actor": {"not": {"type": "null"}}, "outcome": {"type": "null"}}},
    },
    {
        **when({"phase": {"enum": ["draw", "reveal"]}}, {"actor": {"const": CHANCE}}),
        "else": {"properties": {"actor": {"not": {"const": CHANCE}}}},
    },
]


def schemas() -> Mapping[str, Json]:
    """Return the schemas by name."""
    name, title = f"misbehavin:{EDITION}", "Firefly: Misbehavin'"
    return {
        "options": schema(
            OptionsJson, f"{name}:options", f"Options of {title}", OPTIONS_CONDITIONS
        ),
        "state": schema(
            view.StateJson, f"{name}:state", f"State of {title}", _STATE, allOf=_PHASES
        ),
        "action": action_schema(READER, f"{name}:action", f"An action of {title}", {}),
        "event": event_schema(EVENTS, f"{name}:event", f"An event of {title}", {}),
        "details": details_schema(facts.KINDS, f"{name}:details", f"Details of {title}", _DETAILS),
    }
