"""``.. trace-matrix:: smile``: every clause with all its evidence."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from docutils import nodes

from fireflies._typing import override
from fireflies.rulebook import Citation, Rule, Rulebook

from . import evidence
from .base import BookDirective
from .books import Book
from .clause import path
from .domain import Entry
from .evidence import Figures, Place
from .widgets import Line, box, bullets, code, count, fold_of, link, paragraph, rule_link, strong

_KINDS: Final = {
    "setup": (
        "how the game begins",
        "options that are accepted, and options that are refused or a start that differs",
    ),
    "choice": (
        "what a player may do",
        "an action that is accepted, and one that is refused with this rule",
    ),
    "effect": ("what happens", "a case in which it happens, and the nearest in which it must not"),
    "limit": (
        "what a common mistake gets wrong",
        "a case that comes out otherwise with that mistake",
    ),
    "secrecy": (
        "who may see what",
        "two states that look the same to a seat, and two that must not",
    ),
}
"""For each kind of rule, the content and the proof of its clauses."""

_DIGITS: Final = 12
"""How much of a SHA-256 is shown: enough to compare by eye."""


class TraceMatrix(BookDirective):
    """Prints the kinds of rules, and a line for each clause that opens to all its evidence."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the kinds, and the clauses in the order of play."""
        book = self.open_book()
        self.note_evidence_files(book)
        figures = self.figures()
        return [self._kinds(book), *(self._row(book, it, figures) for it in _rules(book))]

    def _kinds(self, book: Book) -> nodes.Node:
        """Return the list of kinds, each with an anchor."""
        used = {rule.kind for rule in _rules(book)}
        items = []
        for kind, (says, proof) in _KINDS.items():
            if kind in used:
                anchor = self._register("kind", f"{book.game.name}.{kind}", f"kind-{kind}", says)
                line = paragraph(strong(kind), f": {says}. Proved by {proof}.")
                items.append(nodes.list_item("", line, ids=[anchor]))
        return nodes.bullet_list("", *items)

    def _register(self, kind: str, name: str, anchor: str, title: str) -> str:
        """Register an object of this page; return its anchor."""
        entry = Entry(self.env.current_document.docname, anchor, title)
        self.domain.register(kind, name, entry, self.get_location())
        return anchor

    def _row(
        self, book: Book, rule: Rule, figures: Mapping[str, Figures] | None
    ) -> nodes.container:
        """Return the line of a clause, with its evidence folded."""
        tests, cases = self.tests().get(rule.id, ()), evidence.cases(book, rule.id)
        places = evidence.places(book.package, book.game.clauses)[rule.id]
        counts = (
            f"in print {count(len(rule.citations), 'time')}" if rule.citations else "not in print",
            *_counted(
                (len(rule.rulings), "ruling"),
                (len(tests), "test"),
                (len(cases), "case"),
                (len(places), "line of code"),
            ),
            _met(rule, figures),
        )
        fold = fold_of(
            f"{rule.id} ({rule.kind}): {', '.join(counts)}",
            # A browser opens the fold for a link to what is in it.
            nodes.target("", "", ids=[self._register("trace", rule.id, f"trace-{rule.id}", "")]),
            paragraph(rule_link(rule.id, rule.title)),
            *_labeled("In print", (_citation(each, book.book) for each in rule.citations)),
            *_labeled("Decided in", map(_place, places)),
            *_labeled(
                "Proved by", ([code(f"{it.file}::{it.name}"), f", line {it.line}"] for it in tests)
            ),
            *_labeled("Conformance cases", ([code(it.id), f": {it.says}"] for it in cases)),
        )
        return box("rule-trace", fold)


def _rules(book: Book) -> Iterable[Rule]:
    return book.book.rules.values()


def _counted(*numbers: tuple[int, str]) -> Iterator[str]:
    """Yield the numbers that are not 0, each with its noun."""
    for number, noun in numbers:
        if number:
            yield count(number, noun).replace("line of codes", "lines of code")


def _labeled(label: str, items: Iterable[Line]) -> list[nodes.Node]:
    """Return a list with a label; nothing when the list is empty."""
    listed = [*items]
    return [paragraph(label, kind="rule-label"), bullets(listed, "rule-list")] if listed else []


def _citation(citation: Citation, book: Rulebook) -> Line:
    """Return a citation as text, with its fingerprint."""
    words, digest = citation.fingerprint
    place = f"{path(citation.section)}, paragraph {citation.paragraph}"
    mark = code(f"{digest[:_DIGITS]}…")
    return [f"{book.sources[citation.source].title}: {place}; {count(words, 'word')}, ", mark]


def _place(place: Place) -> Line:
    """Return a place in the code, with a link to the line."""
    shown = code(f"{place.module}.{place.scope}".rstrip("."))
    return [link("line", f"{place.module}:{place.line}", shown), f", line {place.line}"]


def _met(rule: Rule, figures: Mapping[str, Figures] | None) -> str:
    """Return the counts of a run of the tests as text."""
    if figures is None:
        return "not run"
    found = figures.get(rule.id, Figures(0, {}))
    counted = {"proof": found.proofs, **found.met}
    met = ", ".join(f"{way}\xa0{number}" for way, number in counted.items() if number)
    return f"met: {met or 'never'}"
