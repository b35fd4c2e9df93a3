"""``.. rule-card:: smile``: the player aid, a line for each clause, to print on one page."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives

from fireflies._typing import override
from fireflies.rulebook import Rule

from . import books
from .base import BookDirective
from .widgets import box, bullets, heading, link, para, span

if TYPE_CHECKING:
    from sphinx.util.typing import OptionSpec


class Group(NamedTuple):
    """Clauses under one heading."""

    title: str
    parts: tuple[str, ...]
    """The second words of the ids that belong here."""


class RuleCard(BookDirective):
    """Lines like ``Bidding: bidding turn bid`` name the groups and the parts of ids in them.

    ``:questions:`` are the ids of the clauses whose rulings are on the card as well.
    """

    has_content = True
    option_spec: ClassVar["OptionSpec | None"] = {"questions": directives.unchanged}

    @override
    def made(self) -> list[nodes.Node]:
        """Return the card."""
        book = self.opened()
        rules = list(book.book.rules.values())
        groups = [_read(line) for line in self.content if line.strip()]
        for rule in rules:
            if not any(_part(rule) in group.parts for group in groups):
                self.warn(f"no group of the card has {rule.id}")
        asked: list[str] = self.options.get("questions", "").split()
        for clause in asked:
            if clause not in book.book.rules:
                self.warn(books.unknown(clause, book.book.rules))
        about = [rule for rule in rules if rule.id in asked]
        return [box("rule-card", *(_group(group, rules) for group in groups), *_rulings(about))]


def _read(line: str) -> Group:
    """Read a line of the directive."""
    title, _, parts = line.partition(":")
    return Group(title.strip(), tuple(parts.split()))


def _part(rule: Rule) -> str:
    """Return the part of the game that a clause's id names."""
    return rule.id.split(".")[1]


def _group(group: Group, rules: list[Rule]) -> nodes.container:
    """Return a group of clauses, in the order of play."""
    lines = [[_line(rule)] for rule in rules if _part(rule) in group.parts]
    return box("rule-group", heading(group.title, 2), bullets(lines))


def _line(rule: Rule) -> nodes.Node:
    """Return a clause in one line."""
    return link("rule", rule.id, span(rule.short or rule.title, kind="rule-title"))


def _rulings(rules: list[Rule]) -> Iterator[nodes.Node]:
    """Return the questions about some clauses."""
    lines = [
        para(ruling.question, " ", span(ruling.answer, kind="rule-answer"), kind="rule-asked")
        for rule in rules
        for ruling in rule.rulings
    ]
    if lines:
        yield box("rule-group rule-questions", heading("Questions", 2), *lines)
