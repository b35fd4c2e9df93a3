"""The consequences of an action of Misbehavin' in a few words: totals, outcomes, abilities."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from fireflies._texts import listed, many, phrase, seats_in_words, with_article
from fireflies.contract import Event
from fireflies.contract.fields import filled
from fireflies.misbehavin.box.cards import Ability, Effect
from fireflies.misbehavin.box.phrases import effect_phrase
from fireflies.misbehavin.rules import (
    deal_events,
    effect_events,
    fight_events,
    turn_events,
    verse_events,
)
from fireflies.misbehavin.rules.abilities import find_ability
from fireflies.misbehavin.rules.pieces import Deal, Fight, Recruitment
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.rules.telling import AbilityEvent

_ANY: Final = "a card"
_CHEAP: Final = "a card of cost {n} or less"
CHOSEN: Final[Mapping[str, tuple[str, str]]] = {
    "forced": ("Discard {}", _ANY),
    "discard": ("Discard {}", "another card"),
    "trigger": ("Turn {} sideways", "another card"),
    "turn": ("Turn {} sideways", "a card of another player"),
    "reset": ("Turn {} upright", _ANY),
    "cycle": ("Send {} to its deck", "a market card"),
    "token-other": ("Put power on {}", "another card"),
    "warrant": ("Put a warrant on {}", "another player's character"),
    "lift": ("Lift the warrant on {}", _ANY),
    "retrigger": ("Trigger {} again", _ANY),
    "discard-target": ("Discard {}, which ends the fight", "the attacked card"),
    "dispatch": ("Dispatch {}", _CHEAP),
    "nab": ("Nab {}", _CHEAP),
    "gain": ("Gain {}", _CHEAP),
    "take": ("Take {}", _CHEAP),
    "move": ("Move {}", _ANY),
    "steal": ("Steal from {}", "another player"),
    "black-one": ("Give The Black to {}", "another player"),
    "discard-one": ("Make {} discard a card", "another player"),
}
"""The words for a chosen card or seat, by the step of the queue, and for what may be chosen."""
_BRIEF: Final[Mapping[str, str]] = {
    "black": "take {n:a card} of The Black",
    "black-all": "give each other player {n:a card} of The Black",
    "black-one": "give another player {n:a card} of The Black",
    "shed": "give back a card of The Black",
    "immune": "immune until your next turn ends",
    "steal": "steal {n:credit}",
    "token-other": "put {n} power on another card",
}
"""Effects in few words, where they are not those of the choice."""


def ability_of(view: Observed, card: str, number: int) -> Ability | None:
    """Return an ability of a card by its number; None when there is none."""
    known = view.options.box.card.get(card)
    return None if known is None else find_ability(known, number)


_FOLLOWS: Final[Mapping[type[Event], str]] = {
    deal_events.DealClosed: "influence {count}",
    deal_events.DealFailed: "nothing is within reach",
    deal_events.DealMade: "into your hand",
    deal_events.CardRecruited: "onto your recycle pile",
    deal_events.RecruitmentClosed: "influence {count}",
    deal_events.RecruitmentFailed: "too little for any card",
    effect_events.CardGained: "onto your recycle pile",
    effect_events.CardTakenByEffect: "into your hand",
    effect_events.DealCanceled: "cancels the deal",
    effect_events.FightEvaded: "ends the fight",
    fight_events.CardNabbed: "seat {seat} nabs {card}",
    fight_events.CardDispatched: "seat {seat} dispatches {card}",
    fight_events.CardDefended: "seat {seat} defends {card}",
    fight_events.TargetLost: "ends the fight",
    fight_events.ImmunityGained: "seat {seat} becomes immune",
    fight_events.NoTargetFound: "no card to attack",
    fight_events.ActivationsForgone: "{count:activation} lost",
    turn_events.PowerReached: "reaches the needed power",
    turn_events.BlackReceived: "{count} of The Black to seat {seat}",
    verse_events.StepMarked: "marks {step} for the episode",
    verse_events.StepNotMarked: "no token to mark {step}",
    verse_events.MarksSpent: "{count:mark} lost",
    verse_events.ReaverDefeated: "defeats {card}",
}
"""The consequences of an action, by its event."""
_TOLD: Final[Mapping[type[Event], Sequence[str]]] = {
    effect_events.CreditsGained: ("credits",),
    effect_events.CreditsLost: ("lose",),
    effect_events.TokensGained: ("verse",),
    effect_events.ActivationsGained: ("activation",),
    effect_events.RecruitmentsGained: ("recruitment",),
    effect_events.PowerAdded: ("token",),
    effect_events.InfluenceAdded: ("influence",),
    effect_events.StrengthAdded: ("strength",),
    effect_events.FightEvaded: ("evade",),
    effect_events.DealCanceled: ("cancel",),
    effect_events.BlackGained: ("black",),
    effect_events.BlackSpread: ("black-all",),
}
"""The effects that need no words: an event, a gain or a total tells them."""


def follows(view: Observed, events: Sequence[Event], after: Observed | None) -> Iterator[str]:
    """Yield the total that is reached, what the events say, and what abilities do."""
    if not events:
        return
    if after is not None:
        yield from _total(view, after, is_added=isinstance(events[0], _ADDED))
    idle = [event.words for event in events if isinstance(event, effect_events.NothingDone)]
    told = [name for event in events for name in _TOLD.get(type(event), ())]
    is_used, is_begun = isinstance(events[0], AbilityEvent), False
    for event in events:
        ability, begun = _used_with(view, event), _begun(view, event)
        is_begun = is_begun or bool(begun)
        yield from [] if ability is None else _demands(ability)
        yield from _effects(begun, idle, told)
        yield from _from_event(view, event, is_used=is_used)
    if idle and not is_begun:
        yield "the rest has no effect"
    yield from _together(view, events)


def _together(view: Observed, events: Sequence[Event]) -> Iterator[str]:
    """Yield what is told once of several events of a kind, and what the end of a turn brings."""
    asked = tuple([event.seat for event in events if isinstance(event, deal_events.DealAsked)])
    if asked:
        yield f"{seats_in_words(asked)} may cancel"
    if isinstance(events[0], turn_events.TurnEnded):
        player = view.players[view.seat]
        left = {"activation": player.activations, "recruitment": player.recruitments}
        unused = [many(count, noun) for noun, count in left.items() if count]
        yield from [f"{listed(unused)} unused"] if unused else []
    if any(isinstance(event, verse_events.ReaverRaided) for event in events):
        yield "Reavers raid"
    for event in events:
        if isinstance(event, turn_events.HandRefilled):
            yield f"draw {many(event.count, 'card')}"


def _used_with(view: Observed, event: Event) -> Ability | None:
    """Return the ability that is used with an event; None for another event."""
    match event:
        case turn_events.AbilitySkipped():
            return None
        case AbilityEvent(card=card, ability=number):
            return ability_of(view, card, number)
        case _:
            return None


def _begun(view: Observed, event: Event) -> Sequence[Effect]:
    """Return the effects that begin with an event."""
    match event:
        case turn_events.RequiredFollowed(card=card, words=words):
            return [it for it in view.options.box.card[card].required if str(it) == words]
        case verse_events.VerseSpent(seat=seat, card=name):
            priced = view.options.verse[seat].priced_action(name)
            return () if priced is None else priced.effects
        case _:
            ability = _used_with(view, event)
            return () if ability is None else ability.effects


def _demands(ability: Ability) -> Iterator[str]:
    """Yield what becomes of cards when an ability is used, and whether it is done by hand."""
    if ability.type == "hand":
        yield "discards it"
    elif ability.turns and ability.type != "trigger":
        yield "turns it sideways"
    yield from (_choice(it.name) for it in ability.cost if it.name in CHOSEN)
    if ability.words:
        yield "by hand"


def _from_event(view: Observed, event: Event, *, is_used: bool) -> Iterator[str]:
    """Yield what else an event says; ``is_used`` is true where an ability is used first."""
    match event:
        case verse_events.StepsBegan(seat=seat):
            steps = view.options.verse[seat].steps
            chosen = [(it.name, with_article(it.what or "card")) for it in steps]
            yield from (_choice(name, thing=it) for name, it in chosen if name in CHOSEN)
        case fight_events.BatchBegan(seat=seat) if seat != view.seat:
            yield f"seat {seat} may add"
        case fight_events.SupplyReturned() if is_used:
            yield "goes back to the supply"
        case _ if type(event) in _FOLLOWS:
            yield filled(_FOLLOWS[type(event)], event, event.names)
        case _:
            pass


def _effects(
    effects: Sequence[Effect], idle: Sequence[str], told: Collection[str]
) -> Iterator[str]:
    """Yield effects in a few words each, and whether some have none."""
    left = [it for it in effects if str(it) not in idle]
    yield from (_brief(it) for it in left if it.name not in told)
    if len(left) < len(effects):
        yield "the rest has no effect" if left else "no effect"


def _brief(effect: Effect) -> str:
    """Return an effect in a few words."""
    if effect.name in _BRIEF:
        told = phrase(_BRIEF[effect.name], effect.n)
    elif effect.name in CHOSEN:
        told = _choice(effect.name, effect.n)
    else:
        return effect_phrase(effect)
    return f"you may {told}" if effect.may else told


def _choice(name: str, n: int | None = None, thing: str = "") -> str:
    """Return a choice of this name in a few words, of this thing or of what may be chosen."""
    words, usual = CHOSEN[name]
    told = words.format(thing or phrase(usual, n))
    return f"{told[:1].lower()}{told[1:]}"


_ADDED: Final = (
    deal_events.CreditCommitted,
    deal_events.DealAdded,
    deal_events.RecruitmentAdded,
    fight_events.AttackerAdded,
    fight_events.DefenderAdded,
)
"""The events after which the total is told even when it is what it was."""


def _total(view: Observed, after: Observed, *, is_added: bool) -> Iterator[str]:
    """Yield the influence or the strengths of what goes on, when they are others than before."""
    is_same = after.totals == view.totals and type(after.activity) is type(view.activity)
    if is_same and not is_added:
        return
    match after.activity:
        case Fight(goes_on=True):
            yield f"attack {after.totals[0]} against {after.totals[1]}"
        case Deal(stage="open" | "closed"):
            yield f"influence {after.totals[0]}"
        case Recruitment(taken=taken):
            yield f"influence {after.totals[0]}{' left' if taken else ''}"
        case _:
            pass
