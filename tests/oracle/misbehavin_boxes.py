"""Random boxes and options of Misbehavin': everything that the language of the cards has.

They belong to the oracle: the game's own generators have not been read for them.
"""

from random import Random
from typing import Final

from tests.spoiling import Json, Spoiler

FACTIONS: Final = ("serenity", "alliance", "eavesdown", "niska")
ATTRIBUTES: Final = ("FIGHT", "DEAL", "LOCATION", "SHIP", "TECH-2")
CHOICES: Final[dict[str, tuple[int, ...]]] = {
    "steal": (1, 1, 2, 9),
    "black-one": (1, 1, 2, 3),
    "cycle": (),
    "turn": (),
    "reset": (),
    "discard": (),
    "discard-one": (),
    "token-other": (1, 1, 2),
    "warrant": (),
    "lift": (),
    "retrigger": (),
    "discard-target": (),
    "dispatch": (0, 1, 2, 3, 20),
    "nab": (0, 1, 2, 3, 20),
    "gain": (0, 2, 3, 20),
    "take": (0, 2, 3, 20),
}
"""The effects that are choices, with numbers for each."""
PLAIN: Final[dict[str, tuple[int, ...]]] = {
    "draw": (1, 1, 2, 5),
    "credits": (1, 1, 2, 3, 9),
    "lose": (1, 1, 2, 9),
    "verse": (1, 1, 2, 6),
    "activation": (1, 1, 2, 3),
    "recruitment": (1, 1, 2, 3),
    "black": (1, 1, 2, 3),
    "black-all": (1, 1, 2, 3),
    "shed": (),
    "immune": (),
}
"""The effects that can stand on any ability and reward, with numbers for each."""
SPECIAL: Final[dict[str, tuple[int, ...]]] = {
    "token": (1, 2),
    "influence": (1, 2, 9),
    "strength": (1, 2, 9),
    "evade": (),
    "cancel": (),
}
MILD: Final = ("draw", "credits", "verse", "lose", "activation", "recruitment", "black", "immune")
"""Effects that hinder nobody much."""
VALUES: Final = ("credits", "verse", "assets", "command")
DEEDS: Final = ("fight", "nab", "dispatch", "deal", "recruit")
NO_REWARD: Final = ("discard-one", "discard-target")
REWARDS: Final = tuple(it for it in (*CHOICES, *PLAIN) if it not in NO_REWARD)
"""The effects that can come from a Reaver and from an action of a 'verse card."""
WORDS: Final = ("Move a card.", "⚡ Rückt vor, 1 (é)", "z", "é" * 300)
"""Printed words of abilities that are done by hand."""
STEPS: Final = ("nab", "dispatch", "defend", "deal", "recruit", "location", "reaver")
ONGOING: Final = ("defense", "nab", "dispatch", "influence", "strength", "power", "power")
FITTING: Final = (
    ("double-cross", "misbehave", "the-dart"),
    ("negotiation", "palaver"),
    ("crazy-ivan", "fei-wu", "full-burn", "the-dart"),
    (
        *("double-cross", "misbehave", "the-dart", "negotiation"),
        *("palaver", "crazy-ivan", "fei-wu", "full-burn"),
    ),
)
SETS: Final = ("shiny", "the-black", *FITTING[3])
PRESETS: Final = ("basic", "down-n-dirty", "wheel-and-deal", "xie-xie")


def some(chooser: Random, things: tuple[str, ...], numbers: tuple[int, ...]) -> list[str]:
    """Return some of these things, in any order; how many is one of the numbers."""
    return chooser.sample(things, min(len(things), chooser.choice(numbers)))


def effect(chooser: Random, name: str) -> str:
    """Return an effect with this name."""
    numbers = {**CHOICES, **PLAIN, **SPECIAL}[name]
    may = "may " if name in CHOICES and chooser.random() < 0.4 else ""
    return f"{may}{name} {chooser.choice(numbers)}" if numbers else may + name


