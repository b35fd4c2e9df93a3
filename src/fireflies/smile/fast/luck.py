"""The draws of random plays of the packed game, without an object for each decision.

Draws are numbered as in :mod:`fireflies.chance`, but a stream starts from another number: the
FNV-1a hash (64 bits) of the purpose's UTF-8 bytes, exclusive-or the scrambled seed. This is fast,
and need not be secure: in simulations, no one gains by guessing the seed. Compiled code wraps
64-bit products; in plain Python, :func:`signed` wraps them.

Source of FNV-1a: Fowler, Noll, Vo.
"""

from typing import Final

from fireflies._typing import i64
from fireflies.chance import SEEDS, Draws, start_of
from fireflies.contract import CHANCE

_LOW: Final = 0xFFFFFFFF
DECISION_BITS: Final = 12
"""The bits of each seat's counter of decisions, in one word for all seats. No play has 2**12
decisions: a play of Smile has at most 1180 actions, with three players, twenty auctions and eleven
beads each."""


def _with_sign(number: int) -> int:
    """Return the signed integer with the same 64 bits."""
    return number - (1 << 64) if number >> 63 else number


# The constants of SplitMix64. mypyc keeps the result of a call as a machine integer; a literal of
# more than 62 bits, or a constant expression, would become an object.
_GOLDEN: Final[i64] = _with_sign(0x9E3779B97F4A7C15)
_FIRST: Final[i64] = _with_sign(0xBF58476D1CE4E5B9)
_SECOND: Final[i64] = _with_sign(0x94D049BB133111EB)
CHANCE_PURPOSE: Final[i64] = _with_sign(0x4A5493034C714E81)
"""The hash of ``chance``, the purpose of chance's draws."""
_SEAT: Final[i64] = _with_sign(0x7F6575303072FCD8) ^ ord("0")
"""The hash of ``seat 0`` before its last multiplication. Exclusive-or ``n``, it becomes that of
``seat n``."""
_PRIME: Final = 0x100000001B3


def signed(number: i64) -> i64:
    """Return the signed integer with the lowest 64 bits of a number.

    In compiled code there are no higher bits, and the C compiler removes this function.
    """
    above: i64 = number >> 63
    if -1 <= above <= 0:
        return number
    high: i64 = (number >> 32) & _LOW
    high = ((high ^ 0x80000000) - 0x80000000) << 32
    return high | (number & _LOW)


def scramble(z: i64) -> i64:
    """Return the result of :func:`fireflies.chance.mix` as a signed integer."""
    z = signed((z ^ ((z >> 30) & 0x3FFFFFFFF)) * _FIRST)
    z = signed((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * _SECOND)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


def purpose_of(seat: i64) -> i64:
    """Return the hash of the purpose of a seat's draws."""
    return signed((_SEAT ^ seat) * _PRIME)


def below(stream: i64, number: i64, limit: i64) -> i64:
    """Return draw ``number`` (from 1) of a stream: a whole number below a limit up to ``2**31``.

    The stream is the hash of a purpose, exclusive-or the scrambled seed.
    """
    drawn: i64 = scramble(signed(stream + number * _GOLDEN))
    high: i64 = (drawn >> 32) & _LOW
    return (high * limit + (((drawn & _LOW) * limit) >> 32)) >> 32


def table_stream(seed: int) -> i64:
    """Return the stream of chance at a table with this seed, for :func:`below`."""
    return _with_sign(start_of(seed, CHANCE))


def seed_of(seed: int) -> i64:
    """Return a seed as a signed integer.

    Raises:
        ValueError: when it is not among :data:`fireflies.chance.SEEDS`.
    """
    if seed not in SEEDS:
        Draws(seed, CHANCE)  # raises with the reason
    return _with_sign(seed)
