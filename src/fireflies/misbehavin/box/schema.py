"""The conditions of the JSON Schema of options, and so of boxes, of Misbehavin'."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from fireflies._schemas import DIFFERENT, OPTIONAL, Conditions, Json, Paths, of_options
from fireflies.misbehavin.box import contents, limits
from fireflies.misbehavin.box.cards import (
    BLACK,
    CARD_ABILITIES,
    CARD_KINDS,
    CHOICE_EFFECTS,
    EFFECTS,
    FACTIONS,
    FITTING,
    MARKET_DECKS,
    MOMENTS,
    SEATS,
    SETS,
    SLOTS,
    SUPPLY_KINDS,
    WIN_STEPS,
    CostName,
    EffectName,
)
from fireflies.misbehavin.box.effect_reading import (
    ABILITY_COST,
    ATTRIBUTE,
    BONUS,
    MOVE,
    STEP,
)
from fireflies.misbehavin.box.effect_reading import NAME as GIVEN_NAME
from fireflies.misbehavin.box.options import MOVES, OPTIONS, TURNS, OptionsJson


def any_of(texts: Iterable[object]) -> str:
    """Return the pattern of one of these texts."""
    return f"({'|'.join(map(str, texts))})"


def _effects(names: Iterable[EffectName], *, may: bool = True) -> re.Pattern[str]:
    """Return the pattern of effects with these names, with their numbers."""
    return re.compile(
        "|".join(
            f"{'(may )?' if may and name in CHOICE_EFFECTS else ''}{name}"
            + (f" {any_of(limits.EFFECT_NUMBERS[name])}" if name in limits.EFFECT_NUMBERS else "")
            for name in names
        )
    )


def when(condition: Json, then: Json) -> Json:
    """Return the keywords of an object: properties that follow from other properties."""
    return {"if": {"properties": condition}, "then": {"properties": then}}


def _counted(counts: Mapping[Any, range], key: str) -> Json:
    """Return the keywords of an array: how often each value of a key stands in it."""
    return {
        "allOf": [
            {
                "contains": {"properties": {key: {"const": value}}},
                "minContains": numbers[0],
                "maxContains": numbers[-1],
            }
            for value, numbers in counts.items()
        ]
    }


_DECKS: Final[Mapping[str, range]] = {
    **dict.fromkeys(FACTIONS, range(limits.STARTING_DECK, limits.STARTING_DECK + 1)),
    **dict.fromkeys(MARKET_DECKS, limits.MARKET_DECK_SIZES),
}
_ALL_CARDS: Final = range(
    sum(sizes[0] for sizes in _DECKS.values()), sum(sizes[-1] for sizes in _DECKS.values()) + 1
)
_SETS: Final = {
    **DIFFERENT,
    "minItems": len(SLOTS),
    "maxItems": len(SLOTS),
    "prefixItems": [{"enum": [*FITTING[slot]]} for slot in SLOTS],
}
_GOALS: Final[list[Json]] = [{"credits": {}}, *[{"step": {"const": it}} for it in WIN_STEPS]]
_DIFFERENT_GOALS: Final = [
    {
        "contains": {"type": "object", "required": [*goal], "properties": goal},
        "minContains": 0,
        "maxContains": 1,
    }
    for goal in _GOALS
]
_CANCELS: Final = {"contains": {"const": "cancel"}}
_NEVER: Final = {"not": _CANCELS}


def _has(effects: Iterable[EffectName]) -> Json:
    """Return the keywords of an array that has one of these effects."""
    return {"contains": {"type": "string", "pattern": f"^({_effects(effects).pattern})$"}}


def _costs(name: CostName) -> Json:
    """Return the keywords of an array that has this cost."""
    return {"contains": {"const": name}}


_MOMENTS: Final = [
    {
        **when(
            {"when": _CANCELS},
            {
                "when": {"maxItems": 1},
                "effects": {"prefixItems": [{"const": "cancel"}], **_CANCELS, "maxContains": 1},
            },
        ),
        "else": {"properties": {"effects": _NEVER}},
    },
    {
        "if": {"required": ["words"]},
        "then": {
            "required": ["may"],
            "properties": {"effects": {"maxItems": 0}, "when": _NEVER},
        },
        "else": {"not": {"required": ["may"]}, "properties": {"effects": {"minItems": 1}}},
    },
    {"not": {"properties": {"cost": {"allOf": [_costs("discard"), _costs("trigger")]}}}},
    when(
        {"effects": _has(limits.FIGHT_ONLY)}, {"when": {"maxItems": 1, "items": {"const": "fight"}}}
    ),
    when(
        {"effects": _has(["influence"])}, {"when": {"items": {"enum": [*limits.INFLUENCE_MOMENTS]}}}
    ),
]
"""The effects of an ability fit its moments, and its costs each other."""
_NO_TOKEN: Final = {"items": {"not": {"pattern": "^token "}}}

_ANY_CARD: Final[Paths] = {
    "cost": limits.CARD_COST,
    "influence": ("A number; or what a printed X counts.", limits.INFLUENCE),
    "power": ("A number; or what a printed X counts.", limits.POWER),
    "attributes": ("What it offers, in any order.", limits.ATTRIBUTES, DIFFERENT),
    "attributes[]": ATTRIBUTE,
    "needs": ("What its owner's tableau has to offer, in any order.", limits.NEEDS, DIFFERENT),
    "needs[]": ATTRIBUTE,
    "icons": ("How many of which factions.", OPTIONAL),
    "icons[]": limits.ICONS,
    "required": ("What happens when it is played from the hand, in this order.", limits.REQUIRED),
    "required[]": _effects(limits.REQUIRABLE, may=False),
    "ongoing": limits.ONGOING,
    "ongoing[]": BONUS,
    "abilities": ("In the order of the card.", limits.ABILITIES),
}
_SLOTS: Final = {"assets": limits.AREA_SLOTS, "command": limits.AREA_SLOTS}

OPTIONS_CONDITIONS: Final[Conditions] = {
    OptionsJson: {
        "": "All options of Misbehavin'. The rules check that names differ, and what is chosen.",
        **of_options(
            OPTIONS,
            {
                "players": SEATS,
                "factions": (SEATS, DIFFERENT),
                "starting_player": range(SEATS[-1]),
                "sides": SEATS,
                "episode": re.compile(f"none|{GIVEN_NAME.pattern}"),
                "supply": _SETS,
                "reavers": limits.REAVERS,
                "turns": TURNS,
                "moves": MOVES,
            },
        ),
    },
    contents.BoxJson: {
        "cards": (
            "Ten of each faction and 2 to 60 of each deck of the market, in any order.",
            _ALL_CARDS,
            _counted(_DECKS, "deck"),
        ),
        "supply": (
            "The ten sets, in any order.",
            range(len(SETS), len(SETS) + 1),
            _counted(dict.fromkeys(SETS, range(1, 2)), "name"),
        ),
        "verse": "The 'verse cards.",
        "reavers": ("The first so many are in play.", limits.REAVERS),
        "episodes": ("In any order.", limits.EPISODES),
    },
    contents.CardJson: {
        **_ANY_CARD,
        "name": GIVEN_NAME,
        "kind": [*CARD_KINDS],
        "deck": "Where it starts.",
        "abilities[]": {
            "properties": {"type": {"enum": [*CARD_ABILITIES]}},
            "allOf": [
                when(
                    {"type": {"const": "trigger"}},
                    {"turns": {"const": True}, "when": {"items": {"enum": ["turn", "fight"]}}},
                ),
                when(
                    {"type": {"const": "hand"}},
                    {"turns": {"const": False}, "effects": _NO_TOKEN, "may": _NO_TOKEN},
                ),
            ],
        },
    },
    contents.SupplyCardJson: {
        "": {
            "allOf": [
                when(
                    {"name": {"const": BLACK}},
                    {
                        "kind": {"const": "action"},
                        **{key: {"const": 0} for key in ("influence", "power")},
                        **{key: {"maxItems": 0} for key in limits.BLACK_LACKS},
                    },
                ),
                when(
                    {"kind": {"const": "maneuver"}},
                    {"abilities": {"items": {"properties": {"when": _NEVER}}}},
                ),
            ]
        },
        **_ANY_CARD,
        "required": ("What happens when it is played from the hand.", limits.REQUIRED, _NO_TOKEN),
        "name": [*SETS],
        "kind": [*SUPPLY_KINDS],
        "abilities[]": {
            "properties": {
                "type": {"const": "special"},
                "turns": {"const": False},
                "effects": _NO_TOKEN,
                "may": _NO_TOKEN,
            }
        },
        "both": ("It may be used for its attribute or influence and an ability.", {"const": True}),
    },
    contents.AbilityJson: {
        "": {"allOf": _MOMENTS},
        "turns": "Whether using it triggers the card.",
        "when": (
            "The moments at which it works, in any order.",
            range(1, len(MOMENTS) + 1),
            DIFFERENT,
        ),
        "cost": limits.ABILITY_COSTS,
        "cost[]": ABILITY_COST,
        "effects": (
            "In their order; none if it is done by hand.",
            range(limits.ABILITY_EFFECTS.stop),
        ),
        "effects[]": _effects(EFFECTS),
        "words": (
            "The printed words of an ability that is done by hand.",
            {"minLength": limits.WORDS[0], "maxLength": limits.WORDS[-1]},
        ),
        "may": ("What these words may do, each once a use.", limits.ENTRIES),
        "may[]": re.compile(f"{MOVE.pattern}|{_effects(limits.REQUIRABLE, may=False).pattern}"),
    },
    contents.BoardJson: {"": "Both sides of a board: the slots of its areas."},
    contents.SideAJson: _SLOTS,
    contents.SideBJson: {
        **_SLOTS,
        "power": ("The power to reach, by the number of players.", [*map(str, SEATS)]),
        "power[]": limits.NEEDED_POWER,
    },
    contents.VerseJson: {
        "steps": ("In their order.", range(2, 3)),
        "steps[]": STEP,
        "actions": (limits.ACTIONS, DIFFERENT),
    },
    contents.PricedActionJson: {
        "name": GIVEN_NAME,
        "price": ("The tokens that it costs.", limits.PRICES),
        "effects": ("In their order.", limits.ACTION_EFFECTS),
        "effects[]": _effects(limits.REWARD_EFFECTS),
    },
    contents.ReaverJson: {
        "name": GIVEN_NAME,
        "strength": ("The tokens that defeat it.", limits.STRENGTH),
        "raid": limits.RAID_COUNTS,
        "raid[]": _effects(limits.REWARD_EFFECTS, may=False),
        "reward": limits.REWARD_COUNTS,
        "reward[]": _effects(limits.REWARD_EFFECTS),
    },
    contents.EpisodeJson: {
        "name": GIVEN_NAME,
        "supply": ("The sets of the four slots.", _SETS),
        "standard": "Whether power wins as well.",
        "wins": ("In any order.", limits.WINS),
        "reavers": ("Those in play, in their order.", limits.OWN_REAVERS),
    },
    contents.CreditsJson: {
        "faction": "Who may win so; null for everybody.",
        "credits": limits.CREDITS,
    },
    contents.MarksJson: {"faction": "Who may win so; null for everybody.", "count": limits.MARKS},
    contents.AllJson: {
        "faction": "Who may win so; null for everybody.",
        "all": (
            "What has to be reached: different steps, and credits at most once.",
            limits.GOALS,
            {"allOf": _DIFFERENT_GOALS},
        ),
    },
    contents.CreditsGoalJson: {"credits": limits.CREDITS},
    contents.MarksGoalJson: {"count": limits.MARKS},
}
