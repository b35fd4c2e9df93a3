"""The pages of the API: the names of each public module, each with its first line."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict, cast, is_typeddict

from sphinx import addnodes
from sphinx.util import logging

from fireflies._typing import override
from fireflies.rulebook import Clause

from . import source
from .base import BookDirective
from .widgets import Line, link, paragraph, rule_link, span, table

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.domains.python import PythonDomain
    from sphinx.environment import BuildEnvironment

_LOGGER = logging.getLogger("rulebooks")
_LONGEST_VALUE: Final = 60


class Name(TypedDict):
    """A public name, for the template of a module's page."""

    name: str
    home: str
    """The module whose page describes it; other modules link there."""
    directive: str
    summary: str
    has_keys: bool
    """True for a dictionary with typed keys, which are all listed."""
    inherits: bool
    """True for a class with a base of a private module, whose members have no other page."""


def read_names(file: Path) -> dict[str, list[str]]:
    """Return the public names by module; ``...`` stands for others that are not public."""
    lines = file.read_text(encoding="utf-8").splitlines()
    split = (line.partition(":") for line in lines)
    return {module: [name for name in names.split() if name != "..."] for module, _, names in split}


def describe(public: Mapping[str, Sequence[str]]) -> dict[str, list[Name]]:
    """Return what the page of each module shows."""
    homes: dict[source.Definition, str] = {}
    found: dict[tuple[str, str], source.Definition] = {}
    for module, names in public.items():
        for name in names:
            if (definition := source.find(module, name)) is None:
                _LOGGER.warning("%s has no %s", module, name, type="rulebooks")
            else:
                found[module, name] = definition
    # Programs import a name from the outermost module that has it.
    order = sorted(found, key=lambda at: (at[0].count("."), at[0] != found[at].module, at[0]))
    for module, name in order:
        homes.setdefault(found[module, name], module)
    return {
        module: [
            _describe(found[module, name], name, homes) for name in names if (module, name) in found
        ]
        for module, names in public.items()
    }


def _describe(found: source.Definition, name: str, homes: Mapping[source.Definition, str]) -> Name:
    """Return what the page of a module shows of a name."""
    if not found.doc:
        _LOGGER.warning("%s.%s has no docstring", found.module, name, type="rulebooks")
    home = homes[found]
    value: object = getattr(import_module(home), name)
    is_class = isinstance(value, type) and value.__name__ == name
    is_error = isinstance(value, type) and issubclass(value, BaseException)
    return {
        "name": name,
        "home": home,
        "directive": "exception" if is_error else "class" if is_class else found.kind,
        "summary": " ".join(found.doc.partition("\n\n")[0].split()),
        "has_keys": is_class and is_typeddict(value),
        "inherits": is_class and any(map(_is_private, getattr(value, "__bases__", ()))),
    }


def _is_private(base: type) -> bool:
    return base.__module__.startswith("fireflies._")


def describe_names(app: "Sphinx", config: "Config") -> None:
    """Give the names of the file ``rules_names`` to the template of the pages of modules."""
    if config.rules_names:
        public = read_names(Path(app.srcdir, config.rules_names))
        config.autosummary_context["public"] = describe(public)


class ModulesOf(BookDirective):
    """Prints a table of modules of a package, with links to their source."""

    has_content = True

    @override
    def make_nodes(self) -> "list[nodes.Node]":
        """Return the table, in the order of the content."""
        rows: list[Line] = []
        for name in " ".join(self.content).split():
            module = f"{self.arguments[0]}.{name}"
            doc = import_module(module).__doc__ or ""
            shown = link("line", f"{module}:1", span(module, kind="rule-line"))
            rows.append([shown, " ".join(doc.partition("\n\n")[0].split())])
        return [table(["module", "what it has"], rows)]


def keep_clauses(  # noqa: PLR0913, PLR0917 - Sphinx calls it with these
    app: "Sphinx", what: str, name: str, obj: object, skip: object, options: object
) -> bool | None:
    """List each clause as a member of its enumeration, also without a docstring."""
    del app, what, name, skip, options
    return False if isinstance(obj, Clause) else None


def link_clauses(app: "Sphinx", domain: str, kind: str, content: addnodes.desc_content) -> None:
    """Link a clause, or the clause of an event, to its place on the rules page."""
    del app
    signature = cast("addnodes.desc_signature", content.parent[0])
    if (domain, kind) == ("py", "attribute"):
        owner, _, name = signature["fullname"].rpartition(".")
        found: object = getattr(import_module(signature["module"]), owner, None)
        member: object = getattr(found, name, None)
        if isinstance(member, Clause):
            content += paragraph(rule_link(member.value, member.rule.title))


def use_docstring_of_data(  # noqa: PLR0913, PLR0917 - as above
    app: "Sphinx", what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Take the docstring of data from the module that defines it, not from the value's type."""
    del app, obj, options
    if what == "data":
        module, _, own = name.rpartition(".")
        found = source.find(module, own)
        if found is not None:
            lines[:] = [*found.doc.splitlines(), ""]


def shorten_values(app: "Sphinx", doctree: "nodes.document") -> None:
    """Leave out the values of data that don't fit a line."""
    del app
    for signature in doctree.findall(addnodes.desc_signature):
        for part in list(signature.findall(addnodes.desc_annotation)):
            if "=" in part.astext()[:4] and len(part.astext()) > _LONGEST_VALUE:
                part.parent.remove(part)


def check_names(app: "Sphinx", env: "BuildEnvironment") -> None:
    """Warn about each public name that no page describes, or that another page describes."""
    domain: PythonDomain = env.domains.python_domain
    for names in app.config.autosummary_context.get("public", {}).values():
        for each in names:
            entry = domain.objects.get(full := f"{each['home']}.{each['name']}")
            if entry is None or entry.aliased or entry.docname != f"api/{each['home']}":
                _LOGGER.warning("the page of %s lacks %s", each["home"], full, type="rulebooks")
