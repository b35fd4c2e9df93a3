"""Tests of tables about small sets, compared with loops."""

from itertools import cycle, islice

import pytest

from fireflies.smile.fast.luck import _with_sign
from fireflies.smile.fast.words import (
    BIT_COUNTS,
    MEMBERS,
    NEXT,
    ONE,
    SET_BITS,
    _next,
    _one,
    _positions,
)


def members(number: int) -> list[int]:
    """Return the places of the ones in a number, from its last digit on."""
    return [place for place, digit in enumerate(f"{number:b}"[::-1]) if digit == "1"]


def test_members_of_a_set_are_counted_and_found() -> None:
    """They are ascending; after the last one comes a number outside of the set."""
    assert SET_BITS == 10
    for made in (MEMBERS, _positions()):
        assert len(made) == 1024 * 10
        for number in range(1024):
            found = members(number)
            assert BIT_COUNTS[number] == len(found)
            assert [*made[10 * number : 10 * number + 10]] == [*found, *[10] * (10 - len(found))]


@pytest.mark.parametrize("seat", range(8))
def test_the_next_seat_is_found_clockwise(seat: int) -> None:
    """It is the same seat when there is no other."""
    for seats in range(32):
        sitting = members(seats)
        clockwise = islice(cycle(range(8)), seat + 1, seat + 8)
        after = [other for other in clockwise if other in sitting] or [seat]
        assert NEXT[8 * seats + seat] == _next(seat, seats) == after[0]


def test_one_is_one() -> None:
    """It comes from a call, because of the compiler."""
    assert ONE == _one() == 1


def test_a_sign_stands_for_the_highest_of_64_bits() -> None:
    """From 2**63 on, 2**64 is subtracted."""
    for number in (0, 1, 2**62, 2**63 - 1):
        assert _with_sign(number) == number
    assert _with_sign(2**63) == -(2**63)
    assert _with_sign(2**64 - 1) == -1
