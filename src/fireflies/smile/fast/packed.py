"""A position of Smile in nine integers, and the rules that change them.

``fireflies.smile.rules.state`` states the same rules readably; where the two differ, it is right.

Each card has a *place* of three bits: 0 to 4 in front of that seat, 5 discarded, 6 on offer,
7 undealt. Three words hold one of these bits each, for all cards: a card's number says which bit of
a word is its own. Of equal cards, those with lower numbers are at lower places, so equal positions
have equal words. Beads have a byte for each seat or slot, which is enough for any game. The supply
is not stored: it is all beads less those in play, and negative with substitutes in use.
"""

from typing import Final, cast

from fireflies._typing import i64, mypyc_attr
from fireflies.smile.box.cards import VALUES
from fireflies.smile.fast.deck import Deck
from fireflies.smile.fast.flat import Start
from fireflies.smile.fast.luck import CHANCE_PURPOSE, below
from fireflies.smile.fast.words import (
    ALL_SLOTS,
    BACK_OUTS,
    BID_AND_BACK_OUT,
    BIDS,
    BYTE_MASK,
    MEMBERS,
    NEXT,
    NO_CARD,
    ONE,
    SET_BITS,
    SLOTS_AT,
    count_bits,
    find_bit,
    insert_card,
    lowest_slots,
)

_VALUE_OF_LEVEL_ZERO: Final[i64] = VALUES[0] - 1  # the value that level 0 would have

# The places of cards that are not in front of a seat.
DISCARDED: Final = 5
OFFERED: Final = 6
UNDEALT: Final = 7

Words = tuple[int, int, int, int, int, int, int, int, int]
"""The nine integers:

* three for the places of the cards: the lowest bit of each place, the middle one, the highest one
* the clear beads by seat, and the blue beads by seat
* the row by slot (see :mod:`fireflies.smile.fast.words`), and its beads by slot
* the actions. Bits 0 to 4: slots with a card of the lowest value; bits 5 to 9: slots with beads. It
  is zero unless seats are bidding.
* the turn. Bits 0 to 2: the next seat to decide; 3 to 7: the seats in the auction; 8 to 10: the
  seat that starts (or started) it; 11 to 15: the slots in use; from 16: the number of the auction.
"""

_WORD_WIDTHS: Final = (60, 60, 60, 40, 40, 40, 40, 10, 32)
"""The number of bits for each word."""


def encode(words: Words) -> int:
    """Return all words as one integer, which makes a smaller pickle."""
    number = 0
    for word, width in zip(reversed(words), reversed(_WORD_WIDTHS), strict=True):
        number = number << width | word
    return number


def decode(number: int) -> Words:
    """Return the words of a number that :func:`encode` made."""
    words: list[int] = []
    for width in _WORD_WIDTHS:
        words.append(number % 2**width)
        number >>= width
    return cast("Words", tuple(words))


