"""Find the citations of a rulebook in a printed text, by fingerprints of words.

Before words are compared, the text is converted to the Unicode form NFKC and lower case, and split
into runs of letters and digits. So line breaks, bullets, quotes and spaces make no difference. A
word with a hyphen at the end of a line is tried both joined with the next line and separate. Markup
in angle brackets is ignored. Repeated lines, such as page headers, are ignored where a citation is
not found otherwise.
"""

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Final, NamedTuple

from fireflies.rulebook import Citation, Fingerprint, Flavor, Rulebook

_MOST_SEPARATE: Final = 2
"""The most line-end hyphens of a citation that one attempt takes as ends of words. All other words
with such a hyphen are joined with the next line."""
_MANY_BREAKS: Final = 8
"""When a citation has more line-end hyphens than this, one attempt takes at most one of them as the
end of a word."""

_SENTENCE_END: Final = r"[.!?:;]\W*\s|\n\s*\n|\n\s*[^\w\s]"
"""The separators of sentences: a stop, an empty line, a bullet."""

_HYPHENS: Final = "-\u2010\N{SOFT HYPHEN}"


class _Word(NamedTuple):
    """A word, with its offsets in the original text."""

    text: str
    start: int
    end: int
    is_broken: bool
    """True when a hyphen and a line end follow, so that the next word may be its second half."""


class Span(NamedTuple):
    """A stretch of a printed text."""

    line: int
    """The number of the first line, from 1."""
    words: str
    """The original text, joined to one line."""


class Found(NamedTuple):
    """A citation with its places in a printed text."""

    clause: str
    """The id of the clause."""
    citation: Citation
    places: tuple[Span, ...]
    """Every place with the cited words; empty when they are not found."""


class Reading(NamedTuple):
    """The result of :func:`read`: the places of citations in a text, and the uncited rest."""

    source: str
    """The key of the source."""
    found: tuple[Found, ...]
    """Each citation of that source, in the order of the rulebook."""
    flavor: tuple[tuple[Flavor, tuple[Span, ...]], ...]
    """Each piece of flavor of that source, with every place that has its words."""
    uncited: tuple[Span, ...]
    """The sentences that are not cited, not a heading and not flavor."""
    ignored_lines: tuple[Span, ...]
    """The uncited lines that are repeated or have only numbers, such as page numbers; each once."""

    @property
    def share(self) -> float:
        """The share of the citations that were found, from 0 to 1."""
        return 1 - len(self.missing) / max(1, len(self.found))

    @property
    def missing(self) -> tuple[Found, ...]:
        """The citations that were not found."""
        return tuple(found for found in self.found if not found.places)


def fingerprint(words: str) -> Fingerprint:
    """Return the fingerprint of a span of words, for a citation."""
    texts = normalized(words)
    return Fingerprint(len(texts), _digest(texts))


def normalized(text: str) -> list[str]:
    """Return the words of a text in the form in which they are compared."""
    return [word.text for word in _split_words(text)]


def _digest(texts: Iterable[str]) -> str:
    return sha256(" ".join(texts).encode()).hexdigest()


def read(book: Rulebook, text: str, source: str | None = None) -> Reading:
    """Find a rulebook's citations of a source in a text, and the uncited parts of the text.

    When ``source`` is None, every source is tried. The one with the largest share of found
    citations is used.

    Raises:
        ValueError: when the rulebook has no printed source with this key, or none at all.
    """
    if source is None:
        readings = [read(book, text, each) for each in book.printed]
        return max(readings, key=lambda reading: reading.share)
    if source not in book.printed:
        known = ", ".join(book.printed)
        raise ValueError(f"there is no source {source}; the rulebook cites {known}")
    cited = [(rule.id, c) for rule in book.rules.values() for c in rule.citations]
    cited = [(clause, citation) for clause, citation in cited if citation.source == source]
    flavor = [entry for entry in book.flavor if entry.source == source]
    page = _PrintedText(text)
    places = page.locate(
        {entry.fingerprint for _, entry in cited} | {f.fingerprint for f in flavor}
    )
    page.cover(span for spans in places.values() for span in spans)
    sections = [entry.section for entry in flavor] + [entry.section for _, entry in cited]
    page.cover_headings({heading for section in sections for heading in section})
    spans = {mark: tuple(page.span(*place) for place in each) for mark, each in places.items()}
    found = tuple(Found(clause, entry, spans[entry.fingerprint]) for clause, entry in cited)
    skipped = tuple((entry, spans[entry.fingerprint]) for entry in flavor)
    return Reading(source, found, skipped, *page.uncovered())


