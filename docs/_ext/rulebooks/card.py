"""``.. rule-card:: smile``: the player aid, one line for each clause, to print on one page."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives

from fireflies._typing import override
from fireflies.rulebook import Rule

from . import books
from .base import BookDirective
from .books import Book
from .widgets import box, bullets, heading, link, paragraph, span

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec


class Group(NamedTuple):
    """A heading of the card and the clauses below it."""

    title: str
    parts: tuple[str, ...]
    """The second words of the clause ids in this group."""


class RuleCard(BookDirective):
    """Prints the player aid. Each line, like ``Bidding: bidding turn bid``, defines a group.

    ``:questions:`` are the ids of the clauses whose rulings are printed too, ``:without:`` those of
    the clauses that are left out.
    """

    has_content = True
    option_spec: ClassVar["OptionSpec | None"] = {
        "questions": directives.unchanged,
        "without": directives.unchanged,
    }

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the card."""
        book = self.open_book()
        questions, without = self._ids("questions", book), self._ids("without", book)
        rules = [rule for rule in book.book.rules.values() if rule.id not in without]
        groups = [_read(line) for line in self.content if line.strip()]
        for rule in rules:
            if not any(_part(rule) in group.parts for group in groups):
                self.warn(f"no group of the card has {rule.id}")
        with_rulings = [rule for rule in rules if rule.id in questions]
        return [
            box("rule-card", *(_group(group, rules) for group in groups), *_rulings(with_rulings))
        ]

    def _ids(self, option: str, book: Book) -> list[str]:
        """Return the ids of an option; warn of unknown ones."""
        ids: list[str] = self.options.get(option, "").split()
        for clause in ids:
            if clause not in book.book.rules:
                self.warn(books.unknown_rule(clause, book.book.rules))
        return ids


def _read(line: str) -> Group:
    """Read a line of the directive."""
    title, _, parts = line.partition(":")
    return Group(title.strip(), tuple(parts.split()))


def _part(rule: Rule) -> str:
    """Return the second word of a clause's id, which names a part of the game."""
    return rule.id.split(".")[1]


def _group(group: Group, rules: list[Rule]) -> nodes.container:
    """Return a group of clauses, in the order of play."""
    lines = [[_line(rule)] for rule in rules if _part(rule) in group.parts]
    return box("rule-group", heading(group.title, 2), bullets(lines))


def _line(rule: Rule) -> nodes.Node:
    """Return a clause in one line."""
    return link("rule", rule.id, span(rule.short or rule.title, kind="rule-title"))


def _rulings(rules: list[Rule]) -> Iterator[nodes.Node]:
    """Return the rulings of some clauses."""
    lines = [
        paragraph(ruling.question, " ", span(ruling.answer, kind="rule-answer"), kind="rule-asked")
        for rule in rules
        for ruling in rule.rulings
    ]
    if lines:
        yield box("rule-group rule-questions", heading("Questions", 2), *lines)