def plain_effect(chooser: Random, *, token: bool) -> str:
    """Return an effect without may, any but cancel, with or without power tokens."""
    names = [it for it in (*CHOICES, *PLAIN, *PLAIN, *SPECIAL) if it != "cancel"]
    name = chooser.choice([it for it in names if token or it != "token"])
    return effect(chooser, name).removeprefix("may ")


def entry(chooser: Random, *, token: bool) -> str:
    """Return something that an ability done by hand may do."""
    if chooser.random() < 0.3:
        return plain_effect(chooser, token=token)
    if chooser.random() < 0.2:
        return effect(chooser, chooser.choice(("lift", "retrigger"))).removeprefix("may ")
    goal = chooser.choice(("hand", "tableau", "tableau", "recycle"))
    origins = ("hand", "tableau", "recycle", "market", "supply")
    return f"move {chooser.choice([it for it in origins if it != goal])} {goal}"


def costs(chooser: Random, number: int, theme: str = "") -> list[str]:
    """Return so many costs of an ability."""
    if theme == "maneuver" and chooser.random() < 0.5:
        return ["discard"] * number
    cards = chooser.choice(("discard", "discard", "trigger"))
    money = (cards, cards, "pay 1", f"pay {chooser.randint(1, 9)}")
    rest = ("spend 1", f"spend {chooser.choice((1, 2, 6))}")
    return [chooser.choice((*money, *money, *rest)) for _ in range(number)]


def random_ability(chooser: Random, kind: str, theme: str) -> dict[str, Json]:
    """Return an ability of a card of this kind, often one for the theme of the box."""
    themed = chooser.random() < 0.5
    type_ = chooser.choice(("trigger", "trigger", "trigger", "innate", "innate", "hand"))
    if kind in ("action", "maneuver"):
        type_ = "special"
    names = [it for it in (*CHOICES, *PLAIN) if it != "discard-target"]
    if type_ == "trigger":
        when = some(chooser, ("turn", "fight"), (1, 2, 2))
    elif kind != "maneuver" and chooser.random() < (0.5 if theme == "deal" else 0.15):
        when = ["cancel"]
    else:
        moments = ("turn", "deal", "recruit", "fight")
        when = chooser.choice(
            (some(chooser, moments, (1, 2, 4)), ["fight"], ["fight"], ["deal", "recruit"])
        )
        if themed and theme in ("fight", "deal"):
            when = [theme]
        if theme == "maneuver" and type_ == "special":
            when = chooser.choice((["turn", "fight"], [*moments]))
    if type_ not in ("special", "hand"):
        names += ["token"] * (8 if theme == "fight" else 2)
    if theme == "verse":
        names += ["verse"] * 8
    if theme == "fight":
        names += ["dispatch", "nab", "activation", "activation", "reset", "discard-one"] * 3
    if theme == "deal":
        names += ["activation"] * 6
    if theme == "maneuver" and type_ == "special":
        names += ["retrigger", "take"] * 6
    if when == ["fight"]:
        names += ["strength", "strength", "evade", "evade", "discard-target"] * 3
    if {*when} <= {"deal", "recruit"}:
        names += ["influence"] * 9
    chosen = chooser.choices(names, k=chooser.choice((1, 1, 1, 2, 2, 3, 6)))
    if when == ["cancel"]:
        chosen = ["cancel", *chosen[:-1]]
    if when == ["fight"] and theme == "fight" and type_ != "trigger" and themed:
        chosen[0] = "activation"
    often = 0.2 if theme == "verse" else 0.6
    turns = type_ == "trigger" or (type_ == "innate" and chooser.random() < often)
    number = chooser.choice((0, 0, 0, 1, 2))
    if theme == "maneuver" and type_ == "special":
        number = chooser.choice((1, 1, 2, 3))
    if type_ == "innate" and not turns:
        number = chooser.choice((0, 0, 1, 2, 3))
    ability: dict[str, Json] = {
        "type": type_,
        "turns": turns,
        "when": [*when],
        "cost": [*costs(chooser, number, theme)],
        "effects": [effect(chooser, name) for name in chosen],
    }
    if when != ["cancel"] and chooser.random() < 0.15:
        token = type_ in ("trigger", "innate")
        entries = chooser.choice((1, 2, 2, 4, 8))
        ability["effects"] = []
        ability["words"] = chooser.choice(WORDS)
        ability["may"] = [entry(chooser, token=token) for _ in range(entries)]
    return ability


