"""The base classes of all errors, and how messages show what was given.

Every error says in one line what is wrong, where, and what would be right. The errors that rules
raise, :class:`~fireflies.contract.IllegalAction` and :class:`~fireflies.contract.InvalidOptions`,
are part of the contract.
"""

from typing import Final

from fireflies._typing import override

_SHOWN: Final = 60
"""The characters of a wrong text that a message repeats."""


def shown(thing: object) -> str:
    """Return the ``repr`` of a thing in one line, cut when it is long.

    It never fails, whatever the thing is: messages are made of what people try.
    """
    try:
        words = repr(thing).split()
    except Exception:  # noqa: BLE001  # a number too long to be written, or somebody's own class
        words = ["a", type(thing).__name__]
    return clipped(" ".join(words))


def clipped(text: str) -> str:
    """Return a text in one line, cut when it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}..."


def printable(text: str) -> str:
    """Return a text with every character that a terminal would act on written as an escape.

    Line feeds and tabs stay. Names and messages come from files that people pass on.
    """
    return "".join(
        letter if letter.isprintable() or letter in "\n\t" else ascii(letter)[1:-1]
        for letter in text
    )


class FirefliesError(ValueError):
    """Any error of this library about what it was given."""


class InvalidData(FirefliesError):
    """Data that is not what it should be: a record, a request, a person's own box, a rulebook."""

    def __init__(self, place: str, problem: str) -> None:
        """Refuse what stands in this place."""
        super().__init__(place, problem)
        self.place = place
        """Where in the data: a key, an index, a line."""
        self.problem = problem

    @override
    def __str__(self) -> str:
        """Return the place and the problem."""
        return " ".join(f"{self.place}: {self.problem}".split())


class InvalidNotation(FirefliesError):
    """A text that is not written as the wire writes such a thing."""

    def __init__(self, text: str, expected: str) -> None:
        """Refuse this text and say what would have been right."""
        super().__init__(text, expected)
        self.text = text
        self.expected = expected

    @override
    def __str__(self) -> str:
        """Return the text, shortened when it is long, and what was expected."""
        cut = "..." if len(self.text) > _SHOWN else ""
        return f"{self.text[:_SHOWN]!r}{cut} is not {self.expected}"


class UnknownGame(FirefliesError):
    """A name under which no game is registered."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """Refuse this name and list the others."""
        super().__init__(name, known)
        self.name = name
        self.known = known

    @override
    def __str__(self) -> str:
        """Return the name and those that exist."""
        return f"no game is called {shown(self.name)}; there are: {', '.join(self.known)}"


class UnusableGame(FirefliesError):
    """A name under which an installed package registers something that can't be used."""

    def __init__(self, name: str, problem: str) -> None:
        """Say what is wrong with it."""
        super().__init__(name, problem)
        self.name = name
        self.problem = problem

    @override
    def __str__(self) -> str:
        """Return the name and the problem."""
        return f"the game {shown(self.name)} can't be used: {' '.join(self.problem.split())}"
