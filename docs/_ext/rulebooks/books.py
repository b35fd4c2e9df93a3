"""Games with their rulebooks, and the messages about errors in them."""

import difflib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sphinx.errors import ExtensionError
from sphinx.util import logging

from fireflies import games, rulebook
from fireflies.contract import State, View
from fireflies.errors import InvalidData, UnknownGame, UnusableGame
from fireflies.games import Game
from fireflies.rulebook import Example, Rule, Rulebook

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_LOGGER = logging.getLogger("rulebooks")


class Book(NamedTuple):
    """A game with its rulebook."""

    game: Game[State]
    book: Rulebook

    @property
    def package(self) -> str:
        """The package of the game, with the rulebook in it."""
        return rulebook.package_of(self.game.clauses)

    def state_of(self, example: Example) -> State:
        """Return the state that an example begins with.

        Raises:
            InvalidOptions: when the game can't be set up with the options of the example.
            InvalidNotation: when the position is not written as the game writes it.
        """
        options = self.game.parse_arguments(example.options)
        return self.game.set_up(options).read_position(example.position)

    def draw(self, view: View, other: View | None, about: str | None, names: Sequence[str]) -> str:
        """Return the view as SVG, as games do; empty when the game has no pictures."""
        return "" if self.game.draw is None else self.game.draw(view, other, about, names=names)


def open_book(name: str) -> Book:
    """Return the book of a game.

    Raises:
        ExtensionError: when there is no such game, or its rulebook has an error; the build stops.
    """
    try:
        game = games.get(name)
        return Book(game, rulebook.of(game.clauses))
    except (UnknownGame, UnusableGame, InvalidData) as error:
        _LOGGER.error("%s", error, type="rulebooks")  # noqa: TRY400 - one line to read, no trace
        raise ExtensionError(str(error)) from None


def book_of_clause(given: str) -> Book | None:
    """Return the book of a clause, by the first word of its id; None when there is no such game."""
    name = given.partition(".")[0]
    return open_book(name) if name in games.names() else None


def find_clause(given: str) -> tuple[Book, Rule] | None:
    """Return a clause with its book; None when there is no such clause."""
    book = book_of_clause(given)
    return None if book is None or given not in book.book.rules else (book, book.book.rules[given])


def unknown_rule(given: str, known: Iterable[str]) -> str:
    """Return the message about an unknown clause, with similar ids."""
    similar = difflib.get_close_matches(given, list(known), n=3, cutoff=0.75)
    hint = f"; did you mean {' or '.join(similar)}?" if similar else ""
    return f"there is no rule {given}{hint}"


def check_all(app: "Sphinx") -> None:
    """Open the books of ``rules_games``, before any page is read."""
    for name in app.config.rules_games:
        open_book(name)
