"""The language of the cards of Misbehavin', stated a second time.

A part of the oracle in ``misbehavin.py``. Everything is checked one thing after the other; the
first thing that is wrong raises OptionsRefused. What passes is laid out in plain lists and dicts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tests.oracle.answering import OptionsRefused, keyed, listed, true_or_false, whole, written

FACTIONS = ["serenity", "alliance", "eavesdown", "niska"]
MARKETS = ["core", "border", "rim"]
KINDS = ["asset", "character", "item"]
SLOTS = ["fight", "deal", "maneuver", "any"]
FITTING = {
    "fight": ["double-cross", "misbehave", "the-dart"],
    "deal": ["negotiation", "palaver"],
    "maneuver": ["crazy-ivan", "fei-wu", "full-burn", "the-dart"],
    "any": [
        *("double-cross", "misbehave", "the-dart", "negotiation"),
        *("palaver", "crazy-ivan", "fei-wu", "full-burn"),
    ],
}
SETS = ["shiny", "the-black", *FITTING["any"]]
COPIES = dict.fromkeys(SETS, 5) | {"shiny": 6, "the-black": 12}
WHENS = ["turn", "deal", "recruit", "fight", "cancel"]
ACTIONS = ["warrant", "tax", "steal", "retrigger"]
STEPS = ["nab", "dispatch", "defend", "deal", "recruit", "location", "reaver"]
REQUIRED = ["draw", "credits", "verse", "lose", "activation", "recruitment", "black", "black-all"]
NO_REWARD = ["token", "influence", "strength", "evade", "cancel", "discard-one"]

NUMBERED = {
    "draw": (1, 5),
    "credits": (1, 9),
    "lose": (1, 9),
    "verse": (1, 6),
    "activation": (1, 3),
    "recruitment": (1, 3),
    "token": (1, 2),
    "influence": (1, 9),
    "strength": (1, 9),
    "black": (1, 3),
    "black-all": (1, 3),
    "steal": (1, 9),
    "black-one": (1, 3),
    "dispatch": (0, 20),
    "nab": (0, 20),
    "gain": (0, 20),
    "take": (0, 20),
}
BARE = ["evade", "cancel", "shed", "cycle", "turn", "reset", "discard", "discard-one"]
CHOSEN = [
    *("steal", "black-one", "cycle", "turn", "reset", "discard", "discard-one"),
    *("dispatch", "nab", "gain", "take"),
]

NAME = "[a-z][a-z0-9-]{0,39}"
ATTRIBUTE = "[A-Z][A-Z0-9-]{0,19}"

SUPPLY_KEYS = [
    *("name", "kind", "cost", "influence", "power", "attributes"),
    *("needs", "icons", "required", "ongoing", "abilities"),
]


@dataclass
class Ability:
    """An ability of a card."""

    type: str
    turns: bool
    when: list[str]
    cost: list[str]
    effects: list[str]


@dataclass
class Card:
    """A card of any kind; ``deck`` is "supply" for the ten sets."""

    name: str
    deck: str
    kind: str
    cost: int
    influence: int | str
    power: int
    attributes: list[str]
    needs: list[str]
    icons: dict[str, int]
    required: list[str]
    ongoing: list[str]
    abilities: list[Ability]


@dataclass
class Reaver:
    """A Reaver."""

    name: str
    strength: int
    raid: list[str]
    reward: list[str]


@dataclass
class Win:
    """An episode's way to win: by credits, or by so many marks for a step."""

    faction: str | None
    credits: int | None
    step: str | None
    count: int


@dataclass
class Episode:
    """An episode."""

    name: str
    supply: list[str] | None
    side: str | None
    standard: bool
    wins: list[Win]


@dataclass
class Box:
    """All that is in the box."""

    cards: dict[str, Card]
    areas: dict[str, dict[str, dict[str, int]]]
    power: dict[str, dict[str, int]]
    steps: dict[str, list[str]]
    actions: dict[str, list[str]]
    reavers: list[Reaver]
    episodes: dict[str, Episode]


def one_of(thing: object, words: list[str]) -> str:
    """Insist on one of these words."""
    if not isinstance(thing, str) or thing not in words:
        raise OptionsRefused("a word is none of those that fit")
    return thing


def named(thing: object) -> str:
    """Insist on a name."""
    if thing == "none":
        raise OptionsRefused("none is no name")
    return written(thing, NAME)


def once(things: list[str]) -> list[str]:
    """Insist on a list without repetition."""
    if len(set(things)) != len(things):
        raise OptionsRefused("an entry stands twice")
    return things


def numbered(text: str, least: int, most: int) -> None:
    """Insist on a number from least to most, written without zeros in front."""
    if re.fullmatch("0|[1-9][0-9]?", text) is None or not least <= int(text) <= most:
        raise OptionsRefused("a number in a text does not fit")


