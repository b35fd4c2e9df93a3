"""``.. rule:: smile.bid.lowest-card``: one clause, with all that there is to say of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from fireflies._typing import override
from fireflies.rulebook import Citation, Rule, Rulebook, Ruling

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
    """Describes a clause; ``:open:`` shows its first example unfolded."""

    option_spec: ClassVar["OptionSpec | None"] = {"open": directives.flag}

    @override
    def made(self) -> list[nodes.Node]:
        """The block of the clause."""
        clause: str = self.arguments[0]
        found = books.found(clause)
        if found is None:
            book = books.of_clause(clause)
            self.warn(books.unknown(clause, self.domain.rules if book is None else book.book.rules))
            return []
        book, rule = found
        self.depends_on(book)
        self.depends_on_evidence(book)
        block = box("rule", *self._parts(book, rule))
        entry = Entry(self.env.current_document.docname, clause, rule.title)
        if self.domain.note("rule", clause, entry, self.get_location()):
            block["ids"].append(clause)
            # A label as well: projects that don't know our domain can link to it with :ref:.
            block["names"].append(clause)
            self.state.document.note_explicit_target(block)
        return [block]

    def _parts(self, book: Book, rule: Rule) -> Iterator[nodes.Node]:
        """All of a clause, the most important first."""
        yield heading(rule.title)
        yield _name(rule)
        yield para(rule.text)
        yield from _precedence(rule, book.book)
        for ruling in rule.rulings:
            yield ruled(ruling)
        yield from self._seen(book, rule)
        yield self._evidence(book, rule)
        cases: list[Line] = [
            [code(one.id), f": {one.says}"] for one in evidence.cases(book, rule.id)
        ]
        if cases:
            yield folded(count(len(cases), "conformance case"), bullets(cases, "rule-list"))

    def _seen(self, book: Book, rule: Rule) -> Iterator[nodes.Node]:
        """The examples, as pictures."""
        for number, example in enumerate(rule.examples, 1):
            try:
                scene = Scene(book, example).parts()
            except ValueError as error:
                self.warn(f"example {number} of {rule.id}: {error}")
                continue
            unfolded = number == 1 and "open" in self.options
            yield folded(f"Seen: {example.says}", *scene, unfolded=unfolded)

    def _evidence(self, book: Book, rule: Rule) -> nodes.Node:
        """What the clause stands on: print, code, tests."""
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
    """The id as a permanent link, and the kind."""
    permanent = nodes.reference("", "", code(rule.id), refid=rule.id, internal=True)
    return para(permanent, " ", span(rule.kind, kind="rule-kind"), kind="rule-name")


def _precedence(rule: Rule, book: Rulebook) -> Iterator[nodes.Node]:
    """Which clauses give way to this one, and to which it gives way."""
    weaker = [book.rules[other] for other in rule.supersedes]
    stronger = [other for other in book.rules.values() if rule.id in other.supersedes]
    for words, others in (("Goes before: ", weaker), ("Gives way to: ", stronger)):
        links = [part for other in others for part in ("; ", rule_link(other.id, other.title))]
        if links:
            yield para(words, *links[1:], kind="rule-order")


def ruled(ruling: Ruling) -> nodes.container:
    """A question that the printed rules leave open, and what we take for the answer."""
    made = box(
        "rule-ruling",
        para(ruling.question, kind="rule-question"),
        para(ruling.answer),
        para(strong("Why: "), ruling.why, kind="rule-why"),
    )
    if ruling.others:
        made += para(strong("Other readings: "), ruling.others, kind="rule-why")
    return made


def _labeled(label: str, items: list[Line]) -> list[nodes.Node]:
    """A list under its name; nothing when it is empty."""
    return [para(label, kind="rule-label"), bullets(items, "rule-list")] if items else []


def _cited(citation: Citation, book: Rulebook) -> Line:
    """A place in a printed source, and the fingerprint of its words."""
    path = " › ".join((*citation.section, f"paragraph {citation.paragraph}"))  # noqa: RUF001 - a path
    words, digest = citation.fingerprint
    mark = f"{count(words, 'word')}, {digest[:12]}"
    return [book.sources[citation.source].title, ": ", path, " ", span(mark, kind="rule-mark")]


def _placed(place: Place) -> Line:
    """A place in the code, with a link to the line."""
    shown = code(f"{place.module}.{place.within}".rstrip("."))
    return [link("line", f"{place.module}:{place.line}", shown), f", line {place.line}"]


def _tested(test: Test) -> Line:
    """A test."""
    return [code(f"{test.file}::{test.name}"), f", line {test.line}"]
