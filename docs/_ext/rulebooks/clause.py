"""``.. rule:: smile.bid.lowest-card``: one clause, with its rulings and examples."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives

from fireflies._typing import override
from fireflies.rulebook import Rule, Rulebook, Ruling, Source

from . import books, evidence
from .base import BookDirective
from .books import Book
from .domain import Entry
from .play import Scene
from .terms import TermLinks
from .widgets import (
    Line,
    Part,
    block_of,
    clause_id,
    count,
    fold_of,
    heading,
    link,
    link_here,
    link_to,
    paragraph,
    rule_link,
    span,
    strong,
)

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec

_PLACES: Final = 2
"""The most sections of its first source that a rule shows; the page of evidence shows all."""

_OUR_READING: Final = span("our reading", kind="rule-badge")


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
        block = block_of("rule", rule.title, *self._parts(book, rule))
        return [self._register("rule", rule.id, rule.title, block)]

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
        terms = TermLinks(book)
        yield title_line(rule.title, rule.id)
        yield _id_line(book, rule)
        yield paragraph(*terms.parts(rule.text))
        if rule.ours:
            yield paragraph(strong("In fireflies: "), *terms.parts(rule.ours), kind="rule-ours")
        for change in rule.changed:
            since = strong(f"Since revision {change.revision} of the rules: ")
            yield paragraph(since, *terms.parts(change.says), kind="rule-ours")
        yield place_line(book, rule, self._evidence(book, rule))
        yield from _precedence(rule, book.book)
        for each in rule.rulings:
            yield self._register("ruling", each.id, each.question, ruling_box(each, book))
        yield from self._examples(book, rule)

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

    def _evidence(self, book: Book, rule: Rule) -> Part:
        """Return the numbers of tests and conformance cases, with a link to the list of them."""
        tests, cases = len(self.tests().get(rule.id, ())), len(evidence.cases(book, rule.id))
        counts = [count(tests, "test")] * bool(tests) + [count(cases, "case")] * bool(cases)
        return link("trace", rule.id, span(", ".join(counts) or "evidence", kind="rule-told"))


def title_line(title: str, anchor: str) -> nodes.rubric:
    """Return the heading of a block, with a permanent link to it."""
    made = heading(title)
    permanent = link_here(anchor, "¶")
    permanent.update_basic_atts({"classes": ["headerlink"]})
    permanent["reftitle"] = "Link to this rule"
    made += permanent
    return made


def _id_line(book: Book, rule: Rule) -> nodes.paragraph:
    """Return the id, the kind, and a badge for a clause without a citation."""
    kind = link("kind", f"{book.game.name}.{rule.kind}", span(rule.kind, kind="rule-kind"))
    badge: Line = [] if rule.citations else [" ", _OUR_READING.deepcopy()]
    return paragraph(clause_id(rule.id), " ", kind, *badge, kind="rule-name")


def place_line(book: Book, rule: Rule, *more: Part) -> nodes.paragraph:
    """Return where the clause stands in its first source, and more, in one line."""
    parts = [_place(book, rule), *more, report()]
    return paragraph(*[one for part in parts for one in (" · ", part)][1:], kind="rule-place")


def _place(book: Book, rule: Rule) -> str:
    if not rule.citations:
        return f"Not in print (edition {book.game.edition})"
    key = rule.citations[0].source
    found = dict.fromkeys(path(each.section) for each in rule.citations if each.source == key)
    # A text may repeat its rules in a later chapter, under the same headings.
    own = [it for it in found if not any(it != one and it.endswith(one) for one in found)]
    return f"{key.capitalize()} {book.book.sources[key].edition}: {'; '.join(own[:_PLACES])}"


def report() -> nodes.Node:
    """Return a link to what to do about a wrong answer."""
    return link("report", "How to report a mistake", span("wrong?", kind="rule-wrong"))


def path(section: tuple[str, ...]) -> str:
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


def ruling_box(ruling: Ruling, book: Book) -> nodes.container:
    """Return the block of a ruling: question, answer, reason, other readings, reports."""
    terms = TermLinks(book)
    asked = link("ruling", ruling.id, span(ruling.question, kind="rule-title"))
    edition = span(f"edition {book.game.edition} · ", report(), kind="rule-edition")
    block = block_of(
        "rule-ruling",
        ruling.question,
        paragraph(asked, " ", _OUR_READING.deepcopy(), " ", edition, kind="rule-question"),
        paragraph(*terms.parts(ruling.answer)),
        paragraph(strong("Why: "), *terms.parts(ruling.why), kind="rule-why"),
    )
    if ruling.others:
        others = terms.parts(ruling.others)
        block += paragraph(strong("Other readings: "), *others, kind="rule-why")
    if ruling.sources:
        reports = [report_link(book.book.sources[key]) for key in ruling.sources]
        links = [part for one in reports for part in ("; ", one)]
        block += paragraph(strong("Reported by: "), *links[1:], kind="rule-why")
    return block


def report_link(source: Source) -> nodes.reference:
    """Return a link to a report: author and date."""
    shown = ", ".join(filter(None, (source.author, source.date)))
    return link_to(source.address, shown)
