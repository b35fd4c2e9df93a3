"""Show what has changed in a clause since it was reviewed, and sign the review."""

import io
import json
import subprocess
import tarfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from fireflies.games import Game
from fireflies.rulebook import of
from tests.misreadings.lists import ROOT
from tests.stale.finding import Stale
from tests.trace.reviewed import FILE, Review, case_files, marked, renew, reviews, stale
from tests.trace.reviewed import read as read_reviews

SUITE: Final = "src/fireflies/conformance/cases"


def unsigned(game: Game[Any]) -> Iterator[Stale]:
    """Yield the clauses of a game whose text, tests or cases have changed since their review."""
    now = _now(game)
    kept = {clause: it for clause, it in read_reviews(FILE).items() if clause in now}
    for line in stale(kept, now):
        clause, _, message = line.partition(": ")
        yield Stale(clause, "review", "reviewed.toml", message)


def _now(game: Game[Any]) -> Mapping[str, Review]:
    tests = marked(sorted((ROOT / "tests").rglob("test_*.py")))
    return reviews(of(game.clauses).rules, tests, case_files(game))


def sign(game: Game[Any], clauses: Sequence[str]) -> Iterator[str]:
    """Yield what has changed in each clause since its last review, and renew its digests."""
    now = _now(game)
    for clause in clauses:
        yield from changes(game, clause) or [f"{clause}: nothing has changed"]
        renew(FILE, clause, now)


def changes(game: Game[Any], clause: str) -> list[str]:
    """Return the difference of a clause's text, tests and cases since its last review."""
    revision = _revision(clause)
    before = _written_at(revision, game.name).get(clause, []) if revision else []
    after = _written(ROOT, game.name)[clause]
    names = (f"{clause} when reviewed", f"{clause} now")
    return [*unified_diff(before, after, *names, n=1, lineterm="")]


def reworded(game: Game[Any]) -> Iterator[str]:
    """Yield the clauses that say something else than when they were reviewed."""
    now = reviews(of(game.clauses).rules, {}, {})
    kept = read_reviews(FILE)
    texts = said(tomllib.loads((ROOT / _rulebook(game.name)).read_text("utf-8")))
    for clause in now:
        if clause in kept and kept[clause].text != now[clause].text:
            revision = _revision(clause)
            if not revision or said_at(revision, game.name).get(clause) != texts[clause]:
                yield clause


SAID: Final = ("title", "text", "short", "ours", "ruling")
"""The keys of a rule that state it; examples show it."""


def said(book: Mapping[str, Any]) -> dict[str, list[object]]:
    """Return what a rulebook says in each clause."""
    return {rule["id"]: [rule.get(key) for key in SAID] for rule in book["rule"]}


@cache
def said_at(revision: str, game: str) -> Mapping[str, list[object]]:
    """Return what the rulebook of a game said in each clause in a commit."""
    return said(tomllib.loads(git("show", f"{revision}:{_rulebook(game)}").decode()))


@cache
def _written(folder: Path, game: str) -> Mapping[str, list[str]]:
    """Return text, tests and cases of each clause in lines, as they are in a copy."""
    book = tomllib.loads((folder / _rulebook(game)).read_text("utf-8"))
    tests = marked(sorted((folder / "tests").rglob("test_*.py")))
    found: dict[str, list[str]] = {}
    for rule in book["rule"]:
        clause = rule["id"]
        cases = folder / SUITE / game / f"{clause}.json"
        text = cases.read_text("utf-8") if cases.is_file() else ""
        entry = json.dumps({**rule, "asked": []}, indent=1, ensure_ascii=False)
        parts = [entry, *sorted(tests.get(clause, ())), text]
        found[clause] = [line for part in parts for line in part.splitlines()]
    return found


def _rulebook(game: str) -> str:
    return f"src/fireflies/{game}/rules.toml"


def git(*words: str) -> bytes:
    """Return the output of a command of Git."""
    command = ("git", *words)
    done = subprocess.run(  # noqa: S603  # our own words
        command, cwd=ROOT, check=True, capture_output=True
    )
    return done.stdout


def _revision(clause: str) -> str:
    """Return the commit in which the review of a clause was signed last; empty if it never was."""
    lines = FILE.read_text("utf-8").splitlines()
    number = next((it for it, line in enumerate(lines, 1) if line.startswith(f'"{clause}" = ')), 0)
    if not number:
        return ""
    blamed = git("blame", "-s", "-l", f"-L{number},{number}", "HEAD", "--", str(FILE))
    return blamed.decode().split()[0].lstrip("^")


@cache
def _written_at(revision: str, game: str) -> Mapping[str, list[str]]:
    """Return text, tests and cases of each clause in lines, as they were in a commit."""
    archive = git("archive", revision, "tests", SUITE, _rulebook(game))
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
            packed.extractall(folder, filter="data")
        return _written(Path(folder), game)
