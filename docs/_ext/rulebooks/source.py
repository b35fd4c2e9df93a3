"""``.. source-of:: fireflies.smile.rules``: a module's file, each of its lines with an anchor."""

from docutils import nodes

from fireflies._typing import override

from . import evidence
from .base import BookDirective
from .domain import Entry


class SourceOf(BookDirective):
    """Shows a file of the code."""

    @override
    def made(self) -> list[nodes.Node]:
        """Return the file, highlighted."""
        module: str = self.arguments[0]
        file = evidence.file_of(module)
        self.env.note_dependency(file)
        text = file.read_text(encoding="utf-8")
        # Pygments wraps each line in a span with an id, which is lit up when a link leads to it.
        block = nodes.literal_block(text, text, language="python", linenos=True)
        block["highlight_args"] = {"linespans": "line"}
        block["classes"].append("rule-source")
        self.domain.note("line", module, self._entry(module), self.get_location())
        return [block]

    def _entry(self, module: str) -> Entry:
        """Return where the lines of the module are."""
        return Entry(self.env.current_document.docname, "line", module)