COSTS: Final = {
    "dear": (4, 6, 9, 20),
    "fight": (0, 1, 1, 2, 3, 3, 4),
    "deal": (1, 2, 3, 4, 6),
    "verse": (0, 1, 2, 3, 4),
    "maneuver": (0, 9, 20),
    "": (0, 1, 1, 2, 2, 3, 4, 20),
}
"""The costs of cards in the boxes of each theme."""


def random_card(chooser: Random, name: str, kind: str, wild: float, theme: str) -> dict[str, Json]:
    """Return a card without its deck; the wilder, the more it does."""
    number = chooser.choice((0, 1, 2, 3, 4) if chooser.random() < wild else (0, 1))
    often = [theme.upper(), "FIGHT", "DEAL", "LOCATION"]
    odds = [0.9, 0.4, 0.4, 0.4, 0.15]
    attributes = [it for it in ATTRIBUTES if chooser.random() < odds[([*often, it]).index(it)]]
    chooser.shuffle(attributes)
    influence = chooser.choice((0, 1, 1, 2, 3, 20))
    power = chooser.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 10, chooser.choice(VALUES)))
    is_supply = kind in ("action", "maneuver")
    abilities: list[Json] = [random_ability(chooser, kind, theme) for _ in range(number)]
    if number > 1 and chooser.random() < 0.3:
        abilities[1] = abilities[0]
    if name == "the-black":
        return {
            **dict.fromkeys(("cost", "influence", "power"), 0),
            **{key: [] for key in ("attributes", "needs", "required", "ongoing", "abilities")},
            "name": name,
            "kind": "action",
            "icons": {},
        }
    return {
        "name": name,
        "kind": kind,
        "cost": chooser.choice(COSTS[theme]),
        "influence": chooser.choice((influence, influence, chooser.choice(VALUES))),
        "power": power,
        "attributes": [*attributes],
        "needs": [*some(chooser, ATTRIBUTES, (0, 0, 0, 0, 0, 1, 2))],
        "icons": {
            faction: chooser.choice((1, 1, 2, 6)) for faction in FACTIONS if chooser.random() < 0.4
        },
        "required": [
            effect(chooser, chooser.choice(MILD))
            if chooser.random() < 0.7
            else plain_effect(chooser, token=not is_supply)
            for _ in range(chooser.choice((0, 0, 0, 0, 1, 1, 2, 4)))
        ],
        "ongoing": [
            f"{chooser.choice(ONGOING)} {chooser.choice((1, 1, 2, 9))}"
            for _ in range(chooser.choice((0, 0, 1, 1, 2, 4)))
        ],
        "abilities": abilities,
        **({"both": True} if is_supply and chooser.random() < 0.8 else {}),
    }


def random_step(chooser: Random, theme: str) -> str:
    """Return a step of a 'verse card."""
    if theme == "fight" and chooser.random() < 0.6:
        return chooser.choice(("did fight", "did nab", "did dispatch", "pay 1", "discard"))
    if theme == "verse" and chooser.random() < 0.6:
        return chooser.choice(("discard", "pay 1", "have 1 character", "trigger character"))
    what = chooser.choice(("asset", "character", "item", *ATTRIBUTES))
    number = chooser.choice((1, 1, 2, 9))
    discard = chooser.choice(("discard", f"discard {what}"))
    did = f"did {chooser.choice(DEEDS)}"
    return chooser.choice(
        (discard, f"pay {number}", f"trigger {what}", did, f"have {number} {what}")
    )


