"""The queue: the steps that are still to be done, until a seat or chance has to decide.

A step says what still has to happen to a seat: draw a card, lose a credit, choose a card, retain.
An action changes the table and puts steps into the queue: ``table.push`` in front, where what
belongs to the action itself comes next, ``table.queue`` at the end, where what concludes an
activity has its time. After every action :func:`settle` takes the steps from the front, one after
the other:

* A step that waits stays in front, and the state is in its phase. The action of that phase takes
  the step off, or leaves it to be asked again.
* A step that does not wait is taken off and done.
* With the queue empty, what goes on may do something by itself, which puts steps into the queue;
  otherwise it says who decides next.

:data:`STEPS` has a line for each step, with the phase in which it waits and the condition, and
with what it does when it does not wait.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from fireflies.misbehavin.activation import clear_displays
from fireflies.misbehavin.choices import CHOICES
from fireflies.misbehavin.deals import settle_canceled
from fireflies.misbehavin.draft import is_drafting, picker
from fireflies.misbehavin.effects import DONE_AT_ONCE, pass_over
from fireflies.misbehavin.ending import begin_next, can_tidy, refill
from fireflies.misbehavin.offer import settle_offer
from fireflies.misbehavin.pieces import Deal, Fight, Pending, Phase, Recruitment, Work
from fireflies.misbehavin.piles import can_draw, is_lacking, reshuffle
from fireflies.misbehavin.position import AnyPosition, Table, expect
from fireflies.misbehavin.spending import can_retain
from fireflies.misbehavin.tableau import is_offered, is_walking, walk_on
from fireflies.misbehavin.use import is_replayable, return_supply
from fireflies.misbehavin.verse import do_step, earn_token, step_candidates

Condition: TypeAlias = Callable[[AnyPosition, Pending], object]
Does: TypeAlias = Callable[[Table, Pending], None]


def _always(_table: AnyPosition, _step: Pending) -> bool:
    return True


def _nothing(_table: Table, _step: Pending) -> None:
    """Do nothing: the step is over."""


class Step(NamedTuple):
    """The rules for a kind of steps."""

    phase: Phase | None = None
    """The phase in which it waits for a decision; None when it never waits."""
    waits: Condition = _always
    """Return whether it waits; otherwise it is done at once."""
    does: Does = _nothing
    """Do the step without a decision."""


STEPS: Final[Mapping[Work, Step]] = {
    **{work: Step(does=does) for work, does in DONE_AT_ONCE.items()},
    **{work: Step("choose", choice.candidates, pass_over) for work, choice in CHOICES.items()},
    "draw": Step("draw", can_draw, reshuffle),
    "replenish": Step("reveal", is_lacking),
    "reveal": Step("reveal"),
    "offer": Step("played", is_offered),
    "walk": Step("ability", is_walking, walk_on),
    "replay": Step("replay", is_replayable),
    "return": Step(does=return_supply),
    "answer": Step("answer"),
    "step": Step("choose", step_candidates, do_step),  # some steps choose nothing
    "earn": Step(does=earn_token),
    "reward": Step("reward"),
    "retain": Step("retain", can_retain),
    "clear": Step(does=clear_displays),
    "tidy": Step("tidy", can_tidy),
    "refill": Step(does=refill),
    "next": Step(does=begin_next),
}


def settle(table: Table) -> None:
    """Do the steps of the queue until one waits; then set the phase and the seat."""
    while True:
        while table.pending:
            step = table.pending[0]
            kind = STEPS[step.work]
            if kind.phase is not None and kind.waits(table, step):
                table.phase, table.seat = kind.phase, step.seat
                return
            del table.pending[0]
            kind.does(table, step)
            if table.phase == "over":
                table.seat = table.turn_player
                return
        if not _goes_on_by_itself(table):
            table.phase, table.seat = _decision(table)
            return


def _goes_on_by_itself(table: Table) -> bool:
    match table.activity:
        case Deal(canceled=True) as deal:
            return settle_canceled(table, deal)
        case Deal() | Recruitment() as activity:
            return settle_offer(table, activity)
        case _:
            return False


def _decision(table: Table) -> tuple[Phase, int]:
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
