"""The chapter "'Verse Acquisition": the two steps of a 'verse card, and the token that they bring."""

from fireflies.misbehavin.abilities import free_cards, untriggered
from fireflies.misbehavin.actions import Acquire
from fireflies.misbehavin.cards import BLACK, Card, VerseStep
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.pieces import Pending
from fireflies.misbehavin.position import AnyPosition, Position, Table, left
from fireflies.misbehavin.turn_events import TriggeredIdly
from fireflies.misbehavin.verse_events import (
    StepDiscarded,
    StepHad,
    StepPaid,
    StepsBegan,
    StepTriggered,
    TokenEarned,
)
from fireflies.misbehavin.zones import discard, earn, hold_tokens, trigger


def judge_acquire(position: Position, action: Acquire) -> Clause | None:
    """Once a turn, with a token left, and only if both steps can be followed."""
    if position.acquired:
        return Clause.VERSE_ONCE
    if not left(position, position.seat):
        return Clause.VERSE_SIX
    return None if can_follow(position, position.seat) else Clause.VERSE_STEPS


def acquire(table: Table, action: Acquire) -> None:
    """The steps come next, and then the token."""
    seat = table.seat
    table.tell(StepsBegan, seat)
    table.acquired = True
    table.push(Pending(seat, "step", 1), Pending(seat, "step", 2), Pending(seat, "earn"))


def earn_token(table: Table, step: Pending) -> None:
    """A token of those that are left is held."""
    if hold_tokens(table, step.seat, 1):
        table.tell(TokenEarned, step.seat)


# Steps


def verse_step(table: AnyPosition, step: Pending) -> VerseStep:
    """Return the step of the 'verse card that comes next."""
    return table.options.verse[step.seat].steps[step.number - 1]


def step_candidates(table: AnyPosition, step: Pending) -> list[str]:
    """Return the cards to discard or to trigger, of those before the last that leave it possible."""
    steps = table.options.verse[step.seat].steps
    found = _cards_for(table, step.seat, steps[step.number - 1])
    if step.number == len(steps):
        return found
    return [card for card in found if _leaves(table, step.seat, steps, card)]


def do_chosen_step(table: Table, step: Pending, card: str) -> None:
    """The card is discarded, or triggered without effect."""
    if verse_step(table, step).name == "discard":
        table.tell(StepDiscarded, step.seat, card)
        discard(table, step.seat, card)
    else:
        table.tell(StepTriggered, step.seat, card)
        table.tell(TriggeredIdly, step.seat, card)
        trigger(table, step.seat, card)


def do_step(table: Table, step: Pending) -> None:
    """Credits are paid; cards that one has to have are there."""
    printed = verse_step(table, step)
    if printed.name == "pay":
        assert printed.n is not None
        table.tell(StepPaid, step.seat, printed.n)
        earn(table, step.seat, -printed.n)
    else:
        table.tell(StepHad, step.seat, str(printed))


def can_follow(table: AnyPosition, seat: int) -> bool:
    """Return whether both steps can be done in their order."""
    steps = table.options.verse[seat].steps
    if steps[0].name in {"discard", "trigger"}:
        return any(_leaves(table, seat, steps, card) for card in _cards_for(table, seat, steps[0]))
    spent = steps[0].n or 0 if steps[0].name == "pay" else 0
    can_first = _can(table, seat, steps[0])
    return can_first and _can(table, seat, steps[1], spent=spent)


def _leaves(table: AnyPosition, seat: int, steps: tuple[VerseStep, VerseStep], card: str) -> bool:
    """Return whether the second step can be done once the first one was done with this card."""
    is_discard = steps[0].name == "discard"
    gone = card if is_discard else None
    lost = 0
    if not is_discard and table.options.box.card[card].is_location:
        lost = int(BLACK in table.players[seat].hand)
    return _can(table, seat, steps[1], used=card, gone=gone, lost=lost)


def _can(
    table: AnyPosition,
    seat: int,
    step: VerseStep,
    *,
    spent: int = 0,
    used: str | None = None,
    gone: str | None = None,
    lost: int = 0,
) -> bool:
    """Return whether a step can be done after some credits and cards have been used.

    The card ``used`` is no longer free, the card ``gone`` has left, and so many others have left
    the hand.
    """
    player, cards = table.players[seat], table.options.box.card
    match step.name:
        case "pay":
            return player.credits - spent >= (step.n or 0)
        case "have":
            having = [it for it in player.tableau if it.warrant is None and it.card != gone]
            return sum([_fits(cards[it.card], step) for it in having]) >= (step.n or 0)
        case "discard":
            return untriggered(table, seat) - (used is not None) - lost > 0
        case "trigger":
            return any(card != used for card in _cards_for(table, seat, step))


def _cards_for(table: AnyPosition, seat: int, step: VerseStep) -> list[str]:
    """Return the untriggered cards that may be discarded, or the free ones that may be triggered."""
    free, cards = free_cards(table, seat), table.options.box.card
    if step.name == "discard":
        return [*dict.fromkeys(table.players[seat].hand), *free]
    if step.name == "trigger":
        return [name for name in free if _fits(cards[name], step)]
    return []


def _fits(card: Card, step: VerseStep) -> bool:
    """Return whether a card has the kind or the attribute of a step."""
    return card.kind == step.what or step.what in card.attributes
