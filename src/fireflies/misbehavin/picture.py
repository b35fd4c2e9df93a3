"""Draw a view of Misbehavin' as an SVG: for a notebook, a page, or print.

Each seat has a number besides its color, each state of a card has a word. The picture follows the
reader's light or dark scheme. Letters are large enough for a phone. The description tells the whole
table in words.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from fireflies._picture import Panel, Picture
from fireflies._svg import GAP, MARGIN, in_lines, joined, legal_lines, style_sheet
from fireflies._texts import GLUE
from fireflies.contract import with_names
from fireflies.misbehavin.box.cards import MARKET_DECKS, Card
from fireflies.misbehavin.rules.pieces import InPlay
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.card_descriptions import card_text, extras, figures
from fireflies.misbehavin.text.descriptions import (
    counted,
    describe_activity,
    describe_displayed,
    describe_in_play,
    describe_player,
    describe_reavers,
    displayed_states,
    headline,
    rows,
    supply,
    target_of,
)

_WIDTH: Final = 624
_INSIDE: Final = _WIDTH - 2 * MARGIN
_CARD: Final = 295
"""The least width of a card."""

_STYLE: Final = style_sheet(
    "ff-misbehavin",
    """
.set,.hand,.out,.attacked{fill:var(--paper);stroke:var(--line);stroke-width:1.5}
.set{fill:var(--set)}
.hand{fill:var(--hand)}
.out{fill:var(--out);stroke-dasharray:6 5}
.attacked{stroke:var(--mark);stroke-width:5}
""",
    {
        "hand": ("#fdf3d6", "#433a20"),
        "out": ("#e7e2da", "#24262b"),
        "set": ("#e3eef6", "#1f3547"),
    },
)

SIGNS: Final = (
    "2/1/0: cost 2, influence 1, power 0. 3\u00d7: three are left. T: a triggered ability. I: an"
    " innate one that turns the card; i: one that does not. s: one of a supply card."
    " [discard: draw 2]: discard a card to draw two. After |: when it can be used; without |,"
    " on your turn. must draw 1: draw a card when this one is played."
)
"""The meaning of the signs of the picture."""


def draw(
    view: Observed,
    other: Observed | None = None,
    about: str | None = None,
    names: Sequence[str] = (),
) -> str:
    """Return a view as an SVG document, whose description tells the whole table in words.

    What differs from ``other`` is marked. With ``about``, the text of an action, the picture is
    partial: it has what differs, what the action names, and what is needed to understand it.
    ``names`` are those of the seats.
    """
    page = Picture(_WIDTH, about, names)
    page.fill(_fill, view, other)
    title = f"Misbehavin'. {headline(view, names)}"
    return page.finish(("ff-misbehavin", _STYLE), title, described(view, names))


def _fill(page: Picture, view: Observed) -> None:
    """Draw the whole table."""
    page.headline(headline(view, page.names))
    if activity := describe_activity(view):
        page.write("activity", page.named(activity), "bold", is_needed=True)
    seats = range(len(view.players))
    first = view.observer if isinstance(view.observer, int) else None
    for seat in [*([] if first is None else [first]), *(it for it in seats if it != first)]:
        needed = not page.is_partial_comparison and seat == view.seat
        page.add([_player(page, view, seat)], _INSIDE)
        own = [
            *_tableau(page, view, seat, is_needed=needed),
            *_display(view, seat),
            *_hand(view, seat, is_needed=needed),
        ]
        page.add(own, _CARD)
    left = [f"{deck} {len(it)}" for deck, it in zip(MARKET_DECKS, view.market_decks, strict=True)]
    page.write("market", f"Market, and cards left: {', '.join(left)}", "faint")
    page.add([*_market(view), *_supply(view)], _CARD)
    for key, text in enumerate(_reavers(view)):
        page.write(f"Reavers {key}", text, "faint")
    for text in (*legal_lines(view.actor, view.legal_actions), SIGNS):
        page.note(page.named(text))


def described(view: Observed, names: Sequence[str]) -> str:
    """Return the whole table in words, a sentence for each part."""
    lines = [describe_activity(view)] if view.activity else []
    for seat, player in enumerate(view.players):
        lines.append(f"Seat {seat}: {', '.join(describe_player(view, seat))}")
        known, attacked = view.options.box.card, target_of(view)
        placed = [
            " ".join([describe_in_play(it, attacked), *extras(known[it.card])])
            for it in player.tableau
        ]
        lines += [f"In play: {'; '.join(placed)}"] if placed else []
        shown = [*map(describe_displayed, player.display)]
        lines += [f"Display: {', '.join(shown)}"] if shown else []
        hand = counted([card_text(known[name]) for name in player.hand or ()])
        lines += [f"Hand: {'; '.join(hand)}"] if hand else []
    for deck, cards in rows(view):
        lines.append(f"Market, {deck}: {'; '.join(map(card_text, cards)) or 'none'}")
    sets = [f"{card_text(card)}, {left}" for card, left in supply(view)]
    lines += [f"Supply: {'; '.join(sets)}", *_reavers(view)]
    told = ". ".join([*lines, *legal_lines(view.actor, view.legal_actions)])
    return f"{headline(view, names)}. {with_names(told, names)}".replace(GLUE, " ")


def _reavers(view: Observed) -> list[str]:
    told = [*describe_reavers(view), *(f"{name} (defeated)" for name in view.defeated)]
    return [f"Reavers: {'; '.join(told)}"] if told else []


def _player(page: Picture, view: Observed, seat: int) -> Panel:
    """Return the panel of a player."""
    outcome, score, status = view.outcome, "", ""
    is_marked = view.turn_player == seat if outcome is None else seat in outcome.winners
    if outcome is not None:
        score = f": {outcome.scores[seat]} power{', won' if is_marked else ''}"
    elif view.actor == seat:
        status = ", to decide"
    elif is_marked:
        status = ", in turn"
    faction, *parts = describe_player(view, seat)
    head = page.named(f"Seat {seat}, {faction}{score}")
    lines = [head, *in_lines(joined("", parts, "; "), _INSIDE - 20)]
    return Panel(
        f"seat {seat}", lines, seat, status, is_marked=is_marked, is_needed=seat == view.seat
    )


def _tableau(page: Picture, view: Observed, seat: int, *, is_needed: bool) -> Iterator[Panel]:
    """Yield the cards of a tableau, each with its state in words."""
    for it in view.players[seat].tableau:
        state = page.named(describe_in_play(it, target_of(view)).partition(" (")[2].rstrip(")"))
        card = view.options.box.card[it.card]
        needed = is_needed or it.card == target_of(view)
        key = f"{it.card} in play"
        yield _card(key, card, state or "set", _style(view, it), is_needed=needed)


def _style(view: Observed, it: InPlay) -> str:
    if it.card == target_of(view):
        return "attacked"
    return "out" if it.triggered or it.warrant is not None else "paper"


def _display(view: Observed, seat: int) -> Iterator[Panel]:
    """Yield the cards of a display."""
    for number, it in enumerate(view.players[seat].display):
        told = ", ".join(["in the display", *displayed_states(it)])
        card = view.options.box.card[it.card]
        yield _card(f"{it.card} in display {seat}.{number}", card, told, is_needed=True)


def _hand(view: Observed, seat: int, *, is_needed: bool) -> Iterator[Panel]:
    """Yield the cards of a hand, if they are seen."""
    hand = view.players[seat].hand or ()
    for name in dict.fromkeys(hand):
        told = "in hand" if hand.count(name) == 1 else f"{hand.count(name)} in hand"
        card = view.options.box.card[name]
        yield _card(f"{name} in hand {seat}", card, told, "hand", is_needed=is_needed)


def _market(view: Observed) -> Iterator[Panel]:
    """Yield the cards of the market."""
    for deck, cards in rows(view):
        for card in cards:
            yield _card(f"{card.name} in the market", card, deck.partition(" ")[0])


def _supply(view: Observed) -> Iterator[Panel]:
    """Yield the cards of the supply."""
    for card, left in supply(view):
        count, _, slot = left.partition(" left")
        told = f"{count}\u00d7 in the supply{slot}"
        yield _card(f"{card.name} in the supply", card, told, "set")


def _card(
    key: str, card: Card, told: str, style: str = "paper", *, is_needed: bool = False
) -> Panel:
    """Return the panel of a card: name, figures, state in this place, and other properties."""
    room, said = _CARD - 2 * GAP, extras(card)
    lines = in_lines(card.name, room, bold=True)
    lines += in_lines(f"{figures(card)} {card.kind}, {told}", room)
    brief = [it for it in said if not it.startswith("[")]
    for text in ("; ".join(brief), *(it for it in said if it not in brief)):
        lines += in_lines(text, room)
    return Panel(key, lines, style=style, mentioned_as=card.name, is_needed=is_needed)
