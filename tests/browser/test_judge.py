"""The messages about pages and about the list of the theme's faults. No browser is needed."""

from pathlib import Path

import pytest

from tests.browser.judge import MOST, Fault, Finding, judge, listed

ALT = "it has an alternative text"
PICTURE = Fault("play.html", "desktop-light", "image-alt", "#a > img", ALT)
ASIDE = Finding("landmark-unique", "aside")


def test_clean_pages_are_told_of_in_no_word() -> None:
    """Neither pages nor list: nothing is left to say."""
    assert judge([], []) == []


def test_a_fault_says_page_rule_element_and_what_would_be_right() -> None:
    """And in which views, once for all of them."""
    dark = PICTURE._replace(view="desktop-dark")
    (message,) = judge([PICTURE, dark, PICTURE], [])
    assert message.splitlines() == [
        "play.html: image-alt (desktop-light, desktop-dark)",
        "  at     #a > img",
        "  right  it has an alternative text",
    ]


def test_many_elements_are_counted() -> None:
    """The first ones show where to look."""
    faults = [PICTURE._replace(element=f"#a{number}") for number in range(MOST + 2)]
    (message,) = judge(faults, [])
    assert "#a0" in message
    assert f"#a{MOST}" not in message
    assert "and 2 more" in message


def test_pages_are_told_of_one_by_one() -> None:
    """So each can be mended by itself."""
    assert len(judge([PICTURE, PICTURE._replace(page="wire.html")], [])) == 2


def test_what_the_theme_does_is_no_fault_of_a_page() -> None:
    """If it is in the list: of this rule, and for this element."""
    assert judge([PICTURE._replace(known=(ASIDE,))], [ASIDE]) == []


def test_a_finding_that_no_longer_occurs_has_to_go() -> None:
    """A list that is too long would hide a fault of ours one day."""
    (message,) = judge([], [ASIDE])
    assert message.startswith("findings.toml: landmark-unique\n  at     aside\n")
    assert "take the entry out" in message
    assert len(judge([PICTURE], [ASIDE])) == 2


def test_the_list_can_be_read() -> None:
    """The one in the house: each entry with its reason, none twice."""
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
def test_a_list_that_says_too_little_is_refused(tmp_path: Path, text: str, message: str) -> None:
    """No reason, or the same again."""
    file = tmp_path / "findings.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=message):
        listed(file)


def test_a_list_may_be_empty(tmp_path: Path) -> None:
    file = tmp_path / "findings.toml"
    file.write_text("", "utf-8")
    assert listed(file) == ()
