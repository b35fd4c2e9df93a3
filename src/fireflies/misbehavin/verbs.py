"""The rules of one kind of action: its phases, the legal ones, the judge, and the effect.

For each action a chapter has up to three functions. ``legal_…`` lists the legal ones, ``judge_…``
returns the first clause that one breaks (its docstring says what has to hold), and the third
carries it out. Both of the first two ask the same conditions. The chapter ends with the table of
its actions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from fireflies.misbehavin.actions import Action, VerbAction
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.pieces import Phase
from fireflies.misbehavin.position import Position, Table, expect

_A = TypeVar("_A", bound=Action)


@dataclass(frozen=True, slots=True)
class Verb:
    """A class of actions with its rules, in some phases."""

    kind: type[VerbAction]
    phases: tuple[Phase, ...]
    legal: Callable[[Position], Sequence[Action]]
    """Return the legal ones, in the order of their texts."""
    judge: Callable[[Position, object], Action | Clause]
    """Return it when it is legal, otherwise the first clause that it breaks."""
    does: Callable[[Table, Action], None]
    """Change the table as a legal one does."""


def verb_of(
    kind: type[_A],
    phases: tuple[Phase, ...],
    legal: Callable[[Position], Sequence[_A]],
    judge: Callable[[Position, _A], Clause | None],
    does: Callable[[Table, _A], None],
) -> Verb:
    """Return the verb of a class whose actions differ, such as one for each card."""

    def judge_one(position: Position, action: object) -> Action | Clause:
        expected = expect(kind, action)
        return judge(position, expected) or expected

    def carry_out(table: Table, action: Action) -> None:
        does(table, expect(kind, action))

    return Verb(kind, phases, legal, judge_one, carry_out)


def _never(_position: Position) -> None:
    """Break no clause."""


def bare_verb(
    action: Action,
    phases: tuple[Phase, ...],
    does: Callable[[Table], None],
    judge: Callable[[Position], Clause | None] = _never,
) -> Verb:
    """Return the verb of an action without an object."""

    def legal(position: Position) -> Sequence[Action]:
        return () if judge(position) else (action,)

    def judge_it(position: Position, _action: object) -> Action | Clause:
        return judge(position) or action

    def carry_out(table: Table, _action: Action) -> None:
        does(table)

    return Verb(type(action), phases, legal, judge_it, carry_out)


FREE: Final[tuple[Phase, ...]] = ("turn", "deal", "recruit", "fight")
"""The phases in which the turn's player may spend tokens."""
