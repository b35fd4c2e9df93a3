"""Bots for Smile. Like every bot they get a view, never a state."""

from typing import Final

from fireflies.contract import Action, Turn
from fireflies.smile.box.cards import Card
from fireflies.smile.rules.actions import BackOut, Bid
from fireflies.smile.rules.pieces import Offer
from fireflies.smile.rules.state import State

BEAD: Final = 0.55
"""The value of a clear bead in points, as the greedy bot estimates it."""


def greedy(turn: Turn[State]) -> Action:
    """Return the best back-out now, or a bid when waiting promises more.

    A card is worth its value and its beads. A card that makes a pair is worth its beads less the
    value of the card in front of the player, because both cards leave. Waiting is worth the mean of
    the cards on offer, less one bead.
    """
    view = turn.view
    own_cards = view.players[turn.seat].cards
    gains = {offer.slot: _gain(offer, own_cards) for offer in view.row}
    outs = [action for action in turn.legal_actions if isinstance(action, BackOut)]
    bids = [action for action in turn.legal_actions if isinstance(action, Bid)]
    if not bids:
        return max(outs, key=lambda out: gains[out.slot])
    # Among cards of the lowest value, bid on the one that gains this seat least.
    bid = min(bids, key=lambda bid: gains[bid.slot])
    if not outs:
        return bid
    out = max(outs, key=lambda out: gains[out.slot])
    # A seat that waits gets what the others leave: about the mean of the cards on offer.
    waiting = sum(gains.values()) / len(gains) - BEAD
    return out if gains[out.slot] >= waiting else bid


def _gain(offer: Offer, front: tuple[Card, ...]) -> float:
    """Return the points that a card with its beads adds to a player with these cards in front."""
    card = offer.card
    mates = [other.value for other in front if card.color and other.color == card.color]
    return (-mates[0] if mates else card.value) + BEAD * offer.beads
