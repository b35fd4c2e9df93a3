"""The queue: the steps that are still to be done, until a seat or chance has to decide.

A step says what still has to happen to a seat: draw a card, lose a credit, choose a card, retain.
An action changes the table and adds steps to the queue: ``table.push`` in front, so that they come
next; ``table.queue`` at the end, such as the steps that conclude a deal or a turn. After every
action :func:`settle` takes the steps from the front, one after the other:

* A step that waits stays in front, and the state is in its phase. The action of that phase removes
  the step, or leaves it, and then it waits again.
* A step that does not wait is removed and done.
* When the queue is empty, a deal or a recruitment that needs no decision adds steps to it.
  Otherwise the next decision follows from the current fight, deal or recruitment, or the turn.

:data:`STEPS` has a line for each kind of step: the phase in which it waits, the condition for that,
and what it does when it does not wait.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from fireflies.misbehavin.rules.activation import clear_displays
from fireflies.misbehavin.rules.choices import CHOICES
from fireflies.misbehavin.rules.deals import settle_canceled
from fireflies.misbehavin.rules.draft import is_drafting, picker
from fireflies.misbehavin.rules.effects import DONE_AT_ONCE, CarryOut, pass_over
from fireflies.misbehavin.rules.ending import begin_next, can_tidy, refill
from fireflies.misbehavin.rules.fight import end_without_targets
from fireflies.misbehavin.rules.offer import end_if_nothing_to_take
from fireflies.misbehavin.rules.pieces import Deal, Fight, Pending, Phase, Recruitment, StepName
from fireflies.misbehavin.rules.piles import can_draw, can_replenish, reshuffle
from fireflies.misbehavin.rules.position import AnyPosition, Working, expect
from fireflies.misbehavin.rules.spending import can_retain
from fireflies.misbehavin.rules.tableau import (
    asks_about_ability,
    may_return_black,
    may_trigger_now,
    use_only_ability,
)
from fireflies.misbehavin.rules.use import is_replayable, return_supply
from fireflies.misbehavin.rules.verse import do_step, earn_token, step_candidates

Condition: TypeAlias = Callable[[AnyPosition, Pending], object]


def _always(_table: AnyPosition, _step: Pending) -> bool:
    return True


def _nothing(_table: Working, _step: Pending) -> None:
    """Do nothing: the step is over."""


class StepKind(NamedTuple):
    """The rules for one kind of step."""

    phase: Phase | None = None
    """The phase in which it waits for a decision; None when it never waits."""
    waits: Condition = _always
    """Return whether it waits; otherwise it is done at once."""
    does: CarryOut = _nothing
    """Do the step without a decision."""


STEPS: Final[Mapping[StepName, StepKind]] = {
    **{name: StepKind(does=does) for name, does in DONE_AT_ONCE.items()},
    **{name: StepKind("choose", choice.candidates, pass_over) for name, choice in CHOICES.items()},
    "location": StepKind("location", may_return_black),
    "by-hand": StepKind("by-hand"),
    "draw": StepKind("draw", can_draw, reshuffle),
    "replenish": StepKind("reveal", can_replenish),
    "reveal": StepKind("reveal"),
    "offer": StepKind("played", may_trigger_now),
    "walk": StepKind("ability", asks_about_ability, use_only_ability),
    "replay": StepKind("replay", is_replayable),
    "return": StepKind(does=return_supply),
    "answer": StepKind("answer"),
    "step": StepKind("choose", step_candidates, do_step),  # some 'verse card steps need no choice
    "earn": StepKind(does=earn_token),
    "reward": StepKind("reward"),
    "retain": StepKind("retain", can_retain),
    "clear": StepKind(does=clear_displays),
    "tidy": StepKind("tidy", can_tidy),
    "refill": StepKind(does=refill),
    "next": StepKind(does=begin_next),
}


def settle(table: Working) -> None:
    """Do the steps of the queue until one waits; then set the phase and the seat."""
    while True:
        while table.pending:
            step = table.pending[0]
            kind = STEPS[step.name]
            if kind.phase is not None and kind.waits(table, step):
                table.phase, table.seat = kind.phase, step.seat
                return
            del table.pending[0]
            kind.does(table, step)
            if table.phase == "over":
                table.seat = table.turn_player
                return
        if not _settle_activity(table):
            table.phase, table.seat = _decision(table)
            return


def _settle_activity(table: Working) -> bool:
    """Carry out what the activity does without a decision; return whether it did anything."""
    match table.activity:
        case Fight(target=None) as fight:
            return end_without_targets(table, fight)
        case Deal(canceled=True) as deal:
            return settle_canceled(table, deal)
        case Deal() | Recruitment() as activity:
            return end_if_nothing_to_take(table, activity)
        case _:
            return False


def _decision(table: Working) -> tuple[Phase, int]:
    """Return the phase and the deciding seat when the queue is empty."""
    match table.activity:
        case None if is_drafting(table):
            return "draft", picker(table)
        case None:
            return "turn", table.turn_player
        case Fight(intent=None) as fight:
            return "intent", fight.seat
        case Fight(batch=None) as fight:
            return "target", fight.seat
        case Fight(batch=batch):
            return "fight", expect(int, batch)
        case Deal(canceled=True) as deal:
            return "canceled", deal.seat
        case Deal(stage="open") as deal:
            return "deal", deal.seat
        case Recruitment(stage="open") as recruitment:
            return "recruit", recruitment.seat
        case activity:
            return "take", activity.seat
