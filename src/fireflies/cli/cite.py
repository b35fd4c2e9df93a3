"""``fireflies cite``: hold the citations of a rulebook against the printed rules that one owns."""

import argparse
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final

from fireflies import printed, rulebook
from fireflies._data import dumps, read_bytes
from fireflies.cli.rules import citation_json, where
from fireflies.cli.screen import emit, show, tell
from fireflies.errors import InvalidData
from fireflies.games import Game
from fireflies.printed import Reading, Span
from fireflies.rulebook import Rulebook

_NO_TEXT: Final = (b"%PDF", b"PK", b"\x89PNG", b"\xff\xd8")
"""How files begin that hold pages, but not as text: PDF, documents and books, pictures."""

LARGEST_SOURCE: Final = 10_000_000
"""The most bytes of printed rules that are read."""


def add_arguments(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the arguments after ``cite GAME``."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--source", type=Path, metavar="FILE", help="the printed rules as a text file, UTF-8"
    )
    what.add_argument(
        "--fingerprint", metavar="WORDS", help="print the fingerprint of these words, to cite them"
    )
    parser.add_argument(
        "--as", dest="name", metavar="SOURCE", help="which source of the rulebook it is (guess)"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    parser.set_defaults(run=partial(cite, parser, game))


def cite(parser: argparse.ArgumentParser, game: Game[Any], args: argparse.Namespace) -> int:
    """Print where each citation stands; 1 when one fails."""
    if args.fingerprint is not None:
        return _fingerprint(parser, args.fingerprint)
    book = rulebook.of(game.clauses)
    if not book.texts:
        parser.error(f"the rulebook of {game.title} cites no source")
    if args.name is not None and args.name not in book.texts:
        parser.error(f"--as is one of {', '.join(book.texts)}, not {args.name!r}")
    reading = printed.read(book, _text(args.source), args.name)
    if args.json:
        emit(dumps(_to_json(reading)))
    else:
        _tell(reading, book)
    return 1 if reading.missing else 0


def _fingerprint(parser: argparse.ArgumentParser, words: str) -> int:
    """Print the fingerprint of these words, as ``rules.toml`` writes it."""
    found = printed.fingerprint(words)
    if not found.words:
        parser.error("--fingerprint: there is no word in this")
    show(f'words = {found.words}, sha256 = "{found.sha256}"')
    return 0


def _text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        InvalidData: when it is none, or too long.
        OSError: when it can't be read.
    """
    content = read_bytes(path, LARGEST_SOURCE, str(path))
    if content.startswith(_NO_TEXT):
        problem = "this is no text; save its text first, for example with pdftotext"
        raise InvalidData(str(path), problem)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidData(f"{path}: line {line}", "this is not UTF-8") from None


def _tell(reading: Reading, book: Rulebook) -> None:
    """Print the reading."""
    source = book.sources[reading.source]
    show(f"Read as {reading.source}: {source.title}, edition {source.edition}")
    for found in reading.found:
        if found.places:
            show(f"\n{found.clause}\n  {where(found.citation, book)}")
            for span in found.places:
                tell(_quoted(span))
    missing = [f"{one.clause}: {where(one.citation, book)}" for one in reading.missing]
    _tell_list("Not found", missing)
    _tell_list("No clause cites", map(_quoted, reading.uncited))
    _tell_list("Numbers, and lines that come again", map(_quoted, reading.aside))
    show(f"\n{len(reading.found) - len(reading.missing)} of {len(reading.found)} citations found.")


def _quoted(span: Span) -> str:
    """Return the owner's own words, and where they stand."""
    return f"line {span.line}: {span.words}"


def _tell_list(title: str, lines: Iterable[str]) -> None:
    """Print a list under a title, unless it is empty."""
    for number, line in enumerate(lines):
        if not number:
            show(f"\n{title}:")
        tell(line)


def _to_json(reading: Reading) -> dict[str, object]:
    """Return the reading as plain data."""
    return {
        "source": reading.source,
        "citations": [
            {"clause": one.clause, **citation_json(one.citation), "found": _spans(one.places)}
            for one in reading.found
        ],
        "uncited": _spans(reading.uncited),
        "aside": _spans(reading.aside),
    }


def _spans(spans: tuple[Span, ...]) -> list[dict[str, object]]:
    """Return stretches of the text as plain data."""
    return [span._asdict() for span in spans]
