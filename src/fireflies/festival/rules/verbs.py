"""The rows of main and secondary actions, and the clause of each phase."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from fireflies.contract.verbs import ActionRules, verb_of
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.actions import MainAction, SecondaryAction
from fireflies.festival.rules.pieces import NONE, NOTHING, Phase
from fireflies.festival.rules.position import Position, Working

_M = TypeVar("_M", bound=MainAction)
_S = TypeVar("_S", bound=SecondaryAction)
_L = TypeVar("_L", bound=SecondaryAction)


def main_action(
    kind: type[_M],
    legal: Callable[[Position], Sequence[_M]],
    judge: Callable[[Position, _M], Clause | None],
    does: Callable[[Working, _M], None],
    *,
    progress: bool = True,
) -> ActionRules[Position, Working, _M]:
    """Return the rules of a main action: one must be left, and it is used up."""

    def legal_if_left(position: Position) -> Sequence[_M]:
        return legal(position) if position.mains else ()

    def judge_main(position: Position, action: _M) -> Clause | None:
        return judge(position, action) if position.mains else Clause.TURN_MAIN

    def carry_out(table: Working, action: _M) -> None:
        table.mains -= 1
        if progress:
            table.idle = 0
        does(table, action)

    return verb_of(kind, ("turn",), legal_if_left, judge_main, carry_out)


def secondary_action(
    kind: type[_S],
    legal: Callable[[Position], Sequence[_L]],
    judge: Callable[[Position, _S], Clause | None],
    does: Callable[[Working, _S], None],
    *,
    progress: bool = False,
) -> ActionRules[Position, Working, _S | _L]:
    """Return the rules of a secondary action: it must be left, and it is used up."""

    def legal_if_left(position: Position) -> Sequence[_L]:
        return legal(position) if position.secondary else ()

    def judge_secondary(position: Position, action: _S) -> Clause | None:
        return judge(position, action) if position.secondary else Clause.TURN_SECONDARY

    def carry_out(table: Working, action: _S) -> None:
        table.secondary = False
        if progress:
            table.idle = 0
        does(table, action)

    return verb_of(kind, ("turn",), legal_if_left, judge_secondary, carry_out)


_CLAUSES: Final[Mapping[Phase, Clause]] = {
    "tiles": Clause.SETUP_TILES,
    "kinds": Clause.SETUP_PUBLIC,
    "goals": Clause.SETUP_PRIVATE,
    "powers": Clause.POWER_DEAL,
    "keep": Clause.POWER_KEEP,
    "first": Clause.SETUP_FIRST,
    "turn": Clause.TURN_SEQUENCE,
    "recruit": Clause.RECRUIT_STARTERS,
    "cross": Clause.CROSS_FREE,
    "walk": Clause.MOVE_THREE,
    "to": Clause.MOVE_THREE,
    "over": Clause.END_TURN,
}


def clause_of_phase(position: Position) -> Clause:
    """Return the clause that an action violates when it does not belong to the phase."""
    if position.phase == "goals" and position.pending != NOTHING:
        return Clause.GOAL_DRAW
    if position.phase == "recruit" and position.pending.lane != NONE:
        return Clause.WATER_RECRUIT
    return _CLAUSES[position.phase]
