"""``.. rule:: smile.bid.lowest-card``: one clause, with its rulings, examples and evidence."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from fireflies._typing import override
from fireflies.rulebook import Citation, Rule, Rulebook, Ruling, Source

from . import books, evidence
from .base import BookDirective
from .books import Book
from .domain import Entry
from .evidence import Place, Test
from .play import Scene
from .widgets import (
    Line,
    box,
    bullets,
    code,
    count,
    fold_of,
    heading,
    link,
    paragraph,
    rule_link,
    span,
    strong,
)

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec


class RuleDirective(BookDirective):
    """Describes a clause; ``:open:`` shows its first example unfolded."""

    option_spec: ClassVar["OptionSpec | None"] = {"open": directives.flag}

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the block of the clause."""
        clause: str = self.arguments[0]
        found = books.find_clause(clause)
        if found is None:
            book = books.book_of_clause(clause)
            known = self.domain.rules if book is None else book.book.rules
            self.warn(books.unknown_rule(clause, known))
            return []
        book, rule = found
        self.note_book_files(book)
        self.note_evidence_files(book)
        return [self._register("rule", rule.id, rule.title, box("rule", *self._parts(book, rule)))]

    def _register(self, kind: str, name: str, title: str, block: nodes.Element) -> nodes.Element:
        """Register an object, and return its block; the first one gets the anchor."""
        entry = Entry(self.env.current_document.docname, name, title)
        if self.domain.register(kind, name, entry, self.get_location()):
            block["ids"].append(name)
            # A label too, so that projects without our domain can link to it with :ref:.
            block["names"].append(name)
            self.state.document.note_explicit_target(block)
        return block

    def _parts(self, book: Book, rule: Rule) -> Iterator[nodes.Node]:
        """Yield all parts of a clause, the most important first."""
        yield heading(rule.title)
        yield _id_line(rule)
        yield paragraph(rule.text)
        if rule.ours:
            yield paragraph(strong("In fireflies: "), rule.ours, kind="rule-ours")
        yield _print_line(rule)
        yield from _precedence(rule, book.book)
        for each in rule.rulings:
            yield self._register("ruling", each.id, each.question, ruling_box(each, book.book))
        yield from self._examples(book, rule)
        yield self._evidence(book, rule)
        cases: list[Line] = [
            [code(each.id), f": {each.says}"] for each in evidence.cases(book, rule.id)
        ]
        if cases:
            yield fold_of(count(len(cases), "conformance case"), bullets(cases, "rule-list"))

    def _examples(self, book: Book, rule: Rule) -> Iterator[nodes.Node]:
        """Yield the examples as pictures."""
        for number, example in enumerate(rule.examples, 1):
            try:
                scene = Scene(book, example).parts()
            except ValueError as error:
                self.warn(f"example {number} of {rule.id}: {error}")
                continue
            unfolded = number == 1 and "open" in self.options
            yield fold_of(f"Example: {example.says}", *scene, unfolded=unfolded)

    def _evidence(self, book: Book, rule: Rule) -> nodes.Node:
        """Return the citations, and the places in code and tests."""
        places = evidence.places(book.package, book.game.clauses)[rule.id]
        tests = self.tests().get(rule.id, ())
        counts = (
            f"in print {count(len(rule.citations), 'time')}" if rule.citations else "not in print",
            f"decided in {count(len(places), 'place')}" if places else "",
            f"proved by {count(len(tests), 'test')}" if tests else "",
        )
        parts = [
            *_labeled("In print", [_format_citation(each, book.book) for each in rule.citations]),
            *_labeled("Decided in", [_format_place(each) for each in places]),
            *_labeled("Proved by", [_format_test(each) for each in tests]),
        ]
        summary = ", ".join(filter(None, counts))
        return fold_of(summary[:1].upper() + summary[1:], *parts)


def _id_line(rule: Rule) -> nodes.paragraph:
    """Return the id as a link, the kind, and a badge for a clause without a citation."""
    permanent = nodes.reference("", "", code(rule.id), refid=rule.id, internal=True)
    badge: Line = [] if rule.citations else [" ", span("our reading", kind="rule-badge")]
    return paragraph(permanent, " ", span(rule.kind, kind="rule-kind"), *badge, kind="rule-name")


def _print_line(rule: Rule) -> nodes.paragraph:
    """Return the sections of the first source in which the clause is printed."""
    if not rule.citations:
        return paragraph("Not in print: this follows from the ruling.", kind="rule-place")
    source = rule.citations[0].source
    same = [_path(each.section) for each in rule.citations if each.source == source]
    return paragraph(f"In print: {source}, {'; '.join(dict.fromkeys(same))}.", kind="rule-place")


def _path(section: tuple[str, ...]) -> str:
    """Return the headings above a place as text, outermost first."""
    return " › ".join(section) or "at the beginning"  # noqa: RUF001 - a path


def _precedence(rule: Rule, book: Rulebook) -> Iterator[nodes.Node]:
    """Yield the clauses that this one overrides, and those that override it."""
    weaker = [book.rules[other] for other in rule.supersedes]
    stronger = [other for other in book.rules.values() if rule.id in other.supersedes]
    for words, others in (("Overrides: ", weaker), ("Overridden by: ", stronger)):
        links = [part for other in others for part in ("; ", rule_link(other.id, other.title))]
        if links:
            yield paragraph(words, *links[1:], kind="rule-order")


def ruling_box(ruling: Ruling, book: Rulebook) -> nodes.container:
    """Return the block of a ruling: question, answer, reason, other readings, reports."""
    asked = link("ruling", ruling.id, span(ruling.question, kind="rule-title"))
    block = box(
        "rule-ruling",
        paragraph(asked, " ", span("our reading", kind="rule-badge"), kind="rule-question"),
        paragraph(ruling.answer),
        paragraph(strong("Why: "), ruling.why, kind="rule-why"),
    )
    if ruling.others:
        block += paragraph(strong("Other readings: "), ruling.others, kind="rule-why")
    if ruling.sources:
        links = [part for key in ruling.sources for part in ("; ", report_link(book.sources[key]))]
        block += paragraph(strong("Reported by: "), *links[1:], kind="rule-why")
    return block


def report_link(source: Source) -> nodes.reference:
    """Return a link to a report: author and date."""
    shown = ", ".join(filter(None, (source.author, source.date)))
    return nodes.reference("", shown, refuri=source.address, internal=False)


def _labeled(label: str, items: list[Line]) -> list[nodes.Node]:
    """Return a list with a label; nothing when the list is empty."""
    return [paragraph(label, kind="rule-label"), bullets(items, "rule-list")] if items else []


def _format_citation(citation: Citation, book: Rulebook) -> Line:
    """Return a citation as text."""
    path = f"{_path(citation.section)}, paragraph {citation.paragraph}"
    return [f"{book.sources[citation.source].title}: {path}"]


def _format_place(place: Place) -> Line:
    """Return a place in the code, with a link to the line."""
    shown = code(f"{place.module}.{place.scope}".rstrip("."))
    return [link("line", f"{place.module}:{place.line}", shown), f", line {place.line}"]


def _format_test(test: Test) -> Line:
    """Return a test as text."""
    return [code(f"{test.file}::{test.name}"), f", line {test.line}"]
