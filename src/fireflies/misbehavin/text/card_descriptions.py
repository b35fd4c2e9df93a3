"""Describe a card of Misbehavin' in words: in short form for the drawn table, and in full."""

from typing import Final

from fireflies._texts import glued, many
from fireflies.misbehavin.box.cards import Ability, Card, Reaver

_SIGNS: Final = {"trigger": "T", "innate": "I", "hand": "H", "special": "S"}
_TYPES: Final = {
    "trigger": "triggered",
    "innate": "innate",
    "hand": "from the hand",
    "special": "special",
}


def card_text(card: Card) -> str:
    """Return a card in short form, like ``young-medic 2/2/0 [T discard: draw 2]``."""
    return " ".join([glued(f"{card.name} {figures(card)}"), *map(glued, extras(card))])


def figures(card: Card) -> str:
    """Return cost, influence and power of a card, like ``2/X/0``."""
    influence, power = (it if isinstance(it, int) else "X" for it in (card.influence, card.power))
    return f"{card.cost}/{influence}/{power}"


def extras(card: Card) -> list[str]:
    """Return the other properties of a card, part by part."""
    return [
        *card.attributes,
        *(f"needs {need}" for need in card.needs),
        *(f"{faction[0]}{count}" for faction, count in card.icons),
        *([] if isinstance(card.influence, int) else [f"X={card.influence}"]),
        *([] if isinstance(card.power, int) else [f"power X={card.power}"]),
        *(f"must {effect}" for effect in card.required),
        *map(str, card.ongoing),
        *(["both"] if card.both else []),
        *(
            f"[{_SIGNS[it.type] if it.turns else _SIGNS[it.type].lower()} {_does(it)}]"
            for it in card.abilities
        ),
    ]


def _does(ability: Ability) -> str:
    costs = ", ".join(map(str, ability.cost))
    effects = _said(ability)
    when = "" if ability.when == ("turn",) else f" | {' '.join(ability.when)}"
    return f"{costs}: {effects}{when}" if costs else f"{effects}{when}"


def _said(ability: Ability) -> str:
    """Return the effects of an ability, or its words and what they may do."""
    if ability.words:
        return f"\u201c{ability.words}\u201d by hand: {', '.join(map(str, ability.may))}"
    return ", ".join(map(str, ability.effects))


def describe_card(card: Card | Reaver) -> list[str]:
    """Return everything printed on a card in words, a line for each property."""
    if isinstance(card, Reaver):
        raid, reward = (", ".join(map(str, it)) or "nothing" for it in (card.raid, card.reward))
        return [
            f"{card.name}: a Reaver, defeated by {many(card.strength, 'token')}",
            f"raid: {raid}",
            f"reward: {reward}",
        ]
    influence = card.influence if isinstance(card.influence, int) else f"X ({card.influence})"
    power = card.power if isinstance(card.power, int) else f"X ({card.power})"
    values = f"cost {card.cost}, influence {influence}, power {power}"
    lines = [f"{card.name}: {card.kind}, {values}"]
    told = {
        "attributes": card.attributes,
        "needs": card.needs,
        "icons": [f"{faction} {count}" for faction, count in card.icons],
        "required when played": card.required,
        "ongoing": card.ongoing,
        "may be used for": ["its attribute or influence and an ability"] if card.both else [],
    }
    lines += [f"{what}: {', '.join(map(str, things))}" for what, things in told.items() if things]
    for it in card.abilities:
        turns = ", turns the card" if it.turns else ", once a turn" if it.is_once else ""
        costs = f" (cost: {', '.join(map(str, it.cost))})" if it.cost else ""
        effects = _said(it)
        when = " or ".join(it.when)
        lines.append(f"ability {it.number}, {_TYPES[it.type]}, in {when}{turns}: {effects}{costs}")
    return lines
