"""Print the tables, events and menus of a play on a terminal, with names and colors."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from fireflies._texts import GLUE, glued
from fireflies.cli.screen import (
    height,
    is_interactive,
    is_terminal,
    read_line,
    supports_colors,
    width,
    wrapped,
)
from fireflies.contract import CHANCE, Sight, State, View, with_names
from fireflies.errors import printable
from fireflies.front.texts import grouped
from fireflies.games import Color, Game

_REDRAW_AFTER: Final = 20
"""The number of events after which the table is printed again, before a seat decides."""

_MORE: Final = "... and more: 'list' shows all, 'list WORD' those that have this word."

_COLOR_CODES: Final[Mapping[Color, str]] = {
    "red": "97;41",
    "green": "30;42",
    "yellow": "30;43",
    "blue": "97;44",
    "magenta": "97;45",
    "cyan": "30;46",
    "white": "30;47",
}
"""The escape codes: text in black or white on a background of the color."""


def menu_lines(actions: Mapping[str, str], most: int | None = None) -> list[str]:
    """Return the lines of a menu; ``actions`` are the texts of the actions, by what is typed.

    Actions stand in columns, grouped by their first word as :func:`fireflies.front.texts.grouped`
    does. A menu of more than ``most`` lines lacks some actions, and says so; it still has actions
    of each group.
    """
    typed_for = {action: typed for typed, action in actions.items()}
    groups = {
        word: [
            label if typed_for[text] == text else f"[{typed_for[text]}] {label}"
            for text, label in entries
        ]
        for word, entries in grouped([*actions.values()]).items()
    }
    labels = {word: f"  {word}" for word in groups if word}
    margin = max(map(len, labels.values()), default=0)
    broadest = max((len(entry) for entries in groups.values() for entry in entries), default=0)
    columns = max(1, (width() - margin) // (broadest + 2))
    parts = [
        [
            f"{'' if start else labels.get(word, ''):<{margin}}  {'  '.join(cells)}".rstrip()
            for start in range(0, len(entries), columns)
            for cells in [[f"{entry:<{broadest}}" for entry in entries[start : start + columns]]]
        ]
        for word, entries in groups.items()
    ]
    more: list[str] = []
    while most is not None and sum(map(len, parts)) > max(most, len(parts)):
        max(parts, key=len).pop()
        more = wrapped(_MORE).split("\n")
    return [line for part in (*parts, more) for line in part]


def _bold(line: str) -> str:
    return f"\x1b[1m{line}\x1b[0m" if supports_colors() else line


class Display:
    """Prints a play of one game for one person."""

    def __init__(self, game: Game[Any], names: Sequence[str]) -> None:
        """Prepare a display; ``names`` has those of the seats, where the person is ``you``."""
        self._game = game
        self.names: Final = names
        """By seat."""

    def print_line(self, line: str) -> None:
        """Print a line, with names in place of the seats."""
        line = printable(with_names(line, self.names))
        for pattern in self._game.colors:  # keep the words of a card on one line
            line = re.sub(pattern, lambda found: glued(found[0]), line)
        print(self._colored(wrapped(line).replace(GLUE, " ")))

    def print_table(self, view: View) -> None:
        """Print an empty line and the table, its first line bold."""
        self._print_table(self._table(view))

    def print_decision(self, view: View, actions: Mapping[str, str]) -> None:
        """Print the table, an empty line, and a short menu.

        When the first line of the table scrolls off the terminal, it is printed once more, in place
        of the empty line.
        """
        head, *others = table = self._table(view)
        self._print_table(table)
        needed = 1 + len(others) + 1 + len(menu_lines(actions, height() // 3)) + 1
        print(_bold(head) if is_terminal() and needed > height() else "")
        self.print_menu(actions)

    def _table(self, view: View) -> list[str]:
        return printable(view.to_text(width(), self.names)).split("\n")

    def _print_table(self, table: Sequence[str]) -> None:
        head, *others = table
        print("\n".join(("", _bold(head), *map(self._colored, others))))

    def print_menu(self, actions: Mapping[str, str], *, is_short: bool = True) -> None:
        """Print a menu; ``is_short`` limits it to a third of the screen."""
        for line in menu_lines(actions, height() // 3 if is_short else None):
            print(self._colored(printable(line)))

    def print_result(self, state: State) -> None:
        """Print the clause that decided the play, if it is over."""
        if state.outcome is not None:
            clause = state.outcome.clause
            self.print_line(f"Decided by {clause}: {clause.rule.title}.")

    def _colored(self, text: str) -> str:
        if supports_colors():
            for pattern, color in self._game.colors.items():
                text = re.sub(pattern, f"\x1b[{_COLOR_CODES[color]}m\\g<0>\x1b[0m", text)
        return text

    def print_play(self, sights: Iterable[Sight[View]], *, wait: bool = False) -> None:
        """Print a play as an observer saw it; the first sight is the one before any action.

        Each event is printed. The table is printed at the end; and before a seat decides, if
        chance has acted or :data:`_REDRAW_AFTER` events were printed since the last table.
        ``wait`` asks for the Enter key after each action.
        """
        view: View | None = None
        new_events = _REDRAW_AFTER
        for events, after, action in sights:
            for event in events:
                self.print_line(event.as_printed())
            is_dealt = view is not None and view.actor == CHANCE
            new_events = _REDRAW_AFTER if is_dealt else new_events + len(events)
            if isinstance(after.actor, int) and new_events >= _REDRAW_AFTER:
                self.print_table(after)
                print()
                new_events = 0
            if wait and action is not None:
                read_line("[Enter] " if is_interactive() else "")
            view = after
        if view is not None and new_events:
            self.print_table(view)
