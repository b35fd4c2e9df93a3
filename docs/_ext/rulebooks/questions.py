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

    A line is the id of a ruling, or the id of a clause with a question that its text answers:
    ``smile.turn.choice: Can I pass? No.`` What follows the question goes before the text.
    """

    has_content = True

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the questions with their answers."""
        book = self.open_book()
        return [block for line in self.content if line for block in self._block(book, line)]

    def _block(self, book: Book, line: str) -> Iterator[nodes.Node]:
        """Yield the block of a question; warn and yield nothing when there is no such id."""
        name, _, asked = line.partition(": ")
        rulings = _rulings(book.book)
        if name in rulings:
            _asked(self).add(name)
            block = ruling_box(rulings[name], book)
        elif name in book.book.rules and "?" in asked:
            block = _answer(book, book.book.rules[name], asked)
        elif name in book.book.rules:
            return self.warn(f"{name} needs a question")
        else:
            return self.warn(books.unknown_rule(name, [*book.book.rules, *rulings]))
        block["ids"].append(f"asked-{name}")
        yield block


class Rulings(BookDirective):
    """Prints all rulings of a game, but those that the page has above."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the rulings by clause, in the order of play."""
        book = self.open_book()
        above = _asked(self)
        found: list[nodes.Node] = []
        for rule in book.book.rules.values():
            blocks = [ruling_box(it, book) for it in rule.rulings if it.id not in above]
            if blocks:
                about = paragraph(rule_link(rule.id, rule.title), kind="rule-about")
                found.append(box("rule-rulings", about, *blocks))
        return found


def _asked(directive: BookDirective) -> set[str]:
    """Return the rulings that the page already has, to add to."""
    return cast("set[str]", directive.env.temp_data.setdefault("rulebooks_asked", set()))


def _rulings(book: Rulebook) -> dict[str, Ruling]:
    """Return the rulings of a game by id."""
    return {ruling.id: ruling for rule in book.rules.values() for ruling in rule.rulings}


def _answer(book: Book, rule: Rule, asked: str) -> nodes.container:
    """Return a question with the text of a clause as its answer."""
    question, _, first = asked.rpartition("?")
    text = TermLinks(book).parts(rule.text)
    short: Line = [strong(first.strip()), " "] if first.strip() else []
    return block_of(
        "rule-ruling",
        f"{question}?",
        paragraph(link_here(f"asked-{rule.id}", f"{question}?"), kind="rule-question"),
        paragraph(*short, *text),
        place_line(book, rule, rule_link(rule.id, rule.title)),
    )
