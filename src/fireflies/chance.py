"""The generator behind every drawn card and every bot's whim.

A draw is a function of (seed, purpose, number of decisions so far, number of draws in this one)
and of nothing else: not of the process, of what was imported, or of what other purposes drew. So
whoever has a seed and the actions of a play can go on with it as if it had never stopped. It is the
SplitMix64 output function applied to counters, and any language with 64-bit integers can follow it:

1. ``start`` is the first eight bytes, highest first, of the SHA-256 of the UTF-8 text
   ``SEED PURPOSE``, the seed in decimal. So the draws of one purpose tell nothing of another's.
2. The first draw of decision number ``k`` (from 0) is ``first = mix(start + (k + 1) * G)``, with
   ``G = 0x9E3779B97F4A7C15``, all sums and products modulo ``2**64``.
3. Draw number ``n`` (from 1) of the same decision is ``mix(first + n * G)``.
4. ``mix(z)``: ``z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB;
   z ^= z >> 31``.
5. A whole number below ``limit`` is ``draw * limit >> 64``, the product not reduced.

Sources: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014
(SplitMix64 and its constants); FIPS 180-4 (SHA-256).
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from typing import Final, TypeVar

from fireflies.errors import shown

_T = TypeVar("_T")

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15
SEEDS: Final = range(1 << 64)
"""The seeds there are: whole numbers of 64 bits."""


def mix(z: int) -> int:
    """Scramble 64 bits into 64 others, one to one."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


@lru_cache(maxsize=256)  # a play asks for a few purposes, over and over
def _start(seed: int, purpose: str) -> int:
    """Where the decisions of a purpose are counted from. Raises ValueError as :class:`Draws`."""
    if seed not in SEEDS:
        raise _no_seed(seed)
    return int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:8])


def _no_seed(seed: object) -> ValueError:
    """The error for what is no seed."""
    return ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {shown(seed)}")


class Draws:
    """The draws for one decision: ``purpose`` says whose, ``decision`` counts those before it.

    Raises:
        ValueError: when the seed is not among :data:`SEEDS`.
    """

    __slots__ = ("_count", "_first")

    def __init__(self, seed: int, purpose: str, decision: int = 0) -> None:
        """Stand before the first draw."""
        if type(seed) is not int:  # before it is looked up, where True would be 1
            raise _no_seed(seed)
        self._first = mix((_start(seed, purpose) + (decision + 1) * _GOLDEN) & _MASK)
        self._count = 0

    def bits(self) -> int:
        """The next draw: a whole number from 0 to ``2**64 - 1``."""
        count, self._count = self._count, self._count + 1
        return mix((self._first + count * _GOLDEN) & _MASK) if count else self._first

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit - 1``, all equally likely to within ``limit / 2**64``.

        Raises:
            ValueError: when ``limit`` is not from 1 to ``2**64``.
        """
        if not 1 <= limit <= 1 << 64:
            raise ValueError(f"a limit is a whole number from 1 to 2**64, not {shown(limit)}")
        return self.bits() * limit >> 64

    def choose(self, things: Sequence[_T]) -> _T:
        """One of these things, each equally likely, with one draw.

        Raises:
            ValueError: when there are none.
        """
        return things[self.below(len(things))]

    def sample(self, things: Sequence[_T], count: int) -> list[_T]:
        """Return so many of these things, each selection equally likely, with as many draws.

        Raises:
            ValueError: when there are fewer things.
        """
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def weigh(self, weights: Sequence[tuple[_T, int]]) -> _T:
        """One of the things, as likely as its share of the whole-number weights, with one draw.

        Raises:
            ValueError: when the weights add up to nothing.
        """
        bounds = list(accumulate([weight for _, weight in weights]))
        place = self.below(bounds[-1] if bounds else 0)
        return weights[bisect_right(bounds, place)][0]
