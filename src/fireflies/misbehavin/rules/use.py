"""The chapters "Cards" and "Maneuvers": innate abilities, supply cards, and replays."""

from typing import Final

from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import Ability, Card
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import (
    TOKEN_PHASES,
    can_pay,
    is_usable,
    judge_free,
    moment,
    needs_met,
    push_ability,
)
from fireflies.misbehavin.rules.actions import Done, Replay, Use
from fireflies.misbehavin.rules.activation import note_act
from fireflies.misbehavin.rules.pieces import Pending
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
    push_required,
    return_to_supply,
    spend,
    to_display,
    trigger,
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
    for shown in player.tableau:
        card = cards[shown.card]
        if card.innate and not judge_free(shown, attacked):
            found += [
                Use(card.name, it.number)
                for it in card.innate
                if not _judge_now(position, card, it)
            ]
    return sorted(found, key=str)


def judge_use(position: Position, action: Use) -> Clause | None:
    """Require a supply card of the hand or a free tableau card, with a usable ability."""
    player = position.players[position.seat]
    in_play = find_card(player, action.card)
    if action.card not in player.hand and in_play is None:
        return Clause.ABILITY_OWN
    card = position.options.box.card[action.card]
    if in_play is None:
        if not card.is_supply:
            return Clause.CARD_IN_HAND
        lacking = Clause.SUPPLY_SPECIAL
    else:
        if clause := judge_free(in_play, target(position)):
            return clause
        lacking = Clause.ABILITY_INNATE
    ability = find_ability(card, action.ability)
    if ability is None or ability.type == "trigger":
        return lacking
    return _judge_now(position, card, ability)


def _judge_now(position: Position, card: Card, ability: Ability) -> Clause | None:
    """Require that the needs are met, the moment is right, and the costs can be paid."""
    seat = position.seat
    if not needs_met(position, seat, card):
        return Clause.CARD_NEEDS
    if moment(position, seat) not in ability.when:
        is_maneuver = card.kind == "maneuver"
        return Clause.MANEUVER_WHEN if is_maneuver else Clause.ABILITY_CONDITIONS
    payable = can_pay(position, seat, card, ability, after_use=True)
    return None if payable else Clause.ABILITY_COST


def find_ability(card: Card, number: int) -> Ability | None:
    """Return the ability with this number on the card, from 1; None when there is none."""
    return next((it for it in card.abilities if it.number == number), None)


def use(table: Working, action: Use) -> None:
    """Put a supply card into the display, or trigger the tableau card if the ability turns it.

    Push costs and effects.
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
    if ability.turns:
        trigger(table, seat, card.name)
    push_ability(table, seat, card.name, ability)


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
