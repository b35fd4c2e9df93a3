"""A small flow chart from an indented text: nested lists that the style sheet draws as boxes.

A line is a step, and the lines below it, with more indentation, are what follows from it. Steps of
one depth are done one after the other; lines like ``yes -> Bid`` are branches, with a label that
may be empty. A clause in brackets at the end of a line, like ``[bid.ties]``, is its link. Screen
readers, and pages without the style sheet, show the nested lists.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from docutils import nodes

from .widgets import Part, link, paragraph, span


class Box(NamedTuple):
    """A box of the chart, with what follows from it."""

    text: str
    clause: str = ""
    """The clause that the text links to, without the name of the game; empty for none."""
    label: str | None = None
    """The label of a branch; None for a step."""
    inner: tuple["Box", ...] = ()


def read_chart(lines: Sequence[str]) -> tuple[Box, ...]:
    """Read the lines of a chart, all of which are indented."""
    return tuple(_read(list(lines)))


def _read(lines: Sequence[str]) -> Iterator[Box]:
    """Read lines of one depth, each with the deeper lines below it."""
    depth = min(map(_depth, lines), default=0)
    starts = [number for number, line in enumerate(lines) if _depth(line) == depth]
    for start, end in pairwise([*starts, len(lines)]):
        before, arrow, after = lines[start].strip().partition("-> ")
        text, _, clause = (after if arrow else before).partition(" [")
        inner = tuple(_read(lines[start + 1 : end]))
        yield Box(text, clause.rstrip("]"), before.strip() if arrow else None, inner)


def _depth(line: str) -> int:
    """Return the number of spaces before the text."""
    return len(line) - len(line.lstrip())


def draw_chart(game: str, chart: Sequence[Box]) -> Iterator[nodes.bullet_list]:
    """Yield lists, one after the other: of steps, or of branches."""
    for branches, boxes in groupby(chart, lambda box: box.label is not None):
        kind = "rule-branches" if branches else "rule-steps"
        yield nodes.bullet_list("", *(_item(game, box) for box in boxes), classes=[kind])


def _item(game: str, box: Box) -> nodes.list_item:
    """Return a box with its label, and what follows from it."""
    shown: Part = box.text
    if box.clause:
        shown = link("rule", f"{game}.{box.clause}", span(box.text, kind="rule-title"))
    label: list[Part] = [span(f"{box.label}:", kind="rule-label-of"), " "] if box.label else []
    return nodes.list_item(
        "", paragraph(*label, shown, kind="rule-step-of"), *draw_chart(game, box.inner)
    )
