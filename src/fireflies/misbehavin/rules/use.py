"""The chapters "Cards" and "Maneuvers": innate abilities, supply cards, and replays."""

from typing import Final

from fireflies._typing import cached
from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import Ability, Card
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import (
    TOKEN_PHASES,
    can_pay,
    does,
    find_ability,
    in_order,
    is_free,
    is_usable,
    judge_free,
    moment,
    note_use,
    once,
    push_ability,
)
from fireflies.misbehavin.rules.actions import Done, Replay, Use
from fireflies.misbehavin.rules.activation import note_act
from fireflies.misbehavin.rules.pieces import Displayed, InPlay, Pending, Walk
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    find_card,
    needs_met,
    target,
)
from fireflies.misbehavin.rules.turn_events import (
    AbilityUsed,
    AbilityUsedElsewhere,
    AbilityUsedFromHand,
    ManeuverPlayed,
    SupplyUsed,
)
from fireflies.misbehavin.rules.verse_events import ManeuverReplayed, ReplayingEnded
from fireflies.misbehavin.rules.zones import (
    costs,
    discard,
    location,
    note_used,
    push_required,
    return_to_supply,
    spend,
    to_display,
    turn_sideways,
)

_use: Final = cached(1024)(Use)  # to look an action up is faster than to create one

# Use an ability without an activation


def legal_uses(position: Position) -> list[Use]:
    """Return the abilities that a seat may use now without an activation."""
    cards, player = position.options.box.card, position.players[position.seat]
    found: list[Use] = []
    for name in dict.fromkeys(player.hand):
        card = cards[name]
        if card.from_hand:
            found += [
                _use(name, it.number)
                for it in card.from_hand
                if not _judge_now(position, card, it, from_hand=True)
            ]
    attacked = target(position)
    for it in player.in_play:
        card = cards[it.card]
        if card.both or (card.innate and (isinstance(it, Displayed) or is_free(it, attacked))):
            found += [
                action
                for ability in (card.from_hand if card.is_supply else card.innate)
                for action in [_use(card.name, ability.number)]
                if not _judge_in_play(position, it, ability) and action not in found
            ]
    return sorted(found, key=str)


def judge_use(position: Position, action: Use) -> Clause | None:
    """Require an own card with a usable ability: of the hand, of the tableau, or of the display.

    Of several copies it may be any of them.
    """
    player, name = position.players[position.seat], action.card
    card, clauses = position.options.box.card.get(name), list[Clause | None]()
    if card is None:
        return Clause.ABILITY_OWN
    ability = find_ability(card, action.ability)
    if name in player.hand:
        clauses.append(_judge_in_hand(position, card, ability))
    shown = [it for it in player.display if it.card == name]
    for it in (find_card(player, name), *shown):
        if it is not None:
            clauses.append(_judge_in_play(position, it, ability))
    if not clauses:
        return Clause.ABILITY_OWN
    return None if None in clauses else clauses[0]


def _judge_in_hand(position: AnyPosition, card: Card, ability: Ability | None) -> Clause | None:
    """Require a supply card, or an ability that is used from the hand."""
    if card.is_supply:
        if ability is None:
            return Clause.SUPPLY_SPECIAL
    elif ability is None or ability.type != "hand":
        return Clause.CARD_IN_HAND
    return _judge_now(position, card, ability, from_hand=True)


def _judge_in_play(
    position: Position, it: InPlay | Displayed, ability: Ability | None
) -> Clause | None:
    """Require a free card of the tableau, or of the display, where supply cards are exceptions."""
    card = position.options.box.card[it.card]
    if card.is_supply:
        if ability is None or not card.both or it.used:
            return Clause.SUPPLY_SPECIAL
        return _judge_now(position, card, ability)
    if isinstance(it, InPlay) and (clause := judge_free(it, target(position))):
        return clause
    if ability is None or ability.type != "innate":
        return Clause.ABILITY_INNATE
    if ability.turns and isinstance(it, Displayed):
        return Clause.TRIGGER_TABLEAU
    if not in_order(ability, it.used):
        return Clause.CARD_ORDER
    return _judge_now(position, card, ability)


def _judge_now(
    position: AnyPosition, card: Card, ability: Ability, *, from_hand: bool = False
) -> Clause | None:
    """Require that the needs are met, the moment is right, and the costs can be paid."""
    seat = position.seat
    if not needs_met(position, position.players[seat].tableau, card):
        return Clause.CARD_NEEDS
    if moment(position, seat) not in ability.when:
        is_maneuver = card.kind == "maneuver"
        return Clause.MANEUVER_WHEN if is_maneuver else Clause.ABILITY_CONDITIONS
    if ability.is_once and once(card, ability) in position.once:
        return Clause.ABILITY_INNATE
    payable = can_pay(position, seat, card, ability, from_hand=from_hand)
    return None if payable else Clause.ABILITY_COST


def use(table: Working, action: Use) -> None:
    """Use the ability of a card, where it lies: push its costs and what it does.

    A card of the hand goes to the display, or to the recycle pile. A tableau card is triggered if
    the ability turns it, and its later innate abilities come after that.
    """
    seat, card = table.seat, table.options.box.card[action.card]
    ability = card.abilities[action.ability - 1]
    is_in_hand = card.name in table.players[seat].hand and not (
        card.both and _judge_in_hand(table, card, ability)
    )
    if table.phase == "answer":
        table.pending.pop(0)
    note_act(table)
    if card.is_supply:
        _use_supply(table, seat, card, ability, is_in_hand=is_in_hand)
        return
    if is_in_hand:
        table.tell(AbilityUsedFromHand, seat, card.name, ability.number)
        discard(table, seat, card.name)
        push_ability(table, seat, card.name, ability)
        return
    is_other_turn = seat != table.turn_player
    event = AbilityUsedElsewhere if is_other_turn else AbilityUsed
    table.tell(event, seat, card.name, ability.number)
    note_use(table, seat, card, ability)
    if not ability.turns:
        push_ability(table, seat, card.name, ability)
        return
    turn_sideways(table, seat, card.name)
    later = Pending(seat, "walk", ability.number + 1, card.name, walk=Walk.INNATE)
    asks = location(table, seat, card.name)
    push_ability(table, seat, card.name, ability, later, after_costs=asks)


def _use_supply(
    table: Working, seat: int, card: Card, ability: Ability, *, is_in_hand: bool
) -> None:
    """Push the costs and the effects; a card of the hand is displayed until it goes back."""
    is_maneuver = card.kind == "maneuver"
    table.tell(ManeuverPlayed if is_maneuver else SupplyUsed, seat, card.name, ability.number)
    replay = [Pending(seat, "replay", card=card.name)] if is_maneuver else []
    if not is_in_hand:
        note_used(table, seat, card.name, ability)
        push_ability(table, seat, card.name, ability, *replay)
        return
    to_display(table, seat, card.name)
    table.push(*replay, Pending(seat, "return", card=card.name))
    table.push(*does(seat, card.name, ability))
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
    """Return the usable abilities, as if the token for the replay were spent already."""
    card, held = table.options.box.card[step.card], table.players[step.seat].verse
    return [
        it
        for it in card.abilities
        if is_usable(table, step.seat, card, it) and (not it.spend or it.spend < held)
    ]


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