def random_actions(chooser: Random, faction: str, theme: str) -> list[Json]:
    """Return the actions of a 'verse card; two factions may share a name."""
    known = ("warrant", "tax", "steal", "retrigger")
    most = (4,) if theme == "verse" else chooser.choice(((1, 2), (2, 3, 4)))
    actions: list[Json] = [*some(chooser, known, most)]
    for name in some(chooser, (f"v-{faction}", "v-all", "tax"), (0, 0, 1, 3)):
        names = chooser.choices(REWARDS, k=chooser.choice((1, 1, 2, 6)))
        price = chooser.choice((1, 1, 1, 2, 6))
        rewards: list[Json] = [effect(chooser, it) for it in names]
        actions.append({"name": name, "price": price, "effects": rewards})
    chooser.shuffle(actions)
    return actions


def random_episode(chooser: Random, name: str, theme: str) -> dict[str, Json]:
    """Return an episode."""
    wins: list[Json] = []
    for _ in range(chooser.choice((0, 1, 1, 3))):
        faction = chooser.choice((None, *FACTIONS))
        wins.append({"faction": faction, "credits": chooser.choice((1, 3, 6, 20, 99))})
    step = chooser.choice(("recruit", "location", "nab"))
    whose = ((), (None,), (None, None), FACTIONS, (None, None, "niska"))
    for faction in chooser.choice(whose[2:] if theme == "fight" else whose):
        if chooser.random() < 0.8:
            step = chooser.choice(STEPS[:3] if theme == "fight" else STEPS)
        count = chooser.choice((1, 2, 2, 3, 6))
        wins.append({"faction": faction, "step": step, "count": count})
    if chooser.random() < 0.5:
        goals: list[Json] = [
            {"step": step, "count": chooser.choice((1, 1, 2))}
            for step in some(chooser, chooser.choice((STEPS, STEPS[3:6])), (2, 3))
        ]
        if chooser.random() < 0.5:
            goals[0] = {"credits": chooser.choice((1, 3, 6))}
        wins = chooser.choice((wins, []))
        wins.append({"faction": chooser.choice((None, None, None, *FACTIONS)), "all": goals})
    chooser.shuffle(wins)
    reavers: list[Json] = [
        random_reaver(chooser, f"q-{it}") for it in range(chooser.choice((1, 3)))
    ]
    return {
        **({"reavers": reavers} if chooser.random() < 0.4 else {}),
        "name": name,
        "supply": None if chooser.random() < 0.5 else [*random_sets(chooser)],
        "side": chooser.choice((None, None, "A", "B")),
        "standard": chooser.random() < 0.6,
        "wins": wins,
    }


def random_sets(chooser: Random) -> list[str]:
    """Return four sets that fit the slots."""
    sets: list[str] = []
    for fitting in FITTING:
        sets.append(chooser.choice([name for name in fitting if name not in sets]))
    return sets


def random_box(chooser: Random) -> dict[str, Json]:
    """Return a box."""
    wild = chooser.choice((0.3, 0.7, 1.0))
    theme = chooser.choice(
        ("", "", "dear", "fight", "fight", "deal", "deal", "verse", "verse", "maneuver", "maneuver")
    )
    small = chooser.random() < 0.7
    maneuvers = {"crazy-ivan", "fei-wu", "full-burn", "the-dart"}
    kinds = {it: "maneuver" if it in maneuvers else "action" for it in SETS}
    card_theme = theme
    if theme == "maneuver":
        kinds, card_theme = dict.fromkeys(SETS, "maneuver"), "dear"
    elif chooser.random() < 0.3:
        kinds = {it: chooser.choice(("action", "maneuver")) for it in SETS}
    decks = [(faction, 10) for faction in FACTIONS]
    for market in ("core", "border", "rim"):
        decks.append((market, chooser.choice((2, 2, 3, 4, 6) if small else (2, 5, 20, 60))))
    cards: list[Json] = []
    for deck, number in decks:
        for place in range(number):
            kind = chooser.choice(("asset", "character", "character", "item"))
            name = f"{chooser.choice('abcxyz')}{place}-{deck[0]}-{kind[:2]}"
            cards.append({**random_card(chooser, name, kind, wild, card_theme), "deck": deck})
    chooser.shuffle(cards)
    supply: list[Json] = [random_card(chooser, it, kinds[it], 1.0, theme) for it in SETS]
    chooser.shuffle(supply)
    boards: dict[str, Json] = {}
    slots = chooser.choice(((1, 2), (1, 2) if theme == "maneuver" else (3, 4, 5), (5, 10), (5, 10)))
    for faction in FACTIONS:
        sides = [{it: chooser.choice(slots) for it in ("assets", "command")} for _ in "AB"]
        powers = chooser.choice(((1, 3, 5), (2, 3, 4, 6), (9, 12, 15), (30,)))
        boards[faction] = {
            "A": {**sides[0]},
            "B": {**sides[1], "power": {number: chooser.choice(powers) for number in "234"}},
        }
    return {
        "cards": cards,
        "supply": supply,
        "boards": boards,
        "verse": {
            faction: {
                "steps": [random_step(chooser, theme) for _ in "12"],
                "actions": [*random_actions(chooser, faction, theme)],
            }
            for faction in FACTIONS
        },
        "reavers": [random_reaver(chooser, f"r-{it}") for it in range(chooser.choice((0, 2, 4)))],
        "episodes": [
            random_episode(chooser, f"e-{it}", theme) for it in range(chooser.choice((1, 3)))
        ],
    }


