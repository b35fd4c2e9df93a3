"""Digests of each clause's text, tests and cases at the time of their last comparison.

The circle compares ids only. Whether the text of a clause agrees with its tests and cases, only a
reader can tell. ``reviewed.toml`` has the digests of what that reader compared. When one of them
changes, the clause is stale until somebody compares again and renews its entry, one clause at a
time.
"""

import ast
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from fireflies.games import Game
from fireflies.rulebook import Rule

FILE: Final = Path(__file__).with_name("reviewed.toml")
DIGITS: Final = 16
EMPTY: Final[tuple[object, ...]] = ("", (), {})


class Review(NamedTuple):
    """The digests of one clause."""

    text: str
    """The digest of the entry in the rulebook, without everyday phrasings."""
    tests: str
    """The digest of the tests marked with it, and of the constants that they use."""
    cases: str
    """The digest of its file of conformance cases."""


def reviews(
    rules: Mapping[str, Rule], tests: Mapping[str, Sequence[str]], cases: Mapping[str, str]
) -> dict[str, Review]:
    """Return the digests of rules; sources of tests and contents of case files are by clause."""
    return {
        clause: Review(
            _digest(_plain(rule)),
            _digest(sorted(tests.get(clause, ()))),
            _digest(cases.get(clause, "")),
        )
        for clause, rule in rules.items()
    }


def _digest(data: object) -> str:
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:DIGITS]


def _plain(data: object) -> object:
    """Return named tuples as dicts of their non-empty entries, without the phrasings."""
    if hasattr(data, "_asdict"):
        fields = cast("Any", data)._asdict().items()
        return {key: _plain(one) for key, one in fields if not _is_left_out(key, one)}
    return [_plain(one) for one in data] if isinstance(data, tuple) else data


def _is_left_out(key: str, value: object) -> bool:
    """Return whether a digest leaves out a field: phrasings, and most fields without a value."""
    return key == "asked" or value in EMPTY or value is False or (key, value) == ("then", None)


def marked(files: Iterable[Path]) -> dict[str, list[str]]:
    """Return the sources of the tests marked with each clause.

    Layout, comments in lines of their own and docstrings are left out.
    """
    found: dict[str, list[str]] = {}
    for path in files:
        text = path.read_text(encoding="utf-8")
        tree, lines = ast.parse(text), text.splitlines()
        constants = dict(_constants(tree, lines))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for clause in _marks(node):
                    found.setdefault(clause, []).append(_source(node, lines, constants))
    return found


def _constants(tree: ast.Module, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield ast.unparse(target), _shown(lines[node.lineno - 1 : node.end_lineno])


def _marks(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    for mark in node.decorator_list:
        match mark:
            case ast.Call(func=ast.Attribute(attr="clause"), args=args):
                yield from (str(one.value) for one in args if isinstance(one, ast.Constant))
            case _:
                continue


def _source(
    node: ast.FunctionDef | ast.ClassDef, lines: Sequence[str], constants: Mapping[str, str]
) -> str:
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    body = node.body if ast.get_docstring(node) is None else node.body[1:]
    shown: list[ast.expr | ast.stmt] = [*node.decorator_list, *body]
    parts = (lines[part.lineno - 1 : part.end_lineno] for part in shown)
    head = lines[node.lineno - 1 : node.body[0].lineno - 1]
    used = (constants[name] for name in sorted(names & {*constants}))
    return "\n".join([_shown(head), *map(_shown, parts), *used])


def _shown(lines: Iterable[str]) -> str:
    """Return the lines with single spaces, without comments in lines of their own."""
    kept = (line for line in lines if not line.lstrip().startswith("#"))
    return " ".join(word for line in kept for word in line.split())


def case_files(game: Game[Any]) -> dict[str, str]:
    """Return the content of the file of cases of each clause that has one."""
    folder = resources.files("fireflies.conformance").joinpath("cases", game.name)
    files = {str(clause): folder.joinpath(f"{clause}.json") for clause in game.clauses}
    return {
        clause: json.dumps(json.loads(file.read_bytes()), sort_keys=True)
        for clause, file in files.items()
        if file.is_file()
    }


def stale(kept: Mapping[str, Review], now: Mapping[str, Review]) -> Iterator[str]:
    """Yield a line for each clause that has to be compared again."""
    for clause in dict.fromkeys((*now, *kept)):
        if clause not in now:
            problem = "reviewed.toml has it, and there is no such clause"
        elif clause not in kept:
            problem = "nobody has compared its tests and cases with its text"
        elif kept[clause] != now[clause]:
            pairs = zip(Review._fields, kept[clause], now[clause], strict=True)
            changed = " and ".join(name for name, old, new in pairs if old != new)
            problem = f"its {changed} changed since text, tests and cases were compared"
        else:
            continue
        game = clause.partition(".")[0]
        yield f"{clause}: {problem}; look again, then: nox -s stale -- {game} --reviewed {clause}"


def read(file: Path) -> dict[str, Review]:
    """Return the digests in the file."""
    kept = tomllib.loads(file.read_text(encoding="utf-8"))
    return {clause: Review(**digests) for clause, digests in kept.items()}


def renew(file: Path, clause: str, now: Mapping[str, Review]) -> None:
    """Replace the digests of one clause by current ones; delete the entry of an unknown clause."""
    kept = read(file) | {clause: now[clause]} if clause in now else read(file)
    if clause not in now:
        del kept[clause]
    lines = (
        f'"{name}" = {{ text = "{text}", tests = "{tests}", cases = "{cases}" }}\n'
        for name, (text, tests, cases) in sorted(kept.items())
    )
    file.write_text("".join(lines), encoding="utf-8")
