"""Holds the project against printed rules: all citations found, nothing forgotten or copied."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from fireflies import printed
from fireflies.rulebook import Rulebook

RUN: Final = 8
"""So many words in a row of a source may not stand in the project."""


def unkept(book: Rulebook, texts: Mapping[str, str]) -> Iterator[str]:
    """What is wrong between a rulebook and the texts, by name, each of which may be any source."""
    for source in book.sources:
        readings = {name: printed.read(book, text, source) for name, text in texts.items()}
        name, best = max(readings.items(), key=lambda item: item[1].share)
        for found in best.missing:
            section = " > ".join(found.citation.section)
            yield f"{name}: {found.clause} cites {source}, {section}, and that is not there"
        for span in best.uncited:
            yield f"{name}, line {span.line}: no clause cites this, as {source}: {span.words}"


def copied(files: Iterable[Path], texts: Mapping[str, str]) -> Iterator[str]:
    """Where a file repeats a run of words of a text."""
    runs = {run: name for name, text in texts.items() for run in _runs(text)}
    for path in files:
        for run in _runs(path.read_text(encoding="utf-8", errors="ignore")):
            if run in runs:
                yield f"{path}: this stands in {runs[run]} too: {' '.join(run)}"


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every run of so many words."""
    words = printed.normalized(text)
    return (tuple(words[start : start + RUN]) for start in range(len(words) - RUN + 1))
