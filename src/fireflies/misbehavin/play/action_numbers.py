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
    Card,
)
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.rules.actions import (
    Acquire,
    Add,
    CardAction,
    Choose,
    ChooseSet,
    Credit,
    Discard,
    Dispatch,
    Do,
    DoEntry,
    Done,
    Drop,
    End,
    LiftWarrant,
    Nab,
    Pass,
    Play,
    Reaver,
    Recruit,
    Replay,
    Retain,
    Retrigger,
    Retry,
    ReturnBlack,
    Salvage,
    Skip,
    SpendVerse,
    Steal,
    Take,
    TakeReward,
    Target,
    Tax,
    Trigger,
    TurnCard,
    Use,
    Warrant,
)
from fireflies.misbehavin.rules.actions import Deal as OpenDeal
from fireflies.misbehavin.rules.actions import Fight as PickFight


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
    abilities = [it for name in cards for it in box.card[name].abilities]
    return Things(
        options,
        range(options.players),
        sets,
        market,
        cards,
        [it.name for it in options.reavers],
        sorted({it.name for verse in options.verse for it in verse.priced}),
        [name for name in cards if any(it.is_once for it in box.card[name].abilities)],
        max((len(it.may) for it in abilities), default=0),
    )


def numbered_actions(things: Things) -> Iterator[Sequence[contract.Action]]:
    """Yield the actions of seats, by verb in the order of the legal list."""
    options, cards = things.options, [things.options.box.card[name] for name in things.cards]
    own = [it for it in cards if not it.is_supply]
    shown = [it for it in cards if it.name != BLACK]
    characters = [it for it in own if it.kind == "character"]
    triggered = [it for it in own if it.triggers]
    payers = (*things.seats, None)
    if options.slots is None:
        yield [ChooseSet(name, slot) for slot in SLOTS for name in FITTING[slot]]
    yield _each(Play, own)
    yield _each(Trigger, triggered)
    yield _each(TurnCard, own)
    yield _each(PickFight, [it for it in cards if "FIGHT" in it.attributes])
    yield _each(OpenDeal, [it for it in cards if "DEAL" in it.attributes])
    yield _each(Recruit, [it for it in cards if it.influence != 0])
    yield [Acquire()]
    yield _each(Add, shown)
    yield [Credit()]
    for card in cards:
        yield [Use(card.name, it.number) for it in card.abilities if it.type != "trigger"]
    yield [Replay(number) for number in range(1, 5)]
    yield [SpendVerse(name) for name in things.actions]
    yield _each(Warrant, characters)
    yield [Tax(seat) for seat in payers]
    yield [Steal(seat) for seat in payers]
    yield _each(Retrigger, triggered)
    yield [Reaver(name) for name in things.reavers]
    yield [Nab(), Dispatch()]
    yield _each(Target, own)
    yield [TakeReward("credit"), TakeReward("draw"), TakeReward("verse")]
    yield [Take(name) for name in (*things.market, *things.sets) if name != BLACK]
    yield _each(LiftWarrant, characters)
    yield _each(Retain, own)
    yield [Retry(), Salvage(), Drop()]
    yield _each(Discard, own)
    yield [Choose(seat) for seat in things.seats]
    yield [Choose(name) for name in things.cards]
    yield [DoEntry(number) for number in range(1, things.entries + 1)]
    yield [Do(), ReturnBlack(), Skip(), Pass(), Done(), End()]


def _each(kind: type[CardAction], cards: Sequence[Card]) -> list[contract.Action]:
    """Return an action of this class for each card."""
    return [kind(card.name) for card in cards]
