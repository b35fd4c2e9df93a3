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
    folded,
    heading,
    link,
    para,
    rule_link,
    span,
    strong,
)

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec


class RuleDirective(BookDirective):
    """Describe a clause; ``:open:`` shows its first example unfolded."""

    option_spec: ClassVar["OptionSpec | None"] = {"open": directives.flag}

    @override
    def made(self) -> list[nodes.Node]:
        """Return the block of the clause."""
        clause: str = self.arguments[0]
        found = books.found(clause)
        if found is None:
            book = books.of_clause(clause)
            self.warn(books.unknown(clause, self.domain.rules if book is None else book.book.rules))
            return []
        book, rule = found
        self.depends_on(book)
        self.depends_on_evidence(book)
        return [self._described("rule", rule.id, rule.title, box("rule", *self._parts(book, rule)))]

    def _described(self, kind: str, name: str, title: str, block: nodes.Element) -> nodes.Element:
        """Return the block with the anchor of an object, unless that is described already."""
        entry = Entry(self.env.current_document.docname, name, title)
        if self.domain.note(kind, name, entry, self.get_location()):
            block["ids"].append(name)
            # A label as well: projects that don't know our domain can link to it with :ref:.
            block["names"].append(name)
            self.state.document.note_explicit_target(block)
        return block

    def _parts(self, book: Book, rule: Rule) -> Iterator[nodes.Node]:
        """Return all of a clause, the most important first."""
        yield heading(rule.title)
        yield _name(rule)
        yield para(rule.text)
        if rule.ours:
            yield para(strong("In fireflies: "), rule.ours, kind="rule-ours")
        yield _printed(rule)
        yield from _precedence(rule, book.book)
        for one in rule.rulings:
            yield self._described("ruling", one.id, one.question, ruled(one, book.book))
        yield from self._seen(book, rule)
        yield self._evidence(book, rule)
        cases: list[Line] = [
            [code(one.id), f": {one.says}"] for one in evidence.cases(book, rule.id)
        ]
        if cases:
            yield folded(count(len(cases), "conformance case"), bullets(cases, "rule-list"))

    def _seen(self, book: Book, rule: Rule) -> Iterator[nodes.Node]:
        """Return the examples, as pictures."""
        for number, example in enumerate(rule.examples, 1):
            try:
                scene = Scene(book, example).parts()
            except ValueError as error:
                self.warn(f"example {number} of {rule.id}: {error}")
                continue
            unfolded = number == 1 and "open" in self.options
            yield folded(f"Example: {example.says}", *scene, unfolded=unfolded)

    def _evidence(self, book: Book, rule: Rule) -> nodes.Node:
        """Return the places in print, code and tests."""
        places = evidence.places(book.package, book.game.clauses)[rule.id]
        tests = self.tests().get(rule.id, ())
        told = (
            f"in print {count(len(rule.citations), 'time')}" if rule.citations else "not in print",
            f"decided in {count(len(places), 'place')}" if places else "",
            f"proved by {count(len(tests), 'test')}" if tests else "",
        )
        parts = [
            *_labeled("In print", [_cited(one, book.book) for one in rule.citations]),
            *_labeled("Decided in", [_placed(one) for one in places]),
            *_labeled("Proved by", [_tested(one) for one in tests]),
        ]
        summary = ", ".join(filter(None, told))
        return folded(summary[:1].upper() + summary[1:], *parts)


def _name(rule: Rule) -> nodes.paragraph:
    """Return the id as a permanent link, the kind, and a badge where nothing is in print."""
    permanent = nodes.reference("", "", code(rule.id), refid=rule.id, internal=True)
    badge: Line = [] if rule.citations else [" ", span("our reading", kind="rule-badge")]
    return para(permanent, " ", span(rule.kind, kind="rule-kind"), *badge, kind="rule-name")


def _printed(rule: Rule) -> nodes.paragraph:
    """Return the sections of the first source that says it, in one line."""
    if not rule.citations:
        return para("Not in print: this follows from the ruling.", kind="rule-place")
    source = rule.citations[0].source
    same = [_path(one.section) for one in rule.citations if one.source == source]
    return para(f"In print: {source}, {'; '.join(dict.fromkeys(same))}.", kind="rule-place")


def _path(section: tuple[str, ...]) -> str:
    """Return the headings above a place, outermost first."""
    return " › ".join(section) or "at the beginning"  # noqa: RUF001 - a path


def _precedence(rule: Rule, book: Rulebook) -> Iterator[nodes.Node]:
    """Return the clauses that this one overrides, and those that override it."""
    weaker = [book.rules[other] for other in rule.supersedes]
    stronger = [other for other in book.rules.values() if rule.id in other.supersedes]
    for words, others in (("Overrides: ", weaker), ("Overridden by: ", stronger)):
        links = [part for other in others for part in ("; ", rule_link(other.id, other.title))]
        if links:
            yield para(words, *links[1:], kind="rule-order")


def ruled(ruling: Ruling, book: Rulebook) -> nodes.container:
    """Return a question that the printed rules leave open, with our reading of them."""
    asked = link("ruling", ruling.id, span(ruling.question, kind="rule-title"))
    made = box(
        "rule-ruling",
        para(asked, " ", span("our reading", kind="rule-badge"), kind="rule-question"),
        para(ruling.answer),
        para(strong("Why: "), ruling.why, kind="rule-why"),
    )
    if ruling.others:
        made += para(strong("Other readings: "), ruling.others, kind="rule-why")
    if ruling.sources:
        links = [part for key in ruling.sources for part in ("; ", report(book.sources[key]))]
        made += para(strong("Reported by: "), *links[1:], kind="rule-why")
    return made


def report(source: Source) -> nodes.reference:
    """Return a link to a report: author and date."""
    shown = ", ".join(filter(None, (source.author, source.date)))
    return nodes.reference("", shown, refuri=source.address, internal=False)


def _labeled(label: str, items: list[Line]) -> list[nodes.Node]:
    """Return a list under its name; nothing when it is empty."""
    return [para(label, kind="rule-label"), bullets(items, "rule-list")] if items else []


def _cited(citation: Citation, book: Rulebook) -> Line:
    """Return a place in a printed source."""
    path = f"{_path(citation.section)}, paragraph {citation.paragraph}"
    return [f"{book.sources[citation.source].title}: {path}"]


def _placed(place: Place) -> Line:
    """Return a place in the code, with a link to the line."""
    shown = code(f"{place.module}.{place.within}".rstrip("."))
    return [link("line", f"{place.module}:{place.line}", shown), f", line {place.line}"]


def _tested(test: Test) -> Line:
    """Return the place of a test."""
    return [code(f"{test.file}::{test.name}"), f", line {test.line}"]
