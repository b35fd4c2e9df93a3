"""Cards that are moved by hand, as the words of an ability say that no language foresees."""

from fireflies.misbehavin.box.cards import BLACK, Source
from fireflies.misbehavin.box.effect_reading import MOVES
from fireflies.misbehavin.rules.abilities import free_cards
from fireflies.misbehavin.rules.effect_events import CardMoved
from fireflies.misbehavin.rules.offer import from_offer, on_offer
from fireflies.misbehavin.rules.pieces import Pending
from fireflies.misbehavin.rules.position import AnyPosition, Working
from fireflies.misbehavin.rules.tableau import judge_place, lay
from fireflies.misbehavin.rules.zones import (
    discard,
    from_hand,
    from_recycle,
    leave,
    to_hand,
    to_recycle,
)


def movable(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards that may be moved: own ones, or cards on offer; never The Black."""
    places = MOVES[step.detail]
    there = dict.fromkeys(_cards_at(table, step.seat, places.source))
    cards = [it for it in there if it != BLACK]
    if places.aim != "tableau":
        return cards
    known = table.options.box.card
    return [it for it in cards if not judge_place(table, step.seat, known[it])]


def _cards_at(table: AnyPosition, seat: int, source: Source) -> list[str]:
    player, cards = table.players[seat], table.options.box.card
    match source:
        case "hand":
            return [*player.hand]
        case "tableau":
            return free_cards(table, seat)
        case "recycle":
            return [*player.recycle]
        case "market":
            return [it for it in on_offer(table) if not cards[it].is_supply]
        case _:
            return [it for it in on_offer(table) if cards[it].is_supply]


def move(table: Working, step: Pending, card: str) -> None:
    """Move the card: nothing is required, offered or marked, and The Black stays."""
    source, aim = MOVES[step.detail]
    table.tell(CardMoved, step.seat, step.card, card, source, aim)
    match source:
        case "hand" | "tableau" if aim == "recycle":
            discard(table, step.seat, card)
            return
        case "hand":
            from_hand(table, step.seat, card)
        case "tableau":
            leave(table, step.seat, card)
        case "recycle":
            from_recycle(table, step.seat, card)
        case _:
            from_offer(table, card)
    match aim:
        case "hand":
            to_hand(table, step.seat, card)
        case "recycle":
            to_recycle(table, step.seat, card)
        case _:
            lay(table, step.seat, table.options.box.card[card])
