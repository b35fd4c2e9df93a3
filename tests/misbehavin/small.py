"""A small box of plain cards, and a way to make others."""

from typing import Any, Final

FACTIONS: Final = ("serenity", "alliance", "eavesdown", "niska")
SETS: Final = (
    *("shiny", "the-black", "negotiation", "palaver", "double-cross", "misbehave"),
    *("crazy-ivan", "fei-wu", "full-burn", "the-dart"),
)
MANEUVERS: Final = SETS[6:]


def ability(
    kind: str = "trigger",
    effects: object = ("draw 1",),
    *,
    when: object = ("turn",),
    cost: object = (),
    turns: object = None,
    **words: object,
) -> dict[str, object]:
    """Return an ability of a box; it turns the card unless it is special.

    One that is done by hand has ``words`` and ``may``.
    """
    return {
        "type": kind,
        "turns": kind != "special" if turns is None else turns,
        "when": _array(when),
        "cost": _array(cost),
        "effects": _array(effects),
        **{key: _array(value) for key, value in words.items()},
    }


def _array(value: object) -> object:
    return [*value] if isinstance(value, tuple) else value


def supply_card(name: str, **parts: object) -> dict[str, object]:
    """Return the card of a supply set, plain but for the given parts."""
    return {
        "name": name,
        "kind": "maneuver" if name in MANEUVERS else "action",
        "cost": 2,
        "influence": 0,
        "power": 0,
        "attributes": [],
        "needs": [],
        "icons": {},
        "required": [],
        "ongoing": [],
        "abilities": [],
        **parts,
    }


def card(name: str, deck: str, **parts: object) -> dict[str, object]:
    """Return a card of a faction or of the market, plain but for the given parts."""
    plain = {**supply_card(name), "kind": "character", "influence": 1}
    return {**plain, "deck": deck, **parts}


CAPTAIN: Final = card(
    "captain",
    "serenity",
    cost=3,
    power=2,
    attributes=["FIGHT", "SHIP"],
    needs=["PILOT"],
    icons={"serenity": 1},
    required=["lose 1"],
    ongoing=["defense 1"],
    abilities=[ability(), ability("innate", ("strength 2",), when=("fight",))],
)

SMALL: Final[dict[str, object]] = {
    "cards": [
        CAPTAIN,
        *(card(f"s-{number}", "serenity") for number in range(1, 10)),
        *(card(f"{it[0]}-{number}", it) for it in FACTIONS[1:] for number in range(10)),
        *(
            card(f"{it}-{number}", it, cost=1)
            for it in ("core", "border", "rim")
            for number in "12"
        ),
    ],
    "supply": [
        supply_card("shiny", abilities=[ability("special")]),
        *map(supply_card, SETS[1:]),
    ],
    "boards": {
        it: {
            "A": {"assets": 2, "command": 3},
            "B": {"assets": 3, "command": 4, "power": {"2": 9, "3": 8, "4": 7}},
        }
        for it in FACTIONS
    },
    "verse": {it: {"steps": ["discard", "pay 1"], "actions": ["tax"]} for it in FACTIONS},
    "reavers": [{"name": "scout", "strength": 2, "raid": ["lose 1"], "reward": ["draw 1"]}],
    "episodes": [
        {
            "name": "score",
            "supply": ["misbehave", "palaver", "fei-wu", "the-dart"],
            "side": "B",
            "standard": True,
            "wins": [
                {"faction": None, "credits": 10},
                {"faction": "niska", "step": "nab", "count": 2},
            ],
        },
        {"name": "long", "supply": None, "side": None, "standard": False, "wins": []},
    ],
}
"""46 cards; ``captain`` has a little of everything."""


def boxed(*changed: dict[str, object]) -> dict[str, Any]:
    """Return the small box with these cards in place of those of the same names."""
    parts = {str(it["name"]): it for it in changed}
    small: dict[str, Any] = {**SMALL}
    for key in ("cards", "supply"):
        small[key] = [parts.get(str(it["name"]), it) for it in small[key]]
    return small