def random_reaver(chooser: Random, name: str) -> dict[str, Json]:
    """Return a Reaver."""
    return {
        "name": name,
        "strength": chooser.choice((1, 1, 2, 3, 12)),
        "raid": [
            effect(chooser, chooser.choice(("lose", "black", "retrigger", *REWARDS))).removeprefix(
                "may "
            )
            for _ in range(chooser.choice((0, 1, 3, 3)))
        ],
        "reward": [
            effect(chooser, chooser.choice(REWARDS)) for _ in range(chooser.choice((0, 1, 2, 6)))
        ],
    }


def random_options(chooser: Random) -> dict[str, Json]:
    """Return options that the rules allow."""
    players = chooser.choice((2, 2, 2, 3, 3, 4))
    box = random_box(chooser)
    episodes, reavers = box["episodes"], box["reavers"]
    assert isinstance(episodes, list)
    assert isinstance(reavers, list)
    sides: list[Json] = [chooser.choice("AB") for _ in range(players)]
    supply: Json = chooser.choice(("draft", *PRESETS))
    if chooser.random() < 0.3:
        supply = [*random_sets(chooser)]
    name: Json = "none"
    in_play: Json = chooser.randint(0, len(reavers))
    if chooser.random() < 0.7:
        episode = chooser.choice(episodes)
        assert isinstance(episode, dict)
        name = episode["name"]
        sides = [episode["side"] or side for side in sides]
        supply = supply if episode["supply"] is None else "episode"
        in_play = "episode" if "reavers" in episode else in_play
    return {
        "players": players,
        "factions": [*chooser.sample(FACTIONS, players)],
        "starting_player": chooser.randrange(players),
        "sides": sides,
        "box": box,
        "episode": name,
        "supply": supply,
        "reavers": in_play,
        "turns": chooser.choice((1, 4, 8, 8, 12, 12, 20)),
        "moves": chooser.choice((10, 20, 40, 40, 200)),
    }


def careless_ability(chooser: Random, part: str) -> dict[str, Json]:
    """Return an ability of which the parts need not fit, for a card of this part of the box."""
    when = some(chooser, ("turn", "deal", "fight", "cancel"), (1, 1, 2))
    effects = some(chooser, (*SPECIAL, *SPECIAL, *CHOICES, *PLAIN), (1, 1, 2))
    may = "may " if chooser.random() < 0.2 else ""
    type_ = "special" if part == "supply" else chooser.choice(("trigger", "innate", "hand", "hand"))
    ability: dict[str, Json] = {
        "type": chooser.choice((type_, type_, type_, "trigger", "special")),
        "turns": chooser.random() < (0.8 if type_ == "trigger" else 0.2),
        "when": [*when],
        "cost": [*costs(chooser, chooser.choice((0, 0, 2))), *some(chooser, ("discard",), (0, 1))],
        "effects": [may + effect(chooser, name).removeprefix("may ") for name in effects],
    }
    if chooser.random() < 0.3:
        entries = [entry(chooser, token=True) for _ in range(chooser.choice((1, 2, 8, 9)))]
        entries[0] = chooser.choice(
            (entries[0], entries[0], "move hand hand", "may move hand tableau")
        )
        ability["effects"] = chooser.choice(([], [], [], ability["effects"]))
        ability["words"] = chooser.choice((*WORDS, "", "a\tb", "a\u00a0b", "a" * 301))
        ability["may"] = [*entries]
        ability.pop(chooser.choice(("words", "may", *["none"] * 6)), None)
    return ability


