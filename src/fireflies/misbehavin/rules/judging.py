"""The legal actions of a position, and the clause that any other action violates."""

from collections.abc import Mapping
from typing import Final

from fireflies import rulebook
from fireflies.contract.verbs import Verbs
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.actions import ACTIONS, Action, Done, End, Pass, Skip
from fireflies.misbehavin.rules.by_hand import VERBS as BY_HAND
from fireflies.misbehavin.rules.choices import VERBS as CHOICES
from fireflies.misbehavin.rules.choices import choice
from fireflies.misbehavin.rules.deals import VERBS as DEALS
from fireflies.misbehavin.rules.draft import VERBS as DRAFT
from fireflies.misbehavin.rules.ending import VERBS as ENDING
from fireflies.misbehavin.rules.fight import VERBS as FIGHT
from fireflies.misbehavin.rules.offer import VERBS as OFFER
from fireflies.misbehavin.rules.pieces import Fight, Phase
from fireflies.misbehavin.rules.piles import VERBS as PILES
from fireflies.misbehavin.rules.position import Position, Working
from fireflies.misbehavin.rules.queue import settle
from fireflies.misbehavin.rules.recruitment import VERBS as RECRUITMENT
from fireflies.misbehavin.rules.spending import VERBS as SPENDING
from fireflies.misbehavin.rules.tableau import VERBS as TABLEAU
from fireflies.misbehavin.rules.use import VERBS as USE
from fireflies.misbehavin.rules.verse import VERBS as VERSE

_CLAUSES: Final[Mapping[Phase, Clause]] = {
    "draft": Clause.SETUP_DRAFT,
    "reveal": Clause.MARKET_DECK,
    "draw": Clause.DRAW_DECK,
    "turn": Clause.TURN_ACTIONS,
    "played": Clause.PLAY_TRIGGER_NOW,
    "ability": Clause.CARD_ORDER,
    "location": Clause.BLACK_LOCATION,
    "by-hand": Clause.ABILITY_BY_HAND,
    "replay": Clause.VERSE_REPLAY,
    "intent": Clause.FIGHT_INTENT,
    "target": Clause.FIGHT_TARGET,
    "fight": Clause.FIGHT_ADD,
    "reward": Clause.FIGHT_REWARD,
    "retain": Clause.VERSE_RETAIN,
    "deal": Clause.DEAL_ADD,
    "answer": Clause.DEAL_CANCEL,
    "canceled": Clause.DEAL_CANCELED_CARDS,
    "recruit": Clause.RECRUIT_ADD,
    "take": Clause.OFFER_TAKE,
    "tidy": Clause.END_TURN_TIDY,
    "over": Clause.END_OVER,
}
"""By phase, the clause that an action violates when it does not belong to the phase.

The phase ``choose`` is not here: each choice has a clause of its own.
"""


def _clause_of_phase(position: Position) -> Clause:
    if position.phase == "choose":
        return choice(position).clause
    if position.phase == "fight":
        fight = position.activity
        if isinstance(fight, Fight) and position.seat != fight.seat:
            return Clause.FIGHT_ANSWER
    return _CLAUSES[position.phase]


_CHAPTERS: Final = (
    *(DRAFT, PILES, TABLEAU, FIGHT, DEALS, RECRUITMENT, OFFER, VERSE, SPENDING, USE, CHOICES),
    *(BY_HAND, ENDING),
)
_ROWS: Final = sorted(
    [row for chapter in _CHAPTERS for row in chapter], key=lambda row: ACTIONS.index(row.kind)
)
VERBS: Final = Verbs[Position, Working, Action](_ROWS, _clause_of_phase)
"""The rules of all actions."""
_FINISHING: Final = Verbs[Position, Working, Action](
    [row for row in _ROWS if row.kind in {Skip, Pass, Done, End}], _clause_of_phase
)
"""The finishing actions. When the limit of actions is reached, they are the only legal ones.

In a position without a legal finishing action, the limit changes nothing.
"""


def _only_finishing(position: Position) -> list[Action]:
    """Return the legal finishing actions when the limit of actions is reached; else none."""
    return _FINISHING.legal(position) if position.moves >= position.options.moves else []


def legal_actions(position: Position) -> list[Action]:
    """Return the legal actions of this position, in the order of the wire."""
    return _only_finishing(position) or VERBS.legal(position)


def judge(position: Position, action: object) -> Action | rulebook.Clause:
    """Return the action when it is legal, otherwise the first clause that it violates."""
    judged = VERBS.judge(position, action)
    finishing = _only_finishing(position)
    if finishing and judged not in finishing and not isinstance(judged, rulebook.Clause):
        return Clause.END_MOVES
    return judged


def carry_out(table: Working, action: Action) -> None:
    """Carry out a legal action on the table, and then do the steps of the queue."""
    VERBS.carry_out(table, action)
    table.moves += 1  # not before: what may be chosen depends on the actions that came before
    settle(table)
