"""The chapter "Recruitment"."""

from dataclasses import replace
from typing import Final

from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import judge_own, own_cards
from fireflies.misbehavin.rules.actions import Add, Done, Recruit
from fireflies.misbehavin.rules.activation import add_action, put_on_display
from fireflies.misbehavin.rules.deal_events import (
    RecruitmentAdded,
    RecruitmentClosed,
    RecruitmentOpened,
)
from fireflies.misbehavin.rules.offer import activity_of, total
from fireflies.misbehavin.rules.pieces import Recruitment
from fireflies.misbehavin.rules.position import Position, Working


def judge_recruitment_left(position: Position) -> Clause | None:
    """Require a recruitment that is left."""
    return None if position.players[position.seat].recruitments else Clause.RECRUIT_ONE


def use_recruitment(table: Working) -> None:
    """Use a recruitment."""
    player = table.players[table.seat]
    table.players[table.seat] = player._replace(recruitments=player.recruitments - 1)


# 1. Cards with influence


def legal_recruits(position: Position) -> list[Recruit]:
    """Return the cards with which the turn's player may begin a recruitment."""
    return (
        []
        if judge_recruitment_left(position)
        else [Recruit(it) for it in _cards_with_influence(position)]
    )


def judge_recruit(position: Position, action: Recruit) -> Clause | None:
    """Require a recruitment, and an own card that has influence or an X."""
    return judge_recruitment_left(position) or _judge_influence(position, action.card)


def legal_additions(position: Position) -> list[Add]:
    """Return the cards that may be added to the recruitment."""
    return [add_action(it) for it in _cards_with_influence(position)]


def judge_addition(position: Position, action: Add) -> Clause | None:
    """Require an own card that has influence or an X."""
    return _judge_influence(position, action.card)


def _cards_with_influence(position: Position) -> list[str]:
    cards = position.options.box.card
    return [name for name in own_cards(position, position.seat) if cards[name].influence]


def _judge_influence(position: Position, name: str) -> Clause | None:
    if clause := judge_own(position, position.seat, name):
        return clause
    return None if position.options.box.card[name].influence else Clause.RECRUIT_INFLUENCE


def open_recruitment(table: Working, action: Recruit) -> None:
    """Begin a recruitment, without an activation, and put the card into the display."""
    table.tell(RecruitmentOpened, table.seat, action.card)
    use_recruitment(table)
    table.activity = Recruitment(table.seat)
    put_on_display(table, action.card)


def add_recruiter(table: Working, action: Add) -> None:
    """Put the card into the display."""
    table.tell(RecruitmentAdded, table.seat, action.card)
    put_on_display(table, action.card)


# 2. The influence


def close_recruitment(table: Working) -> None:
    """End the commitments; the seat now takes cards."""
    activity = activity_of(table)
    table.tell(RecruitmentClosed, activity.seat, total(table, activity))
    table.activity = replace(activity, stage="closed")


VERBS: Final = (
    verb_of(Recruit, ("turn",), legal_recruits, judge_recruit, open_recruitment),
    verb_of(Add, ("recruit",), legal_additions, judge_addition, add_recruiter),
    bare_verb(Done(), ("recruit",), close_recruitment),
)
"""The actions of the chapter."""
