"""Find the citations of a rulebook in a printed text, by fingerprints of words.

Before words are compared, the text is converted to the Unicode form NFKC and lower case, and split
into runs of letters and digits. So line breaks, bullets, quotes and spaces make no difference. A
word with a hyphen at the end of a line is tried both joined with the next line and separate. Markup
in angle brackets is ignored. Repeated lines, such as page headers, are ignored where a citation is
not found otherwise.
"""

import re
import sys
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from fireflies.rulebook import Citation, Fingerprint, Flavor, Rulebook

_MOST_BREAKS: Final = (sys.maxsize, 10, 5)
"""The most line-end hyphens of a citation of which none, one or two are taken as ends of words.

All other words with such a hyphen are joined with the next line. The limits bound the number of
attempts for each word of a text."""
_MOST_PARTS: Final = 4
"""The most lines from which the parts of one word are joined."""
_MOST_MARKS: Final = 30
"""The most accents that belong to one letter; Unicode calls this stream-safe."""

_NEW_PARAGRAPH: Final = re.compile(r"\n\s*\n|\n\s*[^\w\s]")
"""An empty line, or a bullet."""
_STOPS: Final = frozenset(".!?:;")

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
        texts = [self._words]
        if self._ignored_lines:
            texts.append(_split_words(self._text, self._ignored_lines))
        for words in texts:
            missing = {mark: places for mark, places in found.items() if not places}
            lengths = frozenset(mark.words for mark in missing)
            for first, word in enumerate(words if missing else ()):
                for mark, end in _word_runs(words, first, lengths):
                    if mark in missing:
                        missing[mark].append((word.start, end))
        return found

    def span(self, start: int, end: int) -> Span:
        """Return the text between two offsets, with its line."""
        return Span(self._line(start), " ".join(self._text[start:end].split()))

    def cover(self, places: Iterable[tuple[int, int]]) -> None:
        """Mark the words in these places as covered."""
        starts = [word.start for word in self._words]
        for start, end in places:
            first, after = bisect_left(starts, start), bisect_left(starts, end)
            self._covered.update(word for word in self._words[first:after] if word.end <= end)

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
                same = last and not _ends_sentence(self._text[last.end : word.start])
                start = sentences.pop()[0] if same else word.start
                sentences.append((start, word.end))
                last = word
        return tuple(self.span(*place) for place in sentences), tuple(ignored_lines.values())


def _ends_sentence(gap: str) -> bool:
    """Return whether a sentence ends in the text between two words."""
    has_stop = any(
        not _STOPS.isdisjoint(signs[0]) and gap[signs.end() : signs.end() + 1].isspace()
        for signs in re.finditer(r"[^\w\s]+", gap)
    )
    return has_stop or _NEW_PARAGRAPH.search(gap) is not None


def _word_runs(
    words: Sequence[_Word], first: int, lengths: frozenset[int]
) -> Iterator[tuple[Fingerprint, int]]:
    """Yield the fingerprints of the runs of these lengths from ``first`` on, with their ends.

    There are several of one length when lines end in hyphens. A run is computed from one that is
    shorter by a word.
    """
    longest = max(lengths)
    begun = [(first, 0, 0, 0, sha256())]
    while begun:
        at, length, breaks, separate, digest = begun.pop()
        text, parts = "", 0
        while at < len(words) and length < longest and parts < _MOST_PARTS:
            word = words[at]
            at, parts, text = at + 1, parts + 1, text + word.text
            breaks, ends = breaks + word.is_broken, separate + word.is_broken
            if ends < len(_MOST_BREAKS) and breaks <= _MOST_BREAKS[ends]:
                longer = digest.copy() if word.is_broken else digest
                longer.update((f" {text}" if length else text).encode())
                if length + 1 in lengths:
                    yield Fingerprint(length + 1, longer.hexdigest()), word.end
                if word.is_broken:
                    begun.append((at, length + 1, breaks, ends, longer))
                else:
                    text, parts, length = "", 0, length + 1
            elif not word.is_broken:
                break


def _split_words(text: str, ignored_lines: Container[int] = ()) -> tuple[_Word, ...]:
    """Return the words of a text, without those of some lines (by number, from 1)."""
    used = "\n".join(
        re.sub(r"[^\n]", " ", line) if number in ignored_lines else line
        for number, line in enumerate(re.sub(r"<[^<>\n]*>", _spaces, text).split("\n"), 1)
    )
    letters: list[str] = []
    places: list[int] = []
    for found in re.finditer(rf".[\u0300-\u036f]{{0,{_MOST_MARKS}}}", used, re.DOTALL):
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