class _PrintedText:
    """A whole printed text, split into words; some are covered: cited, flavor or headings."""

    def __init__(self, text: str) -> None:
        """Split the text into words."""
        self._text = text
        self._words = _split_words(text)
        self._covered: set[_Word] = set()
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._ignored_lines = self._repeated_lines()

    def _line(self, place: int) -> int:
        """Return the number of the line at an offset, from 1."""
        return bisect_right(self._lines, place)

    def _words_by_line(self) -> dict[int, list[_Word]]:
        """Return the words of each line, by line number, without lines that have no word."""
        found: dict[int, list[_Word]] = {}
        for word in self._words:
            found.setdefault(self._line(word.start), []).append(word)
        return found

    def _repeated_lines(self) -> frozenset[int]:
        """Return the numbers of lines that are repeated or have only numbers.

        Lines that differ only in numbers count as repeated.
        """
        keys = {
            line: tuple("#" if word.text.isdigit() else word.text for word in words)
            for line, words in self._words_by_line().items()
        }
        counts = Counter(keys.values())
        return frozenset(line for line, key in keys.items() if counts[key] > 1 or {"#"} == {*key})

    def locate(self, marks: Iterable[Fingerprint]) -> dict[Fingerprint, list[tuple[int, int]]]:
        """Return the offsets of each fingerprint.

        A second search, without the repeated lines, is for those that the first does not find.
        """
        found: dict[Fingerprint, list[tuple[int, int]]] = {mark: [] for mark in marks}
        for words in (self._words, _split_words(self._text, self._ignored_lines)):
            missing = {mark: places for mark, places in found.items() if not places}
            for length in {mark.words for mark in missing}:
                for first in range(len(words)):
                    for texts, start, end in _word_runs(words, first, length):
                        places = missing.get(Fingerprint(length, _digest(texts)))
                        if places is not None:
                            places.append((start, end))
        return found

    def span(self, start: int, end: int) -> Span:
        """Return the text between two offsets, with its line."""
        return Span(self._line(start), " ".join(self._text[start:end].split()))

    def cover(self, places: Iterable[tuple[int, int]]) -> None:
        """Mark the words in these places as covered."""
        for start, end in places:
            self._covered.update(w for w in self._words if start <= w.start and w.end <= end)

    def cover_headings(self, headings: Iterable[str]) -> None:
        """Mark headings as covered, in every line that begins with one."""
        wanted = [normalized(heading) for heading in headings]
        for words in self._words_by_line().values():
            for texts in wanted:
                if [word.text for word in words[: len(texts)]] == texts:
                    self._covered.update(words[: len(texts)])

    def uncovered(self) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """Return the sentences that are not covered, and the repeated lines, each once."""
        sentences: list[tuple[int, int]] = []
        ignored_lines: dict[str, Span] = {}
        last: _Word | None = None
        for word in self._words:
            if word in self._covered:
                last = None
            elif (line := self._line(word.start)) in self._ignored_lines:
                last = None
                start, end = (*self._lines, len(self._text))[line - 1 : line + 1]
                ignored_lines.setdefault(self._text[start:end].strip(), self.span(start, end))
            else:
                same = last and not re.search(_SENTENCE_END, self._text[last.end : word.start])
                start = sentences.pop()[0] if same else word.start
                sentences.append((start, word.end))
                last = word
        return tuple(self.span(*place) for place in sentences), tuple(ignored_lines.values())


def _word_runs(
    words: Sequence[_Word], start: int, length: int
) -> Iterator[tuple[list[str], int, int]]:
    """Yield the runs of ``length`` words from ``start`` on, with their start and end offsets.

    There are several when lines end in hyphens.
    """
    breaks = [i for i in range(start, min(start + length, len(words))) if words[i].is_broken]
    most = min(_MOST_SEPARATE if len(breaks) <= _MANY_BREAKS else 1, len(breaks))
    for separate_count in range(most + 1):
        for separate in combinations(breaks, separate_count):
            texts, end = _join_broken(words, start, length, separate)
            if len(texts) == length:
                yield texts, words[start].start, words[end - 1].end


def _join_broken(
    words: Sequence[_Word], start: int, length: int, separate: Container[int]
) -> tuple[list[str], int]:
    """Return up to ``length`` words and the index after them.

    Words that are broken at a line end are joined, except those at the indexes ``separate``.
    """
    texts: list[str] = []
    is_broken = False
    for i in range(start, len(words)):
        word = words[i]
        if is_broken:
            texts[-1] += word.text
        elif len(texts) == length:
            return texts, i
        else:
            texts.append(word.text)
        is_broken = word.is_broken and i not in separate
    return texts, len(words)


def _split_words(text: str, ignored_lines: Container[int] = ()) -> tuple[_Word, ...]:
    """Return the words of a text, without those of some lines (by number, from 1)."""
    used = "\n".join(
        re.sub(r"[^\n]", " ", line) if number in ignored_lines else line
        for number, line in enumerate(re.sub(r"<[^<>\n]*>", _spaces, text).split("\n"), 1)
    )
    letters: list[str] = []
    places: list[int] = []
    for found in re.finditer(r".[\u0300-\u036f]*", used, re.DOTALL):
        for letter in unicodedata.normalize("NFKC", found[0]).lower():
            letters.append(letter)
            places.append(found.start())
    normal = "".join(letters)
    places.append(len(text))
    broken = rf"[{_HYPHENS}][^\S\n]*\n\s*(?=[^\W_])"
    return tuple(
        _Word(
            found[0].replace("\N{SOFT HYPHEN}", ""),
            places[found.start()],
            places[found.end() - 1] + 1,
            re.compile(broken).match(normal, found.end()) is not None,
        )
        for found in re.finditer(r"[^\W_](?:\N{SOFT HYPHEN}(?=[^\W_])|[^\W_])*", normal)
    )


def _spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])
