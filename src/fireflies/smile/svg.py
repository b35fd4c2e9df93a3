"""Draw the wire's STATE as an SVG: for a notebook, a page, or print.

Everything drawn is also written: a color has a shape and its name, beads are counted. The picture
follows the reader's light or dark scheme, and its description holds the whole table as text.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from fireflies._svg import escaped, text_element
from fireflies.contract import Observer
from fireflies.smile.drawing import draw_text, headline, supply_parts, wrapped
from fireflies.smile.notation import read_card
from fireflies.smile.pieces import OfferJson, PlayerJson, StateJson, many

WIDTH: Final = 720
_NARROWEST: Final = 480
_MARGIN: Final = 16
_CARD: Final = (88, 116)
_SMALL: Final = (50, 54)
_OFFER: Final = _CARD[0] + 44  # from a card on offer to the next one
_STEP: Final = (_SMALL[0] + 6, _SMALL[1] + 8)  # from a card in front of somebody to the next one
_GAP: Final = 12
_BEADS_IN_LINE: Final = 8
_LETTER: Final = 8  # the average width of a letter in a line, at most
_LARGE_LETTER: Final = 10  # the same in the headline
_SEAT: Final = 230  # the width of the text about a seat, at the left of its cards

_SHAPES: Final = {
    "yellow": '<circle r="8"/>',
    "white": '<path d="M-8-8H8V8H-8Z"/>',
    "red": '<path d="M0-9 9 7H-9Z"/>',
    "blue": '<path d="M0-10 10 0 0 10-10 0Z"/>',
}
"""The shape of each color, around the origin."""

_STYLE: Final = """
.ff-smile{--ground:#fbf7ee;--ink:#26221a;--faint:#6b6455;--paper:#fff;--line:#8d8573;--move:#a34700;
--yellow:#ffd12e;--white:#fff;--red:#e2564a;--blue:#5b9bea;--bead:#f5b400;font-family:system-ui,sans-serif}
@media (prefers-color-scheme:dark){.ff-smile{
--ground:#1d1f27;--ink:#f0ece2;--faint:#b5afa2;--paper:#2b2e39;
--line:#8a8fa3;--move:#ffb26b;--yellow:#f2c230;--white:#f4f4f4;--red:#ef7267;--blue:#74aef5;--bead:#ffcf4d}}
.ff-smile text{fill:var(--ink);font-size:15px}
.ff-smile .head{font-size:19px;font-weight:600}
.ff-smile .faint{fill:var(--faint)}
.ff-smile .value{font-size:38px;font-weight:700}
.ff-smile .small{font-size:20px;font-weight:700}
.ff-smile .tiny{font-size:11px}
.ff-smile .move{fill:var(--move);font-weight:700}
.ff-smile .ground{fill:var(--ground)}
.ff-smile .card{fill:var(--paper);stroke:var(--line);stroke-width:1.5}
.ff-smile .mark{stroke:var(--ink);stroke-width:1.2}
.ff-smile .bead{fill:var(--bead);stroke:var(--ink);stroke-width:1}
.ff-smile .yellow{fill:var(--yellow)}.ff-smile .white{fill:var(--white)}
.ff-smile .red{fill:var(--red)}.ff-smile .blue{fill:var(--blue)}
"""


def draw_svg(state: StateJson, observer: Observer = None) -> str:
    """Return a STATE as an SVG document, at most 720 wide; it scales to the space that it gets.

    ``observer`` is the one whose STATE this is.
    """
    parts = [text_element(_MARGIN, 30, headline(state, observer), "head")]
    width, height = _width(state, observer), 46
    if state["row"]:
        parts += _row(state["row"], height)
        height += _CARD[1] + 96
    for number, player in enumerate(state["players"]):
        drawn, taken = _player(state, number, player, height)
        parts += drawn
        height += taken
    for line in _lines(state, (width - 2 * _MARGIN) // _LETTER):
        parts.append(text_element(_MARGIN, height + 22, line, "faint"))
        height += 22
    height += _MARGIN
    title = f"Smile. {headline(state, observer)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ff-smile" role="img"'
        f' viewBox="0 0 {width} {height}" width="100%" style="max-width:{width}px"'
        f' aria-label="{escaped(title)}">'
        f"<title>{escaped(title)}</title><desc>{escaped(draw_text(state, observer))}</desc>"
        f"<style>{_STYLE}</style>"
        f'<rect class="ground" width="{width}" height="{height}" rx="12"/>{"".join(parts)}</svg>'
    )


def _width(state: StateJson, observer: Observer) -> int:
    """Return the width of the picture: of its widest part, with margins."""
    most = max(len(player["cards"]) for player in state["players"])
    needed = (
        _LARGE_LETTER * len(headline(state, observer)),
        len(state["players"]) * _OFFER - _OFFER + _CARD[0],
        _SEAT + most * _STEP[0],
    )
    return max(_NARROWEST, min(WIDTH, 2 * _MARGIN + max(needed)))


def _row(row: Sequence[OfferJson], top: int) -> Iterator[str]:
    """Draw the cards on offer, each with its letter above and its beads below."""
    for place, offer in enumerate(row):
        left = _MARGIN + place * _OFFER
        middle = left + _CARD[0] // 2
        yield text_element(middle, top + 18, offer["slot"], "head", anchor="middle")
        yield _card(offer["card"], left, top + 26)
        beads, below = offer["beads"], top + _CARD[1] + 42
        for bead in range(min(beads, 2 * _BEADS_IN_LINE)):
            line, column = divmod(bead, _BEADS_IN_LINE)
            x, y = left + 5 + 11 * column, below + 13 * line
            yield f'<circle class="bead" cx="{x}" cy="{y}" r="4.5"/>'
        if beads:
            yield text_element(left, below + 30, many(beads, "bead"), "faint")


def _player(
    state: StateJson, number: int, player: PlayerJson, top: int
) -> tuple[Iterator[str], int]:
    """Draw a seat, its hand at the left and its cards at the right; return that and the height."""
    step, left = _STEP, _MARGIN + _SEAT
    in_line = (WIDTH - _MARGIN - left) // step[0]
    lines = max(1, -(-len(player["cards"]) // in_line))
    return _seat(state, number, player, top, (left, step, in_line)), lines * step[1] + _GAP


def _seat(
    state: StateJson,
    number: int,
    player: PlayerJson,
    top: int,
    grid: tuple[int, tuple[int, int], int],
) -> Iterator[str]:
    yield text_element(_MARGIN, top + 22, *_standing(state, number))
    hand = "beads hidden"
    if player["clear"] is not None:
        hand = f"{player['clear']} clear, {player['blue']} blue"
    yield text_element(_MARGIN, top + 44, hand)
    left, (across, down), in_line = grid
    for place, card in enumerate(player["cards"]):
        line, column = divmod(place, in_line)
        yield _small_card(card, left + across * column, top + 2 + down * line)
    if not player["cards"]:
        yield text_element(left, top + 34, "no cards", "faint")


def _standing(state: StateJson, number: int) -> tuple[str, str]:
    """Return the name of a seat with its status, and the CSS class of that text."""
    outcome, name = state["outcome"], f"Seat {number}"
    if outcome is not None:
        won = " \u2605 won" if number in outcome["winners"] else ""
        points = many(outcome["scores"][number], "point")
        return f"{name}: {points}{won}", "move" if won else ""
    if state["actor"] == number:
        return f"\u25b6 {name} to move", "move"
    return name if number in state["in_auction"] else f"{name}: has a card", ""


def _lines(state: StateJson, letters: int) -> Iterator[str]:
    """Yield supply, draw pile, discarded cards and legal actions as lines of text."""
    yield from wrapped("Supply: ", supply_parts(state), letters)
    if state["undealt"]:
        yield f"Undealt: {many(len(state['undealt']), 'card')}"
    if state["discarded"]:
        yield from wrapped("Discarded: ", state["discarded"], letters)
    if state["legal"] and state["phase"] == "bid":
        yield from wrapped("Allowed: ", state["legal"], letters)


def _card(text: str, left: int, top: int) -> str:
    """Draw a card on offer: value, color with shape and name, marker."""
    value, color, marker = _read(text)
    width, height = _CARD
    return (
        f'<g transform="translate({left} {top})">'
        f'<rect class="card" width="{width}" height="{height}" rx="9"/>'
        + _mark(color, 18, 18, 1)
        + text_element(30, 22, color or "no color", "" if color else "tiny faint")
        + text_element(width // 2, 76, value, "value", anchor="middle")
        + text_element(width - 9, height - 9, marker, "faint", anchor="end")
        + "</g>"
    )


def _small_card(text: str, left: int, top: int) -> str:
    """Draw a card in front of a seat."""
    value, color, marker = _read(text)
    width, height = _SMALL
    return (
        f'<g transform="translate({left} {top})">'
        f'<rect class="card" width="{width}" height="{height}" rx="6"/>'
        + _mark(color, 10, 10, 0.65)
        + text_element(width - 5, 15, marker, "tiny faint", anchor="end")
        + text_element(width // 2, 37, value, "small", anchor="middle")
        + text_element(width // 2, 50, color, "tiny", anchor="middle")
        + "</g>"
    )


def _read(card: str) -> tuple[str, str, str]:
    """Return value, color and marker of a card's text."""
    value, color, marker = read_card(card)
    return str(value).replace("-", "\u2212"), color, marker


def _mark(color: str, x: int, y: int, scale: float) -> str:
    shape = _SHAPES.get(color)
    place = f'transform="translate({x} {y}) scale({scale})"'
    return f'<g class="mark {color}" {place}>{shape}</g>' if shape else ""
