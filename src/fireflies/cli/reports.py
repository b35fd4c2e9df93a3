"""The files that ``fireflies conform`` makes of its JSON lines: page, badge, JUnit XML."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from fireflies._data import read_bytes
from fireflies.cli.screen import print_data, print_text
from fireflies.conformance.badge import badge
from fireflies.conformance.junit import junit
from fireflies.conformance.page import page
from fireflies.conformance.saved import Report, read
from fireflies.contract import State
from fireflies.errors import locate_errors
from fireflies.files import save_bytes
from fireflies.games import Game

LARGEST_LINES: Final = 200_000_000
"""The most bytes of a file of JSON lines."""


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for files."""
    add = parser.add_argument_group("files").add_argument
    add("--html", type=Path, metavar="FILE", help="write a page with all results")
    add("--badge", type=Path, metavar="FILE", help="write a badge, as SVG")
    add("--junit-xml", type=Path, metavar="FILE", help="write all results for a CI service")
    add("--docs", default="", metavar="URL", help="where the page finds the pages of the rules")
    add(
        "--from",
        dest="saved",
        type=Path,
        metavar="FILE",
        help="make these of the JSON lines of an earlier run, and start no engine",
    )


def check_report_arguments(parser: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """End with a message when the arguments do not go together, or a file can't be written."""
    files = [path for path, _ in _wanted(args)]
    if files and (args.explore or args.list):
        parser.error(
            "--html, --badge and --junit-xml are about cases: a play that --explore has"
            " found is one with --out FILE, then --case FILE"
        )
    if args.saved is not None and not files:
        parser.error("--from makes files: --html, --badge or --junit-xml")
    if args.saved is not None and (args.command or args.explore):
        parser.error("--from reads what an engine has answered, and starts none")
    for path in files:
        if path.is_dir() or not path.absolute().parent.is_dir():
            parser.error(f"{path}: no file can be written there")


def _wanted(args: argparse.Namespace) -> Iterator[tuple[Path, Callable[[Report], str]]]:
    """Yield the files to write, and what makes the content of each."""
    if args.html is not None:
        yield args.html, lambda report: page(report, args.docs)
    if args.badge is not None:
        yield args.badge, badge
    if args.junit_xml is not None:
        yield args.junit_xml, junit


def _write(report: Report, args: argparse.Namespace) -> None:
    for path, make in _wanted(args):
        save_bytes(path, make(report).encode())


class Lines:
    """The JSON lines of a run, which are printed, or kept for the files, or both."""

    def __init__(self, game: Game[State], args: argparse.Namespace) -> None:
        self._game = game
        self._args = args
        self._kept: list[str] | None = [] if any(_wanted(args)) else None

    def add(self, line: str) -> None:
        """Print or keep a line."""
        if self._args.json:
            print_data(line)
        if self._kept is not None:
            self._kept.append(line)

    def write_reports(self) -> None:
        """Write the files that are wanted. Raises OSError."""
        if self._kept is not None:
            _write(read("\n".join(self._kept).encode(), self._game), self._args)


def write_saved(game: Game[State], args: argparse.Namespace) -> int:
    """Write the files from an earlier run; print its verdict, and return its exit code."""
    with locate_errors(args.saved):
        report = read(read_bytes(args.saved, LARGEST_LINES, "file"), game)
    _write(report, args)
    if report.stopped:
        print_text(f"stopped before the last case: {report.stopped}")
    print_text(report.conclusion)
    return report.exit_code
