"""The cards on offer in one word: a byte for each slot, from the lowest card to the highest.

All slots are looked at together: a number that is taken from each of the bytes leaves the top bit
of those that are not lower.
"""

from typing import Final

from fireflies._typing import i64
from fireflies.smile.fast.words import FOUND, WIDTH

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


def put_in(row: i64, card: i64) -> i64:
    """The row with one card more, which goes before the first higher one."""
    higher: i64 = ((row | _TOP_OF_EACH) - card * _ONE_IN_EACH) & _TOP_OF_EACH
    lower: i64 = ((higher ^ _TOP_OF_EACH) >> 7) * 255  # all bits of the bytes with lower cards
    return (row & lower) + card * (lower + 1) + ((row & ~lower) << 8 & _WHOLE)


def cheapest(row: i64, slots: i64, highest_alike: bytes) -> i64:
    """Of these slots, those whose cards have the lowest value."""
    first: i64 = FOUND[slots * WIDTH]
    last: i64 = highest_alike[row >> first * 8 & 127]
    alike: i64 = ((last * _ONE_IN_EACH | _TOP_OF_EACH) - row) & _TOP_OF_EACH
    return ((alike >> 7) * _GATHER >> 28) & slots
