"""Tests of the JUnit XML, in the form that CI services read."""

from typing import Final
from xml.etree import ElementTree as ET

import pytest

from fireflies.conformance.junit import junit
from tests.conformance.runs import run_of
from tests.conformance.test_report import CLAUSE, TIES, result

ATTRIBUTES: Final = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "properties": set[str](),
    "property": {"name", "value"},
    "testcase": {"classname", "name", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
}
INSIDE: Final = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "testcase": {"failure", "error", "skipped"},
}


def parsed(text: str) -> ET.Element:
    """Return the document, after a check of its form and its sums."""
    root = ET.fromstring(text)
    assert root.tag == "testsuites"
    for element in root.iter():
        assert element.attrib.keys() <= ATTRIBUTES[element.tag]
        assert {child.tag for child in element} <= INSIDE.get(element.tag, set())
    for suite in (root, *root):
        for key, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            assert int(suite.attrib[key]) == sum(1 for _ in suite.iter(tag))
    for suite in root:
        assert int(suite.attrib["skipped"]) == sum(1 for _ in suite.iter("skipped"))
    return root


def test_each_case_is_a_test_of_its_clause() -> None:
    known = result(5, "failed", "as ever", clause=TIES)
    run = run_of(
        result(1, "passed"),
        result(2, "failed", "one, not two"),
        result(3, "errored", "it ended"),
        result(4, "skipped", "no seats", clause=TIES),
        known,
        known={known.case.id: "later (https://example.org)"},
    )
    root = parsed(junit(run))
    assert [suite.attrib["name"] for suite in root] == [CLAUSE, TIES]
    tests = {test.attrib["name"]: [*test] for test in root.iter("testcase")}
    assert [[it.tag for it in found] for found in tests.values()] == [
        [],
        ["failure"],
        ["error"],
        ["skipped"],
        ["skipped"],
    ]
    (failure,) = tests[f"{CLAUSE}.002"]
    assert (failure.attrib["message"], failure.text) == (
        "one, not two",
        "one, not two\nEverybody was dealt 2.",
    )
    message = tests[known.case.id][0].attrib["message"]
    assert message == "known failure: later (https://example.org): as ever"
    assert root.attrib["time"] == "1.250000"
    assert {it.attrib["value"] for it in root.iter("property")} > {"dummy 7.1 (cant)"}


def test_what_is_wrong_with_the_run_is_an_error() -> None:
    """An interrupted run, a fault of stopping, and a known failure that passes."""
    run = run_of(
        result(1, "passed"), known={f"{CLAUSE}.001": "x"}, stopped="SIGINT", faults=["it stays"]
    )
    (_, own) = parsed(junit(run))
    messages = {it.attrib["name"]: it[0].attrib["message"] for it in own.iter("testcase")}
    assert messages == {
        f"known failure {CLAUSE}.001": "it passes: remove it",
        "stop 1": "it stays",
        "end": "stopped before the last case: SIGINT; 2 were not run",
    }


def test_a_long_message_is_whole_only_in_the_text() -> None:
    root = parsed(junit(run_of(result(1, "failed", "x" * 5000))))
    failure = next(root.iter("failure"))
    assert len(failure.attrib["message"]) == 1003
    assert (failure.text or "").startswith("x" * 5000)


@pytest.mark.parametrize("text", ['<a>&"', "\x00\x1b[1m", "\u202eabc", "]]>", "\ufffe"])
def test_any_text_is_escaped(text: str) -> None:
    engine = {"name": f"n{text}", "version": text, "language": "c", "games": {}}
    written = junit(run_of(result(1, "failed", f"m{text}"), engine=engine))
    parsed(written)
    assert all(it.isprintable() or it == "\n" for it in written)
