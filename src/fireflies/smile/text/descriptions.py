"""Describe the actions of Smile in words, and the named things of a table as data."""

from collections.abc import Iterator, Sequence
from typing import Final

from fireflies.contract import Action, Event, Wording
from fireflies.contract.descriptions import POINT
from fireflies.smile.box.cards import Card
from fireflies.smile.rules.actions import BackOut, Bid, Reveal
from fireflies.smile.rules.events import BeadsBorrowed, LastCardTaken, PairDiscarded
from fireflies.smile.rules.view import View


def _head(action: Action, view: View) -> str:
    """Return an action in the imperative, like ``Put a bead on the 4 red``."""
    match action:
        case Reveal(card):
            return f"Turn up {_the(card)}"
        case Bid(slot):
            return f"Put a bead on {_offered(view, slot)}"
        case BackOut(slot):
            return f"Back out with {_offered(view, slot)}"
        case _:
            return str(action)


def _offered(view: View, slot: str) -> str:
    """Return the card on offer in a slot in words; the slot alone when there is none."""
    return next((_the(offer.card) for offer in view.row if offer.slot == slot), slot)


def _the(card: Card) -> str:
    """Return a card with its article and a minus sign, like ``the 4 red``."""
    return f"the {card}".replace("-", "\u2212")


def _figures(view: View) -> list[dict[str, int | None]]:
    """Return the clear beads of each seat, and the points of its other pieces.

    The points of clear beads depend on all that a seat has, and would make a card look worth more
    or less than it shows.
    """
    return [
        {"bead": None, POINT: None}
        if clear is None or blue is None
        else {"bead": clear, POINT: sum(card.value for card in cards) - blue}
        for clear, blue, cards in view.players
    ]


def _follows(view: View, events: Sequence[Event], _after: View | None) -> Iterator[str]:
    """Yield what happens to the player and to the last card of the auction."""
    for event in events:
        match event:
            case BeadsBorrowed():
                yield "which you borrow: a blue bead for it"
            case PairDiscarded(seat, (mate, _)) if seat == view.actor:
                yield f"a pair with {_the(mate)}, both are out"
            case LastCardTaken(seat, _, card, _):
                yield f"seat {seat} gets {_the(card)}"
            case _:
                pass


WORDING: Final = Wording(_head, _figures, _follows)
"""The words of the descriptions of actions."""
