"""Tests of the check against printed rules, with a made-up text."""

from pathlib import Path

import pytest

from fireflies import citations
from fireflies.errors import InvalidData
from fireflies.rulebook import Citation, Flavor, Rule, Rulebook, Source
from tests.sources.judge import copied, faults_of
from tests.sources.places import FILE, Outline, Section, outlines, places

TEXT = "Going on\nWho is awake goes on, step by step, until it is dark. Then all sing.\n"
WORDS = "Who is awake goes on step by step until it is dark"
SONG = "then all sing"
OUTLINES = {"leaflet": Outline(by_line=True, sections=(Section("going on", ("Going on",)),))}


def book(cited: str, flavor: str, section: str = "Going on", paragraph: int = 1) -> Rulebook:
    """Return a rulebook of one clause and one piece of flavor."""
    place = ("leaflet", (section,), paragraph)
    rule = Rule(
        "stroll.on", "effect", "On", "On.", (Citation(*place, citations.fingerprint(cited)),)
    )
    skipped = Flavor(*place, citations.fingerprint(flavor), "a song")
    source = Source("A leaflet", "1", "nobody", "en")
    return Rulebook({rule.id: rule}, {"leaflet": source}, (skipped,), (), ())


def test_a_text_that_is_all_cited_has_no_fault() -> None:
    """Of several texts, the one with the most citations is used."""
    texts = {"other.txt": "Nothing of the kind.", "leaflet.txt": TEXT}
    assert list(faults_of(book(WORDS, SONG), texts, OUTLINES)) == []


@pytest.mark.parametrize(
    ("cited", "flavor", "fault"),
    [
        (WORDS, "then nobody sings", "line 2: no clause cites this, as leaflet: Then all sing"),
        (WORDS, "then nobody sings", "Going on > paragraph 1 has no such flavor: a song"),
        (f"{WORDS} enough", SONG, "stroll.on cites leaflet, Going on, and that is not there"),
        ("who is awake", SONG, "line 2: no clause cites this, as leaflet: goes on, step by step"),
    ],
)
def test_missing_and_uncited_words_are_faults(cited: str, flavor: str, fault: str) -> None:
    """The message has the text, and the line if there is one."""
    faults = list(faults_of(book(cited, flavor), {"leaflet.txt": TEXT}, OUTLINES))
    assert [one for one in faults if one.startswith("leaflet.txt") and fault in one]


@pytest.mark.parametrize(("section", "paragraph"), [("Going on", 2), ("Coming back", 1)])
def test_a_wrong_section_or_paragraph_is_a_fault(section: str, paragraph: int) -> None:
    """The message has the real place, for clauses and flavor."""
    said = f"cites {section} > paragraph {paragraph}, but its words stand in Going on > paragraph 1"
    faults = faults_of(book(WORDS, SONG, section, paragraph), {"a.txt": TEXT}, OUTLINES)
    assert [one for one in faults if "words stand in" in one] == [
        f"a.txt: stroll.on {said} (line 2)",
        f"a.txt: flavor {said} (line 2)",
    ]


def test_a_source_without_an_outline_is_a_fault() -> None:
    """Its sections can't be checked."""
    (fault,) = faults_of(book(WORDS, SONG), {"leaflet.txt": TEXT}, {})
    assert fault.startswith("leaflet: tests/sources/outlines.toml doesn't say")


PAGE = """\
<scan 7>The beginning
is here.

End
On top we
<scan 8>
walk (slowly),

Then faster.
<scan 9>Middle
And again.
17 people
Top
last words
"""

BY_BLANK = {1: ("top", 1), 2: ("top", 1), 5: ("end", 1), 7: ("end", 1), 9: ("end", 1)}


def test_paragraphs_end_at_an_empty_line_after_a_stop() -> None:
    """Markup is an empty line, a heading no paragraph, and a section may have two parts.

    By lines, a small letter at the beginning of a line continues a sentence that has not ended.
    """
    sections = (("the beginning", "top"), ("on top", "end"), ("middle", "Middle"), ("17", "end"))
    outline = Outline(
        by_line=False, sections=tuple(Section(begins, (name,)) for begins, name in sections)
    )
    found = {
        line: (*headings, number) for line, (headings, number) in places(PAGE, outline).items()
    }
    assert found == {**BY_BLANK, 11: ("Middle", 1), 12: ("end", 2), 14: ("end", 3)}
    by_line = places(PAGE, outline._replace(by_line=True))
    assert [number for _, number in by_line.values()] == [1, 1, 1, 1, 2, 1, 3, 4]


def test_a_section_that_begins_nowhere_is_an_error() -> None:
    sections = (Section("middle", ("a",)), Section("the beginning", ("b",)))
    with pytest.raises(ValueError, match=r"no line behind line 10 begins with: the beginning"):
        places(PAGE, Outline(by_line=True, sections=sections))


def test_outlines_are_read_strictly() -> None:
    """The file of the project is valid; wrong entries are refused."""
    assert {*outlines(FILE.read_text(encoding="utf-8"))["smile"]} == {"sheet", "web"}
    with pytest.raises(InvalidData, match=r"^stroll\.leaflet: paragraphs: pages is neither"):
        outlines("[stroll.leaflet]\nparagraphs = 'pages'")
    with pytest.raises(InvalidData, match=r"^stroll\.leaflet: there is no key 'x'"):
        outlines("[stroll.leaflet]\nparagraphs = 'lines'\nx = 1")


def test_eight_words_in_a_row_are_copied_and_seven_are_not(tmp_path: Path) -> None:
    """With any case and punctuation."""
    (copy := tmp_path / "copy.md").write_text("# awake GOES on; step\nby-step until it\n")
    (less := tmp_path / "less.md").write_text("awake goes on, step by step until I can't\n")
    (same := tmp_path / "blob.bin").write_bytes(b"\xff\x00 awake goes on step by step until it")
    found = list(copied([copy, less, same], {"leaflet.txt": TEXT}))
    assert [line.partition(": ")[0] for line in found] == [str(copy), str(same)]
    assert found[0].endswith("this stands in leaflet.txt too: awake goes on step by step until it")
