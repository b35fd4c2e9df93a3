"""The chapter "Activation": what its four uses share, to begin with an own card."""

from dataclasses import replace
from typing import Final

from fireflies.misbehavin.abilities import judge_own, needs_met, own_cards
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.fight_events import ActivationInFight
from fireflies.misbehavin.pieces import Fight, expect
from fireflies.misbehavin.position import AnyPosition, Position, Table
from fireflies.misbehavin.zones import push_required, to_display

FIGHT: Final = "FIGHT"
DEAL: Final = "DEAL"


def judge_activation(table: AnyPosition) -> Clause | None:
    """There is an activation left."""
    return None if table.players[table.seat].activations else Clause.ACTIVATION_ONE


def use_activation(table: Table) -> None:
    """One activation less; in a fight that is something done in this batch."""
    player = table.players[table.seat]
    table.players[table.seat] = player._replace(activations=player.activations - 1)
    if table.phase == "fight":
        table.tell(ActivationInFight, table.seat)
    act(table)


def act(table: Table) -> None:
    """In a fight, the side whose batch it is has done something in it."""
    if table.phase == "fight":
        table.activity = replace(fight_of(table), acted=True)


def fight_of(table: AnyPosition) -> Fight:
    """Return the fight that is picked or goes on."""
    return expect(Fight, table.activity)


def users(position: Position, attribute: str) -> list[str]:
    """Return the own cards that may be used for this attribute, sorted."""
    cards, seat = position.options.box.card, position.seat
    return [
        name
        for name in own_cards(position, seat)
        if attribute in cards[name].attributes and needs_met(position, seat, cards[name])
    ]


def judge_user(position: Position, name: str, attribute: str, lacking: Clause) -> Clause | None:
    """An own card that has the attribute, and whose needs are met."""
    seat = position.seat
    if clause := judge_own(position, seat, name):
        return clause
    card = position.options.box.card[name]
    if attribute not in card.attributes:
        return lacking
    return None if needs_met(position, seat, card) else Clause.CARD_NEEDS


def show(table: Table, name: str) -> None:
    """Put an own card into the display; what it requires, if it was in the hand, comes next."""
    seat = table.seat
    was_in_hand = name in table.players[seat].hand
    to_display(table, seat, name)
    if was_in_hand:
        push_required(table, seat, table.options.box.card[name])
