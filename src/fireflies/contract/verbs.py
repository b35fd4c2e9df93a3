"""The rules of each class of actions as a value, and the table of them all.

A module for a chapter of the rules has up to three functions for each class of actions:
``legal_…`` lists the legal actions; ``judge_…`` returns the first clause that an action violates,
and its docstring says what is required; the third carries out an action. The first two test the
same conditions. The module ends with ``VERBS``, the rows of these functions, and a :class:`Verbs`
of all rows says which actions are legal in a position, and carries them out.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, overload

from fireflies.contract.actions import Action
from fireflies.rulebook import Clause


class Phased(Protocol):
    """A position, or a working copy of one, that has a phase."""

    @property
    @abstractmethod
    def phase(self) -> str:
        """The name of the phase."""


_P = TypeVar("_P", bound=Phased)
_P_contra = TypeVar("_P_contra", bound=Phased, contravariant=True)
_T = TypeVar("_T", bound=Phased)
_T_contra = TypeVar("_T_contra", bound=Phased, contravariant=True)
_A = TypeVar("_A", bound=Action)
_L = TypeVar("_L", bound=Action)
_A_co = TypeVar("_A_co", bound=Action, covariant=True)


@dataclass(frozen=True, slots=True)
class ActionRules(Generic[_P_contra, _T_contra, _A_co]):
    """A class of actions with its rules, in some phases."""

    kind: type[_A_co]
    phases: tuple[str, ...]
    legal: Callable[[_P_contra], Sequence[_A_co]]
    """Return the legal actions of the class, in the order of the wire."""
    judge: Callable[[_P_contra, Any], Clause | None] | None
    """Return the first clause that an action of the class violates, or None when it is legal.

    None stands for the rule that what is not in the legal list violates the clause of the phase.
    """
    does: Callable[[_T_contra, Any], None]
    """Carry out a legal action of the class on the working copy."""
    weights: Callable[[_P_contra], Sequence[tuple[_A_co, int]]] | None = None
    """Return the legal actions with their weights, where chance acts."""


def verb_of(
    kind: type[_A],
    phases: tuple[str, ...],
    legal: Callable[[_P], Sequence[_L]],
    judge: Callable[[_P, _A], Clause | None] | None,
    does: Callable[[_T, _A], None],
) -> ActionRules[_P, _T, _A | _L]:
    """Return the rules of a class of actions with an object, such as a card.

    ``legal`` may list other actions too, whose own rows then list none: so what takes long to
    compute is computed once for both.
    """
    return ActionRules(kind, phases, legal, judge, does)


def _no_violation(_position: object) -> None:
    """Return no clause: the action is legal in all its phases."""


@overload
def bare_verb(
    action: _A, phases: tuple[str, ...], does: Callable[[_T], None]
) -> ActionRules[Phased, _T, _A]: ...


@overload
def bare_verb(
    action: _A,
    phases: tuple[str, ...],
    does: Callable[[_T], None],
    judge: Callable[[_P], Clause | None],
) -> ActionRules[_P, _T, _A]: ...


def bare_verb(
    action: _A,
    phases: tuple[str, ...],
    does: Callable[[_T], None],
    judge: Callable[[Any], Clause | None] = _no_violation,
) -> ActionRules[Any, _T, _A]:
    """Return the rules of an action without an object."""

    def legal(position: Phased) -> Sequence[_A]:
        return () if judge(position) else (action,)

    def judge_bare(position: Phased, _action: _A) -> Clause | None:
        return judge(position)

    def carry_out(table: _T, _action: _A) -> None:
        does(table)

    return ActionRules(type(action), phases, legal, judge_bare, carry_out)


def chance_verb(
    kind: type[_A],
    phases: tuple[str, ...],
    weights: Callable[[_P], Sequence[tuple[_A, int]]],
    does: Callable[[_T, _A], None],
) -> ActionRules[_P, _T, _A]:
    """Return the rules of a class of actions of chance; what has no weight is illegal."""

    def legal(position: _P) -> Sequence[_A]:
        return [action for action, _ in weights(position)]

    return ActionRules(kind, phases, legal, None, does, weights)


class Verbs(Generic[_P, _T, _A]):
    """The rules of all actions of a game, from their rows in the order of the wire.

    ``clause`` returns the clause of the phase: an action that does not belong there violates it.
    """

    def __init__(
        self, rows: Iterable[ActionRules[_P, _T, _A]], clause: Callable[[_P], Clause]
    ) -> None:
        self._clause = clause
        self._legal: dict[str, list[Callable[[_P], Sequence[_A]]]] = {}
        self._weights: dict[str, list[Callable[[_P], Sequence[tuple[_A, int]]]]] = {}
        self._row: dict[tuple[str, type[object]], ActionRules[_P, _T, _A]] = {}
        for row in rows:
            for phase in row.phases:
                self._row[phase, row.kind] = row
                self._legal.setdefault(phase, []).append(row.legal)
                if row.weights is not None:
                    self._weights.setdefault(phase, []).append(row.weights)

    def belongs(self, action: object, phase: str) -> bool:
        """Return whether the rules of a phase are about such actions."""
        return (phase, type(action)) in self._row

    def legal(self, position: _P) -> list[_A]:
        """Return the legal actions of this position, in the order of the wire."""
        found: list[_A] = []
        for legal in self._legal.get(position.phase, ()):
            found += legal(position)
        return found

    def weights(self, position: _P) -> list[tuple[_A, int]]:
        """Return the legal actions of chance with their weights; none where a seat decides."""
        found: list[tuple[_A, int]] = []
        for weights in self._weights.get(position.phase, ()):
            found += weights(position)
        return found

    def judge(self, position: _P, action: object) -> _A | Clause:
        """Return the action when it is legal, otherwise the first clause that it violates."""
        row = self._row.get((position.phase, type(action)))
        if row is None:
            return self._clause(position)
        if row.judge is None:
            equal = [legal for legal in row.legal(position) if legal == action]
            return equal[0] if equal else self._clause(position)
        given: Any = action  # of this class, as the row says
        judged: Clause | None = row.judge(position, given)
        return given if judged is None else judged

    def carry_out(self, table: _T, action: _A) -> None:
        """Carry out a legal action on the working copy."""
        self._row[table.phase, type(action)].does(table, action)
