"""What can go wrong. Every error says in one line what, where, and what would be right."""

from typing import Final

from fireflies._faults import FirefliesError, InvalidData
from fireflies._typing import override
from fireflies.contract import Violation
from fireflies.rulebook import Clause
from fireflies.values import clipped, shown

__all__ = [
    "FirefliesError",
    "IllegalAction",
    "InvalidData",
    "InvalidNotation",
    "InvalidOptions",
    "UnknownGame",
    "UnusableGame",
]

_SHOWN: Final = 60  # characters of a wrong text that a message repeats


class IllegalAction(FirefliesError):
    """An action that the rules refuse; nothing has changed."""

    def __init__(self, violation: Violation) -> None:
        """Refuse for this reason."""
        super().__init__(violation)
        self.violation = violation
        """Which action, which clause, in which position."""


class InvalidNotation(FirefliesError):
    """A text that is not written as the wire writes such a thing."""

    def __init__(self, text: str, expected: str) -> None:
        """Refuse this text and say what would have been right."""
        super().__init__(text, expected)
        self.text = text
        self.expected = expected

    @override
    def __str__(self) -> str:
        """The text, shortened when it is long, and what was expected."""
        cut = "..." if len(self.text) > _SHOWN else ""
        return f"{self.text[:_SHOWN]!r}{cut} is not {self.expected}"


class InvalidOptions(FirefliesError):
    """Options with which a game can't be set up."""

    def __init__(self, option: str, problem: str, clause: Clause | None = None) -> None:
        """Refuse the value of one option."""
        super().__init__(option, problem, clause)
        self.option = option
        self.problem = problem
        self.clause = clause
        """The clause that the value breaks; None when not a rule but the form is wrong."""

    @override
    def __str__(self) -> str:
        """The option, what is wrong and what would fit."""
        cited = f"{self.clause}: " if self.clause else ""
        return f"{cited}{clipped(self.option)}: {self.problem}"


class UnknownGame(FirefliesError):
    """A name under which no game is registered."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """Refuse this name and list the others."""
        super().__init__(name, known)
        self.name = name
        self.known = known

    @override
    def __str__(self) -> str:
        """The name and those that exist."""
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
        """The name and the problem."""
        return f"the game {shown(self.name)} can't be used: {' '.join(self.problem.split())}"
