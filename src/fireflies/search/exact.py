"""The exact value of a small endgame in which every seat plays as well as possible.

The value of a position is a return for each seat. When the game is over, it is
:attr:`Outcome.returns <fireflies.contract.Outcome.returns>`. Where chance acts, it is the mean over
its actions. Where a seat decides, it is the value after the action with the highest return for this
seat; of several such actions, the mean. This is max^n (Luckhardt, Irani, "An algorithmic solution
of n-person games", AAAI 1986) with one of several ways to break ties; with another way, values may
differ. No number is rounded.

Every seat is assumed to know the whole position.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from fireflies.contract import Action, State

LIMIT: Final = 100_000
"""The most positions that :func:`~fireflies.search.solve` visits, by default."""

Values: TypeAlias = tuple[Fraction, ...]
"""Returns by seat."""


class Solution(NamedTuple):
    """The value of a position, and of each action in it."""

    values: Values
    actions: Mapping[Action, Values]
    """The value after each legal action, in their order; empty when the game is over."""
    positions: int
    """The number of different positions that were visited."""


def solve(start: State, limit: int = LIMIT) -> Solution:
    """Return the exact value of a position.

    Raises:
        ValueError: when there are more than ``limit`` positions, or a position can be repeated.
    """
    values: dict[State, Values] = {}
    following: dict[State, tuple[State, ...]] = {}
    stack = [start]  # no recursion: a play can be longer than Python's recursion limit
    while stack:
        here = stack[-1]
        if here not in following:
            if len(following) >= limit:
                raise ValueError(
                    f"this endgame has more than {limit} positions; choose one that is nearer to"
                    " the end, or a higher limit"
                )
            following[here] = tuple([here.apply(action) for action in here.legal_actions])
        missing = [after for after in following[here] if after not in values]
        if any(after in following for after in missing):  # visited on the way to this position
            raise ValueError("in this endgame a position can be repeated, so it can't be solved")
        stack += missing
        if not missing:
            values[stack.pop()] = _value(here, [values[after] for after in following[here]])
    after = [values[state] for state in following[start]]
    return Solution(values[start], dict(zip(start.legal_actions, after, strict=True)), len(values))


def _value(state: State, after: list[Values]) -> Values:
    """Return the value of a position from the values after each of its legal actions."""
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
