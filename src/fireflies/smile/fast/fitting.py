"""Whether a position fits into words, now and until its game is over, and how."""

from collections.abc import Iterator, Sequence
from typing import Final

from fireflies.smile.fast.deck import SLOT_NUMBERS, Deck, deck_of
from fireflies.smile.fast.packed import DISCARDED, Words
from fireflies.smile.fast.rows import EMPTY, NONE
from fireflies.smile.pieces import SEATS, Card, Player, Position

MOST: Final = 255
"""The most beads that a byte holds."""

_AUCTIONS: Final = range(1, MOST)


def fit(position: Position[Player]) -> tuple[Deck, Words]:
    """The deck of a position, and its words.

    Raises:
        ValueError: when it has no room in them, or is such that a packed rule would not hold.
    """
    for fault in _faults(position):
        raise ValueError(fault)
    fronts = [player.cards for player in position.players]
    row = tuple([offer.card for offer in position.row])
    none: list[tuple[Card, ...]] = [()] * (DISCARDED - len(fronts))
    places = [*fronts, *none, position.discarded, row, position.undealt]
    deck = deck_of(len(fronts), tuple(sorted([card for cards in places for card in cards])))
    free: dict[Card, int] = {}  # of equal cards, the lower places get the lower numbers
    for number, card in enumerate(deck.cards):
        free.setdefault(card, number)
    numbers: list[list[int]] = []
    for cards in places:
        numbers.append([])
        for card in cards:
            numbers[-1].append(free[card])
            free[card] += 1
    low, middle, high = [
        sum([2**n for place, at in enumerate(numbers) if place >> plane & 1 for n in at])
        for plane in range(3)
    ]
    slots = [SLOT_NUMBERS.get(offer.slot, DISCARDED) for offer in position.row]
    beads = [offer.beads for offer in position.row]
    lowest = [slot for slot, card in zip(slots, row, strict=True) if card.value == row[0].value]
    loaded = [slot + 5 for slot, count in zip(slots, beads, strict=True) if count]
    seats = position.in_auction
    bidding = bool(seats) and len(row) == len(seats)
    turn = (
        (seats[0] if seats else 0)
        + _bits(seats, 3)
        + (position.starting_player << 8)
        + _bits(slots, 11)
        + (position.auction << 16)
    )
    return deck, (
        low,
        middle,
        high,
        _laid([player.clear for player in position.players], range(len(fronts)), 8),
        _laid([player.blue for player in position.players], range(len(fronts)), 8),
        _laid([number - NONE for number in numbers[-2]], slots, 8) + EMPTY,
        _laid(beads, slots, 8),
        _bits(lowest + loaded, 0) if bidding else 0,
        turn,
    )


def _bits(places: Sequence[int], offset: int) -> int:
    """The number with these bits, so many places up."""
    return sum([2 ** (place + offset) for place in places])


def _laid(numbers: Sequence[int], places: Sequence[int], width: int) -> int:
    """The numbers at their places in a word, each so many bits wide."""
    return sum([number << place * width for number, place in zip(numbers, places, strict=True)])


def _faults(position: Position[Player]) -> Iterator[str]:
    """What would make packed rules differ from the readable ones, most telling first.

    What is not asked here is whether the words give the position back: its packer sees to that.
    """
    hands, row, seats = position.players, position.row, position.in_auction
    players = len(hands)
    if players not in SEATS:
        yield f"{players} seats, not {SEATS[0]} to {SEATS[-1]}"
    if any(seat not in range(players) for seat in (*seats, position.starting_player)):
        yield f"a seat that is none of {players}"
    if position.auction not in _AUCTIONS:
        yield f"auction {position.auction}"
    values = [offer.card.value for offer in row]
    if values != sorted(values):
        yield "a row that does not go from the lowest card to the highest"
    for player in hands:
        colors = [card.color for card in player.cards if card.color]
        if len(colors) > len(dict.fromkeys(colors)):
            yield "two cards of one color in front of a seat"
    revealing = len(row) < len(seats)
    waiting = len(position.undealt) + (len(row) if revealing else 0)
    if waiting % players:
        yield f"{waiting} cards to be dealt to {players} players"
    yield from _row_faults(position)
    yield from _bead_faults(position, waiting // players)


def _row_faults(position: Position[Player]) -> Iterator[str]:
    """A row that doesn't fit the seats, or that is not as it is while cards are revealed."""
    row, seats = position.row, position.in_auction
    revealing = len(row) < len(seats)
    slots = [offer.slot for offer in row]
    if len(slots) > len(dict.fromkeys(slots)):
        yield "two cards in one slot"
    if (
        len(seats) == 1
        or len(row) > len(seats)
        or (revealing and len(seats) < len(position.players))
    ):
        yield f"{len(row)} cards on offer for {len(seats)} seats"
    if revealing and ([SLOT_NUMBERS.get(offer.slot) for offer in row] != [*range(len(row))]):
        yield "a row that is not lettered from a while cards are revealed"
    if revealing and any(offer.beads for offer in row):
        yield "beads in a row while cards are revealed"


def _bead_faults(position: Position[Player], auctions: int) -> Iterator[str]:
    """Beads that have no room, or would have none some day, so many auctions being still to begin.

    A loan needs a row without beads: the start of an auction, or a back-out that took all the beads
    of a row in which two cards or more stay. So there are fewer loans in an auction than players.
    """
    hands = position.players
    loans = (len(hands) - 1) * (auctions + bool(position.row))
    counts = [player.clear for player in hands] + [offer.beads for offer in position.row]
    blue = [player.blue for player in hands]
    if min(counts + blue) < 0:
        yield "fewer than no beads"
    # They may all come together on one card, or in one hand of a state that looks the same.
    if sum(counts) + loans > MOST or sum(blue) + loans > MOST:
        yield f"more than {MOST} beads may come together"
