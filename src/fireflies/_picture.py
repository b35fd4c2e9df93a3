"""A picture of a table while it is drawn: its parts by key, and what differs from another position.

A game draws the parts from top to bottom. For each part that may change, it gives a key and a
description. So any two pictures can be compared: parts whose descriptions differ get a ring, and
the words that differ in a text are underlined.

A partial picture shows what an action is about: what differs from the other position, what the
action names, and what is needed to understand it.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple, TypeVar

from fireflies._svg import (
    FONT_SIZE,
    GAP,
    LARGE,
    LINE,
    MARGIN,
    badge,
    document,
    escaped,
    in_lines,
    placed,
    raw_text_element,
    text_element,
    thing,
    token,
    width_of,
)
from fireflies._texts import GLUE
from fireflies.contract import with_names

TIGHT: Final = 7
"""The space between panels that are packed."""
CLOSE: Final = 24
"""The distance between two lines of text in them."""
_BADGE: Final = 31
"""The space for a badge."""
NOBODY: Final = -1
"""Stands for the seat in a panel that belongs to no seat."""

_V = TypeVar("_V")
NOTHING_NAMED: Final[Mapping[str, str]] = {}


_NARROW: Final = 36
"""The greatest width of a part whose mark of a change is small."""


class Badge(NamedTuple):
    """A figure in a frame."""

    shape: str
    """One of :data:`fireflies._svg.BADGES`."""
    name: str
    """The thing counted."""
    figure: str


class Panel(NamedTuple):
    """A frame with lines of text, and the token of a seat before the first line."""

    key: str
    """The name of the content, the same in all pictures of one table."""
    lines: Sequence[str]
    seat: int = NOBODY
    status: str = ""
    """A text at the end of the first line, which is not compared: whose turn it is."""
    mark: str = ""
    """The CSS class of a second frame: ``turn`` for a seat in turn, ``can`` for a choice."""
    style: str = "paper"
    """The CSS class of the frame."""
    name: str = ""
    """The name of what it shows, as actions and the details of a view have it."""
    is_needed: bool = False
    """True when every partial picture has it."""
    told: str = ""
    """The text for a pointer over it."""
    named: Mapping[str, str] = NOTHING_NAMED
    """The names of things that have a line of their own, by the line."""
    badges: Sequence[Badge] = ()
    """Figures before the text of a line."""
    badged: int = 0
    """The number of that line."""

    @property
    def words(self) -> str:
        """The text that is compared, with everything that it tells."""
        return " ".join([*self.lines, *(f"{it.name} {it.figure}" for it in self.badges)])

    @property
    def indent(self) -> int:
        """The space that the badges take."""
        return _BADGE * len(self.badges)

    @property
    def width(self) -> int:
        """The width of its longest line, with the space around it."""
        lines = [
            width_of(line, bold=not it) + self.indent * (it == self.badged)
            for it, line in enumerate(self.lines)
        ]
        return max(lines) + 2 * GAP


def units(width: int | None, usual: int) -> int:
    """Return the width of a picture for a place of so many CSS pixels, in the picture's units.

    The letters of a text then have 14 pixels. Without a place it is the usual width.
    """
    return usual if width is None else width * FONT_SIZE // 14


class Picture:
    """A picture while it is drawn, from top to bottom."""

    def __init__(
        self,
        width: int,
        about: str | None = None,
        names: Sequence[str] = (),
        place: int | None = None,
    ) -> None:
        """Begin a picture of this width.

        With ``about``, the text of an action, it is a partial picture. ``names`` are those of the
        seats. A game puts them into its texts by :meth:`named`; keys have the numbers of seats.
        ``place`` is the width of the place for the picture in CSS pixels, if that is known.
        """
        self.width: Final = width
        self.names: Final = names
        self.place: Final = place
        self.left: int = MARGIN
        """The point at which a line begins."""
        self.inside: int = width - 2 * MARGIN
        """The width of a line."""
        self.height: int = MARGIN
        self._bottom: int = 0  # of columns
        self.facts: Final[dict[str, str]] = {}
        """The description of each part, by key; also of parts that are left out."""
        self.is_whole: Final = about is None
        self._other: Mapping[str, str] | None = None  # the facts of the picture to compare with
        said = about or ""
        self._mentioned: Final = {*said.split(), said.partition(" ")[2]} - {""}
        self._shown: Final[dict[str, None]] = {}
        self._parts: Final[list[str]] = []

    @contextmanager
    def column(self, left: int, inside: int) -> Generator[None]:
        """Draw in a column within this context; what follows begins where the column began."""
        before = self.left, self.inside, self.height
        self.left, self.inside = left, inside
        yield
        self._bottom = max(self._bottom, self.height)
        self.left, self.inside, self.height = before

    def below(self) -> None:
        """Go on below all columns."""
        self.height = max(self.height, self._bottom)

    def fill(self, drawer: Callable[["Picture", _V], None], view: _V, other: _V | None) -> None:
        """Draw a view by a function; mark what differs from another view, if it is given."""
        if other is not None:
            about = None if self.is_whole else ""
            compared = Picture(self.width, about, self.names, self.place)
            drawer(compared, other)
            self._other = compared.facts
        drawer(self, view)

    @property
    def is_partial_comparison(self) -> bool:
        """True for a partial picture that is shown beside the one that it is compared with."""
        return not self.is_whole and self._other is not None

    def named(self, text: str) -> str:
        """Return a text with names in place of seats."""
        return with_names(text, self.names)

    def add_fact(self, key: str, words: str, *, name: str = "", is_needed: bool = False) -> bool:
        """Record the description of a part; return whether the picture has the part.

        ``name`` is the name under which an action mentions it.
        """
        self.facts[key] = words
        is_shown = self.is_whole or is_needed or name in self._mentioned or self._differs(key)
        if is_shown:
            self._shown[key] = None
        return is_shown

    def add_unlisted_fact(self, key: str, words: str) -> bool:
        """Record the description of a part; return whether it differs or the picture is whole.

        Unlike :meth:`add_fact`, this does not list the part in the description of the document.
        """
        self.facts[key] = words
        return self.is_whole or self._differs(key)

    def ring(self, key: str, box: tuple[int, int, int, int], outset: int = 3) -> str:
        """Return a ring around a box, given by left, top, width and height; empty if unchanged."""
        if not self._differs(key):
            return ""
        left, top, width, height = box
        told = "Changed"
        if self.is_whole:  # the other picture, of an earlier position, is not shown beside it
            told += f"; before: {(self._other or {}).get(key) or 'nothing'}"
        star = f"M{width - 5} 0h10m-7.5-4.3 5 8.6m0-8.6-5 8.6"
        radius = 9 if width > _NARROW else 6  # of what is narrow, the neighbor begins there
        return placed(
            left,
            top,
            f"<title>{escaped(told)}</title>"
            f'<rect class="changed" x="{-outset}" y="{-outset}" width="{width + 2 * outset}"'
            f' height="{height + 2 * outset}" rx="9"/>'
            f'<circle class="tag" cx="{width}" r="{radius}"/>'
            f'<path class="star" d="{star}"/>',
        )

    def part(self, key: str, words: str, box: tuple[int, int, int, int], outset: int = 3) -> None:
        """Record the description of a drawn part, and add a ring around its box if it differs."""
        self.add_fact(key, words, is_needed=True)
        self.draw(self.ring(key, box, outset))

    def draw(self, part: str) -> None:
        """Add elements."""
        self._parts.append(part)

    @contextmanager
    def thing(self, name: str) -> Generator[None]:
        """Group what is drawn within this context: it shows the thing with this name."""
        begun = len(self._parts)
        yield
        self._parts[begun:] = [thing(name, "".join(self._parts[begun:]))]

    def headline(self, text: str, names: Iterable[str] = ()) -> None:
        """Add a headline about the next decision, which is not compared.

        A partial picture also has the parts that the headline names, as ``names`` or by its words.
        """
        self._mentioned.update(text.split(), names)
        for line in in_lines(text, self.inside, LARGE, bold=True):
            self.draw(text_element(self.left, self.height + 24, line, "head"))
            self.height += LINE
        self.height += GAP

    def write(self, key: str, text: str, style: str = "", *, is_needed: bool = False) -> None:
        """Add a paragraph in which the words that differ are underlined."""
        if not self.add_fact(key, text, is_needed=is_needed):
            return
        for line in self._compared(key, in_lines(text, self.inside, bold=style == "bold")):
            self.draw(raw_text_element(self.left, self.height + 22, line, style))
            self.height += LINE
        self.height += GAP

    def list_actions(self, lines: Iterable[str]) -> None:
        """Add a paragraph about legal actions, unless the place is known: it then has a menu."""
        for line in lines if self.place is None else ():
            self.note(self.named(line))

    def note(self, text: str) -> None:
        """Add a paragraph that is not about the position: not compared, only in whole pictures."""
        if self.is_whole:
            for line in in_lines(text, self.inside):
                self.draw(text_element(self.left, self.height + 22, line, "faint"))
                self.height += LINE
            self.height += GAP

    def add(self, panels: Sequence[Panel], least: int) -> None:
        """Add panels of equal width in rows: as many in a row as fit with a width of ``least``."""
        panels = self._kept(panels)
        columns = max(1, min(len(panels), (self.inside + GAP) // (least + GAP)))
        width = (self.inside + GAP) // columns - GAP
        for first in range(0, len(panels), columns):
            row = panels[first : first + columns]
            self._add_row([(panel, width) for panel in row], LINE, GAP)

    def pack(self, panels: Iterable[Panel], least: int = 0) -> None:
        """Add panels in rows, each as wide as its lines or ``least``: as many in a row as fit.

        The panels of all rows but the last share the space that is left.
        """
        row: list[tuple[Panel, int]] = []
        for panel in self._kept(panels):
            width = min(self.inside, max(least, panel.width))
            left = self.inside - sum(broad + TIGHT for _, broad in row)
            if row and width > left:
                more, rest = divmod(left + TIGHT, len(row))
                wide = [broad + more + (place < rest) for place, (_, broad) in enumerate(row)]
                self._add_row([*zip((it for it, _ in row), wide, strict=True)], CLOSE, TIGHT)
                row = []
            row.append((panel, width))
        if row:
            self._add_row(row, CLOSE, TIGHT)

    def has_row(self, panels: Iterable[Panel]) -> bool:
        """Return whether panels have room beside each other in one row of :meth:`pack`."""
        return sum(it.width + TIGHT for it in panels) <= self.inside + TIGHT

    def _kept(self, panels: Iterable[Panel]) -> list[Panel]:
        """Record the descriptions of panels; return those that the picture has."""
        return [
            it
            for it in panels
            if self.add_fact(it.key, it.words, name=it.name, is_needed=it.is_needed)
        ]

    def _add_row(self, row: Sequence[tuple[Panel, int]], line: int, gap: int) -> None:
        """Add panels of these widths in a row, with a gap between them and after them.

        ``line`` is the distance between two lines of text.
        """
        height = max(len(panel.lines) for panel, _ in row) * line + GAP
        left = self.left
        for panel, width in row:
            with self.thing(panel.name):
                for part in self._framed(panel, width, height, line):
                    self.draw(placed(left, self.height, part))
                self.draw(self.ring(panel.key, (left, self.height, width, height)))
            left += width + gap
        self.height += height + gap

    def finish(self, style: tuple[str, str], title: str, described: str) -> str:
        """Return the document; ``described`` is its description unless the picture is partial."""
        changed = [key for key in self._shown if self._differs(key)]
        if self.is_whole:
            told = [self.named(f"Changed: {', '.join(changed)}")] if changed else []
            text = ".\n".join([*told, described])
        else:
            kept = [*self._shown] if self._other is None else changed
            text = ". ".join(f"{self.named(key)}: {self.facts[key]}" for key in kept)
        size = (self.width, self.height + MARGIN)
        return document(style, title, text.replace(GLUE, " "), size, "".join(self._parts))

    def _differs(self, key: str) -> bool:
        return self._other is not None and self._other.get(key) != self.facts[key]

    def _framed(self, panel: Panel, width: int, height: int, line: int) -> Iterator[str]:
        """Yield the SVG of a panel at the origin, in two parts when the panel belongs to a seat.

        The first part is the frame with the first line, the second has all other lines.
        """
        drawn = f"<title>{escaped(panel.told)}</title>" if panel.told else ""
        drawn += f'<rect class="{panel.style}" width="{width}" height="{height}" rx="8"/>'
        if panel.mark:
            inner = f'width="{width - 4}" height="{height - 4}" rx="7"'
            drawn += f'<rect class="{panel.mark}" x="2" y="2" {inner}/>'
        first, *others = self._compared(panel.key, panel.lines)
        indent, base = GAP, line - 2
        if panel.seat != NOBODY:
            drawn += token(GAP + 14, base - 6, panel.seat)
            indent += 34
        drawn += raw_text_element(indent, base, first + escaped(panel.status), "bold")
        if panel.seat != NOBODY:
            yield drawn
            drawn = ""
        for number, words in enumerate(others, 1):
            name, below = panel.named.get(panel.lines[number], ""), base + line * number
            indent = GAP + panel.indent * (number == panel.badged)
            drawn += thing(name, raw_text_element(indent, below, words))
        for place, (shape, _, figure) in enumerate(panel.badges):
            x, y = GAP + _BADGE * place + _BADGE // 2 - 2, base + line * panel.badged - 7
            drawn += badge(x, y, shape, figure)
        yield drawn

    def _compared(self, key: str, lines: Sequence[str]) -> list[str]:
        """Return lines as SVG, with the words underlined that differ from the other picture."""
        old = "" if self._other is None else self._other.get(key, "")
        if not old or not self._differs(key):
            return [*map(escaped, lines)]
        words = [word for line in lines for word in line.split()]
        matcher = SequenceMatcher(a=old.split(), b=words, autojunk=False)
        same = {
            place + step
            for _, place, length in matcher.get_matching_blocks()
            for step in range(length)
        }
        places = iter(range(len(words)))
        return [" ".join(_underlined(line.split(), places, same)) for line in lines]


def _underlined(words: Sequence[str], places: Iterator[int], same: set[int]) -> Iterator[str]:
    """Yield words as SVG. ``same`` has the places of unchanged words; others are underlined."""
    marked = [(escaped(word), place in same) for word, place in zip(words, places, strict=False)]
    for is_same, group in groupby(marked, key=itemgetter(1)):
        shown = " ".join(word for word, _ in group)
        yield shown if is_same else f'<tspan class="new">{shown}</tspan>'
