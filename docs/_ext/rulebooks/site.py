"""Descriptions of the pages in their heads, and the page for missing addresses."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from docutils import nodes

from . import books

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_LONGEST: Final = 160
"""Search engines show no more of a description."""
_ADDRESS: Final = re.compile(r'(?<=href="|.src=")(?![a-z]+:|#|/)(?:\./)?')
_CONTENT_ROOT: Final = re.compile(r'(?<=data-content_root=")[^"]*')


def describe_page(
    app: "Sphinx",
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Tell the templates what the page says and what it is about."""
    del template
    game = page.partition("/")[0]
    about = f"fireflies {app.config.release}"
    if game in app.config.rules_games:
        book = books.open_book(game)
        about = f"{book.game.title}, edition {book.game.edition}, in {about}"
    context["about"] = about
    address = app.config.html_baseurl.rstrip("/")
    context["base"] = address and f"{address}/"
    context["summary"] = _summary(doctree) or f"{context.get('title', page)}: {about}."
    context["games"] = [
        (f"{name}/index", books.open_book(name).game.title) for name in app.config.rules_games
    ]


def _summary(doctree: nodes.document | None) -> str:
    """Return the beginning of the first paragraph of a page."""
    found = None if doctree is None else next(doctree.findall(nodes.paragraph), None)
    if found is None:
        return ""
    text = " ".join(found.astext().split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rpartition(' ')[0]}…"


def anchor_missing_page(app: "Sphinx", error: Exception | None) -> None:
    """Make the links of ``404.html`` absolute: a server shows it for an address at any depth."""
    file = Path(app.outdir, "404.html")
    if error is None and file.is_file():
        base = urlsplit(app.config.html_baseurl or "/").path or "/"
        text = file.read_text(encoding="utf-8")
        text = _CONTENT_ROOT.sub(base, _ADDRESS.sub(base, text))
        file.write_text(text, encoding="utf-8")
