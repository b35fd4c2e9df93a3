"""Tests of stale clauses: text, tests or cases have changed since they were compared."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from fireflies import games, smile
from fireflies.rulebook import Rule, of
from tests.trace.__main__ import TESTS, main
from tests.trace.reviewed import case_files, marked, read, renew, reviews, stale

PROOFS: Final = TESTS / "smile" / "proofs"
NEGATIVE: Final = "smile.score.negative"
REPAYING: Final = "smile.borrow.no-repaying"
AGAIN: Final = "smile.borrow.again"


class Sides(NamedTuple):
    """The compared data of Smile."""

    rules: Mapping[str, Rule]
    tests: Mapping[str, Sequence[str]]
    cases: Mapping[str, str]

    def with_rule(self, rule: Rule) -> "Sides":
        """Return the data with another rule of this id."""
        return self._replace(rules={**self.rules, rule.id: rule})


RULES: Final = of(smile.Clause).rules
SMILE: Final = Sides(RULES, marked(sorted(PROOFS.glob("*.py"))), case_files(smile.GAME))


def exchanged() -> Sides:
    """Return the data with the ids of two clauses exchanged."""
    one, other = RULES[AGAIN], RULES[REPAYING]
    rules = {AGAIN: other._replace(id=AGAIN), REPAYING: one._replace(id=REPAYING)}
    return SMILE._replace(rules={**RULES, **rules})


def reversed_ruling() -> Sides:
    """Return the data with the opposite answer of a ruling."""
    rule = RULES["smile.pair.colorless"]
    (ruling,) = rule.rulings
    return SMILE.with_rule(rule._replace(rulings=(ruling._replace(answer="Yes."),)))


def false_example() -> Sides:
    """Return the data with a wrong example."""
    rule = RULES["smile.score.blue-beads"]
    (example,) = rule.examples
    return SMILE.with_rule(rule._replace(examples=(example._replace(says="It loses two."),)))


def other_place() -> Sides:
    """Return the data with a citation of another paragraph."""
    rule = RULES["smile.win.shared"]
    first, *rest = rule.citations
    return SMILE.with_rule(rule._replace(citations=(first._replace(paragraph=77), *rest)))


def emptied() -> Sides:
    """Return the data without cases in one file."""
    return SMILE._replace(cases={**SMILE.cases, NEGATIVE: "{}"})


def deleted() -> Sides:
    """Return the data without the file of cases of a clause."""
    return SMILE._replace(cases={k: v for k, v in SMILE.cases.items() if k != NEGATIVE})


FALSE: Final[Mapping[str, tuple[Callable[[], Sides], str, list[str]]]] = {
    "ids exchanged over texts": (exchanged, "text", [AGAIN, REPAYING]),
    "a text turned into its opposite": (
        lambda: SMILE.with_rule(
            RULES[REPAYING]._replace(text="Players may give back blue beads at any time.")
        ),
        "text",
        [REPAYING],
    ),
    "a wrong title": (
        lambda: SMILE.with_rule(RULES[NEGATIVE]._replace(title="No")),
        "text",
        [NEGATIVE],
    ),
    "a wrong line of the aid": (
        lambda: SMILE.with_rule(RULES[NEGATIVE]._replace(short=".")),
        "text",
        [NEGATIVE],
    ),
    "a variant as a rule": (
        lambda: SMILE.with_rule(RULES[NEGATIVE]._replace(ours="So.")),
        "text",
        [NEGATIVE],
    ),
    "another kind": (
        lambda: SMILE.with_rule(RULES[NEGATIVE]._replace(kind="effect")),
        "text",
        [NEGATIVE],
    ),
    "a ruling reversed": (reversed_ruling, "text", ["smile.pair.colorless"]),
    "a ruling dropped": (
        lambda: SMILE.with_rule(RULES["smile.last.beads"]._replace(rulings=())),
        "text",
        ["smile.last.beads"],
    ),
    "supersedes dropped": (
        lambda: SMILE.with_rule(RULES["smile.win.shared"]._replace(supersedes=())),
        "text",
        ["smile.win.shared"],
    ),
    "an example that says something wrong": (false_example, "text", ["smile.score.blue-beads"]),
    "another paragraph": (other_place, "text", ["smile.win.shared"]),
    "a sentence moved to flavor": (
        lambda: SMILE.with_rule(RULES["smile.win.shared"]._replace(citations=())),
        "text",
        ["smile.win.shared"],
    ),
    "a file of cases emptied": (emptied, "cases", [NEGATIVE]),
    "a file of cases deleted": (deleted, "cases", [NEGATIVE]),
}


@pytest.mark.parametrize(("falsified", "side", "clauses"), FALSE.values(), ids=FALSE)
def test_changed_data_makes_only_its_clauses_stale(
    falsified: Callable[[], Sides], side: str, clauses: list[str]
) -> None:
    problem = f"its {side} changed since text, tests and cases were compared"
    assert sorted(stale(reviews(*SMILE), reviews(*falsified()))) == [
        f"{clause}: {problem}; look again, then: nox -s stale -- smile --reviewed {clause}"
        for clause in clauses
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "clause"),
    [
        (
            "test_end_and_scoring.py",
            "evidence.limit(Clause.SCORE_NEGATIVE, result(at(position)).scores, right, misread=",
            "evidence.limit(Clause.SCORE_NEGATIVE, 1, 1, misread=2 or ",
            NEGATIVE,
        ),
        ("test_borrowing.py", "misread={*right, Repay()}", "misread=99", REPAYING),
        ("test_borrowing.py", '14+2 - -", (4, 3)', '14+2 - -", (4, 4)', REPAYING),
        ("test_setup.py", '"-4", "-5")', '"-4", "-4")', "smile.auction.ten"),
    ],
    ids=["a vacuous proof", "a silly misreading", "another parameter", "another constant"],
)
def test_a_changed_test_makes_its_clause_stale(
    tmp_path: Path, file: str, old: str, new: str, clause: str
) -> None:
    """Its body, its parameters and the constants that it names count."""
    text = (PROOFS / file).read_text(encoding="utf-8")
    assert old in text
    (copy := tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    others = [path for path in sorted(PROOFS.glob("*.py")) if path.name != file]
    now = reviews(RULES, marked([*others, copy]), SMILE.cases)
    lines = [*stale(reviews(*SMILE), now)]
    assert all(": its tests changed since" in line for line in lines)
    assert clause in {line.partition(":")[0] for line in lines}
    assert len(lines) == 1 or old.startswith('"-4"')  # a constant of several clauses


def test_phrasings_comments_layout_and_docstrings_make_nothing_stale(tmp_path: Path) -> None:
    other = SMILE.with_rule(RULES[NEGATIVE]._replace(asked=("how low can I go",)))
    assert not [*stale(reviews(*SMILE), reviews(*other))]
    sources = [
        '@pytest.mark.clause("a.b")\ndef test_it(x):\n    """Say it."""\n    assert f(x, 1)\n',
        '@pytest.mark.clause(\n "a.b")\ndef test_it(x):\n\n    # so\n    assert f(x,\n    1)\n',
    ]
    found = []
    for source in sources:
        (file := tmp_path / "test_it.py").write_text(source, encoding="utf-8")
        found.append(marked([file])["a.b"][0].replace("( ", "("))
    assert found[0] == found[1]


def test_a_missing_and_an_unknown_entry_are_reported() -> None:
    now = reviews(*SMILE)
    less = {clause: digests for clause, digests in now.items() if clause != AGAIN}
    (new,) = stale(less, now)
    assert new.startswith(f"{AGAIN}: nobody has compared its tests and cases with its text; look")
    (old,) = stale(now, less)
    assert old.startswith(f"{AGAIN}: reviewed.toml has it, and there is no such clause; look")


@pytest.mark.long
def test_one_entry_is_renewed_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An entry of an unknown clause is deleted."""
    (file := tmp_path / "reviewed.toml").touch()
    for clause in (AGAIN, REPAYING):
        renew(file, clause, reviews(*SMILE))
    assert [*read(file)] == sorted([AGAIN, REPAYING])
    assert main([], file) == 1
    captured = capsys.readouterr()
    assert f"FAULT: {NEGATIVE}: nobody has compared" in captured.err
    assert f"{AGAIN}:" not in captured.err
    clauses = sum(len(game.clauses) for game in games.usable().values())
    assert captured.out == f"{clauses - 2} faults\n"
    renew(file, AGAIN, {})
    assert [*read(file)] == [REPAYING]
