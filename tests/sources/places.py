"""Sections and paragraphs of a plain text of the rules, as citations name them.

A plain text taken from a laid-out page has its headings anywhere, so nobody can derive which
heading a line stands under. ``outlines.toml`` says it, for each source of each game: a list of
sections in the order of the text, each with the first words of its first line. A section goes on
until the next one begins. A section that is listed twice has two parts; the count of its
paragraphs goes on in the second part.

Paragraphs are counted from 1 within a section:

* A line that consists of a heading of the outline is no paragraph, and ends the one before it.
* ``paragraphs = "lines"``: each other line with a word in it is one. A line that begins with a
  small letter goes on with the paragraph above it, unless an empty line has ended that one as in
  ``"blank"``.
* ``paragraphs = "blank"``: a paragraph ends at an empty line, if the text before it ends with one
  of ``. : ! ? )``. Otherwise it goes on after the empty line.

Markup in angle brackets counts as an empty line. A citation stands where its first word stands.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from fireflies import citations
from fireflies._entries import Entry
from fireflies.errors import InvalidData

FILE: Final = Path(__file__).with_name("outlines.toml")

Place = tuple[tuple[str, ...], int]
"""The headings above a line, outermost first, and the paragraph."""


class Section(NamedTuple):
    """One part of a text."""

    begins: str
    """The first words of its first line; case and punctuation don't matter."""
    headings: tuple[str, ...]


class Outline(NamedTuple):
    """The way to read one source."""

    by_line: bool
    """True when each line is a paragraph of its own."""
    sections: tuple[Section, ...]


def outlines(text: str) -> Mapping[str, Mapping[str, Outline]]:
    """Read the outlines of each game, by source.

    Raises:
        InvalidData: when an entry is wrong.
    """
    return {
        game: {source: _outline(Entry(data, f"{game}.{source}")) for source, data in own.items()}
        for game, own in tomllib.loads(text).items()
    }


def _outline(entry: Entry) -> Outline:
    way = entry.text("paragraphs")
    if way not in {"lines", "blank"}:
        raise InvalidData(f"{entry.place}: paragraphs", f"{way} is neither lines nor blank")
    sections = [Section(one.text("begins"), one.texts("section")) for one in entry.entries("at")]
    entry.end()
    return Outline(way == "lines", tuple(sections))


def places(text: str, outline: Outline) -> Mapping[int, Place]:
    """Return the place of each line that is in a paragraph, by its number from 1.

    Raises ValueError when a section of the outline is not found after the one before it.
    """
    headings = {tuple(citations.normalized(it)) for one in outline.sections for it in one.headings}
    found: dict[int, Place] = {}
    counts: dict[tuple[str, ...], int] = {}
    for section, lines in _parts(text, outline):
        number = counts.get(section, 0)
        ended, stopped = True, False
        for line, words in lines:
            if tuple(citations.normalized(words)) in headings:
                ended = True
            elif citations.normalized(words):
                number += ended or (outline.by_line and not words[:1].islower())
                found[line] = section, number
                ended = False
                stopped = re.search(r"[.:!?)][^\w,;]*$", words) is not None
            elif not ended:
                ended = stopped
        counts[section] = number
    return found


def _parts(text: str, outline: Outline) -> Iterator[tuple[tuple[str, ...], list[tuple[int, str]]]]:
    """Yield the headings and the numbered lines of each part, in the order of the text."""
    lines = [*enumerate(text.split("\n"), 1)]
    bare = [(number, re.sub(r"<[^<>]*>", "", line)) for number, line in lines]
    marked = [index for index, (_, line) in enumerate(lines) if line.lstrip().startswith("<")]
    starts: list[int] = []
    for section in outline.sections:
        begins = citations.normalized(section.begins)
        after = starts[-1] + 1 if starts else 0
        for index in range(after, len(bare)):
            if citations.normalized(bare[index][1])[: len(begins)] == begins:
                starts.append(index)
                break
        else:
            raise ValueError(f"no line behind line {after} begins with: {section.begins}")
    for section, start, end in zip(outline.sections, starts, [*starts[1:], len(bare)], strict=True):
        part: list[tuple[int, str]] = []
        for index in range(start, end):
            if index in marked:
                part.append((bare[index][0], ""))
            part.append(bare[index])
        yield section.headings, part
