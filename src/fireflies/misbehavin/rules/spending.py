"""The chapter "Spending 'Verse": warrants, credits, triggering again, Reavers, retaining."""

from typing import Final

from fireflies.contract.verbs import bare_verb, verb_of
from fireflies.misbehavin.box.cards import PricedAction, VerseAction
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import TOKEN_PHASES
from fireflies.misbehavin.rules.actions import (
    Done,
    Reaver,
    Retain,
    Retrigger,
    SpendVerse,
    Steal,
    Tax,
    Warrant,
)
from fireflies.misbehavin.rules.activation import note_act
from fireflies.misbehavin.rules.choices import can_begin
from fireflies.misbehavin.rules.fight_events import CardRetained, RetainingEnded
from fireflies.misbehavin.rules.pieces import InPlay, Pending, ReaverInPlay
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    card_in_play,
    expect,
    find_card,
    find_owner,
    owner_of,
)
from fireflies.misbehavin.rules.tableau import begin_again, judge_ability
from fireflies.misbehavin.rules.verse_events import (
    CardRetriggered,
    CreditsStolenForToken,
    CreditsTaxed,
    ReaverDefeated,
    ReaverFought,
    VerseSpent,
    WarrantIssued,
)
from fireflies.misbehavin.rules.zones import (
    add_credits,
    effects,
    from_display,
    mark,
    replace_card,
    spend,
    spend_held,
    to_hand,
)

WARRANT_PRICE: Final = 2
"""The tokens that a warrant costs."""
FROM_SUPPLY: Final = 2
"""The credits that a tax or a theft takes from the supply."""
TAX: Final = 1
"""The credits that a tax takes from another seat."""
THEFT: Final = 2
"""The most credits that a theft takes from another seat."""


def _judge_verse(position: Position, action: VerseAction, tokens: int) -> Clause | None:
    """Require the own turn, an action of the own 'verse card, and so many tokens to spend."""
    has = action in position.options.verse[position.seat].actions
    return _judge_spending(position, tokens, has=has)


def _judge_spending(position: Position, tokens: int, *, has: bool) -> Clause | None:
    """Require the own turn, an action that the 'verse card has, and so many tokens to spend."""
    if position.seat != position.turn_player:
        return Clause.VERSE_OWN_TURN
    if not has:
        return Clause.VERSE_ACTIONS
    purse = position.players[position.seat].purse
    return None if purse >= tokens else Clause.VERSE_TOKENS


# Actions with a price


def legal_spendings(position: Position) -> list[SpendVerse]:
    """Return the actions with a price that the seat may pay for."""
    priced = position.options.verse[position.seat].priced
    return [
        SpendVerse(it.name) for it in priced if not judge_spending(position, SpendVerse(it.name))
    ]


def judge_spending(position: Position, action: SpendVerse) -> Clause | None:
    """Require the tokens, and a candidate if the first effect of the action has a choice."""
    seat = position.seat
    priced = position.options.verse[seat].priced_action(action.name)
    if clause := _judge_spending(position, 0 if priced is None else priced.price, has=bool(priced)):
        return clause
    first = effects(seat, action.name, expect(PricedAction, priced).effects)[0]
    return None if can_begin(position, first) else Clause.VERSE_SPEND


def spend_on_action(table: Working, action: SpendVerse) -> None:
    """Spend the price; push the effects."""
    seat = table.seat
    priced = expect(PricedAction, table.options.verse[seat].priced_action(action.name))
    table.tell(VerseSpent, seat, priced.price, action.name)
    note_act(table)
    spend(table, seat, priced.price)
    table.push(*effects(seat, action.name, priced.effects))


# Issue a warrant


def legal_warrants(position: Position) -> list[Warrant]:
    """Return the characters on which a warrant may be issued."""
    if _judge_verse(position, "warrant", WARRANT_PRICE):
        return []
    found = [
        it.card
        for seat, player in enumerate(position.players)
        if seat != position.seat
        for it in player.command
        if not _judge_warrant(position, it)
    ]
    return [Warrant(card) for card in sorted(found)]


