"""Pages with the source of every module of a package, and links to its lines."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from inspect import cleandoc
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx import addnodes

from . import evidence
from .widgets import link, span

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder


class Definition(NamedTuple):
    """The statement that defines a name."""

    module: str
    line: int
    kind: str
    """``class``, ``function`` or ``data``."""
    doc: str
    """Its docstring; empty when it has none."""


def page_of(module: str) -> str:
    """Return the page with the source of a module, without ``.html``."""
    package, _, name = module.partition(".")[2].rpartition(".")
    return f"{package.replace('.', '/')}/code/{name or package}".lstrip("/")


@cache
def modules_of(package: str) -> tuple[str, ...]:
    """Return the modules of a package and of those in it."""
    folder = str(evidence.file_of(package).parent)
    found = (module.name for module in walk_packages([folder], f"{package}."))
    return (package, *sorted(found))


@cache
def definitions(module: str) -> Mapping[str, Definition | tuple[str, str]]:
    """Return the definition of each name in a module, by qualified name.

    An imported name has a pair instead: the module it comes from, and its name there.
    """
    tree = ast.parse(evidence.file_of(module).read_text(encoding="utf-8"))
    return dict(_definitions(tree.body, module, ""))


def _definitions(
    body: Iterable[ast.stmt], module: str, scope: str
) -> Iterator[tuple[str, Definition | tuple[str, str]]]:
    """Yield the definitions of a block."""
    statements = list(body)
    for node, after in zip(statements, [*statements[1:], None], strict=True):
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name):
                kind = "class" if isinstance(node, ast.ClassDef) else "function"
                yield scope + name, Definition(module, node.lineno, kind, _doc(node))
                if isinstance(node, ast.ClassDef):
                    yield from _definitions(node.body, module, f"{scope}{name}.")
            case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
                yield scope + name, Definition(module, node.lineno, "data", _doc(after))
            case ast.ImportFrom(module=str(origin)):
                for alias in node.names:
                    yield alias.asname or alias.name, (origin, alias.name)
            case ast.If():
                yield from _definitions((*node.body, *node.orelse), module, scope)
            case _:
                continue


def _doc(node: ast.stmt | None) -> str:
    """Return the docstring of a class or function, or the string that follows an assignment."""
    match node:
        case ast.ClassDef() | ast.FunctionDef():
            return ast.get_docstring(node) or ""
        case ast.Expr(ast.Constant(str(text))):
            return cleandoc(text)
        case _:
            return ""


def find(module: str, name: str) -> Definition | None:
    """Return the definition of a name or of a member of a class.

    It is None for names from other projects, and for inherited members.
    """
    outer, dot, member = name.partition(".")
    found = definitions(module).get(name) or definitions(module).get(outer)
    if isinstance(found, Definition):
        return None if dot and found == definitions(module).get(outer) else found
    if found is None or found[0] not in modules_of(module.partition(".")[0]):
        return None
    return find(found[0], f"{found[1]}{dot}{member}")


def link_to_source(app: "Sphinx", doctree: "document") -> None:
    """Add a link to its source to each name that is documented."""
    for signature in doctree.findall(addnodes.desc_signature):
        module: str = signature.get("module") or ""
        if module.partition(".")[0] in app.config.rules_sources:
            found = find(module, signature["fullname"])
            if found is not None:
                shown = span("[source]", kind="viewcode-link")
                signature.append(link("line", f"{found.module}:{found.line}", shown))


def pages(app: "Sphinx") -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for each module, with an anchor at each line; the search does not find it."""
    builder: StandaloneHTMLBuilder = app.builder  # type: ignore[assignment] # only HTML
    for package in app.config.rules_sources:
        for module in modules_of(package):
            file, page = evidence.file_of(module), page_of(module)
            if not _is_current(Path(builder.get_outfilename(page)), file):
                text = file.read_text(encoding="utf-8")
                # Pygments wraps each line in a span with an id, a target of links.
                shown = builder.highlighter.highlight_block(
                    text, "python", linenos="inline", linespans="line"
                )
                title = f"Source of {module}"
                body = f'<h1>{escape(title)}</h1>\n<div class="rule-source">{shown}</div>'
                yield page, {"title": title, "body": body}, "page.html"


def _is_current(page: Path, file: Path) -> bool:
    """Return whether a page is newer than a file."""
    return page.is_file() and page.stat().st_mtime > file.stat().st_mtime
