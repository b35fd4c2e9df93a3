"""The effects that are done at once: a small function for each, and a table of them.

An effect is a step of the queue. The effects for which a card or a seat is chosen are in
``choices``. To add an effect, add its name to the card language, a clause, a function here and a
line to the table.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from fireflies.misbehavin.box.cards import BLACK
from fireflies.misbehavin.rules.deals import cancel_deal
from fireflies.misbehavin.rules.effect_events import (
    ActivationsGained,
    BlackGained,
    BlackMissing,
    BlackShed,
    BlackSpread,
    CreditsGained,
    CreditsLost,
    CreditsPaid,
    DealCanceled,
    FightEvaded,
    ImmunityGiven,
    InfluenceAdded,
    NothingDone,
    PowerAdded,
    RecruitmentsGained,
    StrengthAdded,
    TokensGained,
    TokensPaid,
)
from fireflies.misbehavin.rules.pieces import (
    Deal,
    Fight,
    Pending,
    Recruitment,
    StepName,
)
from fireflies.misbehavin.rules.position import AnyPosition, Working, find_card, find_displayed
from fireflies.misbehavin.rules.tableau import put_power
from fireflies.misbehavin.rules.zones import (
    add_credits,
    end_without_winner,
    get_black,
    give_tokens,
    make_immune,
    return_black,
    spend_held,
)

# Credits, tokens, activations, recruitments


def gain_credits(table: Working, step: Pending) -> None:
    """Give the seat credits from the supply, which never runs out."""
    table.tell(CreditsGained, step.seat, step.number, step.card)
    add_credits(table, step.seat, step.number)


def lose_credits(table: Working, step: Pending) -> None:
    """Take credits from the seat: the number of the step, or all that it has if fewer."""
    lost = min(step.number, table.players[step.seat].credits)
    table.tell(CreditsLost, step.seat, lost, step.card)
    add_credits(table, step.seat, -lost)


def pay(table: Working, step: Pending) -> None:
    """Take the cost from the seat, which was found to have enough credits."""
    table.tell(CreditsPaid, step.seat, step.number, step.card)
    add_credits(table, step.seat, -step.number)


def spend_tokens(table: Working, step: Pending) -> None:
    """Take the cost from the seat, which was found to hold enough tokens."""
    table.tell(TokensPaid, step.seat, step.number, step.card)
    spend_held(table, step.seat, step.number)


def gain_tokens(table: Working, step: Pending) -> None:
    """Give the seat 'verse tokens, as many as are left in its supply."""
    tokens = give_tokens(table, step.seat, step.number)
    table.tell(TokensGained, step.seat, tokens, step.card)


def gain_activations(table: Working, step: Pending) -> None:
    """Add activations, for the seat whose turn it is or the defender of a current fight."""
    fight = _fight(table)
    if step.seat != table.turn_player and (fight is None or step.seat != fight.defender):
        pass_over(table, step)
        return
    table.tell(ActivationsGained, step.seat, step.number, step.card)
    player = table.players[step.seat]
    activations = player.activations + step.number
    table.players[step.seat] = player._replace(activations=activations)


def gain_recruitments(table: Working, step: Pending) -> None:
    """Add recruitments, only for the seat whose turn it is."""
    if step.seat != table.turn_player:
        pass_over(table, step)
        return
    table.tell(RecruitmentsGained, step.seat, step.number, step.card)
    player = table.players[step.seat]
    recruitments = player.recruitments + step.number
    table.players[step.seat] = player._replace(recruitments=recruitments)


# Immunity


def give_immunity(table: Working, step: Pending) -> None:
    """Make the seat immune until the end of its next turn, which may be the current one."""
    table.tell(ImmunityGiven, step.seat, step.card)
    make_immune(table, step.seat, 2 if step.seat == table.turn_player else 1)


# Power, influence, strength


