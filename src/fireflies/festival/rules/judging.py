"""The table of all actions: which are legal, the clause that others violate, what follows."""

from typing import Final

from fireflies.contract.verbs import Verbs
from fireflies.festival.rules.actions import Action
from fireflies.festival.rules.build import VERBS as BUILD
from fireflies.festival.rules.hold import VERBS as HOLD
from fireflies.festival.rules.move import VERBS as MOVE
from fireflies.festival.rules.pagoda import VERBS as PAGODA
from fireflies.festival.rules.pieces import NOTHING
from fireflies.festival.rules.position import Position, Working
from fireflies.festival.rules.rewards import VERBS as REWARDS
from fireflies.festival.rules.secondary import VERBS as SECONDARY
from fireflies.festival.rules.setup import VERBS as SETUP
from fireflies.festival.rules.turn import VERBS as TURN
from fireflies.festival.rules.turn import proceed
from fireflies.festival.rules.verbs import clause_of_phase

VERBS: Final = Verbs[Position, Working, Action](
    [*SETUP, *BUILD, *PAGODA, *MOVE, *HOLD, *SECONDARY, *TURN, *REWARDS], clause_of_phase
)
"""The rules of all actions, in the order of the wire."""
_SETUP_PHASES: Final = [phase for row in SETUP for phase in row.phases]


def carry_out(table: Working, action: Action) -> None:
    """Change the table as a legal action does, with all that follows by itself."""
    in_setup = table.phase in _SETUP_PHASES and table.pending == NOTHING
    VERBS.carry_out(table, action)
    if not in_setup:
        proceed(table)
