"""The chapter "Activation": what fights, deals and other uses of an activation share."""

from dataclasses import replace
from typing import Final

from fireflies._typing import cached
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import judge_own, own_cards
from fireflies.misbehavin.rules.actions import Add
from fireflies.misbehavin.rules.fight_events import (
    ActivationInFight,
    ActivationsForgone,
    DisplayCleared,
)
from fireflies.misbehavin.rules.pieces import Fight, Pending
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    expect,
    needs_met,
)
from fireflies.misbehavin.rules.zones import push_required, return_to_supply, to_display, to_recycle

FIGHT: Final = "FIGHT"
DEAL: Final = "DEAL"

add_action: Final = cached(512)(Add)
"""Return the action that puts this card on display; faster than to create it."""


def judge_activation(table: AnyPosition) -> Clause | None:
    """Require an activation that is left."""
    return None if table.players[table.seat].activations else Clause.ACTIVATION_ONE


def use_activation(table: Working) -> None:
    """Use an activation; in a fight the seat has then acted in its batch."""
    player = table.players[table.seat]
    table.players[table.seat] = player._replace(activations=player.activations - 1)
    if table.phase == "fight":
        table.tell(ActivationInFight, table.seat)
    note_act(table)


def note_act(table: Working) -> None:
    """Record that the seat has acted in its batch, if there is a fight."""
    if table.phase == "fight":
        table.activity = replace(fight_of(table), acted=True)


def fight_of(table: AnyPosition) -> Fight:
    """Return the fight, also one whose target is not chosen yet."""
    return expect(Fight, table.activity)


def cards_with(position: Position, attribute: str) -> list[str]:
    """Return the own cards that have the attribute and whose needs are met, sorted."""
    cards, seat = position.options.box.card, position.seat
    return [
        name
        for name in own_cards(position, seat)
        if attribute in cards[name].attributes
        and needs_met(position, position.players[seat].tableau, cards[name])
    ]


def judge_card_with(
    position: Position, name: str, attribute: str, lacking: Clause
) -> Clause | None:
    """Require an own card with this attribute (else ``lacking`` is violated) and its needs met."""
    seat = position.seat
    if clause := judge_own(position, seat, name):
        return clause
    card = position.options.box.card[name]
    if attribute not in card.attributes:
        return lacking
    tableau = position.players[seat].tableau
    return None if needs_met(position, tableau, card) else Clause.CARD_NEEDS


def put_on_display(table: Working, name: str) -> None:
    """Put an own card into the display; push its required effects if it was in the hand."""
    seat = table.seat
    was_in_hand = name in table.players[seat].hand
    to_display(table, seat, name)
    if was_in_hand:
        push_required(table, seat, table.options.box.card[name])


def clear_displays(table: Working, step: Pending) -> None:
    """Clear the displays and end the activity; the defender's activations are lost."""
    activity = table.activity
    table.activity = None
    _clear_display(table, step.seat)
    if isinstance(activity, Fight) and activity.defender is not None:
        defender = activity.defender
        _clear_display(table, defender)
        player = table.players[defender]
        if player.activations:
            table.tell(ActivationsForgone, defender, player.activations)
            table.players[defender] = player._replace(activations=0)


def _clear_display(table: Working, seat: int) -> None:
    """Return supply cards of a display to the supply, and recycle all others."""
    shown = tuple([it.card for it in table.players[seat].display])
    if not shown:
        return
    table.tell(DisplayCleared, seat, shown)
    for card in shown:
        if table.options.box.card[card].is_supply:
            return_to_supply(table, seat, card)
        else:
            to_recycle(table, seat, card)
    table.players[seat] = table.players[seat]._replace(display=())
