"""Tests of the file of known failures."""

from typing import Final

import pytest

from fireflies.conformance.known import read_known
from fireflies.errors import InvalidData

IDS: Final = ("smile.bid.ties.001", "smile.bid.ties.002")
GOOD: Final = """
[[known]]
id = "smile.bid.ties.001"
reason = "we have no ties yet"
link = "https://example.org/17"
"""


def test_each_has_its_reason_and_link() -> None:
    """The file may begin with a byte order mark, and may be empty."""
    output = "we have no ties yet (https://example.org/17)"
    assert read_known(GOOD.encode(), IDS) == {"smile.bid.ties.001": output}
    other = GOOD.replace("001", "002").replace("no ties", "few ties")
    both = read_known(f"\ufeff{GOOD}{other}".encode(), IDS)
    assert list(both) == list(IDS)
    assert both[IDS[1]].startswith("we have few ties yet")
    assert read_known(b"# none\n", IDS) == {}


BROKEN: Final = {
    "no TOML": (GOOD.replace("]]", "]"), "this is no TOML"),
    "no such case": (GOOD.replace("001", "003"), "known smile.bid.ties.003: id: there is no such"),
    "a clause in place of a case": (GOOD.replace(".001", ""), "there is no such case"),
    "a pattern": (GOOD.replace("001", "*"), "there is no such case"),
    "an id twice": (GOOD * 2, "this case is named more than once"),
    "no id": (GOOD.replace("id =", "case ="), "known 1: the key id is missing"),
    "no reason": (GOOD.replace("reason", "excuse"), "the key reason is missing"),
    "an empty reason": (GOOD.replace("we have no ties yet", " "), "reason: it is blank"),
    "no link": (GOOD.replace("link", "url"), "the key link is missing"),
    "a link that is a number": (GOOD.replace('"https://example.org/17"', "17"), "link: a string"),
    "a key of its own": (f"{GOOD}until = 2030-01-01\n", "there is no key 'until' here"),
    "another list": (f"{GOOD}[[unknown]]\n", "the file: there is no key 'unknown' here"),
    "a table in place of a list": (GOOD.replace("[[known]]", "[known]"), "an array is wanted"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused(name: str) -> None:
    content, message = BROKEN[name]
    with pytest.raises(InvalidData) as caught:
        read_known(content.encode(), IDS)
    assert message in str(caught.value)


def test_another_encoding_is_refused() -> None:
    with pytest.raises(InvalidData, match="the file: this is not UTF-8"):
        read_known(b"# caf\xe9\n", IDS)
