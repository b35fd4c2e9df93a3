"""Tests of finding citations in a printed text: a made-up text of two pages in many layouts."""

import hashlib
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireflies import citations
from fireflies.rulebook import Citation, Fingerprint, Flavor, Rule, Rulebook, Source

LEAFLET = """\
THE STROLL \t a game for walkers
Page 1 of 2

Going on

\u2022 Who is awake goes on. Each walker takes exactly one step, or, when tired, two half-
  steps, and counts them aloud.
\u2022 A step is as long as a shoe \u2013 whose shoe is up to the eldest. Nobody may step back-
  wards, as the path can't be seen from
THE STROLL \t a game for walkers
Page 2 of 2
  behind. Steps never end in a ditch.

o The o\ufb03ce keeps the pebbles; they\u2019re round.

Coming home
Whoever is home first sings! The others hum along until it is dark.
<i>Walk well.</i>
12
"""
"""A text with bullets, hyphens at line ends, a ligature, and page headers."""

STEP = "Each walker takes exactly one step, or, when tired, two half-steps, and counts them aloud"
BACK = "nobody may step backwards as the path can't be seen from"
DITCH = "behind steps never end in a ditch"
ACROSS = f"{BACK} {DITCH}"
SONG = "whoever is home first sings"


def naive(words: str) -> Fingerprint:
    """Return the fingerprint by its definition, without the code of the library."""
    normal = unicodedata.normalize("NFKC", words).lower()
    kept = "".join(letter if letter.isalnum() else " " for letter in normal).split()
    return Fingerprint(len(kept), hashlib.sha256(" ".join(kept).encode("utf-8")).hexdigest())


def rule(number: int, words: str, source: str = "leaflet", section: str = "Going on") -> Rule:
    """Return a rule that cites these words."""
    cited = Citation(source, (section,), 1, naive(words))
    return Rule(f"stroll.{number}", "limit", "A title", "A text.", (cited,))


def book(*rules: Rule, flavor: str = "") -> Rulebook:
    """Return a rulebook of these rules."""
    sources = {name: Source(name.title(), "1", "nobody", "en") for name in ("leaflet", "poster")}
    skipped = (Flavor("leaflet", (), 1, naive(flavor), "a greeting"),) if flavor else ()
    return Rulebook({one.id: one for one in rules}, sources, skipped, (), ())


def places(words: str, text: str = LEAFLET) -> list[tuple[int, str]]:
    """Return the places of these words in a text."""
    (found,) = citations.read(book(rule(1, words)), text, "leaflet").found
    return [(span.line, span.words) for span in found.places]


@pytest.mark.parametrize(
    ("cited", "place"),
    [
        ("Who is awake goes on.", (6, "Who is awake goes on")),
        (STEP, (6, f"{STEP.replace('half-steps', 'half- steps')}")),
        (BACK, (8, "Nobody may step back- wards, as the path can't be seen from")),
        ("The office keeps the pebbles", (14, "The o\ufb03ce keeps the pebbles")),
        ("the pebbles; they're round", (14, "the pebbles; they\u2019re round")),
        ("WHOEVER is home -- first sings!", (17, "Whoever is home first sings")),
        ("Walk well", (18, "Walk well")),
        ("dark. Walk well", (17, "dark. <i>Walk well")),
    ],
)
def test_a_citation_is_found(cited: str, place: tuple[int, str]) -> None:
    """With any line breaks, hyphens, bullets, quotes and case."""
    assert places(cited) == [place]


def test_a_citation_is_found_across_page_headers() -> None:
    """Repeated headers and page numbers are ignored."""
    ((line, words),) = places(ACROSS)
    assert line == 8
    assert words.startswith("Nobody may step back- wards")
    assert words.endswith("Steps never end in a ditch")


@pytest.mark.parametrize(
    "cited",
    [
        "Who is awake goes",  # the only one that is found
        "Who was awake goes on",
        "awake is Who goes on",
        "Whoisawake goes on",
        "counts them al oud",
        "and counts them aloud A step is as long as a boot",
        "i Walk well",
    ],
)
def test_other_words_are_not_found(cited: str) -> None:
    """Another word or order, joined or split words; but a part of a sentence is found."""
    assert bool(places(cited)) == (cited == "Who is awake goes")


def test_all_places_are_found() -> None:
    text = "Take one. Then take one, and\nTake one!"
    assert [line for line, _ in places("take one", text)] == [1, 1, 2]


@pytest.mark.parametrize(
    ("text", "found", "not_found"),
    [
        ("the top-\nleft corner", ["top left corner", "topleft corner"], ["top corner"]),
        ("the top-left corner", ["top left corner"], ["topleft corner"]),
        ("the cor-\n  ner", ["the corner", "the cor ner"], ["the cor-er"]),
        ("a cor\u00adner, a cor\u00ad\nner", ["a corner a corner"], ["a cor ner a corner"]),
        ("a-\nb-\nc", ["abc", "ab c", "a bc", "a b c"], ["ac"]),
        ("a-\nb-\nc-\nd", ["abcd", "ab cd", "a b cd", "a bc d"], ["a b c d"]),
        ("- a\n- b", ["a b"], ["ab"]),
        ("1-\n2", ["1 2", "12"], []),
    ],
)
def test_a_hyphen_at_the_end_of_a_line_is_read_both_ways(
    text: str, found: list[str], not_found: list[str]
) -> None:
    """At most two such hyphens in a citation separate words; the others join halves of a word.

    Within a line, a hyphen always separates words.
    """
    assert [words for words in found if not places(words, text)] == []
    assert [words for words in not_found if places(words, text)] == []


