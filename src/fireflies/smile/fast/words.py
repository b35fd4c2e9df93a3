"""Sets whose members are bits of a word, and the cards of the row as bytes of a word.

Compiled, an ``i64`` has 64 bits and a sign, and wraps; interpreted, it is an ``int``. Tables are
``bytes``: compiled, a byte is read as in C, while an item of a list is an object to unbox. Never
shift a literal by a variable: mypyc 2.4 would shift a 32-bit integer.
"""

from typing import Final

from fireflies._typing import i64

SET_BITS: Final = 10
"""The bits of the largest set that the tables know: the actions of a seat."""
BIDS: Final = 31
"""The lower five of them: the slots on which a seat may bid."""
BACK_OUTS: Final = 992
"""The upper five: the slots with beads, from which a seat may back out."""
BID_AND_BACK_OUT: Final = 33
"""The mask of both actions on slot 0; shifted left by ``n``, on slot ``n``."""
BYTE_MASK: Final = 255
"""The bits of a seat or a slot, in a word that has eight for each."""
SLOTS_AT: Final = 11
"""The first of the five bits of the slots in use, in the word of the turn."""
ALL_SLOTS: Final = 31
"""All slots."""

BIT_COUNTS: Final = bytes([number.bit_count() for number in range(1 << SET_BITS)])
"""The number of members of each set."""


def _places() -> bytes:
    """Return, for each set, the places of its bits, padded with :data:`SET_BITS` to that length."""
    found: list[int] = []
    for number in range(1 << SET_BITS):
        places = [place for place in range(SET_BITS) if number >> place & 1]
        found += places + [SET_BITS] * (SET_BITS - len(places))
    return bytes(found)


MEMBERS: Final = _places()
"""At ``WIDTH * set + n``, the place of member ``n`` of the set, counted from 0."""


def _next(seat: int, seats: int) -> int:
    """Return the first of these seats after this one, clockwise; itself when there is no other."""
    order = [*range(seat + 1, 8), *range(seat + 1)]
    return next((other for other in order if seats >> other & 1), seat)


NEXT: Final = bytes([_next(number & 7, number >> 3) for number in range(256)])
"""At ``8 * seats + seat``, the seat after this one among these seats, which are bits."""

_ONE_IN_SEVEN_BYTES: Final = 0x01010101010101
_TOPS_OF_SEVEN: Final = 0x80808080808080


def _one() -> i64:
    return 1


ONE: Final[i64] = _one()
"""The number 1 as a variable: shifted, it has 64 bits in compiled code too."""


def _bits_in_bytes(mask: i64) -> i64:
    """Return, in each byte, the number of bits that the byte of a mask up to 62 bits has."""
    pairs: i64 = mask - (mask >> 1 & 0x1555555555555555)
    fours: i64 = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    return (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F


def find_bit(mask: i64, which: i64) -> i64:
    """Return the place of bit ``which`` (from 0) among those that are set in a mask.

    The mask has more than ``which`` bits, all in the lowest 62. There is no branch, because a
    processor could not predict where in the draw pile the next card lies.
    """
    # In each of seven bytes, how many bits are set up to its end; the eighth is what remains.
    sums: i64 = _bits_in_bytes(mask) * _ONE_IN_SEVEN_BYTES & 0xFFFFFFFFFFFFFF
    passed: i64 = ((which * _ONE_IN_SEVEN_BYTES | _TOPS_OF_SEVEN) - sums) & _TOPS_OF_SEVEN
    start: i64 = ((passed >> 7) * _ONE_IN_SEVEN_BYTES >> 48 & 7) * 8
    before: i64 = (sums << 8) >> start & 127
    place: i64 = MEMBERS[(mask >> start & 255) * SET_BITS + which - before]
    return start + place


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
"""A factor that moves the lowest bits of a row's bytes together, to the bits 28 to 32."""


def insert_card(row: i64, card: i64) -> i64:
    """Return the row with one card more, placed before the first higher one."""
    higher: i64 = ((row | _TOP_OF_EACH) - card * _ONE_IN_EACH) & _TOP_OF_EACH
    lower: i64 = ((higher ^ _TOP_OF_EACH) >> 7) * 255  # all bits of the bytes with lower cards
    return (row & lower) + card * (lower + 1) + ((row & ~lower) << 8 & _ROW_MASK)


def lowest_slots(row: i64, slots: i64, highest_alike: bytes) -> i64:
    """Return, as bits, those of these slots whose cards have the lowest value."""
    first: i64 = MEMBERS[slots * SET_BITS]
    last: i64 = highest_alike[row >> first * 8 & 127]
    alike: i64 = ((last * _ONE_IN_EACH | _TOP_OF_EACH) - row) & _TOP_OF_EACH
    return ((alike >> 7) * _GATHER_FACTOR >> 28) & slots
