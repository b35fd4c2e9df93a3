"""Draw a view of Misbehavin' as an SVG: for a notebook, a page, or print.

Each seat has a number besides its color, and each state of a card its word. The picture follows the
reader's light or dark scheme. Letters are large enough for a phone. The description tells the whole
table in words.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from fireflies._svg import (
    GAP,
    LETTER,
    LINE,
    MARGIN,
    Panel,
    allowed,
    document,
    flow,
    text_element,
)
from fireflies.misbehavin.card_words import GLUE, card_text, extras, figures, glued
from fireflies.misbehavin.cards import MARKET_DECKS, Card
from fireflies.misbehavin.pieces import InPlay
from fireflies.misbehavin.seen import Observed
from fireflies.misbehavin.words import (
    activity_text,
    counted,
    displayed_text,
    headline,
    in_play_text,
    reaver_texts,
    rows,
    standing,
    supply,
    target_of,
    wrapped,
)

_INSIDE: Final = 600
_CARD: Final = 295
"""The least width of a card."""
_LETTERS: Final = (_CARD - 2 * GAP) // LETTER
_ALL_LETTERS: Final = (_INSIDE - 2 * GAP) // LETTER
_LARGE_LETTER: Final = 13
"""The width of a letter in the headline, at most."""

_STYLE: Final = """
.ff-misbehavin{--ground:#f7f4ef;--ink:#22201d;--faint:#5d574f;--paper:#fff;--line:#8d8579;
--mark:#a01c5b;--hand:#fdf3d6;--out:#e7e2da;--set:#e3eef6;font-family:system-ui,sans-serif}
@media (prefers-color-scheme:dark){.ff-misbehavin{--ground:#1b1d22;--ink:#f2eee6;--faint:#bcb6ab;
--paper:#2b2e36;--line:#8f897d;--mark:#ff9ecb;--hand:#433a20;--out:#24262b;--set:#1f3547}}
.ff-misbehavin text{fill:var(--ink);font-size:20px}
.ff-misbehavin .head{font-size:23px;font-weight:600}
.ff-misbehavin .bold{font-weight:700}
.ff-misbehavin .faint{fill:var(--faint)}
.ff-misbehavin .ground{fill:var(--ground)}
.ff-misbehavin .paper,.ff-misbehavin .set,.ff-misbehavin .hand,.ff-misbehavin .out,
.ff-misbehavin .attacked{fill:var(--paper);stroke:var(--line);stroke-width:1.5}
.ff-misbehavin .set{fill:var(--set)}
.ff-misbehavin .hand{fill:var(--hand)}
.ff-misbehavin .out{fill:var(--out);stroke-dasharray:6 5}
.ff-misbehavin .attacked{stroke:var(--mark);stroke-width:5}
.ff-misbehavin .chosen{fill:none;stroke:var(--mark);stroke-width:6}
.ff-misbehavin .seat{stroke:#22201a;stroke-width:1.5}
.ff-misbehavin .seat0{fill:#0072b2}.ff-misbehavin .seat1{fill:#e69f00}
.ff-misbehavin .seat2{fill:#2fbf94}.ff-misbehavin .seat3{fill:#ee7733}
.ff-misbehavin .on{font-size:18px;font-weight:700;fill:#111}.ff-misbehavin .on0{fill:#fff}
"""

LEGEND: Final = (
    "2/1/0: cost 2, influence 1, power 0. 3\u00d7: three are left. T: a triggered ability. I: an"
    " innate one that turns the card; i: one that does not. s: one of a supply card. discard: draw"
    " 2: discard a card to draw two. After a stroke: when it can be used, if not on one's turn."
    " must: when it is played."
)
"""The meaning of the signs of the picture."""


class _Page:
    """A picture that grows downward."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.height = MARGIN

    def write(self, text: str, style: str, letter: int = LETTER) -> None:
        """Add a paragraph."""
        for line in wrap(text, _INSIDE // letter, break_on_hyphens=False):
            self.parts.append(text_element(MARGIN, self.height + 22, line, style))
            self.height += LINE
        self.height += GAP

    def add(self, panels: Sequence[Panel], least: int) -> None:
        """Add panels, side by side where they fit."""
        if panels:
            drawn, self.height = flow(panels, least, _INSIDE, self.height)
            self.parts += drawn


def draw_svg(view: Observed) -> str:
    """Return a view as an SVG document; it scales to the space that it gets."""
    page, head = _Page(), headline(view)
    page.write(head, "head", _LARGE_LETTER)
    if activity := activity_text(view):
        page.write(activity, "bold")
    seats = range(len(view.players))
    own = view.observer if isinstance(view.observer, int) else None
    for seat in [*([] if own is None else [own]), *(it for it in seats if it != own)]:
        page.add([_player(view, seat)], _INSIDE)
        page.add([*_tableau(view, seat), *_display(view, seat), *_hand(view, seat)], _CARD)
    left = [f"{deck} {len(it)}" for deck, it in zip(MARKET_DECKS, view.market_decks, strict=True)]
    page.write(f"Market, and cards left: {', '.join(left)}", "faint")
    market = [(deck.partition(" ")[0], card) for deck, cards in rows(view) for card in cards]
    page.add([_card(card, [deck]) for deck, card in market], _CARD)
    page.add([_supply(view)], _INSIDE)
    for text in (*_reavers(view), *allowed(view.actor, view.legal_actions), LEGEND):
        page.write(text, "faint")
    size = (_INSIDE + 2 * MARGIN, page.height + MARGIN)
    title = f"Misbehavin'. {head}"
    parts = "".join(page.parts)
    return document(("ff-misbehavin", _STYLE), title, described(view), size, parts)


def described(view: Observed) -> str:
    """Return the whole table in words, a line for each part."""
    lines = [headline(view)]
    lines += [activity_text(view)] if view.activity else []
    for seat, player in enumerate(view.players):
        lines.append(f"Seat {seat}: {', '.join(standing(view, seat))}")
        known, attacked = view.options.box.card, target_of(view)
        placed = [
            " ".join([in_play_text(it, attacked), *extras(known[it.card])]) for it in player.tableau
        ]
        lines += [f"In play: {'; '.join(placed)}"] if placed else []
        shown = [*map(displayed_text, player.display)]
        lines += [f"Display: {', '.join(shown)}"] if shown else []
        hand = counted([card_text(known[name]) for name in player.hand or ()])
        lines += [f"Hand: {'; '.join(hand)}"] if hand else []
    for deck, cards in rows(view):
        lines.append(f"Market, {deck}: {'; '.join(map(card_text, cards)) or 'none'}")
    sets = [f"{card_text(card)}, {left}" for card, left in supply(view)]
    lines += [f"Supply: {'; '.join(sets)}", *_reavers(view)]
    told = ". ".join([*lines, *allowed(view.actor, view.legal_actions)])
    return told.replace(GLUE, " ")


def _reavers(view: Observed) -> list[str]:
    told = [*reaver_texts(view), *(f"{name} (defeated)" for name in view.defeated)]
    return [f"Reavers: {'; '.join(told)}"] if told else []


def _player(view: Observed, seat: int) -> Panel:
    """Return the panel of a player."""
    outcome, status = view.outcome, ""
    has_turn = view.turn_player == seat if outcome is None else seat in outcome.winners
    if outcome is not None:
        status = f": {outcome.scores[seat]} power{', won' if has_turn else ''}"
    elif view.actor == seat:
        status = ", to decide"
    elif has_turn:
        status = ", in turn"
    faction, *parts = standing(view, seat)
    lines = [f"Seat {seat}, {faction}{status}"]
    return Panel([*lines, *wrapped("", parts, _ALL_LETTERS, "")], seat, has_turn)


def _tableau(view: Observed, seat: int) -> Iterator[Panel]:
    """Yield the cards of a tableau, each with its state in words."""
    for it in view.players[seat].tableau:
        state = in_play_text(it, target_of(view)).partition(" (")[2].rstrip(")")
        yield _card(view.options.box.card[it.card], [state or "set"], _style(view, it))


def _style(view: Observed, it: InPlay) -> str:
    if it.card == target_of(view):
        return "attacked"
    return "out" if it.triggered or it.warrant is not None else "paper"


def _display(view: Observed, seat: int) -> Iterator[Panel]:
    """Yield the cards of a display."""
    for it in view.players[seat].display:
        told = f"in the display{f', +{it.tokens} power' if it.tokens else ''}"
        yield _card(view.options.box.card[it.card], [told])


def _hand(view: Observed, seat: int) -> Iterator[Panel]:
    """Yield the cards of a hand, if they are seen."""
    hand = view.players[seat].hand or ()
    for name in dict.fromkeys(hand):
        told = "in hand" if hand.count(name) == 1 else f"{hand.count(name)} in hand"
        yield _card(view.options.box.card[name], [told], "hand")


def _supply(view: Observed) -> Panel:
    """Return the cards of the supply, each in its lines."""
    lines = ["Supply"]
    for card, left in supply(view):
        count = left.partition(" ")[0]
        lines += wrapped("", [glued(f"{count}\u00d7 ") + card_text(card)], _ALL_LETTERS, "")
    return Panel(lines, style="set")


def _card(card: Card, told: Sequence[str], style: str = "paper") -> Panel:
    """Return the panel of a card: name, figures, state in this place, and other properties."""
    lines = [
        *wrap(card.name, _LETTERS),
        *wrap(f"{figures(card)} {card.kind}, {', '.join(told)}", _LETTERS),
    ]
    said = extras(card)
    brief = "; ".join(it for it in said if not it.startswith("["))
    lines += wrap(brief, _LETTERS)
    for ability in said:
        lines += wrap(ability, _LETTERS) if ability.startswith("[") else []
    return Panel(lines, style=style)
