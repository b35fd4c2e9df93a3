"""A terminal: what is printed for people, and what they type."""

import os
import shutil
import sys
import textwrap
from argparse import ArgumentParser
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Final, NoReturn, TypeVar

from fireflies._typing import override
from fireflies.errors import printable

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, or when the input ends before the game does."""

CLEAN: Final = "\r\x1b[K"
"""Clears the line of a terminal."""

_T = TypeVar("_T")

_USUAL: Final = (80, 24)
_NARROWEST: Final = 40
_WIDEST: Final = 120


class Parser(ArgumentParser):
    """A parser whose messages can't move the cursor, whatever a file or an argument holds."""

    @override
    def error(self, message: str) -> NoReturn:
        """Print the usage and the message on standard error, and leave with code 2."""
        if sys.stderr is None:  # argparse would print the usage as if it were output
            sys.exit(2)
        super().error(printable(message))


def say(message: str) -> None:
    """Print a message for a person on standard error."""
    if sys.stderr is not None:
        with suppress(OSError):  # there is no other place for a message
            print(f"fireflies: {printable(message)}", file=sys.stderr, flush=True)


def show(text: str) -> None:
    """Print lines as they are laid out."""
    print(printable(text))


def tell(line: str) -> None:
    """Print a line, indented, and folded where it does not fit."""
    print(folded(printable(line)))


def folded(line: str, first: str = "  ", others: str = "    ") -> str:
    """Return a line in lines that fit the terminal, with these indents."""
    return textwrap.fill(
        line,
        width(),
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def emit(data: str) -> None:
    """Print a line of data as it is, as UTF-8 whatever the terminal's encoding is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(f"{data}\n".encode())


def width() -> int:
    """Return how many characters fit into a line: 80 unless COLUMNS or the terminal says more."""
    return min(max(shutil.get_terminal_size(_USUAL).columns, _NARROWEST), _WIDEST)


def height() -> int:
    """Return how many lines fit on the terminal: 24 unless LINES or the terminal says more."""
    return shutil.get_terminal_size(_USUAL).lines


def is_terminal() -> bool:
    """Return whether the output goes to a terminal."""
    return sys.stdout.isatty()


def is_attended() -> bool:
    """Return whether a person sits at a terminal, reads there and types."""
    return sys.stdin is not None and sys.stdin.isatty() and is_terminal()


def takes_escapes() -> bool:
    """Return whether the output goes to a terminal that understands escape sequences."""
    return is_terminal() and os.environ.get("TERM") != "dumb"


def takes_colors() -> bool:
    """Return whether the output may be colored; NO_COLOR (no-color.org) forbids it."""
    return takes_escapes() and not os.environ.get("NO_COLOR")


@contextmanager
def shown_for_now(line: str) -> Generator[None]:
    """Show a line on a terminal until something is done; no line when it is empty."""
    is_shown = bool(line) and takes_escapes()
    if is_shown:
        print(f"\r{printable(line)[: width() - 1]}", end="", flush=True)
    try:
        yield
    finally:
        if is_shown:
            print(CLEAN, end="", flush=True)


def watched(things: Iterable[tuple[str, _T]], *, quiet: bool) -> Iterator[_T]:
    """Return the things; on a terminal each has its own line that says how far it is."""
    is_shown = takes_escapes() and not quiet
    for line, thing in things:
        if is_shown:
            print(f"\r{line}", end="", flush=True)
        yield thing
    if is_shown:
        print(CLEAN, end="")


def edit_lines() -> None:
    """Let a person edit what is typed, and get earlier lines back, where Python can do it."""
    if is_attended() and os.environ.get("TERM") != "dumb":
        with suppress(ImportError):
            import readline  # it may write to the terminal

            readline.parse_and_bind("set enable-bracketed-paste off")


def forget_lines() -> None:
    """Forget what was typed before: the next player must not get it back."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def ask(prompt: str) -> str:
    """Return what a person types.

    Raises:
        EOFError: when there is no more input.
    """
    if sys.stdin is None:
        raise EOFError
    return input(printable(prompt)).strip()


def forgiving() -> None:
    """Let no character that a terminal lacks, and no bytes that are no text, end a game."""
    for stream, way in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=way)


def clear() -> None:
    """Leave nothing of what was on the terminal; without escapes, scroll it off."""
    if takes_escapes():
        print("\x1b[2J\x1b[3J\x1b[H", end="")
    elif is_terminal():
        print("\n" * height(), end="")
