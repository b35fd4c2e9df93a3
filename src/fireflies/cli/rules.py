"""``fireflies rules``: print the clauses of a game: all, by id, or those that answer a question."""

import argparse
import difflib
import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

from fireflies import __version__, lookup, rulebook
from fireflies._data import dumps
from fireflies.cli.options import full_id
from fireflies.cli.screen import print_data, print_message, print_text, print_wrapped, wrapped
from fireflies.errors import printable, shown
from fireflies.games import Game
from fireflies.lookup import IndexEntry
from fireflies.rulebook import Citation, Example, Rule, Rulebook, Ruling

_SECTION: Final = " > "
_MOST: Final = 10
"""The most results of a search that are printed without ``--all``."""


def add_arguments(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the arguments after ``rules GAME``."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="ID|WORD",
        help=f"an id, like {next(iter(game.clauses))}, or a question in your words (list all)",
    )
    parser.add_argument("--all", action="store_true", help="print all that is found, and in full")
    parser.add_argument("--json", action="store_true", help="print clauses as JSON, one a line")
    parser.set_defaults(run=partial(show_rules, game))


def show_rules(game: Game[Any], args: argparse.Namespace) -> int:
    """Print the chosen clauses; return the exit code, 1 when there is none."""
    book = rulebook.of(game.clauses)
    words: list[str] = args.words
    ids = [full_id(game, word) for word in words]
    known = {ruling.id: rule for rule in book.rules.values() for ruling in rule.rulings}
    known |= book.rules
    if all(name in known for name in ids):
        rules = tuple({known[name].id: known[name] for name in ids}.values())
        _print_rules(rules or tuple(book.rules.values()), book, args, full=bool(words) or args.all)
        _print_edition(game, args)
        return 0
    is_id = any(re.search(r"\w\.\w", word) for word in words)
    index, query = lookup.of(game.clauses), " ".join(words)
    hits = () if is_id else index.search(query)
    if not hits:
        print_message(
            f"no clause of {game.title} answers {shown(query)}{_suggest(game, ids[0], known)}"
        )
        return 1
    printed = hits if args.all else hits[:_MOST]
    if not args.json:
        _print_unknown(game, index.unknown(query))
    if args.all or args.json or len(printed) == 1:
        _print_rules([hit.rule for hit in printed], book, args, full=True)
    else:
        _print_hits(printed)
    _print_edition(game, args)
    return 0


def _print_edition(game: Game[Any], args: argparse.Namespace) -> None:
    """Print the edition that the answers are about, and how to report a wrong answer."""
    if not args.json:
        print_wrapped(
            f"{game.title}, edition {game.edition}, as fireflies {__version__} reads it."
            " Is an answer wrong? Report it with its id: CONTRIBUTING.md says where."
        )


def _print_rules(
    rules: Iterable[Rule], book: Rulebook, args: argparse.Namespace, *, full: bool
) -> None:
    """Print clauses as JSON, in full, or by id and title."""
    for rule in rules:
        if args.json:
            print_data(dumps(to_json(rule)))
        elif full:
            print_rule(rule, book)
        else:
            _print_title(rule.id, f"{rule.title}.")


def _print_unknown(game: Game[Any], words: Sequence[str]) -> None:
    """Say which words of a question tell nothing, if there are any."""
    if words:
        listed = ", ".join(map(shown, words))
        print_wrapped(f"The rules of {game.title} don't have {listed}. Nearest to the rest:")
        print_text("")


def _print_hits(hits: Sequence[IndexEntry]) -> None:
    """Print the results of a search: the first with its answer, the others by id and title."""
    for number, (rule, ruling) in enumerate(hits):
        if ruling is None:
            _print_title(rule.id, f"{rule.title}.")
        else:
            _print_title(ruling.id, f"{ruling.question} (our reading)")
        if number == 0:
            print_wrapped(rule.text if ruling is None else ruling.answer)
            print_text("")
    print_text("")


def _print_title(name: str, title: str) -> None:
    print_text(name)
    print_wrapped(title)


def _suggest(game: Game[Any], asked: str, known: Iterable[str]) -> str:
    """Return the part of a message that suggests similar ids, each with the name of the game."""
    prefix = f"{game.name}."
    names = [name.removeprefix(prefix) for name in known]
    similar = difflib.get_close_matches(asked.removeprefix(prefix), names, n=3)
    listed = " or ".join(f"{prefix}{name}" for name in similar)
    return f"; did you mean {listed}?" if similar else ""


def print_rule(rule: Rule, book: Rulebook) -> None:
    """Print a clause in full."""
    print_text(f"{rule.id} ({rule.kind})")
    print(wrapped(printable(f"{rule.title}.\n"), "", ""))
    print_wrapped(rule.text)
    if rule.short:
        print_wrapped(f"In short: {rule.short}")
    if rule.ours:
        print_wrapped(f"Not in the printed rules: {rule.ours}")
    for change in rule.changed:
        print_wrapped(f"Since revision {change.revision} of the rules: {change.says}")
    for other in rule.supersedes:
        print_wrapped(f"Goes before {other}: {book.rules[other].title}.")
    for ruling in rule.rulings:
        _print_ruling(ruling)
    for example in rule.examples:
        _print_example(example)
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


def _print_example(example: Example) -> None:
    observer = "" if example.seat is None else f" (as seat {example.seat} sees it)"
    print_text("")
    print_wrapped(f"Example: {example.says}")
    if example.options:
        print_wrapped(f"Options: {dumps({**example.options})}")
    print_wrapped(f"Table{observer}: {example.position}")
    if example.action:
        print_wrapped(f"Tried: {example.action}{' (refused)' if example.refused else ''}")
    for event in example.then.events if example.then else ():
        print_wrapped(f"Then: {event}")


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
        "examples": [_example_json(example) for example in rule.examples],
    }


def _example_json(example: Example) -> dict[str, object]:
    then = example.then and {"events": example.then.events, "changes": {**example.then.changes}}
    return {**example._asdict(), "options": {**example.options}, "then": then}


def citation_json(citation: Citation) -> dict[str, object]:
    """Return a citation as plain data, as ``rules.toml`` writes it."""
    data = citation._asdict()
    fingerprint = data.pop("fingerprint")
    return {**data, **fingerprint._asdict()}
