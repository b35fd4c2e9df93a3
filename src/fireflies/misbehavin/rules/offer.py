"""Cards that a deal or a recruitment takes: influence against costs, and the cards on offer."""

from dataclasses import replace
from typing import Final

from fireflies._typing import cached
from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import BLACK, SETS, Card
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import counts, passive
from fireflies.misbehavin.rules.actions import Done, LiftWarrant, Take
from fireflies.misbehavin.rules.deal_events import (
    CardRecruited,
    DealFailed,
    DealMade,
    NothingTaken,
    RecruitmentEnded,
    RecruitmentFailed,
    RecruitmentSplit,
    TokensForInfluence,
    WarrantLifted,
)
from fireflies.misbehavin.rules.pieces import Deal, Pending, Recruitment
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    card_in_play,
    expect,
    without,
)
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.rules.zones import (
    do_deed,
    from_supply,
    mark,
    replace_card,
    spend_held,
    to_hand,
    to_recycle,
)

_take: Final = cached(512)(Take)  # to look an action up is faster than to create one

# Influence


def total(table: AnyPosition, activity: Deal | Recruitment) -> int:
    """Return the influence of a deal, or the influence that a recruitment has left."""
    cards, player = table.options.box.card, table.players[activity.seat]
    found = sum([counts(player, cards[it.card].influence) for it in player.display])
    found += passive(table, activity.seat, "influence") + activity.bonus
    if isinstance(activity, Deal):
        return found + activity.credits
    return max(found - activity.spent, 0)


# Cards on offer


def on_offer(table: AnyPosition | Observed) -> list[str]:
    """Return the face-up market cards, and each set that has a card left; never The Black."""
    sets = [name for name, count in zip(SETS, table.supply, strict=True) if count]
    return [card for cards in (*table.market, sets) for card in cards if card != BLACK]


def from_offer(table: Working, card: str) -> None:
    """Take a card that is on offer; its place in the market stays empty until it is filled."""
    if table.options.box.card[card].is_supply:
        from_supply(table, card)
    else:
        table.market = tuple([without(row, card) if card in row else row for row in table.market])


def reachable(table: AnyPosition, activity: Deal | Recruitment) -> list[str]:
    """Return the cards on offer that a deal or a recruitment can take, with tokens too."""
    return within(table, activity, total(table, activity))


def within(
    table: AnyPosition | Observed, activity: Deal | Recruitment, available: int
) -> list[str]:
    """Return the cards on offer that so much influence can take, with tokens too."""
    cards = table.options.box.card
    return [
        name
        for name in on_offer(table)
        if cards[name].cost <= available or _tokens(table, activity, cards[name], available)
    ]


def _tokens(
    table: AnyPosition | Observed, activity: Deal | Recruitment, card: Card, available: int
) -> int | None:
    """Return how many tokens replace the missing influence; None when they are not enough."""
    missing = max(card.cost - available, 0)
    if not missing:
        return 0
    tokens = missing * card.icons_of(table.options.factions[activity.seat])
    return tokens if 0 < tokens <= table.players[activity.seat].verse else None


# Take a card


def activity_of(table: AnyPosition) -> Deal | Recruitment:
    """Return the current deal or recruitment."""
    if isinstance(table.activity, Deal):
        return table.activity
    return expect(Recruitment, table.activity)


def legal_takes(position: Position) -> list[Take]:
    """Return the cards that the deal or recruitment may take."""
    return [_take(card) for card in sorted(reachable(position, activity_of(position)))]


def judge_take(position: Position, action: Take) -> Clause | None:
    """Require a card on offer, other than The Black, whose cost is reached."""
    activity = activity_of(position)
    if action.card == BLACK:
        return Clause.BLACK_NOT_GAINED
    if action.card not in on_offer(position):
        return Clause.OFFER_TAKE
    card = position.options.box.card[action.card]
    if _tokens(position, activity, card, total(position, activity)) is not None:
        return None
    return Clause.DEAL_COST if isinstance(activity, Deal) else Clause.RECRUIT_COST


