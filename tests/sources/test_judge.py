"""That the check of the printed rules finds what it is there to find, on a made-up text."""

from pathlib import Path

import pytest

from fireflies import printed
from fireflies.rulebook import Citation, Flavor, Rule, Rulebook, Source
from tests.sources.judge import copied, unkept

TEXT = "Going on\nWho is awake goes on, step by step, until it is dark. Then all sing.\n"
WORDS = "Who is awake goes on step by step until it is dark"
SONG = "then all sing"


def book(cited: str, flavor: str) -> Rulebook:
    """A rulebook of one clause and one piece of flavor."""
    place = ("leaflet", ("Going on",), 1)
    rule = Rule("stroll.on", "effect", "On", "On.", (Citation(*place, printed.fingerprint(cited)),))
    skipped = Flavor(*place, printed.fingerprint(flavor), "a song")
    source = Source("A leaflet", "1", "nobody", "en")
    return Rulebook({rule.id: rule}, {"leaflet": source}, (skipped,), (), ())


def test_what_is_all_cited_has_no_fault() -> None:
    """Among several texts, the one that fits is held against the source."""
    texts = {"other.txt": "Nothing of the kind.", "leaflet.txt": TEXT}
    assert list(unkept(book(WORDS, SONG), texts)) == []


@pytest.mark.parametrize(
    ("cited", "flavor", "fault"),
    [
        (WORDS, "then nobody sings", "leaflet.txt, line 2: no clause cites this, as leaflet"),
        (f"{WORDS} enough", SONG, "leaflet.txt: stroll.on cites leaflet, Going on, and that is"),
        ("who is awake", SONG, "leaflet.txt, line 2: no clause cites this, as leaflet: goes on"),
    ],
)
def test_what_is_not_is_a_fault(cited: str, flavor: str, fault: str) -> None:
    """A sentence that is left over, a citation that is not there."""
    faults = list(unkept(book(cited, flavor), {"leaflet.txt": TEXT}))
    assert faults[0].startswith(fault)


def test_eight_words_in_a_row_are_copied_and_seven_are_not(tmp_path: Path) -> None:
    """Whatever their case and what stands between them."""
    (copy := tmp_path / "copy.md").write_text("# awake GOES on; step\nby-step until it\n")
    (less := tmp_path / "less.md").write_text("awake goes on, step by step until I can't\n")
    (same := tmp_path / "blob.bin").write_bytes(b"\xff\x00 awake goes on step by step until it")
    found = list(copied([copy, less, same], {"leaflet.txt": TEXT}))
    assert [line.partition(": ")[0] for line in found] == [str(copy), str(same)]
    assert found[0].endswith("this stands in leaflet.txt too: awake goes on step by step until it")
