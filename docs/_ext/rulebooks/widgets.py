"""The small parts that pages are put together from: paragraphs, links, tables, folds, pictures."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from docutils import nodes
from sphinx import addnodes

from fireflies.contract import View

from .books import Book

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


Part: TypeAlias = str | nodes.Node
"""A text, or a node."""

Line: TypeAlias = list[Part]
"""What stands in a line or a cell, one part after the other."""


class fold(nodes.General, nodes.Element):  # noqa: N801 - docutils calls visit_fold
    """Something that is hidden until it is asked for; ``summary`` is what one sees before."""


class picture(nodes.General, nodes.Element):  # noqa: N801 - docutils calls visit_picture
    """A drawing: ``svg``, its ``style`` apart from it, and ``alt``, the same in words."""


def para(*parts: Part, kind: str = "") -> nodes.paragraph:
    """Return a paragraph of texts and nodes."""
    made = nodes.paragraph("", "", *_as_nodes(parts))
    made["classes"] += kind.split()
    return made


def span(*parts: Part, kind: str) -> nodes.inline:
    """Return a piece of a line."""
    return nodes.inline("", "", *_as_nodes(parts), classes=kind.split())


def strong(words: str) -> nodes.strong:
    """Return bold words."""
    return nodes.strong("", words)


def code(words: str) -> nodes.literal:
    """Return words in the letters of code."""
    return nodes.literal("", words)


def box(kind: str, *parts: nodes.Node) -> nodes.container:
    """Return parts below one another."""
    return nodes.container("", *parts, classes=kind.split(), is_div=True)


def heading(words: str, level: int = 3) -> nodes.rubric:
    """Return a heading that no table of contents lists."""
    made = nodes.rubric("", words)
    made["heading-level"] = level
    return made


def bullets(items: Iterable[Sequence[Part]], kind: str = "") -> nodes.bullet_list:
    """Return a list with a line each."""
    entries = [nodes.list_item("", para(*parts)) for parts in items]
    return nodes.bullet_list("", *entries, classes=kind.split())


def folded(summary: str, *parts: nodes.Node, unfolded: bool = False) -> fold:
    """Return a fold."""
    return fold("", *parts, summary=summary, unfolded=unfolded)


def table(heads: Sequence[str], rows: Iterable[Sequence[Part]], kind: str = "") -> nodes.table:
    """Return a table with a line of heads."""
    group = nodes.tgroup("", cols=len(heads))
    group += [nodes.colspec("", colwidth=1) for _ in heads]
    group += nodes.thead("", _row(heads))
    group += nodes.tbody("", *map(_row, rows))
    return nodes.table("", group, classes=["fireflies-table", *kind.split()])


def _row(cells: Sequence[Part]) -> nodes.row:
    """Return a line of a table."""
    return nodes.row("", *(nodes.entry("", para(cell)) for cell in cells))


def link(typ: str, target: str, shown: nodes.TextElement) -> addnodes.pending_xref:
    """Return a link to something of our domain, resolved when all pages are read."""
    attributes = {"refdomain": "fireflies", "reftype": typ, "reftarget": target}
    return addnodes.pending_xref("", shown, refexplicit=True, refwarn=typ == "rule", **attributes)


def rule_link(clause: str, words: str = "") -> addnodes.pending_xref:
    """Return a link to a clause, shown as words or else as its id."""
    return link("rule", clause, span(words, kind="rule-title") if words else code(clause))


def count(number: int, thing: str) -> str:
    """Return a count with its thing, like ``1 test`` or ``2 tests``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def drawn(book: Book, view: View) -> nodes.Node:
    """Return the picture of a view, or the view in letters where the game draws none."""
    svg, style = book.drawn(view), ""
    if not svg:
        return nodes.literal_block(view.to_text(), view.to_text(), language="none")
    if inner := re.search("<style>(.*?)</style>", svg, re.DOTALL):
        style, svg = inner[1], svg.replace(inner[0], "")
    return picture("", svg=svg, style=style, alt=view.to_text())


_DARK = "@media (prefers-color-scheme:dark){"


def themed(style: str) -> str:
    """Return a drawing's style, its dark half bound to the page's theme button."""
    before, there_is_one, rest = style.partition(_DARK)
    if not there_is_one:
        return style
    depth, end = 1, 0
    while depth:
        depth += {"{": 1, "}": -1}.get(rest[end], 0)
        end += 1
    dark, after = rest[: end - 1], rest[end:]
    chosen = f'body[data-theme="dark"]{{{dark}}}'
    followed = f'{_DARK}body:not([data-theme="light"]){{{dark}}}}}'
    return f"{before}@media not print{{{chosen}{followed}}}{after}"


def _as_nodes(parts: Iterable[Part]) -> list[nodes.Node]:
    """Return texts as nodes."""
    return [nodes.Text(part) if isinstance(part, str) else part for part in parts]


def _visit_fold(translator: "HTML5Translator", node: fold) -> None:
    """Write the fold's summary, and open its inside."""
    unfolded = " open" if node["unfolded"] else ""
    summary = translator.encode(node["summary"])
    translator.body.append(f'<details class="rule-fold"{unfolded}><summary>{summary}</summary>\n')


def _depart_fold(translator: "HTML5Translator", node: fold) -> None:
    """Write the fold's end."""
    del node
    translator.body.append("</details>\n")


_PHONE = 560
"""So wide a drawing can be read when it is made as narrow as a phone, but no wider one."""

# It scrolls there; with a place in the order of the tab key it does so without a finger as well.
_SLIDING = 'class="rule-picture rule-sliding" role="group" tabindex="0" aria-label="A wide drawing"'


def _width(svg: str) -> float:
    """Return the width of a drawing; 0 when it does not say."""
    found = re.search(r'viewBox="\S+ \S+ ([0-9.]+)', svg)
    return float(found[1]) if found else 0


def _visit_picture(translator: "HTML5Translator", node: picture) -> None:
    """Write the drawing; a style that several share on a page is written before the first."""
    earlier = []
    for other in translator.document.findall(picture):
        if other is node:
            break
        earlier.append(other["style"])
    style = "" if node["style"] in earlier else f"<style>{themed(node['style'])}</style>"
    kind = _SLIDING if _width(node["svg"]) > _PHONE else 'class="rule-picture"'
    translator.body.append(f"<div {kind}>{style}{node['svg']}</div>\n")
    raise nodes.SkipNode


def _visit_words(translator: nodes.NodeVisitor, node: picture) -> None:
    """Write the drawing where there are only letters."""
    block = nodes.literal_block(node["alt"], node["alt"], language="none")
    block.walkabout(translator)
    raise nodes.SkipNode


def _pass(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    del translator, node


def add_to(app: "Sphinx") -> None:
    """Tell Sphinx how to write folds and pictures."""
    as_words = dict.fromkeys(("latex", "man", "texinfo", "text"), (_visit_words, None))
    plain = dict.fromkeys(as_words, (_pass, _pass))
    app.add_node(fold, override=True, html=(_visit_fold, _depart_fold), **plain)
    app.add_node(picture, override=True, html=(_visit_picture, None), **as_words)
