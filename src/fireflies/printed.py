"""Find the citations of a rulebook in a printed text that somebody owns, by fingerprints of words.

Words are compared: the text in the Unicode form NFKC, in lower case, cut into runs of letters and
digits. So line breaks, bullets, quotes and spaces make no difference. A hyphen at the end of a line
is read both ways, with the word going on or ending there. Markup in angle brackets is left out, and
so are lines that come again, as page headers and footers do, where that helps to find a citation.
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

_KEPT: Final = 2
"""A span holds at most so many hyphens at ends of lines that stay when the line is joined."""
_FEW: Final = 8
"""Where more lines than that end in a hyphen, at most one of them stays."""

_STOP: Final = r"[.!?:;]\W*\s|\n\s*\n|\n\s*[^\w\s]"
"""What stands between two sentences: a stop, an empty line, a bullet."""

_HYPHEN: Final = "-\u2010\N{SOFT HYPHEN}"


class _Word(NamedTuple):
    """A word, and where it stands in the text as it was given."""

    text: str
    start: int
    end: int
    goes_on: bool
    """Whether a hyphen at the end of the line follows, so that the next word may belong to it."""


class Span(NamedTuple):
    """A stretch of a printed text."""

    line: int
    """The line where it begins, counted from 1."""
    words: str
    """As the text has it, in one line."""


class Found(NamedTuple):
    """A citation, and where it stands."""

    clause: str
    """The id of the clause that cites it."""
    citation: Citation
    places: tuple[Span, ...]
    """Every place that has these words; none when the citation fails."""


class Reading(NamedTuple):
    """Where the citations of one source stand in a printed text, and what is left of the text."""

    source: str
    """The key of the source that the text was taken for."""
    found: tuple[Found, ...]
    """Each citation of that source, in the order of the rulebook."""
    flavor: tuple[tuple[Flavor, tuple[Span, ...]], ...]
    """Each piece of flavor of that source, with every place that has its words."""
    uncited: tuple[Span, ...]
    """Sentences that no clause cites, that are no heading and that are not listed as flavor."""
    aside: tuple[Span, ...]
    """Lines that come again, or are only numbers, and that nothing cites, each once."""

    @property
    def share(self) -> float:
        """The share of the source's citations that was found, from 0 to 1."""
        return 1 - len(self.missing) / max(1, len(self.found))

    @property
    def missing(self) -> tuple[Found, ...]:
        """The citations that are not found."""
        return tuple(found for found in self.found if not found.places)


def fingerprint(words: str) -> Fingerprint:
    """Return the fingerprint of a span of words, for a citation."""
    texts = normalized(words)
    return Fingerprint(len(texts), _digest(texts))


