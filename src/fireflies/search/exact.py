"""The exact value of a small endgame: what each seat gets if everyone plays as well as can be.

The value of a position is a return for each seat. When the game is over, that is
:attr:`Outcome.returns <fireflies.contract.Outcome.returns>`. Where chance is next, it is the mean
over what chance may do. Where a seat is next, it is the value after the action that brings this
seat most, and with several such actions the mean of the values after them, since nothing says which
one it would take. That is max^n (Luckhardt, Irani, "An algorithmic solution of n-person games",
AAAI 1986) with one way to break its ties; with other ways, values may differ. All is exact: no
number is rounded.

Everyone is taken to know the whole position.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from fireflies.contract import Action, State

LIMIT: Final = 100_000
"""Positions that :func:`solve` looks at, unless it is told."""

Values: TypeAlias = tuple[Fraction, ...]
"""By seat."""


class Solution(NamedTuple):
    """What a position is worth, and what each action in it is."""

    values: Values
    actions: Mapping[Action, Values]
    """The value after each legal action, in their order; chance's too; none when all is over."""
    positions: int
    """How many different positions there were to look at."""


def solve(start: State, limit: int = LIMIT) -> Solution:
    """Return the exact value of a position.

    Raises:
        ValueError: when there are more than ``limit`` positions to look at.
    """
    values: dict[State, Values] = {}
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


def _value(state: State, after: list[Values]) -> Values:
    """Return the value of a position, by the values after each of its legal actions."""
    actor, outcome = state.actor, state.outcome
    if outcome is not None:
        return outcome.returns
    if isinstance(actor, int):
        most = max(values[actor] for values in after)
        after = [values for values in after if values[actor] == most]
        chances = [Fraction(1, len(after))] * len(after)
    else:
        chances = [chance for _, chance in state.chance_outcomes]
    mean = [Fraction()] * state.seats
    for values, chance in zip(after, chances, strict=True):
        mean = [found + value * chance for found, value in zip(mean, values, strict=True)]
    return tuple(mean)
