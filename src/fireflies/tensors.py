"""A game as numbers, for machine learning.

:attr:`~fireflies.games.Setup.tensors` of a game returns its :class:`Tensors`. All numbers are
whole. A tensor is flat: feature after feature, each in row-major order. It has the same length in
every position of a game with the same options.

A game writes one list of features, in which :class:`Each` states each of them whole: its name and
shape, how it is read, its bounds, and its meaning in a sentence.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from fireflies._typing import cached
from fireflies.contract import CHANCE, Action, Outcome, State, View

_V = TypeVar("_V")
_T = TypeVar("_T")
_V_contra = TypeVar("_V_contra", contravariant=True)

_KEPT: Final = 1 << 13
"""The most things whose numbers a feature keeps."""

Kind: TypeAlias = Literal["flag", "count", "category"]
"""A flag is 0 or 1, a count says how many, a category is the number of one thing among others.

A network can read a category only through an embedding: its size means nothing.
"""


class Row(Protocol):
    """Numbers that can be assigned by index: a list, an array, or a row of NumPy's."""

    def __setitem__(self, index: int, number: int, /) -> None: ...


class Feature(NamedTuple):
    """One part of a tensor."""

    name: str
    shape: tuple[int, ...]
    kind: Kind
    lowest: int
    """A lower bound of its numbers, in any play."""
    highest: int
    """An upper bound of its numbers, in any play."""
    typical: int
    """A figure that the size of its numbers seldom exceeds, to scale them by."""
    says: str
    """The meaning of its numbers, in a sentence."""
    by_seat: tuple[int, ...] = ()
    """The axes whose first elements are the seats, in order."""
    names_seats: bool = False
    """True for a category that is 1 + a seat, or 0 for none."""

    @property
    def size(self) -> int:
        """The count of its numbers."""
        return prod(self.shape)


class Part(NamedTuple, Generic[_V_contra]):
    """A feature, and how it is written."""

    feature: Feature
    things: "Each[_V_contra, Any]"
    """Finds the things that it is about."""
    size: int
    """The count of the numbers of one thing."""
    write: Callable[[Any, Row, int], None]
    """Write the numbers of one thing to a row of zeros, from an index on."""


class Seats(tuple[Hashable, ...]):
    """The seats of a game as an axis, and what comes after them."""

    __slots__ = ()

    def __new__(cls, count: int, *others: Hashable) -> Self:
        """Return the axis of so many seats."""
        return super().__new__(cls, (*range(count), *others))


Axes: TypeAlias = Sequence[Sequence[Hashable]]
"""The things along each axis of a feature."""


class Each(Generic[_V_contra, _T]):
    """Makes features of each thing that ``read`` finds in a view, such as each player.

    A feature has the axis of these things first, if ``lengths`` has their highest count, or
    :class:`Seats` for players; zeros follow when there are fewer. With ``lambda view: [view]``, and
    no length, a feature is of the view itself.

    All features of one object are written in one pass. With ``kept``, the numbers of equal things
    are computed once: that is faster for hashable things that stay while a play goes on.
    """

    def __init__(
        self, read: Callable[[_V_contra], Iterable[_T]], *lengths: int | Seats, kept: bool = False
    ) -> None:
        self.read: Final = read
        self.lengths: Final = lengths
        self.kept: Final = kept

    def __call__(self, name: str, says: str) -> "Named[_V_contra, _T]":
        """Return a feature with this name and meaning, of which a method makes the rest."""
        return Named(name, says, self)


