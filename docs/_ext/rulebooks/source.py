"""``.. source-of:: fireflies.smile.rules``: the source of a module, with an anchor at each line."""

from docutils import nodes

from fireflies._typing import override

from . import evidence
from .base import BookDirective
from .domain import Entry


class SourceOf(BookDirective):
    """Prints the source of a module."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the file, highlighted."""
        module: str = self.arguments[0]
        file = evidence.file_of(module)
        self.env.note_dependency(file)
        text = file.read_text(encoding="utf-8")
        # Pygments wraps each line in a span with an id, which is highlighted as a link target.
        block = nodes.literal_block(text, text, language="python", linenos=True)
        block["highlight_args"] = {"linespans": "line"}
        block["classes"].append("rule-source")
        self.domain.register("line", module, self._entry(module), self.get_location())
        return [block]

    def _entry(self, module: str) -> Entry:
        """Return the place of the lines of the module."""
        return Entry(self.env.current_document.docname, "line", module)