def add_power(table: Working, step: Pending) -> None:
    """Put power tokens, up to nine, on the card of the effect in tableau or display."""
    player = table.players[step.seat]
    it = find_card(player, step.card) or find_displayed(player, step.card)
    if it is None:
        pass_over(table, step)
    else:
        put_power(table, step.seat, it, step.number, PowerAdded)


def add_influence(table: Working, step: Pending) -> None:
    """Add influence to the open deal or recruitment of the seat."""
    activity = table.activity
    if isinstance(activity, Deal | Recruitment) and _may_add(activity, step.seat):
        table.tell(InfluenceAdded, step.seat, step.number, step.card)
        table.activity = replace(activity, bonus=activity.bonus + step.number)
    else:
        pass_over(table, step)


def _may_add(activity: Deal | Recruitment, seat: int) -> bool:
    is_canceled = isinstance(activity, Deal) and activity.canceled
    return activity.seat == seat and activity.stage == "open" and not is_canceled


def add_strength(table: Working, step: Pending) -> None:
    """Add strength to the side of the seat in the current fight."""
    fight = _fight(table)
    if fight is None or step.seat not in {fight.seat, fight.defender}:
        pass_over(table, step)
        return
    table.tell(StrengthAdded, step.seat, step.number, step.card)
    attack, defense = fight.bonus
    if step.seat == fight.seat:
        attack += step.number
    else:
        defense += step.number
    table.activity = replace(fight, bonus=(attack, defense))


def evade(table: Working, step: Pending) -> None:
    """End the current fight without a winner."""
    fight = _fight(table)
    if fight is None:
        pass_over(table, step)
        return
    table.tell(FightEvaded, step.seat, step.card)
    end_without_winner(table, fight)


def cancel(table: Working, step: Pending) -> None:
    """Cancel the current deal."""
    if not isinstance(table.activity, Deal):
        pass_over(table, step)
        return
    table.tell(DealCanceled, step.seat, step.card)
    cancel_deal(table)


def _fight(table: AnyPosition) -> Fight | None:
    """Return the current fight; None when there is none, or it has no target or has ended."""
    activity = table.activity
    return activity if isinstance(activity, Fight) and activity.goes_on else None


# The Black


def get_black_cards(table: Working, step: Pending) -> None:
    """Put cards of The Black on the recycle pile of the seat, while the supply has any."""
    table.tell(BlackGained, step.seat, step.number, step.card)
    get_black(table, step.seat, step.number)


def spread_black_cards(table: Working, step: Pending) -> None:
    """Put cards of The Black on the recycle pile of every other seat, clockwise."""
    table.tell(BlackSpread, step.seat, step.number, step.card)
    seats = len(table.players)
    for place in range(1, seats):
        get_black(table, (step.seat + place) % seats, step.number)


def shed_black(table: Working, step: Pending) -> None:
    """Return one card of The Black from the hand to the supply."""
    if BLACK not in table.players[step.seat].hand:
        table.tell(BlackMissing, step.seat, step.card)
        return
    table.tell(BlackShed, step.seat, step.card)
    return_black(table, step.seat)


def pass_over(table: Working, step: Pending) -> None:
    """Report that the effect could do nothing."""
    table.tell(NothingDone, step.seat, step.card, step.words)


CarryOut: TypeAlias = Callable[[Working, Pending], None]
"""A function that carries out a step of the queue."""

DONE_AT_ONCE: Final[Mapping[StepName, CarryOut]] = {
    "credits": gain_credits,
    "lose": lose_credits,
    "verse": gain_tokens,
    "activation": gain_activations,
    "recruitment": gain_recruitments,
    "token": add_power,
    "influence": add_influence,
    "strength": add_strength,
    "evade": evade,
    "cancel": cancel,
    "black": get_black_cards,
    "black-all": spread_black_cards,
    "shed": shed_black,
    "immune": give_immunity,
    "pay": pay,
    "spend": spend_tokens,
}
"""The effects and the costs without a choice; ``draw`` is not here: chance acts in it."""
