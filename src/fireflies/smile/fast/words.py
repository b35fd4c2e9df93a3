"""Tables about the bits of small numbers: counting them, finding them, going round a table.

Compiled, an ``i64`` has 64 bits and a sign, and wraps; interpreted, it is an ``int``. A table is of
``bytes``: compiled, a byte is read as C would read it, while a list gives an object that has to be
unpacked. A number that is written out is never shifted by a variable: mypyc 2.4 would shift 32
bits.
"""

from typing import Final

from fireflies._typing import i64

WIDTH: Final = 10
"""Bits of the sets whose members are counted and found in tables: the actions of a seat."""

COUNT: Final = bytes([number.bit_count() for number in range(1 << WIDTH)])
"""How many bits of a set are set."""


def _places() -> bytes:
    """For each set, the places of its bits, and then :data:`WIDTH` until there are so many."""
    found: list[int] = []
    for number in range(1 << WIDTH):
        places = [place for place in range(WIDTH) if number >> place & 1]
        found += places + [WIDTH] * (WIDTH - len(places))
    return bytes(found)


FOUND: Final = _places()
"""At ``WIDTH * set + n``, the place of the bit number ``n`` of those that are set in it."""


def _next(seat: int, seats: int) -> int:
    """The first of these seats after this one, clockwise; itself when there is no other."""
    order = [*range(seat + 1, 8), *range(seat + 1)]
    return next((other for other in order if seats >> other & 1), seat)


NEXT: Final = bytes([_next(number & 7, number >> 3) for number in range(256)])
"""At ``8 * seats + seat``, whose turn is after that of a seat, the seats being bits."""

_IN_SEVEN: Final = 0x01010101010101
_TOPS_OF_SEVEN: Final = 0x80808080808080


def _one() -> i64:
    return 1


ONE: Final[i64] = _one()
"""One, as a variable: shifted, it has 64 bits in compiled code too."""


def _bits_in_bytes(mask: i64) -> i64:
    """How many bits are set in each byte of a mask of at most 62 bits, in that byte."""
    pairs: i64 = mask - (mask >> 1 & 0x1555555555555555)
    fours: i64 = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    return (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F


def find(mask: i64, which: i64) -> i64:
    """The place of the bit number ``which`` (from 0) of those that are set in a mask.

    The mask has more bits than that, and 62 at most. There is no branch in it, because a processor
    can't foresee where in the draw pile the next card lies.
    """
    # In each of seven bytes, how many bits are set up to its end; the eighth is what remains.
    sums: i64 = _bits_in_bytes(mask) * _IN_SEVEN & 0xFFFFFFFFFFFFFF
    passed: i64 = ((which * _IN_SEVEN | _TOPS_OF_SEVEN) - sums) & _TOPS_OF_SEVEN
    start: i64 = ((passed >> 7) * _IN_SEVEN >> 48 & 7) * 8
    before: i64 = (sums << 8) >> start & 127
    place: i64 = FOUND[(mask >> start & 255) * WIDTH + which - before]
    return start + place


def count_bits(mask: i64) -> i64:
    """How many bits are set in a mask of at most 62 bits."""
    return _bits_in_bytes(mask) * 0x0101010101010101 >> 56 & 127


# The cards on offer, in one word: a byte for each slot, from the lowest card to the highest. All
# slots are compared at once: a number that is subtracted from each byte leaves the top bit of those
# that are not lower.

NONE: Final = 127
"""In place of a card's number, where no card is."""
EMPTY: Final = 0x7F7F7F7F7F
"""A row without cards."""
_WHOLE: Final = 0xFFFFFFFFFF
"""All bits of a row."""
_ONE_IN_EACH: Final = 0x0101010101
_TOP_OF_EACH: Final = 0x8080808080
_GATHER: Final = 0x10204081
"""A factor that brings the lowest bits of a row's bytes together, in the bits 28 to 32."""


def insert(row: i64, card: i64) -> i64:
    """Return the row with one card more, placed before the first higher one."""
    higher: i64 = ((row | _TOP_OF_EACH) - card * _ONE_IN_EACH) & _TOP_OF_EACH
    lower: i64 = ((higher ^ _TOP_OF_EACH) >> 7) * 255  # all bits of the bytes with lower cards
    return (row & lower) + card * (lower + 1) + ((row & ~lower) << 8 & _WHOLE)


def lowest_slots(row: i64, slots: i64, highest_alike: bytes) -> i64:
    """Return, as bits, those of these slots whose cards have the lowest value."""
    first: i64 = FOUND[slots * WIDTH]
    last: i64 = highest_alike[row >> first * 8 & 127]
    alike: i64 = ((last * _ONE_IN_EACH | _TOP_OF_EACH) - row) & _TOP_OF_EACH
    return ((alike >> 7) * _GATHER >> 28) & slots
