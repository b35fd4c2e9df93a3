"""A play on a terminal: its tables, events and menus, with names and colors."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from fireflies.cli.screen import ask, folded, height, is_attended, takes_colors, tell, width
from fireflies.contract import CHANCE, YOU, Observer, Sight, State, View, with_names
from fireflies.errors import printable
from fireflies.games import Color, Game

_SCREENFUL: Final = 20
"""After so many lines a table has left a usual terminal."""

_GLUE: Final = "\xa0"  # textwrap breaks lines at every other space
_LONGEST_NAME: Final = 12
_MOST_GROUPS: Final = 8

_CODES: Final[Mapping[Color, str]] = {
    "red": "97;41",
    "green": "30;42",
    "yellow": "30;43",
    "blue": "97;44",
    "magenta": "97;45",
    "cyan": "30;46",
    "white": "30;47",
}
"""Dark or bright letters on a ground of the color: they can be read on every terminal."""


def seat_names(seats: Sequence[str], you: Observer = None) -> tuple[str, ...]:
    """Return the names of seats in one line each, numbered where several are equal.

    ``you`` is the seat that looks.
    """
    lines = [printable(" ".join(name.split())) for name in seats]
    short = [
        line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 3]}..." for line in lines
    ]
    names: list[str] = []
    for seat, name in enumerate(short):
        number = f" {short[: seat + 1].count(name)}" if short.count(name) > 1 else ""
        names.append(YOU if seat == you else f"{name}{number}")
    return tuple(names)


def menu_lines(actions: Mapping[str, str]) -> list[str]:
    """Return the lines of a menu: what is typed, and the action where that is something else.

    Actions stand in columns, by their first word as long as there are few such words.
    """
    groups: dict[str, list[str]] = {}
    for typed, action in actions.items():
        word, _, rest = action.partition(" ")
        entry = rest or word
        groups.setdefault(word if rest else "", []).append(
            entry if typed == action else f"[{typed}] {entry}"
        )
    if len(groups) > _MOST_GROUPS:
        entries = [
            action if typed == action else f"[{typed}] {action}"
            for typed, action in actions.items()
        ]
        groups = {"": entries}
    labels = {word: f"  {word}" for word in groups if word}
    margin = max(map(len, labels.values()), default=0)
    broadest = max((len(entry) for entries in groups.values() for entry in entries), default=0)
    columns = max(1, (width() - margin) // (broadest + 2))
    return [
        f"{'' if first else labels.get(word, ''):<{margin}}  {'  '.join(cells)}".rstrip()
        for word, entries in groups.items()
        for first in range(0, len(entries), columns)
        for cells in [[f"{entry:<{broadest}}" for entry in entries[first : first + columns]]]
    ]


class Display:
    """Shows a play of one game to one person."""

    def __init__(self, game: Game[Any], seats: Sequence[str], you: Observer = None) -> None:
        """A display for the seat ``you``, or for nobody in particular."""
        self._game = game
        self._seats = seats
        self.names: tuple[str, ...] = seat_names(seats, you)
        """By seat."""

    def tell(self, line: str) -> None:
        """Print what happened, or an answer."""
        line = printable(with_names(line, self.names))
        for words in self._game.colors:  # a card is not broken
            line = re.sub(words, lambda found: found[0].replace(" ", _GLUE), line)
        print(self._colored(folded(line).replace(_GLUE, " ")))

    def draw(self, view: View) -> None:
        """Print a table after an empty line, its first line bold."""
        head, line, rest = printable(view.to_text(width(), self.names)).partition("\n")
        if takes_colors():
            head = f"\x1b[1m{head}\x1b[0m"
        print(f"\n{head}{line}{self._colored(rest)}")

    def menu(self, actions: Mapping[str, str], *, is_cut: bool = True) -> None:
        """Print what can be typed; a long menu is cut, so that it leaves room for the table."""
        lines = menu_lines(actions)
        most = height() // 3 if is_cut else len(lines)
        for line in lines[:most]:
            print(self._colored(printable(line)))
        if lines[most:]:
            tell("... and more: 'list' shows all, 'list WORD' those that have this word.")

    def end(self, state: State) -> None:
        """Print the clause that decided a play that is over."""
        if state.outcome is not None:
            clause = state.outcome.clause
            self.tell(f"Decided by {clause}: {clause.rule.title}.")

    def _colored(self, text: str) -> str:
        if takes_colors():
            for words, color in self._game.colors.items():
                text = re.sub(words, f"\x1b[{_CODES[color]}m\\g<0>\x1b[0m", text)
        return text

    def narrate(self, sights: Iterable[Sight[View]], *, wait: bool = False) -> None:
        """Print a play as an observer saw it, from before the first action.

        Events are printed as they happen. The table is drawn before a seat's turn when chance has
        acted since it was last drawn, or when it is about to leave the screen; and in the end. With
        ``wait`` each action waits for the Enter key.
        """
        view: View | None = None
        age = _SCREENFUL
        for events, after, action in sights:
            for event in events:
                self.tell(str(event))
            age = _SCREENFUL if view is not None and view.actor == CHANCE else age + len(events)
            if isinstance(after.actor, int) and age >= _SCREENFUL:
                self.draw(after)
                print()
                age = 0
            if wait and action is not None:
                ask("[Enter] " if is_attended() else "")
            view = after
        if view is not None and age:
            self.draw(view)
