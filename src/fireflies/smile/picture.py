"""Draw the wire's STATE as an SVG: for a notebook, a page, or print.

No color is needed to read the picture: each color has a shape and its name, and beads are counted.
A clear bead is an empty circle with a highlight; a blue one is filled, and has a minus sign, since
it costs a point. The picture follows the reader's light or dark scheme, and its description holds
the table as text.
"""

from collections.abc import Sequence
from typing import Final

from fireflies._picture import Picture, units
from fireflies._svg import (
    GAP,
    MARGIN,
    in_lines,
    joined,
    placed,
    style_sheet,
    text_element,
)
from fireflies._texts import many
from fireflies.contract import Observer
from fireflies.smile.rules.pieces import SLOTS, OfferJson, PlayerJson, StateJson
from fireflies.smile.text.drawing import by_color, draw_text, headline, sum_of_values, supply_parts
from fireflies.smile.text.notation import read_card

WIDTH: Final = 480
_CARD: Final = (84, 104)
_OFFER_STEP: Final = 93  # from a card on offer to the next one
_SMALL_CARD_SIZE: Final = (70, 52)
_SMALL_STEP: Final = (76, 58)  # from a small card to the next one
_HAND_WIDTH: Final = 146  # the width of the beads of a seat, at the left of its cards
_BEAD_STEP: Final = 14  # from a bead to the next one
_MOST_CARDS: Final = 12  # a pile with more cards is listed, not drawn
_TEXT_SIZE: Final = 18  # the size of letters
_BESIDE: Final = 500  # the least place in CSS pixels with the seats beside the cards on offer
_NARROWEST: Final = 1000  # the least width of a picture with the seats there

_SHAPES: Final = {
    "yellow": "M0-10 3-3 10-3 4 2 6 9 0 5-6 9-4 2-10-3-3-3Z",
    "white": "M-8-8H8V8H-8Z",
    "red": "M0-9 9 7H-9Z",
    "blue": "M0-10 10 0 0 10-10 0Z",
}
"""The shape of each color, around the origin; none is round like a bead."""

_BEADS: Final = (("clear", "a3 3 0 0 1 3-3"), ("dark", "h6"))
"""The style of clear and of blue beads, and what is drawn inside: a highlight, a minus sign."""

_STYLE: Final = style_sheet(
    "ff-smile",
    """
text{font-size:18px}
.count{font-size:16px;fill:var(--faint)}
.value{font-size:38px;font-weight:700}
.small{font-size:22px;font-weight:700}
.marker{font-size:13px;fill:var(--faint)}
.tiny{font-size:14px}
.move{fill:var(--move);font-weight:700}
.card{fill:var(--paper);stroke:var(--line);stroke-width:1.5}
.sign{stroke:var(--ink);stroke-width:1.2}
.clear{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.in-clear{fill:none;stroke:var(--line);stroke-width:1.3}
.dark{fill:var(--bead);stroke:var(--ink);stroke-width:1.5}
.in-dark{stroke:var(--glow);stroke-width:2.2}
.yellow{fill:var(--yellow)}
.white{fill:var(--white)}
.red{fill:var(--red)}
.blue{fill:var(--blue)}
""",
    {
        "move": ("#a34700", "#ffb26b"),
        "yellow": ("#ffd12e", "#f2c230"),
        "white": ("#fff", "#f4f4f4"),
        "red": ("#e2564a", "#ef7267"),
        "blue": ("#5b9bea", "#74aef5"),
        "bead": ("#1f5fbf", "#5b9bea"),
        "glow": ("#fff", "#101218"),
    },
)


def begin(about: str | None, names: Sequence[str], place: int | None) -> Picture:
    """Return a picture without anything in it, 480 wide, or wider for a broad place."""
    is_broad = place is not None and place >= _BESIDE
    width = max(units(place, WIDTH), _NARROWEST) if is_broad else WIDTH
    return Picture(width, about, names, place)


def draw_svg(
    page: Picture, state: StateJson, observer: Observer = None, other: StateJson | None = None
) -> str:
    """Return a STATE as an SVG document; it scales to the space that it gets.

    ``observer`` sees this STATE. Parts that differ from ``other`` are marked.
    """

    def fill(page: Picture, drawn: StateJson) -> None:
        (_fill_columns if page.width >= _NARROWEST else _fill)(page, drawn, observer)

    page.fill(fill, state, other)
    title = f"Smile. {headline(state, observer, page.names)}"
    told = draw_text(state, observer, names=page.names)
    return page.finish(("ff-smile", _STYLE), title, told)


def _fill(page: Picture, state: StateJson, observer: Observer) -> None:
    """Draw the whole table."""
    page.headline(headline(state, observer, page.names))
    _row(page, state["row"])
    _seats(page, state)
    _rest(page, state)
    if page.place is None and page.is_whole and state["legal"] and state["phase"] == "bid":
        _paragraph(page, joined("Allowed: ", state["legal"]))


