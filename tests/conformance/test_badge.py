"""Tests of the badge."""

from xml.etree import ElementTree as ET

import pytest

from fireflies.conformance.badge import badge
from fireflies.conformance.saved import Report
from tests.conformance.runs import run_of
from tests.conformance.test_report import result

CASES = [
    (run_of(result(1, "passed")), "conforms"),
    (run_of(result(1, "passed"), result(2, "failed", "oh")), "fails 1 of 2 cases"),
    (run_of(result(1, "errored", "oh"), stopped="SIGTERM"), "fails 1 of 1 case, stopped"),
    (run_of(result(1, "passed"), whole=False), "1 case passed, incomplete"),
    (run_of(result(1, "passed"), stopped="SIGTERM"), "1 case passed, incomplete, stopped"),
    (run_of(result(1, "passed"), faults=["it stays"]), "fails"),
    (run_of(stopped="SIGTERM"), "fails, stopped"),
]


@pytest.mark.parametrize(("run", "words"), CASES)
def test_the_badge_says_what_the_run_says(run: Report, words: str) -> None:
    """In its texts, and for those who do not see it."""
    root = ET.fromstring(badge(run))
    texts = [it.text for it in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["Smile 2017, suite 1.0", words]
    assert root.attrib["aria-label"] == f"Smile 2017, suite 1.0: {words}"
