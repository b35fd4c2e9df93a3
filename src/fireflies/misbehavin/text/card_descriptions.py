"""Describe a card of Misbehavin': in short form for the narrow table, and in full in sentences."""

from typing import Final

from fireflies._texts import glued, many, printed
from fireflies.misbehavin.box.cards import Ability, Card, Reaver
from fireflies.misbehavin.text.sentences import (
    card_sentences,
    defeated_by,
    reaver_sentences,
    signs_explained,
)

_IN_A_SENTENCE: Final = 6
"""The most signs that a sentence lists: attributes may be long."""
_ABILITIES: Final = {"trigger": "⚡", "innate": "i", "hand": "h"}
_SIGNS: Final = {"trigger": "T", "innate": "I", "hand": "H", "special": "S"}


def card_text(card: Card, *, abilities: bool = True) -> str:
    """Return a card in short form, like ``Young Medic 2/2/0 [T discard: draw 2]``."""
    head = f"{printed(card.name)} {'/'.join(figures(card).values())}"
    said = [it for it in extras(card) if abilities or not it.startswith("[")]
    return " ".join(map(glued, [head, *said]))


def figures(card: Card) -> dict[str, str]:
    """Return cost, influence and power of a card by their names; ``X`` where it is computed."""
    return {
        "cost": str(card.cost),
        "influence": _figure(card.influence),
        "power": _figure(card.power),
    }


def values(card: Card) -> str:
    """Return cost, influence and power of a card in words."""
    return ", ".join(f"{name} {figure}" for name, figure in figures(card).items())


def _figure(value: int | str) -> str:
    return str(value) if isinstance(value, int) else "X"


def extras(card: Card) -> list[str]:
    """Return the other properties of a card in short form, part by part."""
    return [
        *card.attributes,
        *(f"needs {need}" for need in card.needs),
        *icons(card),
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


def signs(card: Card) -> str:
    """Return a card in signs, like ``C PILOT s1 ⚡``, which the legend of the picture explains."""
    kind = [] if card.kind == "action" else [card.kind[0].upper()]
    needed = [f"needs {need}" for need in card.needs]
    types = [it.type for it in card.abilities]
    return " ".join(
        [
            *kind,
            *card.attributes,
            *needed,
            *icons(card),
            *(["!"] if card.required else []),
            *(["+"] if card.ongoing else []),
            *(sign for kind, sign in _ABILITIES.items() if kind in types),
        ]
    )


def icons(card: Card) -> list[str]:
    """Return the icons of a card in short form, like ``s1``."""
    return [f"{faction[0]}{count}" for faction, count in card.icons]


def icons_in_words(card: Card) -> list[str]:
    """Return the icons of a card in words, like ``1 Serenity icon``."""
    return [many(count, f"{printed(faction)} icon") for faction, count in card.icons]


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
    name = printed(card.name)
    if isinstance(card, Reaver):
        return [f"{name}: a Reaver, {defeated_by(card)}.", *reaver_sentences(card)]
    signs = [*card.attributes, *icons_in_words(card)]
    groups = [
        signs[first : first + _IN_A_SENTENCE] for first in range(0, len(signs), _IN_A_SENTENCE)
    ]
    has = " ".join([f"It has {', '.join(group)}." for group in groups])
    return [
        f"{name}: {card.kind}, {values(card)}.",
        *([has] if has else []),
        *card_sentences(card),
    ]


def explain_card(card: Card | Reaver) -> list[str]:
    """Return everything printed on a card in words, and what its signs mean."""
    signs = [] if isinstance(card, Reaver) else signs_explained(card)
    return [*describe_card(card), *signs]
