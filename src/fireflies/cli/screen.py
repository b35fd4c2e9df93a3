"""What a person sees in a terminal."""

import os
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, TypeVar

from fireflies.contract import CHANCE, Actor, Sight, View

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, or when the input ends before the game does."""

CLEAN: Final = "\r\x1b[K"
"""What takes a line off a terminal."""

_T = TypeVar("_T")

_USUAL: Final = 80
_NARROWEST: Final = 40
_WIDEST: Final = 120


def say(message: str) -> None:
    """A message for the person, on standard error."""
    if sys.stderr is not None:
        with suppress(OSError):  # nobody can be told that nobody can be told
            print(f"fireflies: {message}", file=sys.stderr, flush=True)


def is_terminal() -> bool:
    """Whether a person looks at the output right now."""
    return sys.stdout.isatty()


def width() -> int:
    """How many letters fit into a line; 80 where nobody looks."""
    if not is_terminal():
        return _USUAL
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except OSError:  # a terminal that can't say
        columns = 0
    return min(max(columns or _USUAL, _NARROWEST), _WIDEST)


def tell(line: str) -> None:
    """A line for the person, indented, and folded where it does not fit."""
    print(
        textwrap.fill(
            line,
            width(),
            initial_indent="  ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def watched(things: Iterable[tuple[str, _T]], *, quiet: bool) -> Iterator[_T]:
    """The things, each with its own line on a terminal that says how far it is."""
    shown = is_terminal() and not quiet
    for line, thing in things:
        if shown:
            print(f"\r{line}", end="", flush=True)
        yield thing
    if shown:
        print(CLEAN, end="")


def emit(data: str) -> None:
    """A line of data, as UTF-8 whatever the terminal's letters are."""
    sys.stdout.flush()
    sys.stdout.buffer.write(f"{data}\n".encode())


def ask(prompt: str) -> str:
    """What the person types.

    Raises:
        EOFError: when there is no more input.
    """
    if sys.stdin is None:
        raise EOFError
    return input(prompt).strip()


def forgiving() -> None:
    """Letters that the terminal does not have, or bytes that are none, never end a game."""
    for stream, way in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=way)


def headed(view: View) -> str:
    """The drawn view, its first line bold on a terminal."""
    drawn = view.to_text(width())
    if not is_terminal() or os.environ.get("NO_COLOR"):
        return drawn
    head, line, rest = drawn.partition("\n")
    return f"\x1b[1m{head}\x1b[0m{line}{rest}"


def clear() -> None:
    """Nothing of what was on the screen stays there, in a terminal."""
    if is_terminal():
        print("\x1b[2J\x1b[3J\x1b[H", end="")


def narrate(moments: Iterable[tuple[Actor, Sight]], *, wait: bool = False) -> None:
    """A play as it unfolds: the table whenever chance has had its turn, then what each seat does.

    A moment is who acted, and what was seen then. ``wait`` for the Enter key after each.
    """
    view: View | None = None
    for actor, (events, view) in moments:
        if actor != CHANCE:
            for event in events:
                tell(str(event))
        elif view.actor != CHANCE:
            print(f"\n{headed(view)}\n")
        else:
            continue
        if wait:
            ask("")
    if view is not None:
        print(f"\n{headed(view)}")
