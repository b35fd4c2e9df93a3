"""Draw a view of Misbehavin' as an SVG: for a notebook, a page, or print.

Each seat has a number besides its color, each state of a card has a word, and what a card has is
told by signs with a legend. A pointer over a card is told what the card says. The picture follows
the reader's light or dark scheme. The description tells the whole table in words.
"""

from collections.abc import Container, Iterator, Sequence
from functools import partial
from typing import Final

from fireflies._picture import Panel, Picture
from fireflies._svg import GAP, in_lines, joined, legal_lines, style_sheet, width_of
from fireflies._texts import GLUE, printed
from fireflies.contract import with_names
from fireflies.misbehavin.box.cards import MARKET_DECKS, Card, Reaver
from fireflies.misbehavin.rules.pieces import InPlay
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.card_descriptions import (
    describe_card,
    icons_in_words,
    signs,
    values,
)
from fireflies.misbehavin.text.descriptions import (
    counted,
    describe_activity,
    describe_displayed,
    describe_in_play,
    describe_player,
    displayed_states,
    headline,
    rows,
    states_in_play,
    supply,
    target_of,
)
from fireflies.misbehavin.text.sentences import card_sentences, reaver_sentences

_WIDTH: Final = 832
_PARTIAL: Final = 624
"""The width of a partial picture, which has few cards, and stands beside the text of a page."""
_ROOM: Final = 300
"""The most space for a line of a card."""

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
    "C 3/X/0: character (A asset, I item, M maneuver), cost, influence, power."
    " s1: an icon of Serenity. 3\u00d7: three are left. Abilities: \u26a1 for an activation,"
    " i without one, h from the hand. !: when played; +: counts in fights or in the tableau."
    " Point at a card, or show it, for its words."
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
    page = Picture(_WIDTH if about is None else _PARTIAL, about, names)
    page.fill(_fill, view, other)
    title = f"Misbehavin'. {headline(view, names)}".replace(GLUE, " ")
    return page.finish(("ff-misbehavin", _STYLE), title, described(view, names))


def _fill(page: Picture, view: Observed) -> None:
    """Draw the whole table."""
    page.headline(headline(view, page.names), [it.card for it in view.pending[:1]])
    if activity := describe_activity(view):
        page.write("activity", page.named(activity), "bold", is_needed=True)
    seats = range(len(view.players))
    first = view.observer if isinstance(view.observer, int) else None
    for seat in [*([] if first is None else [first]), *(it for it in seats if it != first)]:
        needed = not page.is_partial_comparison and seat == view.seat
        page.pack([_player(page, view, seat)], page.inside)
        own = [
            *_tableau(page, view, seat, is_needed=needed),
            *_display(page, view, seat),
            *_hand(page, view, seat, is_needed=needed),
        ]
        page.pack(own)
    left = [f"{deck} {len(it)}" for deck, it in zip(MARKET_DECKS, view.market_decks, strict=True)]
    with page.thing("market"):
        page.write("market", f"Market, and cards left: {', '.join(left)}", "faint")
        page.pack(_market(page, view))
    with page.thing("supply"):
        page.pack(_supply(page, view))
    page.pack(_reavers(page, view))
    page.pack(_choices(page, view))
    if view.defeated:
        beaten = ", ".join(map(printed, view.defeated))
        page.write("defeated", f"Defeated Reavers: {beaten}", "faint")
    for text in (*legal_lines(view.actor, view.legal_actions), SIGNS):
        page.note(page.named(text))


