"""Describe the actions of Misbehavin' in the words of the rulebook."""

from collections.abc import Mapping
from typing import Final

from fireflies import contract
from fireflies._texts import printed
from fireflies.contract import Hidden, Wording
from fireflies.misbehavin.box.phrases import entry_phrase
from fireflies.misbehavin.rules import actions
from fireflies.misbehavin.rules.abilities import counts
from fireflies.misbehavin.rules.pieces import Deal, Fight
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.following import CHOSEN, ability_of, follows

_BARE: Final[Mapping[type[contract.Action], str]] = {
    actions.Acquire: "Follow your 'verse card for a token",
    actions.Credit: "Commit a credit to the deal",
    actions.Nab: "Fight to nab a card into your hand",
    actions.Dispatch: "Fight to dispatch a card to its owner's recycle pile",
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
    actions.Play: "Play {}",
    actions.Trigger: "Trigger {}",
    actions.TurnCard: "Trigger {} without effect",
    actions.Deal: "Open a deal with {}",
    actions.Recruit: "Pay with {} for a recruitment",
    actions.Warrant: "Put a warrant on {}",
    actions.Retrigger: "Trigger {} again",
    actions.Reaver: "Put a token on {}",
    actions.Fight: "Begin a fight with {}",
    actions.Take: "Take {}",
    actions.LiftWarrant: "Lift the warrant on {} instead of taking a card",
    actions.Retain: "Take {} back into your hand",
    actions.Discard: "Discard {}",
}
"""Actions whose object is a card."""
_REWARDS: Final[Mapping[str, str]] = {
    "draw": "Draw a card as your reward",
    "credit": "Take a credit as your reward",
    "verse": "Take a 'verse token as your reward",
}
_DONE: Final[Mapping[str, str]] = {
    "fight": "Add nothing more",
    "deal": "Add nothing more",
    "recruit": "Add nothing more, and take cards",
    "take": "Take nothing more",
    "retain": "Take nothing more back",
    "tidy": "Keep the rest of your tableau",
    "replay": "Leave it at that",
    "by-hand": "Do nothing more by hand",
}
"""The meanings of ``done``, by phase."""
_TURN_IS_OVER: Final = ("tidy", "draw", "reveal", "over")
"""The phases after a turn; in a turn a card may be drawn or revealed too."""
_SKIP: Final[Mapping[str, str]] = {
    "played": "Leave {} untriggered",
    "ability": "Pass over this ability of {}",
    "location": "Keep The Black in your hand",
    "choose": "Choose nothing",
}
"""The meanings of ``skip``, by phase."""


def _head(action: contract.Action, view: Observed) -> str:
    """Return an action in the imperative, like ``Begin a fight with First Officer``."""
    match action:
        case Hidden():
            return f"Deal a card to seat {view.seat}"
        case actions.Done():
            return _DONE.get(view.phase, "Be done")
        case actions.Skip():
            return _SKIP.get(view.phase, "Skip it").format(_source(view))
        case actions.Do():
            return f"Use the next ability of {_source(view)}"
        case actions.BareAction():
            return _BARE[type(action)]
        case actions.CardAction(card):
            return _of_a_card(action, view, card)
        case _:
            return _other_head(action, view)


def _of_a_card(action: actions.CardAction, view: Observed, card: str) -> str:
    """Return an action whose object is a card."""
    name, known = printed(card), view.options.box.card.get(card)
    match action:
        case actions.Draw():
            return f"Deal {name} to seat {view.seat}"
        case actions.Fight() if known is not None:
            power = counts(view.players[view.seat], known.power)
            return f"Begin a fight with {name} (power {power})"
        case actions.Take() if known is not None:
            return f"Take {name} (cost {known.cost})"
        case actions.Add():
            return _adding(view, name)
        case actions.Target():
            owner = [card in [it.card for it in seat.tableau] for seat in view.players]
            return f"Attack {name}{f' of seat {owner.index(True)}' if any(owner) else ''}"
        case _:
            return _OF_A_CARD[type(action)].format(name)


def _other_head(action: contract.Action, view: Observed) -> str:
    """Return an action with an object that is no card, or more than a card."""
    match action:
        case actions.ChooseSet(card, slot):
            return f"Choose {printed(card)} for the slot {slot}"
        case actions.Use(card, number):
            return f"Use {_ability_name(view, card, number)}"
        case actions.Replay(number):
            return f"Use {_source(view, number)} again"
        case actions.SpendVerse(name):
            return f"Spend tokens on {printed(name)}"
        case actions.Tax(seat):
            return f"Tax {_whom(seat)}"
        case actions.Steal(seat):
            return f"Steal from {_whom(seat)}"
        case actions.TakeReward(reward):
            return _REWARDS[reward]
        case actions.Choose(chosen):
            thing = f"seat {chosen}" if isinstance(chosen, int) else printed(chosen)
            return CHOSEN.get(_asked(view), ("Choose {}", ""))[0].format(thing)
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


def _ability_name(view: Observed, card: str, number: int) -> str:
    """Return a card, with the number of the ability if it has several."""
    is_one = card in view.options.box.card and len(view.options.box.card[card].abilities) == 1
    return printed(card) if is_one else f"ability {number} of {printed(card)}"


def _source(view: Observed, number: int | None = None) -> str:
    """Return the card of the step that is next, with an ability; empty without such a step."""
    if not view.pending:
        return ""
    card = view.pending[0].card
    return printed(card) if number is None else _ability_name(view, card, number)


def _entry(view: Observed, number: int) -> str:
    """Return an entry of the ability that is done by hand, in words."""
    step = view.pending[0] if view.pending else None
    ability = None if step is None else ability_of(view, step.card, step.number)
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


WORDING: Final = Wording(_head, _figures, follows, standing=("power",))
"""The words of the descriptions of actions."""
