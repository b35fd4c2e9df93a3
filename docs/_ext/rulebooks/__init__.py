"""A Sphinx extension that prints rulebooks: each clause with its citations, code, tests and cases.

The domain ``fireflies`` has rules and rulings as objects: any page, also of another project, can
link to one with ``:rule:`` or ``:ruling:``. The content comes from the rulebook, the code, the
tests and the box of a game.

"""

from typing import TYPE_CHECKING

from . import books, reference, source, table, widgets
from .card import RuleCard
from .clause import RuleDirective
from .domain import FirefliesDomain, RuleRole, RulingRole, warn_missing_rule
from .lists import BoxOf, GlossaryOf, Rulings, SourcesOf
from .play import WorkedGame
from .reference import ModulesOf
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
    app.add_domain(FirefliesDomain)
    for name, directive in (
        ("rule", RuleDirective),
        ("rulings", Rulings),
        ("glossary-of", GlossaryOf),
        ("box-of", BoxOf),
        ("sources-of", SourcesOf),
        ("trace-matrix", TraceMatrix),
        ("worked-game", WorkedGame),
        ("rule-card", RuleCard),
        ("modules-of", ModulesOf),
        ("play-table", PlayTable),
    ):
        app.add_directive_to_domain("fireflies", name, directive)
        app.add_directive(name, directive, override=True)
    app.add_role("rule", RuleRole(warn_dangling=True), override=True)
    app.add_role("ruling", RulingRole(warn_dangling=True), override=True)
    widgets.add_to(app)
    table.add_to(app)
    app.setup_extension("sphinx.ext.autosummary")
    app.connect("config-inited", reference.describe_names)
    app.connect("builder-inited", books.check_all)
    app.connect("doctree-read", source.link_to_source)
    app.connect("doctree-read", reference.shorten_values)
    app.connect("html-collect-pages", source.pages)
    app.connect("autodoc-skip-member", reference.keep_clauses)
    app.connect("autodoc-process-docstring", reference.link_clauses)
    app.connect("env-check-consistency", reference.check_names)
    app.connect("warn-missing-reference", warn_missing_rule)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True}
