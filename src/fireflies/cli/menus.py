"""The menu of a decision at the terminal: sentences, or columns; and what else can be typed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fireflies._texts import GLUE, glued
from fireflies.cli.screen import width, wrapped
from fireflies.contract import Action
from fireflies.front.texts import grouped

HELP: Final = (
    "a number of the list, or an action in it: carry it out; beginnings of words are enough",
    "list, list WORD: all legal actions, or those with this word",
    "show, show WHAT: a card, a seat or a part of the table in words; or what can be shown",
    "show table: the whole table in words, without signs",
    "legend: the meaning of the signs of the table",
    "log: the latest events",
    "rules: the clauses of the legal actions",
    "why ACTION: the clause that forbids it",
    "hint, hint BOT: the action that a bot would choose",
    "undo: back to the last decision of a person",
    "save, save FILE: save the game",
    "quit, exit, q: stop, and save the game or offer to (so do Ctrl-D and Ctrl-C)",
)
"""The commands of a person, a line for each."""
AFTER_THE_END: Final = (
    "You can still type 'log', 'show', 'save FILE' and 'undo'; Enter leaves the game."
)
_MORE: Final = "... and more: 'list' shows all, 'list WORD' those that have this word."


def number_actions(legal: Sequence[Action]) -> dict[str, Action]:
    """Return the actions by number, from 1; by their texts when an action's text is a number."""
    if any(str(action).isdecimal() for action in legal):
        return {str(action): action for action in legal}
    return {str(number): action for number, action in enumerate(legal, 1)}


def menu_sentences(actions: Mapping[str, str], sentences: Iterable[str]) -> list[str]:
    """Return the lines of a menu with a sentence for each action, and its text beside it.

    ``actions`` are the texts of the actions, by what is typed.
    """
    broadest = max(map(len, actions), default=0) + len("[]")
    lines: list[str] = []
    for (typed, text), sentence in zip(actions.items(), sentences, strict=True):
        number = f"{f'[{typed}]':>{broadest}}"
        notation = "" if text == typed else f"  {glued(f'({text})')}"
        indent = " " * (len(number) + 3)
        line = wrapped(f"{number} {sentence}{notation}", others=indent)
        lines += line.replace(GLUE, " ").split("\n")
    return lines


def menu_columns(actions: Mapping[str, str], most: int | None = None) -> list[str]:
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
