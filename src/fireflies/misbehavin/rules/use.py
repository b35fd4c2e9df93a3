"""The chapters "Cards" and "Maneuvers": innate abilities, supply cards, and replays."""

from typing import Final

from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import Ability, Card
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import (
    TOKEN_PHASES,
    can_pay,
    in_order,
    is_free,
    is_usable,
    judge_free,
    moment,
    needs_met,
    push_ability,
)
from fireflies.misbehavin.rules.actions import Done, Replay, Use
from fireflies.misbehavin.rules.activation import note_act
from fireflies.misbehavin.rules.pieces import Displayed, InPlay, Pending, Walk
from fireflies.misbehavin.rules.position import AnyPosition, Position, Working, find_card, target
from fireflies.misbehavin.rules.turn_events import (
    AbilityUsed,
    AbilityUsedElsewhere,
    ManeuverPlayed,
    SupplyUsed,
)
from fireflies.misbehavin.rules.verse_events import ManeuverReplayed, ReplayingEnded
from fireflies.misbehavin.rules.zones import (
    costs,
    effects,
    location,
    note_used,
    push_required,
    return_to_supply,
    spend,
    to_display,
    turn_sideways,
)

# Use an ability without an activation


def legal_uses(position: Position) -> list[Use]:
    """Return the abilities that a seat may use now without an activation."""
    cards, player = position.options.box.card, position.players[position.seat]
    found: list[Use] = []
    for name in dict.fromkeys(player.hand):
        card = cards[name]
        if card.is_supply:
            found += [
                Use(name, it.number) for it in card.abilities if not _judge_now(position, card, it)
            ]
    attacked = target(position)
    for it in player.in_play:
        card = cards[it.card]
        if card.innate and (isinstance(it, Displayed) or is_free(it, attacked)):
            found += [
                Use(card.name, ability.number)
                for ability in card.innate
                if not _judge_innate(position, it, ability)
            ]
    return sorted(found, key=str)


def judge_use(position: Position, action: Use) -> Clause | None:
    """Require a supply card of the hand, or an own card in play, with a usable ability."""
    player, name = position.players[position.seat], action.card
    if name in player.hand:
        card = position.options.box.card[name]
        if not card.is_supply:
            return Clause.CARD_IN_HAND
        ability = find_ability(card, action.ability)
        return Clause.SUPPLY_SPECIAL if ability is None else _judge_now(position, card, ability)
    in_play = find_card(player, name) or next(
        (it for it in player.display if it.card == name), None
    )
    return Clause.ABILITY_OWN if in_play is None else _judge_in_play(position, in_play, action)


def _judge_in_play(position: Position, it: InPlay | Displayed, action: Use) -> Clause | None:
    """Require a free card of the tableau, or a card of the display that is no supply card."""
    card = position.options.box.card[it.card]
    if card.is_supply:
        return Clause.SUPPLY_SPECIAL
    if isinstance(it, InPlay) and (clause := judge_free(it, target(position))):
        return clause
    ability = find_ability(card, action.ability)
    if ability is None or ability.type == "trigger":
        return Clause.ABILITY_INNATE
    return _judge_innate(position, it, ability)


def _judge_innate(position: Position, it: InPlay | Displayed, ability: Ability) -> Clause | None:
    """Require an ability that turns no card of a display, follows the order, and works now."""
    if ability.turns and isinstance(it, Displayed):
        return Clause.AREA_DISPLAY
    if not in_order(ability, it.used):
        return Clause.CARD_ORDER
    return _judge_now(position, position.options.box.card[it.card], ability)


def _judge_now(position: Position, card: Card, ability: Ability) -> Clause | None:
    """Require that the needs are met, the moment is right, and the costs can be paid."""
    seat = position.seat
    if not needs_met(position, seat, card):
        return Clause.CARD_NEEDS
    if moment(position, seat) not in ability.when:
        is_maneuver = card.kind == "maneuver"
        return Clause.MANEUVER_WHEN if is_maneuver else Clause.ABILITY_CONDITIONS
    payable = can_pay(position, seat, card, ability, from_hand=card.is_supply)
    return None if payable else Clause.ABILITY_COST


