"""``.. blocks::``: a list of the rules or questions of a page."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from fireflies._typing import override

from .widgets import box, bullets, link_here, paragraph

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
