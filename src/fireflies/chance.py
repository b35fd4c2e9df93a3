"""The random number generator of chance and of bots.

A draw is a function of (seed, purpose, number of decisions so far, number of draws in this one)
and of nothing else: neither of the process nor of the draws of other purposes. So a play can be
continued from its seed and its actions as if it had never been interrupted. The function is the
output function of SplitMix64 applied to counters; any language with 64-bit integers can compute it:

1. ``start`` is the first eight bytes, highest first, of the SHA-256 of the UTF-8 text
   ``SEED PURPOSE``, the seed in decimal. So the draws of one purpose reveal none of another's.
2. The first draw of decision number ``k`` (from 0) is ``first = mix(start + (k + 1) * G)``, with
   ``G = 0x9E3779B97F4A7C15``, all sums and products modulo ``2**64``.
3. The later draws of the same decision are ``mix(first + n * G)``, with ``n`` = 1, 2, 3 and so on.
4. ``mix(z)``: ``z ^= z >> 30; z *= 0xBF58476D1CE4E5B9; z ^= z >> 27; z *= 0x94D049BB133111EB;
   z ^= z >> 31``.
5. A whole number below ``limit`` is ``draw * limit >> 64``, the product not reduced.

Sources: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014
(SplitMix64 and its constants); FIPS 180-4 (SHA-256).
"""

from bisect import bisect_right
from collections.abc import Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Final, TypeVar

from fireflies._typing import GivenInt, i64, mypyc_attr
from fireflies.errors import shown

_T = TypeVar("_T")

COMPILED: Final = not __file__.endswith(".py")
"""True when this module runs as machine code; the numbers are the same."""

SEEDS: Final = range(1 << 64)
"""All valid seeds: whole numbers of 64 bits."""

_ALL: Final = 1 << 64
_LOW: Final = 0xFFFFFFFF
_SMALL: Final = 1 << 30


def _word(number: int) -> int:
    """Return 64 bits as an integer; in compiled code as a signed one, as machine integers are."""
    return number - _ALL if COMPILED and number >> 63 else number


# Not literals: mypyc makes a machine integer of a call's result, but an object of a large literal.
_MASK: Final[i64] = _word(_ALL - 1)
_GOLDEN: Final[i64] = _word(0x9E3779B97F4A7C15)
_FIRST: Final[i64] = _word(0xBF58476D1CE4E5B9)
_SECOND: Final[i64] = _word(0x94D049BB133111EB)


def mix(z: int) -> int:
    """Scramble 64 bits into 64 others, one to one."""
    return _bits(_mix(_word(z)))


def _mix(z: i64) -> i64:
    # The masks after the shifts remove the copies of the sign bit.
    z = ((z ^ (z >> 30 & 0x3FFFFFFFF)) * _FIRST) & _MASK
    z = ((z ^ (z >> 27 & 0x1FFFFFFFFF)) * _SECOND) & _MASK
    return z ^ (z >> 31 & 0x1FFFFFFFF)


def _bits(word: i64) -> int:
    """Return the number from 0 to ``2**64 - 1`` of a word: the inverse of :func:`_word`."""
    number: int = word
    return number + _ALL if number < 0 else number


def scale(word: i64, limit: i64) -> i64:
    """Return ``word * limit >> 64``, for an unsigned word and a limit of at most ``2**30``."""
    return ((word >> 32 & _LOW) * limit + ((word & _LOW) * limit >> 32)) >> 32


_MOST_CACHED: Final = 256  # seeds of a purpose
_starts: Final[dict[str, dict[object, int]]] = {}
"""A cache by purpose and seed: a play needs the same few again and again."""


def start_of(seed: int, purpose: str) -> int:
    """Return ``start`` (module docstring) for a valid seed, for programs that draw in bulk."""
    return int.from_bytes(sha256(f"{seed} {purpose}".encode()).digest()[:8])


def _start(seed: object, purpose: str) -> int:
    """Compute and cache ``start`` (module docstring). Raises ValueError for an invalid seed."""
    if type(seed) is not int or seed not in SEEDS:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {shown(seed)}")
    cached = _starts.setdefault(purpose, {})
    if len(cached) >= _MOST_CACHED:
        cached.clear()
    start: int = _word(start_of(seed, purpose))
    cached[seed] = start  # another thread may clear it at once
    return start


@mypyc_attr(allow_interpreted_subclasses=True)
class Draws:
    """The draws for one decision of one ``purpose``; its decisions are numbered from 0.

    Raises:
        ValueError: when the seed is not among :data:`SEEDS`.
    """

    __slots__ = ("_count", "_first")

    def __init__(self, seed: GivenInt, purpose: str, decision: int = 0) -> None:
        given: object = seed
        cached = _starts.get(purpose)
        # True and 1.0 would be looked up as 1.
        known = cached.get(given) if cached is not None and type(given) is int else None
        start: i64 = _start(given, purpose) if known is None else known
        number: i64 = decision + 1 if decision < _SMALL else _word((decision + 1) % _ALL)
        zero: i64 = 0
        self._first: i64 = _mix(start + number * _GOLDEN & _MASK)
        self._count: i64 = zero

    def bits(self) -> int:
        """Return the next draw: a whole number from 0 to ``2**64 - 1``."""
        word: i64 = self._next()
        number: int = word
        return number + _ALL if word < 0 else number  # as _bits, without a call

    def _next(self) -> i64:
        count: i64 = self._count
        self._count = count + 1
        return _mix(self._first + count * _GOLDEN & _MASK) if count else self._first

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit - 1``, with one draw.

        All are equally likely, to within ``limit / 2**64``.

        Raises:
            ValueError: when ``limit`` is not from 1 to ``2**64``.
        """
        if not 1 <= limit <= _ALL:
            raise ValueError(f"a limit is a whole number from 1 to 2**64, not {shown(limit)}")
        is_quick = COMPILED and limit <= _SMALL and type(self) is Draws
        return scale(self._next(), limit) if is_quick else self.bits() * limit >> 64

    def choose(self, things: Sequence[_T]) -> _T:
        """Return one of these things, each equally likely, with one draw.

        Raises:
            ValueError: when there are none.
        """
        return things[self.below(len(things))]

    def sample(self, things: Sequence[_T], count: int) -> list[_T]:
        """Return ``count`` of these things, each selection equally likely, with ``count`` draws.

        Raises:
            ValueError: when there are fewer things.
        """
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def choose_weighted(self, weights: Sequence[tuple[_T, int]]) -> _T:
        """Return one of the things by their whole-number weights, with one draw.

        Raises:
            ValueError: when the weights add up to zero.
        """
        bounds = list(accumulate([weight for _, weight in weights]))
        place = self.below(bounds[-1] if bounds else 0)
        return weights[bisect_right(bounds, place)][0]