def test_uncited_sentences_are_returned() -> None:
    """Without headings and flavor; repeated lines are listed apart."""
    rules = (rule(1, "Who is awake goes on"), rule(2, STEP), rule(3, ACROSS))
    songs = rule(4, f"{SONG} the others hum", section="Coming home")
    reading = citations.read(book(*rules, songs, flavor="walk well"), LEAFLET, "leaflet")
    assert reading.missing == ()
    assert [tuple(span) for span in reading.uncited] == [
        (8, "A step is as long as a shoe \u2013 whose shoe is up to the eldest"),
        (14, "o The o\ufb03ce keeps the pebbles"),
        (14, "they\u2019re round"),
        (17, "along until it is dark"),
    ]
    aside = [tuple(span) for span in reading.ignored_lines]
    assert aside == [
        (1, "THE STROLL a game for walkers"),
        (2, "Page 1 of 2"),
        (19, "12"),
    ]


def test_a_missing_citation_does_not_hide_others() -> None:
    reading = citations.read(
        book(rule(1, "nothing of the kind"), rule(2, SONG)), LEAFLET, "leaflet"
    )
    assert [one.clause for one in reading.missing] == ["stroll.1"]
    assert [bool(one.places) for one in reading.found] == [False, True]
    assert reading.share == 0.5


def test_the_default_source_has_the_largest_share_of_its_citations_found() -> None:
    both = book(rule(1, SONG), rule(2, "no such words"), rule(3, STEP, "poster"))
    assert citations.read(both, LEAFLET).source == "poster"
    assert citations.read(both, SONG).source == "leaflet"
    assert [one.clause for one in citations.read(both, LEAFLET, "leaflet").found] == [
        "stroll.1",
        "stroll.2",
    ]


def test_an_unknown_source_is_refused() -> None:
    """The message lists the known ones."""
    with pytest.raises(ValueError, match="no source sheet; the rulebook cites leaflet, poster"):
        citations.read(book(), LEAFLET, "sheet")


@given(st.text())
def test_a_fingerprint_follows_its_definition(words: str) -> None:
    """NFKC, lower case, runs of letters and digits, joined by spaces."""
    plain = re.sub(r"[<>\n\r\u00ad]", " ", words)
    assert citations.fingerprint(plain) == naive(plain)


WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=6), min_size=1, max_size=30)


@given(WORDS, st.data())
def test_words_are_found_in_any_layout(words: list[str], data: st.DataObject) -> None:
    """Up to two words are broken by a hyphen at the end of a line."""
    gaps = st.sampled_from([" ", "\n", ", ", ".\n\u2022 ", "\t", " \u2014 ", "\n\n- "])
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    typed = list(words)
    for broken in data.draw(st.sets(st.integers(0, len(words) - 1), max_size=2)):
        cut = data.draw(st.integers(0, len(words[broken]) - 1))
        if cut:
            typed[broken] = f"{words[broken][:cut]}-\n{words[broken][cut:]}"
    text = "".join(word + data.draw(gaps) for word in typed)
    assert places(" ".join(words[start:end]), text)


class Counted:
    """A digest that counts the bytes that all of them got."""

    count = 0

    def __init__(self, text: bytes = b"") -> None:
        """Begin with a text."""
        self.digest = hashlib.sha256()
        self.update(text)

    def update(self, text: bytes) -> None:
        """Add a text."""
        Counted.count += len(text)
        self.digest.update(text)

    def copy(self) -> "Counted":
        """Return a digest that goes on by itself."""
        twin = Counted()
        twin.digest = self.digest.copy()
        return twin

    def hexdigest(self) -> str:
        """Return the digest."""
        return self.digest.hexdigest()


@pytest.mark.parametrize("unit", ["an-\n", "an-\nb ", "an-\nb c d ", "a "])
def test_the_work_is_in_proportion_to_the_text(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where many lines end in hyphens: then it is at most a few times as much."""
    monkeypatch.setattr(citations, "sha256", Counted)
    rules = [rule(number, " ".join(["word"] * number)) for number in range(1, 61)]

    def work(text: str) -> int:
        Counted.count = 0
        citations.read(book(*rules), text, "leaflet")
        return Counted.count

    size = 1200 // len(unit)
    once, twice, plain = (work(text) for text in (unit * size, unit * 2 * size, "an b " * 240))
    assert once < 6 * plain
    assert twice < 2.5 * once


@given(st.text("._ \n,!\u2022-"))
def test_a_sentence_ends_at_a_stop_an_empty_line_or_a_bullet(gap: str) -> None:
    """The words on both sides of such a gap are in two sentences."""
    ends = re.search(r"[.!?:;]\W*\s|\n\s*\n|\n\s*[^\w\s]", gap) is not None
    reading = citations.read(book(rule(1, "three")), f"one{gap}two three", "leaflet")
    assert len(reading.uncited) == (2 if ends else 1)


@pytest.mark.long
def test_a_text_full_of_hyphens_is_read_in_time() -> None:
    text = "some long-\n" * 500
    assert places(" ".join(["some", "long"] * 30), text) == []
    assert places("some longsome longsome long", text)
