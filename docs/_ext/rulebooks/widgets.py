"""Functions that make docutils nodes: paragraphs, links, tables, folds, pictures."""

import re
from collections import Counter
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
"""The parts of a line or a cell, in order."""


class fold(nodes.General, nodes.Element):  # noqa: N801 - docutils calls visit_fold
    """A block that is hidden until the reader opens it; ``summary`` is always visible."""


class picture(nodes.General, nodes.Element):  # noqa: N801 - docutils calls visit_picture
    """A drawing: ``svg``, its separate ``style``, and ``alt``, the drawing as text."""


def paragraph(*parts: Part, kind: str = "") -> nodes.paragraph:
    """Return a paragraph of texts and nodes."""
    made = nodes.paragraph("", "", *_as_nodes(parts))
    made["classes"] += kind.split()
    return made


def span(*parts: Part, kind: str) -> nodes.inline:
    """Return an inline node with CSS classes."""
    return nodes.inline("", "", *_as_nodes(parts), classes=kind.split())


def strong(words: str) -> nodes.strong:
    """Return bold text."""
    return nodes.strong("", words)


def code(words: str) -> nodes.literal:
    """Return text in the font of code."""
    return nodes.literal("", words)


def box(kind: str, *parts: nodes.Node) -> nodes.container:
    """Return a block with CSS classes."""
    return nodes.container("", *parts, classes=kind.split())


def block_of(kind: str, title: str, *parts: nodes.Node) -> nodes.container:
    """Return a block that a list of contents can name."""
    made = box(kind, *parts)
    made["title"] = title
    return made


def heading(words: str, level: int = 3) -> nodes.rubric:
    """Return a heading that is not in the table of contents."""
    made = nodes.rubric("", words)
    made["heading-level"] = level
    return made


def bullets(items: Iterable[Sequence[Part]], kind: str = "") -> nodes.bullet_list:
    """Return a bullet list."""
    entries = [nodes.list_item("", paragraph(*parts)) for parts in items]
    return nodes.bullet_list("", *entries, classes=kind.split())


def fold_of(summary: str, *parts: nodes.Node, unfolded: bool = False) -> fold:
    """Return a block that the reader can open and close."""
    return fold("", *parts, summary=summary, unfolded=unfolded)


def table(heads: Sequence[str], rows: Iterable[Sequence[Part]], kind: str = "") -> nodes.table:
    """Return a table with a header row."""
    group = nodes.tgroup("", cols=len(heads))
    group += [nodes.colspec("", colwidth=1) for _ in heads]
    group += nodes.thead("", _row(heads))
    group += nodes.tbody("", *map(_row, rows))
    return nodes.table("", group, classes=["fireflies-table", *kind.split()])


def _row(cells: Sequence[Part]) -> nodes.row:
    """Return a row of a table."""
    return nodes.row("", *(nodes.entry("", paragraph(cell)) for cell in cells))


def link(typ: str, target: str, shown: nodes.TextElement) -> addnodes.pending_xref:
    """Return a link to an object of our domain, which Sphinx resolves later."""
    attributes = {"refdomain": "fireflies", "reftype": typ, "reftarget": target}
    return addnodes.pending_xref("", shown, refexplicit=True, refwarn=typ == "rule", **attributes)


def link_here(anchor: str, words: str) -> nodes.reference:
    """Return a link to a place of the same page."""
    return nodes.reference("", words, refid=anchor, internal=True)


def link_to(address: str, words: str) -> nodes.reference:
    """Return a link to another site."""
    return nodes.reference("", words, refuri=address, internal=False)


def rule_link(clause: str, words: str = "") -> addnodes.pending_xref:
    """Return a link to a clause, with this text or its id."""
    return link("rule", clause, span(words, kind="rule-title") if words else clause_id(clause))


def clause_id(clause: str) -> nodes.inline:
    """Return an id in the font of code; a page has hundreds, and ``code`` needs more HTML."""
    return span(clause, kind="rule-id")


