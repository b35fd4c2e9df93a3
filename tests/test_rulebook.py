"""Clause texts, read from a game's file."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from fireflies import rulebook
from fireflies.rulebook import KINDS, Citation, Clause, Rule, Ruling, Source
from fireflies.smile import Clause as SmileClause

PIECES = """
from fireflies.rulebook import Clause as Base


class Clause(Base):
    WALK_ON = "stroll.walk.on"
    WALK_HOME = "stroll.walk.home"
"""

RULES = """
[[source]]
id = "leaflet"
title = "Spaziergang"
edition = "1. Auflage, Köln"
publisher = "nobody"
language = "de"

[[source]]
id = "poster"
title = "A stroll"
edition = "2"
publisher = "somebody"
language = "en"

[[rule]]
id = "stroll.walk.on"
kind = "effect"
title = "Walk on"
text = "Walking goes on until it stops."
cite = [
  { source = "leaflet", section = ["Gehen", "Weiter"], paragraph = 2 },
  { source = "poster", section = [], paragraph = 1 },
]

[[rule.ruling]]
question = "How far?"
answer = "Far."
why = "Nothing is said about near."

[[rule.ruling]]
question = "How fast?"
answer = "Slowly."
why = "It is a stroll."

[[rule]]
id = "stroll.walk.home"
kind = "limit"
title = "Walk home"
text = "Everybody walks home."
"""


@pytest.fixture
def stroll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Clause]]:
    """The clauses of a game in a package of its own, with a rulebook beside them."""
    package = tmp_path / "stroll_game"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "pieces.py").write_text(PIECES)
    (package / "rules.toml").write_text(RULES, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    rulebook.load.cache_clear()
    found = import_module("stroll_game.pieces").Clause
    assert issubclass(found, Clause)
    yield found
    rulebook.load.cache_clear()
    for name in ("stroll_game", "stroll_game.pieces"):
        del sys.modules[name]


def test_a_clause_knows_its_text(stroll: type[Clause]) -> None:
    """Title, text, citations and rulings, each in its place, as the file has them."""
    assert stroll("stroll.walk.on").rule == Rule(
        id="stroll.walk.on",
        kind="effect",
        title="Walk on",
        text="Walking goes on until it stops.",
        citations=(
            Citation(source="leaflet", section=("Gehen", "Weiter"), paragraph=2),
            Citation(source="poster", section=(), paragraph=1),
        ),
        rulings=(
            Ruling(question="How far?", answer="Far.", why="Nothing is said about near."),
            Ruling(question="How fast?", answer="Slowly.", why="It is a stroll."),
        ),
    )


def test_a_clause_may_have_no_citation_and_no_ruling(stroll: type[Clause]) -> None:
    """What the file leaves out is empty."""
    assert stroll("stroll.walk.home").rule == Rule(
        "stroll.walk.home", "limit", "Walk home", "Everybody walks home.", (), ()
    )


def test_a_rulebook_has_rules_and_sources_in_the_order_of_its_file(stroll: type[Clause]) -> None:
    """The order of the rules is the order of play."""
    book = rulebook.load("stroll_game")
    assert list(book.rules) == [clause.value for clause in stroll]
    assert book.sources == {
        "leaflet": Source(
            title="Spaziergang", edition="1. Auflage, Köln", publisher="nobody", language="de"
        ),
        "poster": Source(title="A stroll", edition="2", publisher="somebody", language="en"),
    }


def test_a_rulebook_is_read_alike_on_every_machine(stroll: type[Clause], tmp_path: Path) -> None:
    """The file is UTF-8, whatever the machine takes texts to be."""
    program = (
        "import codecs, locale; from fireflies.rulebook import load;"
        "assert codecs.lookup(locale.getpreferredencoding(False)).name == 'ascii';"
        r"assert load('stroll_game').sources['leaflet'].edition.endswith(', K\u00f6ln')"
    )
    done = subprocess.run(  # noqa: S603 - this Python, with a text that stands above
        [sys.executable, "-X", "utf8=0", "-c", program],
        env=os.environ
        | {
            "LC_ALL": "POSIX",
            "PYTHONCOERCECLOCALE": "0",
            "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
        },
        capture_output=True,
        check=False,
    )
    assert stroll is not None
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_rulebook_is_read_once(stroll: type[Clause], tmp_path: Path) -> None:
    """Asked again, the same rulebook is there, though the file is gone."""
    first = stroll("stroll.walk.on").rule
    (tmp_path / "stroll_game" / "rules.toml").unlink()
    assert stroll("stroll.walk.on").rule is first


def test_the_repr_of_a_clause_is_python(stroll: type[Clause]) -> None:
    """The text is the id, the repr is the member."""
    clause = stroll("stroll.walk.home")
    assert str(clause) == "stroll.walk.home"
    assert repr(clause) == "Clause.WALK_HOME"
    assert eval(repr(clause), {"Clause": stroll}) is clause  # noqa: S307 - our own text


def test_every_clause_of_smile_has_a_rule_and_every_rule_a_clause() -> None:
    """The enum and the file name the same ids, in one order."""
    book = rulebook.load("fireflies.smile")
    assert list(book.rules) == [clause.value for clause in SmileClause]
    assert all(clause.rule is book.rules[clause] for clause in SmileClause)


@pytest.mark.parametrize("clause", SmileClause, ids=str)
def test_a_rule_of_smile_is_complete(clause: SmileClause) -> None:
    """A kind that exists, a title in one line without a stop, a text, sources that are listed."""
    rule, sources = clause.rule, rulebook.load("fireflies.smile").sources
    assert rule.id == clause
    assert rule.kind in KINDS
    assert "\n" not in rule.title
    assert rule.title.strip(" .") == rule.title != ""
    assert rule.text.endswith(".")
    assert {cited.source for cited in rule.citations} <= sources.keys()
    assert all(cited.paragraph >= 1 for cited in rule.citations)
    assert all(ruling.question.endswith("?") for ruling in rule.rulings)


def test_the_kinds_of_clauses() -> None:
    """There are five, each with its own way to be proved."""
    assert sorted(KINDS) == ["choice", "effect", "limit", "secrecy", "setup"]
