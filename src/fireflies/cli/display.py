"""Print the tables, events and menus of a play on a terminal, with names and colors."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from fireflies._texts import GLUE, glued
from fireflies.cli.menus import menu_columns, menu_sentences
from fireflies.cli.screen import (
    height,
    is_interactive,
    is_terminal,
    read_line,
    supports_colors,
    width,
    wrapped,
)
from fireflies.contract import CHANCE, Action, Sight, State, View, with_names
from fireflies.errors import printable
from fireflies.games import SEAT_COLORS, Color, Game

_REDRAW_AFTER: Final = 20
"""The number of events after which the table is printed again, before a seat decides."""

_TIP: Final = "  ('list' says what each of them does.)"

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
        """Print a line, with names in place of the seats; what continues it is indented more."""
        line = printable(with_names(line, self.names))
        for pattern in self._game.colors:  # keep the words of a card on one line
            line = re.sub(pattern, lambda found: glued(found[0]), line)
        others = " " * (4 + len(line) - len(line.lstrip()))
        print(self._colored(wrapped(line, others=others).replace(GLUE, " ")))

    def print_table(self, view: View) -> None:
        """Print an empty line and the table, its first line bold."""
        self._print_table(self._table(view))

    def print_decision(
        self,
        view: View,
        actions: Mapping[str, Action],
        told: Sequence[str] = (),
        above: int = 0,
    ) -> None:
        """Print the table, an empty line, and a short menu.

        When the first line of the table scrolls off the terminal, it is printed once more, in place
        of the empty line. When some of the ``above`` lines before the table do, ``told``, which is
        a short telling of them, is printed where it can be seen: above the table, or below it.
        """
        head, *others = table = self._table(view)
        menu = self._menu(view, actions, height() // 3, height() - len(others) - 3)
        needed = 1 + len(others) + 1 + len(menu) + 1
        told = told if is_terminal() and above + 1 + needed > height() else ()
        is_above = 1 + needed + sum(map(self._count, told)) <= height()
        for line in told if is_above else ():
            self.print_line(line)
        self._print_table(table)
        print(_bold(head) if is_terminal() and needed > height() else "")
        for line in () if is_above else told:
            self.print_line(line)
        self._print_lines(menu)

    def _count(self, line: str) -> int:
        """Return how many lines of the terminal a line needs."""
        return wrapped(with_names(line, self.names)).count("\n") + 1

    def _table(self, view: View) -> list[str]:
        return printable(view.to_text(width(), self.names)).split("\n")

    def _print_table(self, table: Sequence[str]) -> None:
        head, *others = table
        print("\n".join(("", _bold(head), *map(self._colored, others))))

    def print_menu(self, view: View, actions: Mapping[str, Action]) -> None:
        """Print a whole menu."""
        self._print_lines(self._menu(view, actions))

    def _menu(
        self, view: View, actions: Mapping[str, Action], most: int | None = None, room: int = 0
    ) -> list[str]:
        """Return the lines of a menu: sentences, or columns where those need over ``most`` lines.

        Columns are also for what chance does, for a game without sentences, for numbers of which
        sentences say no more, and where they fit into the ``room`` below the table, and sentences
        do not.
        """
        texts = {typed: str(action) for typed, action in actions.items()}
        if view.actor == CHANCE or self._game.wording is None or self._are_numbers(view, actions):
            return menu_columns(texts, most)
        lines: list[str] = []
        if most is None or len(texts) <= most:  # each sentence takes a moment to find out
            told = [self.sentence(view, action) for action in actions.values()]
            lines = menu_sentences(texts, told)
        if most is None:
            return lines
        columns = menu_columns(texts, most)
        if 0 < len(lines) <= most and not len(columns) <= room < len(lines):
            return lines
        return [*columns, _TIP] if len(columns) < min(most, room) else columns

    def _are_numbers(self, view: View, actions: Mapping[str, Action]) -> bool:
        """Return whether all actions are numbers, and their sentences say no more."""
        return all(
            str(it).isdecimal() and self.sentence(view, it) == str(it) for it in actions.values()
        )

    def sentence(self, view: View, action: Action) -> str:
        """Return the sentence that describes a legal action, with names."""
        return with_names(str(self._game.describe(action, view)), self.names)

    def _print_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            print(self._colored(printable(line)))

    def print_result(self, state: State) -> None:
        """Print the clause that decided the play, if it is over."""
        if state.outcome is not None:
            clause = state.outcome.clause
            self.print_line(f"Decided by {clause}: {clause.rule.title}.")

    def _colored(self, text: str) -> str:
        """Return a text in which the words of the game, and the names of seats, have colors."""
        if not supports_colors():
            return text
        codes = [*self._codes()]
        groups = [f"(?P<c{number}>{pattern})" for number, (pattern, _) in enumerate(codes)]

        def colored(found: re.Match[str]) -> str:
            number = (found.lastgroup or "c0")[1:]
            return f"\x1b[{codes[int(number)][1]}m{found[0]}\x1b[0m"

        return re.sub("|".join(groups), colored, text)

    def _codes(self) -> Iterator[tuple[str, str]]:
        """Yield patterns with their escape codes: words on a color, names in the seat's color."""
        for pattern, color in self._game.colors.items():
            yield pattern, _COLOR_CODES[color]
        for seat, name in enumerate(self.names):
            color = SEAT_COLORS[seat % len(SEAT_COLORS)]
            yield rf"(?<!\w)(?i:{re.escape(name)})(?!\w)", f"1;3{_COLOR_CODES[color][-1]}"

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