def read_sets(thing: object) -> list[str]:
    """Check the sets of the four slots, in their order."""
    sets: list[str] = []
    for name in listed(thing, 4, 4):
        slot = SLOTS[len(sets)]
        sets.append(one_of(name, FITTING[slot]))
    return once(sets)


def read_box(thing: object) -> Box:
    """Check a box."""
    given = keyed(thing, ["cards", "supply", "boards", "verse", "reavers", "episodes"])
    cards = [read_card(card, is_supply=False) for card in listed(given["cards"], 0, 10**6)]
    supply = [read_card(card, is_supply=True) for card in listed(given["supply"], 0, 10**6)]
    if sorted([card.name for card in supply]) != sorted(SETS):
        raise OptionsRefused("not each set once")
    for faction in FACTIONS:
        if len([card for card in cards if card.deck == faction]) != 10:
            raise OptionsRefused("not ten cards for each faction")
    for market in MARKETS:
        if not 2 <= len([card for card in cards if card.deck == market]) <= 60:
            raise OptionsRefused("too few or too many cards of a market deck")
    reavers = [read_reaver(reaver) for reaver in listed(given["reavers"], 0, 10)]
    once([it.name for it in [*cards, *supply]] + [reaver.name for reaver in reavers])

    areas: dict[str, dict[str, dict[str, int]]] = {}
    power: dict[str, dict[str, int]] = {}
    boards = keyed(given["boards"], FACTIONS)
    for faction in FACTIONS:
        board = keyed(boards[faction], ["A", "B"])
        one = keyed(board["A"], ["assets", "command"])
        other = keyed(board["B"], ["assets", "command", "power"])
        areas[faction] = {}
        for side, about in (("A", one), ("B", other)):
            areas[faction][side] = {
                "assets": whole(about["assets"], 1, 10),
                "command": whole(about["command"], 1, 10),
            }
        needed = keyed(other["power"], ["2", "3", "4"])
        power[faction] = {players: whole(needed[players], 1, 30) for players in needed}

    steps: dict[str, list[str]] = {}
    actions: dict[str, list[str]] = {}
    verse = keyed(given["verse"], FACTIONS)
    for faction in FACTIONS:
        about = keyed(verse[faction], ["steps", "actions"])
        steps[faction] = [read_step(step) for step in listed(about["steps"], 2, 2)]
        actions[faction] = once([one_of(it, ACTIONS) for it in listed(about["actions"], 0, 4)])

    episodes = [read_episode(episode) for episode in listed(given["episodes"], 0, 20)]
    once([episode.name for episode in episodes])
    return Box(
        {card.name: card for card in [*cards, *supply]},
        areas,
        power,
        steps,
        actions,
        reavers,
        {episode.name: episode for episode in episodes},
    )


def read_card(thing: object, *, is_supply: bool) -> Card:
    """Check a card."""
    about = keyed(thing, SUPPLY_KEYS if is_supply else [*SUPPLY_KEYS, "deck"])
    name = named(about["name"])
    deck = "supply" if is_supply else one_of(about["deck"], [*FACTIONS, *MARKETS])
    kind = one_of(about["kind"], ["action", "maneuver"] if is_supply else KINDS)
    influence: int | str = 0
    if isinstance(about["influence"], str):
        influence = one_of(about["influence"], ["credits", "verse", "assets", "command"])
    else:
        influence = whole(about["influence"], 0, 20)
    if not isinstance(about["icons"], Mapping):
        raise OptionsRefused("icons are no object")
    icons: dict[str, int] = {}
    for faction, number in about["icons"].items():
        icons[one_of(faction, FACTIONS)] = whole(number, 1, 6)
    required: list[str] = []
    for effect in listed(about["required"], 0, 4):
        required.append(read_effect(effect))
        one_of(required[-1].split(" ")[0], REQUIRED)
    ongoing: list[str] = []
    for effect in listed(about["ongoing"], 0, 3):
        ongoing.append(written(effect, "(defense|nab|dispatch) [1-9]"))
    abilities: list[Ability] = []
    for ability in listed(about["abilities"], 0, 4):
        abilities.append(read_ability(ability, is_supply=is_supply, kind=kind))
    card = Card(
        name,
        deck,
        kind,
        whole(about["cost"], 0, 20),
        influence,
        whole(about["power"], 0, 10),
        once([written(it, ATTRIBUTE) for it in listed(about["attributes"], 0, 8)]),
        once([written(it, ATTRIBUTE) for it in listed(about["needs"], 0, 4)]),
        icons,
        required,
        ongoing,
        abilities,
    )
    if is_supply and name == "the-black":
        lists = [*card.attributes, *card.needs, *required, *ongoing, *abilities]
        if kind != "action" or influence != 0 or card.power != 0 or lists != []:
            raise OptionsRefused("The Black is good for something")
    return card


