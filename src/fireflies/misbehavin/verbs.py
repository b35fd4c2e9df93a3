"""The actions of the game: in which phases, which of them are legal, and what each does.

:data:`VERBS` is the table of all actions in the order of the legal list.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from fireflies.misbehavin import actions as a
from fireflies.misbehavin import (
    choices,
    deals,
    draft,
    ending,
    fight,
    offer,
    piles,
    recruitment,
    spending,
    tableau,
    use,
    verse,
)
from fireflies.misbehavin.actions import Action
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.pieces import Phase
from fireflies.misbehavin.position import Position, Table

_A = TypeVar("_A", bound=Action)


class Verb(Protocol):
    """An action, or one kind of it, in some phases."""

    @property
    def kind(self) -> type[Action]:
        """The class of the actions."""

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases in which they are asked for."""

    def legal_in(self, position: Position) -> Sequence[Action]:
        """Return the legal ones, in the order of their texts."""

    def judged_in(self, position: Position, action: object) -> Clause | None:
        """Return the first clause that an action of the class breaks; None when it is legal."""

    def carried_out(self, table: Table, action: Action) -> None:
        """Change the table as a legal action does."""


@dataclass(frozen=True, slots=True)
class Listed(Generic[_A]):
    """An action of which there are several, with what it is about."""

    kind: type[_A]
    phases: tuple[Phase, ...]
    legal: Callable[[Position], Sequence[_A]]
    judge: Callable[[Position, _A], Clause | None]
    does: Callable[[Table, _A], None]

    def legal_in(self, position: Position) -> Sequence[Action]:
        """Return the legal ones."""
        return self.legal(position)

    def judged_in(self, position: Position, action: object) -> Clause | None:
        """Return the clause that the action breaks."""
        assert isinstance(action, self.kind)
        return self.judge(position, action)

    def carried_out(self, table: Table, action: Action) -> None:
        """Change the table."""
        assert isinstance(action, self.kind)
        self.does(table, action)


def _no_clause(position: Position, action: Action) -> Clause | None:
    return None


class Bare(Generic[_A]):
    """An action that is one word."""

    __slots__ = ("_does", "_judge", "_only", "kind", "phases")

    def __init__(
        self,
        only: _A,
        phases: tuple[Phase, ...],
        does: Callable[[Table, _A], None],
        judge: Callable[[Position, _A], Clause | None] = _no_clause,
    ) -> None:
        self.kind: Final = type(only)
        self.phases: Final = phases
        self._only: Final = (only,)
        self._judge = judge
        self._does = does

    def legal_in(self, position: Position) -> Sequence[Action]:
        """Return the action if it is legal."""
        return () if self._judge(position, self._only[0]) else self._only

    def judged_in(self, position: Position, action: object) -> Clause | None:
        """Return the clause that it breaks."""
        return self._judge(position, self._only[0])

    def carried_out(self, table: Table, action: Action) -> None:
        """Change the table."""
        self._does(table, self._only[0])


_FREE: Final[tuple[Phase, ...]] = ("turn", "deal", "recruit", "fight")
"""The phases in which the turn's player may spend tokens."""

