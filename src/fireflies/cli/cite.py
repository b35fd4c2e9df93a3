"""``fireflies cite``: check the citations of a rulebook against the user's printed rules."""

import argparse
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final

from fireflies import citations, rulebook
from fireflies._data import dumps, read_bytes
from fireflies.citations import Reading, Span
from fireflies.cli.rules import citation_json, format_citation
from fireflies.cli.screen import print_data, print_text, print_wrapped
from fireflies.errors import InvalidData
from fireflies.games import Game
from fireflies.rulebook import Rulebook

_BINARY_STARTS: Final = (b"%PDF", b"PK", b"\x89PNG", b"\xff\xd8")
"""The first bytes of files that are not plain text: PDF, office documents, pictures."""

LARGEST_SOURCE: Final = 10_000_000
"""The most bytes of printed rules that are read."""


def add_arguments(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the arguments after ``cite GAME``."""
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument(
        "--source", type=Path, metavar="FILE", help="the printed rules as a text file, UTF-8"
    )
    mode.add_argument(
        "--fingerprint", metavar="WORDS", help="print the fingerprint of these words, to cite them"
    )
    parser.add_argument(
        "--as",
        dest="name",
        metavar="SOURCE",
        help="the source in the rulebook (default: the best match)",
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    parser.set_defaults(run=partial(cite, parser, game))


def cite(parser: argparse.ArgumentParser, game: Game[Any], args: argparse.Namespace) -> int:
    """Print the place of each citation; return the exit code, 1 when one is not found."""
    if args.fingerprint is not None:
        return _print_fingerprint(parser, args.fingerprint)
    book = rulebook.of(game.clauses)
    if not book.printed:
        parser.error(f"the rulebook of {game.title} cites no source")
    if args.name is not None and args.name not in book.printed:
        parser.error(f"--as is one of {', '.join(book.printed)}, not {args.name!r}")
    reading = citations.read(book, _read_text(args.source), args.name)
    if args.json:
        print_data(dumps(_to_json(reading)))
    else:
        _print_reading(reading, book)
    return 1 if reading.missing else 0


def _print_fingerprint(parser: argparse.ArgumentParser, words: str) -> int:
    """Print the fingerprint of these words, as ``rules.toml`` writes it."""
    found = citations.fingerprint(words)
    if not found.words:
        parser.error("--fingerprint: there is no word in this")
    print_text(f'words = {found.words}, sha256 = "{found.sha256}"')
    return 0


def _read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        InvalidData: when the file is too long or not a text in UTF-8.
        OSError: when it can't be read.
    """
    content = read_bytes(path, LARGEST_SOURCE, str(path))
    if content.startswith(_BINARY_STARTS):
        problem = "this is no text; save its text first, for example with pdftotext"
        raise InvalidData(str(path), problem)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidData(f"{path}: line {line}", "this is not UTF-8") from None


def _print_reading(reading: Reading, book: Rulebook) -> None:
    """Print the places found, the missing citations, and the text that no clause cites."""
    source = book.sources[reading.source]
    print_text(f"Read as {reading.source}: {source.title}, edition {source.edition}")
    for found in reading.found:
        if found.places:
            print_text(f"\n{found.clause}\n  {format_citation(found.citation, book)}")
            for span in found.places:
                print_wrapped(_quote(span))
    missing = [
        f"{found.clause}: {format_citation(found.citation, book)}" for found in reading.missing
    ]
    _print_list("Not found", missing)
    _print_list("No clause cites", map(_quote, reading.uncited))
    _print_list("Ignored lines, repeated or with only numbers", map(_quote, reading.ignored_lines))
    print_text(
        f"\n{len(reading.found) - len(reading.missing)} of {len(reading.found)} citations found."
    )


def _quote(span: Span) -> str:
    """Return a stretch of the printed text and its line."""
    return f"line {span.line}: {span.words}"


def _print_list(title: str, lines: Iterable[str]) -> None:
    """Print a list under a title, unless it is empty."""
    for number, line in enumerate(lines):
        if not number:
            print_text(f"\n{title}:")
        print_wrapped(line)


def _to_json(reading: Reading) -> dict[str, object]:
    """Return the result of a check as plain data."""
    return {
        "source": reading.source,
        "citations": [
            {
                "clause": found.clause,
                **citation_json(found.citation),
                "found": _spans_json(found.places),
            }
            for found in reading.found
        ],
        "uncited": _spans_json(reading.uncited),
        "aside": _spans_json(reading.ignored_lines),
    }


def _spans_json(spans: tuple[Span, ...]) -> list[dict[str, object]]:
    """Return stretches of the printed text as plain data."""
    return [span._asdict() for span in spans]
