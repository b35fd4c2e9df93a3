"""``.. play-table:: smile``: a table in the page, where one plays the game; links to it.

The games run in Pyodide, from a wheel of this project. ``rules_table`` names the folder that has
both, ``fireflies.whl`` and ``pyodide/``. Without it the page says that the table is missing.
"""

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlencode

from docutils import nodes
from sphinx.util.osutil import relative_uri

import fireflies
from fireflies._typing import override
from fireflies.front.bridge import Bridge
from fireflies.rulebook import Example

from .base import BookDirective
from .books import Book

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

SCRIPTS: Final = Path(fireflies.__file__).parent / "front/web"
"""The front end of the package."""
PLACE: Final = "_static/table/"
"""The folder in the site with the scripts, the wheel and Pyodide."""
OFFLINE: Final = "offline.js"
"""The service worker, at the root, since it answers only for what lies beside or below it."""
_LINKED: Final = re.compile(r'(?:src|href)="([^":?#]+\.(?:css|js|svg|ico|png))[?"]')
"""A file that a page shows or runs."""
_NOT_COUNTED: Final = ".mjs"
"""The modules of Pyodide, whose loading a browser does not report to the page."""
_MISSING: Final = (
    "<p>This copy of the pages was built without the table. In a clone of the project, "
    "<code>nox -s docs</code> builds them with it; <code>fireflies play {game}</code> plays the "
    "game in a terminal.</p>\n"
)
_TABLE: Final = (
    '<link rel="stylesheet" href="{base}table.css">\n'
    '<script type="module" src="{base}table.js"></script>\n'
    "<noscript><p>The table needs JavaScript.</p></noscript>\n"
    '<div class="play-table" data-game="{game}" data-rules="{rules}" data-bytes="{size}" '
    'data-offline="{offline}"></div>\n'
)


class play_table(nodes.General, nodes.Element):  # noqa: N801 - docutils calls visit_play_table
    """A table; ``game`` is the name of the game, ``rules`` the page with its clauses."""


class continue_link(nodes.General, nodes.Element):  # noqa: N801 - as above
    """A link to the table of ``game``, which begins with the position in ``fragment``."""


def continue_from(book: Book, example: Example) -> nodes.Node:
    """Return a link that continues from the position of an example.

    Raises:
        InvalidOptions: when the game can't be set up with the options of the example.
        InvalidNotation: when the position can't be read.
    """
    state = book.state_of(example)
    options = json.dumps(dict(example.options))
    given = {"position": example.position, "options": options, "says": example.says}
    seat = {"seat": state.actor} if isinstance(state.actor, int) else {}
    fragment = urlencode({**given, "seats": state.seats, **seat}, quote_via=quote)
    return continue_link("", game=book.game.name, fragment=fragment)


class PlayTable(BookDirective):
    """Prints the table of a game."""

    @override
    def make_nodes(self) -> list[nodes.Node]:
        """Return the table."""
        game = self.open_book().game.name
        return [play_table("", game=game, rules=f"{game}/rules")]


def _visit(translator: "HTML5Translator", node: play_table) -> None:
    """Write the table, which its script fills."""
    builder = translator.builder
    game: str = node["game"]
    if not builder.config.rules_table:
        translator.body.append(_MISSING.format(game=game))
        raise nodes.SkipNode
    folder = Path(builder.config.rules_table)
    page = builder.get_target_uri(builder.current_docname)
    counted = [it for it in folder.rglob("*") if it.is_file() and it.suffix != _NOT_COUNTED]
    translator.body.append(
        _TABLE.format(
            base=relative_uri(page, PLACE),
            game=game,
            rules=relative_uri(page, builder.get_target_uri(node["rules"])),
            size=sum(it.stat().st_size for it in counted),
            offline=relative_uri(page, OFFLINE),
        )
    )
    raise nodes.SkipNode


def _visit_link(translator: "HTML5Translator", node: continue_link) -> None:
    """Write a link to a table, where the pages have tables."""
    builder = translator.builder
    if builder.config.rules_table:
        page = builder.get_relative_uri(builder.current_docname, f"{node['game']}/table")
        address = f"{page}#{node['fragment']}"
        words = "Continue from here"
        translator.body.append(
            f'<p class="rule-continue"><a class="reference internal" href="{address}">{words}</a>'
            "</p>\n"
        )
    raise nodes.SkipNode


def _skip(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    del translator, node
    raise nodes.SkipNode


def _copy(app: "Sphinx", error: Exception | None) -> None:
    """Copy the scripts and the given folder into the site."""
    if error is None and app.builder.format == "html" and app.config.rules_table:
        place = app.outdir / PLACE
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(SCRIPTS, place)
        shutil.copytree(app.config.rules_table, place, dirs_exist_ok=True)
        (place / "games.json").write_text(Bridge().handle('{"do": "games"}'), "utf-8")
        (app.outdir / OFFLINE).write_text(_service_worker(app.outdir), "utf-8")


def _service_worker(site: Path) -> str:
    """Return the service worker that keeps the pages with a table, and all that these load."""
    site = site.resolve()
    files = {it for it in (site / PLACE).rglob("*") if it.is_file()}
    for page in site.rglob("*.html"):
        if '<div class="play-table"' in (text := page.read_text("utf-8")):
            files |= {page, *((page.parent / it).resolve() for it in _LINKED.findall(text))}
    names = sorted(it.relative_to(site).as_posix() for it in files if it.is_file())
    digest = sha256()
    for name in names:
        digest.update(sha256((site / name).read_bytes()).digest())
    offline = json.dumps({"version": digest.hexdigest(), "files": names})
    return f'self.offline = {offline};\nimportScripts("{PLACE}offline.js");\n'


def add_to(app: "Sphinx") -> None:
    """Register the table with Sphinx."""
    app.add_config_value("rules_table", "", "html", str)
    app.add_node(play_table, html=(_visit, None), text=(_skip, None))
    app.add_node(continue_link, html=(_visit_link, None), text=(_skip, None))
    app.connect("build-finished", _copy)
