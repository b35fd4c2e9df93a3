"""``fireflies rules``: print the clauses of a game: all, by id, or by words in them."""

import argparse
import difflib
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from fireflies import rulebook
from fireflies._data import dumps
from fireflies.cli.options import full_id
from fireflies.cli.screen import print_data, print_message, print_text, print_wrapped, wrapped
from fireflies.errors import printable
from fireflies.games import Game
from fireflies.rulebook import Citation, Rule, Rulebook, Ruling

_SECTION: Final = " > "


def add_arguments(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the arguments after ``rules GAME``."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="ID|WORD",
        help=f"an id, like {next(iter(game.clauses))}, or words to look for (list all)",
    )
    parser.add_argument("--all", action="store_true", help="print every clause in full")
    parser.add_argument("--json", action="store_true", help="print them as JSON, one a line")
    parser.set_defaults(run=partial(show_rules, parser, game))


def show_rules(parser: argparse.ArgumentParser, game: Game[Any], args: argparse.Namespace) -> int:
    """Print the chosen clauses; return the exit code, 1 when there is none."""
    book = rulebook.of(game.clauses)
    words: list[str] = args.words
    if args.all and words:
        parser.error("--all prints every clause; leave out the words")
    ids = [full_id(game, word) for word in words]
    known = {ruling.id: rule for rule in book.rules.values() for ruling in rule.rulings}
    known |= book.rules
    if words and all(name in known for name in ids):
        rules, full = tuple({known[name].id: known[name] for name in ids}.values()), True
    else:
        rules = book.search(words) if words else tuple(book.rules.values())
        full = args.all or len(rules) == 1
    if not rules:
        print_message(
            f"no clause of {game.title} speaks of {' '.join(words)!r}{_suggest(ids, known)}"
        )
        return 1
    for rule in rules:
        if args.json:
            print_data(dumps(to_json(rule)))
        elif full:
            print_rule(rule, book)
        else:
            print_text(rule.id)
            print_wrapped(f"{rule.title}.")
    return 0


def _suggest(ids: list[str], known: Iterable[str]) -> str:
    """Return the part of a message that suggests similar ids."""
    similar = difflib.get_close_matches(ids[0], known, n=3)
    return f"; did you mean {' or '.join(similar)}?" if similar else ""


def print_rule(rule: Rule, book: Rulebook) -> None:
    """Print a clause in full."""
    print_text(f"{rule.id} ({rule.kind})")
    print(wrapped(printable(f"{rule.title}.\n"), "", ""))
    print_wrapped(rule.text)
    if rule.short:
        print_wrapped(f"In short: {rule.short}")
    if rule.ours:
        print_wrapped(f"Not in the printed rules: {rule.ours}")
    for other in rule.supersedes:
        print_wrapped(f"Goes before {other}: {book.rules[other].title}.")
    for ruling in rule.rulings:
        _print_ruling(ruling)
    for example in rule.examples:
        observer = "" if example.seat is None else f" (as seat {example.seat} sees it)"
        print_text("")
        print_wrapped(f"Example: {example.says}")
        if example.options:
            print_wrapped(f"Options: {dumps({**example.options})}")
        print_wrapped(f"Table{observer}: {example.position}")
        if example.action:
            print_wrapped(f"Tried: {example.action}")
    if rule.citations:
        print_text("\n  In print:")
    for citation in rule.citations:
        print_wrapped(f"- {format_citation(citation, book)}")
    print_text("")


def _print_ruling(ruling: Ruling) -> None:
    print_text("")
    for line in (f"Ruling {ruling.id}:", ruling.question, ruling.answer, f"Why: {ruling.why}"):
        print_wrapped(line)
    if ruling.others:
        print_wrapped(f"Other readings: {ruling.others}")


def format_citation(citation: Citation, book: Rulebook) -> str:
    """Return the place of a citation in its printed source, as text for people."""
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
