"""The language of the cards of Misbehavin', stated a second time.

A part of the oracle in ``misbehavin.py``. Everything is checked one thing after the other; the
first thing that is wrong raises OptionsRefused. What passes is laid out in plain lists and dicts.
"""

from __future__ import annotations

import re
import unicodedata
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
DEEDS = ["fight", "nab", "dispatch", "deal", "recruit"]
NO_REWARD = [
    *("token", "influence", "strength", "evade", "cancel", "discard-one", "discard-target"),
]
VALUES = ["credits", "verse", "assets", "command"]

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
    "token-other": (1, 2),
    "dispatch": (0, 20),
    "nab": (0, 20),
    "gain": (0, 20),
    "take": (0, 20),
}
CHOSEN = [
    *("steal", "black-one", "cycle", "turn", "reset", "discard", "discard-one"),
    *("token-other", "warrant", "lift", "retrigger", "discard-target"),
    *("dispatch", "nab", "gain", "take"),
]
BARE = [
    *("evade", "cancel", "shed", "immune", "cycle", "turn", "reset", "discard", "discard-one"),
    *("warrant", "lift", "retrigger", "discard-target"),
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
    by_hand: list[str]
    """The entries of an ability that is done by hand."""
    once: str = ""
    """"CARD N" if it is once a turn."""


@dataclass
class Card:
    """A card of any kind; ``deck`` is "supply" for the ten sets."""

    name: str
    deck: str
    kind: str
    cost: int
    influence: int | str
    power: int | str
    attributes: list[str]
    needs: list[str]
    icons: dict[str, int]
    required: list[str]
    ongoing: list[str]
    abilities: list[Ability]
    both: bool


@dataclass
class Priced:
    """An action of a 'verse card with a price."""

    price: int
    effects: list[str]


@dataclass
class Reaver:
    """A Reaver."""

    name: str
    strength: int
    raid: list[str]
    reward: list[str]


@dataclass
class Goal:
    """So many credits, or so many marks of a step."""

    credits: int | None
    step: str | None
    count: int


@dataclass
class Win:
    """An episode's way to win: all of its goals."""

    faction: str | None
    goals: list[Goal]


@dataclass
class Episode:
    """An episode."""

    name: str
    supply: list[str] | None
    side: str | None
    standard: bool
    wins: list[Win]
    reavers: list[Reaver] | None


@dataclass
class Box:
    """All that is in the box."""

    cards: dict[str, Card]
    areas: dict[str, dict[str, dict[str, int]]]
    power: dict[str, dict[str, int]]
    steps: dict[str, list[str]]
    actions: dict[str, list[str]]
    priced: dict[str, dict[str, Priced]]
    reavers: list[Reaver]
    episodes: dict[str, Episode]


def one_of(thing: object, words: list[str]) -> str:
    """Insist on one of these words."""
    if not isinstance(thing, str) or thing not in words:
        raise OptionsRefused("a word is none of those that fit")
    return thing


def number_or_x(thing: object, most: int) -> int | str:
    """Insist on a whole number up to most, or on the name of an X."""
    return one_of(thing, VALUES) if isinstance(thing, str) else whole(thing, 0, most)


def starred(thing: object, keys: list[str]) -> list[str]:
    """Give those of the keys that an object has, and need not have."""
    return [key for key in keys if isinstance(thing, Mapping) and key in thing]


def name_of(effect: str) -> str:
    """Give the first word of an effect that says what happens."""
    return effect.removeprefix("may ").split(" ")[0]


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
    names = [it.name for it in [*cards, *supply]] + [reaver.name for reaver in reavers]

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
    priced: dict[str, dict[str, Priced]] = {}
    verse = keyed(given["verse"], FACTIONS)
    for faction in FACTIONS:
        about = keyed(verse[faction], ["steps", "actions"])
        steps[faction] = [read_step(step) for step in listed(about["steps"], 2, 2)]
        actions[faction] = []
        priced[faction] = {}
        for action in listed(about["actions"], 0, 8):
            if isinstance(action, Mapping):
                read_priced(action, priced[faction])
            else:
                actions[faction] = once([*actions[faction], one_of(action, ACTIONS)])

    episodes = [read_episode(episode) for episode in listed(given["episodes"], 0, 20)]
    once([episode.name for episode in episodes])
    of_actions = {name for faction in FACTIONS for name in priced[faction]}
    of_reavers = {it.name for episode in episodes for it in episode.reavers or []}
    once([*names, *of_actions, *of_reavers])
    return Box(
        {card.name: card for card in [*cards, *supply]},
        areas,
        power,
        steps,
        actions,
        priced,
        reavers,
        {episode.name: episode for episode in episodes},
    )


def read_card(thing: object, *, is_supply: bool) -> Card:
    """Check a card."""
    own = starred(thing, ["both"]) if is_supply else ["deck"]
    about = keyed(thing, [*SUPPLY_KEYS, *own])
    name = named(about["name"])
    deck = "supply" if is_supply else one_of(about["deck"], [*FACTIONS, *MARKETS])
    kind = one_of(about["kind"], ["action", "maneuver"] if is_supply else KINDS)
    influence = number_or_x(about["influence"], 20)
    power = number_or_x(about["power"], 10)
    if not isinstance(about["icons"], Mapping):
        raise OptionsRefused("icons are no object")
    icons: dict[str, int] = {}
    for faction, number in about["icons"].items():
        icons[one_of(faction, FACTIONS)] = whole(number, 1, 6)
    required: list[str] = []
    for effect in listed(about["required"], 0, 4):
        required.append(read_plain(effect))
    if is_supply and "token" in [name_of(it) for it in required]:
        raise OptionsRefused("a power token on a supply card")
    ongoing: list[str] = []
    for effect in listed(about["ongoing"], 0, 4):
        ongoing.append(written(effect, "(defense|nab|dispatch|influence|strength|power) [1-9]"))
    abilities: list[Ability] = []
    for given in listed(about["abilities"], 0, 4):
        ability = read_ability(given, is_supply=is_supply, kind=kind)
        abilities.append(ability)
        if ability.type == "innate" and not ability.turns and ability.cost == []:
            ability.once = f"{name} {len(abilities)}"
    if about.get("both", True) is not True:
        raise OptionsRefused("a key that would be false is there")
    card = Card(
        name,
        deck,
        kind,
        whole(about["cost"], 0, 20),
        influence,
        power,
        once([written(it, ATTRIBUTE) for it in listed(about["attributes"], 0, 8)]),
        once([written(it, ATTRIBUTE) for it in listed(about["needs"], 0, 4)]),
        icons,
        required,
        ongoing,
        abilities,
        "both" in about,
    )
    if is_supply and name == "the-black":
        lists = [*card.attributes, *card.needs, *required, *ongoing, *abilities]
        if kind != "action" or influence != 0 or card.power != 0 or lists != []:
            raise OptionsRefused("The Black is good for something")
    return card


def read_ability(thing: object, *, is_supply: bool, kind: str) -> Ability:
    """Check an ability."""
    by_hand = starred(thing, ["words", "may"])
    about = keyed(thing, ["type", "turns", "when", "cost", "effects", *by_hand])
    ability = Ability(
        one_of(about["type"], ["special"] if is_supply else ["trigger", "innate", "hand"]),
        true_or_false(about["turns"]),
        once([one_of(it, WHENS) for it in listed(about["when"], 1, 5)]),
        [read_cost(it) for it in listed(about["cost"], 0, 3)],
        [read_effect(it) for it in listed(about["effects"], *((0, 0) if by_hand else (1, 6)))],
        [read_entry(it) for it in listed(about["may"], 1, 8)] if "may" in about else [],
    )
    if by_hand:
        if len(by_hand) == 1:
            raise OptionsRefused("words without entries, or entries without words")
        read_words(about["words"])
    names = [name_of(effect) for effect in ability.effects]
    entries = [name_of(entry) for entry in ability.by_hand]
    if ability.type == "trigger" and not ability.turns:
        raise OptionsRefused("a triggered ability that turns nothing")
    if ability.type == "trigger" and not set(ability.when) <= {"turn", "fight"}:
        raise OptionsRefused("a wrong moment to trigger")
    if ability.type in ("special", "hand") and ability.turns:
        raise OptionsRefused("a card that cannot be triggered")
    if "discard" in ability.cost and "trigger" in ability.cost:
        raise OptionsRefused("a cost of two kinds of cards")
    if "cancel" in ability.when:
        if ability.when != ["cancel"] or kind == "maneuver" or by_hand:
            raise OptionsRefused("a wrong moment to cancel")
        if names[0] != "cancel" or names.count("cancel") != 1:
            raise OptionsRefused("not one cancel, at first")
    elif "cancel" in names:
        raise OptionsRefused("a cancel at another moment")
    if ability.when != ["fight"] and not {"evade", "strength", "discard-target"}.isdisjoint(names):
        raise OptionsRefused("not in fights only")
    if "influence" in names and not set(ability.when) <= {"deal", "recruit"}:
        raise OptionsRefused("not in deals and recruitments only")
    if "token" in [*names, *entries] and (is_supply or ability.type == "hand"):
        raise OptionsRefused("a power token on no tableau card")
    return ability


def read_cost(thing: object) -> str:
    """Check what an ability costs."""
    return written(thing, "discard|trigger|pay [1-9]|spend [1-6]")


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


def read_plain(thing: object) -> str:
    """Check an effect without may, any but cancel."""
    text = read_effect(thing)
    if text.startswith("may ") or text == "cancel":
        raise OptionsRefused("may or cancel where neither can be")
    return text


def read_entry(thing: object) -> str:
    """Check an entry of an ability that is done by hand."""
    if not isinstance(thing, str) or not thing.startswith("move "):
        return read_plain(thing)
    places = "move (hand|tableau|recycle|market|supply) (hand|tableau|recycle)"
    _, origin, goal = written(thing, places).split(" ")
    if origin == goal:
        raise OptionsRefused("a move to where the card is")
    return thing


def read_words(thing: object) -> None:
    """Check the printed words of an ability that is done by hand."""
    if not isinstance(thing, str) or not 1 <= len(thing) <= 300:
        raise OptionsRefused("words that are no text, too short or too long")
    for letter in thing:
        if letter != " " and unicodedata.category(letter)[0] in "CZ":
            raise OptionsRefused("words that cannot be printed")


def read_step(thing: object) -> str:
    """Check a step of a 'verse card."""
    what = "(" + "|".join([*KINDS, ATTRIBUTE]) + ")"
    did = "did (" + "|".join(DEEDS) + ")"
    steps = f"discard|discard {what}|pay [1-9]|trigger {what}|have [1-9] {what}|{did}"
    return written(thing, steps)


def read_rewards(thing: object, least: int, most: int) -> list[str]:
    """Check effects that come from no card."""
    rewards = [read_effect(it) for it in listed(thing, least, most)]
    for effect in rewards:
        if name_of(effect) in NO_REWARD:
            raise OptionsRefused("no effect for a reward")
    return rewards


def read_priced(thing: object, priced: dict[str, Priced]) -> None:
    """Check an action with a price, and put it to those of the same 'verse card."""
    about = keyed(thing, ["name", "price", "effects"])
    name = named(about["name"])
    once([*priced, name])
    priced[name] = Priced(whole(about["price"], 1, 6), read_rewards(about["effects"], 1, 6))


def read_reaver(thing: object) -> Reaver:
    """Check a Reaver."""
    about = keyed(thing, ["name", "strength", "raid", "reward"])
    raid = [read_plain(it) for it in read_rewards(about["raid"], 0, 3)]
    reward = read_rewards(about["reward"], 0, 6)
    return Reaver(named(about["name"]), whole(about["strength"], 1, 12), raid, reward)


def read_episode(thing: object) -> Episode:
    """Check an episode."""
    with_reavers = starred(thing, ["reavers"])
    about = keyed(thing, ["name", "supply", "side", "standard", "wins", *with_reavers])
    supply = None if about["supply"] is None else read_sets(about["supply"])
    side = None if about["side"] is None else one_of(about["side"], ["A", "B"])
    wins = [read_win(win) for win in listed(about["wins"], 0, 8)]
    reavers = None
    if with_reavers:
        reavers = [read_reaver(reaver) for reaver in listed(about["reavers"], 1, 10)]
        once([reaver.name for reaver in reavers])
    name = named(about["name"])
    return Episode(name, supply, side, true_or_false(about["standard"]), wins, reavers)


def read_win(thing: object) -> Win:
    """Check an episode's way to win."""
    if not isinstance(thing, Mapping) or "faction" not in thing:
        raise OptionsRefused("a win is no object, or for no faction")
    faction = None if thing["faction"] is None else one_of(thing["faction"], FACTIONS)
    if "all" not in thing:
        return Win(faction, [read_goal(thing, ["faction"])])
    about = keyed(thing, ["faction", "all"])
    goals = [read_goal(goal, []) for goal in listed(about["all"], 2, 4)]
    once([goal.step or "credits" for goal in goals])
    return Win(faction, goals)


def read_goal(thing: object, more: list[str]) -> Goal:
    """Check a goal, which stands beside these other keys."""
    if starred(thing, ["step"]):
        about = keyed(thing, [*more, "step", "count"])
        return Goal(None, one_of(about["step"], STEPS), whole(about["count"], 1, 6))
    about = keyed(thing, [*more, "credits"])
    return Goal(whole(about["credits"], 1, 99), None, 0)
