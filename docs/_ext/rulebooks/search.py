"""The rules that answer a query, above the results of Sphinx's own search.

The search box of a page below a game's folder sends the name of the game too: see the templates
``search.html``. The ranking is that of :mod:`fireflies.lookup`; a build writes its index for
``rulesearch.js``.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from fireflies import lookup
from fireflies._data import dumps
from fireflies.lookup import IndexEntry

from . import books
from .domain import FirefliesDomain, domain_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils.nodes import document
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

INDEX: Final = "rulesindex.js"
"""The name of the index. It is a script, since a page that is opened without a server can load no
data; see ``search.html``."""


def note_game(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: "dict[str, object]",
    doctree: "document | None",
) -> None:
    """Tell the templates the games, and the game of the page, if it is in the folder of one."""
    del templatename, doctree
    names: list[str] = app.config.rules_games
    folder = pagename.partition("/")[0]
    context["rules_game"] = folder if folder in names else ""
    context["rules_games"] = {name: books.open_book(name).game.title for name in names}


def write_index(app: "Sphinx", exception: Exception | None) -> None:
    """Write the index of all games after a build of HTML pages."""
    if exception is None and app.builder.format == "html":
        domain = domain_of(app.env)
        games = [_game(name, domain, app.builder) for name in app.config.rules_games]
        data = dumps(
            {
                "rewrites": lookup.REWRITES,
                "common": sorted(lookup.COMMON_STEMS),
                "beginning": lookup.SHORTEST_PREFIX,
                "cutoff": lookup.CUTOFF,
                "games": games,
            }
        )
        path = Path(app.outdir, "_static", INDEX)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"window.rulesIndex = {data};\n", encoding="utf-8")


def _game(name: str, domain: FirefliesDomain, builder: "Builder") -> dict[str, object]:
    """Return the index of a game as plain data."""
    book = books.open_book(name)
    index = lookup.of(book.game.clauses)
    return {
        "name": name,
        "title": book.game.title,
        "entries": [_entry(entry, domain, builder) for entry in index.entries],
        "postings": index.to_json(),
    }


def _entry(
    entry: IndexEntry, domain: FirefliesDomain, builder: "Builder"
) -> "Mapping[str, object]":
    """Return what the list of results shows of an entry, and its address, empty for none."""
    place = domain.place_of("rule" if entry.ruling is None else "ruling", entry.id)
    url = "" if place is None else f"{builder.get_target_uri(place.page)}#{place.anchor}"
    return {
        "clause": entry.rule.id,
        "url": url,
        "title": entry.title,
        "line": entry.answer,
        "ours": entry.ruling is not None or not entry.rule.citations,
    }
