"""Tests of the check of the circle: each missing link is named."""

from collections.abc import Callable

import pytest

from fireflies.rulebook import Citation, Example, Fingerprint, Rule, Rulebook, Ruling
from tests.misreadings.lists import Misreading, Patch
from tests.trace.circle import Circle, Kept, faults, matrix, unlinked

CITED = (Citation("leaflet", (), 1, Fingerprint(1, "0" * 64)),)
RULED = (Ruling("stroll.stop.how", "How?", "So.", "It is."),)
RULES = {
    "stroll.walk": Rule("stroll.walk", "effect", "Walk", "Walk.", CITED),
    "stroll.stop": Rule("stroll.stop", "choice", "Stop", "Stop.", (), RULED),
    "stroll.rest": Rule("stroll.rest", "limit", "Rest", "Rest.", CITED, RULED),
}


def kept(way: str, tests: int = 1, proofs: int = 1) -> Kept:
    """Return the evidence of tests."""
    return Kept(tests=[f"test_{n}" for n in range(tests)], proofs=proofs, met={way: 2})


WHOLE = Circle(
    enum=list(RULES),
    book=Rulebook(RULES, {}, (), (), ()),
    kept={
        "stroll.walk": kept("event"),
        "stroll.stop": kept("violation"),
        "stroll.rest": kept("outcome"),
    },
    pages=list(RULES),
    marks=list(RULES),
    cases=dict.fromkeys(RULES, 1),
)


def replaced(rule: Rule) -> Rulebook:
    """Return the rulebook with another rule of this id."""
    return WHOLE.book._replace(rules={**RULES, rule.id: rule})


def without(clause: str) -> list[str]:
    """Return the other clauses."""
    return [one for one in RULES if one != clause]


def test_a_complete_circle_has_no_fault() -> None:
    """Also without a conformance suite."""
    assert list(faults(WHOLE)) == []
    assert list(faults(WHOLE._replace(cases=None))) == []


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (
            lambda: WHOLE._replace(enum=without("stroll.rest"), marks=[]),
            "stroll.rest: it is not in the enum",
        ),
        (
            lambda: WHOLE._replace(
                book=WHOLE.book._replace(rules={it: RULES[it] for it in without("stroll.rest")})
            ),
            "stroll.rest: it is not in rules.toml",
        ),
        (
            lambda: WHOLE._replace(book=replaced(RULES["stroll.walk"]._replace(citations=()))),
            "stroll.walk: nothing printed is cited for it, and nothing is ruled",
        ),
        (
            lambda: WHOLE._replace(book=replaced(RULES["stroll.stop"]._replace(rulings=()))),
            "stroll.stop: nothing printed is cited for it, and nothing is ruled",
        ),
        (
            lambda: WHOLE._replace(kept={**WHOLE.kept, "stroll.walk": kept("event", proofs=0)}),
            "stroll.walk: no test gives the evidence of its kind, effect",
        ),
        (
            lambda: WHOLE._replace(kept={**WHOLE.kept, "stroll.rest": kept("event", tests=0)}),
            "stroll.rest: it is not in the proofs",
        ),
        (
            lambda: WHOLE._replace(kept={**WHOLE.kept, "stroll.walk": kept("violation")}),
            "stroll.walk: in no test it is named as an event, as a clause of kind effect is",
        ),
        (
            lambda: WHOLE._replace(kept={**WHOLE.kept, "stroll.stop": kept("event")}),
            "stroll.stop: in no test it is named as a violation, as a clause of kind choice is",
        ),
        (
            lambda: WHOLE._replace(pages=without("stroll.stop")),
            "stroll.stop: it is not in the pages",
        ),
        (
            lambda: WHOLE._replace(cases={"stroll.walk": 1, "stroll.stop": 1, "stroll.rest": 0}),
            "stroll.rest: it is not in the conformance cases",
        ),
        (
            lambda: WHOLE._replace(marks=[*RULES, "stroll.run"]),
            "stroll.run: a test is marked with it, and there is no such clause",
        ),
    ],
)
def test_a_missing_link_is_the_only_fault(broken: Callable[[], Circle], fault: str) -> None:
    assert list(faults(broken())) == [fault]


