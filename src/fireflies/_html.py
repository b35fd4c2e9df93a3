"""Tables in HTML, for a page of its own and for notebooks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from fireflies._svg import escaped
from fireflies._texts import capitalized, victory
from fireflies.errors import clipped

_LONGEST: Final = 2000
"""The most characters of one text."""
_STYLE: Final = (
    ".fireflies .scroll{max-height:32em;overflow:auto}"
    ".fireflies table{margin:0 0 1em}"
    ".fireflies table caption{caption-side:top;color:inherit;text-align:left}"
    ".fireflies table tr>*{text-align:left;vertical-align:top;white-space:normal;min-width:5em}"
)
"""Notebooks align cells to the right. Colors are theirs: only they know whether they are dark."""


def text(words: str) -> str:
    """Return a text as HTML, in one line, cut when it is very long."""
    return escaped(clipped(words, _LONGEST))


def table(
    caption: str, heads: Sequence[str], lines: Iterable[tuple[Sequence[str], bool]]
) -> Iterator[str]:
    """Yield a table of HTML cells, in a frame that a narrow screen can scroll.

    A line that differs is marked, also for those who see no colors.
    """
    yield f'<div class="scroll" role="region" aria-label="{caption}" tabindex="0"><table>'
    yield f"<caption>{caption}</caption><thead><tr>"
    yield "".join(f'<th scope="col">{head}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    for (first, *cells), is_marked in lines:
        mark = "\N{RIGHTWARDS ARROW} " if is_marked else ""
        kind = ' class="differs"' if is_marked else ""
        others = "".join(f"<td>{cell}</td>" for cell in cells)
        yield f'<tr{kind}><th scope="row">{mark}{first}</th>{others}</tr>'
    yield "</tbody></table></div>"


def plain_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table whose caption and cells are values, shown by ``str``."""
    lines = (([text(str(cell)) for cell in row], False) for row in rows)
    return "".join(table(text(caption), heads, lines))


def paragraph(words: str) -> str:
    """Return a paragraph of this text."""
    return f"<p>{text(words)}</p>"


def for_notebook(*parts: str) -> str:
    """Return parts of HTML as a notebook shows them."""
    return f'<div class="fireflies"><style>{_STYLE}</style>{"".join(parts)}</div>'


def scores(
    seats: Sequence[str],
    points: Sequence[int],
    winners: Sequence[int],
    decided: str = "",
    sums: Sequence[Mapping[str, int]] = (),
) -> str:
    """Return the table of a result.

    ``decided`` says why these seats have won; ``sums`` has by seat the parts of its points.
    """
    won = "wins" if len(winners) == 1 else "shares the victory"
    rows = [[name, points[seat], won if seat in winners else ""] for seat, name in enumerate(seats)]
    heads = ["seat", "points", "result"]
    if any(sums):
        heads.append("sum")
        rows = [[*row, _sum(parts)] for row, parts in zip(rows, sums, strict=True)]
    caption = capitalized(victory(winners, seats))
    return plain_table(f"{caption}: {decided}" if decided else caption, heads, rows)


def _sum(parts: Mapping[str, int]) -> str:
    return ", ".join(f"{part} {points:+}" for part, points in parts.items())
