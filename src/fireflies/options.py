"""Readers that games share for their options, and large values that are compared fast.

A state has its options, and the options have a box. So equal boxes are one object where possible,
and so are equal options; their hash is computed once.
"""

import re
from abc import abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from fireflies._data import dumps, loads
from fireflies._nodes import Node
from fireflies._typing import cached, override
from fireflies.contract import InvalidOptions
from fireflies.errors import InvalidData, shown
from fireflies.games import json_or_text
from fireflies.rulebook import Clause

_T = TypeVar("_T")


def reader(name: str, read: Callable[[Node], _T], clause: Clause) -> Callable[[object], _T]:
    """Return a function that reads an option by a method of its node, such as ``Node.flag``."""

    def read_value(value: object) -> _T:
        try:
            return read(Node(value))
        except InvalidData as error:
            raise InvalidOptions(name, error.problem, clause) from None

    return read_value


def whole_number(name: str, allowed: range, clause: Clause) -> Callable[[object], int]:
    """Return a function that reads an option which is a whole number in a range."""
    return reader(name, lambda node: node.whole(allowed), clause)


def json_or_names(argument: str) -> object:
    """Return the names of an argument like ``one,two``, or the data of a JSON list.

    A plus may stand for a comma, because OpenSpiel separates parameters by commas.
    """
    return json_or_text(argument) if argument.startswith("[") else re.split("[,+] *", argument)


def name_or_names(argument: str) -> object:
    """Return an argument that is a single name, like ``chance``; names or data of any other."""
    found = json_or_names(argument)
    return argument if found == [argument] else found


class Keyed:
    """A frozen dataclass that is compared by a key, and whose hash is computed once.

    A subclass has the field ``hashed``, which is not a parameter.
    """

    __slots__ = ()
    hashed: int

    def __post_init__(self) -> None:
        """Compute the hash."""
        object.__setattr__(self, "hashed", hash(self._key()))

    @abstractmethod
    def _key(self) -> tuple[object, ...]:
        """Return what makes two values equal."""

    @override
    def __eq__(self, other: object) -> bool:
        """Return whether two values are equal; an object is compared with itself at once."""
        return self is other or (isinstance(other, type(self)) and self._key() == other._key())

    @override
    def __hash__(self) -> int:
        return self.hashed


def interner(size: int) -> Callable[[_T], _T]:
    """Return a function that returns, of equal values, the first that it was given.

    It remembers the last ``size`` different values.
    """

    @cached(size)
    def first_equal(value: _T) -> _T:
        return value

    return first_equal


class BoxReader(Generic[_T]):
    """The reader of an option with large plain data, such as a box; equal data give one object."""

    def __init__(
        self,
        name: str,
        read: Callable[[object], _T],
        default: Callable[[], _T],
        clause: Callable[[str], Clause],
    ) -> None:
        """Make the reader of the option ``name``.

        ``read`` returns the value of plain data or raises InvalidData, and ``default`` the value
        that ships with the game. ``clause`` returns what is violated by the data at a path.
        """
        self._name = name
        self._clause = clause

        def parse(text: str) -> _T:
            value = read(loads(text))
            return default() if value == default() else value

        self._parse = cached(64)(parse)  # programs set up many games with the same box
        # Called at each reading: so a value that ``_parse`` still has is never forgotten here.
        self._first_equal: Callable[[_T], _T] = interner(64)

    def __call__(self, given: object) -> _T:
        """Return the value of plain data.

        Raises:
            InvalidOptions: for the first thing that is wrong, with its path and what would fit.
        """
        try:
            return self._first_equal(self._parse(dumps(given)))
        except InvalidData as error:
            problem = f"{error.place}: {error.problem}"
            raise InvalidOptions(self._name, problem, self._clause(error.place)) from None
        except (TypeError, ValueError, RecursionError):
            problem = f"an object with plain data is wanted, not {shown(given)}"
            raise InvalidOptions(self._name, problem, self._clause("/")) from None