@pytest.mark.parametrize(
    "orphaned",
    [
        lambda: WHOLE._replace(kept={**WHOLE.kept, "stroll.run": kept("event")}),
        lambda: WHOLE._replace(pages=[*RULES, "stroll.run"]),
        lambda: WHOLE._replace(cases={**dict.fromkeys(RULES, 1), "stroll.run": 1}),
        lambda: WHOLE._replace(enum=[*RULES, "stroll.run"]),
        lambda: WHOLE._replace(
            book=WHOLE.book._replace(rules={**RULES, "stroll.run": RULES["stroll.rest"]})
        ),
    ],
    ids=["kept", "pages", "cases", "enum", "rules"],
)
def test_an_orphan_is_found(orphaned: Callable[[], Circle]) -> None:
    """It is missing in all other places."""
    assert any(fault.startswith("stroll.run: it is not in") for fault in faults(orphaned()))


def test_the_matrix_has_a_line_for_each_clause() -> None:
    """With the numbers of citations, rulings, proofs, tests and names."""
    head, *lines = matrix(WHOLE)
    assert head.split() == [
        "clause",
        "kind",
        "print",
        "ruled",
        "proofs",
        "tests",
        "cases",
        "named",
        "as",
    ]
    assert [line.split() for line in lines] == [
        ["stroll.walk", "effect", "1", "0", "1", "1", "1", "event", "2"],
        ["stroll.stop", "choice", "0", "1", "1", "1", "1", "violation", "2"],
        ["stroll.rest", "limit", "1", "1", "1", "1", "1", "outcome", "2"],
    ]


PACED = Example("Four steps. Common mistake: three are enough.", "A..B", "walk", None, {})
MISREADING = Misreading("stroll", "x", "stroll.rest", "Rest.", (Patch("a", "b"),))
LINKED = [
    MISREADING._replace(ruling="stroll.stop.how"),
    MISREADING._replace(mistake="three are enough"),
]
LIMITED = replaced(RULES["stroll.rest"]._replace(rulings=(), examples=(PACED,)))


def test_a_linked_ruling_and_a_linked_mistake_are_no_faults() -> None:
    assert [*unlinked(LIMITED, LINKED)] == []


@pytest.mark.parametrize(
    ("book", "listed", "fault"),
    [
        (LIMITED, LINKED[1:], "stroll.stop.how: no misreading follows another reading"),
        (LIMITED, LINKED[:1], "stroll.rest: no misreading makes the common mistake: three are"),
        (
            LIMITED,
            [*LINKED, MISREADING._replace(mistake="five")],
            "stroll.rest: a misreading is linked to a mistake that no example names: five",
        ),
        (
            LIMITED,
            [*LINKED, MISREADING._replace(ruling="stroll.stop.why")],
            "stroll.stop.why: a misreading follows another reading of it, and there is no",
        ),
    ],
)
def test_what_is_not_linked_is_the_only_fault(
    book: Rulebook, listed: list[Misreading], fault: str
) -> None:
    (found,) = unlinked(book, listed)
    assert found.startswith(fault)


def test_a_ruling_that_no_play_tells_apart_says_why() -> None:
    """And it is an error if one does."""
    untold = (RULED[0]._replace(untold="No play differs."),)
    book = replaced(RULES["stroll.stop"]._replace(rulings=untold))
    book = book._replace(rules={**book.rules, "stroll.rest": LIMITED.rules["stroll.rest"]})
    assert [*unlinked(book, LINKED[1:])] == []
    (found,) = unlinked(book, LINKED)
    assert found == "stroll.stop.how: a misreading follows another reading, so untold is wrong"
