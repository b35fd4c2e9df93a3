"""``.. trace-matrix:: smile``: a table of all clauses with their evidence."""

from collections.abc import Mapping

from docutils import nodes

from fireflies._typing import override
from fireflies.rulebook import Rule

from . import evidence
from .base import BookDirective
from .books import Book
from .evidence import Figures, Place
from .widgets import Line, link, rule_link, span, table


class TraceMatrix(BookDirective):
    """Prints the table, one row for each clause."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the table; it has a column of conformance cases if the game has any."""
        book = self.open_book()
        self.note_evidence_files(book)
        figures, rules = self.figures(), book.book.rules.values()
        cases = {rule.id: evidence.cases(book, rule.id) for rule in rules}
        has_cases = ["cases"] if any(cases.values()) else []
        heads = ["clause", "kind", "in print", "rulings", "tests", *has_cases, "code", "met"]
        rows = [
            [
                *self._first_cells(book, rule),
                *([str(len(cases[rule.id]) or "")] if has_cases else []),
                _code(evidence.places(book.package, book.game.clauses)[rule.id]),
                _met(rule, figures),
            ]
            for rule in rules
        ]
        return [table(heads, rows, "rule-trace")]

    def _first_cells(self, book: Book, rule: Rule) -> Line:
        """Return the clause, its kind, and the numbers of its citations, rulings and tests."""
        cited = dict.fromkeys(book.book.texts, 0)
        for citation in rule.citations:
            cited[citation.source] += 1
        return [
            rule_link(rule.id),
            rule.kind,
            ", ".join(f"{source}\xa0{number}" for source, number in cited.items() if number),
            str(len(rule.rulings) or ""),
            str(len(self.tests().get(rule.id, ())) or ""),
        ]


def _code(places: tuple[Place, ...]) -> nodes.Node:
    """Return links to the lines of the code."""
    parts: Line = []
    for place in places:
        shown = span(f"{place.module.rpartition('.')[2]}:{place.line}", kind="rule-line")
        parts += [", "] * bool(parts) + [link("line", f"{place.module}:{place.line}", shown)]
    return span(*parts, kind="rule-lines")


def _met(rule: Rule, figures: Mapping[str, Figures] | None) -> str:
    """Return the counts of a run of the tests as text."""
    if figures is None:
        return "not run"
    found = figures.get(rule.id, Figures(0, {}))
    counted = {"proof": found.proofs, **found.met}
    return ", ".join(f"{way}\xa0{number}" for way, number in counted.items() if number) or "never"
