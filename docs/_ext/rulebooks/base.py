"""What all directives of rulebooks share."""

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
    """A directive whose first argument is the name of a game, or the id of a clause."""

    required_arguments = 1

    @override
    def run(self) -> list[nodes.Node]:
        """Return the nodes of the directive, with its place for warnings about links."""
        made = self.made()
        for node in made:
            for link in node.findall(addnodes.pending_xref):
                self.set_source_info(link)
        return made

    @abstractmethod
    def made(self) -> list[nodes.Node]:
        """Return the nodes that replace the directive."""

    @property
    def domain(self) -> FirefliesDomain:
        """The domain of this build."""
        return domain_of(self.env)

    def opened(self) -> Book:
        """Return the book of the game that is named; the page depends on it."""
        book = books.opened(self.arguments[0])
        self.depends_on(book)
        return book

    def depends_on(self, book: Book) -> None:
        """Have the page read again when the rulebook or the box changes."""
        folder = evidence.file_of(book.package).parent
        for file in folder.glob("*.toml"):
            self.env.note_dependency(file)

    def depends_on_evidence(self, book: Book) -> None:
        """Have the page read again when code, tests or conformance cases change."""
        code, cases = evidence.files(book.package), evidence.case_files(book)
        for file in (*code, *cases, *self.tests_folder.rglob("*.py")):
            self.env.note_dependency(file)

    @property
    def tests_folder(self) -> Path:
        """Where the tests are."""
        return Path(self.env.srcdir, self.config.rules_tests).resolve()

    def tests(self) -> Mapping[str, tuple[Test, ...]]:
        """Return the marked tests, by clause."""
        return evidence.tests(self.tests_folder)

    def figures(self) -> Mapping[str, Figures] | None:
        """Return what a run of the tests has counted."""
        name = self.config.rules_evidence
        if not name:
            return None
        file = Path(self.env.srcdir, name).resolve()
        self.env.note_dependency(file)
        return evidence.figures(file)

    def warn(self, text: str) -> None:
        """Log a warning about this directive."""
        _LOGGER.warning(text, location=self.get_location(), type="rulebooks")
