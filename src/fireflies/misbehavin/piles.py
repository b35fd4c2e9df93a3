"""What chance deals: cards of draw piles and of market decks."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from fireflies.misbehavin.actions import Draw, Reveal
from fireflies.misbehavin.cards import MARKET_DECKS
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.effect_events import DrawsGained
from fireflies.misbehavin.events import (
    CardDrawn,
    MarketFilled,
    MarketLaid,
    MarketReplaced,
    PileReshuffled,
)
from fireflies.misbehavin.pieces import FACE_UP, NONE, Cards, Pending
from fireflies.misbehavin.position import AnyPosition, Position, Table, expect, with_card, without
from fireflies.misbehavin.verbs import many

# Draw piles


def can_draw(table: AnyPosition, step: Pending) -> bool:
    """The draw pile has cards."""
    return bool(table.players[step.seat].deck)


def reshuffle(table: Table, step: Pending) -> None:
    """The recycle pile is the new draw pile; without cards in it nothing is drawn."""
    player = table.players[step.seat]
    if player.recycle:
        table.tell(PileReshuffled, step.seat, len(player.recycle))
        table.players[step.seat] = player._replace(deck=player.recycle, recycle=())
        table.push(step)


def draw_weights(position: Position) -> list[tuple[Draw, int]]:
    """Return the cards that may be drawn, with how many there are of each."""
    counts = Counter(position.players[position.seat].deck)
    return [(Draw(card), count) for card, count in counts.items()]


def legal_draws(position: Position) -> list[Draw]:
    """Return the cards that may be drawn, once each."""
    return [Draw(card) for card in dict.fromkeys(position.players[position.seat].deck)]


def judge_draw(position: Position, action: Draw) -> Clause | None:
    """It is in the draw pile."""
    return None if action.card in position.players[position.seat].deck else Clause.DRAW_DECK


def draw(table: Table, action: Draw) -> None:
    """The card goes into the hand, and the next one is drawn."""
    step = table.pending.pop(0)
    if step.card != NONE:
        table.tell(DrawsGained, step.seat, 1, step.card)
    table.tell(CardDrawn, step.seat, action.card)
    player = table.players[step.seat]
    hand, deck = with_card(player.hand, action.card), without(player.deck, action.card)
    table.players[step.seat] = player._replace(hand=hand, deck=deck)
    if step.number > 1:
        table.push(step._replace(number=step.number - 1))


# Market decks


def is_lacking(table: AnyPosition, step: Pending) -> bool:
    """A row of the market has too few cards while its deck has some."""
    return row_to_fill(table.market, table.market_decks, step) is not None


def row_to_fill(
    market: Sequence[Cards], market_decks: Sequence[Cards], step: Pending
) -> int | None:
    """Return the place of the row that gets a card; None when no row does."""
    if step.work == "reveal":
        return [*MARKET_DECKS, step.deck].index(step.deck)
    rows = zip(market, market_decks, strict=True)
    return next(
        (place for place, (row, deck) in enumerate(rows) if deck and len(row) < FACE_UP), None
    )


def _deck_to_reveal(position: Position) -> Cards:
    decks = position.market_decks
    return decks[expect(int, row_to_fill(position.market, decks, position.pending[0]))]


def reveal_weights(position: Position) -> list[tuple[Reveal, int]]:
    """Return the cards of the deck that may be turned up."""
    return [(action, 1) for action in legal_reveals(position)]


def legal_reveals(position: Position) -> list[Reveal]:
    """Return the cards of the deck that may be turned up."""
    return [Reveal(card) for card in _deck_to_reveal(position)]


def judge_reveal(position: Position, action: Reveal) -> Clause | None:
    """It is in the deck."""
    return None if action.card in _deck_to_reveal(position) else Clause.MARKET_DECK


def reveal(table: Table, action: Reveal) -> None:
    """The card lies face up; the market is filled on, or a single card was called for."""
    step = table.pending[0]
    place = expect(int, row_to_fill(table.market, table.market_decks, step))
    if step.work == "reveal":
        table.pending.pop(0)
        table.tell(MarketReplaced, action.card, MARKET_DECKS[place])
    else:
        table.tell(MarketFilled if table.turn else MarketLaid, action.card, MARKET_DECKS[place])
    rows, decks = list(table.market), list(table.market_decks)
    rows[place] = with_card(rows[place], action.card)
    decks[place] = without(decks[place], action.card)
    table.market, table.market_decks = tuple(rows), tuple(decks)


VERBS: Final = (
    many(Reveal, ("reveal",), legal_reveals, judge_reveal, reveal),
    many(Draw, ("draw",), legal_draws, judge_draw, draw),
)
"""The actions of the chapter."""
