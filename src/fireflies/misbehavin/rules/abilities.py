"""The chapter "Cards": which cards a seat may use, and which of their abilities."""

from collections.abc import Iterable
from typing import Final

from fireflies.misbehavin.box.cards import BLACK, Ability, BonusName, Card, Counted, Moment
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.pieces import (
    Deal,
    Fight,
    InPlay,
    Pending,
    Phase,
    Player,
    Recruitment,
)
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Working,
    find_card,
    needs_met,
    target,
)
from fireflies.misbehavin.rules.seen import SeenPlayer
from fireflies.misbehavin.rules.zones import costs, effects, note_used

TOKEN_PHASES: Final[tuple[Phase, ...]] = ("turn", "deal", "recruit", "fight")
"""The phases in which tokens can be spent on actions, and abilities used without an activation."""

# Own cards


def is_free(it: InPlay, attacked: str | None) -> bool:
    """Return whether a tableau card is free: set, without a warrant, and not attacked."""
    return judge_free(it, attacked) is None


def judge_free(it: InPlay, attacked: str | None) -> Clause | None:
    """Require a free tableau card: set, without a warrant, and not attacked."""
    if it.triggered:
        return Clause.CARD_TRIGGERED
    if it.warrant is not None:
        return Clause.WARRANT_BARS
    return Clause.FIGHT_TARGET_IDLE if it.card == attacked else None


def free_cards(table: AnyPosition, seat: int) -> list[str]:
    """Return the free cards in a tableau."""
    attacked, player = target(table), table.players[seat]
    return [it.card for it in player.assets + player.command if is_free(it, attacked)]


def own_cards(table: AnyPosition, seat: int) -> list[str]:
    """Return the cards that a seat may put into its display or use, sorted."""
    hand = [card for card in dict.fromkeys(table.players[seat].hand) if card != BLACK]
    return sorted([*hand, *free_cards(table, seat)])


def judge_own(table: AnyPosition, seat: int, card: str) -> Clause | None:
    """Require a card of the hand other than The Black, or a free card of the tableau."""
    player = table.players[seat]
    if card in player.hand:
        return Clause.BLACK_UNPLAYABLE if card == BLACK else None
    it = find_card(player, card)
    return Clause.AREA_DISPLAY if it is None else judge_free(it, target(table))


# Passive values


def passive(table: AnyPosition, seat: int, name: BonusName) -> int:
    """Return what an ongoing effect adds on the free cards of a tableau whose needs are met."""
    box = table.options.box
    values = box.passive.get(name)
    if values is None:
        return 0
    attacked, player = target(table), table.players[seat]
    return sum(
        [
            values[it.card]
            for it in player.tableau
            if it.card in values
            and is_free(it, attacked)
            and needs_met(table, player.tableau, box.card[it.card])
        ]
    )


def counts(player: Player | SeenPlayer, value: int | Counted) -> int:
    """Return a printed value of a card in a display: its number, or what its X counts."""
    match value:
        case "credits":
            return player.credits
        case "verse":
            return player.verse
        case "assets":
            return len(player.assets)
        case "command":
            return len(player.command)
        case number:
            return number


# Moments


def moment(table: AnyPosition, seat: int) -> Moment | None:
    """Return the current moment for the abilities of a seat; None when it can use none."""
    match table.activity:
        case None:
            return "turn" if seat == table.turn_player else None
        case Fight(goes_on=True) as fight if seat in {fight.seat, fight.defender}:
            return "fight"
        case Deal(canceled=False) as deal if seat != deal.seat:
            return None if deal.stage == "done" else "cancel"
        case Deal(stage="open", canceled=False):
            return "deal"
        case Recruitment(stage="open") as recruitment if seat == recruitment.seat:
            return "recruit"
        case _:
            return None


# Abilities


def can_pay(
    table: AnyPosition, seat: int, card: Card, ability: Ability, *, from_hand: bool = False
) -> bool:
    """Return whether the costs can be paid in full, with the own credits, tokens and other cards.

    With ``from_hand``, the card itself is one of the hand, which can't be discarded.
    """
    player = table.players[seat]
    if player.credits < ability.pay or player.verse < ability.spend:
        return False
    if not ability.discards and not ability.triggers:
        return True
    free = free_cards(table, seat)
    others = len(free) - (card.name in free)
    if ability.triggers:
        return others >= ability.triggers
    return len(player.hand) - from_hand + others >= ability.discards


def find_ability(card: Card, number: int) -> Ability | None:
    """Return the ability with this number on the card, from 1; None when there is none."""
    return next((it for it in card.abilities if it.number == number), None)


def is_usable(table: AnyPosition, seat: int, card: Card, ability: Ability) -> bool:
    """Return whether needs are met, the moment is right, and the costs can be paid."""
    return (
        moment(table, seat) in ability.when
        and needs_met(table, table.players[seat].tableau, card)
        and not (ability.is_once and once(card, ability) in table.once)
        and can_pay(table, seat, card, ability)
    )


def once(card: Card, ability: Ability) -> str:
    """Return the text by which a position notes that an ability was used that is once a turn."""
    return f"{card.name} {ability.number}"


def usable(
    table: AnyPosition, seat: int, name: str, abilities: Iterable[Ability], first: int = 1
) -> list[Ability]:
    """Return the usable ones of these abilities of a card, from the number ``first`` on."""
    card = table.options.box.card[name]
    return [it for it in abilities if it.number >= first and is_usable(table, seat, card, it)]


def in_order(ability: Ability, used: int) -> bool:
    """Return whether an ability may follow the last one used: a later one, or a paid one again."""
    return ability.number > used or (ability.number == used and bool(ability.cost))


def note_use(table: Working, seat: int, card: Card, ability: Ability) -> None:
    """Note that an ability of a card of the own tableau or display was used in this turn."""
    note_used(table, seat, card.name, ability)
    if ability.is_once:
        table.once = tuple(sorted([*table.once, once(card, ability)]))


def push_ability(
    table: Working,
    seat: int,
    card: str,
    ability: Ability,
    *then: Pending,
    after_costs: Iterable[Pending] = (),
) -> None:
    """Put the costs of an ability in front of the queue, then its effects and these steps."""
    paid = (*costs(seat, card, ability), *after_costs)
    table.push(*paid, *does(seat, card, ability), *then)


def does(seat: int, card: str, ability: Ability) -> list[Pending]:
    """Return the steps of what an ability does: its effects, or its words that are by hand."""
    if not ability.words:
        return effects(seat, card, ability.effects)
    entries = "".join([str(number) for number in range(1, len(ability.may) + 1)])
    return [Pending(seat, "by-hand", ability.number, card, detail=entries)]
