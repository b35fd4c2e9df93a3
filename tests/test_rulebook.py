"""Tests of rulebooks, which are read from a game's file."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from fireflies import lookup, rulebook, smile
from fireflies.errors import InvalidData
from fireflies.rulebook import (
    KINDS,
    Citation,
    Clause,
    Example,
    Fingerprint,
    Flavor,
    Rule,
    Ruling,
    Source,
    Term,
    Then,
)
from fireflies.smile import Clause as SmileClause

Make: TypeAlias = Callable[[str], type[Clause]]

HASH = "0123456789abcdef" * 4

MANY = '", "'.join("abcdefghijklmnopqrstuvwxyzABC")

PIECES = """
from fireflies.rulebook import Clause as Base


class Clause(Base):
    WALK_ON = "stroll.walk.on"
    WALK_HOME = "stroll.walk.home"
"""

RULES = """
retired = ["stroll.run"]
synonyms = ["march hike", "walk go amble"]

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

[[source]]
id = "blog"
title = "We strolled"
author = "Ann"
date = "1999-12"
address = "https://example.org/stroll"
language = "en"

[[rule]]
id = "stroll.walk.on"
kind = "effect"
title = "Walk on"
text = "Walking goes on until it stops."
ours = "Seats walk to a café in the order of their numbers."
short = "Walk on."
phrases = { walk = "walk {n:a mile} to {what:a}" }
asked = ["can I go on", "is there a limit", "when does it pause"]
cite = [
  { source = "leaflet", section = ["Gehen", "Weiter"], paragraph = 2, words = 2, sha256 = "HASH" },
  { source = "poster", section = [], paragraph = 1, words = 7, sha256 = "HASH" },
]

[[rule.ruling]]
id = "stroll.walk.on.far"
question = "How far?"
answer = "Far."
why = "Nothing is said about near."
untold = "No play is near."

[[rule.ruling]]
id = "stroll.walk.on.fast"
question = "How fast?"
answer = "Slowly."
why = "It is a stroll."
others = "Briskly; then it were a march."
asked = ["may we run", "is it a race", "can I hurry"]
sources = ["blog"]

[[rule.example]]
says = "Ann walks on."
position = "A..B"
action = "walk"
options = { steps = 4 }
[rule.example.then]
events = ["Ann walks."]
changes = { "/at" = 1 }

[[rule.example]]
says = "Ann sees nobody."
position = "A..."
seat = 0

[[rule]]
id = "stroll.walk.home"
kind = "limit"
title = "Walk home"
text = "Everybody walks home."
supersedes = ["stroll.walk.on"]

[[flavor]]
source = "poster"
section = ["Title"]
paragraph = 3
words = 1
sha256 = "HASH"
reason = "a greeting"
ruling = "stroll.walk.on.far"

[[term]]
name = "stroll"
meaning = "A walk without an aim."
rules = ["stroll.walk.on"]

