"""The actions of Misbehavin' in the order of their numbers, and the components they are about."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fireflies import contract
from fireflies.misbehavin.box.cards import (
    BLACK,
    CHOSEN_SETS,
    FITTING,
    MARKET_DECKS,
    SETS,
    SLOTS,
)
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.rules.actions import ACTIONS, ChooseSet, Draw, Reveal, Use
from fireflies.tensors import every


class Things(NamedTuple):
    """The components of a game that actions and features are about."""

    options: Options
    seats: range
    sets: Sequence[str]
    """The supply sets that may be in play."""
    market: Sequence[str]
    cards: Sequence[str]
    reavers: Sequence[str]
    actions: Sequence[str]
    """The actions of 'verse cards with a price."""
    once: Sequence[str]
    """The cards with an ability that is once a turn."""
    entries: int
    """The most things that an ability done by hand may do."""


def things_of(options: Options) -> Things:
    """Return the components of a game with these options."""
    box = options.box
    chosen = CHOSEN_SETS if options.slots is None else options.slots
    sets = [name for name in SETS if name in {*SETS[:2], *chosen}]
    market = sorted(card for deck in MARKET_DECKS for card in box.decks[deck])
    factions = [card for faction in options.factions for card in box.decks[faction]]
    cards = sorted([*factions, *market, *sets])
    return Things(
        options,
        range(options.players),
        sets,
        market,
        cards,
        [it.name for it in options.reavers],
        sorted({it.name for verse in options.verse for it in verse.priced}),
        [name for name in cards if any(it.is_once for it in box.card[name].abilities)],
        max((len(it.may) for name in cards for it in box.card[name].abilities), default=0),
    )


def numbered_actions(things: Things) -> Iterator[contract.Action]:
    """Yield the actions of seats, by verb in the order of the legal list."""
    options, cards = things.options, [things.options.box.card[name] for name in things.cards]
    own = [it for it in cards if not it.is_supply]
    characters = [it.name for it in own if it.kind == "character"]
    triggered = [it.name for it in own if it.triggers]
    with_card = {  # other verbs go with each card that is not of the supply
        "trigger": triggered,
        "fight": [it.name for it in cards if "FIGHT" in it.attributes],
        "deal": [it.name for it in cards if "DEAL" in it.attributes],
        "recruit": [it.name for it in cards if it.influence != 0],
        "add": [it.name for it in cards if it.name != BLACK],
        "warrant": characters,
        "retrigger": triggered,
        "reaver": things.reavers,
        "take": [name for name in (*things.market, *things.sets) if name != BLACK],
        "clear": characters,
    }
    for kind in ACTIONS:
        if kind is ChooseSet and options.slots is None:
            yield from [ChooseSet(name, slot) for slot in SLOTS for name in FITTING[slot]]
        elif kind is Use:
            for card in cards:
                numbers = [it.number for it in card.abilities if it.type != "trigger"]
                yield from [Use(card.name, number) for number in numbers]
        elif kind not in {ChooseSet, Reveal, Draw}:
            fields = {
                "card": with_card.get(kind.verb, [it.name for it in own]),
                "ability": range(1, 5),
                "name": things.actions,
                "entry": range(1, things.entries + 1),
                "seat": (*things.seats, None),
                "reward": ("credit", "draw", "verse"),
                "chosen": (*things.seats, *things.cards),
            }
            yield from every([kind], fields)
