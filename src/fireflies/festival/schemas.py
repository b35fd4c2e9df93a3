"""The JSON Schemas of options, states, actions, events and details of Firefly Festival."""

import re
from collections.abc import Mapping
from typing import Final

from fireflies._events import events_in
from fireflies._schemas import (
    COUNT,
    DIFFERENT,
    OPTIONAL,
    Conditions,
    Json,
    Paths,
    Texts,
    action_pattern,
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
from fireflies.festival.box.board import BoardJson, IslandJson, LaneJson, WaterJson
from fireflies.festival.box.components import (
    EDITION,
    FIGURES,
    FROM_ONE,
    GOAL,
    NUMBER,
    OFF,
    PUBLIC_KINDS,
    REWARD,
    SEATS,
    SIZES,
    TWO_DIGITS,
    Goal,
    Tile,
)
from fireflies.festival.box.contents import BoxJson, PowerJson, SizeJson
from fireflies.festival.box.maps import LETTERS, WIDTHS
from fireflies.festival.box.options import OPTIONS, POWERS_DEALT, STACKS, TURNS, OptionsJson
from fireflies.festival.box.reading import (
    BOARDS,
    CARDS,
    CHAIN_ISLANDS,
    CHAIN_ROWS,
    CHANGEABLE,
    CHANGES,
    FISH_COUNTS,
    POWER,
    STACK,
    TAKEN,
)
from fireflies.festival.rules import events, main_events, view
from fireflies.festival.text import details
from fireflies.festival.text.notation import READER

_LETTER: Final = re.compile("[A-Z]")
_LANE: Final = re.compile("[A-Z]{2}[1-3]")
_TILE: Final = re.compile(f"start|({'|'.join(SIZES)}) {NUMBER} {REWARD.pattern}")
_TEXTS: Final[Texts] = {Tile: _TILE, Goal: GOAL}
_SEAT: Final = range(SEATS[-1])
_BANK: Final = {"maximum": FIGURES["bank"].allowed[-1]}
_CELL: Final = range(WIDTHS[-1])
_POWERS: Final = range(POWERS_DEALT + 1)
_PAIR: Final = range(2, 3)
_WORKERS: Final = range(FIGURES["workers"].allowed.stop + CHANGES[-1])
_IDLE: Final = range(TURNS.stop)  # without a limit of turns there are fewer: 99 rounds of six


def _pair(first: range, second: range) -> Json:
    """Return the keywords of an array with two numbers."""
    kinds = [{"type": "integer", "minimum": it[0], "maximum": it[-1]} for it in (first, second)]
    return {"minItems": 2, "maxItems": 2, "prefixItems": kinds}


def _figure(name: str) -> Json:
    """Return the schema of a figure."""
    allowed = FIGURES[name].allowed
    number: Json = {"type": "integer", "minimum": allowed[0], "maximum": allowed[-1]}
    return {"anyOf": [number, {"const": OFF}]} if name == "rounds" else number


_OPTIONS: Final[Conditions] = {
    OptionsJson: {
        "": "All options of Firefly Festival. The rules check the map and that all figures fit.",
        **of_options(
            OPTIONS,
            {
                "players": SEATS,
                "starting_player": _SEAT,
                "goals": ({"minItems": STACKS, "maxItems": STACKS}, DIFFERENT),
                "goals[]": [*PUBLIC_KINDS],
                "turns": TURNS,
            },
        ),
    },
    BoxJson: {
        "boards": ("The sides of the map, in any order.", BOARDS),
        "sizes": "What the size of an island says.",
        "tiles": ("All tiles, in any order.", CARDS),
        "tiles[]": _TILE,
        "public": ("The stacks of public goals, from the top card down.", [*PUBLIC_KINDS]),
        "public[]": ("What each card needs and the points that it brings, both rising.", STACK),
        "public[][]": _pair(FROM_ONE, TWO_DIGITS),
        "private": ("All private goals, in any order.", CARDS),
        "private[]": GOAL,
        "chain": ("The islands of a chain, rising, and its points.", CHAIN_ROWS),
        "chain[]": _pair(CHAIN_ISLANDS, TWO_DIGITS),
        "sorin": (
            "How many there are for 2, 3, 4, 5, 6 players.",
            range(len(SEATS), len(SEATS) + 1),
        ),
        "sorin[]": FROM_ONE,
        "fish": ("The prices of a player's fish, in order.", FISH_COUNTS),
        "fish[]": TWO_DIGITS,
        "figures": (
            "The other numbers of the rules.",
            [*FIGURES],
            {
                "properties": {
                    name: {
                        "description": it.text,
                        **_figure(name),
                    }
                    for name, it in FIGURES.items()
                }
            },
        ),
        "powers": ("In any order, with different names.", CARDS),
    },
    BoardJson: {
        "players": ("The fewest and the most players that it is for.", _PAIR),
        "players[]": SEATS,
        "width": ("In cells.", WIDTHS),
        "height": ("In cells.", WIDTHS),
        "take": (
            "How many tiles of each size lie on it; there are as many islands.",
            {"allOf": [{"properties": {"start": {"const": 2}}}]},
        ),
        "take[]": TAKEN,
        "islands": ("In any order.", range(3, len(LETTERS) + 1)),
        "lanes": "Room for one bridge each, in any order.",
        "water": "The cells of water with a reward, in any order.",
    },
    IslandJson: {
        "name": ("A capital letter.", _LETTER),
        "at": ("Its top left cell, of 3 x 3, counted from 0.", _PAIR),
        "at[]": _CELL,
        "start": "Whether it is one of the two start islands.",
    },
    LaneJson: {
        "between": (
            "The letters of its two islands, in any order.",
            re.compile(f"{_LETTER.pattern}{{2}}"),
        ),
        "from": ("The cell of water at its one end.", _PAIR),
        "from[]": _CELL,
        "to": ("The cell of water at its other end.", _PAIR),
        "to[]": _CELL,
    },
    WaterJson: {"at": _PAIR, "at[]": _CELL, "reward": REWARD},
    SizeJson: {
        "capacity": ("The most workers on such an island.", FROM_ONE),
        "floors": ("The fewest floors for a festival.", FIGURES["height"].allowed),
    },
    PowerJson: {
        "name": ("Small letters in words joined by -.", POWER),
        "changes": ("What is added to figures of its owner.", [*CHANGEABLE], OPTIONAL),
        "changes[]": CHANGES,
    },
}
_STATE: Final[Conditions] = {
    view.StateJson: of_state(
        SEATS,
        action_pattern(READER, _TEXTS),
        {
            "": "The wire's STATE of Firefly Festival. What the observer may not see is null.",
            "phase": "What is decided next.",
            "players": ("By seat, clockwise.", SEATS),
            "seat": ("Whose turn it is, or was; in the setup, who is dealt to or chooses.", _SEAT),
            "mains": ("Main actions still to do.", range(3)),
            "secondary": "Whether a secondary action is left.",
            "pending": "What is left of an action.",
            "idle": ("Turns in a row without a bridge, floor, festival or goal.", _IDLE),
            "turns_left": (
                "Turns that may come after this one; null without a limit.",
                range(TURNS.stop),
            ),
            "islands": ("By letter.", range(3, len(LETTERS) + 1)),
            "bridges": "By the name of their lane.",
            "crow": ("Who has the crow.", _SEAT),
            "sorin": ("How many are left.", TWO_DIGITS),
            "bank": ("Coins of the box less all held; negative: substitutes.", _BANK),
            "public": (
                "The stacks in play, in the order of the seven kinds; fewer while chance draws.",
                range(STACKS + 1),
            ),
            "deck": ("How many private goals are in the deck.", CARDS),
            "undealt": "The private goals that this observer can't place, sorted.",
            "undealt[]": GOAL,
        },
    ),
    view.PendingJson: {
        "lane": ("The lane just built.", _LANE),
        "able": ("Own workers at its ends, by letter, who may cross.", _PAIR),
        "able[]": _WORKERS,
        "draws": ("Private goals to draw.", CARDS),
        "recruits": ("Workers to place.", _WORKERS),
        "walks": ("Movements left.", FIGURES["moves"].allowed),
        "walker": ("The island of the worker chosen to walk.", _LETTER),
    },
    view.SiteJson: {
        "name": _LETTER,
        "tile": ("Null while there is none.", _TILE),
        "floors": (
            "The owners of the floors, from the ground up.",
            range(FIGURES["height"].allowed.stop),
        ),
        "floors[]": _SEAT,
        "sealed": "Whether a festival was held here.",
        "workers": ("Workers by seat.", SEATS),
        "workers[]": _WORKERS,
    },
    view.BridgeJson: {"lane": _LANE, "seat": ("Its owner.", _SEAT)},
    view.StackJson: {
        "goal": [*PUBLIC_KINDS],
        "left": ("Cards left.", range(STACK.stop)),
        "needs": ("Of the card on top; null when none is left.", FROM_ONE),
        "points": ("As above.", TWO_DIGITS),
    },
    view.PlayerJson: {
        "points": ("Points so far.", COUNT),
        "coins": ("Coins.", COUNT),
        "bridges": ("Bridge pieces in the supply.", TWO_DIGITS),
        "floors": ("Floors in the supply.", TWO_DIGITS),
        "workers": ("Workers in the supply.", TWO_DIGITS),
        "fish": ("Fish in front of the player.", FISH_COUNTS),
        "hand": ("How many private goals are in hand.", CARDS),
        "goals": "The private goals in hand; null while secret.",
        "goals[]": GOAL,
        "claimed": "The public goals completed.",
        "claimed[]": GOAL,
        "completed": "The private goals completed.",
        "completed[]": GOAL,
        "powers": ("The cards dealt, then the one kept; null while secret.", _POWERS),
        "powers[]": POWER,
    },
    OutcomeJson: of_outcome(SEATS),
}
_REFUSED_BY: Final = "The clause that forbids it to the seat that decides; null for none."
_GOAL_FACTS: Final[Paths] = {
    "needs": ("Of what it counts.", FROM_ONE),
    "points": ("What it brings.", TWO_DIGITS),
    "has": ("What the seat has of it.", COUNT),
    "lacks": ("What is missing.", COUNT),
}
_DETAILS: Final[Conditions] = {
    details.LaneFacts: {
        "ends": ("The letters of its islands.", _PAIR),
        "ends[]": _LETTER,
        "length": ("In pieces.", COUNT),
        "price": ("In coins.", COUNT),
        "reward": "Of a bridge there.",
        "crosses": "The lanes that it crosses.",
        "crosses[]": _LANE,
        "blocked_by": "Those of them with a bridge.",
        "blocked_by[]": _LANE,
        "owner": ("Of the bridge there.", _SEAT),
        "refused_by": _REFUSED_BY,
    },
    details.RewardJson: dict.fromkeys(("coins", "workers", "goals", "points"), COUNT),
    details.IslandFacts: {
        "tile": ("Null while there is none.", _TILE),
        "floors": "The owners of the floors, from the ground up.",
        "floors[]": _SEAT,
        "sealed": "Whether a festival was held here.",
        "workers": ("By seat.", SEATS),
        "workers[]": COUNT,
        "bridges": ("By seat.", SEATS),
        "bridges[]": COUNT,
        "room": ("For so many more workers.", COUNT),
        "needs_floors": ("So many floors does a festival need.", COUNT),
        "festival": "That of the seat; only while none was held.",
    },
    details.FestivalJson: {
        "points": ("What it would score, by seat.", SEATS),
        "points[]": COUNT,
        "refused_by": _REFUSED_BY,
    },
    details.GoalFacts: _GOAL_FACTS,
    details.StackFacts: {
        **_GOAL_FACTS,
        "": "A stack of public goals, with its top card; null when none is left.",
        "left": ("Cards left.", range(STACK.stop)),
    },
    details.PowerFacts: {
        "changes": ("What is added to figures of its owner.", [*CHANGEABLE], OPTIONAL),
        "changes[]": CHANGES,
        "owner": ("Null where nobody has it, or where that is secret.", _SEAT),
    },
    details.CrowFacts: {
        "holder": ("Null while nobody has it.", _SEAT),
        "price": ("In points.", COUNT),
        "coins": ("What it brings, if coins are chosen.", COUNT),
        "workers": ("What it brings, if workers are chosen.", COUNT),
        "income": ("In coins, at the beginning of each turn.", COUNT),
        "loss": ("In points, at the end.", COUNT),
    },
    details.PlayerFacts: {
        "fish_price": ("Of the next fish, in coins; null when there is none.", COUNT),
        "chain": ("The islands of the longest chain.", COUNT),
        "chain_points": ("What it would bring at the end.", COUNT),
    },
}
_PHASES: Final = [
    of_case(
        "Chance decides",
        phase={"enum": ["tiles", "kinds", "goals", "powers", "first"]},
        actor={"const": CHANCE},
        outcome={"type": "null"},
    ),
    of_case(
        "A seat decides",
        phase={"enum": ["keep", "turn", "recruit", "cross", "walk", "to"]},
        actor={"type": "integer"},
        outcome={"type": "null"},
    ),
    of_case(
        "The game is over",
        phase={"const": "over"},
        actor={"type": "null"},
        legal={"type": "array", "maxItems": 0},
        outcome={"type": "object"},
        pending={"type": "null"},
        mains={"const": 0},
        secondary={"const": False},
    ),
]


def schemas() -> Mapping[str, Json]:
    """Return the schemas by name."""
    kinds = events_in(events, main_events)
    name, title = f"festival:{EDITION}", "Firefly Festival"
    return {
        "options": schema(OptionsJson, f"{name}:options", f"Options of {title}", _OPTIONS),
        "state": schema(
            view.StateJson, f"{name}:state", f"State of {title}", _STATE, oneOf=_PHASES
        ),
        "action": action_schema(READER, f"{name}:action", f"An action of {title}", _TEXTS),
        "event": event_schema(kinds, f"{name}:event", f"An event of {title}", _TEXTS),
        "details": details_schema(
            details.KINDS, f"{name}:details", f"Details of {title}", _DETAILS
        ),
    }