def described(view: Observed, names: Sequence[str]) -> str:
    """Return the whole table in words, a sentence for each part.

    What a card says is told of the cards of the decision, of displays and of hands.
    """
    lines = [describe_activity(view)] if view.activity else []
    full = _told_in_full(view)
    in_words = partial(_in_words, full=full)
    known = view.options.box.card
    for seat, player in enumerate(view.players):
        turn = ", in turn" if seat == view.turn_player and view.outcome is None else ""
        lines.append(f"Seat {seat}{turn}: {', '.join(describe_player(view, seat))}")
        placed = [in_words(known[it.card], describe_in_play(view, it)) for it in player.tableau]
        lines += [f"In play: {'; '.join(placed)}"] if placed else []
        shown = [in_words(known[it.card], describe_displayed(view, it)) for it in player.display]
        lines += [f"Display: {'; '.join(shown)}"] if shown else []
        hand = counted([in_words(known[name]) for name in player.hand or ()])
        lines += [f"Hand: {'; '.join(hand)}"] if hand else []
    for deck, cards in rows(view):
        lines.append(f"Market, {deck}: {'; '.join(map(in_words, cards)) or 'none'}")
    sets = [in_words(card, f"{printed(card.name)}, {left}") for card, left in supply(view)]
    lines.append(f"Supply: {'; '.join(sets)}")
    for reaver, tokens in _in_sight(view):
        said = [f"{printed(reaver.name)}, a Reaver: {tokens}.", *reaver_sentences(reaver)]
        lines.append(" ".join(said).removesuffix("."))
    if view.defeated:
        lines.append(f"Defeated Reavers: {', '.join(map(printed, view.defeated))}")
    told = ". ".join([*lines, *legal_lines(view.actor, view.legal_actions)])
    return f"{headline(view, names)}. {with_names(told, names)}"


def _told_in_full(view: Observed) -> Container[str]:
    """Return the cards that the decision is about, and those of displays and hands."""
    found = [word for action in view.legal_actions or () for word in str(action).split()]
    found += [*(it.card for it in view.pending[:1]), target_of(view) or ""]
    for player in view.players:
        found += [*(player.hand or ()), *(it.card for it in player.display)]
    return dict.fromkeys(found)


def _in_words(card: Card, head: str = "", *, full: Container[str]) -> str:
    """Return a card in words, after its name or another head; what it says if it is in ``full``."""
    parts = [*card.attributes, *icons_in_words(card), values(card)]
    said = card_sentences(card) if card.name in full else []
    told = " ".join((f"{head or printed(card.name)}, {', '.join(parts)}.", *said))
    return told.removesuffix(".")


def _in_sight(view: Observed) -> list[tuple[Reaver, str]]:
    """Return the Reavers in play, each with its tokens in words."""
    known = {it.name: it for it in view.options.reavers}
    return [
        (known[it.card], f"{sum(it.tokens)} of {known[it.card].strength} tokens")
        for it in view.reavers
    ]


def _player(page: Picture, view: Observed, seat: int) -> Panel:
    """Return the panel of a player."""
    outcome, status = view.outcome, ""
    faction, power, *parts = describe_player(view, seat)
    is_marked = view.turn_player == seat if outcome is None else seat in outcome.winners
    if outcome is not None:
        power = f"{outcome.scores[seat]} power{', won' if is_marked else ''}"
    elif view.actor == seat:
        status = ", to decide"
    elif is_marked:
        status = ", in turn"
    head = page.named(f"Seat {seat}, {faction}: {power}")
    *others, verse = parts
    lines = [head, *in_lines(joined("", others, "; "), page.inside - 2 * GAP), verse]
    key = f"seat {seat}"
    return Panel(
        key,
        lines,
        seat,
        status,
        is_marked=is_marked,
        is_needed=seat == view.seat,
        name=key,
        named={verse: view.options.factions[seat]},
    )


def _tableau(page: Picture, view: Observed, seat: int, *, is_needed: bool) -> Iterator[Panel]:
    """Yield the cards of a tableau, each with its state in words."""
    for it in view.players[seat].tableau:
        states = [page.named(state) for state in states_in_play(view, it)]
        card = view.options.box.card[it.card]
        needed = is_needed or it.card == target_of(view)
        key, style = f"{printed(it.card)} in play", _style(view, it)
        yield _card(page, key, card, states, style)._replace(is_needed=needed)


