"""Sets whose members are bits of a word, and the cards of the row as bytes of a word.

Compiled, an ``i64`` has 64 bits and a sign, and wraps; interpreted, it is an ``int``. Tables are
``bytes``: compiled code reads a byte directly, but has to unbox each item of a list. Never shift a
literal by a variable: mypyc 2.4 would shift a 32-bit integer. Shift :data:`ONE` instead.
"""

from typing import Final

from fireflies._typing import i64

SET_BITS: Final = 10
"""The number of bits of a set in the tables: a seat has at most ten actions."""
BIDS: Final = 31
"""The mask of the bids: bits 0 to 4, for the slots on which a seat may bid."""
BACK_OUTS: Final = 992
"""The mask of the back-outs: bits 5 to 9, for the slots with beads."""
BID_AND_BACK_OUT: Final = 33
"""The mask of both actions on slot 0; shifted left by ``n``, on slot ``n``."""
BYTE_MASK: Final = 255
"""The mask of one seat or slot, in a word with eight bits for each."""
SLOTS_AT: Final = 11
"""The lowest of the five bits that mark the slots in use, in the word of the turn."""
ALL_SLOTS: Final = 31
"""The mask of all slots."""

BIT_COUNTS: Final = bytes([number.bit_count() for number in range(1 << SET_BITS)])
"""The number of members of each set."""


def _positions() -> bytes:
    """Return, for each set, the positions of its bits, padded with tens to ten bytes."""
    found: list[int] = []
    for number in range(1 << SET_BITS):
        positions = [bit for bit in range(SET_BITS) if number >> bit & 1]
        found += positions + [SET_BITS] * (SET_BITS - len(positions))
    return bytes(found)


MEMBERS: Final = _positions()
"""At ``SET_BITS * set + n``, the position of member ``n`` of the set, counted from 0."""


def _next(seat: int, seats: int) -> int:
    """Return the first of these seats after this one, clockwise; itself when there is no other."""
    order = [*range(seat + 1, 8), *range(seat + 1)]
    return next((other for other in order if seats >> other & 1), seat)


NEXT: Final = bytes([_next(number & 7, number >> 3) for number in range(256)])
"""At ``8 * seats + seat``, the next seat clockwise among ``seats``, which has a bit for each."""

_ONE_IN_SEVEN_BYTES: Final = 0x01010101010101
_TOPS_OF_SEVEN: Final = 0x80808080808080


def _one() -> i64:
    return 1


ONE: Final[i64] = _one()
"""The number 1 as a variable: shifted, it has 64 bits in compiled code too."""


def _bits_in_bytes(mask: i64) -> i64:
    """Return a word whose bytes count the set bits in each byte of a mask of at most 62 bits."""
    pairs: i64 = mask - (mask >> 1 & 0x1555555555555555)
    fours: i64 = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    return (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F


def find_bit(mask: i64, which: i64) -> i64:
    """Return the position of bit ``which`` (from 0) among those that are set in a mask.

    The mask has more than ``which`` set bits, all in the lowest 62. There is no branch, because a
    processor could not predict where in the draw pile the next card lies.
    """
    # Byte i: the number of set bits in bytes 0 to i of the mask. The eighth byte is not needed.
    sums: i64 = _bits_in_bytes(mask) * _ONE_IN_SEVEN_BYTES & 0xFFFFFFFFFFFFFF
    passed: i64 = ((which * _ONE_IN_SEVEN_BYTES | _TOPS_OF_SEVEN) - sums) & _TOPS_OF_SEVEN
    start: i64 = ((passed >> 7) * _ONE_IN_SEVEN_BYTES >> 48 & 7) * 8
    before: i64 = (sums << 8) >> start & 127
    position: i64 = MEMBERS[(mask >> start & 255) * SET_BITS + which - before]
    return start + position


def count_bits(mask: i64) -> i64:
    """Return the number of bits that are set in a mask of at most 62 bits."""
    return _bits_in_bytes(mask) * 0x0101010101010101 >> 56 & 127


# The cards on offer, in one word: a byte for each slot, from the lowest card to the highest. To
# compare all slots at once, set the top bit of every byte, then subtract a number from each: the
# top bit stays set where the byte was not lower.

NO_CARD: Final = 127
"""The byte of a slot without a card."""
EMPTY: Final = 0x7F7F7F7F7F
"""A row without cards."""
_ROW_MASK: Final = 0xFFFFFFFFFF
"""All bits of a row."""
_ONE_IN_EACH: Final = 0x0101010101
_TOP_OF_EACH: Final = 0x8080808080
_GATHER_FACTOR: Final = 0x10204081
"""A factor that gathers the lowest bits of a row's bytes in the bits 28 to 32."""


def insert_card(row: i64, card: i64) -> i64:
    """Return the row with one card more, in front of the first higher one."""
    higher: i64 = ((row | _TOP_OF_EACH) - card * _ONE_IN_EACH) & _TOP_OF_EACH
    lower: i64 = ((higher ^ _TOP_OF_EACH) >> 7) * 255  # all bits of the bytes with lower cards
    return (row & lower) + card * (lower + 1) + ((row & ~lower) << 8 & _ROW_MASK)


def lowest_slots(row: i64, slots: i64, last_of_value: bytes) -> i64:
    """Return as bits the slots with a card of the lowest value; ``slots`` are those in use."""
    first: i64 = MEMBERS[slots * SET_BITS]
    last: i64 = last_of_value[row >> first * 8 & 127]
    alike: i64 = ((last * _ONE_IN_EACH | _TOP_OF_EACH) - row) & _TOP_OF_EACH
    return ((alike >> 7) * _GATHER_FACTOR >> 28) & slots
