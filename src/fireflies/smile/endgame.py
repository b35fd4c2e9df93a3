"""The exact value of small endgames: what each seat wins if everyone plays as well as can be.

The value of a position is a share of the victory for each seat; they add up to one. When the game
is over, the winners have equal shares. Where chance is next, it is the mean over what chance may
do. Where a seat is next, it is the value after the action that brings this seat most, and with
several such actions the mean of the values after them, since nothing says which one it would take.
That is max^n (Luckhardt, Irani, "An algorithmic solution of n-person games", AAAI 1986) with
one way to break its ties; with other ways, values may differ. All is exact: no number is rounded.

Everyone is taken to know every hand, as all do who remember the play.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias, cast

from fireflies.contract import Outcome
from fireflies.smile.fast.state import State, pack
from fireflies.smile.pieces import Action
from fireflies.smile.rules import State as ReadableState

LIMIT: Final = 100_000
"""Positions that :func:`solve` looks at, unless it is told."""

Shares: TypeAlias = tuple[Fraction, ...]
"""By seat, the share of the victory; together 1."""


class Solution(NamedTuple):
    """What a position is worth, and what each action in it is."""

    shares: Shares
    actions: Mapping[Action, Shares]
    """The value after each legal action, in their order; chance's too; none when all is over."""
    positions: int
    """How many different positions there were to look at."""


def solve(state: ReadableState | State, limit: int = LIMIT) -> Solution:
    """The exact value of a position, readable or packed, with everyone's hands.

    The last auction has from a few to some thousand positions, two auctions mostly too many. A
    thousand positions take about as long as 20 to 100 random plays.

    Raises:
        ValueError: when there are more than ``limit`` positions to look at, or for a position that
            can be in no game.
    """
    start = state if isinstance(state, State) else pack(state)
    values: dict[State, Shares] = {}
    following: dict[State, tuple[State, ...]] = {}
    waiting = [start]
    # A stack of its own: a play can be longer than Python calls functions.
    while waiting:
        here = waiting[-1]
        if here not in following:
            if len(following) >= limit:
                raise ValueError(
                    f"this endgame has more than {limit} positions; one that is nearer to the end,"
                    " or a higher limit, can be solved"
                )
            following[here] = tuple([here.apply(action) for action in here.legal_actions])
        missing = [after for after in following[here] if after not in values]
        waiting += missing
        if not missing:
            values[waiting.pop()] = _value(here, [values[after] for after in following[here]])
    after = [values[state] for state in following[start]]
    return Solution(values[start], dict(zip(start.legal_actions, after, strict=True)), len(values))


def _value(state: State, after: list[Shares]) -> Shares:
    """The value of a position, by the values after each of its legal actions."""
    actor = state.actor
    if actor is None:
        return _won(cast("Outcome", state.outcome))
    if isinstance(actor, int):
        most = max(shares[actor] for shares in after)
        after = [shares for shares in after if shares[actor] == most]
        chances = [Fraction(1, len(after))] * len(after)
    else:
        chances = [chance for _, chance in state.chance_outcomes]
    mean = [Fraction()] * state.seats
    for shares, chance in zip(after, chances, strict=True):
        mean = [found + share * chance for found, share in zip(mean, shares, strict=True)]
    return tuple(mean)


def _won(outcome: Outcome) -> Shares:
    """A whole victory, shared among the winners."""
    even = Fraction(1, len(outcome.scores))
    return tuple([gain + even for gain in outcome.returns])