class Named(NamedTuple, Generic[_V, _T]):
    """The name and the meaning of a feature, and the things that it is about.

    Axes are those of one thing: what a feature reads is an element of the only axis, or a tuple
    with an element of each; it ignores others. The typical figure is by default the bound that is
    farther from 0.
    """

    name: str
    says: str
    things: Each[_V, _T]

    def flag(self, read: Callable[[_T], bool]) -> Part[_V]:
        """Return a feature that has 1 for each thing for which ``read`` returns True."""
        return self._one("flag", read, (0, 1, 1))

    def number(
        self,
        read: Callable[[_T], int],
        highest: int,
        *,
        lowest: int = 0,
        typical: int | None = None,
    ) -> Part[_V]:
        """Return a feature with the number that ``read`` returns for each thing."""
        return self._one("count", read, (lowest, highest, typical))

    def category(self, read: Callable[[_T], int], highest: int) -> Part[_V]:
        """Return a feature with a category for each thing, from 1, or 0 for none."""
        return self._one("category", read, (0, highest, highest))

    def seat(self, read: Callable[[_T], int | None], seats: int) -> Part[_V]:
        """Return a category for each thing: 1 + its seat, or 0 for none."""

        def number(thing: _T) -> int:
            seat = read(thing)
            return 0 if seat is None else 1 + seat

        part = self.category(number, seats)
        return part._replace(feature=part.feature._replace(names_seats=True))

    def flags(self, axes: Axes, read: Callable[[_T], Iterable[Hashable]]) -> Part[_V]:
        """Return a feature that has 1 for what ``read`` returns."""
        places = _places(axes)

        def write(thing: _T, row: Row, at: int) -> None:
            for found in read(thing):
                if (place := places.get(found)) is not None:
                    row[at + place] = 1

        return self._part("flag", axes, (0, 1, 1), write)

    def counts(
        self, axes: Axes, read: Callable[[_T], Iterable[Hashable]], highest: int
    ) -> Part[_V]:
        """Return a feature that says how often ``read`` returns each element."""
        places = _places(axes)

        @cached(_KEPT)
        def count(found: tuple[Hashable, ...]) -> tuple[tuple[int, int], ...]:
            return (*Counter([places[it] for it in found if it in places]).items(),)

        def write(thing: _T, row: Row, at: int) -> None:
            for place, number in count((*read(thing),)):
                row[at + place] = number

        return self._part("count", axes, (0, highest, highest), write)

    def numbers(
        self,
        axes: Axes,
        read: Callable[[_T], Iterable[tuple[Hashable, int]]],
        highest: int,
        *,
        lowest: int = 0,
        typical: int | None = None,
    ) -> Part[_V]:
        """Return a feature with the number that ``read`` returns beside each element."""
        places = _places(axes)

        def write(thing: _T, row: Row, at: int) -> None:
            for found, number in read(thing):
                if (place := places.get(found)) is not None:
                    row[at + place] = number

        return self._part("count", axes, (lowest, highest, typical), write)

    def _one(self, kind: Kind, read: Callable[[_T], int], bounds: "_Bounds") -> Part[_V]:
        """Return a feature with one number for each thing."""

        def write(thing: _T, row: Row, at: int) -> None:
            if number := read(thing):
                row[at] = int(number)

        return self._part(kind, (), bounds, write)

    def _part(
        self, kind: Kind, axes: Axes, bounds: "_Bounds", write: Callable[[_T, Row, int], None]
    ) -> Part[_V]:
        lowest, highest, typical = bounds
        along = (*self.things.lengths, *axes)
        shape = tuple([it if isinstance(it, int) else len(it) for it in along]) or (1,)
        by_seat = tuple([axis for axis, it in enumerate(along) if isinstance(it, Seats)])
        scale = max(-lowest, highest) if typical is None else typical
        feature = Feature(self.name, shape, kind, lowest, highest, scale, self.says, by_seat)
        return Part(feature, self.things, prod(map(len, axes)), write)


_Bounds: TypeAlias = tuple[int, int, int | None]
"""The lowest number, the highest, and the typical figure."""


def every(
    kinds: Iterable[type[Action]], fields: Mapping[str, Iterable[object]]
) -> Iterator[Action]:
    """Yield each action of these classes whose fields, by name, have one of these values."""
    for kind in kinds:
        make: Callable[..., Action] = kind
        for values in product(*[fields[name] for name in kind.__match_args__]):
            yield make(*values)


def who(seats: int) -> list[Part[View]]:
    """Return the features ``seat`` and ``actor``, which every game has first."""
    view = Each[View, View](lambda view: [view])
    return [
        view("seat", "1 for the observer; all 0 for a spectator and for the referee").flags(
            [range(seats)], lambda v: [v.observer]
        ),
        view(
            "actor",
            "1 for the seat that decides next, or for chance, which comes last; all 0 at the end",
        ).flags([Seats(seats, CHANCE)], lambda v: [v.actor]),
    ]


def _places(axes: Axes) -> dict[Hashable, int]:
    """Return the place of each thing in a feature."""
    things = axes[0] if len(axes) == 1 else [*product(*axes)]
    return {thing: place for place, thing in enumerate(things)}