def judge_warrant(position: Position, action: Warrant) -> Clause | None:
    """Require two tokens, and a character in another tableau that bears no warrant."""
    if clause := _judge_verse(position, "warrant", WARRANT_PRICE):
        return clause
    owner = find_owner(position, action.card)
    if owner is None or owner == position.seat:
        return Clause.WARRANT_ISSUE
    return _judge_warrant(position, card_in_play(position, action.card))


def _judge_warrant(position: Position, it: InPlay) -> Clause | None:
    if position.options.box.card[it.card].kind != "character":
        return Clause.WARRANT_ISSUE
    return None if it.warrant is None else Clause.WARRANT_ONCE


def issue_warrant(table: Working, action: Warrant) -> None:
    """Spend two tokens, of which one lies on the character."""
    owner = owner_of(table, action.card)
    table.tell(WarrantIssued, table.seat, action.card, owner)
    note_act(table)
    spend(table, table.seat, WARRANT_PRICE)
    replace_card(table, owner, card_in_play(table, action.card)._replace(warrant=table.seat))


# Tax and steal


def legal_taxes(position: Position) -> list[Tax]:
    """Return the payers that the seat may tax."""
    if _judge_verse(position, "tax", 1):
        return []
    return [Tax(seat) for seat in _payers(position)]


def judge_tax(position: Position, action: Tax) -> Clause | None:
    """Require a token, and as payer the supply or another seat with a credit."""
    if clause := _judge_verse(position, "tax", 1):
        return clause
    return None if action.seat in _payers(position) else Clause.VERSE_TAX


def tax(table: Working, action: Tax) -> None:
    """Take two credits from the supply, or one from a seat."""
    note_act(table)
    spend(table, table.seat, 1)
    taken = _collect(table, action.seat, TAX)
    table.tell(CreditsTaxed, table.seat, taken, action.seat)


def legal_thefts(position: Position) -> list[Steal]:
    """Return the payers from which the seat may steal."""
    if _judge_verse(position, "steal", 1):
        return []
    return [Steal(seat) for seat in _payers(position)]


def judge_theft(position: Position, action: Steal) -> Clause | None:
    """Require a token, and as payer the supply or another seat with a credit."""
    if clause := _judge_verse(position, "steal", 1):
        return clause
    return None if action.seat in _payers(position) else Clause.VERSE_STEAL


def steal(table: Working, action: Steal) -> None:
    """Take two credits from the supply, or up to two from a seat."""
    note_act(table)
    spend(table, table.seat, 1)
    taken = _collect(table, action.seat, THEFT)
    table.tell(CreditsStolenForToken, table.seat, taken, action.seat)


def _payers(position: Position) -> list[int | None]:
    """Return the other seats with a credit, and None, which stands for the supply."""
    seats = [seat for seat, it in enumerate(position.players) if it.credits]
    return [*[seat for seat in seats if seat != position.seat], None]


def _collect(table: Working, payer: int | None, most: int) -> int:
    if payer is None:
        taken = FROM_SUPPLY
    else:
        taken = min(most, table.players[payer].credits)
        add_credits(table, payer, -taken)
    add_credits(table, table.seat, taken)
    return taken


# Trigger again


def legal_retriggers(position: Position) -> list[Retrigger]:
    """Return the triggered cards that may be used again."""
    if _judge_verse(position, "retrigger", 1):
        return []
    tableau = sorted(position.players[position.seat].tableau)
    return [Retrigger(it.card) for it in tableau if not _judge_retrigger(position, it)]


def judge_retrigger(position: Position, action: Retrigger) -> Clause | None:
    """Require a token, and an own triggered card with a usable ⚡ ability."""
    if clause := _judge_verse(position, "retrigger", 1):
        return clause
    it = find_card(position.players[position.seat], action.card)
    return Clause.VERSE_RETRIGGER if it is None else _judge_retrigger(position, it)


def _judge_retrigger(position: Position, it: InPlay) -> Clause | None:
    if not it.triggered:
        return Clause.VERSE_RETRIGGER
    if it.warrant is not None:
        return Clause.WARRANT_BARS
    return judge_ability(position, it.card, Clause.RETRIGGER_ABILITY)