[[term]]
name = "home"
meaning = "Where a walk ends."
""".replace("HASH", HASH)


def forget() -> None:
    """Clear the caches, so that files are read again."""
    rulebook.load.cache_clear()
    rulebook._of.cache_clear()


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Return a function that makes clauses in a new package, with a rulebook."""

    def made(pieces: str) -> type[Clause]:
        package = tmp_path / "stroll_game"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "pieces.py").write_text(pieces)
        (package / "rules.toml").write_text(RULES, encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        forget()
        found: object = import_module("stroll_game.pieces").Clause
        assert isinstance(found, type)
        assert issubclass(found, Clause)
        return found

    yield made
    forget()
    for name in ("stroll_game", "stroll_game.pieces"):
        del sys.modules[name]


@pytest.fixture
def stroll(make: Make) -> type[Clause]:
    """Return the clauses of a made-up game."""
    return make(PIECES)


def test_a_clause_has_the_entries_of_the_file(stroll: type[Clause]) -> None:
    """Title, text, citations and rulings."""
    assert stroll("stroll.walk.on").rule == Rule(
        id="stroll.walk.on",
        kind="effect",
        title="Walk on",
        text="Walking goes on until it stops.",
        citations=(
            Citation("leaflet", ("Gehen", "Weiter"), 2, Fingerprint(words=2, sha256=HASH)),
            Citation("poster", (), 1, Fingerprint(words=7, sha256=HASH)),
        ),
        rulings=(
            Ruling(
                "stroll.walk.on.far",
                "How far?",
                "Far.",
                "Nothing is said about near.",
                untold="No play is near.",
            ),
            Ruling(
                id="stroll.walk.on.fast",
                question="How fast?",
                answer="Slowly.",
                why="It is a stroll.",
                others="Briskly; then it were a march.",
                asked=("may we run", "is it a race", "can I hurry"),
                sources=("blog",),
            ),
        ),
        supersedes=(),
        examples=(
            Example(
                "Ann walks on.",
                "A..B",
                action="walk",
                seat=None,
                options={"steps": 4},
                then=Then(("Ann walks.",), {"/at": 1}),
            ),
            Example("Ann sees nobody.", "A...", action="", seat=0, options={}),
        ),
        short="Walk on.",
        asked=("can I go on", "is there a limit", "when does it pause"),
        phrases={"walk": "walk {n:a mile} to {what:a}"},
        ours="Seats walk to a café in the order of their numbers.",
    )


def test_a_clause_may_have_no_citation_and_no_ruling(stroll: type[Clause]) -> None:
    assert stroll("stroll.walk.home").rule == Rule(
        "stroll.walk.home",
        "limit",
        "Walk home",
        "Everybody walks home.",
        (),
        (),
        ("stroll.walk.on",),
        (),
    )


def test_a_rulebook_has_rules_and_sources_in_the_order_of_its_file(stroll: type[Clause]) -> None:
    book = rulebook.load("stroll_game")
    assert list(book.rules) == [clause.value for clause in stroll]
    assert book.sources == {
        "leaflet": Source(
            title="Spaziergang", edition="1. Auflage, Köln", publisher="nobody", language="de"
        ),
        "poster": Source(title="A stroll", edition="2", publisher="somebody", language="en"),
        "blog": Source(
            title="We strolled",
            edition="",
            publisher="",
            language="en",
            author="Ann",
            date="1999-12",
            address="https://example.org/stroll",
        ),
    }
    assert (list(book.printed), list(book.reports)) == (["leaflet", "poster"], ["blog"])
    assert book.flavor == (
        Flavor(
            "poster",
            ("Title",),
            3,
            Fingerprint(1, HASH),
            reason="a greeting",
            ruling="stroll.walk.on.far",
        ),
    )
    assert book.terms == (
        Term("stroll", "A walk without an aim.", ("stroll.walk.on",)),
        Term("home", "Where a walk ends.", ()),
    )
    assert book.retired == ("stroll.run",)
    assert book.synonyms == (("march", "hike"), ("walk", "go", "amble"))


def test_a_rulebook_is_always_read_as_utf8(stroll: type[Clause], tmp_path: Path) -> None:
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
    first = stroll("stroll.walk.on").rule
    (tmp_path / "stroll_game" / "rules.toml").unlink()
    assert stroll("stroll.walk.on").rule is first


def test_the_repr_of_a_clause_is_python(stroll: type[Clause]) -> None:
    clause = stroll("stroll.walk.home")
    assert str(clause) == "stroll.walk.home"
    assert repr(clause) == "Clause.WALK_HOME"
    assert eval(repr(clause), {"Clause": stroll}) is clause  # noqa: S307 - our own text


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('id = "stroll.walk.home"', 'id = "stroll.walk.on"', "rule stroll.walk.on: stroll.walk.on"),
        ('= ["stroll.walk.on"]', '= ["stroll.walk.off"]', "supersedes: there is no other rule"),
        ('= ["stroll.walk.on"]', '= ["stroll.walk.home"]', "supersedes: there is no other rule"),
        ('= ["stroll.walk.on"]', '= "stroll.walk.on"', "supersedes: an array is wanted"),
        ('= ["stroll.walk.on"]', "= [7]", "supersedes: a string is wanted"),
        ('source = "leaflet"', 'source = "flyer"', "cite 1: source: there is no source flyer"),
        ('id = "poster"', 'id = "leaflet"', "source leaflet: leaflet stands in this file more"),
        ("words = 2", "words = 0", "cite 1: words: 0 is less than 1"),
        ("words = 2", "words = 2.0", "cite 1: words: a whole number is wanted"),
        ("words = 2", "words = true", "cite 1: words: a whole number is wanted"),
        ("words = 2, ", "", "cite 1: the key words is missing"),
        (f'2, sha256 = "{HASH}"', f'2, sha256 = "{HASH[1:]}"', "cite 1: sha256: a fingerprint is"),
        (f'2, sha256 = "{HASH}"', f'2, sha256 = "{HASH[1:]}g"', "cite 1: sha256: a fingerprint is"),
        (f'2, sha256 = "{HASH}"', f'2, sha256 = "{HASH}\\n"', "cite 1: sha256: a fingerprint is"),
        ("paragraph = 2", "paragraph = 0", "cite 1: paragraph: 0 is less than 1"),
        ("paragraph = 2", "paragraph = 2, page = 3", "cite 1: there is no key 'page' here"),
        ('kind = "effect"', 'kind = "affect"', "rule stroll.walk.on: kind: affect is none of"),
        ('title = "Walk on"', 'title = " "', "rule stroll.walk.on: title: it is blank"),
        ('title = "Walk on"\n', "", "rule stroll.walk.on: the key title is missing"),
        ('question = "How far?"\n', "", "ruling stroll.walk.on.far: the key question is missing"),
        ('others = "', 'other = "', "ruling stroll.walk.on.fast: there is no key 'other' here"),
        ('id = "stroll.walk.on.far"\n', "", "ruling 1: the key id is missing"),
        ('"stroll.walk.on.far"', '"stroll.walk.far"', "id: the id of a ruling is that of its cla"),
        ('"stroll.walk.on.far"', '"stroll.walk.on.far.off"', "id: the id of a ruling is that of"),
        ('"stroll.walk.on.far"', '"stroll.walk.on.fast"', "on.fast: this id is used more than"),
        ('["stroll.run"]', '["stroll.walk.on.far"]', "stroll.walk.on.far: this id is retired"),
        ('sources = ["blog"]', 'sources = ["vlog"]', "sources: there is no report vlog"),
        ('sources = ["blog"]', 'sources = ["poster"]', "sources: there is no report poster"),
        ('source = "leaflet"', 'source = "blog"', "cite 1: source: blog is a report: name it"),
        ('author = "Ann"', 'author = ""', "source blog: author: it is blank"),
        ('author = "Ann"\n', "", "source blog: the key edition is missing"),
        ('address = "https://example.org/stroll"\n', "", "source blog: the key address is miss"),
        ('edition = "2"', 'date = "2"', "source poster: the key edition is missing"),
        ('"is there a limit", ', "", "rule stroll.walk.on: asked: 3 to 30 different phrasings"),
        ('"may we run"', '"is it a race"', "asked: 3 to 30 different phrasings are"),
        ('"may we run"', '"..."', "asked: 3 to 30 different phrasings are wanted"),
        ('["can I go on"', f'["{MANY}"', "asked: 3 to 30 different phrasings"),
        ('"march hike"', '"march"', "rules.toml: synonyms: 'march' is no group of"),
        ('"march hike"', '"hike hike"', "synonyms: 'hike hike' is no group of different words"),
        ('short = "Walk on."', 'short = ""', "rule stroll.walk.on: short: it is blank"),
        (
            '"walk {n:a mile}',
            '"{m}',
            "rule stroll.walk.on: phrases: walk: a phrase has no other fie",
        ),
        (
            '"walk {n:a mile}',
            '"{n',
            "phrases: walk: a phrase has no other fields than {n} and {what}",
        ),
        ('"walk {n:a mile}', '"{n.x}', "phrases: walk: a phrase has no other fields than"),
        ('{what:a}" }', '{what:a}." }', "phrases: walk: a phrase is a text without a final stop"),
        ('{ walk = "walk', '{ walk = 1, on = "', "phrases: walk: a phrase is a text without"),
        (
            'phrases = { walk = "walk {n:a mile} to {what:a}" }',
            "phrases = 1",
            "phrases: an object is wanted",
        ),
        ('ours = "Seats', 'our = "Seats', "rule stroll.walk.on: there is no key 'our' here"),
        ("seat = 0", "seat = -1", "example 2: seat: -1 is less than 0"),
        ("seat = 0", "refused = true", "example 2: without an action nothing is refused"),
        ("seat = 0", "refused = 1", "example 2: refused: true or false is wanted, not 1"),
        ("[rule.example.then]", "refused = true\n[rule.example.then]", "then: after a refused"),
        ("events =", "event =", "example 1: then: there is no key 'event' here"),
        ('action = "walk"', 'action = ["walk"]', "example 1: action: a string is wanted"),
        ('id = "stroll.walk.home"', 'id = "stroll.run"', "stroll.run: this id is retired"),
        ('id = "stroll.walk.home"', 'id = "Stroll.home"', "rule Stroll.home: id: an id is words"),
        ('id = "stroll.walk.home"', 'id = "stroll"', "rule stroll: id: an id is words"),
        ('rules = ["stroll.walk.on"]', 'rules = ["walk"]', "term 1: rules: there is no other"),
        ('name = "home"', 'name = "stroll"', "term 2: stroll stands in this file more than once"),
        ('reason = "a greeting"\n', "", "flavor 1: the key reason is missing"),
        ('reason = "a greeting"', 'reason = "a greeting"\nx = 1', "flavor 1: there is no key 'x'"),
        ('ruling = "stroll.walk.on.far"', 'ruling = "far"', "flavor 1: ruling: there is no ruling"),
        ("[[flavor]]", "[[flavour]]", "rules.toml: there is no key 'flavour' here"),
        ("[[flavor]]", "[flavor]", "flavor: an array is wanted"),
        ("[[flavor]]", "[[flavor", "line"),
    ],
)
def test_a_wrong_rulebook_is_refused(
    stroll: type[Clause], tmp_path: Path, old: str, new: str, problem: str
) -> None:
    """The message has the file, the entry and the problem."""
    changed = RULES.replace(old, new, 1)
    assert changed != RULES
    (tmp_path / "stroll_game" / "rules.toml").write_text(changed, encoding="utf-8")
    with pytest.raises(InvalidData) as caught:
        rulebook.of(stroll)
    assert str(caught.value).startswith("stroll_game/rules.toml: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("pieces", "problem"),
    [
        (PIECES + '    REST = "stroll.rest"\n', "no rule has the id stroll.rest, which"),
        (PIECES.replace("walk.home", "walk.back"), "no rule has the id stroll.walk.back, which"),
        (
            PIECES.replace('    WALK_HOME = "stroll.walk.home"\n', ""),
            "rule stroll.walk.home: stroll_game.pieces.Clause has no such clause",
        ),
        (
            "\n".join([*PIECES.splitlines()[:-2], *reversed(PIECES.splitlines()[-2:])]),
            "rule stroll.walk.on: stroll_game.pieces.Clause has stroll.walk.home in this place",
        ),
    ],
    ids=["one more", "another", "one less", "another order"],
)
def test_a_rulebook_has_the_clauses_of_its_enum(make: Make, pieces: str, problem: str) -> None:
    """In the same order."""
    with pytest.raises(InvalidData, match=re.escape(problem)) as caught:
        rulebook.of(make(pieces))
    assert caught.value.place.startswith("stroll_game/rules.toml")


