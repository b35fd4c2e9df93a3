"""How the pages are made: ``nox -s docs``."""

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx import addnodes

import fireflies
from fireflies.schemas import schemas

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "fireflies"
author = "The fireflies authors"
project_copyright = "2026, The fireflies authors"
version = release = fireflies.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.doctest", "myst_parser", "rulebooks"]
exclude_patterns = ["_build", "_made", "_templates", "examples"]
templates_path = ["_templates"]
doctest_path = [str(Path(__file__).parent / "examples")]
rules_games = ["smile", "festival", "misbehavin"]
rules_sources = ["fireflies"]
rules_names = "../tests/names.txt"
rules_report = "contributing#report-a-mistake"
nitpicky = True
nitpick_ignore_regex = [
    # Other projects' pages are elsewhere, and the list of what is on them needs a network.
    (r"py:.*", r"(gymnasium|numpy|np|pettingzoo)\..*"),
    (
        r"py:.*",
        r"(argparse|collections|concurrent|fractions|hypothesis|os|pathlib|types|typing|unittest)\..*",
    ),
    (r"py:.*", r"ArgumentParser|Namespace|NDArray"),
    (r"py:.*", r"st\..*"),  # Hypothesis's strategies, as everybody abbreviates them
    # Private names are on no page. The names of type variables begin with an underscore, too.
    (r"py:.*", r"(.*\.)?_\w+"),
    (r"py:.*", r"fireflies\._\w+\.\w+"),
]

# Figures that are counted when the pages are made.
_ROOT = Path(__file__).parents[1]
_ENGINES = {
    game: (_ROOT / f"tests/misreadings/{game}.toml").read_text("utf-8").count("\nsays = ")
    for game in rules_games
}
_CASES = {
    game: sum(
        len(json.loads(file.read_text("utf-8"))["cases"])
        for file in (_ROOT / "src/fireflies/conformance/cases" / game).glob(f"{game}.*.json")
    )
    for game in rules_games
}
_BOOKS = _ROOT.glob("src/fireflies/*/rules.toml")
_UNTOLD = sum(file.read_text(encoding="utf-8").count("\nuntold = ") for file in _BOOKS)
_HOSTILE = json.loads(Path(__file__).with_name("figures.json").read_text("utf-8"))["hostile"]
rst_epilog = f"""
.. |wrong| replace:: **{sum(_ENGINES.values()):,}**
.. |untold| replace:: {_UNTOLD}
.. |hostile| replace:: {_HOSTILE["inputs"]:,}
.. |hostile-findings| replace:: {_HOSTILE["findings"]:,}
.. |hostile-version| replace:: {_HOSTILE["version"]}
.. |hostile-seed| replace:: {_HOSTILE["seed"]}
.. |hostile-growth| replace:: {_HOSTILE["growth"]}
"""
rst_epilog += "".join(
    f".. |{game}-{what}| replace:: {counted[game]:,}\n"
    for what, counted in (("engines", _ENGINES), ("cases", _CASES))
    for game in rules_games
)

# The JSON Schemas that a page offers.
_SCHEMAS = Path(__file__).parent / "_schemas"
_SCHEMAS.mkdir(exist_ok=True)
for _name, _schema in schemas().items():
    file = _SCHEMAS / f"{_name.replace('/', '-')}.schema.json"
    file.write_text(json.dumps(_schema, ensure_ascii=False, indent=2), encoding="utf-8")

# Files that the build makes: a report of the suite, and a game as a package.
_MADE = Path(__file__).parent / "_made"
_MADE.mkdir(exist_ok=True)
html_extra_path = ["_made"]

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
# The pages of the adapters are built without these libraries.
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo"]
python_use_unqualified_type_names = True

# Quotes stay straight: the apostrophe that begins 'verse would become a left quote.
smartquotes_action = "De"

html_theme = "furo"
html_title = f"fireflies {release}"
html_static_path = ["_static"]
html_additional_pages = {"404": "404.html"}
html_favicon = "_static/firefly.svg"
html_css_files = ["rules.css", "site.css"]


def read_raises(  # noqa: PLR0913, PLR0917 - Sphinx calls it with these
    app: "Sphinx", what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Turn the section ``Raises:``, the only one that our docstrings have, into Sphinx's own form.

    Sphinx's own extension for such sections would read too much: in the docstring of an attribute,
    it reads the words before a colon as a type.
    """
    del app, what, name, obj, options
    if "Raises:" in lines:
        start = lines.index("Raises:")
        lines[start:] = [
            "",
            *(re.sub(r"^    (\w+): ", r":raises \1: ", line) for line in lines[start + 1 :]),
        ]


def skip_aliases(  # noqa: PLR0913, PLR0917 - as above
    app: "Sphinx", what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Remove Python's own docstrings of the fields of a tuple, which say nothing."""
    del app, what, name, obj, options
    lines[:] = [line for line in lines if not line.startswith("Alias for field number")]


def hide_constructor(  # noqa: PLR0913, PLR0917 - as above
    app: "Sphinx",
    what: str,
    name: str,
    obj: object,
    options: object,
    given: object,
    returned: object,
) -> tuple[str, None] | None:
    """Show no constructor of the packed state, which only the library calls."""
    del app, what, obj, options, given, returned
    return ("", None) if name == "fireflies.smile.fast.State" else None


def prefer_contract(app: "Sphinx", doctree: "nodes.document") -> None:
    """Let the bare names in types mean the contract's classes, not a game's of the same name."""
    del app
    own = "fireflies.misbehavin.rules.actions"
    for link in doctree.findall(addnodes.pending_xref):
        if link["reftarget"] in {"Action", "Turn"} and link.get("py:module") != own:
            link["reftarget"] = f"fireflies.contract.{link['reftarget']}"


def setup(app: "Sphinx") -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", read_raises)
    app.connect("autodoc-process-docstring", skip_aliases)
    app.connect("autodoc-process-signature", hide_constructor)
    app.connect("doctree-read", prefer_contract)
