"""The actions of the game: in which phases, which of them are legal, and what each does.

:data:`VERBS` is the table of all actions in the order of the legal list.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

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
from fireflies.misbehavin.pieces import Phase, expect
from fireflies.misbehavin.position import Position, Table

_A = TypeVar("_A", bound=Action)


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of actions, in some phases."""

    kind: type[Action]
    phases: tuple[Phase, ...]
    legal: Callable[[Position], Sequence[Action]]
    """Return the legal ones, in the order of their texts."""
    judge: Callable[[Position, object], Clause | None]
    """Return the first clause that one breaks; None when it is legal."""
    does: Callable[[Table, Action], None]
    """Change the table as a legal one does."""


def _many(
    kind: type[_A],
    phases: tuple[Phase, ...],
    legal: Callable[[Position], Sequence[_A]],
    judge: Callable[[Position, _A], Clause | None],
    does: Callable[[Table, _A], None],
) -> Verb:
    """Return actions of which there are several, by what they are about."""

    def judge_one(position: Position, action: object) -> Clause | None:
        return judge(position, expect(kind, action))

    def carry_out(table: Table, action: Action) -> None:
        does(table, expect(kind, action))

    return Verb(kind, phases, legal, judge_one, carry_out)


def _never(_position: Position) -> None:
    """Break no clause."""


def _one(
    action: Action,
    phases: tuple[Phase, ...],
    does: Callable[[Table], None],
    judge: Callable[[Position], Clause | None] = _never,
) -> Verb:
    """Return an action of one word."""

    def legal(position: Position) -> Sequence[Action]:
        return () if judge(position) else (action,)

    def judge_it(position: Position, _action: object) -> Clause | None:
        return judge(position)

    def carry_out(table: Table, _action: Action) -> None:
        does(table)

    return Verb(type(action), phases, legal, judge_it, carry_out)


_FREE: Final[tuple[Phase, ...]] = ("turn", "deal", "recruit", "fight")
"""The phases in which the turn's player may spend tokens."""

VERBS: Final[tuple[Verb, ...]] = (
    _many(a.Set, ("draft",), draft.legal_sets, draft.judge_set, draft.choose_set),
    _many(a.Reveal, ("reveal",), piles.legal_reveals, piles.judge_reveal, piles.reveal),
    _many(a.Draw, ("draw",), piles.legal_draws, piles.judge_draw, piles.draw),
    _many(a.Play, ("turn", "fight"), tableau.legal_plays, tableau.judge_play, tableau.play),
    _many(
        a.Trigger,
        ("turn", "fight"),
        tableau.legal_triggers,
        tableau.judge_trigger,
        tableau.trigger_card,
    ),
    _many(
        a.Trigger, ("played",), tableau.legal_offer, tableau.judge_offer, tableau.trigger_at_once
    ),
    _many(a.Turn, ("turn",), tableau.legal_turns, tableau.judge_turn, tableau.turn_idly),
    _many(a.Fight, ("turn",), fight.legal_fights, fight.judge_fight, fight.pick_fight),
    _many(a.Deal, ("turn",), deals.legal_deals, deals.judge_deal, deals.open_deal),
    _many(
        a.Recruit,
        ("turn",),
        recruitment.legal_recruits,
        recruitment.judge_recruit,
        recruitment.open_recruitment,
    ),
    _one(a.Acquire(), ("turn",), verse.acquire, verse.judge_acquire),
    _many(a.Add, ("fight",), fight.legal_additions, fight.judge_addition, fight.add_to_fight),
    _many(a.Add, ("deal",), deals.legal_commitments, deals.judge_commitment, deals.commit_card),
    _many(
        a.Add,
        ("recruit",),
        recruitment.legal_recruiters,
        recruitment.judge_recruiter,
        recruitment.add_recruiter,
    ),
    _one(a.Credit(), ("deal",), deals.commit_credit, deals.judge_credit),
    _many(a.Use, (*_FREE, "answer"), use.legal_uses, use.judge_use, use.use),
    _many(a.Replay, ("replay",), use.legal_replays, use.judge_replay, use.replay),
    _many(
        a.Warrant,
        _FREE,
        spending.legal_warrants,
        spending.judge_warrant,
        spending.issue_warrant,
    ),
    _many(a.Tax, _FREE, spending.legal_taxes, spending.judge_tax, spending.tax),
    _many(a.Steal, _FREE, spending.legal_thefts, spending.judge_theft, spending.steal),
    _many(
        a.Retrigger,
        _FREE,
        spending.legal_retriggers,
        spending.judge_retrigger,
        spending.retrigger,
    ),
    _many(a.Reaver, _FREE, spending.legal_reavers, spending.judge_reaver, spending.fight_reaver),
    _one(a.Nab(), ("intent",), fight.fight_to_nab),
    _one(a.Dispatch(), ("intent",), fight.fight_to_dispatch),
    _many(a.Target, ("target",), fight.legal_targets, fight.judge_target, fight.choose_target),
    _many(a.TakeReward, ("reward",), fight.legal_rewards, fight.judge_reward, fight.take_reward),
    _many(a.Take, ("take",), offer.legal_takes, offer.judge_take, offer.take),
    _many(a.Clear, ("take",), offer.legal_clears, offer.judge_clear, offer.clear_warrant),
    _many(a.Retain, ("retain",), spending.legal_retains, spending.judge_retain, spending.retain),
    _one(a.Retry(), ("canceled",), deals.retry_deal, deals.judge_retry),
    _one(a.Salvage(), ("canceled",), deals.salvage_deal, deals.judge_salvage),
    _one(a.Drop(), ("canceled",), deals.drop_deal, deals.judge_drop),
    _many(a.Discard, ("tidy",), ending.legal_discards, ending.judge_discard, ending.tidy),
    _many(a.Choose, ("choose",), choices.legal_choices, choices.judge_choice, choices.choose),
    _one(a.Do(), ("ability",), tableau.do_ability),
    _one(a.Skip(), ("played",), tableau.decline_offer),
    _one(a.Skip(), ("ability",), tableau.skip_ability),
    _one(a.Skip(), ("choose",), choices.skip_choice, choices.judge_skip),
    _one(a.Pass(), ("answer",), deals.pass_deal),
    _one(a.Done(), ("fight",), fight.end_batch),
    _one(a.Done(), ("deal",), deals.close_deal),
    _one(a.Done(), ("recruit",), recruitment.close_recruitment),
    _one(a.Done(), ("replay",), use.end_replays),
    _one(a.Done(), ("retain",), spending.end_retaining),
    _one(a.Done(), ("take",), offer.stop_taking, offer.judge_stop),
    _one(a.Done(), ("tidy",), ending.end_tidying),
    _one(a.End(), ("turn",), ending.end_turn),
)
"""Every action in every phase in which it is asked for."""

FINISHING: Final = (a.Skip, a.Pass, a.Done, a.End)
"""The actions that finish something; late in a turn the only ones where they are legal."""
