"""The rows of main and secondary actions, and the clause of each phase."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar, get_args

from fireflies.contract.verbs import ActionRules, verb_of
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.actions import MainAction, SecondaryAction
from fireflies.festival.rules.pieces import NONE, NOTHING, Phase
from fireflies.festival.rules.position import Position, Working

_A = TypeVar("_A", bound=MainAction | SecondaryAction)
_L = TypeVar("_L", bound=MainAction | SecondaryAction)


def turn_action(
    kind: type[_A],
    legal: Callable[[Position], Sequence[_L]],
    judge: Callable[[Position, _A], Clause | None],
    does: Callable[[Working, _A], None],
    *,
    progress: bool = True,
) -> ActionRules[Position, Working, _A | _L]:
    """Return the rules of a main or a secondary action: one must be left, and it is used up."""
    is_main = kind in get_args(MainAction)
    clause = Clause.TURN_MAIN if is_main else Clause.TURN_SECONDARY

    def is_left(position: Position) -> bool:
        return position.mains > 0 if is_main else position.secondary

    def legal_if_left(position: Position) -> Sequence[_L]:
        return legal(position) if is_left(position) else ()

    def judge_if_left(position: Position, action: _A) -> Clause | None:
        return judge(position, action) if is_left(position) else clause

    def carry_out(table: Working, action: _A) -> None:
        if is_main:
            table.mains -= 1
        else:
            table.secondary = False
        if progress:
            table.idle = 0
        does(table, action)

    return verb_of(kind, ("turn",), legal_if_left, judge_if_left, carry_out)


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
