"""Tables about the bits of small numbers: counting them, finding them, going round a table.

Compiled, an ``i64`` has 64 bits and a sign, and wraps; interpreted, it is an ``int``. What is
looked up is less than ``2**30`` and in a list of ``i64``: anything else takes longer to get out. A
number that is written out is never shifted by a variable: mypyc 2.4 would shift 32 bits.
"""

from typing import Final

from fireflies._typing import i64

BIT: Final[list[i64]] = [1 << place for place in range(30)]
"""The number in which only this bit is set."""

WIDTH: Final = 10
"""Bits of the parts in which :func:`find` and :func:`count_bits` go through a word."""

COUNT: Final[list[i64]] = [number.bit_count() for number in range(1 << WIDTH)]
"""How many bits of a part are set."""


def _places() -> list[i64]:
    """For each part, the places of its bits, and then :data:`WIDTH` until there are so many."""
    found: list[i64] = []
    for number in range(1 << WIDTH):
        places = [place for place in range(WIDTH) if number >> place & 1]
        found += places + [WIDTH] * (WIDTH - len(places))
    return found


FOUND: Final[list[i64]] = _places()
"""At ``WIDTH * part + n``, the place of the bit number ``n`` of those that are set in a part."""


def _next(seat: int, seats: int) -> int:
    """The first of these seats after this one, clockwise; itself when there is no other."""
    order = [*range(seat + 1, 8), *range(seat + 1)]
    return next((other for other in order if seats >> other & 1), seat)


NEXT: Final[list[i64]] = [_next(number & 7, number >> 3) for number in range(256)]
"""At ``8 * seats + seat``, whose turn is after that of a seat, the seats being bits."""


def shifted(number: i64, places: i64) -> i64:
    """The number, so many places up."""
    return number << places


def find(mask: i64, which: i64) -> i64:
    """The place of the bit number ``which`` (from 0) of those that are set in a mask.

    The mask is not negative and has more bits than that.
    """
    base: i64 = 0
    part: i64 = mask & 1023
    count: i64 = COUNT[part]
    while which >= count:
        which -= count
        base += WIDTH
        mask >>= WIDTH
        part = mask & 1023
        count = COUNT[part]
    place: i64 = FOUND[part * WIDTH + which]
    return base + place


def count_bits(mask: i64) -> i64:
    """How many bits are set in a mask that is not negative."""
    found: i64 = 0
    while mask:
        count: i64 = COUNT[mask & 1023]
        found += count
        mask >>= WIDTH
    return found
