"""Make the list of all pages, which stands beside each of them, in less time."""

from functools import cache
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx


def add_to(app: "Sphinx") -> None:
    """Connect this module with Sphinx."""
    titles: dict[str, nodes.bullet_list] = {}
    shared: dict[str, Callable[..., str]] = {}

    def shorten(
        app: "Sphinx", page: str, _template: str, context: dict[str, Any], _doctree: object
    ) -> None:
        if not titles:
            titles.update({name: _title(toc) for name, toc in app.env.tocs.items()})
        whole = context["toctree"]

        def toctree(**options: object) -> str:
            """Return the list without the headings and names of pages, which it does not show."""
            contents, app.env.tocs = app.env.tocs, titles
            try:
                return str(whole(**options))
            finally:
                app.env.tocs = contents

        folder, _, name = page.rpartition("/")
        if f"/{folder}".endswith("/code") and name != "index":  # only code/index is in the list
            context["toctree"] = shared.setdefault(folder, cache(toctree))
        else:
            context["toctree"] = toctree

    # This runs before the theme, which calls the function that makes the list.
    app.connect("html-page-context", shorten, priority=400)


def _title(contents: nodes.bullet_list) -> nodes.bullet_list:
    """Return contents of a page with nothing but its title and the pages below it."""
    found = contents.deepcopy()
    for entry in found.findall(nodes.list_item):
        pages = [*entry.findall(addnodes.toctree)]
        del entry[1:]
        if pages:
            entry.append(nodes.bullet_list("", *pages))
    return found
