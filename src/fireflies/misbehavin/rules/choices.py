"""The effects, the cost and the steps for which a seat chooses a card or another seat.

The steps are those of a 'verse card. A choice has candidates. An effect without candidates does
nothing; with only one, the seat is still asked. To add such an effect, add its name to the card
language, a clause, two functions here, and a line to the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import BLACK, MARKET_DECKS
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import free_cards, is_free, usable
from fireflies.misbehavin.rules.actions import Choose, Skip
from fireflies.misbehavin.rules.effect_events import (
    BlackGiven,
    CardDiscarded,
    CardDispatchedByEffect,
    CardGained,
    CardNabbedByEffect,
    CardRetriggeredByEffect,
    CardSet,
    CardTakenByEffect,
    CardTriggeredAsCost,
    CardTurned,
    ChoiceSkipped,
    CreditsStolen,
    DiscardForced,
    ForcedDiscard,
    MarketCycled,
    PowerAddedElsewhere,
    TargetDiscarded,
    WarrantIssuedByEffect,
    WarrantLiftedByEffect,
)
from fireflies.misbehavin.rules.moves import movable, move
from fireflies.misbehavin.rules.offer import from_offer, on_offer
from fireflies.misbehavin.rules.pieces import Fight, InPlay, Pending, StepName
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    card_in_play,
    expect,
    owner_of,
    standing_power,
    tokens_left,
    with_card,
    without,
)
from fireflies.misbehavin.rules.tableau import begin_again, put_power, report_power_reached
from fireflies.misbehavin.rules.verse import do_chosen_step, step_candidates
from fireflies.misbehavin.rules.zones import (
    add_credits,
    discard,
    get_black,
    in_supply,
    leave,
    location,
    replace_card,
    to_hand,
    to_recycle,
    turn_sideways,
)

_T = TypeVar("_T", str, int)

MOST_WAITING: Final = 8
"""The most other steps of the queue with which the effect ``retrigger`` has a candidate."""

# Seats to choose


def with_credits(table: AnyPosition, step: Pending) -> list[int]:
    """Return the other seats that have credits."""
    return [it for it in _others(table, step.seat) if table.players[it].credits]


def steal_credits(table: Working, step: Pending, other: int) -> None:
    """Move credits from the chosen seat: the number of the step, or all if it has fewer."""
    stolen = min(step.number, table.players[other].credits)
    table.tell(CreditsStolen, step.seat, stolen, step.card, other)
    add_credits(table, other, -stolen)
    add_credits(table, step.seat, stolen)


def seats_for_black(table: AnyPosition, step: Pending) -> list[int]:
    """Return the other seats; none when the supply has no card of The Black."""
    return _others(table, step.seat) if in_supply(table, BLACK) else []


def give_black(table: Working, step: Pending, other: int) -> None:
    """Put cards of The Black on the recycle pile of the chosen seat."""
    table.tell(BlackGiven, step.seat, step.number, step.card, other)
    get_black(table, other, step.number)


def with_discardable(table: AnyPosition, step: Pending) -> list[int]:
    """Return the other seats that have a card to discard."""
    return [it for it in _others(table, step.seat) if forced_discards(table, _forced(step, it))]


def force_discard(table: Working, step: Pending, other: int) -> None:
    """Make the chosen seat choose and discard a card."""
    table.tell(DiscardForced, step.seat, step.card, other)
    table.push(_forced(step, other))


def _forced(step: Pending, other: int) -> Pending:
    return Pending(other, "forced", card=step.card)


def _others(table: AnyPosition, seat: int) -> list[int]:
    return [it for it in range(len(table.players)) if it != seat]


# Cards to choose


def face_up(table: AnyPosition, _step: Pending) -> list[str]:
    """Return the face-up market cards."""
    return [card for row in table.market for card in row]


def cycle(table: Working, step: Pending, card: str) -> None:
    """Put the card back into its market deck, of which chance then turns up a card."""
    table.tell(MarketCycled, step.seat, step.card, card)
    rows, decks = list(table.market), list(table.market_decks)
    place = next(place for place, row in enumerate(rows) if card in row)
    rows[place] = without(rows[place], card)
    decks[place] = with_card(decks[place], card)
    table.market, table.market_decks = tuple(rows), tuple(decks)
    table.push(Pending(step.seat, "reveal", deck=MARKET_DECKS[place]))


def untriggered_elsewhere(table: AnyPosition, step: Pending) -> list[str]:
    """Return the untriggered cards in other tableaux."""
    return [it.card for it in _elsewhere(table, step.seat) if not it.triggered]


def turn_card(table: Working, step: Pending, card: str) -> None:
    """Trigger the card without effect."""
    owner = owner_of(table, card)
    table.tell(CardTurned, step.seat, step.card, card, owner)
    turn_sideways(table, owner, card)


def triggered_own(table: AnyPosition, step: Pending) -> list[str]:
    """Return the triggered cards without a warrant in the own tableau, except the source."""
    return [
        it.card
        for it in table.players[step.seat].tableau
        if it.triggered and it.warrant is None and it.card != step.card
    ]


def reset(table: Working, step: Pending, card: str) -> None:
    """Set the card again: it is no longer triggered."""
    table.tell(CardSet, step.seat, step.card, card)
    before = standing_power(table, step.seat)
    it = card_in_play(table, card)
    replace_card(table, step.seat, it._replace(triggered=False, used=0))
    report_power_reached(table, step.seat, before)


def free_others(table: AnyPosition, step: Pending) -> list[str]:
    """Return the free cards of the own tableau, except the source."""
    return [card for card in free_cards(table, step.seat) if card != step.card]


def discardable(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards of the hand and the free cards of the tableau, except the source."""
    return [*dict.fromkeys(table.players[step.seat].hand), *free_others(table, step)]


