"""Play random games in one loop that makes no objects, for programs that need millions of them.

:mod:`fireflies.smile.fast.packed` has the same rules action by action. This loop keeps only what
the rest of the play and its scores depend on: for the cards in front of a seat, their points, and
the value of each colored one, because the next card of its color makes a pair with it.

When compiled, these values stay in processor registers.
"""

from typing import Final, final

from fireflies._typing import i64
from fireflies.smile.fast.deck import Deck
from fireflies.smile.fast.luck import CHANCE_PURPOSE, DECISION_BITS, below, purpose_of
from fireflies.smile.fast.words import (
    ALL_SLOTS,
    BACK_OUTS,
    BID_AND_BACK_OUT,
    BIDS,
    BIT_COUNTS,
    BYTE_MASK,
    EMPTY,
    MEMBERS,
    NEXT,
    ONE,
    SET_BITS,
    SLOTS_AT,
    count_bits,
    find_bit,
    insert_card,
    lowest_slots,
)

POINTS_BITS: Final = 12
"""Bits for the points of a seat, in a word for all seats."""
POINTS_OFFSET: Final = 2048
"""The offset added to the points of a seat, because points may be negative."""
_LEVEL_OF_ZERO: Final = 6
"""The level of a card of value 0 (see :class:`fireflies.smile.fast.deck.Deck`)."""

_COLORED: Final = 0xFFFFFFFFFFFFFFF
"""All bits of a word with three bits for each color of each seat: the lowest three of the level of
the card of that color in front of that seat. Colorless cards have their bits above these, and so
are left out."""
_COLORED_TOPS: Final = 0xFFFFF
"""All bits of another word, with the fourth bit of each of these levels."""

Result = tuple[i64, i64, i64]
"""Scores by seat (12 bits each, plus the offset), clear beads by seat (a byte each), and the number
of actions."""


