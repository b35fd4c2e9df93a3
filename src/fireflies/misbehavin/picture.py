"""Draw a view of Misbehavin' as an SVG: for a notebook, a page, or print.

Each seat has a number besides its color, each state of a card has a word, and what a card has is
told by signs with a legend. A pointer over a card is told what the card says. The picture follows
the reader's light or dark scheme. The description tells the whole table in words.
"""

from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from fireflies._picture import TIGHT, Badge, Panel, Picture, units
from fireflies._svg import GAP, in_lines, joined, legal_lines, style_sheet, width_of
from fireflies._texts import GLUE, printed
from fireflies.contract import with_names
from fireflies.misbehavin.box.cards import MARKET_DECKS, Card, Reaver
from fireflies.misbehavin.rules.pieces import Deal, Fight, InPlay
from fireflies.misbehavin.rules.seen import Observed
from fireflies.misbehavin.text.card_descriptions import (
    describe_card,
    figures,
    icons_in_words,
    signs,
    values,
)
from fireflies.misbehavin.text.descriptions import (
    counted,
    counted_tokens,
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
from fireflies.misbehavin.text.details import influence_left
from fireflies.misbehavin.text.sentences import card_sentences, reaver_sentences

_WIDTH: Final = 832
"""The usual width."""
_LEAST: Final = 520
"""The least width."""
_ROOMY: Final = 428
"""The least width of a place for each player, in CSS pixels, if a laptop shows the whole table."""
_PARTIAL: Final = 624
"""The width of a partial picture, which has few cards, and stands beside the text of a page."""
_ROOM: Final = 300
"""The most space for a line of a card."""
_STEP: Final = 8
"""The space by which the lines of cards get shorter until the cards are one row."""
_SHORTEST: Final = 100
"""The least space for a line, about that of a long word."""
_TALLEST: Final = 4
"""The most lines of a card in such a row."""

_ABOUT_PLAYER: Final = 900
"""The most space for a line about a player."""
_TOKEN: Final = "token: "
_SHAPES: Final = {"cost": "circle", "influence": "diamond", "power": "square"}
"""The shapes of the figures of a card."""

_STYLE: Final = style_sheet(
    "ff-misbehavin",
    """
.set,.hand,.out,.attacked{fill:var(--paper);stroke:var(--line);stroke-width:1.5}
.set{fill:var(--set)}
.hand{fill:var(--hand)}
.out{fill:var(--out);stroke-dasharray:6 5}
.attacked{stroke:var(--mark);stroke-width:5}
.none{fill:none}
.circle{fill:var(--cost)}
.diamond{fill:var(--influence)}
.square{fill:var(--power)}
""",
    {
        "hand": ("#fdf3d6", "#433a20"),
        "out": ("#e7e2da", "#24262b"),
        "set": ("#e3eef6", "#1f3547"),
        "cost": ("#ffe08a", "#6b5410"),
        "influence": ("#cfe6fb", "#1f4a70"),
        "power": ("#f9d0c4", "#7a3322"),
    },
)

SIGNS: Final = (
    "\u25cf cost, \u25c6 influence, \u25a0 power; X: computed."
    " C: a character (A asset, I item, M maneuver). s1: an icon of Serenity."
    " 3\u00d7: three are left. Abilities: \u26a1 for an activation, i without one, h from the hand."
    " !: when played; +: counts in fights or in the tableau. Dashed: can be chosen."
    " Point at a card, or show it, for its words."
)
"""The meaning of the signs of the picture."""


def draw(
    view: Observed,
    other: Observed | None = None,
    about: str | None = None,
    names: Sequence[str] = (),
    width: int | None = None,
) -> str:
    """Return a view as an SVG document, whose description tells the whole table in words.

    Differences from ``other`` are marked. With ``about``, the text of an action, the picture is
    partial: it has what differs, what the action names, and what is needed to understand it.
    ``names`` are those of the seats. ``width`` is that of the place for the picture in CSS pixels:
    in a narrow one, what can be chosen comes first, and a menu beside it lists the legal actions.
    """
    usual = _WIDTH if about is None else _PARTIAL
    page = Picture(max(_LEAST, units(width, usual)), about, names, width)
    page.fill(_fill, view, other)
    title = f"Misbehavin'. {headline(view, names)}".replace(GLUE, " ")
    return page.finish(("ff-misbehavin", _STYLE), title, described(view, names))


def _fill(page: Picture, view: Observed) -> None:
    """Draw the whole table; in a narrow place first what can be chosen."""
    page.headline(headline(view, page.names), [it.card for it in view.pending[:1]])
    own = view.observer if isinstance(view.observer, int) else view.seat
    seats = sorted(range(len(view.players)), key=lambda seat: (seat != own, seat))
    parts = [_seat(page, view, seat) for seat in seats]
    parts += [*_market(page, view), *_supply(page, view), [*_reavers(page, view)]]
    parts.append([*_choices(page, view, [it for part in parts for it in part])])
    can = _can_choose(view)
    parts = [[_finished(page, view, it, can) for it in part] for part in parts]
    if page.place is not None and page.place < _ROOMY * len(seats):
        first = [it for part in parts for it in part if it.mark == "can" or it.key == "activity"]
        parts = [first, *([it for it in part if it not in first] for part in parts)]
    for part in parts:
        page.pack(part)
    if view.defeated:
        beaten = ", ".join(map(printed, view.defeated))
        page.write("defeated", f"Defeated Reavers: {beaten}", "faint")
    page.list_actions(legal_lines(view.actor, view.legal_actions))
    page.note(SIGNS)


def _finished(page: Picture, view: Observed, panel: Panel, can: Sequence[str]) -> Panel:
    """Return a panel with a frame when it can be chosen, and with the words of its card.

    A pointer over it is told them; in a partial picture they can be seen.
    """
    card = view.options.box.card.get(panel.name) if panel.badges else None
    if card is not None:
        panel = panel._replace(told=" ".join(describe_card(card)))
    if page.is_whole:
        is_choice = panel.seat < 0 and panel.name in can
        return panel._replace(mark="can") if is_choice else panel
    told = [] if card is None else card_sentences(card)
    lines = [line for it in told for line in in_lines(it, _room(page))]
    return panel._replace(lines=[*panel.lines, *lines])


def _can_choose(view: Observed) -> list[str]:
    """Return the names in the legal actions of a seat."""
    legal = (view.legal_actions or ()) if isinstance(view.actor, int) else ()
    return [*dict.fromkeys(word for action in legal for word in str(action).split()[1:])]


def _seat(page: Picture, view: Observed, seat: int) -> list[Panel]:
    """Return a player, what the player does now, and the player's cards."""
    needed = not page.is_partial_comparison and seat == view.seat
    return [
        *_player(page, view, seat),
        *_activity(page, view, seat),
        *_hand(page, view, seat, is_needed=needed),
        *_display(page, view, seat),
        *_tableau(page, view, seat, is_needed=needed),
    ]


def _activity(page: Picture, view: Observed, seat: int) -> Iterator[Panel]:
    """Yield the fight, deal or recruitment, beside what the seat that decides pays with.

    While cards can be added, it has the influence so far, and that with all cards that are left.
    """
    if seat != view.seat or view.activity is None:
        return
    head, _, totals = describe_activity(view).partition(": ")
    kind, left = "fight", influence_left(view, seat)
    if not isinstance(view.activity, Fight):
        kind = "deal" if isinstance(view.activity, Deal) else "recruit"
        if view.phase == kind and left is not None:
            so_far = f"influence {view.totals[0]}"
            totals = f"{so_far}, at most {view.totals[0] + left}{totals.removeprefix(so_far)}"
    lines = in_lines(page.named(head), page.inside - 2 * GAP, bold=True)
    lines += in_lines(totals, page.inside - 2 * GAP)
    yield Panel("activity", lines, name=kind, is_needed=True)


def described(view: Observed, names: Sequence[str]) -> str:
    """Return the whole table in words, a line for each part.

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
    told = ".\n".join([*lines, *legal_lines(view.actor, view.legal_actions)])
    return f"{headline(view, names)}.\n{with_names(told, names)}"


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
        (known[it.card], counted_tokens(it.tokens, known[it.card].strength)) for it in view.reavers
    ]


def _player(page: Picture, view: Observed, seat: int) -> Iterator[Panel]:
    """Yield the panel of a player, and what a token of the 'verse card brings."""
    outcome, status = view.outcome, ""
    faction, power, *parts = describe_player(view, seat)
    (verse,) = (part for part in parts if part.startswith(_TOKEN))
    parts.remove(verse)
    is_marked = view.turn_player == seat if outcome is None else seat in outcome.winners
    if outcome is not None:
        power = f"{outcome.scores[seat]} power{', won' if is_marked else ''}"
    elif view.actor == seat:
        status = ", to decide"
    elif is_marked:
        status = ", in turn"
    room, key = page.inside - 2 * GAP, f"seat {seat}"
    head = page.named(f"Seat {seat}, {faction}: {power}")
    if width_of(head + status, bold=True) + 34 > room:
        head, parts = page.named(f"Seat {seat}, {faction}"), [power, *parts]
    yield Panel(
        key,
        [head, *in_lines(joined("", parts, "; "), min(room, _ABOUT_PLAYER))],
        seat,
        status,
        mark="turn" if is_marked else "",
        is_needed=seat == view.seat,
        name=key,
    )
    name = view.options.factions[seat]
    lines = ["For a 'verse token", *in_lines(verse.removeprefix(_TOKEN), min(room, _ROOM))]
    yield Panel(f"token of {key}", lines, name=name, is_needed=seat == view.seat)


def _tableau(page: Picture, view: Observed, seat: int, *, is_needed: bool) -> Iterator[Panel]:
    """Yield the cards of a tableau, each with its state in words."""
    known = view.options.box.card
    for it in view.players[seat].tableau:
        states = [page.named(state) for state in states_in_play(view, it)]
        needed = is_needed or it.card == target_of(view)
        key, style = f"{printed(it.card)} in play", _style(view, it)
        yield _card(_room(page), key, known[it.card], states, style)._replace(is_needed=needed)


def _style(view: Observed, it: InPlay) -> str:
    if it.card == target_of(view):
        return "attacked"
    return "out" if it.triggered or it.warrant is not None else "paper"


def _display(page: Picture, view: Observed, seat: int) -> Iterator[Panel]:
    """Yield the cards of a display."""
    known = view.options.box.card
    for number, it in enumerate(view.players[seat].display):
        states = ["display", *displayed_states(view, it)]
        key = f"{printed(it.card)} in display {seat}.{number}"
        yield _card(_room(page), key, known[it.card], states)._replace(is_needed=True)


def _room(page: Picture) -> int:
    """Return the most space for a line of a card: two cards fit beside each other."""
    return min(_ROOM, (page.inside - TIGHT) // 2 - 2 * GAP)


def _hand(page: Picture, view: Observed, seat: int, *, is_needed: bool) -> Iterator[Panel]:
    """Yield the cards of a hand, if they are seen."""
    hand, known = view.players[seat].hand or (), view.options.box.card
    for name in dict.fromkeys(hand):
        place = "hand" if hand.count(name) == 1 else f"{hand.count(name)} in hand"
        key = f"{printed(name)} in hand {seat}"
        yield _card(_room(page), key, known[name], [place], "hand")._replace(is_needed=is_needed)


def _market(page: Picture, view: Observed) -> Iterator[list[Panel]]:
    """Return the rows with the cards of the market, after how many cards are left."""
    left = [f"{deck} {len(it)}" for deck, it in zip(MARKET_DECKS, view.market_decks, strict=True)]
    head = Panel("market", ["Market", f"left: {', '.join(left)}"], style="none", name="market")

    def cards(room: int) -> Iterator[Panel]:
        for deck, row in rows(view):
            for card in row:
                places = [] if page.is_whole else [deck.partition(" ")[0]]
                yield _card(room, f"{printed(card.name)} in the market", card, places)

    return _headed(page, head, cards)


def _supply(page: Picture, view: Observed) -> Iterator[list[Panel]]:
    """Return the rows with the cards of the supply, after its name."""

    def cards(room: int) -> Iterator[Panel]:
        for card, left in supply(view):
            place = f"{left.partition(' left')[0]}\u00d7"
            yield _card(room, f"{printed(card.name)} in the supply", card, [place], "set")

    head = Panel("supply", ["Supply"], style="none", name="supply")
    return _headed(page, head, cards)


def _headed(
    page: Picture, head: Panel, cards: Callable[[int], Iterable[Panel]]
) -> Iterator[list[Panel]]:
    """Yield rows of cards and their head, all in one row or the head above if there is room.

    ``cards`` returns the cards with this space for a line.
    """
    if row := _in_a_row(page, [head], cards):
        yield [head, *row]
    elif row := _in_a_row(page, [], cards):
        yield [head._replace(lines=in_lines(head.words, page.inside - 2 * GAP, bold=True))]
        yield row
    else:
        yield [head, *cards(_room(page))]


def _in_a_row(
    page: Picture, before: Sequence[Panel], cards: Callable[[int], Iterable[Panel]]
) -> list[Panel]:
    """Return cards with lines as long as one row has room for; empty if words would be broken."""
    rooms = range(_room(page), _SHORTEST, -_STEP)

    def fits(room: int) -> bool:
        return page.has_row([*before, *cards(room)])

    if not fits(rooms[-1]):
        return []
    row = [*cards(rooms[bisect_left(rooms, x=True, key=fits)])]  # the shorter, the more fits
    is_legible = [it.words.split() for it in row] == [it.words.split() for it in cards(rooms[0])]
    return row if is_legible and all(len(it.lines) <= _TALLEST for it in row) else []


def _choices(page: Picture, view: Observed, drawn: Sequence[Panel]) -> Iterator[Panel]:
    """Yield the cards that can be chosen though they are in no place that is drawn."""
    shown, known = [it.name for it in drawn], view.options.box.card
    for name in _can_choose(view):
        if name in known and name not in shown:
            key = f"{printed(name)} to choose"
            panel = _card(_room(page), key, known[name], ["to choose"], "out")
            yield panel._replace(is_needed=True)


def _reavers(page: Picture, view: Observed) -> Iterator[Panel]:
    """Yield the Reavers in play."""
    for reaver, tokens in _in_sight(view):
        lines = [*in_lines(printed(reaver.name), _ROOM, bold=True), f"Reaver, {tokens}"]
        if not page.is_whole:
            lines += in_lines(" ".join(reaver_sentences(reaver)), _ROOM)
        key, told = f"{printed(reaver.name)}, a Reaver", " ".join(describe_card(reaver))
        yield Panel(key, lines, name=reaver.name, told=told)


def _card(
    room: int,
    key: str,
    card: Card,
    states: Sequence[str],
    style: str = "paper",
) -> Panel:
    """Return the panel of a card: its name and its place or first state, then figures and signs.

    ``room`` is the space for a line.
    """
    name, (first, *others) = printed(card.name), [*states, ""]
    head = f"{name}: {first}" if first else name
    if width_of(head, bold=True) > room:
        head, others = name, [*states]
    lines = in_lines(head, room, bold=True)
    badges = [Badge(_SHAPES[it], it, figure) for it, figure in figures(card).items()]
    panel = Panel(key, lines, style=style, name=card.name, badges=badges, badged=len(lines))
    text = joined("", [*filter(None, [signs(card), *others])], "; ")
    beside, below = in_lines(text, room - panel.indent) or [""], ["", *in_lines(text, room)]
    lines += below if len(below) <= len(beside) else beside
    return panel