def retrigger(table: Working, action: Retrigger) -> None:
    """Spend a token; the abilities of the card begin anew, without an activation."""
    table.tell(CardRetriggered, table.seat, action.card)
    note_act(table)
    spend(table, table.seat, 1)
    begin_again(table, table.seat, action.card)


# Reavers


def _judge_reavers(position: Position) -> Clause | None:
    if position.seat != position.turn_player:
        return Clause.VERSE_OWN_TURN
    return None if position.players[position.seat].verse else Clause.VERSE_TOKENS


def legal_reavers(position: Position) -> list[Reaver]:
    """Return the Reavers on which a token may be put."""
    if not position.reavers or _judge_reavers(position):
        return []
    return [Reaver(card) for card in sorted([it.card for it in position.reavers])]


def judge_reaver(position: Position, action: Reaver) -> Clause | None:
    """Require the own turn, a token held, and a Reaver in play."""
    if clause := _judge_reavers(position):
        return clause
    in_play = [it.card for it in position.reavers]
    return None if action.card in in_play else Clause.REAVER_TOKEN


def fight_reaver(table: Working, action: Reaver) -> None:
    """Put a token on the Reaver; the last one defeats it, and all tokens go back."""
    seat, name = table.seat, action.card
    table.tell(ReaverFought, seat, name)
    note_act(table)
    spend_held(table, seat, 1)
    it = next(it for it in table.reavers if it.card == name)
    tokens = (*it.tokens[:seat], it.tokens[seat] + 1, *it.tokens[seat + 1 :])
    printed = next(it for it in table.options.reavers if it.name == name)
    if sum(tokens) < printed.strength:
        changed = ReaverInPlay(name, tokens)
        table.reavers = tuple([changed if other is it else other for other in table.reavers])
        return
    table.tell(ReaverDefeated, seat, name)
    table.reavers = tuple([other for other in table.reavers if other is not it])
    table.defeated = tuple(sorted([*table.defeated, name]))
    mark(table, seat, "reaver")
    table.push(*effects(seat, name, printed.reward))


# Retain


def can_retain(table: AnyPosition, step: Pending) -> bool:
    """Return whether the seat has a token, and a card in its display to retain."""
    return bool(table.players[step.seat].purse and _retainable(table, step.seat))


def _retainable(table: AnyPosition, seat: int) -> list[str]:
    cards = table.options.box.card
    shown = [it.card for it in table.players[seat].display]
    return [card for card in shown if not cards[card].is_supply]


def legal_retains(position: Position) -> list[Retain]:
    """Return the cards of the display that may be retained."""
    return [Retain(card) for card in _retainable(position, position.seat)]


def judge_retain(position: Position, action: Retain) -> Clause | None:
    """Require a card of the own display that is no supply card."""
    shown = [it.card for it in position.players[position.seat].display]
    if action.card not in shown:
        return Clause.VERSE_RETAIN
    is_supply = position.options.box.card[action.card].is_supply
    return Clause.RETAIN_SUPPLY if is_supply else None


def retain(table: Working, action: Retain) -> None:
    """Spend a token to take the card back into the hand."""
    table.tell(CardRetained, table.seat, action.card)
    spend(table, table.seat, 1)
    from_display(table, table.seat, action.card)
    to_hand(table, table.seat, action.card)


def end_retaining(table: Working) -> None:
    """Leave the rest of the display to be cleared."""
    table.pending.pop(0)
    table.tell(RetainingEnded, table.seat)


VERBS: Final = (
    verb_of(SpendVerse, TOKEN_PHASES, legal_spendings, judge_spending, spend_on_action),
    verb_of(Warrant, TOKEN_PHASES, legal_warrants, judge_warrant, issue_warrant),
    verb_of(Tax, TOKEN_PHASES, legal_taxes, judge_tax, tax),
    verb_of(Steal, TOKEN_PHASES, legal_thefts, judge_theft, steal),
    verb_of(Retrigger, TOKEN_PHASES, legal_retriggers, judge_retrigger, retrigger),
    verb_of(Reaver, TOKEN_PHASES, legal_reavers, judge_reaver, fight_reaver),
    verb_of(Retain, ("retain",), legal_retains, judge_retain, retain),
    bare_verb(Done(), ("retain",), end_retaining),
)
"""The actions of the chapter."""
