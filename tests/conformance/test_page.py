"""Tests of the page: what it says, and that nothing on it is an engine's own markup."""

import re
from html.parser import HTMLParser
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fireflies
from fireflies import smile
from fireflies._typing import override
from fireflies.conformance.badge import badge
from fireflies.conformance.judge import Verdict
from fireflies.conformance.junit import junit
from fireflies.conformance.page import page
from fireflies.conformance.runner import Result
from fireflies.rulebook import of
from tests.conformance.dummies import case
from tests.conformance.runs import run_of
from tests.conformance.test_report import CLAUSE, TIES, differing, result

VOID: Final = {"meta", "hr", "link"}


class Elements(HTMLParser):
    """The tags, attributes and text of a page, whose elements have to be nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        if tag not in VOID:
            self._open.append(tag)

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    @override
    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    @override
    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        """All text, with single spaces."""
        return " ".join(" ".join(self.words).split())


FAILED: Final = differing(case(2), {"auction": 7, "phase": "bid"})


def test_the_page_has_versions_verdict_clauses_and_the_smallest_play() -> None:
    known = result(8, "failed", "as ever")
    run = run_of(
        result(1, "passed", clause=TIES),
        FAILED,
        result(3, "errored", "it ended"),
        known,
        known={known.case.id: "later", f"{CLAUSE}.009": "never"},
    )
    read = Elements(page(run))
    ours = f"fireflies {fireflies.__version__}, revision 1 of the rules"
    rule = of(smile.GAME.clauses).rules[CLAUSE]
    for words in (
        "dummy and the rules of Smile",
        "1 passed, 1 failed, 1 errored, 1 known: it does not conform",
        "dummy 7.1 (cant)",
        ours,
        "1.0, all of its cases",
        FAILED.verdict.message,
        rule.title,
        rule.text,
        "\N{RIGHTWARDS ARROW} auction 1 7",
        "\N{RIGHTWARDS ARROW} phase reveal bid",
        f"Also: {CLAUSE}.003 (errored).",
        "later as ever",
    ):
        assert words in read.text, words
    assert sum(tag == "svg" for tag, _ in read.tags) == 2
    assert not any(tag in {"script", "img", "iframe", "object"} for tag, _ in read.tags)


def test_clauses_are_links_where_the_address_is_known() -> None:
    run = run_of(FAILED, result(1, "passed", clause=TIES))
    assert "<a " not in page(run)
    linked = page(run, 'https://example.org/"/')
    for clause in (CLAUSE, TIES):
        assert f'href="https://example.org/&quot;/smile/rules.html#{clause}"' in linked
    assert 'href="../smile/rules.html#' in page(run, "../")


def test_a_conforming_run_shows_no_failure() -> None:
    text = Elements(page(run_of(result(1, "passed")))).text
    assert "1 passed: it conforms" in text
    for words in ("smallest play", "Failures", "Known failures", "stopped"):
        assert words not in text


def test_an_interrupted_run_says_so() -> None:
    run = run_of(result(1, "passed"), stopped="SIGTERM", faults=["it stays"])
    text = Elements(page(run)).text
    assert "The run was stopped: SIGTERM. 2 of 3 cases were not run." in text
    assert "An engine did not stop as it should: it stays." in text


def test_a_known_failure_that_passes_is_named() -> None:
    known = {f"{CLAUSE}.001": "x"}
    text = Elements(page(run_of(result(1, "passed"), known=known))).text
    assert f"{CLAUSE}.001 passes, but is listed as a known failure: remove it." in text


def test_each_clause_has_its_own_smallest_failure() -> None:
    strange = case(3, id="smile.strange.001", clauses=("smile.strange",))
    other = Result(strange, Verdict("errored", "it hangs"), 0.5, None)
    text = Elements(page(run_of(FAILED, other))).text
    assert f"The play of {FAILED.case.id} is shown above." in text
    assert "smile.strange : it hangs" not in text
    assert text.count("it hangs") == 1


HOSTILE: Final = st.text(
    st.one_of(st.sampled_from("<>&\"'\x00\x1b\u202e\u2066\u200f\u2028\ufeff]\n"), st.characters())
).filter(lambda text: bool(text.strip()) and text.isprintable() is not None)


@given(HOSTILE.filter(lambda text: text.encode("utf-8", "ignore").decode() == text))
@example("</style><script>alert(1)</script>")
@example('" onmouseover="alert(1)')
@example("\u202egnp.exe\x1b[2J\x00")
@example("]]><!--")
def test_nothing_of_an_engine_is_markup(said: str) -> None:
    """The elements and their attributes are the same, whatever it says; no character is hidden."""
    engine = {"name": said, "version": said, "language": said, "games": {}}
    usual = Elements(page(run_of(differing(case(2), {"phase": "x", "mood": "x"}))))
    failed = differing(case(2), {"phase": said, "mood": said})
    failed = failed._replace(verdict=failed.verdict._replace(message=said))
    run = run_of(failed, engine=engine, stopped=said, faults=[said])
    written = page(run)
    found = Elements(written)
    added = [("p", ()), ("strong", ()), ("p", ())]
    assert sorted(found.tags) == sorted([*usual.tags, *added])
    for text in (written, badge(run), junit(run)):
        assert all(it.isprintable() or it in "\n\t" for it in text)


def test_a_request_is_escaped() -> None:
    """As an action of a file of cases, or a saved run, may be any text."""
    strange = case(2, actions=("<b>\u202e",), options={**case(2).request.options, "x": "<i>"})
    read = Elements(page(run_of(Result(strange, Verdict("errored", "it ended"), 0.5, None))))
    assert not {"b", "i"} & {tag for tag, _ in read.tags}
    assert r'"actions":["<b>\u202e"]' in read.text


def test_a_very_long_value_is_cut() -> None:
    long = differing(case(2), {"phase": "x" * 50_000})
    assert len(page(run_of(long))) < 40_000
    assert not re.search("x{3000}", page(run_of(long)))


@pytest.mark.parametrize("kind", ["good", "bad"])
def test_the_verdict_has_its_color(kind: str) -> None:
    run = run_of(result(1, "passed"), whole=kind == "good")
    assert f'class="verdict {kind}"' in page(run)
