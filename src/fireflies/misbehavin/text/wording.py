"""Describe the actions of Misbehavin' in the words of the rulebook."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fireflies import contract
from fireflies._texts import printed
from fireflies.contract import Event, Hidden, Wording
from fireflies.contract.fields import filled
from fireflies.misbehavin.box.cards import Ability
from fireflies.misbehavin.rules import (
    actions,
    deal_events,
    effect_events,
    fight_events,
    turn_events,
    verse_events,
)
from fireflies.misbehavin.rules.pieces import Deal, Fight, Recruitment
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.rules.telling import AbilityEvent
from fireflies.misbehavin.text.sentences import effect_phrase, entry_phrase

_BARE: Final[Mapping[type[contract.Action], str]] = {
    actions.Acquire: "Follow your 'verse card for a token",
    actions.Credit: "Commit a credit to the deal",
    actions.Nab: "Fight to nab",
    actions.Dispatch: "Fight to dispatch",
    actions.Retry: "Try the deal again with the same cards",
    actions.Salvage: "Recruit with the cards of the deal",
    actions.Drop: "Give up the cards of the deal",
    actions.ReturnBlack: "Return a card of The Black to the supply",
    actions.Pass: "Let the deal go on",
    actions.End: "End your turn",
}
"""Actions without an object."""
_OF_A_CARD: Final[Mapping[type[contract.Action], str]] = {
    actions.Reveal: "Turn up {}",
    actions.Draw: "Draw {}",
    actions.Play: "Play {}",
    actions.Trigger: "Trigger {}",
    actions.TurnCard: "Trigger {} without effect",
    actions.Fight: "Begin a fight with {}",
    actions.Deal: "Begin a deal with {}",
    actions.Recruit: "Begin a recruitment: pay with {}",
    actions.Warrant: "Put a warrant on {}",
    actions.Retrigger: "Trigger {} again",
    actions.Reaver: "Put a token on {}",
    actions.Take: "Take {}",
    actions.LiftWarrant: "Lift the warrant on {}",
    actions.Retain: "Take {} back into your hand",
    actions.Discard: "Discard {}",
}
"""Actions whose object is a card."""
_REWARDS: Final[Mapping[str, str]] = {
    "draw": "Draw a card",
    "credit": "Take a credit",
    "verse": "Take a 'verse token",
}
_CHOSEN: Final[Mapping[str, str]] = {
    "forced": "Discard {}",
    "discard": "Discard {}",
    "trigger": "Trigger {}",
    "turn": "Trigger {}",
    "reset": "Reset {}",
    "cycle": "Send {} back into its market deck",
    "token-other": "Put power on {}",
    "warrant": "Put a warrant on {}",
    "lift": "Lift the warrant on {}",
    "retrigger": "Trigger {} again",
    "dispatch": "Dispatch {}",
    "nab": "Nab {}",
    "gain": "Gain {}",
    "take": "Take {}",
    "move": "Move {}",
    "steal": "Steal from {}",
    "black-one": "Give The Black to {}",
    "discard-one": "Make {} discard a card",
}
"""What is done with a chosen card or seat, by the step of the queue."""
_DONE: Final[Mapping[str, str]] = {
    "fight": "Add nothing more for now",
    "deal": "Add nothing more to the deal",
    "recruit": "Add nothing more, and take cards",
    "take": "Take nothing more",
    "retain": "Take nothing more back",
    "tidy": "Keep the rest of your tableau",
    "replay": "Leave it at that",
    "by-hand": "Do nothing more by hand",
}
"""What ``done`` means, by phase."""
_TURN_IS_OVER: Final = ("tidy", "draw", "reveal", "over")
"""The phases after a turn; in a turn a card may be drawn or revealed too."""
_SKIP: Final[Mapping[str, str]] = {
    "played": "Leave it untriggered",
    "ability": "Pass over this ability",
    "location": "Keep The Black",
    "choose": "Do without it",
}
"""What ``skip`` means, by phase."""


def _head(action: contract.Action, view: Observed) -> str:
    """Return an action in the imperative, like ``Begin a fight with First Officer``."""
    match action:
        case Hidden():
            return "Draw a card"
        case actions.Done():
            return _DONE.get(view.phase, "Be done")
        case actions.Skip():
            return _SKIP.get(view.phase, "Skip it")
        case actions.Do():
            return f"Use the next ability of {printed(view.pending[0].card)}"
        case actions.Add(card):
            return _adding(view, printed(card))
        case actions.Target(card):
            owner = [card in [it.card for it in seat.tableau] for seat in view.players]
            whose = f" of seat {owner.index(True)}" if any(owner) else ""
            return f"Attack {printed(card)}{whose}"
        case actions.BareAction():
            return _BARE[type(action)]
        case actions.CardAction(card):
            return _OF_A_CARD[type(action)].format(printed(card))
        case _:
            return _other_head(action, view)


def _other_head(action: contract.Action, view: Observed) -> str:
    """Return an action with an object that is no card, or more than a card."""
    match action:
        case actions.ChooseSet(card, slot):
            return f"Choose {printed(card)} for the slot {slot}"
        case actions.Use(card, number):
            return f"Use {_ability_name(view, card, number)}"
        case actions.Replay(number):
            return f"Use {_ability_name(view, view.pending[0].card, number)} again"
        case actions.SpendVerse(name):
            return f"Spend tokens: {printed(name)}"
        case actions.Tax(seat):
            return f"Tax {_whom(seat)}"
        case actions.Steal(seat):
            return f"Steal from {_whom(seat)}"
        case actions.TakeReward(reward):
            return _REWARDS[reward]
        case actions.Choose(chosen):
            thing = f"seat {chosen}" if isinstance(chosen, int) else printed(chosen)
            return _CHOSEN.get(_asked(view), "Choose {}").format(thing)
        case actions.DoEntry(number):
            entry = _entry(view, number)
            return f"By hand: {entry}" if entry else f"Do entry {number} by hand"
        case _:
            return str(action)


def _asked(view: Observed) -> str:
    """Return the step that waits for a choice, or what a step of the 'verse card demands."""
    if not view.pending:
        return ""
    step = view.pending[0]
    if step.name != "step":
        return step.name
    return view.options.verse[step.seat].steps[step.number - 1].name


