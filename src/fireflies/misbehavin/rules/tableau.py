"""The chapters "Play a Card to Tableau" and "Trigger a Card"."""

from typing import Final

from fireflies._typing import cached
from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import BLACK, CARD_KINDS, Ability, Card
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import (
    is_free,
    judge_free,
    note_use,
    push_ability,
    usable,
)
from fireflies.misbehavin.rules.actions import Do, Play, ReturnBlack, Skip, Trigger, TurnCard
from fireflies.misbehavin.rules.activation import judge_activation, use_activation
from fireflies.misbehavin.rules.pieces import (
    MOST_POWER_TOKENS,
    Displayed,
    InPlay,
    Pending,
    Player,
    Walk,
)
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    card_in_play,
    find_card,
    needs_met,
    power_of,
    standing_power,
    target,
)
from fireflies.misbehavin.rules.telling import CardCountEvent
from fireflies.misbehavin.rules.turn_events import (
    AbilityBegan,
    AbilitySkipped,
    BlackReturned,
    CardPlayed,
    CardTriggered,
    NoBlackReturned,
    OfferDeclined,
    PowerReached,
    TriggeredAtOnce,
    TriggeredIdly,
)
from fireflies.misbehavin.rules.zones import (
    from_hand,
    location,
    mark,
    push_required,
    replace_card,
    return_black,
    turn_sideways,
)

# To look an action up is faster than to create one.
_play: Final = cached(512)(Play)
_trigger: Final = cached(512)(Trigger)
_turn_card: Final = cached(512)(TurnCard)

# Play a card


def legal_plays(position: Position) -> list[Play]:
    """Return the cards of the hand that may join the tableau."""
    if _judge_playing(position):
        return []
    cards = position.options.box.card
    hand = dict.fromkeys(position.players[position.seat].hand)
    return [_play(name) for name in hand if not judge_place(position, position.seat, cards[name])]


def judge_play(position: Position, action: Play) -> Clause | None:
    """Require the own turn, an activation, and a card of the hand that fits."""
    if clause := _judge_playing(position):
        return clause
    if action.card not in position.players[position.seat].hand:
        return Clause.PLAY_TABLEAU
    return judge_place(position, position.seat, position.options.box.card[action.card])


def _judge_playing(position: Position) -> Clause | None:
    if position.seat != position.turn_player:
        return Clause.PLAY_OWN_TURN
    return judge_activation(position)


def judge_place(position: AnyPosition, seat: int, card: Card) -> Clause | None:
    """Require an asset, character or item, room in its area, and power within the limit."""
    if card.kind not in CARD_KINDS:
        return Clause.PLAY_KINDS
    player, board = position.players[seat], position.options.boards[seat]
    is_full = (
        len(player.assets) >= board.assets
        if card.kind == "asset"
        else len(player.command) >= board.command
    )
    if is_full:
        return Clause.AREA_FULL
    after = power_of(position, (*player.tableau, InPlay(card.name)))
    if after <= position.options.needed[seat]:
        return None
    return Clause.PLAY_POWER_LIMIT if after > power_of(position, player.tableau) else None


def _with(player: Player, card: Card) -> Player:
    """Return the player with this card in its area, set."""
    added = InPlay(card.name)
    if card.kind == "asset":
        return player._replace(assets=tuple(sorted([*player.assets, added])))
    return player._replace(command=tuple(sorted([*player.command, added])))


def lay(table: Working, seat: int, card: Card) -> None:
    """Put a card that is nowhere into its area of a tableau."""
    before = standing_power(table, seat)
    table.players[seat] = _with(table.players[seat], card)
    report_power_reached(table, seat, before)


def play(table: Working, action: Play) -> None:
    """Put the card into its area.

    Push the question about The Black, its required effects, and the offer to trigger it.
    """
    seat, name = table.seat, action.card
    card = table.options.box.card[name]
    table.tell(CardPlayed, seat, name)
    use_activation(table)
    from_hand(table, seat, name)
    lay(table, seat, card)
    if card.is_location:
        mark(table, seat, "location")
    table.push(Pending(seat, "offer", card=name))
    push_required(table, seat, card)
    table.push(*location(table, seat, name))