def normalized(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return [word.text for word in _words(text)]


def _digest(texts: Iterable[str]) -> str:
    return sha256(" ".join(texts).encode()).hexdigest()


def read(book: Rulebook, text: str, source: str | None = None) -> Reading:
    """Find a rulebook's citations of a source in a text, and what of the text nothing cites.

    Without a source, the text is taken for the one of which it has the most citations.

    Raises:
        ValueError: when the rulebook has no such source, or none at all.
    """
    if source is None:
        readings = [read(book, text, each) for each in book.texts]
        return max(readings, key=lambda reading: reading.share)
    if source not in book.texts:
        known = ", ".join(book.texts)
        raise ValueError(f"there is no source {source}; the rulebook cites {known}")
    cited = [(rule.id, c) for rule in book.rules.values() for c in rule.citations]
    cited = [(clause, citation) for clause, citation in cited if citation.source == source]
    flavor = [entry for entry in book.flavor if entry.source == source]
    page = _Page(text)
    places = page.locate(
        {entry.fingerprint for _, entry in cited} | {f.fingerprint for f in flavor}
    )
    page.cover(span for spans in places.values() for span in spans)
    sections = [entry.section for entry in flavor] + [entry.section for _, entry in cited]
    page.cover_headings({heading for section in sections for heading in section})
    spans = {mark: tuple(page.span(*place) for place in each) for mark, each in places.items()}
    found = tuple(Found(clause, entry, spans[entry.fingerprint]) for clause, entry in cited)
    skipped = tuple((entry, spans[entry.fingerprint]) for entry in flavor)
    return Reading(source, found, skipped, *page.left())


class _Page:
    """A printed text, cut into words, and which of them are accounted for."""

    def __init__(self, text: str) -> None:
        """Cut the text into words, none of them accounted for."""
        self._text = text
        self._words = _words(text)
        self._covered: set[_Word] = set()
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self._aside = self._lines_aside()

    def _line(self, place: int) -> int:
        """Return the line of an offset, counted from 1."""
        return bisect_right(self._lines, place)

    def _by_line(self) -> dict[int, list[_Word]]:
        """Return the words of each line that has any."""
        found: dict[int, list[_Word]] = {}
        for word in self._words:
            found.setdefault(self._line(word.start), []).append(word)
        return found

    def _lines_aside(self) -> frozenset[int]:
        """Return the lines that come again, with any number in them, and those of numbers only."""
        keys = {
            line: tuple("#" if word.text.isdigit() else word.text for word in words)
            for line, words in self._by_line().items()
        }
        counts = Counter(keys.values())
        return frozenset(line for line, key in keys.items() if counts[key] > 1 or {"#"} == {*key})

    def locate(self, prints: Iterable[Fingerprint]) -> dict[Fingerprint, list[tuple[int, int]]]:
        """Return the offsets of each fingerprint; without the lines aside where there are none."""
        found: dict[Fingerprint, list[tuple[int, int]]] = {one: [] for one in prints}
        for words in (self._words, _words(self._text, self._aside)):
            missing = {one: places for one, places in found.items() if not places}
            for length in {one.words for one in missing}:
                for first in range(len(words)):
                    for texts, start, end in _spans(words, first, length):
                        places = missing.get(Fingerprint(length, _digest(texts)))
                        if places is not None:
                            places.append((start, end))
        return found

    def span(self, start: int, end: int) -> Span:
        """Return the text between two offsets, with its line."""
        return Span(self._line(start), " ".join(self._text[start:end].split()))

    def cover(self, places: Iterable[tuple[int, int]]) -> None:
        """Account for the words in these places."""
        for start, end in places:
            self._covered.update(w for w in self._words if start <= w.start and w.end <= end)

    def cover_headings(self, headings: Iterable[str]) -> None:
        """Account for headings, wherever a line begins with one."""
        wanted = [normalized(heading) for heading in headings]
        for words in self._by_line().values():
            for texts in wanted:
                if [word.text for word in words[: len(texts)]] == texts:
                    self._covered.update(words[: len(texts)])

    def left(self) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """Return the sentences and the lines aside that are not accounted for."""
        sentences: list[tuple[int, int]] = []
        aside: dict[str, Span] = {}
        last: _Word | None = None
        for word in self._words:
            if word in self._covered:
                last = None
            elif (line := self._line(word.start)) in self._aside:
                last = None
                start, end = (*self._lines, len(self._text))[line - 1 : line + 1]
                aside.setdefault(self._text[start:end].strip(), self.span(start, end))
            else:
                goes_on = last and not re.search(_STOP, self._text[last.end : word.start])
                start = sentences.pop()[0] if goes_on else word.start
                sentences.append((start, word.end))
                last = word
        return tuple(self.span(*place) for place in sentences), tuple(aside.values())


def _spans(words: Sequence[_Word], start: int, length: int) -> Iterator[tuple[list[str], int, int]]:
    """Yield each way to read so many words from there on, with the offsets of start and end."""
    breaks = [i for i in range(start, min(start + length, len(words))) if words[i].goes_on]
    for kept in range(min(_KEPT if len(breaks) <= _FEW else 1, len(breaks)) + 1):
        for keeping in combinations(breaks, kept):
            texts, end = _joined(words, start, length, keeping)
            if len(texts) == length:
                yield texts, words[start].start, words[end - 1].end


def _joined(
    words: Sequence[_Word], start: int, length: int, keeping: Container[int]
) -> tuple[list[str], int]:
    """Return up to so many words, and the index behind; broken words are joined but for these."""
    texts: list[str] = []
    goes_on = False
    for i in range(start, len(words)):
        word = words[i]
        if goes_on:
            texts[-1] += word.text
        elif len(texts) == length:
            return texts, i
        else:
            texts.append(word.text)
        goes_on = word.goes_on and i not in keeping
    return texts, len(words)


def _words(text: str, left_out: Container[int] = ()) -> tuple[_Word, ...]:
    """Return the words of a text, without the lines of these numbers (from 1)."""
    kept = "\n".join(
        re.sub(r"[^\n]", " ", line) if number in left_out else line
        for number, line in enumerate(re.sub(r"<[^<>\n]*>", _blank, text).split("\n"), 1)
    )
    letters: list[str] = []
    places: list[int] = []
    for found in re.finditer(r".[\u0300-\u036f]*", kept, re.DOTALL):
        for letter in unicodedata.normalize("NFKC", found[0]).lower():
            letters.append(letter)
            places.append(found.start())
    normal = "".join(letters)
    places.append(len(text))
    broken = rf"[{_HYPHEN}][^\S\n]*\n\s*(?=[^\W_])"
    return tuple(
        _Word(
            found[0].replace("\N{SOFT HYPHEN}", ""),
            places[found.start()],
            places[found.end() - 1] + 1,
            re.compile(broken).match(normal, found.end()) is not None,
        )
        for found in re.finditer(r"[^\W_](?:\N{SOFT HYPHEN}(?=[^\W_])|[^\W_])*", normal)
    )


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