def test_a_missing_rulebook_is_reported(stroll: type[Clause], tmp_path: Path) -> None:
    """Also for clauses outside a package."""
    (tmp_path / "stroll_game" / "rules.toml").unlink()
    with pytest.raises(InvalidData, match=r"^stroll_game/rules\.toml: it can't be read"):
        _ = stroll("stroll.walk.on").rule
    alone = stroll
    alone.__module__ = "alone"
    forget()
    with pytest.raises(InvalidData, match=r"^alone: its clauses have to be in a package"):
        rulebook.of(alone)


@pytest.mark.parametrize(
    "given",
    [
        smile.GAME,
        "smile",
        [],
        {},
        None,
        SmileClause.BID_LOWEST_CARD,
        Clause,
        StrEnum,
        str,
        rulebook,
    ],
    ids=repr,
)
def test_only_clauses_have_a_rulebook(given: Any) -> None:
    """The message says where to find them."""
    wanted = re.escape("clauses: a game's subclass of Clause is wanted, like GAME.clauses, not ")
    with pytest.raises(InvalidData, match=wanted):
        rulebook.of(given)
    with pytest.raises(InvalidData, match=wanted):
        lookup.of(given)


def test_every_clause_of_smile_has_a_rule_and_every_rule_a_clause() -> None:
    """In the same order."""
    book = rulebook.of(SmileClause)
    assert book is rulebook.of(SmileClause)
    assert list(book.rules) == [clause.value for clause in SmileClause]
    assert all(clause.rule == book.rules[clause] for clause in SmileClause)


def test_the_kinds_of_clauses() -> None:
    """There are five."""
    assert sorted(KINDS) == ["choice", "effect", "limit", "secrecy", "setup"]
