"""Encode a position as the words of a packed state."""

from collections.abc import Sequence

from fireflies.smile.box.cards import Card
from fireflies.smile.fast.deck import SLOT_NUMBERS, Deck, deck_of
from fireflies.smile.fast.packed import DISCARDED, OFFERED, Words
from fireflies.smile.fast.words import EMPTY, NO_CARD
from fireflies.smile.rules.pieces import Player, Position
from fireflies.smile.text.soundness import find_fault


def encode_position(position: Position[Player]) -> tuple[Deck, Words]:
    """Return the deck of a position, and its words.

    Raises:
        ValueError: when the position can't occur in a game. Every other one can be encoded, and so
            can every position after it.
    """
    if (fault := find_fault(position)) is not None:
        raise ValueError(fault)
    fronts = [player.cards for player in position.players]
    row = tuple([offer.card for offer in position.row])
    empty_places: list[tuple[Card, ...]] = [()] * (DISCARDED - len(fronts))
    places = [*fronts, *empty_places, position.discarded, row, position.undealt]
    deck = deck_of(len(fronts), tuple(sorted([card for cards in places for card in cards])))
    next_number: dict[Card, int] = {}  # of equal cards, lower places get lower numbers
    for number, card in enumerate(deck.cards):
        next_number.setdefault(card, number)
    numbers: list[list[int]] = []
    for cards in places:
        numbers.append([])
        for card in cards:
            numbers[-1].append(next_number[card])
            next_number[card] += 1
    low, middle, high = [
        sum([2**n for place, there in enumerate(numbers) if place >> plane & 1 for n in there])
        for plane in range(3)
    ]
    slots = [SLOT_NUMBERS[offer.slot] for offer in position.row]
    beads = [offer.beads for offer in position.row]
    bids = [slot for slot, card in zip(slots, row, strict=True) if card.value == row[0].value]
    back_outs = [slot + 5 for slot, count in zip(slots, beads, strict=True) if count]
    seats = position.in_auction
    bidding = bool(seats) and len(row) == len(seats)
    turn = (
        (seats[0] if seats else 0)
        + _bits(seats, 3)
        + (position.starting_player << 8)
        + _bits(slots, 11)
        + (position.auction << 16)
    )
    everyone = range(len(fronts))
    return deck, (
        low,
        middle,
        high,
        _bytes([player.clear for player in position.players], everyone),
        _bytes([player.blue for player in position.players], everyone),
        _bytes([number - NO_CARD for number in numbers[OFFERED]], slots) + EMPTY,
        _bytes(beads, slots),
        _bits(bids + back_outs, 0) if bidding else 0,
        turn,
    )


def _bits(places: Sequence[int], offset: int) -> int:
    """Return the word in which these bits are set, each shifted up by the offset."""
    return sum([2 ** (place + offset) for place in places])


def _bytes(numbers: Sequence[int], places: Sequence[int]) -> int:
    """Return the word with each number at its byte, counted from the lowest byte."""
    return sum([number << place * 8 for number, place in zip(numbers, places, strict=True)])
