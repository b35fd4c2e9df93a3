"""The Sphinx domain of rules, rulings and terms: their pages, and links to them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from docutils import nodes
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from fireflies._typing import override

from . import books
from .source import page_of

if TYPE_CHECKING:
    from docutils.nodes import Element, Node, TextElement, system_message
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

_LOGGER = logging.getLogger("rulebooks")


class Entry(NamedTuple):
    """The place that describes an object."""

    page: str
    anchor: str
    title: str


class _GameRole(XRefRole):
    """A role whose target begins with the name of a game."""

    is_short: ClassVar = False
    """True when links leave out the game; otherwise those do whose target begins with ``~``."""

    @override
    def process_link(
        self,
        env: "BuildEnvironment",
        refnode: "Element",
        has_explicit_title: bool,  # noqa: FBT001 - Sphinx calls it so
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Return the title and the target."""
        name = target.removeprefix("~")
        is_short = (self.is_short and not has_explicit_title) or name != target
        return (name.partition(".")[2] if is_short else title), name


class RuleRole(_GameRole):
    """The role ``:rule:``, short for ``:fireflies:rule:``.

    As in Sphinx, ``:rule:`~smile.bid.ties``` shows less of the name: it leaves out the game.
    """

    kind = "rule"

    @override
    def create_xref_node(self) -> tuple[list["Node"], list["system_message"]]:
        """Return a link that the domain resolves later."""
        self.refdomain, self.reftype = "fireflies", self.kind
        self.innernodeclass = nodes.inline if self.has_explicit_title else nodes.literal
        self.classes = ["xref", "fireflies", f"fireflies-{self.kind}"]
        return super().create_xref_node()


class RulingRole(RuleRole):
    """The role ``:ruling:``."""

    kind = "ruling"


class LineRole(RuleRole):
    """The role ``:fireflies:line:`words <module:line>```."""

    kind = "line"


class TermRole(_GameRole):
    """The role ``:fireflies:term:`smile.row```, shown without the name of the game."""

    is_short = True


