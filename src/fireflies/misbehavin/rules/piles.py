"""The actions of chance: it draws cards of draw piles, and reveals cards of market decks."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from fireflies._typing import cached
from fireflies.chance import Draws
from fireflies.contract.verbs import ActionRules
from fireflies.misbehavin.box.cards import MARKET_DECKS
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.actions import Draw, Reveal
from fireflies.misbehavin.rules.effect_events import DrawsGained
from fireflies.misbehavin.rules.game_events import (
    CardDrawn,
    MarketFilled,
    MarketLaid,
    MarketReplaced,
    PileReshuffled,
)
from fireflies.misbehavin.rules.pieces import FACE_UP, NONE, Cards, Pending, Player
from fireflies.misbehavin.rules.position import (
    AnyPosition,
    Position,
    Working,
    expect,
    with_card,
    without,
)

_draw: Final = cached(512)(Draw)  # to look an action up is faster than to create one

# Draw piles


def can_draw(table: AnyPosition, step: Pending) -> bool:
    """Return whether the draw pile has cards."""
    return bool(table.players[step.seat].deck)


def reshuffle(table: Working, step: Pending) -> None:
    """Make the recycle pile the draw pile; when it is empty too, nothing is drawn."""
    player = table.players[step.seat]
    if player.recycle:
        table.tell(PileReshuffled, step.seat, len(player.recycle))
        table.players[step.seat] = player._replace(deck=player.recycle, recycle=())
        table.push(step)


def draw_weights(position: Position) -> list[tuple[Draw, int]]:
    """Return a draw of each different card, with the number of its copies."""
    counts = Counter(position.players[position.seat].deck)
    return [(_draw(card), count) for card, count in counts.items()]


def legal_draws(position: Position) -> list[Draw]:
    """Return a draw of each different card."""
    return [_draw(card) for card in dict.fromkeys(position.players[position.seat].deck)]


def judge_draw(position: Position, action: Draw) -> Clause | None:
    """Require a card of the draw pile."""
    return None if action.card in position.players[position.seat].deck else Clause.DRAW_DECK


def draw(table: Working, action: Draw) -> None:
    """Put the card into the hand; the step stays while more cards are to be drawn."""
    step = table.pending[0]
    if step.card != NONE:
        table.tell(DrawsGained, step.seat, 1, step.card)
    table.tell(CardDrawn, step.seat, action.card)
    player = table.players[step.seat]
    hand, deck = with_card(player.hand, action.card), without(player.deck, action.card)
    table.players[step.seat] = Player(hand, deck, *player[2:])
    if step.number > 1:
        table.pending[0] = step._replace(number=step.number - 1)
    else:
        table.pending.pop(0)


# Market decks


def can_replenish(table: AnyPosition, step: Pending) -> bool:
    """Return whether a market row has too few cards while its deck has some."""
    return row_to_fill(table.market, table.market_decks, step) is not None


def row_to_fill(
    market: Sequence[Cards], market_decks: Sequence[Cards], step: Pending
) -> int | None:
    """Return the index of the row that gets the next card; None when no row needs one."""
    if step.name == "reveal":
        return [*MARKET_DECKS, step.deck].index(step.deck)
    rows = zip(market, market_decks, strict=True)
    return next(
        (place for place, (row, deck) in enumerate(rows) if deck and len(row) < FACE_UP), None
    )


def _deck_to_reveal(table: AnyPosition) -> Cards:
    decks = table.market_decks
    return decks[expect(int, row_to_fill(table.market, decks, table.pending[0]))]


def reveal_weights(position: Position) -> list[tuple[Reveal, int]]:
    """Return the reveal of each card of the deck, with its weight."""
    return [(action, 1) for action in legal_reveals(position)]


def legal_reveals(position: Position) -> list[Reveal]:
    """Return the reveal of each card of the deck."""
    return [Reveal(card) for card in _deck_to_reveal(position)]


def judge_reveal(position: Position, action: Reveal) -> Clause | None:
    """Require a card of the deck."""
    return None if action.card in _deck_to_reveal(position) else Clause.MARKET_DECK


def reveal(table: Working, action: Reveal) -> None:
    """Put the card face up; a step that fills the market stays until the market is full."""
    step = table.pending[0]
    place = expect(int, row_to_fill(table.market, table.market_decks, step))
    if step.name == "reveal":
        table.pending.pop(0)
        table.tell(MarketReplaced, action.card, MARKET_DECKS[place])
    else:
        table.tell(MarketFilled if table.turn else MarketLaid, action.card, MARKET_DECKS[place])
    rows, decks = list(table.market), list(table.market_decks)
    rows[place] = with_card(rows[place], action.card)
    decks[place] = without(decks[place], action.card)
    table.market, table.market_decks = tuple(rows), tuple(decks)


# A random draw or reveal


def deal(table: AnyPosition, draws: Draws) -> Draw | Reveal:
    """Return the draw or the reveal of a random card, each equally likely; use ``draws`` once."""
    if table.phase == "reveal":
        return Reveal(draws.choose(_deck_to_reveal(table)))
    return _draw(draws.choose(table.players[table.seat].deck))


VERBS: Final = (
    ActionRules(Reveal, ("reveal",), legal_reveals, judge_reveal, reveal, reveal_weights),
    ActionRules(Draw, ("draw",), legal_draws, judge_draw, draw, draw_weights),
)
"""The actions of the chapter."""
