"""Names of seats, menus and explanations, as every front end shows them."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from fireflies.contract import YOU, Observer, Violation, with_names
from fireflies.errors import printable
from fireflies.games import Game

_LONGEST_NAME: Final = 12
_MOST_GROUPS: Final = 8


def seat_names(seats: Sequence[str], you: Observer = None) -> tuple[str, ...]:
    """Return the names of the seats, each in one line, shortened, and numbered where equal.

    The seat ``you``, who reads the names, is called :data:`~fireflies.contract.YOU`.
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


class Entry(NamedTuple):
    """An action in a menu."""

    text: str
    """The text of the action."""
    label: str
    """The text below the heading of its group."""


def grouped(texts: Sequence[str]) -> dict[str, list[Entry]]:
    """Return the actions of a menu by their first word, in their order.

    Actions of one word are in the group of the empty word, and all actions are when there are too
    many first words.
    """
    groups: dict[str, list[Entry]] = {}
    for text in texts:
        word, _, rest = text.partition(" ")
        groups.setdefault(word if rest else "", []).append(Entry(text, rest or word))
    if len(groups) > _MOST_GROUPS:
        return {"": [Entry(text, text) for text in texts]}
    return groups


def remark_on(game: Game[Any], violation: Violation, names: Sequence[str]) -> str:
    """Return, as a sentence, the game's remark on why an action is illegal here; may be empty."""
    text = "" if game.remark is None else with_names(game.remark(violation), names)
    return f"{text[:1].upper()}{text[1:]}"