VERBS: Final[tuple[Verb, ...]] = (
    Listed(a.Set, ("draft",), draft.legal_sets, draft.judge_set, draft.choose_set),
    Listed(a.Reveal, ("reveal",), piles.legal_reveals, piles.judge_reveal, piles.reveal),
    Listed(a.Draw, ("draw",), piles.legal_draws, piles.judge_draw, piles.draw),
    Listed(a.Play, ("turn", "fight"), tableau.legal_plays, tableau.judge_play, tableau.play),
    Listed(
        a.Trigger,
        ("turn", "fight"),
        tableau.legal_triggers,
        tableau.judge_trigger,
        tableau.trigger_card,
    ),
    Listed(
        a.Trigger, ("played",), tableau.legal_offer, tableau.judge_offer, tableau.trigger_at_once
    ),
    Listed(a.Turn, ("turn",), tableau.legal_turns, tableau.judge_turn, tableau.turn_idly),
    Listed(a.Fight, ("turn",), fight.legal_fights, fight.judge_fight, fight.pick_fight),
    Listed(a.Deal, ("turn",), deals.legal_deals, deals.judge_deal, deals.open_deal),
    Listed(
        a.Recruit,
        ("turn",),
        recruitment.legal_recruits,
        recruitment.judge_recruit,
        recruitment.open_recruitment,
    ),
    Bare(a.Acquire(), ("turn",), verse.acquire, verse.judge_acquire),
    Listed(a.Add, ("fight",), fight.legal_additions, fight.judge_addition, fight.add_to_fight),
    Listed(a.Add, ("deal",), deals.legal_commitments, deals.judge_commitment, deals.commit_card),
    Listed(
        a.Add,
        ("recruit",),
        recruitment.legal_recruiters,
        recruitment.judge_recruiter,
        recruitment.add_recruiter,
    ),
    Bare(a.Credit(), ("deal",), deals.commit_credit, deals.judge_credit),
    Listed(a.Use, (*_FREE, "answer"), use.legal_uses, use.judge_use, use.use),
    Listed(a.Replay, ("replay",), use.legal_replays, use.judge_replay, use.replay),
    Listed(
        a.Warrant,
        _FREE,
        spending.legal_warrants,
        spending.judge_warrant,
        spending.issue_warrant,
    ),
    Listed(a.Tax, _FREE, spending.legal_taxes, spending.judge_tax, spending.tax),
    Listed(a.Steal, _FREE, spending.legal_thefts, spending.judge_theft, spending.steal),
    Listed(
        a.Retrigger,
        _FREE,
        spending.legal_retriggers,
        spending.judge_retrigger,
        spending.retrigger,
    ),
    Listed(a.Reaver, _FREE, spending.legal_reavers, spending.judge_reaver, spending.fight_reaver),
    Bare(a.Nab(), ("intent",), fight.announce_intent),
    Bare(a.Dispatch(), ("intent",), fight.announce_intent),
    Listed(a.Target, ("target",), fight.legal_targets, fight.judge_target, fight.choose_target),
    Listed(a.TakeReward, ("reward",), fight.legal_rewards, fight.judge_reward, fight.take_reward),
    Listed(a.Take, ("take",), offer.legal_takes, offer.judge_take, offer.take),
    Listed(a.Clear, ("take",), offer.legal_clears, offer.judge_clear, offer.clear_warrant),
    Listed(a.Retain, ("retain",), spending.legal_retains, spending.judge_retain, spending.retain),
    Bare(a.Retry(), ("canceled",), deals.retry_deal, deals.judge_retry),
    Bare(a.Salvage(), ("canceled",), deals.salvage_deal, deals.judge_salvage),
    Bare(a.Drop(), ("canceled",), deals.drop_deal, deals.judge_drop),
    Listed(a.Discard, ("tidy",), ending.legal_discards, ending.judge_discard, ending.tidy),
    Listed(a.Choose, ("choose",), choices.legal_choices, choices.judge_choice, choices.choose),
    Bare(a.Do(), ("ability",), tableau.do_ability),
    Bare(a.Skip(), ("played",), tableau.decline_offer),
    Bare(a.Skip(), ("ability",), tableau.skip_ability),
    Bare(a.Skip(), ("choose",), choices.skip_choice, choices.judge_skip),
    Bare(a.Pass(), ("answer",), deals.pass_deal),
    Bare(a.Done(), ("fight",), fight.end_batch),
    Bare(a.Done(), ("deal",), deals.close_deal),
    Bare(a.Done(), ("recruit",), recruitment.close_recruitment),
    Bare(a.Done(), ("replay",), use.end_replays),
    Bare(a.Done(), ("retain",), spending.end_retaining),
    Bare(a.Done(), ("take",), offer.stop_taking, offer.judge_stop),
    Bare(a.Done(), ("tidy",), ending.end_tidying),
    Bare(a.End(), ("turn",), ending.end_turn),
)
"""Every action in every phase in which it is asked for."""

FINISHING: Final = (a.Skip, a.Pass, a.Done, a.End)
"""The actions that finish something; late in a turn the only ones where they are legal."""
