"""The rules of one class of actions as a value, :class:`ActionRules`.

A module for a chapter of the rules has up to three functions for each class of actions:
``legal_…`` lists the legal actions; ``judge_…`` returns the first clause that an action violates,
and its docstring says what is required; the third carries out an action. The first two test the
same conditions. The module ends with ``VERBS``, the table of these functions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from fireflies import contract
from fireflies.misbehavin.actions import Action
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.pieces import Phase
from fireflies.misbehavin.position import Position, Table, expect

_A = TypeVar("_A", bound=Action)


@dataclass(frozen=True, slots=True)
class ActionRules:
    """A class of actions with its rules, in some phases."""

    kind: type[contract.Action]
    phases: tuple[Phase, ...]
    legal: Callable[[Position], Sequence[Action]]
    """Return the legal actions of the class, in the order of their texts."""
    judge: Callable[[Position, object], Action | Clause]
    """Return the action when it is legal, otherwise the first clause that it violates."""
    does: Callable[[Table, Action], None]
    """Carry out a legal action on the table."""


def verb_of(
    kind: type[_A],
    phases: tuple[Phase, ...],
    legal: Callable[[Position], Sequence[_A]],
    judge: Callable[[Position, _A], Clause | None],
    does: Callable[[Table, _A], None],
) -> ActionRules:
    """Return the rules of a class of actions with an object, such as a card."""

    def judge_one(position: Position, action: object) -> Action | Clause:
        expected = expect(kind, action)
        return judge(position, expected) or expected

    def carry_out(table: Table, action: Action) -> None:
        does(table, expect(kind, action))

    return ActionRules(kind, phases, legal, judge_one, carry_out)


def _no_violation(_position: Position) -> None:
    """Return no clause: the action is legal in all its phases."""


def bare_verb(
    action: Action,
    phases: tuple[Phase, ...],
    does: Callable[[Table], None],
    judge: Callable[[Position], Clause | None] = _no_violation,
) -> ActionRules:
    """Return the rules of an action without an object."""

    def legal(position: Position) -> Sequence[Action]:
        return () if judge(position) else (action,)

    def judge_bare(position: Position, _action: object) -> Action | Clause:
        return judge(position) or action

    def carry_out(table: Table, _action: Action) -> None:
        does(table)

    return ActionRules(type(action), phases, legal, judge_bare, carry_out)


TOKEN_PHASES: Final[tuple[Phase, ...]] = ("turn", "deal", "recruit", "fight")
"""The phases in which tokens can be spent on actions, and abilities used without an activation."""
