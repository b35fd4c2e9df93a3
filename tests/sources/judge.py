"""Compare the project with printed rules: citations, their places, uncited and copied words."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from fireflies import citations
from fireflies.citations import Reading
from fireflies.rulebook import Citation, Flavor, Rulebook
from tests.sources.places import Outline, Place, places

COPIED: Final = 8
"""The project must not contain this many words in a row of a source."""


def faults_of(
    book: Rulebook, texts: Mapping[str, str], outlines: Mapping[str, Outline]
) -> Iterator[str]:
    """Yield the faults between a rulebook and the texts; the outlines are by source."""
    for source in book.printed:
        readings = {name: citations.read(book, text, source) for name, text in texts.items()}
        name, best = max(readings.items(), key=lambda item: item[1].share)
        for found in best.missing:
            section = " > ".join(found.citation.section)
            yield f"{name}: {found.clause} cites {source}, {section}, and that is not there"
        for entry, spans in best.flavor:
            if not spans:
                yield f"{name}: {_shown(_named(entry))} has no such flavor: {entry.reason}"
        for span in best.uncited:
            yield f"{name}, line {span.line}: no clause cites this, as {source}: {span.words}"
        if source in outlines:
            at = places(texts[name], outlines[source])
            yield from (f"{name}: {fault}" for fault in _misplaced(best, at))
        else:
            yield f"{source}: tests/sources/outlines.toml doesn't say how to read its sections"


def _misplaced(reading: Reading, at: Mapping[int, Place]) -> Iterator[str]:
    """Yield the citations and flavor whose words stand in another place than the named one."""
    cited = [(one.clause, _named(one.citation), one.places) for one in reading.found]
    skipped = [("flavor", _named(entry), spans) for entry, spans in reading.flavor]
    for who, named, spans in cited + skipped:
        real = {span.line: at.get(span.line) for span in spans}
        if real and named not in real.values():
            where = " or ".join(f"{_shown(it)} (line {line})" for line, it in real.items())
            yield f"{who} cites {_shown(named)}, but its words stand in {where}"


def _named(entry: Citation | Flavor) -> Place:
    return entry.section, entry.paragraph


def _shown(place: Place | None) -> str:
    return "no paragraph" if place is None else " > ".join((*place[0], f"paragraph {place[1]}"))


def copied(files: Iterable[Path], texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the files that repeat eight words in a row of a text."""
    runs = {run: name for name, text in texts.items() for run in _runs(text)}
    for path in files:
        for run in _runs(path.read_text(encoding="utf-8", errors="ignore")):
            if run in runs:
                yield f"{path}: this stands in {runs[run]} too: {' '.join(run)}"


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = citations.normalized(text)
    return (tuple(words[start : start + COPIED]) for start in range(len(words) - COPIED + 1))
