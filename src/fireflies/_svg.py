"""Elements of SVG documents: texts, panels of text in rows, and the frame of a document."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

MARGIN: Final = 12
GAP: Final = 10
LINE: Final = 27
"""The distance between two lines of text."""
LETTER: Final = 11
"""The width of a letter in a line, at most."""
NOBODY: Final = -1
"""Stands for the seat in a panel that belongs to no seat."""

_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def text_element(x: int, y: int, words: str, style: str = "", anchor: str = "start") -> str:
    """Return a text element with these words; an empty string without words.

    ``style`` is a CSS class, ``anchor`` a value of SVG's ``text-anchor``.
    """
    if not words:
        return ""
    classes = f' class="{style}"' if style else ""
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}"{classes}{anchored}>{escaped(words)}</text>'


def escaped(text: str) -> str:
    """Return a text with XML's special characters escaped."""
    return text.translate(_ESCAPES)


def document(
    style: tuple[str, str], title: str, description: str, size: tuple[int, int], parts: str
) -> str:
    """Return an SVG document that scales to the space that it gets.

    ``style`` is its CSS class and the rules of the style sheet.
    """
    (name, rules), (width, height) = style, size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" role="img"'
        f' viewBox="0 0 {width} {height}" width="100%" style="max-width:{width}px"'
        f' aria-label="{escaped(title)}">'
        f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc>"
        f"<style>{rules}</style>"
        f'<rect class="ground" width="{width}" height="{height}" rx="12"/>{parts}</svg>'
    )


def allowed(actor: object, legal: Sequence[object] | None) -> list[str]:
    """Return a line with the legal actions, grouped by their first word; none without any.

    ``actor`` is that of a view, and ``legal`` are its legal actions.
    """
    groups: dict[str, list[str]] = {}
    if isinstance(actor, int):
        for action in legal or ():
            word, _, rest = str(action).partition(" ")
            groups.setdefault(word, []).append(rest)
    told = [f"{word} {', '.join(rest)}".strip() for word, rest in groups.items()]
    return [f"Seat {actor} can: {'; '.join(told)}."] if told else []


class Panel(NamedTuple):
    """Some lines of text in a frame, with the token of a seat before the first of them."""

    lines: Sequence[str]
    seat: int = NOBODY
    is_marked: bool = False
    """True when it is the turn of the seat, or the seat has won."""
    style: str = "paper"
    """The CSS class of the frame."""


def flow(panels: Sequence[Panel], least: int, inside: int, top: int) -> tuple[list[str], int]:
    """Draw panels of equal width in rows; return them, and the y coordinate below the last row."""
    drawn: list[str] = []
    columns = max(1, min(len(panels), (inside + GAP) // (least + GAP)))
    width = (inside + GAP) // columns - GAP
    for first in range(0, len(panels), columns):
        row = panels[first : first + columns]
        height = max(len(panel.lines) for panel in row) * LINE + GAP
        for column, panel in enumerate(row):
            left = MARGIN + column * (width + GAP)
            place = f'transform="translate({left} {top})"'
            drawn.append(f"<g {place}>{''.join(_framed(panel, width, height))}</g>")
        top += height + GAP
    return drawn, top


def _framed(panel: Panel, width: int, height: int) -> Iterator[str]:
    """Draw a panel at the origin."""
    yield f'<rect class="{panel.style}" width="{width}" height="{height}" rx="8"/>'
    if panel.is_marked:
        yield f'<rect class="chosen" width="{width}" height="{height}" rx="8"/>'
    indent = GAP
    if panel.seat != NOBODY:
        yield token(GAP + 14, 19, panel.seat)
        indent += 34
    for number, line in enumerate(panel.lines):
        yield text_element(
            GAP if number else indent, 25 + LINE * number, line, "" if number else "bold"
        )


def token(x: int, y: int, seat: int, radius: int = 12) -> str:
    """Draw a round token with the number of a seat."""
    circle = f'<circle class="seat seat{seat}" cx="{x}" cy="{y}" r="{radius}"/>'
    return circle + digit(x, y, seat)


def digit(x: int, y: int, seat: int | None) -> str:
    """Draw the number of a seat on one of its pieces."""
    return text_element(x, y + 6, f"{seat}", f"on on{seat}", anchor="middle")
