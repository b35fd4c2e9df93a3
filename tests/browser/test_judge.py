"""Tests of the messages about pages and about the list of the theme's faults, without a browser."""

from pathlib import Path

import pytest

from tests.browser.judge import MOST, Fault, Finding, judge, listed

ALT = "it has an alternative text"
PICTURE = Fault("play.html", "desktop-light", "image-alt", "#a > img", ALT)
ASIDE = Finding("landmark-unique", "aside")


def test_pages_without_faults_have_no_message() -> None:
    assert judge([], []) == []


def test_a_message_has_page_rule_element_and_advice() -> None:
    """A fault in several views has one message, which names them."""
    dark = PICTURE._replace(view="desktop-dark")
    (message,) = judge([PICTURE, dark, PICTURE], [])
    assert message.splitlines() == [
        "play.html: image-alt (desktop-light, desktop-dark)",
        "  at     #a > img",
        "  right  it has an alternative text",
    ]


def test_many_elements_are_counted() -> None:
    """Only the first elements are listed."""
    faults = [PICTURE._replace(element=f"#a{number}") for number in range(MOST + 2)]
    (message,) = judge(faults, [])
    assert "#a0" in message
    assert f"#a{MOST}" not in message
    assert "and 2 more" in message


def test_each_page_has_its_own_message() -> None:
    assert len(judge([PICTURE, PICTURE._replace(page="wire.html")], [])) == 2


def test_a_listed_fault_of_the_theme_has_no_message() -> None:
    """The entry is for this rule and this element only."""
    assert judge([PICTURE._replace(known=(ASIDE,))], [ASIDE]) == []


def test_a_finding_that_no_longer_occurs_is_an_error() -> None:
    (message,) = judge([], [ASIDE])
    assert message.startswith("findings.toml: landmark-unique\n  at     aside\n")
    assert "delete the entry" in message
    assert len(judge([PICTURE], [ASIDE])) == 2


def test_the_list_of_the_project_is_valid() -> None:
    """Each entry has a reason, and no entry is repeated."""
    assert all(finding.rule and finding.element for finding in listed())


ENTRY = """
[[finding]]
rule = "region"
element = "footer"
reason = "{}"
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ENTRY.format(" "), "region at footer is listed for no reason"),
        (ENTRY.format("so") * 2, "lists something twice"),
    ],
    ids=["no reason", "twice"],
)
def test_an_entry_without_a_reason_or_twice_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "findings.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message):
        listed(file)


def test_a_list_may_be_empty(tmp_path: Path) -> None:
    file = tmp_path / "findings.toml"
    file.write_text("", "utf-8")
    assert listed(file) == ()