def _fill_columns(page: Picture, state: StateJson, observer: Observer) -> None:
    """Draw the whole table, with the seats at the right of everything else."""
    left = WIDTH - 2 * MARGIN
    with page.column(MARGIN, left):
        page.headline(headline(state, observer, page.names))
        _row(page, state["row"])
        height = page.height
    with page.column(MARGIN + WIDTH, page.inside - WIDTH):
        _seats(page, state)
    page.height = height
    with page.column(MARGIN, left):
        _rest(page, state)
    page.below()


def _seats(page: Picture, state: StateJson) -> None:
    """Draw all seats."""
    for seat, player in enumerate(state["players"]):
        with page.thing(f"seat {seat}"):
            _seat(page, state, seat, player)


def _rest(page: Picture, state: StateJson) -> None:
    """Draw the beads and the cards that belong to no seat."""
    _supply(page, state)
    undealt, discarded = state["undealt"], state["discarded"]
    _pile(page, "Undealt", undealt, is_detailed=state["phase"] == "reveal")
    _pile(page, "Discarded", discarded, is_detailed=True)


def _row(page: Picture, row: Sequence[OfferJson]) -> None:
    """Draw the cards on offer, each with its letter above and its beads below."""
    if not row:
        return
    top, (width, height) = page.height, _CARD
    in_line = (width - GAP) // _BEAD_STEP
    extra = 14 * (max(offer["beads"] for offer in row) > in_line)  # room for a second line of beads
    for place, offer in enumerate(row):
        slot, beads = offer["slot"], offer["beads"]
        left = page.left + SLOTS.index(slot) * _OFFER_STEP
        below = top + height + 44
        equal_before = [it["card"] for it in row[:place]].count(offer["card"])
        key = f"{offer['card']}{'*' * equal_before} on offer"
        with page.thing(slot):
            page.draw(text_element(left + width // 2, top + 18, slot, "head", anchor="middle"))
            page.draw(placed(left, top + 26, _card(offer["card"])))
            page.part(key, offer["card"], (left, top + 26, width, height))
            page.draw(_beads(left + 8, below, [beads], width))
            if beads:
                label = many(beads, "bead")
                page.draw(text_element(left, below + 23 + extra, label, "count"))
                page.part(f"beads on {key}", label, (left - 1, below - 9, width + 2, 38 + extra))
    page.height += height + 84 + extra


def _seat(page: Picture, state: StateJson, seat: int, player: PlayerJson) -> None:
    """Draw a seat: its name, its beads at the left, its cards at the right."""
    top = page.height
    title, style = _seat_title(state, seat)
    page.draw(text_element(page.left, top + 18, page.named(title), style))
    if points := _sum(state, seat):
        top += 21
        page.draw(text_element(page.left, top + 18, points, "count"))
    top += 28
    clear, blue = player["clear"], player["blue"]
    hand, below = "beads hidden", 33
    if clear is not None and blue is not None:
        hand = f"{clear} clear, {blue} blue"
        below += 14 * (clear + blue > (_HAND_WIDTH - GAP) // _BEAD_STEP)
        page.draw(_beads(page.left + 8, top + 9, [clear, blue], _HAND_WIDTH))
    page.draw(text_element(page.left, top + below, hand, "count"))
    page.part(f"beads of seat {seat}", hand, (page.left - 4, top, _HAND_WIDTH, below + 7))
    left = page.left + _HAND_WIDTH + 10
    taken = _cards(page, f"seat {seat},", player["cards"], (left, top))
    if not player["cards"]:
        page.draw(text_element(left, top + 32, "no cards", "count"))
    page.height = top + max(_SMALL_STEP[1], taken) + 4


def _seat_title(state: StateJson, seat: int) -> tuple[str, str]:
    """Return the name of a seat with its status, and the CSS class of that text."""
    outcome, name = state["outcome"], f"Seat {seat}"
    if outcome is not None:
        won = " \u2605 won" if seat in outcome["winners"] else ""
        points = many(outcome["scores"][seat], "point")
        return f"{name}: {points}{won}", "move" if won else ""
    if state["actor"] == seat:
        return f"\u25b6 {name} to move", "move"
    return name if seat in state["in_auction"] else f"{name}: backed out", ""


def _sum(state: StateJson, seat: int) -> str:
    """Return what the score of a seat is the sum of; empty before the end."""
    outcome, player = state["outcome"], state["players"][seat]
    if outcome is None:
        return ""
    cards, blue = sum_of_values(player), player["blue"] or 0
    clear = outcome["scores"][seat] - cards + blue
    return f"cards {cards:+}, clear beads {clear:+}, blue beads {-blue:+}".replace("-", "\u2212")


def _supply(page: Picture, state: StateJson) -> None:
    """Draw the beads of the supply."""
    supply, label = state["supply"], supply_parts(state)
    if not page.add_unlisted_fact("supply", ", ".join(label)):
        return
    counts = [max(0, supply["clear"]), max(0, supply["blue"])]
    top = page.height
    *lines, last = in_lines(joined("Supply: ", label), page.inside, _TEXT_SIZE)
    for line in lines:
        page.draw(text_element(page.left, top + 18, line))
        top += 24
    page.draw(text_element(page.left, top + 18, last))
    page.draw(_beads(page.left + 8, top + 37, counts, page.inside))
    box = (page.left - 4, page.height, page.inside, top - page.height + 60)
    page.part("supply", ", ".join(label), box)
    page.height = top + 64


def _pile(page: Picture, name: str, cards: Sequence[str], *, is_detailed: bool) -> None:
    """Draw the cards of a pile if there are few; else list them by color, or only count them."""
    # Cards that are not drawn are recorded too, to compare them with the other picture.
    kept = [
        page.add_unlisted_fact(_key(name.lower(), cards, at), card) for at, card in enumerate(cards)
    ]
    if not any(kept):
        return
    is_drawn = is_detailed and len(cards) <= _MOST_CARDS
    if not is_detailed:
        _paragraph(page, f"{name}: {many(len(cards), 'card')}")
    elif not is_drawn:
        _paragraph(page, f"{name}, {len(cards)}: {by_color(cards)}")
    else:
        page.draw(text_element(page.left, page.height + 18, f"{name}:"))
        page.height += 26 + _cards(page, name.lower(), cards, (page.left, page.height + 26))


def _paragraph(page: Picture, text: str) -> None:
    """Add a paragraph."""
    for line in in_lines(text, page.inside, _TEXT_SIZE):
        page.draw(text_element(page.left, page.height + 18, line, "faint"))
        page.height += 24
    page.height += 4


def _cards(page: Picture, key: str, cards: Sequence[str], place: tuple[int, int]) -> int:
    """Draw small cards in lines up to the end of a line; return the height of them all."""
    (left, top), (across, down) = place, _SMALL_STEP
    in_line = (page.left + page.inside - left + across - _SMALL_CARD_SIZE[0]) // across
    for index, card in enumerate(cards):
        line, column = divmod(index, in_line)
        x, y = left + across * column, top + down * line
        page.draw(placed(x, y, _small_card(card)))
        page.part(_key(key, cards, index), card, (x, y, *_SMALL_CARD_SIZE))
    return -(-len(cards) // in_line) * down


def _key(kind: str, cards: Sequence[str], index: int) -> str:
    """Return a unique key for a card of a pile; each equal card before it adds a star."""
    return f"{kind} {cards[index]}{'*' * cards[:index].count(cards[index])}"


def _beads(left: int, top: int, counts: Sequence[int], width: int) -> str:
    """Draw these numbers of clear and blue beads in at most two lines; leave out the rest."""
    in_line = (width - GAP) // _BEAD_STEP
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)][: 2 * in_line]
    drawn: list[str] = []
    for kind, (style, inside) in enumerate(_BEADS):
        places = [divmod(place, in_line) for place, it in enumerate(kinds) if it == kind]
        if places:
            spots = [(_BEAD_STEP * column, _BEAD_STEP * line) for line, column in places]
            ring = "".join(f"M{x - 6} {y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0" for x, y in spots)
            inner = "".join(f"M{x - 3} {y}{inside}" for x, y in spots)
            drawn.append(
                f'<path class="{style}" d="{ring}"/><path class="in-{style}" d="{inner}"/>'
            )
    return placed(left, top, "".join(drawn)) if drawn else ""


def _card(text: str) -> str:
    """Draw a card on offer at the origin: color by its shape, marker, value, color by name."""
    value, color, marker = _read(text)
    width, height = _CARD
    return "".join(
        [
            f'<rect class="card" width="{width}" height="{height}" rx="9"/>',
            _shape(color, 17, 18, 1),
            text_element(width - 6, 18, marker, "marker", anchor="end"),
            text_element(width // 2, 68, value, "value", anchor="middle"),
            text_element(width // 2, height - 10, *_name(color), anchor="middle"),
        ]
    )


def _small_card(text: str) -> str:
    """Draw a small card, for the front of a seat or a pile, at the origin."""
    value, color, marker = _read(text)
    width, height = _SMALL_CARD_SIZE
    return "".join(
        [
            f'<rect class="card" width="{width}" height="{height}" rx="6"/>',
            text_element(5, 26, value, "small"),
            _shape(color, 45, 17, 0.6),
            text_element(width - 4, 20, marker, "marker", anchor="end"),  # below a ring's tag
            text_element(width // 2, height - 8, *_name(color), anchor="middle"),
        ]
    )


def _name(color: str) -> tuple[str, str]:
    """Return what is written about a color, and the CSS class of that text."""
    return (color, "tiny") if color else ("no color", "tiny faint")


def _read(card: str) -> tuple[str, str, str]:
    """Return value, color and marker of a card's text."""
    value, color, marker = read_card(card)
    return str(value).replace("-", "\u2212"), color, marker


def _shape(color: str, x: int, y: int, scale: float) -> str:
    """Draw the shape of a color; an empty string for none."""
    place = f'transform="translate({x} {y}) scale({scale})"'
    return f'<path class="sign {color}" {place} d="{_SHAPES[color]}"/>' if color else ""