def spoil(chooser: Random, options: dict[str, Json]) -> None:
    """Change one thing in some options; often the rules then refuse them."""
    part = chooser.choice(
        ("any", "any", "cards", "cards", "supply", "episodes", "reavers", "options")
    )
    box = options["box"]
    assert isinstance(box, dict)
    things = box.get(part)
    if part == "options":
        key = chooser.choice([it for it in options if it != "box"])
        sides: list[Json] = [chooser.choice("AB") for _ in range(4)]
        options[key] = sides[:2] if key == "sides" else SPOILER.other(chooser, options[key])
    elif part == "any" or not isinstance(things, list) or not things:
        SPOILER.spoil(chooser, options)
    else:
        thing = chooser.choice(things)
        assert isinstance(thing, dict)
        spoil_part(chooser, part, thing)


def spoil_part(chooser: Random, part: str, thing: dict[str, Json]) -> None:
    """Change one thing in a card, an episode or a Reaver."""
    texts = ("may lift", "cancel", "token 1", "immune", "draw 6", "steal 01", "discard-one")
    if part == "episodes":
        thing["name"] = chooser.choice((thing["name"], thing["name"], "none"))
        goals: list[Json] = [{"step": it, "count": 1} for it in chooser.choices(STEPS, k=2)]
        goals += [{"credits": 3}] * chooser.choice((0, 1, 2, 3))
        wins: list[Json] = [{"faction": None, "all": goals}]
        more: list[Json] = [{"all": goals}, {"faction": "niska"}]
        wins += chooser.choices(more, k=chooser.choice((0, 0, 1)))
        thing["wins"] = wins
    elif part == "reavers":
        thing[chooser.choice(("raid", "reward"))] = [chooser.choice(texts)]
    elif chooser.random() < 0.3:
        thing["required"] = [chooser.choice(texts)]
    elif chooser.random() < 0.2:
        others: tuple[Json, ...] = (False, True, [], {}, 1, ["FIGHT"], "verse")
        key = chooser.choice(("both", "icons", "power", "needs", "attributes"))
        thing[key] = chooser.choice(others)
    else:
        thing["abilities"] = [careless_ability(chooser, part)]


SPOILER: Final = Spoiler(
    numbers=(-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 20, 21, 30, 31, 99, 100, 1000, 1001),
    words=(
        *("", "none", "sample", "draft", "basic", "episode", "a-card", "A" * 21, "a" * 41),
        *("cancel", "evade", "strength 1", "influence 1", "token 1", "may draw 1", "may steal 1"),
        *("draw 6", "draw 0", "draw 01", "draw", "shed 1", "defense 9", "defense 10", "pay 10"),
        *("turn", "deal", "fight", "trigger", "innate", "special", "maneuver", "asset", "core"),
        *("did deal", "did", "spend 6", "spend 7", "move hand hand", "discard FIGHT", "immune"),
        *(
            "credits",
            "discard",
            "trigger asset",
            "have 9 FIGHT",
            "have 1 action",
            "serenity",
            "shiny",
        ),
    ),
    letters="aAB0",
    keys=("extra", "name", "deck", "serenity", "count", "2", "both", "may", "words", "reavers"),
    favored={
        "box": 80,
        "cards": 9,
        "supply": 9,
        "episodes": 3,
        "reavers": 2,
        "verse": 2,
        "boards": 2,
        "abilities": 40,
        "effects": 2,
        "when": 2,
        "turns": 2,
        "wins": 5,
    },
)
"""What options are spoiled with."""
