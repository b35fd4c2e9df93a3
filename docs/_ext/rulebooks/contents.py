"""``.. blocks::``: what is on a page; ``.. edition-of:: smile``: of which edition it is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import fireflies
from fireflies._typing import override

from .base import BookDirective
from .domain import Entry
from .widgets import box, bullets, link_here, link_to, paragraph

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class contents(nodes.General, nodes.Element):  # noqa: N801 - as docutils names nodes
    """The place of a list, until the page has been read."""


class Blocks(SphinxDirective):
    """Prints a list of all blocks of the page that have a title, by section."""

    @override
    def run(self) -> list[nodes.Node]:
        """Return a node that is replaced when the page has been read."""
        return [contents()]


def fill(app: "Sphinx", document: nodes.document) -> None:
    """Replace each place of a list by the list."""
    del app
    for place in [*document.findall(contents)]:
        place.replace_self(box("rule-contents", *_groups(document)))


def _groups(document: nodes.document) -> Iterator[nodes.Node]:
    """Yield the blocks of each section."""
    for section in document.findall(nodes.section):
        blocks = [it for it in section.children if isinstance(it, nodes.container)]
        lines = [
            [link_here(it["ids"][0], it["title"])] for it in blocks if "title" in it and it["ids"]
        ]
        if lines:
            title = section.next_node(nodes.title)
            words = "" if title is None else title.astext()
            head = paragraph(link_here(section["ids"][0], words), kind="rule-label")
            yield box("rule-group", head, bullets(lines))


class EditionOf(BookDirective):
    """Prints the edition of all answers about a game, and what to do about a wrong one."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return two paragraphs; the second is the target of the links in each answer."""
        book = self.open_book()
        texts = [f"{it.title} ({it.edition}, {it.publisher})" for it in book.book.texts.values()]
        about = paragraph(
            f"{book.game.title}, edition {book.game.edition}, as fireflies {fireflies.__version__}"
            f" reads it. Printed texts: {'; '.join(texts)}."
        )
        name = book.game.name
        entry = Entry(self.env.current_document.docname, f"wrong-{name}", "A wrong answer")
        self.domain.register("report", name, entry, self.get_location())
        address: str = self.config.rules_report
        where = link_to(address, "report it") if address else "report it as CONTRIBUTING.md says"
        how = paragraph(
            "Is an answer wrong, or does your copy say otherwise? Please ",
            where,
            ": with the id of the rule, the edition of your copy, and what it says, in your own"
            " words. If you read an open question otherwise, tell us why.",
        )
        how["ids"].append(entry.anchor)
        return [about, how]
