"""Describe a card of Misbehavin' in words: in short form for the drawn table, and in full."""

from typing import Final

from fireflies._texts import glued, many
from fireflies.misbehavin.box.cards import Ability, Card, Reaver

_SIGNS: Final = {"trigger": "T", "innate": "I", "special": "S"}
_TYPES: Final = {"trigger": "triggered", "innate": "innate", "special": "special"}


def card_text(card: Card) -> str:
    """Return a card in short form, like ``young-medic 2/2/0 [T discard: draw 2]``."""
    return " ".join([glued(f"{card.name} {figures(card)}"), *map(glued, extras(card))])


def figures(card: Card) -> str:
    """Return cost, influence and power of a card, like ``2/X/0``."""
    influence = card.influence if isinstance(card.influence, int) else "X"
    return f"{card.cost}/{influence}/{card.power}"


def extras(card: Card) -> list[str]:
    """Return the other properties of a card, part by part."""
    return [
        *card.attributes,
        *(f"needs {need}" for need in card.needs),
        *(f"{faction[0]}{count}" for faction, count in card.icons),
        *([] if isinstance(card.influence, int) else [f"X={card.influence}"]),
        *(f"must {effect}" for effect in card.required),
        *map(str, card.ongoing),
        *(
            f"[{_SIGNS[it.type] if it.turns else _SIGNS[it.type].lower()} {_does(it)}]"
            for it in card.abilities
        ),
    ]


def _does(ability: Ability) -> str:
    costs = ", ".join(map(str, ability.cost))
    effects = ", ".join(map(str, ability.effects))
    when = "" if ability.when == ("turn",) else f" | {' '.join(ability.when)}"
    return f"{costs}: {effects}{when}" if costs else f"{effects}{when}"


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
    values = f"cost {card.cost}, influence {influence}, power {card.power}"
    lines = [f"{card.name}: {card.kind}, {values}"]
    told = {
        "attributes": card.attributes,
        "needs": card.needs,
        "icons": [f"{faction} {count}" for faction, count in card.icons],
        "required when played": card.required,
        "in fights": card.ongoing,
    }
    lines += [f"{what}: {', '.join(map(str, things))}" for what, things in told.items() if things]
    for it in card.abilities:
        turns = ", turns the card" if it.turns else ""
        costs = f" (cost: {', '.join(map(str, it.cost))})" if it.cost else ""
        effects = ", ".join(map(str, it.effects))
        when = " or ".join(it.when)
        lines.append(f"ability {it.number}, {_TYPES[it.type]}, in {when}{turns}: {effects}{costs}")
    return lines