@mypyc_attr(acyclic=True)
class Packed:
    """The words of a packed state, and methods that change them: a State calls them on a copy."""

    __slots__ = (
        "_actions",
        "_beads",
        "_blue",
        "_clear",
        "_deck",
        "_high",
        "_low",
        "_middle",
        "_row",
        "_turn",
    )

    def __init__(
        self,
        deck: Deck,
        low: i64,
        middle: i64,
        high: i64,
        clear: i64,
        blue: i64,
        row: i64,
        beads: i64,
        actions: i64,
        turn: i64,
    ) -> None:
        self._deck = deck
        self._low: i64 = low
        self._middle: i64 = middle
        self._high: i64 = high
        self._clear: i64 = clear
        self._blue: i64 = blue
        self._row: i64 = row
        self._beads: i64 = beads
        self._actions: i64 = actions
        self._turn: i64 = turn

    @property
    def deck(self) -> Deck:
        """Return the cards, and the number of players."""
        return self._deck

    @property
    def words(self) -> Words:
        """Return the nine integers; without the deck, which says what the cards are."""
        return (
            self._low,
            self._middle,
            self._high,
            self._clear,
            self._blue,
            self._row,
            self._beads,
            self._actions,
            self._turn,
        )

    def _cards_at(self, place: i64) -> i64:
        """Return the cards at a place, as bits."""
        cards: i64 = self._low if place & 1 else ~self._low
        cards &= self._middle if place & 2 else ~self._middle
        cards &= self._high if place & 4 else ~self._high
        return cards & self._deck.all_cards

    def _move(self, bit: i64, places: i64) -> None:
        """Move a card; ``places`` is the old place exclusive-or the new one."""
        if places & 1:
            self._low ^= bit
        if places & 2:
            self._middle ^= bit
        if places & 4:
            self._high ^= bit

    def _reveal(self, card: i64) -> None:
        """Reveal a card: put it in its place in the sorted row, which is lettered from a."""
        self._move(ONE << card, UNDEALT ^ OFFERED)
        row = self._row = insert_card(self._row, card)
        slots: i64 = self._turn >> SLOTS_AT & ALL_SLOTS
        slots += slots + 1  # one more slot, as the next bit
        self._turn += (slots ^ (slots >> 1)) << SLOTS_AT  # only that bit
        deck = self._deck
        if slots == deck.everyone:
            self._actions = lowest_slots(row, slots, deck.last_of_value)

    def _bid(self, slot: i64) -> None:
        """Place a clear bead, borrowed if necessary, on the card in a slot; the turn passes on."""
        turn = self._turn
        seat: i64 = turn & 7
        at: i64 = seat * 8
        one: i64 = ONE << at
        if self._clear >> at & BYTE_MASK:
            self._clear -= one
        else:
            self._blue += one  # borrow: the clear bead is bid at once
        self._beads += ONE << slot * 8
        self._actions |= ONE << slot + 5
        self._turn = turn - seat + NEXT[turn & BYTE_MASK]

    def _back_out(self, slot: i64) -> None:
        """Take the card in a slot and its beads.

        When one seat is left, it gets the last card, and starts the next auction.
        """
        turn = self._turn
        seat: i64 = turn & 7
        following: i64 = NEXT[turn & BYTE_MASK]
        self._take(seat, slot)
        slots: i64 = (turn >> SLOTS_AT & ALL_SLOTS) ^ (ONE << slot)
        if slots & (slots - 1):
            self._turn = turn - seat + following - (ONE << seat + 3) - (ONE << slot + SLOTS_AT)
            actions: i64 = self._actions & ~(BID_AND_BACK_OUT * (ONE << slot))
            if actions & BIDS == 0:
                actions = lowest_slots(self._row, slots, self._deck.last_of_value)
            self._actions = actions
            return
        last: i64 = MEMBERS[slots * SET_BITS]
        self._take(following, last)
        self._actions = 0
        auction: i64 = turn >> 16
        if self._low & self._middle & self._high:
            first: i64 = following | (self._deck.everyone << 3)
            self._turn = first | following << 8 | (auction + 1) << 16
        else:
            self._turn = following << 8 | auction << 16

    def _take(self, seat: i64, slot: i64) -> None:
        """Move a card to a seat, or discard it as a pair; its beads go to the hand."""
        at: i64 = slot * 8
        row = self._row
        card: i64 = row >> at & 127
        self._row = row | NO_CARD * (ONE << at)
        beads: i64 = self._beads >> at & BYTE_MASK
        if beads:
            self._beads -= beads << at
            self._clear += beads << seat * 8
        places: i64 = OFFERED ^ seat
        mates: i64 = self._deck.mates[card]
        if mates:
            mate: i64 = mates & self._cards_at(seat)
            if mate:
                self._move(mate, seat ^ DISCARDED)
                places = OFFERED ^ DISCARDED
        self._move(ONE << card, places)

    def _sort_copies(self, old_low: i64, old_middle: i64, old_high: i64) -> None:
        """Sort equal cards again after a move: lower numbers at lower places.

        The arguments are the words before the move, with equal cards sorted.
        """
        deck = self._deck
        moved: i64 = self._low ^ old_low | self._middle ^ old_middle | self._high ^ old_high
        for first in deck.first_copies:
            mask: i64 = deck.equal_cards[first]
            if not mask & moved:
                continue
            number: i64 = first
            bits: i64 = 0
            low: i64 = self._low & ~mask
            middle: i64 = self._middle & ~mask
            high: i64 = self._high & ~mask
            place: i64 = 0
            while place <= UNDEALT:
                if place == OFFERED:
                    self._number_offers(mask, number)
                bits = ((ONE << count_bits(mask & self._cards_at(place))) - 1) << number
                number += count_bits(bits)
                if place & 1:
                    low |= bits
                if place & 2:
                    middle |= bits
                if place & 4:
                    high |= bits
                place += 1
            self._low = low
            self._middle = middle
            self._high = high

    def _number_offers(self, mask: i64, number: i64) -> None:
        """Number the equal cards of a kind in the row from this number on."""
        row = self._row
        slot: i64 = 0
        while slot < self._deck.players:
            at: i64 = slot * 8
            card: i64 = row >> at & 127
            if card != NO_CARD and mask >> card & 1:
                row ^= (card ^ number) << at
                number += 1
            slot += 1
        self._row = row

    def _deal(self, seed: i64, dealt: i64) -> None:
        """Complete the row with the draws of chance from number ``dealt + 1`` on.

        ``seed`` is scrambled already.
        """
        stream: i64 = CHANCE_PURPOSE ^ seed
        undealt: i64 = self._low & self._middle & self._high
        left: i64 = count_bits(undealt)
        while self._actions == 0 and left:
            dealt += 1
            card: i64 = find_bit(undealt, below(stream, dealt, left))
            undealt ^= ONE << card
            left -= 1
            self._reveal(card)

    def playout_start(self) -> Start:
        """Return the position as the start of random plays."""
        return Start(
            self._deck,
            self._low,
            self._middle,
            self._high,
            self._clear,
            self._blue,
            self._row,
            self._beads,
            self._actions,
            self._turn,
        )

    def _allowed(self) -> i64:
        """Return the legal actions of the seat that decides, as bits."""
        actions = self._actions
        if actions & BACK_OUTS and not self._clear >> (self._turn & 7) * 8 & BYTE_MASK:
            return actions & BACK_OUTS  # without a clear bead, it backs out if it can
        return actions

    def _points(self, seat: i64) -> i64:
        """Return the score of a seat with its present cards and beads."""
        mask: i64 = self._cards_at(seat)
        levels = self._deck.levels
        blue: i64 = self._blue >> seat * 8 & BYTE_MASK
        points: i64 = (self._clear >> seat * 8 & BYTE_MASK) // 5 - blue
        number: i64 = 0
        while mask:
            if mask & 1:
                points += levels[number] + _VALUE_OF_LEVEL_ZERO
            mask >>= 1
            number += 1
        return points
