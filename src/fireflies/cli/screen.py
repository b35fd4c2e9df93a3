"""Input and output on a terminal."""

import json
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

CLEAR_LINE: Final = "\r\x1b[K"
"""The escape sequence that clears the current line."""

_T = TypeVar("_T")

_DEFAULT_SIZE: Final = (80, 24)
_NARROWEST: Final = 40
_WIDEST: Final = 120


class Parser(ArgumentParser):
    """A parser that escapes control characters in its messages."""

    @override
    def error(self, message: str) -> NoReturn:
        """Print the usage and the message on standard error, and exit with code 2."""
        if sys.stderr is None:  # argparse would print the usage on standard output
            sys.exit(2)
        super().error(printable(message))


def print_message(message: str) -> None:
    """Print a message for a person on standard error."""
    if sys.stderr is not None:
        with suppress(OSError):  # no other stream is left for a message
            print(f"fireflies: {printable(message)}", file=sys.stderr, flush=True)


def print_text(text: str) -> None:
    """Print a text without wrapping its lines."""
    print(printable(text))


def print_wrapped(line: str) -> None:
    """Print a line, indented, and wrapped where it does not fit."""
    print(wrapped(printable(line)))


def wrapped(line: str, first: str = "  ", others: str = "    ") -> str:
    """Wrap a line to the width of the terminal; ``first`` and ``others`` indent the lines."""
    return textwrap.fill(
        line,
        width(),
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def print_data(data: str) -> None:
    """Print JSON, always as UTF-8.

    What a terminal may take as a command has JSON's escapes, also in a pipe, which may end at a
    terminal; the data is the same.
    """
    data = "".join(it if it.isprintable() or it == "\n" else json.dumps(it)[1:-1] for it in data)
    sys.stdout.flush()
    sys.stdout.buffer.write(f"{data}\n".encode())


def width() -> int:
    """Return the characters in a line: from COLUMNS, the terminal, or 80; between 40 and 120."""
    return min(max(shutil.get_terminal_size(_DEFAULT_SIZE).columns, _NARROWEST), _WIDEST)


def height() -> int:
    """Return the lines of the terminal: from LINES, the terminal, or 24."""
    return shutil.get_terminal_size(_DEFAULT_SIZE).lines


def is_terminal() -> bool:
    """Return whether the output goes to a terminal."""
    return sys.stdout.isatty()


def is_interactive() -> bool:
    """Return whether both input and output are a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and is_terminal()


def supports_escapes() -> bool:
    """Return whether the output is a terminal with escape sequences."""
    return is_terminal() and os.environ.get("TERM") != "dumb"


def supports_colors() -> bool:
    """Return whether the output may be colored; NO_COLOR (no-color.org) switches it off."""
    return supports_escapes() and not os.environ.get("NO_COLOR")


@contextmanager
def temporary_line(line: str) -> Generator[None]:
    """Show a line on a terminal while the block runs; an empty line shows nothing."""
    is_shown = bool(line) and supports_escapes()
    if is_shown:
        print(f"\r{printable(line)[: width() - 1]}", end="", flush=True)
    try:
        yield
    finally:
        if is_shown:
            print(CLEAR_LINE, end="", flush=True)


def with_progress(labeled: Iterable[tuple[str, _T]], *, quiet: bool) -> Iterator[_T]:
    """Yield each item of pairs ``(label, item)``; on a terminal, show its label as progress.

    The line is cleared at the end, also after a signal or when the caller stops before.
    """
    is_shown = supports_escapes() and not quiet
    try:
        for label, item in labeled:
            if is_shown:
                print(f"\r{label}", end="", flush=True)
            yield item
    finally:
        if is_shown:
            print(CLEAR_LINE, end="")


def enable_line_editing() -> None:
    """Switch on line editing and history for input, where Python has readline."""
    if is_interactive() and os.environ.get("TERM") != "dumb":
        with suppress(ImportError):
            import readline  # it may write to the terminal

            readline.parse_and_bind("set enable-bracketed-paste off")


def clear_input_history() -> None:
    """Clear the input history, which the next player must not see."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def read_line(prompt: str) -> str:
    """Print a prompt and return the typed line without spaces around it.

    Raises:
        EOFError: when the input ends.
    """
    if sys.stdin is None:
        raise EOFError
    return input(printable(prompt)).strip()


def tolerate_bad_characters() -> None:
    """Replace undecodable input and unencodable output, where Python would raise an error."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def clear_screen() -> None:
    """Clear the terminal and its history; without escape sequences, scroll the text away."""
    if supports_escapes():
        print("\x1b[2J\x1b[3J\x1b[H", end="")
    elif is_terminal():
        print("\n" * height(), end="")
