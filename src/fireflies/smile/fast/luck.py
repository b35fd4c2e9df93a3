"""The draws of :mod:`fireflies.chance` for one play, without an object for each decision.

They are the very same numbers: which game a seed gives does not depend on who plays it. A product
of 64 bits wraps by itself where this is compiled; :func:`signed` makes it wrap where it is not.
"""

from typing import Final, final

from fireflies._typing import i64
from fireflies.chance import SEEDS, Draws, fnv, mix
from fireflies.contract import CHANCE
from fireflies.smile.fast.words import shifted

_LOW: Final = 0xFFFFFFFF
_HALF: Final = 1 << 63
# The constants of SplitMix64, as numbers of 64 bits with a sign.
_GOLDEN: Final = 0x9E3779B97F4A7C15 - (1 << 64)
_FIRST: Final = 0xBF58476D1CE4E5B9 - (1 << 64)
_SECOND: Final = 0x94D049BB133111EB - (1 << 64)

_EACH: Final = 12
"""Bits for counting the decisions of a seat. Fewer than 2**12 fit in any play: a play of Smile has
at most 1240 actions, with three players, twenty auctions and eleven beads each."""


def _with_sign(number: int) -> int:
    """The 64 bits of a number, read as one with a sign."""
    return number - 2 * _HALF if number >= _HALF else number


_CHANCE: Final[i64] = _with_sign(fnv(CHANCE))
_SEAT: Final[i64] = _with_sign(fnv("seat ")) ^ ord("0")
"""The purpose of a seat, but for the last step of its hash, which is made when it is needed."""
_PRIME: Final = 0x100000001B3


def signed(number: i64) -> i64:
    """The lowest 64 bits of a number, read as one with a sign.

    In compiled code there are no others, and a C compiler leaves all of this out.
    """
    above: i64 = number >> 63
    if above * (above + 1) == 0:  # 0 or -1
        return number
    high: i64 = (number >> 32) & _LOW
    high = ((high ^ 0x80000000) - 0x80000000) << 32
    return high | (number & _LOW)


def scramble(z: i64) -> i64:
    """:func:`fireflies.chance.mix` for numbers with a sign."""
    z = signed((z ^ ((z >> 30) & 0x3FFFFFFFF)) * _FIRST)
    z = signed((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * _SECOND)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


@final
class Luck:
    """Chance's draws and those of each seat in a play with this seed; it counts them.

    Raises:
        ValueError: when the seed is not among :data:`fireflies.chance.SEEDS`.
    """

    __slots__ = ("_counts", "_dealt", "_seed")

    def __init__(self, seed: int, dealt: int = 0) -> None:
        """Before the first decision of any seat; chance has acted so often."""
        if seed not in SEEDS:
            Draws(seed, CHANCE)  # it says what is wrong
        mixed: i64 = _with_sign(mix(seed))
        first: i64 = dealt
        none: i64 = 0
        self._seed = mixed
        self._dealt = first
        self._counts = none

    def deal(self, limit: i64) -> i64:
        """Chance's next draw: a whole number below the limit, which is at most ``2**31``."""
        self._dealt += 1
        return self._below(_CHANCE, self._dealt, limit)

    def choose(self, seat: i64, limit: i64) -> i64:
        """A seat's next draw: a whole number below the limit, which is at most ``2**31``."""
        place: i64 = seat * _EACH
        self._counts += shifted(1, place)
        if limit == 1:
            return 0  # whatever is drawn; the draw counts all the same
        purpose: i64 = signed((_SEAT ^ seat) * _PRIME)
        return self._below(purpose, (self._counts >> place) & 4095, limit)

    def _below(self, purpose: i64, number: i64, limit: i64) -> i64:
        """The first draw of decision ``number``, from 1, for that purpose."""
        drawn: i64 = scramble(signed((purpose ^ self._seed) + number * _GOLDEN))
        high: i64 = (drawn >> 32) & _LOW
        return (high * limit + (((drawn & _LOW) * limit) >> 32)) >> 32