def _adding(view: Observed, card: str) -> str:
    """Return in words that a card is added to the fight, deal or recruitment that goes on."""
    match view.activity:
        case Fight(seat=attacker):
            return f"Add {card} to the {'attack' if view.seat == attacker else 'defense'}"
        case Deal():
            return f"Add {card} to the deal"
        case _:
            return f"Pay with {card}"


def _whom(seat: int | None) -> str:
    return "the supply" if seat is None else f"seat {seat}"


def _ability(view: Observed, card: str, number: int) -> Ability | None:
    """Return an ability of a card by its number; None when there is none."""
    known = view.options.box.card.get(card)
    found = () if known is None else known.abilities
    return next((it for it in found if it.number == number), None)


def _ability_name(view: Observed, card: str, number: int) -> str:
    """Return a card, with the number of the ability if it has several."""
    is_one = card in view.options.box.card and len(view.options.box.card[card].abilities) == 1
    return printed(card) if is_one else f"ability {number} of {printed(card)}"


def _entry(view: Observed, number: int) -> str:
    """Return an entry of the ability that is done by hand, in words."""
    step = view.pending[0]
    ability = _ability(view, step.card, step.number)
    entries = () if ability is None else ability.may
    return entry_phrase(entries[number - 1]) if number in range(1, len(entries) + 1) else ""


def _figures(view: Observed) -> list[dict[str, int | None]]:
    """Return what each seat has that can be spent or gained.

    What is lost with the end of a turn is no price, so it is hidden then.
    """
    is_over = view.phase in _TURN_IS_OVER
    return [
        {
            "credit": player.credits,
            "token": player.verse,
            "activation": None if is_over or seat != view.turn_player else player.activations,
            "recruitment": None if is_over or seat != view.turn_player else player.recruitments,
            "power": player.power,
        }
        for seat, player in enumerate(view.players)
    ]


_FOLLOWS: Final[Mapping[type[Event], str]] = {
    deal_events.DealAsked: "asks seat {seat}",
    deal_events.DealFailed: "nothing is within reach",
    deal_events.RecruitmentFailed: "too little for any card",
    deal_events.RecruitmentSplit: "influence {count} left",
    effect_events.DealCanceled: "cancels the deal",
    effect_events.FightEvaded: "evades the fight",
    effect_events.NothingDone: "no effect",
    fight_events.StrengthCompared: "attack {attack} against {defense}",
    fight_events.CardNabbed: "seat {seat} nabs {card}",
    fight_events.CardDispatched: "seat {seat} dispatches {card}",
    fight_events.CardDefended: "seat {seat} defends {card}",
    fight_events.NoTargetFound: "no card to attack",
    fight_events.ActivationsForgone: "{count:activation} lost",
    turn_events.ActivationsUnused: "{count:activation} unused",
    turn_events.HandRefilled: "draws {count:card}",
    turn_events.PowerReached: "reaches the needed power",
    verse_events.StepMarked: "marks {step} for the episode",
    verse_events.ReaverDefeated: "defeats {card}",
    verse_events.ReaverRaided: "{card} raids",
}
"""What follows from an action, by its event."""


def _follows(view: Observed, events: Sequence[Event], after: Observed | None) -> Iterator[str]:
    """Yield the total that is reached, what the events say, and what the ability does."""
    if after is not None:
        yield from _total(view, after)
    for event in events:
        if type(event) in _FOLLOWS:
            yield filled(_FOLLOWS[type(event)], event, event.names)
    is_told = any(isinstance(event, _GAINS) for event in events)
    for event in events:
        match event:
            case turn_events.AbilitySkipped():
                pass
            case AbilityEvent(card=card, ability=number):
                ability = _ability(view, card, number)
                effects = () if ability is None else ability.effects
                left = [it for it in effects if not is_told or it.name not in _COUNTED]
                yield from map(effect_phrase, left)
            case _:
                pass


_GAINS: Final = (
    effect_events.CreditsGained,
    effect_events.CreditsLost,
    effect_events.TokensGained,
    effect_events.ActivationsGained,
    effect_events.RecruitmentsGained,
    effect_events.PowerAdded,
)
"""The events of what is counted as a gain."""
_COUNTED: Final = ("credits", "lose", "verse", "activation", "recruitment", "token")
"""The effects that such an event tells."""


def _total(view: Observed, after: Observed) -> Iterator[str]:
    """Yield the influence or the strengths of what goes on, when they are others than before."""
    if after.totals == view.totals and type(after.activity) is type(view.activity):
        return
    match after.activity:
        case Fight(goes_on=True):
            yield f"attack {after.totals[0]} against {after.totals[1]}"
        case Deal() | Recruitment():
            yield f"influence {after.totals[0]}"
        case _:
            pass


WORDING: Final = Wording(_head, _figures, _follows)
"""The words of the descriptions of actions."""
