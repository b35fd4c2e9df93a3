"""The exact value of a small endgame: what each seat gets when everyone plays as well as possible.

The value of a position is a return for each seat. When the game is over, that is
:attr:`Outcome.returns <fireflies.contract.Outcome.returns>`. Where chance acts, it is the mean
over its actions. Where a seat decides, it is the value after the action that brings this seat most;
with several such actions it is the mean of the values after them, since nothing says which one the
seat takes. That is max^n (Luckhardt, Irani, "An algorithmic solution of n-person games", AAAI 1986)
with one way to break ties; with another way, values may differ. No number is rounded.

Every seat is assumed to know the whole position.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from fireflies.contract import Action, State

LIMIT: Final = 100_000
"""The most positions that :func:`solve` looks at, by default."""

Values: TypeAlias = tuple[Fraction, ...]
"""Returns by seat."""


class Solution(NamedTuple):
    """The value of a position, and of each action in it."""

    values: Values
    actions: Mapping[Action, Values]
    """The value after each legal action, in their order; empty when the game is over."""
    positions: int
    """How many different positions were looked at."""


def solve(start: State, limit: int = LIMIT) -> Solution:
    """Return the exact value of a position.

    Raises:
        ValueError: when there are more than ``limit`` positions to look at, or one of them can come
            again.
    """
    values: dict[State, Values] = {}
    following: dict[State, tuple[State, ...]] = {}
    waiting = [start]
    # A stack of its own: a play can be longer than Python's limit of nested calls.
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
        if any(after in following for after in missing):  # on the way from the start to here
            raise ValueError("in this endgame a position can come again, so it can't be solved")
        waiting += missing
        if not missing:
            values[waiting.pop()] = _value(here, [values[after] for after in following[here]])
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
