"""The chapter "Make a Deal": a deal, its answers, and what becomes of a canceled one."""

from dataclasses import replace
from typing import Final

from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import free_cards, judge_own, own_cards
from fireflies.misbehavin.rules.actions import Add, Credit, Done, Drop, Pass, Retry, Salvage
from fireflies.misbehavin.rules.actions import Deal as OpenDeal
from fireflies.misbehavin.rules.activation import (
    DEAL,
    add_action,
    cards_with,
    judge_activation,
    judge_card_with,
    put_on_display,
    use_activation,
)
from fireflies.misbehavin.rules.deal_events import (
    CreditCommitted,
    CreditsKept,
    DealAdded,
    DealAsked,
    DealClosed,
    DealDropped,
    DealOpened,
    DealPassed,
    DealRetried,
    DealSalvaged,
)
from fireflies.misbehavin.rules.offer import total
from fireflies.misbehavin.rules.pieces import Deal, Pending, Recruitment
from fireflies.misbehavin.rules.position import AnyPosition, Position, Working, expect
from fireflies.misbehavin.rules.recruitment import judge_recruitment_left, use_recruitment
from fireflies.misbehavin.rules.zones import add_credits

# 1. A card with DEAL


def legal_deals(position: Position) -> list[OpenDeal]:
    """Return the cards with which the turn's player may open a deal."""
    if judge_activation(position):
        return []
    return [OpenDeal(card) for card in cards_with(position, DEAL)]


def judge_deal(position: Position, action: OpenDeal) -> Clause | None:
    """Require an activation and an own card that has DEAL."""
    return judge_activation(position) or judge_card_with(
        position, action.card, DEAL, Clause.DEAL_ATTRIBUTE
    )


def open_deal(table: Working, action: OpenDeal) -> None:
    """Use an activation and put the card into the display; others may cancel at once."""
    table.tell(DealOpened, table.seat, action.card)
    use_activation(table)
    table.activity = Deal(table.seat)
    put_on_display(table, action.card)
    ask_others(table)


def deal_of(table: AnyPosition) -> Deal:
    """Return the current deal."""
    return expect(Deal, table.activity)


# 2, 3. Cards and credits


def legal_commitments(position: Position) -> list[Add]:
    """Return the cards that may be added to the deal."""
    return [add_action(card) for card in own_cards(position, position.seat)]


def judge_commitment(position: Position, action: Add) -> Clause | None:
    """Require an own card other than The Black."""
    return judge_own(position, position.seat, action.card)


def commit_card(table: Working, action: Add) -> None:
    """Put the card into the display."""
    table.tell(DealAdded, table.seat, action.card)
    put_on_display(table, action.card)


def judge_credit(position: Position) -> Clause | None:
    """Require a credit that is left."""
    return None if position.players[position.seat].credits else Clause.DEAL_CREDITS


def commit_credit(table: Working) -> None:
    """Commit a credit, which counts as one influence."""
    deal = deal_of(table)
    table.tell(CreditCommitted, deal.seat)
    add_credits(table, deal.seat, -1)
    table.activity = replace(deal, credits=deal.credits + 1)


def close_deal(table: Working) -> None:
    """End the commitments; others may still cancel before a card is taken."""
    deal = deal_of(table)
    table.tell(DealClosed, deal.seat, total(table, deal))
    table.activity = replace(deal, stage="closed")
    ask_others(table)


# Answers


def ask_others(table: Working) -> None:
    """Ask each other seat that may be able to cancel, judged by public information."""
    dealer, seats = table.seat, len(table.players)
    others = [(dealer + place) % seats for place in range(1, seats)]
    asked = [seat for seat in others if _might_cancel(table, seat)]
    for seat in asked:
        table.tell(DealAsked, seat)
    table.queue(*[Pending(seat, "answer") for seat in asked])


def _might_cancel(table: Working, seat: int) -> bool:
    """Return whether the seat may have a card that can cancel, judged by public information.

    That is a free card in its tableau, or a card that cancels from the hand. Which cards of hand
    and draw pile are in the hand is secret, so one in either counts, unless the hand is empty.
    """
    cards, player = table.options.box.card, table.players[seat]
    if any(cards[name].may_cancel for name in free_cards(table, seat)):
        return True
    if not player.hand:
        return False
    return any(cards[name].may_cancel_from_hand for name in player.hand + player.deck)


def pass_deal(table: Working) -> None:
    """Do not cancel: the deal goes on unless another seat cancels it."""
    step = table.pending.pop(0)
    table.tell(DealPassed, step.seat)


def cancel_deal(table: Working) -> None:
    """Cancel the deal: ask no other seat, return its credits, drop the bonus of effects."""
    deal = deal_of(table)
    table.pending = [step for step in table.pending if step.name != "answer"]
    table.tell(CreditsKept, deal.seat, deal.credits)
    add_credits(table, deal.seat, deal.credits)
    table.activity = replace(deal, credits=0, bonus=0, canceled=True)


# A canceled deal


def judge_retry(position: Position) -> Clause | None:
    """Require an activation that is left."""
    return None if position.players[position.seat].activations else Clause.DEAL_RETRY


def retry_deal(table: Working) -> None:
    """Use an activation to open the deal again, with the same cards in the display."""
    table.tell(DealRetried, table.seat)
    use_activation(table)
    table.activity = Deal(table.seat)
    ask_others(table)


def judge_salvage(position: Position) -> Clause | None:
    """Require a recruitment that is left."""
    return judge_recruitment_left(position)


def salvage_deal(table: Working) -> None:
    """Turn the deal into a recruitment with the same cards in the display."""
    table.tell(DealSalvaged, table.seat)
    use_recruitment(table)
    table.activity = Recruitment(table.seat)


def judge_drop(position: Position) -> Clause | None:
    """Require that no recruitment is left."""
    left = position.players[position.seat].recruitments
    return Clause.DEAL_CANCELED_CARDS if left else None


def drop_deal(table: Working) -> None:
    """Clear the cards from the display."""
    table.tell(DealDropped, table.seat)
    table.push(Pending(table.seat, "clear"))


def settle_canceled(table: Working, deal: Deal) -> bool:
    """Clear a canceled deal if no activation or recruitment is left; return whether it did."""
    player = table.players[deal.seat]
    if player.activations or player.recruitments:
        return False
    table.push(Pending(deal.seat, "clear"))
    return True


VERBS: Final = (
    verb_of(OpenDeal, ("turn",), legal_deals, judge_deal, open_deal),
    verb_of(Add, ("deal",), legal_commitments, judge_commitment, commit_card),
    bare_verb(Credit(), ("deal",), commit_credit, judge_credit),
    bare_verb(Retry(), ("canceled",), retry_deal, judge_retry),
    bare_verb(Salvage(), ("canceled",), salvage_deal, judge_salvage),
    bare_verb(Drop(), ("canceled",), drop_deal, judge_drop),
    bare_verb(Pass(), ("answer",), pass_deal),
    bare_verb(Done(), ("deal",), close_deal),
)
"""The actions of the chapter."""
