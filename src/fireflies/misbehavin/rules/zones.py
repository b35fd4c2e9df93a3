"""Moves of cards and tokens between hand, pile, tableau, display and supply.

These functions do not check whether a move is legal. They also carry out what follows from a move:
a card that goes to a hand or a pile loses its power tokens and its warrant, a fight loses its
target.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from fireflies.misbehavin.box.cards import (
    BLACK,
    SETS,
    WIN_STEPS,
    Ability,
    Card,
    Deed,
    Effect,
    WinStep,
)
from fireflies.misbehavin.rules.fight_events import SupplyReturned, TargetLost
from fireflies.misbehavin.rules.pieces import Displayed, Fight, InPlay, Pending
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Working,
    card_in_play,
    expect,
    find_card,
    find_displayed,
    tokens_left,
    with_card,
    without,
)
from fireflies.misbehavin.rules.turn_events import (
    BlackReceived,
    RequiredFollowed,
    SupplyDiscarded,
)
from fireflies.misbehavin.rules.verse_events import (
    MarksSpent,
    StepMarked,
    StepNotMarked,
    WarrantGone,
)

_PLACES: Final[Mapping[str, int]] = {name: place for place, name in enumerate(SETS)}


# The supply


def in_supply(table: AnyPosition, card: str) -> int:
    """Return how many cards of a set are left."""
    return table.supply[_PLACES[card]]


def to_supply(table: Working, card: str) -> None:
    """Put a supply card back."""
    _change_supply(table, card, 1)


def from_supply(table: Working, card: str) -> None:
    """Take a supply card, of which at least one is left."""
    _change_supply(table, card, -1)


def _change_supply(table: Working, card: str, more: int) -> None:
    place = _PLACES[card]
    counts = table.supply
    table.supply = (*counts[:place], counts[place] + more, *counts[place + 1 :])


# Hands, recycle piles, displays


def to_hand(table: Working, seat: int, card: str) -> None:
    """Put a card into a hand."""
    player = table.players[seat]
    table.players[seat] = player._replace(hand=with_card(player.hand, card))


def to_recycle(table: Working, seat: int, card: str) -> None:
    """Put a card onto a recycle pile."""
    player = table.players[seat]
    table.players[seat] = player._replace(recycle=with_card(player.recycle, card))


def from_hand(table: Working, seat: int, card: str) -> None:
    """Take a card out of a hand."""
    player = table.players[seat]
    table.players[seat] = player._replace(hand=without(player.hand, card))


def from_recycle(table: Working, seat: int, card: str) -> None:
    """Take a card out of a recycle pile."""
    player = table.players[seat]
    table.players[seat] = player._replace(recycle=without(player.recycle, card))


def from_display(table: Working, seat: int, card: str) -> None:
    """Take a card out of a display."""
    player = table.players[seat]
    shown = list(player.display)
    shown.remove(next(it for it in shown if it.card == card))
    table.players[seat] = player._replace(display=tuple(shown))


def to_display(table: Working, seat: int, card: str) -> None:
    """Put a card from hand or tableau into the display.

    It keeps its power tokens, and the number of its last ability that was used.
    """
    added = Displayed(card)
    if card in table.players[seat].hand:
        from_hand(table, seat, card)
    else:
        it = _take_out(table, seat, card)
        added = Displayed(card, it.tokens, it.used)
    player = table.players[seat]
    shown = tuple(sorted([*player.display, added]))
    table.players[seat] = player._replace(display=shown)


def push_required(table: Working, seat: int, card: Card) -> None:
    """Put the required effects of a card that was played from the hand in front of the queue."""
    for it in card.required:
        table.tell(RequiredFollowed, seat, card.name, str(it))
    table.push(*effects(seat, card.name, card.required))


def effects(seat: int, card: str, listed: tuple[Effect, ...]) -> list[Pending]:
    """Return the steps for effects of a card."""
    return [Pending(seat, it.name, it.n or 0, card, it.may) for it in listed]


def costs(seat: int, card: str, ability: Ability) -> list[Pending]:
    """Return the steps for the costs of an ability of a card."""
    return [Pending(seat, it.name, it.n or 0, card) for it in ability.cost]


def location(table: Working, seat: int, card: str) -> list[Pending]:
    """Return the step that asks about The Black; none when the card is no location."""
    is_location = table.options.box.card[card].is_location
    return [Pending(seat, "location", card=card)] if is_location else []


def discard(table: Working, seat: int, card: str) -> None:
    """Put a card from hand or tableau onto the recycle pile."""
    if card not in table.players[seat].hand:
        leave(table, seat, card)
    else:
        from_hand(table, seat, card)
        if table.options.box.card[card].is_supply:
            table.tell(SupplyDiscarded, seat, (card,))
    to_recycle(table, seat, card)


# Tableaux


def replace_card(table: Working, seat: int, changed: InPlay | Displayed) -> None:
    """Replace the card of the same name in a tableau, or the first one in a display."""
    player = table.players[seat]
    if isinstance(changed, Displayed):
        display = list(player.display)
        display.remove(expect(Displayed, find_displayed(player, changed.card)))
        table.players[seat] = player._replace(display=tuple(sorted([*display, changed])))
        return
    assets = tuple([changed if it.card == changed.card else it for it in player.assets])
    command = tuple([changed if it.card == changed.card else it for it in player.command])
    table.players[seat] = player._replace(assets=assets, command=command)


def _take_out(table: Working, seat: int, card: str) -> InPlay:
    """Take a card out of a tableau, and return it."""
    player = table.players[seat]
    removed = expect(InPlay, find_card(player, card))
    assets = tuple([it for it in player.assets if it.card != card])
    command = tuple([it for it in player.command if it.card != card])
    table.players[seat] = player._replace(assets=assets, command=command)
    return removed


def leave(table: Working, seat: int, card: str) -> None:
    """Remove a card from a tableau, with its tokens and warrant; a fight may lose its target."""
    removed = _take_out(table, seat, card)
    if removed.warrant is not None:
        table.tell(WarrantGone, seat, card, removed.warrant)
    activity = table.activity
    if isinstance(activity, Fight) and activity.goes_on and activity.target == card:
        table.tell(TargetLost, seat, card)
        end_without_winner(table, activity)


def end_without_winner(table: Working, fight: Fight) -> None:
    """End the current fight without a winner: queue the steps after a fight."""
    table.activity = replace(fight, ended=True)
    table.queue(*after_fight(fight))


def after_fight(fight: Fight) -> list[Pending]:
    """Return the steps that follow when a fight is over."""
    return [
        Pending(fight.seat, "retain"),
        Pending(expect(int, fight.defender), "retain"),
        Pending(fight.seat, "clear"),
    ]


def turn_sideways(table: Working, seat: int, card: str) -> None:
    """Mark a tableau card as triggered."""
    replace_card(table, seat, card_in_play(table, card)._replace(triggered=True))


def note_used(table: Working, seat: int, card: str, ability: Ability) -> None:
    """Note on a card of the own tableau or display that this ability was used.

    Of several copies in the display it is one that was not used yet, if there is one.
    """
    player = table.players[seat]
    it = find_card(player, card) or expect(Displayed, find_displayed(player, card))
    replace_card(table, seat, it._replace(used=ability.number))


# The Black


def return_black(table: Working, seat: int) -> None:
    """Return a card of The Black from a hand to the supply."""
    from_hand(table, seat, BLACK)
    to_supply(table, BLACK)


def get_black(table: Working, seat: int, count: int) -> None:
    """Put cards of The Black onto a recycle pile, while the supply has any."""
    count = min(count, in_supply(table, BLACK))
    for _ in range(count):
        from_supply(table, BLACK)
        to_recycle(table, seat, BLACK)
    if count:
        table.tell(BlackReceived, seat, count)


# Credits and 'verse tokens


def add_credits(table: Working, seat: int, coins: int) -> None:
    """Give credits to a seat; a negative number takes credits from it."""
    player = table.players[seat]
    table.players[seat] = player._replace(credits=player.credits + coins)


def give_tokens(table: Working, seat: int, tokens: int) -> int:
    """Give a seat 'verse tokens of its own, fewer if fewer are left; return how many."""
    tokens = min(tokens, tokens_left(table, seat))
    player = table.players[seat]
    table.players[seat] = player._replace(verse=player.verse + tokens)
    return tokens