_Write: TypeAlias = Callable[[_V, Row], None]
"""Writes features of a view to a row."""


def _passes(parts: Iterable[Part[_V]], at: int) -> list[_Write[_V]]:
    """Return how features are written from an index on, in one pass for each kind of things."""
    passes: dict[Each[_V, Any], list[tuple[Part[_V], int]]] = {}
    for part in parts:
        passes.setdefault(part.things, []).append((part, at))
        at += part.feature.size
    return [_pass(things, placed) for things, placed in passes.items()]


def _pass(things: Each[_V, Any], placed: list[tuple[Part[_V], int]]) -> _Write[_V]:
    """Return how features of the same things are written, each from its own index on."""
    read, writers = things.read, [(part.write, part.size, at) for part, at in placed]

    @cached(_KEPT)
    def numbers_of(thing: object, number: int) -> tuple[tuple[int, int], ...]:
        row: dict[int, int] = {}
        for write, size, at in writers:
            write(thing, row, at + number * size)
        return (*row.items(),)

    def write(view: _V, row: Row) -> None:
        for number, thing in enumerate(read(view)):
            for write, size, at in writers:
                write(thing, row, at + number * size)

    def write_kept(view: _V, row: Row) -> None:
        for number, thing in enumerate(read(view)):
            for place, found in numbers_of(thing, number):
                row[place] = found

    return write_kept if things.kept else write


class Tensors(Generic[_V]):
    """A game with its options settled, as numbers."""

    def __init__(
        self,
        parts: Iterable[Part[_V]],
        *,
        recalled: Iterable[Part[_V]] = (),
        actions: Iterable[Action],
        chance_actions: Iterable[Action] = (),
        redacted_actions: Iterable[Action] = (),
    ) -> None:
        listed, memories = [*parts], [*recalled]
        self.actions: Final = (*actions,)
        """The actions that a seat may ever have, each once; the index of each is its number."""
        self.chance_actions: Final = (*chance_actions,)
        """The actions that chance may ever have, each once; numbered separately, from 0."""
        self.redacted_actions: Final = (*redacted_actions,)
        """The actions that only ``redact`` returns, each once; empty where no action is secret."""
        self.observation: Final = tuple([part.feature for part in listed])
        """The features, in order."""
        self.recalled: Final = tuple([part.feature for part in memories])
        """The features that every seat knows if it has seen all of a play, read in the view of the
        referee; empty where there are none."""
        self.size: Final = sum([it.size for it in self.observation])
        """The count of all numbers of an observation."""
        self._writers = _passes(listed, 0)
        self._recallers = _passes(memories, self.size)

    def write(self, view: _V, row: Row) -> None:
        """Write a view to a row of :attr:`size` zeros, by index."""
        for write in self._writers:
            write(view, row)

    def write_recalled(self, view: _V, row: Row) -> None:
        """Write :attr:`recalled` to zeros after an observation, from the view of the referee."""
        for write in self._recallers:
            write(view, row)

    def observe(self, view: _V) -> tuple[int, ...]:
        """Return a view as numbers; different views of a play give different numbers."""
        row = [0] * self.size
        self.write(view, row)
        return tuple(row)


class Batch(Protocol):
    """Plays of one game at once, each at a decision of a seat; arrays are NumPy's."""

    @abstractmethod
    def begin(self, game: int, seed: int, /) -> None:
        """Begin a play anew, with the draws of chance of a table with this seed."""

    @abstractmethod
    def advance(self, actions: Any, /) -> list[tuple[int, Outcome]]:
        """Carry out a legal action in each game, by its number; return the games that are over."""

    @abstractmethod
    def write_turns(self, mask: Any, seat: Any, /) -> None:
        """Write the legal actions of each game as flags, and the seat that decides."""

    @abstractmethod
    def write_seen(self, rows: Any, /) -> None:
        """Write what the seat that decides sees in each game; every number is written."""

    @abstractmethod
    def write_recalled(self, rows: Any, /) -> None:
        """Write what each seat can recall in each game; every number is written."""

    @abstractmethod
    def state(self, game: int, /) -> State:
        """Return the position of a game."""


class MakeBatch(Protocol):
    """Makes a batch of a game; it needs NumPy, and no game has begun."""

    @abstractmethod
    def __call__(self, games: int, *, skip_forced: bool) -> Batch:
        """Return so many games, which may skip decisions without a choice."""
