"""Players that know Smile. They see a view, like everyone, and never a state."""

from typing import Final

from fireflies.contract import Action, Turn
from fireflies.smile.pieces import BackOut, Bid, Card, Offer
from fireflies.smile.rules import State

BEAD: Final = 0.55
"""What a clear bead in the hand is worth to the greedy bot, in points, before the end."""


def greedy(turn: Turn[State]) -> Action:
    """Takes the card that brings most now, unless waiting for another one promises more.

    What a card brings is its value, or, when it would leave as a pair, the loss of the one that it
    takes along; and its beads. Waiting costs a bead and brings, at best, the best card on offer.
    """
    view = turn.view
    front = view.players[turn.seat].cards
    worth = {offer.slot: _gain(offer, front) for offer in view.row}
    outs = [action for action in turn.legal_actions if isinstance(action, BackOut)]
    bids = [action for action in turn.legal_actions if isinstance(action, Bid)]
    if not bids:
        return max(outs, key=lambda out: worth[out.slot])
    # Of cards with the same value, the bead goes on the one that is worth least to us.
    bid = min(bids, key=lambda bid: worth[bid.slot])
    if not outs:
        return bid
    out = max(outs, key=lambda out: worth[out.slot])
    # Whoever waits gets, on average, what the others leave: about the mean of the cards on offer.
    waiting = sum(worth.values()) / len(worth) - BEAD
    return out if worth[out.slot] >= waiting else bid


def _gain(offer: Offer, front: tuple[Card, ...]) -> float:
    """What a card with its beads adds to the points of a player with these cards in front."""
    card = offer.card
    mates = [other.value for other in front if card.color and other.color == card.color]
    return (-mates[0] if mates else card.value) + BEAD * offer.beads