def discard_chosen(table: Working, step: Pending, card: str) -> None:
    """Discard the card."""
    table.tell(CardDiscarded, step.seat, step.card, card)
    discard(table, step.seat, card)


def forced_discards(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards of the hand, the free cards of the tableau, and a target that is set."""
    player = table.players[step.seat]
    return [*dict.fromkeys(player.hand), *[it.card for it in player.tableau if is_free(it, None)]]


def discard_forced(table: Working, step: Pending, card: str) -> None:
    """Discard the card; a fight may lose its target."""
    table.tell(ForcedDiscard, step.seat, step.card, card)
    discard(table, step.seat, card)


def others_own(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards of the own tableau, except the source."""
    return [it.card for it in table.players[step.seat].tableau if it.card != step.card]


def strengthen(table: Working, step: Pending, card: str) -> None:
    """Put power tokens on the card."""
    it = card_in_play(table, card)
    put_power(table, step.seat, it, step.number, PowerAddedElsewhere)


def to_arrest(table: AnyPosition, step: Pending) -> list[str]:
    """Return the characters in other tableaux that bear no warrant; none without a token left."""
    if not tokens_left(table, step.seat):
        return []
    cards = table.options.box.card
    return [
        it.card
        for it in _elsewhere(table, step.seat)
        if it.warrant is None and cards[it.card].kind == "character"
    ]


def arrest(table: Working, step: Pending, card: str) -> None:
    """Put a token of the seat on the card, as a warrant."""
    owner = owner_of(table, card)
    table.tell(WarrantIssuedByEffect, step.seat, step.card, card, owner)
    replace_card(table, owner, card_in_play(table, card)._replace(warrant=step.seat))


def arrested_own(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards of the own tableau that bear a warrant."""
    return [it.card for it in table.players[step.seat].tableau if it.warrant is not None]


def lift_warrant(table: Working, step: Pending, card: str) -> None:
    """Return the token of the warrant to its owner's supply."""
    table.tell(WarrantLiftedByEffect, step.seat, step.card, card)
    replace_card(table, step.seat, card_in_play(table, card)._replace(warrant=None))


def to_retrigger(table: AnyPosition, step: Pending) -> list[str]:
    """Return the triggered cards of the own tableau that could be used again.

    There is none when the turn has had too many actions, or too many steps wait: every turn ends.
    """
    others = [it for it in table.pending if it is not step]
    if table.moves >= table.options.moves or len(others) > MOST_WAITING:
        return []
    cards = table.options.box.card
    return [
        card
        for card in triggered_own(table, step)
        if usable(table, step.seat, card, cards[card].triggers)
    ]


def retrigger(table: Working, step: Pending, card: str) -> None:
    """Begin the abilities of the card anew."""
    table.tell(CardRetriggeredByEffect, step.seat, step.card, card)
    begin_again(table, step.seat, card)


def attacked(table: AnyPosition, step: Pending) -> list[str]:
    """Return the target of the fight, if the seat is one of its sides, and without a warrant."""
    fight = table.activity
    if not isinstance(fight, Fight) or not fight.goes_on:
        return []
    card = expect(str, fight.target)
    is_side = step.seat in {fight.seat, fight.defender}
    return [card] if is_side and card_in_play(table, card).warrant is None else []


def discard_target(table: Working, step: Pending, card: str) -> None:
    """Put the target on its owner's recycle pile; the fight has no winner."""
    owner = owner_of(table, card)
    table.tell(TargetDiscarded, step.seat, step.card, card, owner)
    discard(table, owner, card)


def trigger_as_cost(table: Working, step: Pending, card: str) -> None:
    """Trigger the card; a location asks about The Black."""
    table.tell(CardTriggeredAsCost, step.seat, step.card, card)
    turn_sideways(table, step.seat, card)
    table.push(*location(table, step.seat, card))


def cheap_elsewhere(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards in other tableaux that cost at most the number of the step."""
    cards = table.options.box.card
    return [it.card for it in _elsewhere(table, step.seat) if cards[it.card].cost <= step.number]


def dispatch(table: Working, step: Pending, card: str) -> None:
    """Put the card on its owner's recycle pile."""
    owner = owner_of(table, card)
    table.tell(CardDispatchedByEffect, step.seat, step.card, card, owner)
    leave(table, owner, card)
    to_recycle(table, owner, card)


def nab(table: Working, step: Pending, card: str) -> None:
    """Put the card into the hand of the seat that chose it."""
    owner = owner_of(table, card)
    table.tell(CardNabbedByEffect, step.seat, step.card, card, owner)
    leave(table, owner, card)
    to_hand(table, step.seat, card)


def cheap_on_offer(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards on offer that cost at most the number of the step."""
    cards = table.options.box.card
    return [card for card in on_offer(table) if cards[card].cost <= step.number]


def gain(table: Working, step: Pending, card: str) -> None:
    """Take the card from the offer onto the recycle pile."""
    table.tell(CardGained, step.seat, step.card, card)
    from_offer(table, card)
    to_recycle(table, step.seat, card)


def take(table: Working, step: Pending, card: str) -> None:
    """Take the card from the offer into the hand."""
    table.tell(CardTakenByEffect, step.seat, step.card, card)
    from_offer(table, card)
    to_hand(table, step.seat, card)


def _elsewhere(table: AnyPosition, seat: int) -> list[InPlay]:
    """Return the cards in the tableaux of the other seats."""
    return [it for other in _others(table, seat) for it in table.players[other].tableau]


# The table


@dataclass(frozen=True, slots=True)
class Choice(Generic[_T]):
    """An effect, cost or step whose user chooses a card or a seat."""

    kind: type[_T]
    """``str`` for a card, ``int`` for a seat."""
    clause: Clause
    candidates: Callable[[AnyPosition, Pending], Sequence[_T]]
    """Return the cards or seats that may be chosen, each once, in any order."""
    does: Callable[[Working, Pending, _T], None]
    """Carry the effect out on the chosen card or seat."""

    def choose(self, table: Working, step: Pending, chosen: object) -> None:
        """Carry the effect out on the chosen card or seat, which was a candidate."""
        self.does(table, step, expect(self.kind, chosen))


CHOICES: Final[Mapping[StepName, Choice[str] | Choice[int]]] = {
    "steal": Choice(int, Clause.EFFECT_STEAL, with_credits, steal_credits),
    "black-one": Choice(int, Clause.EFFECT_BLACK_ONE, seats_for_black, give_black),
    "cycle": Choice(str, Clause.EFFECT_CYCLE, face_up, cycle),
    "turn": Choice(str, Clause.EFFECT_TURN, untriggered_elsewhere, turn_card),
    "reset": Choice(str, Clause.EFFECT_RESET, triggered_own, reset),
    "discard": Choice(str, Clause.EFFECT_DISCARD, discardable, discard_chosen),
    "discard-one": Choice(int, Clause.EFFECT_DISCARD_ONE, with_discardable, force_discard),
    "forced": Choice(str, Clause.EFFECT_DISCARD_ONE, forced_discards, discard_forced),
    "token-other": Choice(str, Clause.EFFECT_TOKEN_OTHER, others_own, strengthen),
    "warrant": Choice(str, Clause.EFFECT_WARRANT, to_arrest, arrest),
    "lift": Choice(str, Clause.EFFECT_LIFT, arrested_own, lift_warrant),
    "retrigger": Choice(str, Clause.EFFECT_RETRIGGER, to_retrigger, retrigger),
    "discard-target": Choice(str, Clause.EFFECT_DISCARD_TARGET, attacked, discard_target),
    "dispatch": Choice(str, Clause.EFFECT_DISPATCH, cheap_elsewhere, dispatch),
    "nab": Choice(str, Clause.EFFECT_NAB, cheap_elsewhere, nab),
    "gain": Choice(str, Clause.EFFECT_GAIN, cheap_on_offer, gain),
    "take": Choice(str, Clause.EFFECT_TAKE, cheap_on_offer, take),
    "trigger": Choice(str, Clause.ABILITY_COST, free_others, trigger_as_cost),
    "move": Choice(str, Clause.ABILITY_BY_HAND, movable, move),
    "step": Choice(str, Clause.VERSE_STEPS, step_candidates, do_chosen_step),
}
"""The effects with a choice (``discard`` is also a cost), another cost, moves by hand, and the
steps of a 'verse card."""


def can_begin(table: AnyPosition, step: Pending) -> bool:
    """Return whether an effect, if it has a choice, has a candidate."""
    found = CHOICES.get(step.name)
    return found is None or bool(found.candidates(table, step))


# The decision


def choice(position: Position) -> Choice[str] | Choice[int]:
    """Return the choice of the first step in the queue."""
    return CHOICES[position.pending[0].name]


def _candidates(position: Position) -> Sequence[str] | Sequence[int]:
    return choice(position).candidates(position, position.pending[0])


def legal_choices(position: Position) -> list[Choose]:
    """Return the candidates, sorted."""
    return sorted([Choose(it) for it in _candidates(position)], key=str)


def judge_choice(position: Position, action: Choose) -> Clause | None:
    """Require one of the candidates."""
    return None if action.chosen in _candidates(position) else choice(position).clause


def choose(table: Working, action: Choose) -> None:
    """Carry the effect out on the card or the seat that was chosen."""
    step = table.pending.pop(0)
    CHOICES[step.name].choose(table, step, action.chosen)


def judge_skip(position: Position) -> Clause | None:
    """Require an effect that may be skipped."""
    return None if position.pending[0].may else choice(position).clause


def skip_choice(table: Working) -> None:
    """Skip the effect: choose nothing."""
    step = table.pending.pop(0)
    table.tell(ChoiceSkipped, step.seat, step.card, step.words)


VERBS: Final = (
    verb_of(Choose, ("choose",), legal_choices, judge_choice, choose),
    bare_verb(Skip(), ("choose",), skip_choice, judge_skip),
)
"""The actions of the chapter."""