class RuleIndex(Index):
    """The index page of all rules."""

    name = "rules"
    localname = "Rules"
    shortname: ClassVar[str | None] = "rules"

    @override
    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the rules in groups, by all but the last word of their ids, in order of play."""
        wanted = None if docnames is None else set(docnames)
        groups: dict[str, list[IndexEntry]] = {}
        for clause, entry in _in_order(cast("FirefliesDomain", self.domain).rules):
            if wanted is None or entry.page in wanted:
                item = IndexEntry(clause, 0, entry.page, entry.anchor, "", "", entry.title)
                groups.setdefault(clause.rpartition(".")[0], []).append(item)
        return list(groups.items()), False


def _in_order(rules: dict[str, Entry]) -> list[tuple[str, Entry]]:
    """Return the rules in the order of their books, game by game."""
    places: dict[str, tuple[str, int]] = {}
    for clause in rules:
        book = books.book_of_clause(clause)
        order = [] if book is None else list(book.book.rules)
        places[clause] = clause.partition(".")[0], order.index(clause)
    return sorted(rules.items(), key=lambda item: places[item[0]])


class FirefliesDomain(Domain):
    """The domain of rules, rulings and terms."""

    name = "fireflies"
    label = "fireflies"
    object_types: ClassVar[dict[str, ObjType]] = {
        "rule": ObjType("rule", "rule"),
        "ruling": ObjType("ruling", "ruling"),
        "term": ObjType("term", "term"),
    }
    roles: ClassVar = {
        "rule": RuleRole(warn_dangling=True),
        "ruling": RulingRole(warn_dangling=True),
        "line": LineRole(warn_dangling=True),
        "term": TermRole(warn_dangling=True),
    }
    indices: ClassVar[list[type[Index]]] = [RuleIndex]
    data_version = 2  # a new number makes Sphinx read all pages again
    initial_data: ClassVar = {kind: {} for kind in ("rule", "ruling", "term", "trace", "kind")}

    @property
    def rules(self) -> dict[str, Entry]:
        """The place of each rule's description, by id."""
        return self._entries("rule")

    def _entries(self, kind: str) -> dict[str, Entry]:
        """Return the place of each object of a kind, by name."""
        return cast("dict[str, Entry]", self.data[kind])

    def place_of(self, kind: str, name: str) -> Entry | None:
        """Return the place of an object's description, or None."""
        return self._entries(kind).get(name)

    def register(self, kind: str, name: str, entry: Entry, location: "Node | str") -> bool:
        """Register an object; warn and return False when another page describes it already.

        The general index gets rules and terms, with the names of their games.
        """
        if not self._add(kind, name, entry, location):
            return False
        if kind in {"rule", "term"}:
            index = self.env.domains.index_domain.entries.setdefault(entry.page, [])
            game = books.open_book(name.partition(".")[0]).game.title
            index.append(("single", f"{entry.title} ({game})", entry.anchor, "", None))
        return True

    def _add(self, kind: str, name: str, entry: Entry, location: "Node | str") -> bool:
        known = self._entries(kind)
        if name in known:
            text = "the %s %s is already described in %s; once is enough"
            _LOGGER.warning(text, kind, name, known[name].page, location=location, type="rulebooks")
            return False
        known[name] = entry
        return True

    @override
    def clear_doc(self, docname: str) -> None:
        """Remove the objects of a page that is read again or deleted."""
        for kind in self.initial_data:
            known = self._entries(kind)
            for name in [name for name, entry in known.items() if entry.page == docname]:
                del known[name]

    @override
    def merge_domaindata(
        self, docnames: AbstractSet[str], otherdata: dict[str, dict[str, Entry]]
    ) -> None:
        """Add the objects that another process has registered."""
        for kind in self.initial_data:
            for name, entry in otherdata[kind].items():
                if entry.page in docnames:
                    self._add(kind, name, entry, entry.page)

    @override
    def resolve_xref(  # noqa: PLR0913, PLR0917 - Sphinx calls it with these
        self,
        env: "BuildEnvironment",
        fromdocname: str,
        builder: "Builder",
        typ: str,
        target: str,
        node: "pending_xref",
        contnode: "Element",
    ) -> nodes.reference | None:
        """Return the link, or None when no page describes the target."""
        others = {"line": self._line, "report": self._report}
        entry = others[typ](target) if typ in others else self._entries(typ).get(target)
        if entry is None:
            return None
        shown = cast("TextElement", contnode)
        # A tooltip only where it says more than the link.
        title = None if typ == "term" or entry.title == shown.astext() else entry.title
        return make_refnode(builder, fromdocname, entry.page, entry.anchor, shown, title)

    def _line(self, target: str) -> Entry | None:
        """Return the place of a line, ``module:line``; None when the module has no page."""
        module, _, line = target.partition(":")
        if module.partition(".")[0] not in self.env.config.rules_sources:
            return None
        return Entry(page_of(module), f"line-{line}", module)

    def _report(self, title: str) -> Entry | None:
        """Return the place that says how to report a mistake; None when no page does."""
        page, _, anchor = self.env.config.rules_report.partition("#")
        return Entry(page, anchor, title) if page in self.env.found_docs else None

    @override
    def resolve_any_xref(  # noqa: PLR0913, PLR0917 - as above
        self,
        env: "BuildEnvironment",
        fromdocname: str,
        builder: "Builder",
        target: str,
        node: "pending_xref",
        contnode: "Element",
    ) -> list[tuple[str, nodes.reference]]:
        """Return the links of ``:any:`` to a rule or a ruling."""
        links = (
            (kind, self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode))
            for kind in ("rule", "ruling")
        )
        return [(f"fireflies:{kind}", link) for kind, link in links if link is not None]

    @override
    def check_consistency(self) -> None:
        """Warn about clauses of the games in ``rules_games`` that no page describes."""
        for game in self.env.config.rules_games:
            for clause in books.open_book(game).book.rules:
                if clause not in self.rules:
                    _LOGGER.warning("no page describes the rule %s", clause, type="rulebooks")

    @override
    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield the objects for links from other projects.

        The priority -1 hides rules and rulings from Sphinx's own search: ours lists them.
        """
        for name, (page, anchor, title) in self._entries("term").items():
            yield name, title, "term", page, anchor, 1
        for kind in ("rule", "ruling"):
            for name, (page, anchor, title) in self._entries(kind).items():
                yield name, title, kind, page, anchor, -1


def domain_of(env: "BuildEnvironment") -> FirefliesDomain:
    """Return the domain of a build."""
    return cast("FirefliesDomain", env.domains["fireflies"])


def warn_missing_rule(app: "Sphinx", domain: Domain | None, node: "pending_xref") -> bool | None:
    """Warn about a link to a missing rule, with similar ids; Sphinx handles all other links."""
    del app
    if domain is None or domain.name != "fireflies" or node["reftype"] != "rule":
        return None
    _LOGGER.warning(
        _missing(node["reftarget"], cast("FirefliesDomain", domain).rules),
        location=node,
        type="ref",
        subtype="rule",
    )
    return True


def _missing(clause: str, described: Collection[str]) -> str:
    """Return the message about a link to a missing clause."""
    if books.find_clause(clause) is not None:
        return f"no page describes the rule {clause}"
    book = books.book_of_clause(clause)
    known: Sequence[str] = [] if book is None else list(book.book.rules)
    return books.unknown_rule(clause, known or described)