def count(number: int, noun: str) -> str:
    """Return a number with its noun, like ``1 test`` or ``2 tests``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def draw_view(
    book: Book,
    view: View,
    other: View | None = None,
    about: str | None = None,
    names: Sequence[str] = (),
) -> nodes.Node:
    """Return the picture of a view, or the view as text if the game has no pictures.

    What differs from the other view is marked. With the text of an action, the picture leaves out
    what the action is not about. ``names`` are those of the seats.
    """
    svg, style, text = book.draw(view, other, about, names), "", view.to_text(names=names)
    if not svg:
        return nodes.literal_block(text, text, language="none")
    if inner := re.search("<style>(.*?)</style>", svg, re.DOTALL):
        style, svg = inner[1], svg.replace(inner[0], "")
    return picture("", svg=svg, style=style, alt=text, is_partial=about is not None)


def pair(before: nodes.Node, after: nodes.Node) -> nodes.container:
    """Return two pictures, side by side or, on a narrow screen, one below the other."""
    halves = [
        box("rule-half", paragraph(words, kind="rule-label"), drawn)
        for words, drawn in (("Before", before), ("After", after))
    ]
    return box("rule-pair", *halves)


_DARK = "@media (prefers-color-scheme:dark){"


def apply_theme(style: str) -> str:
    """Return a drawing's style, whose dark colors also follow the theme button of the page."""
    before, dark_found, rest = style.partition(_DARK)
    if not dark_found:
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
    """Write the summary of a fold, and the start of its block."""
    unfolded = " open" if node["unfolded"] else ""
    summary = translator.encode(node["summary"])
    translator.body.append(f'<details class="rule-fold"{unfolded}><summary>{summary}</summary>\n')


def _depart_fold(translator: "HTML5Translator", node: fold) -> None:
    """Write the end of a fold."""
    del node
    translator.body.append("</details>\n")


_WIDEST_ON_PHONE = 560
"""The widest drawing that can still be read when it is scaled to the width of a phone."""

# A wider drawing scrolls there; with a tab index it can be scrolled by keys too.
_SCROLLING = (
    'class="rule-picture rule-sliding" role="group" tabindex="0" aria-label="A wide drawing"'
)


_SIZE = re.compile(r'viewBox="\S+ \S+ ([0-9.]+) ([0-9.]+)"')
_GROUP = re.compile(
    r'<g (transform="translate\((\d+) (\d+)\)")>((?:(?!</?g[ >]).){80,}?)</g>', re.DOTALL
)
"""A group of elements at a place, which may well occur again in another picture."""


_NEEDLESS = re.compile(' (?:xmlns|aria-label)="[^"]*"')
"""Attributes that are redundant, or needed only in a separate file."""


def _share_pictures(app: "Sphinx", document: nodes.document, name: str) -> None:
    """Make the pictures of a page share their style sheets, and the parts that look the same.

    Each is kept in the first picture that has it.
    """
    del app, name
    styles: set[str] = set()
    names: dict[str, str] = {}
    drawn = [*document.findall(picture)]
    found = Counter(part[4] for it in drawn for part in _GROUP.finditer(it["svg"]))
    for it in drawn:
        it["style"], style = "" if it["style"] in styles else it["style"], it["style"]
        styles.add(style)
        kind = _class_of(it["svg"])

        def share(part: re.Match[str], kind: str = kind) -> str:
            place, left, top, inside = part.groups()
            if found[inside] == 1:
                return part[0]
            if inside in names:
                return f'<use href="#{names[inside]}" x="{left}" y="{top}"/>'
            names[inside] = f"pic{len(names)}"
            return f'<g {place}><g id="{names[inside]}" class="{kind}">{inside}</g></g>'

        it["svg"] = _GROUP.sub(share, _NEEDLESS.sub("", it["svg"], 2))


def _class_of(svg: str) -> str:
    """Return the class of a drawing. The rules of its style sheet hold only for that class."""
    found = re.search('<svg [^>]*class="([^"]*)"', svg)
    return found[1] if found else ""


def _visit_picture(translator: "HTML5Translator", node: picture) -> None:
    """Write the drawing, with its style sheet if it is the first one that has it."""
    style = f"<style>{apply_theme(node['style'])}</style>" if node["style"] else ""
    found = _SIZE.search(node["svg"])
    width, height = (float(it) for it in found.groups()) if found else (0, 0)
    kind = 'class="rule-picture rule-cutting"'
    if not node["is_partial"]:
        kind = _SCROLLING if width > _WIDEST_ON_PHONE else 'class="rule-picture"'
    size = f' style="--height:{height:g}"'
    translator.body.append(f"<div {kind}{size}>{style}{node['svg']}</div>\n")
    raise nodes.SkipNode


def _visit_as_text(translator: nodes.NodeVisitor, node: picture) -> None:
    """Write the drawing as text, for builders without pictures."""
    block = nodes.literal_block(node["alt"], node["alt"], language="none")
    block.walkabout(translator)
    raise nodes.SkipNode


def _write_nothing(translator: nodes.NodeVisitor, node: nodes.Element) -> None:
    """Write nothing."""
    del translator, node


def add_to(app: "Sphinx") -> None:
    """Register folds and pictures with Sphinx."""
    as_text = dict.fromkeys(("latex", "man", "texinfo", "text"), (_visit_as_text, None))
    plain = dict.fromkeys(as_text, (_write_nothing, _write_nothing))
    app.add_node(fold, override=True, html=(_visit_fold, _depart_fold), **plain)
    app.connect("doctree-resolved", _share_pictures)
    app.add_node(picture, override=True, html=(_visit_picture, None), **as_text)