def spend_held(table: Working, seat: int, tokens: int) -> None:
    """Spend 'verse tokens that the seat holds."""
    player = table.players[seat]
    table.players[seat] = player._replace(verse=player.verse - tokens)


def spend(table: Working, seat: int, tokens: int) -> None:
    """Spend 'verse tokens on a 'verse action: those held first, then marks of an episode.

    The marks are spent in the order of the steps.
    """
    player = table.players[seat]
    held = min(tokens, player.verse)
    lost = tokens - held
    if not lost:
        table.players[seat] = player._replace(verse=player.verse - held)
        return
    table.tell(MarksSpent, seat, lost)
    marks = list(player.marks)
    for place, count in enumerate(marks):
        gone = min(lost, count)
        marks[place] -= gone
        lost -= gone
    table.players[seat] = player._replace(verse=player.verse - held, marks=tuple(marks))


def mark(table: Working, seat: int, step: WinStep) -> None:
    """Mark a step of the episode with a token that the seat holds, if that step counts."""
    most = table.options.steps[seat].get(step, 0)
    place = WIN_STEPS.index(step)
    player = table.players[seat]
    if player.marks[place] >= most:
        return
    if not player.verse:
        table.tell(StepNotMarked, seat, step)
        return
    table.tell(StepMarked, seat, step)
    marks = (*player.marks[:place], player.marks[place] + 1, *player.marks[place + 1 :])
    table.players[seat] = player._replace(verse=player.verse - 1, marks=marks)


def do_deed(table: Working, *deeds: Deed) -> None:
    """Note what the turn's player did in this turn: only that seat attacks, deals and recruits."""
    table.did = tuple(sorted({*table.did, *deeds}))


# Immunity


def make_immune(table: Working, seat: int, ends: int) -> None:
    """Make a seat immune for so many ends of its own turns, unless it is for more already."""
    player = table.players[seat]
    table.players[seat] = player._replace(immune=max(player.immune, ends))


def return_to_supply(table: Working, seat: int, card: str) -> None:
    """Return a used supply card from the display to the supply."""
    table.tell(SupplyReturned, seat, card)
    from_display(table, seat, card)
    to_supply(table, card)
