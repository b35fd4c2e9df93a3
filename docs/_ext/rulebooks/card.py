"""``.. rule-card:: smile``: the player aid, a line for each clause, to print on one sheet."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives

from fireflies._typing import override
from fireflies.rulebook import Rule

from . import books
from .base import BookDirective
from .books import Book
from .chart import Box, draw_chart, read_chart
from .counts import by_players
from .widgets import Part, box, bullets, heading, link, paragraph, span, table

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec

_ROW = re.compile(r"(?P<label>.+?)(?: \[(?P<clause>\S+)\])? = (?P<figures>.+)")
_REASON = re.compile("^.*: ", re.MULTILINE)


class Row(NamedTuple):
    """A row of a table by number of players."""

    label: str
    clause: str
    """The clause that the row links to; empty for none."""
    figures: str
    """The formulas of the figures, as ``counts.py`` describes them."""


class Block(NamedTuple):
    """A heading of the card, with its content."""

    title: str
    names: tuple[str, ...] = ()
    """Clauses; or parts of the game, for all their clauses that no block names."""
    rows: tuple[Row, ...] = ()
    chart: tuple[Box, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """The clauses that have a row in the table."""
        return tuple(row.clause for row in self.rows if row.clause)


class RuleCard(BookDirective):
    """Prints the player aid of a game from the lines ``short`` of its clauses.

    A line like ``Bidding: bidding turn bid.ties`` is a heading, and the clauses and parts of the
    game that stand below it. A heading alone has lines with more indentation below it: the rows of
    a table by number of players (``counts.py``), or a chart (``chart.py``). Names are written
    without that of the game. A clause that has a row in a table has no line of its own.

    ``:questions:`` names rulings to print below the card, or clauses, for all their rulings.
    ``:without:`` names the clauses that are left out, after a reason and a colon. The class
    ``rule-card-small`` saves paper; ``rule-card-two-sides`` fills both sides of a sheet.
    """

    has_content = True
    option_spec: ClassVar["OptionSpec | None"] = {
        "questions": directives.unchanged,
        "without": directives.unchanged,
        "class": directives.class_option,
    }

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the card."""
        book = self.open_book()
        rules = {rule.id.partition(".")[2]: rule for rule in book.book.rules.values()}
        blocks = list(_read(self.content))
        asked: list[str] = self.options.get("questions", "").split()
        without = self._without()
        placed = [name for block in blocks for name in (*block.names, *block.shown)]
        known = {*rules, *map(_part, rules)}
        for name in (*placed, *without, *(name for name in asked if name.count(".") == 1)):
            if name not in known:
                self.warn(books.unknown_rule(f"{book.game.name}.{name}", book.book.rules))
        excluded = {*without, *(name for name in placed if "." in name)}
        for name in rules:
            if name not in excluded and _part(name) not in placed:
                self.warn(f"no group of the card has {book.game.name}.{name}")
            if name in without and name in placed:
                self.warn(f"{book.game.name}.{name} is on the card and left out")
        made = [box("rule-group", *self._block(book, block, rules, excluded)) for block in blocks]
        kinds = " ".join(("rule-card", *self.options.get("class", ())))
        return [box(kinds, *made, *_questions(asked, rules.values()))]

    def _without(self) -> list[str]:
        """Return the clauses that are left out; warn when no reason stands before them."""
        given: str = self.options.get("without", "").strip()
        if given and ": " not in given.partition("\n")[0]:
            self.warn("a clause is left out of the card for no reason")
        return _REASON.sub("", given).split()

    def _block(
        self, book: Book, block: Block, rules: dict[str, Rule], excluded: set[str]
    ) -> Iterator[nodes.Node]:
        """Yield a heading and its content."""
        yield heading(block.title, 2)
        if block.rows:
            yield self._table(book, block.rows)
        yield from draw_chart(book.game.name, block.chart)
        lines = [
            [link("rule", rule.id, span(rule.short or rule.title, kind="rule-title"))]
            for name in block.names
            for found, rule in rules.items()
            if found == name or (_part(found) == name and found not in excluded)
        ]
        if lines:
            yield bullets(lines, kind="rule-lines")

    def _table(self, book: Book, rows: Sequence[Row]) -> nodes.table:
        """Return a table by number of players; equal figures are joined."""
        made = table(["Players", *map(str, book.game.seats)], [], "rule-counts")
        (body,) = made.findall(nodes.tbody)
        for row in rows:
            label: Part = row.label
            if row.clause:
                target = f"{book.game.name}.{row.clause}"
                label = link("rule", target, span(row.label, kind="rule-title"))
            try:
                figures = by_players(book.game, row.figures)
            except (LookupError, ValueError) as error:
                self.warn(f"{row.figures}: {error!r}")
                continue
            body += nodes.row("", _cell(label), *_joined(figures))
        return made


def _part(name: str) -> str:
    """Return the part of the game that a clause belongs to."""
    return name.partition(".")[0]


def _read(lines: Iterable[str]) -> Iterator[Block]:
    """Read the lines of the directive."""
    text = "\n".join(lines)
    for given in re.split(r"\n+(?=\S)", text.strip()):
        first, *inner = [line for line in given.splitlines() if line.strip()]
        title, _, names = first.rpartition(":")
        rows = [_ROW.fullmatch(line.strip()) for line in inner]
        yield Block(
            title.strip(),
            tuple(names.split()),
            tuple(Row(**row.groupdict(default="")) for row in rows if row is not None),
            read_chart([line for line, row in zip(inner, rows, strict=True) if row is None]),
        )


def _cell(*parts: Part, columns: int = 1) -> nodes.entry:
    """Return a cell with this width in columns."""
    wide = {"morecols": columns - 1} if columns > 1 else {}
    return nodes.entry("", paragraph(*parts), **wide)


def _joined(figures: Iterable[str]) -> Iterator[nodes.entry]:
    """Yield the cells of a row, one for all neighbors that are equal."""
    for figure, equal in groupby(figures):
        yield _cell(figure, columns=len(list(equal)))


def _questions(asked: Sequence[str], rules: Iterable[Rule]) -> Iterator[nodes.Node]:
    """Yield the rulings with these ids, or of clauses with these ids."""
    lines = [
        paragraph(
            link("ruling", ruling.id, span(ruling.question, kind="rule-title")),
            " ",
            span(ruling.answer, kind="rule-answer"),
            kind="rule-asked",
        )
        for rule in rules
        for ruling in rule.rulings
        if {rule.id.partition(".")[2], ruling.id.partition(".")[2]} & {*asked}
    ]
    if lines:
        yield box("rule-group rule-questions", heading("Questions", 2), *lines)