@final
class Start:
    """A position in the form that the loop needs; any number of plays can start from it."""

    __slots__ = (
        "_actions",
        "_beads",
        "_clear",
        "_deck",
        "_front_levels",
        "_front_tops",
        "_points",
        "_row",
        "_turn",
        "_undealt",
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
        self._clear: i64 = clear
        self._row: i64 = row
        self._beads: i64 = beads
        self._actions: i64 = actions
        self._turn: i64 = turn
        self._undealt: i64 = low & middle & high
        points: i64 = 0
        seat: i64 = deck.players
        while seat:
            seat -= 1
            points = (points << POINTS_BITS) + POINTS_OFFSET - (blue >> seat * 8 & BYTE_MASK)
        # The levels of colored cards in front: three bits of each, and the fourth bits apart.
        front_levels: i64 = 0
        front_tops: i64 = 0
        out: i64 = high & (low | middle)  # discarded, on offer or undealt
        fronts: i64 = deck.all_cards & ~out
        card: i64 = 0
        while fronts:
            if fronts & 1:
                seat = (low >> card & 1) | (middle >> card & 1) << 1 | (high >> card & 1) << 2
                level: i64 = deck.levels[card]
                points += (level - _LEVEL_OF_ZERO) << seat * POINTS_BITS
                color_index: i64 = deck.color_indices[card * 5 + seat]
                front_levels |= (level & 7) << color_index * 3
                front_tops |= (level >> 3) << color_index
            fronts >>= 1
            card += 1
        self._points: i64 = points
        self._front_levels: i64 = front_levels & _COLORED
        self._front_tops: i64 = front_tops & _COLORED_TOPS

    def play(self, seed: i64) -> Result:
        """Play to the end; every seat chooses among its legal actions at random.

        ``seed`` is scrambled already (:func:`fireflies.smile.fast.luck.scramble`).
        """
        deck = self._deck
        levels, color_indices, last_of_value = deck.levels, deck.color_indices, deck.last_of_value
        everyone: i64 = deck.everyone
        chance_stream: i64 = CHANCE_PURPOSE ^ seed
        undealt, clear, points = self._undealt, self._clear, self._points
        front_levels, front_tops, row = self._front_levels, self._front_tops, self._row
        beads, actions = self._beads, self._actions
        left: i64 = count_bits(undealt)
        length: i64 = 0
        counts: i64 = 0  # how many draws each seat has had, DECISION_BITS bits for each
        dealt: i64 = 0
        turn: i64 = self._turn & BYTE_MASK  # bits 0-2: the seat to act; 3-7: seats in the auction
        slots: i64 = self._turn >> SLOTS_AT & ALL_SLOTS
        while turn > 7:  # until no seat is in the auction
            if actions == 0:
                while slots != everyone:
                    dealt += 1
                    card: i64 = find_bit(undealt, below(chance_stream, dealt, left))
                    undealt ^= ONE << card
                    left -= 1
                    length += 1
                    row = insert_card(row, card)
                    slots += slots + 1  # one more slot, as the next bit
                actions = lowest_slots(row, slots, last_of_value)
            seat: i64 = turn & 7
            own_clear: i64 = clear >> seat * 8 & BYTE_MASK
            allowed: i64 = actions
            if allowed & BACK_OUTS and own_clear == 0:
                allowed &= BACK_OUTS  # without a clear bead, it backs out if it can
            counts += ONE << seat * DECISION_BITS
            drawn: i64 = below(
                purpose_of(seat) ^ seed, counts >> seat * DECISION_BITS & 4095, BIT_COUNTS[allowed]
            )
            action: i64 = MEMBERS[allowed * SET_BITS + drawn]
            length += 1
            next_seat: i64 = NEXT[turn]
            turn += next_seat - seat
            if action < 5:
                if own_clear:
                    clear -= ONE << seat * 8
                else:
                    points -= ONE << seat * POINTS_BITS  # borrow: the clear bead is bid at once
                beads += ONE << action * 8
                actions |= ONE << action + 5
                continue

            # Whoever backs out takes a card and its beads; the last player gets the last card.
            turn -= ONE << seat + 3
            slot: i64 = action - 5
            while True:
                got: i64 = beads >> slot * 8 & BYTE_MASK
                beads -= got << slot * 8
                clear += got << seat * 8
                taken: i64 = row >> slot * 8 & 127
                level: i64 = levels[taken]
                color_index: i64 = color_indices[taken * 5 + seat]
                mate_level: i64 = front_levels >> color_index * 3 & 7
                mate_level |= (front_tops >> color_index & 1) << 3
                if mate_level:
                    level = mate_level  # a pair: the card in front leaves too
                    points -= (level - _LEVEL_OF_ZERO) << seat * POINTS_BITS
                else:
                    points += (level - _LEVEL_OF_ZERO) << seat * POINTS_BITS
                front_levels = (front_levels ^ (level & 7) << color_index * 3) & _COLORED
                front_tops = (front_tops ^ (level >> 3) << color_index) & _COLORED_TOPS
                slots ^= ONE << slot
                if slots & (slots - 1):
                    actions &= ~(BID_AND_BACK_OUT * (ONE << slot))
                    if actions & BIDS == 0:
                        actions = lowest_slots(row, slots, last_of_value)
                    break
                if slots == 0:
                    actions = 0
                    row = EMPTY
                    turn = seat
                    if left:
                        turn += everyone << 3
                    break
                seat = next_seat
                slot = MEMBERS[slots * SET_BITS]
        seat = deck.players
        while seat:
            seat -= 1
            points += (clear >> seat * 8 & BYTE_MASK) // 5 << seat * POINTS_BITS
        return points, clear, length

    def scores(self, points: i64) -> tuple[int, ...]:
        """Return the points by seat from the word of a result."""
        seats = range(self._deck.players)
        return tuple([(points >> seat * POINTS_BITS & 4095) - POINTS_OFFSET for seat in seats])

    def hands(self, clear: i64) -> tuple[int, ...]:
        """Return the clear beads by seat from the word of a result."""
        return tuple([clear >> seat * 8 & BYTE_MASK for seat in range(self._deck.players)])