def put_power(
    table: Working, seat: int, it: InPlay | Displayed, more: int, event: type[CardCountEvent]
) -> None:
    """Put power tokens, up to nine, on a card in play, and report this event."""
    before = standing_power(table, seat)
    tokens = min(it.tokens + more, MOST_POWER_TOKENS)
    table.tell(event, seat, tokens - it.tokens, it.card)
    replace_card(table, seat, it._replace(tokens=tokens))
    report_power_reached(table, seat, before)


def report_power_reached(table: Working, seat: int, before: int) -> None:
    """Report that the seat has reached the power it needs, if it just did."""
    power = standing_power(table, seat)
    if before < table.options.needed[seat] <= power:
        table.tell(PowerReached, seat, power)


def may_trigger_now(table: AnyPosition, step: Pending) -> bool:
    """Return whether the card just played is free and has a usable ⚡ ability."""
    it = find_card(table.players[step.seat], step.card)
    triggers = table.options.box.card[step.card].triggers
    return (
        it is not None
        and is_free(it, target(table))
        and bool(usable(table, step.seat, step.card, triggers))
    )


def legal_offer(position: Position) -> list[Trigger]:
    """Return the card that was just played."""
    return [_trigger(position.pending[0].card)]


def judge_offer(position: Position, action: Trigger) -> Clause | None:
    """Require the card that was just played."""
    return None if action.card == position.pending[0].card else Clause.PLAY_TRIGGER_NOW


def trigger_at_once(table: Working, action: Trigger) -> None:
    """Trigger the card within the activation that played it.

    A location does not ask about The Black again: it did so when it was played.
    """
    step = table.pending.pop(0)
    table.tell(TriggeredAtOnce, step.seat, action.card)
    turn_sideways(table, step.seat, action.card)
    table.push(Pending(step.seat, "walk", 1, action.card))


def decline_offer(table: Working) -> None:
    """Leave the card untriggered; to trigger it later takes another activation."""
    step = table.pending.pop(0)
    table.tell(OfferDeclined, step.seat, step.card)


# Trigger a card


def legal_triggers(position: Position) -> list[Trigger]:
    """Return the tableau cards that an activation may trigger."""
    if judge_activation(position):
        return []
    found = [it for it in _tableau(position) if not _judge_trigger(position, it)]
    return [_trigger(it.card) for it in found]


def judge_trigger(position: Position, action: Trigger) -> Clause | None:
    """Require an activation, and an own free card with a usable ⚡ ability."""
    if clause := judge_activation(position):
        return clause
    it = find_card(position.players[position.seat], action.card)
    return Clause.TRIGGER_TABLEAU if it is None else _judge_trigger(position, it)


def _judge_trigger(position: Position, it: InPlay) -> Clause | None:
    return judge_free(it, target(position)) or judge_ability(
        position, it.card, Clause.TRIGGER_ABILITY, it.used
    )


def judge_ability(position: Position, name: str, lacking: Clause, used: int = 0) -> Clause | None:
    """Require a usable ⚡ ability with a number higher than ``used``.

    ``lacking`` is the clause for a card that has no ⚡ ability.
    """
    seat, card = position.seat, position.options.box.card[name]
    if not card.triggers:
        return lacking
    if card.triggers[-1].number <= used:
        return Clause.CARD_ORDER
    if not needs_met(position, position.players[seat].tableau, card):
        return Clause.CARD_NEEDS
    found = usable(position, seat, name, card.triggers, used + 1)
    return None if found else Clause.ABILITY_CONDITIONS


def trigger_card(table: Working, action: Trigger) -> None:
    """Use an activation to trigger the card; its abilities after the last one used come next."""
    seat, name = table.seat, action.card
    table.tell(CardTriggered, seat, name)
    use_activation(table)
    turn_sideways(table, seat, name)
    is_location = table.options.box.card[name].is_location
    walk = Walk.BEGUN_BY_LOCATION if is_location else Walk.BEGUN
    first = card_in_play(table, name).used + 1
    table.push(Pending(seat, "walk", first, name, walk=walk))


def begin_again(table: Working, seat: int, card: str) -> None:
    """Begin the abilities of a triggered card anew, without an activation."""
    replace_card(table, seat, card_in_play(table, card)._replace(used=0))
    table.push(Pending(seat, "walk", 1, card))


def _tableau(position: Position) -> list[InPlay]:
    player = position.players[position.seat]
    return sorted(player.assets + player.command)


# Trigger a card without effect


