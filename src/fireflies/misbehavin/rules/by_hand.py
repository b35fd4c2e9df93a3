"""Abilities that are done by hand: what their printed words may do, each once a use."""

from collections.abc import Sequence
from typing import Final

from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import Effect, Move
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.actions import DoEntry, Done
from fireflies.misbehavin.rules.choices import can_begin
from fireflies.misbehavin.rules.effect_events import ByHandEnded, EntryBegan
from fireflies.misbehavin.rules.pieces import NO_ENTRY, Pending
from fireflies.misbehavin.rules.position import AnyPosition, Position, Working


def entries(table: AnyPosition, step: Pending) -> Sequence[Effect | Move]:
    """Return everything that the words of a step ``by-hand`` may do, done or not."""
    return table.options.box.card[step.card].abilities[step.number - 1].may


def legal_entries(position: Position) -> list[DoEntry]:
    """Return the entries that are left and can be done now."""
    numbers = range(1, len(entries(position, position.pending[0])) + 1)
    found = map(DoEntry, numbers)
    return [it for it in found if not judge_entry(position, it)]


def judge_entry(position: Position, action: DoEntry) -> Clause | None:
    """Require an entry that is left, and a candidate if it has a choice."""
    step = position.pending[0]
    if step.detail == NO_ENTRY or str(action.entry) not in step.detail:
        return Clause.ABILITY_BY_HAND
    can = can_begin(position, _carried_out(position, step, action.entry))
    return None if can else Clause.ABILITY_BY_HAND


def _carried_out(table: AnyPosition, step: Pending, number: int) -> Pending:
    """Return the step that carries out an entry."""
    match entries(table, step)[number - 1]:
        case Move() as move:
            return Pending(step.seat, "move", card=step.card, detail=move.places)
        case effect:
            return Pending(step.seat, effect.name, effect.n or 0, step.card)


def do_entry(table: Working, action: DoEntry) -> None:
    """Do an entry, which is then no longer left."""
    step = table.pending.pop(0)
    begun = _carried_out(table, step, action.entry)
    table.tell(EntryBegan, step.seat, step.card, begun.words)
    left = step.detail.replace(str(action.entry), "") or NO_ENTRY
    table.push(begun, step._replace(detail=left))


def end_by_hand(table: Working) -> None:
    """Do nothing more for the words of the ability."""
    step = table.pending.pop(0)
    table.tell(ByHandEnded, step.seat, step.card)


VERBS: Final = (
    verb_of(DoEntry, ("by-hand",), legal_entries, judge_entry, do_entry),
    bare_verb(Done(), ("by-hand",), end_by_hand),
)
"""The actions of an ability that is done by hand."""