def read_ability(thing: object, *, is_supply: bool, kind: str) -> Ability:
    """Check an ability."""
    about = keyed(thing, ["type", "turns", "when", "cost", "effects"])
    ability = Ability(
        one_of(about["type"], ["special"] if is_supply else ["trigger", "innate"]),
        true_or_false(about["turns"]),
        once([one_of(it, WHENS) for it in listed(about["when"], 1, 5)]),
        [read_cost(it) for it in listed(about["cost"], 0, 2)],
        [read_effect(it) for it in listed(about["effects"], 1, 6)],
    )
    names = [effect.removeprefix("may ").split(" ")[0] for effect in ability.effects]
    if ability.type == "trigger" and not ability.turns:
        raise OptionsRefused("a triggered ability that turns nothing")
    if ability.type == "trigger" and not set(ability.when) <= {"turn", "fight"}:
        raise OptionsRefused("a wrong moment to trigger")
    if ability.type == "special" and ability.turns:
        raise OptionsRefused("a supply card that is triggered")
    if ability.type == "innate" and not ability.turns and ability.cost == []:
        raise OptionsRefused("an ability that costs nothing")
    if "cancel" in ability.when:
        if ability.when != ["cancel"] or kind == "maneuver":
            raise OptionsRefused("a wrong moment to cancel")
        if names[0] != "cancel" or names.count("cancel") != 1:
            raise OptionsRefused("not one cancel, at first")
    elif "cancel" in names:
        raise OptionsRefused("a cancel at another moment")
    if ("evade" in names or "strength" in names) and ability.when != ["fight"]:
        raise OptionsRefused("not in fights only")
    if "influence" in names and not set(ability.when) <= {"deal", "recruit"}:
        raise OptionsRefused("not in deals and recruitments only")
    if "token" in names and is_supply:
        raise OptionsRefused("a power token on a supply card")
    return ability


def read_cost(thing: object) -> str:
    """Check what an ability costs."""
    return written(thing, "discard|pay [1-9]")


def read_effect(thing: object) -> str:
    """Check an effect."""
    text = written(thing, "(may )?[a-z-]+( [0-9]+)?")
    words = text.removeprefix("may ").split(" ")
    if text.startswith("may ") and words[0] not in CHOSEN:
        raise OptionsRefused("an effect that is no choice")
    if len(words) == 1:
        one_of(words[0], BARE)
    else:
        one_of(words[0], list(NUMBERED))
        numbered(words[1], *NUMBERED[words[0]])
    return text


def read_step(thing: object) -> str:
    """Check a step of a 'verse card."""
    what = "(" + "|".join([*KINDS, ATTRIBUTE]) + ")"
    return written(thing, f"discard|pay [1-9]|trigger {what}|have [1-9] {what}")


def read_reaver(thing: object) -> Reaver:
    """Check a Reaver."""
    about = keyed(thing, ["name", "strength", "raid", "reward"])
    raid = [read_effect(it) for it in listed(about["raid"], 0, 2)]
    for effect in raid:
        one_of(effect.split(" ")[0], ["lose", "black"])
    reward = [read_effect(it) for it in listed(about["reward"], 0, 6)]
    for effect in reward:
        if effect.removeprefix("may ").split(" ")[0] in NO_REWARD:
            raise OptionsRefused("no effect for a reward")
    return Reaver(named(about["name"]), whole(about["strength"], 1, 12), raid, reward)


def read_episode(thing: object) -> Episode:
    """Check an episode."""
    about = keyed(thing, ["name", "supply", "side", "standard", "wins"])
    supply = None if about["supply"] is None else read_sets(about["supply"])
    side = None if about["side"] is None else one_of(about["side"], ["A", "B"])
    wins = [read_win(win) for win in listed(about["wins"], 0, 8)]
    for faction in FACTIONS:
        if len([it for it in wins if it.step and it.faction in (None, faction)]) > 1:
            raise OptionsRefused("two steps for a faction")
    return Episode(named(about["name"]), supply, side, true_or_false(about["standard"]), wins)


def read_win(thing: object) -> Win:
    """Check an episode's way to win."""
    by_step = isinstance(thing, Mapping) and "step" in thing
    about = keyed(thing, ["faction", "step", "count"] if by_step else ["faction", "credits"])
    faction = about["faction"]
    if faction is not None:
        faction = one_of(faction, FACTIONS)
    if by_step:
        return Win(faction, None, one_of(about["step"], STEPS), whole(about["count"], 1, 6))
    return Win(faction, whole(about["credits"], 1, 99), None, 0)
