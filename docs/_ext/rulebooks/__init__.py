"""A Sphinx extension that prints rulebooks: each clause with its citations, code, tests and cases.

The domain ``fireflies`` has rules and rulings as objects: any page, also of another project, can
link to one with ``:rule:`` or ``:ruling:``. The content comes from the rulebook, the code, the
tests and the box of a game.

"""

from typing import TYPE_CHECKING

from . import books, made, navigation, reference, search, site, source, table, widgets
from .card import RuleCard
from .clause import RuleDirective
from .contents import Blocks, fill
from .domain import FirefliesDomain, RuleRole, RulingRole, warn_missing_rule
from .lists import BoxOf, GlossaryOf, SourcesOf
from .play import PictureSigns
from .questions import Questions, Rulings
from .reference import ModulesOf
from .shows import Features, KeptFigures, Position, Sizes, Terminal
from .story import TurnChart, WorkedGame
from .table import PlayTable
from .trace import TraceMatrix

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Add all directives and roles to Sphinx."""
    app.add_config_value("rules_games", [], "env", list)
    app.add_config_value("rules_tests", "../tests", "env", str)
    app.add_config_value("rules_sources", [], "env", list)
    app.add_config_value("rules_names", "", "env", str)
    app.add_config_value("rules_evidence", "", "env", str)
    app.add_config_value("rules_report", "", "env", str)
    app.add_domain(FirefliesDomain)
    for name, directive in (
        ("rule", RuleDirective),
        ("questions", Questions),
        ("rulings", Rulings),
        ("blocks", Blocks),
        ("glossary-of", GlossaryOf),
        ("box-of", BoxOf),
        ("sources-of", SourcesOf),
        ("trace-matrix", TraceMatrix),
        ("worked-game", WorkedGame),
        ("turn-chart", TurnChart),
        ("picture-signs", PictureSigns),
        ("rule-card", RuleCard),
        ("modules-of", ModulesOf),
        ("terminal", Terminal),
        ("position", Position),
        ("sizes", Sizes),
        ("features", Features),
        ("kept-figures", KeptFigures),
        ("play-table", PlayTable),
    ):
        app.add_directive_to_domain("fireflies", name, directive)
        app.add_directive(name, directive, override=True)
    app.add_role("rule", RuleRole(warn_dangling=True), override=True)
    app.add_role("ruling", RulingRole(warn_dangling=True), override=True)
    widgets.add_to(app)
    app.connect("doctree-read", fill)
    table.add_to(app)
    app.setup_extension("sphinx.ext.autosummary")
    app.connect("config-inited", reference.describe_names)
    app.connect("builder-inited", books.check_all)
    app.connect("builder-inited", made.make_files)
    app.connect("doctree-read", source.link_to_source)
    app.connect("doctree-read", reference.shorten_values)
    app.connect("html-page-context", search.note_game)
    app.connect("html-collect-pages", source.pages)
    navigation.add_to(app)
    app.connect("autodoc-skip-member", reference.keep_clauses)
    app.connect("object-description-transform", reference.link_clauses)
    app.connect("autodoc-process-docstring", reference.use_docstring_of_data)
    app.connect("env-check-consistency", reference.check_names)
    app.connect("html-page-context", site.describe_page)
    app.connect("build-finished", site.anchor_missing_page)
    app.connect("build-finished", search.write_index)
    app.connect("warn-missing-reference", warn_missing_rule)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True}
