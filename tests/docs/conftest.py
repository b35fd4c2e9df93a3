"""Small projects that Sphinx builds with the extension of our pages."""

import html
import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx.util.inventory import InventoryFile

DOCS: Final = Path(__file__).parents[2] / "docs"


class Built(NamedTuple):
    """A project that was built."""

    out: Path
    warnings: str

    def page(self, name: str = "index") -> str:
        """Return a page as HTML."""
        return (self.out / f"{name}.html").read_text(encoding="utf-8")

    def text(self, name: str = "index") -> str:
        """Return a page as text."""
        return html.unescape(re.sub("<[^>]*>", "", self.page(name)))

    def objects(self, kind: str = "fireflies:rule") -> dict[str, str]:
        """Return the link targets of one kind, by name."""
        with (self.out / "objects.inv").open("rb") as file:
            found = InventoryFile.load(file, "", lambda *parts: "".join(parts))[kind]
        return {name: item.uri for name, item in found.items()}


Build = Callable[..., Built]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Build]:
    """Return a function that builds a project of the pages in its arguments."""
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))

    def run(settings: dict[str, object] | None = None, **pages: str) -> Built:
        source, out = tmp_path / "source", tmp_path / "out"
        source.mkdir(exist_ok=True)
        for name, text in pages.items():
            (source / f"{name}.rst").write_text(f"{name}\n=====\n\n{text}", encoding="utf-8")
        output = io.StringIO()
        with patch_docutils(), docutils_namespace():
            app = Sphinx(
                source,
                None,
                out,
                tmp_path / "doctrees",
                "html",
                confoverrides={"extensions": ["rulebooks"], **(settings or {})},
                status=None,
                warning=output,
            )
            app.build()
        return Built(out, re.sub("\x1b[^m]*m", "", output.getvalue()))

    yield run
    for name in [name for name in sys.modules if name.partition(".")[0] == "stroll"]:
        del sys.modules[name]
