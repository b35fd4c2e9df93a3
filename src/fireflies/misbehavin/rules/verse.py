"""The chapter "'Verse Acquisition": the two steps of a 'verse card, and their token."""

from typing import Final, NamedTuple

from fireflies.contract.verbs import bare_verb
from fireflies.misbehavin.box.cards import Card, VerseStep
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.abilities import free_cards
from fireflies.misbehavin.rules.actions import Acquire
from fireflies.misbehavin.rules.pieces import Pending
from fireflies.misbehavin.rules.position import AnyPosition, Position, Working, expect, tokens_left
from fireflies.misbehavin.rules.turn_events import TriggeredIdly
from fireflies.misbehavin.rules.verse_events import (
    StepDiscarded,
    StepHad,
    StepPaid,
    StepsBegan,
    StepTriggered,
    TokenEarned,
)
from fireflies.misbehavin.rules.zones import (
    add_credits,
    discard,
    give_tokens,
    location,
    turn_sideways,
)


def judge_acquire(position: Position) -> Clause | None:
    """Require the first acquisition of the turn, a token left, and two possible steps."""
    if position.acquired:
        return Clause.VERSE_ONCE
    if not tokens_left(position, position.seat):
        return Clause.VERSE_SIX
    return None if can_do_steps(position, position.seat) else Clause.VERSE_STEPS


def acquire(table: Working) -> None:
    """Push the two steps of the 'verse card, and the token for them."""
    seat = table.seat
    table.tell(StepsBegan, seat)
    table.acquired = True
    table.push(Pending(seat, "step", 1), Pending(seat, "step", 2), Pending(seat, "earn"))


def earn_token(table: Working, step: Pending) -> None:
    """Give the seat a token, if one is left."""
    if give_tokens(table, step.seat, 1):
        table.tell(TokenEarned, step.seat)


# Steps


def verse_step(table: AnyPosition, step: Pending) -> VerseStep:
    """Return the step of the 'verse card that this step of the queue carries out."""
    return table.options.verse[step.seat].steps[step.number - 1]


def step_candidates(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards to discard or trigger; for the first step, those that allow the second."""
    steps = table.options.verse[step.seat].steps
    found = _cards_for(table, step.seat, steps[step.number - 1])
    if step.number == len(steps):
        return found
    return [card for card in found if _allows_second(table, step.seat, card)]


def do_chosen_step(table: Working, step: Pending, card: str) -> None:
    """Discard the card, or trigger it without effect."""
    if verse_step(table, step).name == "discard":
        table.tell(StepDiscarded, step.seat, card)
        discard(table, step.seat, card)
    else:
        table.tell(StepTriggered, step.seat, card)
        table.tell(TriggeredIdly, step.seat, card)
        turn_sideways(table, step.seat, card)
        table.queue(*location(table, step.seat, card))


def do_step(table: Working, step: Pending) -> None:
    """Pay the credits of a step; a step that asks to have or to have done something takes none."""
    printed = verse_step(table, step)
    if printed.name == "pay":
        price = expect(int, printed.n)
        table.tell(StepPaid, step.seat, price)
        add_credits(table, step.seat, -price)
    else:
        table.tell(StepHad, step.seat, str(printed))


class _Used(NamedTuple):
    """The credits and cards that the first step has used."""

    credits: int = 0
    card: str | None = None
    """The card that was discarded or triggered."""
    gone: bool = False
    """True when that card was discarded."""


_NOTHING: Final = _Used()


def can_do_steps(table: AnyPosition, seat: int) -> bool:
    """Return whether both steps can be done in their order."""
    first, second = table.options.verse[seat].steps
    if first.name in {"discard", "trigger"}:
        return any(_allows_second(table, seat, card) for card in _cards_for(table, seat, first))
    used = _Used(credits=expect(int, first.n)) if first.name == "pay" else _NOTHING
    return _is_possible(table, seat, first, _NOTHING) and _is_possible(table, seat, second, used)


def _allows_second(table: AnyPosition, seat: int, card: str) -> bool:
    """Return whether the second step is possible after the first one with this card."""
    first, second = table.options.verse[seat].steps
    return _is_possible(table, seat, second, _Used(card=card, gone=first.name == "discard"))


def _is_possible(table: AnyPosition, seat: int, step: VerseStep, used: _Used) -> bool:
    """Return whether a step is possible after the first step has used ``used``."""
    player, cards = table.players[seat], table.options.box.card
    match step.name:
        case "pay":
            return player.credits - used.credits >= expect(int, step.n)
        case "have":
            gone = used.card if used.gone else None
            having = [it.card for it in player.tableau if it.warrant is None and it.card != gone]
            return sum([_fits(cards[name], step) for name in having]) >= expect(int, step.n)
        case "did":
            return step.what in table.did
        case "discard":
            found = _discardable(table, seat, step)
            return len(found) > (used.card in found)
        case _:
            return any(card != used.card for card in _cards_for(table, seat, step))


def _discardable(table: AnyPosition, seat: int, step: VerseStep) -> list[str]:
    """Return each copy of a card that this step may discard, of hand and tableau."""
    cards = [*table.players[seat].hand, *free_cards(table, seat)]
    if step.what is None:
        return cards
    return [name for name in cards if _fits(table.options.box.card[name], step)]


def _cards_for(table: AnyPosition, seat: int, step: VerseStep) -> list[str]:
    """Return the cards that may be discarded, or the free ones that may be triggered."""
    if step.name == "discard":
        return [*dict.fromkeys(_discardable(table, seat, step))]
    if step.name == "trigger":
        cards = table.options.box.card
        return [name for name in free_cards(table, seat) if _fits(cards[name], step)]
    return []


def _fits(card: Card, step: VerseStep) -> bool:
    """Return whether a card has the kind or the attribute of a step."""
    return card.kind == step.what or step.what in card.attributes


VERBS: Final = (bare_verb(Acquire(), ("turn",), acquire, judge_acquire),)
"""The actions of the chapter."""
