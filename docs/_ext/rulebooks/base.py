"""The base class of all directives of this extension."""

from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from fireflies._typing import override

from . import books, evidence
from .books import Book
from .domain import FirefliesDomain, domain_of
from .evidence import Figures, Test

_LOGGER = logging.getLogger("rulebooks")


class BookDirective(SphinxDirective):
    """A directive of this extension.

    The first argument is mostly the name of a game, which :meth:`open_book` needs.
    """

    required_arguments = 1

    @override
    def run(self) -> list[nodes.Node]:
        """Return the nodes. Warnings about their links name the line of the directive."""
        made = self.make_nodes()
        for node in made:
            for link in node.findall(addnodes.pending_xref):
                self.set_source_info(link)
        return made

    @abstractmethod
    def make_nodes(self) -> list[nodes.Node]:
        """Return the nodes that replace the directive."""

    @property
    def domain(self) -> FirefliesDomain:
        """The domain of this build."""
        return domain_of(self.env)

    def open_book(self) -> Book:
        """Return the book of the game in the first argument; make the page depend on its files."""
        book = books.open_book(self.arguments[0])
        self.note_book_files(book)
        return book

    def note_book_files(self, book: Book) -> None:
        """Tell Sphinx to read the page again when the rulebook or the box changes."""
        folder = evidence.file_of(book.package).parent
        for file in (*folder.glob("*.toml"), *folder.glob("box.json")):
            self.env.note_dependency(file)

    def note_evidence_files(self, book: Book) -> None:
        """Tell Sphinx to read the page again when code, tests or conformance cases change."""
        code, cases = evidence.files(book.package), evidence.case_files(book)
        for file in (*code, *cases, *self.tests_folder.rglob("*.py")):
            self.env.note_dependency(file)

    @property
    def tests_folder(self) -> Path:
        """The folder of the tests."""
        return Path(self.env.srcdir, self.config.rules_tests).resolve()

    def tests(self) -> Mapping[str, tuple[Test, ...]]:
        """Return the marked tests, by clause."""
        return evidence.tests(self.tests_folder)

    def figures(self) -> Mapping[str, Figures] | None:
        """Return the counts of a run of the tests, by clause; None when no file is configured."""
        name = self.config.rules_evidence
        if not name:
            return None
        file = Path(self.env.srcdir, name).resolve()
        self.env.note_dependency(file)
        return evidence.figures(file)

    def warn(self, text: str) -> None:
        """Log a warning about this directive."""
        _LOGGER.warning(text, location=self.get_location(), type="rulebooks")