def take(table: Working, action: Take) -> None:
    """Take the card, with tokens for missing influence; a deal is then done."""
    activity, card = activity_of(table), table.options.box.card[action.card]
    available = total(table, activity)
    tokens = _tokens(table, activity, card, available)
    if tokens:
        table.tell(TokensForInfluence, activity.seat, tokens)
        spend_held(table, activity.seat, tokens)
    from_offer(table, action.card)
    if isinstance(activity, Deal):
        table.tell(DealMade, activity.seat, action.card)
        to_hand(table, activity.seat, action.card)
        mark(table, activity.seat, "deal")
        do_deed(table, "deal")
        _finish_deal(table, activity, Pending(activity.seat, "retain"))
    else:
        table.tell(CardRecruited, activity.seat, action.card)
        to_recycle(table, activity.seat, action.card)
        mark(table, activity.seat, "recruit")
        do_deed(table, "recruit")
        _go_on_recruiting(table, activity, min(card.cost, available))


def _go_on_recruiting(table: Working, activity: Recruitment, spent: int) -> None:
    """Use up the influence, and a recruitment for each card after the first."""
    player = table.players[activity.seat]
    if activity.taken:
        recruitments = player.recruitments - 1
        table.players[activity.seat] = player._replace(recruitments=recruitments)
    activity = replace(activity, spent=activity.spent + spent, taken=activity.taken + 1)
    table.activity = activity
    if table.players[activity.seat].recruitments:
        table.tell(RecruitmentSplit, activity.seat, total(table, activity))


def judge_stop(position: Position) -> Clause | None:
    """Require a recruitment, or a deal that can take nothing without tokens."""
    activity = activity_of(position)
    if isinstance(activity, Recruitment):
        return None
    cards, available = position.options.box.card, total(position, activity)
    must = any(cards[it].cost <= available for it in on_offer(position))
    return Clause.OFFER_MUST if must else None


def stop_taking(table: Working) -> None:
    """End the deal or the recruitment without another card."""
    activity = activity_of(table)
    if isinstance(activity, Deal):
        table.tell(NothingTaken, activity.seat)
        _finish_deal(table, activity)
        return
    table.tell(RecruitmentEnded if activity.taken else NothingTaken, activity.seat)
    table.push(Pending(activity.seat, "clear"))


# Lift a warrant in place of taking a card


def legal_clears(position: Position) -> list[LiftWarrant]:
    """Return the own characters whose warrant the deal may lift."""
    activity = activity_of(position)
    return [LiftWarrant(it) for it in _warranted(position, activity)]


def _warranted(table: AnyPosition, activity: Deal | Recruitment) -> list[str]:
    if not isinstance(activity, Deal):
        return []
    player = table.players[activity.seat]
    return [it.card for it in player.command if it.warrant is not None]


def judge_clear(position: Position, action: LiftWarrant) -> Clause | None:
    """Require a deal, and an own character under a warrant."""
    activity = activity_of(position)
    if not isinstance(activity, Deal):
        return Clause.OFFER_TAKE
    return None if action.card in _warranted(position, activity) else Clause.WARRANT_LIFT


def clear_warrant(table: Working, action: LiftWarrant) -> None:
    """Return the warrant's token to its owner's supply; the deal is then done."""
    deal = expect(Deal, table.activity)
    table.tell(WarrantLifted, deal.seat, action.card)
    replace_card(table, deal.seat, card_in_play(table, action.card)._replace(warrant=None))
    _finish_deal(table, deal)


# The end of a deal or a recruitment


def _finish_deal(table: Working, deal: Deal, *steps: Pending) -> None:
    """Finish the deal: these steps come next, then its display is cleared."""
    table.activity = replace(deal, stage="done")
    table.queue(*steps, Pending(deal.seat, "clear"))


def end_if_nothing_to_take(table: Working, activity: Deal | Recruitment) -> bool:
    """End a closed deal or recruitment that can take nothing more; return whether it ended."""
    if activity.stage != "closed":
        return False
    seat = activity.seat
    if isinstance(activity, Deal):
        if reachable(table, activity) or _warranted(table, activity):
            return False
        table.tell(DealFailed, seat)
        _finish_deal(table, activity)
        return True
    if activity.taken and not table.players[seat].recruitments:
        table.push(Pending(seat, "clear"))
        return True
    if reachable(table, activity):
        return False
    if not activity.taken:
        table.tell(RecruitmentFailed, seat)
    table.push(Pending(seat, "clear"))
    return True


VERBS: Final = (
    verb_of(Take, ("take",), legal_takes, judge_take, take),
    verb_of(LiftWarrant, ("take",), legal_clears, judge_clear, clear_warrant),
    bare_verb(Done(), ("take",), stop_taking, judge_stop),
)
"""The actions of the chapter."""
