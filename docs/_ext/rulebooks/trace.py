"""``.. trace-matrix:: smile``: every clause, and what stands behind it, in one table."""

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
    """A line for each clause."""

    @override
    def made(self) -> list[nodes.Node]:
        """Return the table; there is a column of conformance cases when there are any."""
        book = self.opened()
        self.depends_on_evidence(book)
        figures, rules = self.figures(), book.book.rules.values()
        cases = {rule.id: evidence.cases(book, rule.id) for rule in rules}
        has_cases = ["cases"] if any(cases.values()) else []
        heads = ["clause", "kind", "in print", "rulings", "tests", *has_cases, "code", "met"]
        rows = [
            [
                *self._held(book, rule),
                *([str(len(cases[rule.id]) or "")] if has_cases else []),
                _code(evidence.places(book.package, book.game.clauses)[rule.id]),
                _met(rule, figures),
            ]
            for rule in rules
        ]
        return [table(heads, rows, "rule-trace")]

    def _held(self, book: Book, rule: Rule) -> Line:
        """Return the clause, its kind, and how many citations, rulings and tests it has."""
        cited = dict.fromkeys(book.book.texts, 0)
        for citation in rule.citations:
            cited[citation.source] += 1
        return [
            rule_link(rule.id),
            rule.kind,
            ", ".join(f"{source}\xa0{often}" for source, often in cited.items() if often),
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
    """Return what a run of the tests has counted."""
    if figures is None:
        return "not run"
    found = figures.get(rule.id, Figures(0, {}))
    counted = {"proof": found.proofs, **found.met}
    return ", ".join(f"{what}\xa0{often}" for what, often in counted.items() if often) or "never"