def _style(view: Observed, it: InPlay) -> str:
    if it.card == target_of(view):
        return "attacked"
    return "out" if it.triggered or it.warrant is not None else "paper"


def _display(page: Picture, view: Observed, seat: int) -> Iterator[Panel]:
    """Yield the cards of a display."""
    for number, it in enumerate(view.players[seat].display):
        card, states = view.options.box.card[it.card], ["display", *displayed_states(view, it)]
        key = f"{printed(it.card)} in display {seat}.{number}"
        yield _card(page, key, card, states)._replace(is_needed=True)


def _hand(page: Picture, view: Observed, seat: int, *, is_needed: bool) -> Iterator[Panel]:
    """Yield the cards of a hand, if they are seen."""
    hand = view.players[seat].hand or ()
    for name in dict.fromkeys(hand):
        place = "hand" if hand.count(name) == 1 else f"{hand.count(name)} in hand"
        key, card = f"{printed(name)} in hand {seat}", view.options.box.card[name]
        yield _card(page, key, card, [place], "hand")._replace(is_needed=is_needed)


def _market(page: Picture, view: Observed) -> Iterator[Panel]:
    """Yield the cards of the market."""
    for deck, cards in rows(view):
        for card in cards:
            places = [] if page.is_whole else [deck.partition(" ")[0]]
            yield _card(page, f"{printed(card.name)} in the market", card, places)


def _supply(page: Picture, view: Observed) -> Iterator[Panel]:
    """Yield the cards of the supply."""
    for card, left in supply(view):
        place = f"{left.partition(' left')[0]}\u00d7"
        yield _card(page, f"{printed(card.name)} in the supply", card, [place], "set")


def _choices(page: Picture, view: Observed) -> Iterator[Panel]:
    """Yield the cards that can be chosen though they lie in no place that is drawn."""
    shown = [card.name for _, row in rows(view) for card in row]
    shown += [card.name for card, _ in supply(view)]
    for player in view.players:
        shown += player.hand or ()
        shown += [it.card for it in player.tableau]
        shown += [it.card for it in player.display]
    legal = (view.legal_actions or ()) if isinstance(view.actor, int) else ()
    found = dict.fromkeys(word for action in legal for word in str(action).split()[1:])
    for name in found:
        card = view.options.box.card.get(name)
        if card is not None and name not in shown:
            key = f"{printed(name)} to choose"
            yield _card(page, key, card, ["to choose"], "out")._replace(is_needed=True)


def _reavers(page: Picture, view: Observed) -> Iterator[Panel]:
    """Yield the Reavers in play."""
    for reaver, tokens in _in_sight(view):
        lines = [*in_lines(printed(reaver.name), _ROOM, bold=True), f"Reaver, {tokens}"]
        if not page.is_whole:
            lines += in_lines(" ".join(reaver_sentences(reaver)), _ROOM)
        key, told = f"{printed(reaver.name)}, a Reaver", " ".join(describe_card(reaver))
        yield Panel(key, lines, name=reaver.name, told=told)


def _card(
    page: Picture,
    key: str,
    card: Card,
    states: Sequence[str],
    style: str = "paper",
) -> Panel:
    """Return the panel of a card: its name and its place or first state, then signs and states.

    What it says is told to a pointer; a partial picture, which has few cards, also shows it.
    """
    name, (first, *others) = printed(card.name), [*states, ""]
    head = f"{name}: {first}" if first else name
    if width_of(head, bold=True) > _ROOM:
        head, others = name, [*states]
    lines = in_lines(head, _ROOM, bold=True)
    for text in (
        joined("", [signs(card), *filter(None, others)], "; "),
        *([] if page.is_whole else card_sentences(card)),
    ):
        lines += in_lines(text, _ROOM)
    told = " ".join(describe_card(card))
    return Panel(key, lines, style=style, name=card.name, told=told)
