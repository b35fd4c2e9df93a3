"""``.. questions:: smile``: questions as players ask them, with their answers."""

from collections.abc import Iterator
from typing import cast

from docutils import nodes

from fireflies._typing import override
from fireflies.rulebook import Rule, Rulebook, Ruling

from . import books
from .base import BookDirective
from .books import Book
from .clause import place_line, ruling_box
from .terms import TermLinks
from .widgets import Line, block_of, box, link_here, paragraph, rule_link, strong


class Questions(BookDirective):
    """Prints the questions of its lines, in their order.

    A line is the id of a ruling, or a question with the ids of the clauses whose texts answer it:
    ``smile.turn.choice: Can I pass? No.`` What follows the question goes before the first text.
    """

    has_content = True

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the questions with their answers."""
        book = self.open_book()
        return [block for line in self.content if line for block in self._block(book, line)]

    def _block(self, book: Book, line: str) -> Iterator[nodes.Node]:
        """Yield the block of a line; warn and yield nothing when an id is unknown."""
        names, _, asked = line.partition(": ")
        rulings, rules = _rulings(book.book), book.book.rules
        known = rules if asked else {**rules, **rulings}
        unknown = [name for name in names.split() if name not in known]
        if unknown:
            self.warn(books.unknown_rule(unknown[0], known))
        elif names in rulings:
            _rulings_above(self).add(names)
            yield _anchored(ruling_box(rulings[names], book), names)
        elif "?" in asked:
            yield _answer(book, [rules[name] for name in names.split()], asked)
        else:
            self.warn(f"{names} needs a question")


class Rulings(BookDirective):
    """Prints all rulings of a game, but those that the page has above."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the rulings by clause, in the order of play."""
        book = self.open_book()
        above = _rulings_above(self)
        found: list[nodes.Node] = []
        for rule in book.book.rules.values():
            blocks = [ruling_box(it, book) for it in rule.rulings if it.id not in above]
            if blocks:
                about = paragraph(rule_link(rule.id, rule.title), kind="rule-about")
                found.append(box("rule-rulings", about, *blocks))
        return found


def _rulings_above(directive: BookDirective) -> set[str]:
    """Return the ids of the rulings that the page already has; the caller adds its own."""
    return cast("set[str]", directive.env.temp_data.setdefault("rulebooks_asked", set()))


def _rulings(book: Rulebook) -> dict[str, Ruling]:
    """Return the rulings of a game by id."""
    return {ruling.id: ruling for rule in book.rules.values() for ruling in rule.rulings}


def _anchored(block: nodes.container, name: str) -> nodes.container:
    """Return a block with the anchor of a question."""
    block["ids"].append(f"asked-{name}")
    return block


def _answer(book: Book, rules: list[Rule], asked: str) -> nodes.container:
    """Return a question with the texts of clauses as its answer."""
    words, _, first = asked.rpartition("?")
    question, name, terms = f"{words}?", rules[0].id, TermLinks(book)
    block = block_of("rule-ruling", question)
    block += paragraph(link_here(f"asked-{name}", question), kind="rule-question")
    short: Line = [strong(first.strip()), " "] if first else []
    for rule in rules:
        block += paragraph(*short, *terms.parts(rule.text))
        block += place_line(book, rule, rule_link(rule.id, rule.title))
        short = []
    return _anchored(block, name)
