"""What a person reads in a terminal. Whatever the command prints for people goes through here."""

import os
import sys
import textwrap
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, NoReturn, TypeVar

from fireflies._typing import override
from fireflies.contract import CHANCE, Sight, View
from fireflies.errors import printable

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, or when the input ends before the game does."""

CLEAN: Final = "\r\x1b[K"
"""What takes a line off a terminal."""

_T = TypeVar("_T")

_USUAL: Final = 80
_NARROWEST: Final = 40
_WIDEST: Final = 120
_SCREENFUL: Final = 20
"""After so many lines a table has left a usual terminal."""


class Parser(ArgumentParser):
    """A parser whose messages can't move the cursor, whatever a file or an argument holds."""

    @override
    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, and leave with code 2."""
        super().error(printable(message))


def say(message: str) -> None:
    """Print a message for a person on standard error."""
    if sys.stderr is not None:
        with suppress(OSError):  # nobody can be told that nobody can be told
            print(f"fireflies: {printable(message)}", file=sys.stderr, flush=True)


def show(text: str) -> None:
    """Print lines as they are laid out."""
    print(printable(text))


def is_terminal() -> bool:
    """Return whether a person looks at the output right now."""
    return sys.stdout.isatty()


def width() -> int:
    """Return how many letters fit into a line; 80 where the output is no terminal."""
    if not is_terminal():
        return _USUAL
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except OSError:  # a terminal that can't say
        columns = 0
    return min(max(columns or _USUAL, _NARROWEST), _WIDEST)


def tell(line: str) -> None:
    """Print a line, indented, and folded where it does not fit."""
    print(
        textwrap.fill(
            printable(line),
            width(),
            initial_indent="  ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def list_in_columns(entries: list[str]) -> None:
    """Print a list: one entry a line as long as there are few, in columns where there are many."""
    broadest = max(map(len, entries), default=0)
    columns = 1 if len(entries) < _SCREENFUL // 2 else max(1, (width() - 2) // (broadest + 2))
    rows = -(-len(entries) // columns)
    for row in range(rows):
        line = "  ".join(f"{entry:<{broadest}}" for entry in entries[row::rows])
        show(f"  {line}".rstrip())


def watched(things: Iterable[tuple[str, _T]], *, quiet: bool) -> Iterator[_T]:
    """Return the things; on a terminal each has its own line that says how far it is."""
    shown = is_terminal() and not quiet
    for line, thing in things:
        if shown:
            print(f"\r{line}", end="", flush=True)
        yield thing
    if shown:
        print(CLEAN, end="")


def emit(data: str) -> None:
    """Print a line of data as it is, as UTF-8 whatever the terminal's letters are."""
    sys.stdout.flush()
    sys.stdout.buffer.write(f"{data}\n".encode())


def ask(prompt: str) -> str:
    """Return what the person types.

    Raises:
        EOFError: when there is no more input.
    """
    if sys.stdin is None:
        raise EOFError
    return input(printable(prompt)).strip()


def forgiving() -> None:
    """Have letters that a terminal lacks, and bytes that are no text, never end a game."""
    for stream, way in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=way)


def draw(view: View) -> None:
    """Print the drawn view after an empty line, its first line bold on a terminal."""
    drawn = printable(view.to_text(width()))
    if is_terminal() and not os.environ.get("NO_COLOR"):
        head, line, rest = drawn.partition("\n")
        drawn = f"\x1b[1m{head}\x1b[0m{line}{rest}"
    print(f"\n{drawn}")


def clear() -> None:
    """Leave nothing of what was on the screen, in a terminal."""
    if is_terminal():
        print("\x1b[2J\x1b[3J\x1b[H", end="")


def narrate(sights: Iterable[Sight[View]], *, wait: bool = False) -> None:
    """Print a play as an observer saw it, from before the first action.

    What happens is told as it happens. The table is drawn before a seat's turn when chance has
    acted since it was last drawn, or when it is about to leave the screen; and in the end. With
    ``wait`` each action waits for the Enter key.
    """
    view: View | None = None
    age = _SCREENFUL
    for events, after, action in sights:
        for event in events:
            tell(str(event))
        age = _SCREENFUL if view is not None and view.actor == CHANCE else age + len(events)
        if isinstance(after.actor, int) and age >= _SCREENFUL:
            draw(after)
            print()
            age = 0
        if wait and action is not None:
            ask("")
        view = after
    if view is not None and age:
        draw(view)