def find_ability(card: Card, number: int) -> Ability | None:
    """Return the ability with this number on the card, from 1; None when there is none."""
    return next((it for it in card.abilities if it.number == number), None)


def use(table: Working, action: Use) -> None:
    """Put a supply card into the display, or trigger the tableau card if the ability turns it.

    Push costs and effects, and for a card that was triggered its later innate abilities.
    """
    seat, card = table.seat, table.options.box.card[action.card]
    ability = card.abilities[action.ability - 1]
    if table.phase == "answer":
        table.pending.pop(0)
    note_act(table)
    if card.is_supply:
        _use_supply(table, seat, card, ability)
        return
    is_other_turn = seat != table.turn_player
    event = AbilityUsedElsewhere if is_other_turn else AbilityUsed
    table.tell(event, seat, card.name, ability.number)
    note_used(table, seat, card.name, ability)
    if not ability.turns:
        push_ability(table, seat, card.name, ability)
        return
    turn_sideways(table, seat, card.name)
    later = Pending(seat, "walk", ability.number + 1, card.name, walk=Walk.INNATE)
    asks = location(table, seat, card.name)
    push_ability(table, seat, card.name, ability, later, after_costs=asks)


def _use_supply(table: Working, seat: int, card: Card, ability: Ability) -> None:
    """Put the card into the display; push its costs, its effects, and its return to the supply."""
    is_maneuver = card.kind == "maneuver"
    table.tell(ManeuverPlayed if is_maneuver else SupplyUsed, seat, card.name, ability.number)
    to_display(table, seat, card.name)
    replay = [Pending(seat, "replay", card=card.name)] if is_maneuver else []
    table.push(*replay, Pending(seat, "return", card=card.name))
    table.push(*effects(seat, card.name, ability.effects))
    push_required(table, seat, card)
    table.push(*costs(seat, card.name, ability))


# Use a maneuver again


def is_replayable(table: AnyPosition, step: Pending) -> bool:
    """Return whether the seat has a token and the maneuver a usable ability."""
    return bool(table.players[step.seat].purse and _replayable(table, step))


def legal_replays(position: Position) -> list[Replay]:
    """Return the abilities of the maneuver that may be used again."""
    return [Replay(it.number) for it in _replayable(position, position.pending[0])]


def _replayable(table: AnyPosition, step: Pending) -> list[Ability]:
    card = table.options.box.card[step.card]
    return [it for it in card.abilities if is_usable(table, step.seat, card, it)]


def judge_replay(position: Position, action: Replay) -> Clause | None:
    """Require a usable ability of the maneuver."""
    usable = [it.number for it in _replayable(position, position.pending[0])]
    return None if action.ability in usable else Clause.VERSE_REPLAY


def replay(table: Working, action: Replay) -> None:
    """Spend a token to use the ability; the step stays, so that the seat is asked again."""
    step = table.pending[0]
    ability = table.options.box.card[step.card].abilities[action.ability - 1]
    table.tell(ManeuverReplayed, step.seat, step.card, action.ability)
    spend(table, step.seat, 1)
    push_ability(table, step.seat, step.card, ability)


def end_replays(table: Working) -> None:
    """Stop replaying the maneuver."""
    step = table.pending.pop(0)
    table.tell(ReplayingEnded, step.seat, step.card)


def return_supply(table: Working, step: Pending) -> None:
    """Return the supply card from the display to the supply."""
    return_to_supply(table, step.seat, step.card)


VERBS: Final = (
    verb_of(Use, (*TOKEN_PHASES, "answer"), legal_uses, judge_use, use),
    verb_of(Replay, ("replay",), legal_replays, judge_replay, replay),
    bare_verb(Done(), ("replay",), end_replays),
)
"""The actions of the chapter."""
