"""The chapter "Turn Structure": when a turn begins, goes on and ends."""

from typing import Final

from fireflies.contract.verbs import bare_verb
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.actions import End
from fireflies.festival.rules.build import legal_crossings
from fireflies.festival.rules.ending import end_game, game_ends
from fireflies.festival.rules.events import CrowPaid, TurnBegan, TurnEnded
from fireflies.festival.rules.move import can_walk
from fireflies.festival.rules.pieces import NONE, NOTHING, Phase
from fireflies.festival.rules.position import AnyPosition, Working, figures_of


def begin_turn(table: Working, seat: int) -> None:
    """Begin a turn of one main and one secondary action; the crow pays its holder."""
    table.phase, table.seat = "turn", seat
    table.mains, table.secondary = 1, True
    table.idle += 1
    if table.turns_left is not None:
        table.turns_left -= 1
    table.tell(TurnBegan, seat)
    income = figures_of(table, seat).crow_income
    if table.crow == seat and income:
        table.earn(seat, coins=income)
        table.tell(CrowPaid, seat, income)


def proceed(table: Working) -> None:
    """Go to the next decision of the action; if there is none, continue or end the turn."""
    phase = next_decision(table)
    if phase is not None:
        table.phase = phase
        return
    table.pending = NOTHING
    table.phase = "turn"
    if not table.mains and not table.secondary:
        _end_turn(table)


def next_decision(table: AnyPosition) -> Phase | None:
    """Return the phase of the next decision of an action; None when nothing is left of it."""
    pending = table.pending
    if pending.draws:
        return "goals"
    if pending.recruits:
        return "recruit"
    if pending.lane != NONE and legal_crossings(table):
        return "cross"
    if pending.walker != NONE:
        return "to"
    return "walk" if pending.walks and can_walk(table) else None


def judge_end(position: AnyPosition) -> Clause | None:
    """Require that no main action is left."""
    return Clause.TURN_MAIN if position.mains else None


def leave_secondary(table: Working) -> None:
    """Leave the secondary action unused, with which the turn ends."""
    table.secondary = False


def _end_turn(table: Working) -> None:
    """End the turn: the game ends, or the next player clockwise takes a turn."""
    table.tell(TurnEnded, table.seat)
    if game_ends(table):
        end_game(table)
    else:
        begin_turn(table, (table.seat + 1) % len(table.players))


VERBS: Final = (bare_verb(End(), ("turn",), leave_secondary, judge_end),)
"""The action of the chapter."""
