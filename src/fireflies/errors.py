"""The base classes of all errors, and functions that put given values into messages.

The message of every error says in one line what is wrong, where, and what would be right. The
errors that rules raise, :class:`~fireflies.contract.IllegalAction` and
:class:`~fireflies.contract.InvalidOptions`, are part of the contract.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fireflies._typing import override

_SHOWN: Final = 60
"""The most characters of a given text in a message."""


def shown(value: object) -> str:
    """Return the ``repr`` of any value in one line, cut when it is long; it never raises."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  # a number with too many digits, or a class with a bad repr
        text = f"a {type(value).__name__}"
    return clipped(text)


def clipped(text: str, longest: int = _SHOWN) -> str:
    """Return a text in one line, cut when it has more than ``longest`` characters."""
    line = _joined(text)
    return line if len(line) <= longest else f"{line[: longest - 3]}..."


def _joined(text: str) -> str:
    """Return the lines of a text as one; spaces within a line stay, as they may be the mistake."""
    return " ".join(filter(None, map(str.strip, text.splitlines())))


def printable(text: str) -> str:
    """Return a text with an escape in place of every control character but newline and tab.

    Names and messages may come from other people's files, and terminals interpret such characters.
    """
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else ascii(letter)[1:-1]
        for letter in text
    )


class FirefliesError(ValueError):
    """The base class of all errors of this library about given values."""


class InvalidData(FirefliesError):
    """Data has a wrong value or form: a record, a request, a box file, a rulebook."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(place, problem)
        self.place = place
        """A key, an index or a line of the data."""
        self.problem = problem

    @override
    def __str__(self) -> str:
        return _joined(f"{self.place}: {self.problem}")


class InvalidNotation(FirefliesError):
    """A text is not in the notation of the wire."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(text, expected)
        self.text = text
        self.expected = expected

    @override
    def __str__(self) -> str:
        if not self.text.strip():
            return f"an empty text is not {self.expected}"
        cut = "..." if len(self.text) > _SHOWN else ""
        return f"{self.text[:_SHOWN]!r}{cut} is not {self.expected}"


class UnknownVerb(InvalidNotation):
    """The first word of a text is the verb of no action."""

    def __init__(self, text: str, expected: str, verbs: tuple[str, ...] = ()) -> None:
        super().__init__(text, expected)
        self.verbs = verbs
        """The verbs of all actions of the game."""


class UnknownGame(FirefliesError):
    """A name is not that of a registered game."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known
        """All registered names."""

    @override
    def __str__(self) -> str:
        return f"no game is called {shown(self.name)}; there are: {', '.join(self.known)}"


class UnusableGame(FirefliesError):
    """The game that is registered under this name can't be used."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(name, problem)
        self.name = name
        self.problem = problem

    @override
    def __str__(self) -> str:
        return f"the game {shown(self.name)} can't be used: {_joined(self.problem)}"


class NothingToUndo(FirefliesError):
    """A seat has decided nothing yet, so there is no decision to go back to."""

    def __init__(self, actor: int | str | None) -> None:
        super().__init__(f"seat {actor} has decided nothing that could be undone")
        self.actor = actor


@contextmanager
def locate_errors(path: Path) -> Generator[None]:
    """Put the path of a file before the place of each InvalidData that is raised inside."""
    try:
        yield
    except InvalidData as error:
        raise InvalidData(f"{path}: {error.place}", error.problem) from None