def legal_turns(position: Position) -> list[TurnCard]:
    """Return the own cards that may be triggered without effect."""
    attacked = target(position)
    return [_turn_card(it.card) for it in _tableau(position) if is_free(it, attacked)]


def judge_turn(position: Position, action: TurnCard) -> Clause | None:
    """Require an own free card."""
    it = find_card(position.players[position.seat], action.card)
    return Clause.TRIGGER_TABLEAU if it is None else judge_free(it, target(position))


def trigger_without_effect(table: Working, action: TurnCard) -> None:
    """Trigger the card without effect; a location asks about The Black."""
    table.tell(TriggeredIdly, table.seat, action.card)
    turn_sideways(table, table.seat, action.card)
    table.push(*location(table, table.seat, action.card))


# The Black


def may_return_black(table: AnyPosition, step: Pending) -> bool:
    """Return whether a card of The Black may be in the hand, judged by public information."""
    player = table.players[step.seat]
    return bool(player.hand) and BLACK in player.hand + player.deck


def judge_return(position: Position) -> Clause | None:
    """Require a card of The Black in the hand."""
    hand = position.players[position.seat].hand
    return None if BLACK in hand else Clause.BLACK_LOCATION


def give_black_back(table: Working) -> None:
    """Return a card of The Black to the supply."""
    step = table.pending.pop(0)
    table.tell(BlackReturned, step.seat, step.card)
    return_black(table, step.seat)


def keep_black(table: Working) -> None:
    """Return no card of The Black; whether there was one in the hand stays secret."""
    step = table.pending.pop(0)
    table.tell(NoBlackReturned, step.seat, step.card)


# The abilities of a triggered card, in their order


def asks_about_ability(table: AnyPosition, step: Pending) -> bool:
    """Return whether the seat decides: several abilities are usable, or one that it may skip."""
    found = next_abilities(table, step)
    return len(found) > (1 if step.walk in {Walk.BEGUN, Walk.BEGUN_BY_LOCATION} else 0)


def use_only_ability(table: Working, step: Pending) -> None:
    """Use the only usable ability, if there is one. The step was removed from the queue before."""
    if next_abilities(table, step):
        _use_next(table, step)


def do_ability(table: Working) -> None:
    """Use the next usable ability."""
    _use_next(table, table.pending.pop(0))


def _use_next(table: Working, step: Pending) -> None:
    seat, name, ability = step.seat, step.card, next_abilities(table, step)[0]
    table.tell(AbilityBegan, seat, name, ability.number)
    note_use(table, seat, table.options.box.card[name], ability)
    asks = location(table, seat, name) if step.walk is Walk.BEGUN_BY_LOCATION else ()
    walk = Walk.INNATE if step.walk is Walk.INNATE else Walk.GOES_ON
    rest = step._replace(number=ability.number + 1, walk=walk)
    push_ability(table, seat, name, ability, rest, after_costs=asks)


def skip_ability(table: Working) -> None:
    """Skip the next usable ability."""
    step = table.pending.pop(0)
    ability = next_abilities(table, step)[0]
    table.tell(AbilitySkipped, step.seat, step.card, ability.number)
    table.push(step._replace(number=ability.number + 1))


def next_abilities(table: AnyPosition, step: Pending) -> list[Ability]:
    """Return the usable abilities that come next; none when the card is gone."""
    if find_card(table.players[step.seat], step.card) is None:
        return []
    card = table.options.box.card[step.card]
    offered = card.innate if step.walk is Walk.INNATE else card.in_play
    return usable(table, step.seat, step.card, offered, step.number)


VERBS: Final = (
    verb_of(Play, ("turn", "fight"), legal_plays, judge_play, play),
    verb_of(Trigger, ("turn", "fight"), legal_triggers, judge_trigger, trigger_card),
    verb_of(Trigger, ("played",), legal_offer, judge_offer, trigger_at_once),
    verb_of(TurnCard, ("turn",), legal_turns, judge_turn, trigger_without_effect),
    bare_verb(Do(), ("ability",), do_ability),
    bare_verb(ReturnBlack(), ("location",), give_black_back, judge_return),
    bare_verb(Skip(), ("played",), decline_offer),
    bare_verb(Skip(), ("ability",), skip_ability),
    bare_verb(Skip(), ("location",), keep_black),
)
"""The actions of the chapter."""
