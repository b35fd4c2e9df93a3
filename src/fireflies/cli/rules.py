"""``fireflies rules``: the clauses of a game, one of them in full, or those about something."""

import argparse
import difflib
from functools import partial
from typing import Any, Final

from fireflies import rulebook
from fireflies._data import dumps
from fireflies.cli.screen import emit, folded, say, show, tell
from fireflies.errors import printable
from fireflies.games import Game
from fireflies.rulebook import Citation, Rule, Rulebook

_SECTION: Final = " > "


def add_arguments(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the arguments after ``rules GAME``."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="CLAUSE|WORD",
        help=f"a clause, like {next(iter(game.clauses))}, or words to look for (list all)",
    )
    parser.add_argument("--all", action="store_true", help="print every clause in full")
    parser.add_argument("--json", action="store_true", help="print them as JSON, one a line")
    parser.set_defaults(run=partial(show_rules, parser, game))


def show_rules(parser: argparse.ArgumentParser, game: Game[Any], args: argparse.Namespace) -> int:
    """Print what was asked for; return 1 when there is nothing of that kind."""
    book = rulebook.of(game.clauses)
    asked: list[str] = args.words
    if args.all and asked:
        parser.error("--all prints every clause; leave out the words")
    named = [_id(game, word) for word in asked]
    if asked and all(name in book.rules for name in named):
        found, full = tuple(book.rules[name] for name in named), True
    else:
        found = book.search(asked) if asked else tuple(book.rules.values())
        full = args.all or len(found) == 1
    if not found:
        say(f"no clause of {game.title} speaks of {' '.join(asked)!r}{_near(named, book)}")
        return 1
    for rule in found:
        if args.json:
            emit(dumps(to_json(rule)))
        elif full:
            tell_rule(rule, book)
        else:
            show(rule.id)
            tell(f"{rule.title}.")
    return 0


def _id(game: Game[Any], word: str) -> str:
    """Return the id of a clause; the game's own name before it may be left out."""
    lower = word.lower().removesuffix(".")
    return lower if lower.startswith(f"{game.name}.") else f"{game.name}.{lower}"


def _near(named: list[str], book: Rulebook) -> str:
    """Return the clauses that were perhaps meant."""
    near = difflib.get_close_matches(named[0], book.rules, n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def tell_rule(rule: Rule, book: Rulebook) -> None:
    """Tell a clause in full."""
    show(f"{rule.id} ({rule.kind})")
    print(folded(printable(f"{rule.title}.\n"), "", ""))
    tell(rule.text)
    for other in rule.supersedes:
        tell(f"Goes before {other}: {book.rules[other].title}.")
    for ruling in rule.rulings:
        show("")
        for line in (ruling.question, ruling.answer, f"Why: {ruling.why}"):
            tell(line)
        if ruling.others:
            tell(f"Other readings: {ruling.others}")
    for example in rule.examples:
        eyes = "" if example.seat is None else f" (as seat {example.seat} sees it)"
        show("")
        tell(f"Example: {example.says}")
        if example.options:
            tell(f"Options: {dumps({**example.options})}")
        tell(f"Table{eyes}: {example.position}")
        if example.action:
            tell(f"Tried: {example.action}")
    if rule.citations:
        show("\n  In print:")
    for citation in rule.citations:
        tell(f"- {where(citation, book)}")
    show("")


def where(citation: Citation, book: Rulebook) -> str:
    """Return a place in a printed source, in words."""
    source = book.sources[citation.source]
    path = _SECTION.join(citation.section)
    return f"{source.title} ({source.edition}), {path}, paragraph {citation.paragraph}"


def to_json(rule: Rule) -> dict[str, object]:
    """Return a clause as plain data."""
    return {
        **rule._asdict(),
        "citations": [citation_json(citation) for citation in rule.citations],
        "rulings": [ruling._asdict() for ruling in rule.rulings],
        "examples": [
            {**example._asdict(), "options": {**example.options}} for example in rule.examples
        ],
    }


def citation_json(citation: Citation) -> dict[str, object]:
    """Return a citation as plain data, as ``rules.toml`` writes it."""
    data = citation._asdict()
    fingerprint = data.pop("fingerprint")
    return {**data, **fingerprint._asdict()}
