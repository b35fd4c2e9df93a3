"""A game as a value: what it is called, its options, how it is set up; and the games by name.

Ours stand in :data:`_OURS`. Other packages name theirs in the entry point group
``fireflies.games``, as ``name = "package.module:GAME"``. A game is loaded when it is asked for.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeVar, cast

from fireflies._data import dumps, is_object, read_bytes
from fireflies.contract import Action, Bot, Event, InvalidOptions, State
from fireflies.errors import InvalidData, UnknownGame, UnusableGame, shown
from fireflies.rulebook import Clause
from fireflies.strategies import Strategies
from fireflies.tensors import Tensors

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "fireflies.games"
_OURS: Final = {"smile": "fireflies.smile"}

LARGEST_FILE: Final = 1_000_000
"""The most bytes that the file of an option may have."""

_T = TypeVar("_T")
_S_co = TypeVar("_S_co", bound=State, covariant=True)


class Bounds(NamedTuple):
    """What no play of a game can exceed, proved from its rules."""

    actions: int | None
    """The most actions of a play, chance's included; None where there is no bound."""
    lowest_score: int
    highest_score: int
    payoffs: tuple[int, int] | None = None
    """The lowest and the highest payoff of a seat; None where outcomes have no payoffs."""

    def returns(self, seats: int) -> tuple[Fraction, Fraction]:
        """Return the lowest and the highest return of a seat, of so many seats."""
        if self.payoffs is None:
            return Fraction(-1, seats), 1 - Fraction(1, seats)
        lowest, highest = self.payoffs
        return Fraction(lowest), Fraction(highest)


def read_word(word: str) -> object:
    """Return the plain data of a word of the command line: JSON where it is some, else the text."""
    try:
        return cast("object", json.loads(word))
    except (ValueError, RecursionError):
        return word


def as_given(value: object) -> object:
    """Return the value of an option that can only be read beside the others."""
    return value


class OptionFile(Protocol):
    """The file in which a person types in the value of an option, such as the cards of a box."""

    @abstractmethod
    def template(self) -> str:
        """Return a file to start from, with comments."""

    @abstractmethod
    def read_file(self, content: bytes, /) -> object:
        """Return the value of the option as plain data. Raises InvalidData."""

    @abstractmethod
    def describe(self, value: object, /) -> str:
        """Return what a value holds, and how it differs from ours. Raises InvalidData."""


@dataclass(frozen=True, slots=True)
class Option(Generic[_T]):
    """One thing that is settled before a game starts."""

    name: str
    default: object
    """Plain data; None where it follows from the other options."""
    text: str
    """What it is and which values are allowed, in one line."""
    read: Callable[[object], _T]
    """Return the value of plain data, or raise InvalidOptions."""
    word: Callable[[str], object] = read_word
    """Return the plain data of a word of the command line, or raise InvalidOptions."""
    file: Callable[[], OptionFile] | None = None
    """Return how its file is read; the option's word is then the path of one, or a name."""
    named: Mapping[str, Callable[[], object]] = field(default_factory=dict[str, Any])
    """Values with a name, as plain data: large ones that ship with the game."""
    counts_seats: bool = False
    """Whether its value is the number of seats."""

    def read_word(self, word: str) -> object:
        """Return the plain data of a word of the command line.

        Raises:
            InvalidOptions: when the word is not written as it should be.
            InvalidData: when something in the file is wrong, with path and place.
            OSError: when the file can't be read.
        """
        if word in self.named:
            return self.named[word]()
        if self.file is None:
            return self.word(word)
        path = Path(word)
        with in_file(path):
            return self.file().read_file(read_bytes(path, LARGEST_FILE, "file"))

    def pin(self, name: str) -> Mapping[str, str]:
        """Return a named value as a record may have it: its name, and the digest of its data."""
        return {"name": name, "sha256": _digest(self.named[name]())}

    def unpin(self, value: object) -> object:
        """Return the data of a value that a record has by name; any other value as it is.

        Raises:
            InvalidOptions: when there is no such name, or its data has another digest.
        """
        if not self.named or not is_object(value) or value.keys() != {"name", "sha256"}:
            return value
        name = value["name"]
        if not isinstance(name, str) or name not in self.named:
            there = ", ".join(self.named)
            raise InvalidOptions(self.name, f"nothing is called {shown(name)}, only {there}")
        data = self.named[name]()
        if value["sha256"] != _digest(data):
            raise InvalidOptions(self.name, f"{name!r} is another one here: its digest differs")
        return data


def _digest(data: object) -> str:
    """Return the SHA-256 of plain data as JSON with sorted keys, in hexadecimal."""
    return sha256(dumps(data, sort_keys=True).encode()).hexdigest()


@contextmanager
def in_file(path: Path) -> Generator[None]:
    """Name the file in every InvalidData that is raised within."""
    try:
        yield
    except InvalidData as error:
        raise InvalidData(f"{path}: {error.place}", error.problem) from None


class Given:
    """The options that somebody gave, each read once, when the game asks for it.

    Raises:
        InvalidOptions: for a name that is none of the options'.
    """

    def __init__(self, options: Sequence[Option[Any]], given: Mapping[str, object]) -> None:
        """Options left out have their defaults."""
        names = [option.name for option in options]
        for name in given:
            if name not in names:
                raise InvalidOptions(name, f"there is no such option, only {', '.join(names)}")
        self._given = given

    def __getitem__(self, option: Option[_T]) -> _T:
        """Return the value of an option. Raises InvalidOptions."""
        return option.read(self._given.get(option.name, option.default))


@dataclass(frozen=True, eq=False, kw_only=True)
class Setup(Generic[_S_co]):
    """A game with its options settled."""

    options: Mapping[str, object]
    """All of them, as plain data."""
    start: _S_co
    """The first state."""
    bounds: Bounds
    read_position: Callable[[str], _S_co]
    """Return the state of a position in one line. Raises InvalidNotation."""
    tensors: Callable[[], Tensors] | None = None
    """Return the game as numbers; None where it has none."""
    packed: Callable[[], State] | None = None
    """Return the first state of the packed game; None where there is none."""

    @property
    def fastest_start(self) -> State:
        """The first state of the packed game, or of the readable one where there is no other."""
        return self.start if self.packed is None else self.packed()


class Scoring(Protocol):
    """How a game explains a score, for a table without a program."""

    @property
    @abstractmethod
    def COUNTS(self) -> Sequence[Option[int]]:
        """What is counted besides the cards."""

    @abstractmethod
    def explain_score(self, cards: Sequence[str], counts: Mapping[str, int], /) -> str:
        """Return the score of these cards and counts, line by line. Raises InvalidData."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[_S_co]):
    """A game: all that a front end needs to know of it. Two games are equal when they are one."""

    name: str
    """In lower case, as on the wire and in clause ids."""
    title: str
    edition: str
    """The edition of the printed rules, as on the wire."""
    seats: range
    """How many may play."""
    clauses: type[Clause]
    """The clauses of its rulebook, which lies beside them (:func:`fireflies.rulebook.of`)."""
    options: tuple[Option[Any], ...]
    set_up: Callable[[Mapping[str, object]], Setup[_S_co]]
    """Settle the options; those left out have their defaults. Raises InvalidOptions."""
    read_action: Callable[[str], Action]
    """Return the action of a text on the wire. Raises InvalidNotation."""
    read_redacted: Callable[[str], Action] | None = None
    """Return an action of a redacted record, which may be redacted; None where none ever is."""
    bots: Mapping[str, Bot] = field(default_factory=dict[str, Bot])
    """Players that know the game, by name."""
    searches: Mapping[str, Callable[[str], Bot]] = field(
        default_factory=dict[str, Callable[[str], Bot]]
    )
    """Players with a setting after a colon in their name (``search:400``), by what is before it.
    They raise ValueError for a setting that does not fit, and say what would."""
    has_secrets: bool = True
    """Whether there is anything that some observer may not see."""
    opens: tuple[type[Event], ...] = ()
    """The events that open secrets: alike states may show different ones for one action."""
    unordered: tuple[str, ...] = ("legal",)
    """The keys of the wire's STATE whose arrays are in any order."""
    is_zero_sum: bool = True
    """Whether the returns of every outcome add up to zero."""
    draw: Callable[[Any], str] | None = None
    """Return a view of the game as an SVG document."""
    strategies: Callable[[], Strategies] | None = None
    """Return its Hypothesis strategies, for tests and explorer; they need the extra ``testing``."""
    scoring: Callable[[], Scoring] | None = None
    """Return how a score is explained."""

    def read_words(self, words: Mapping[str, object]) -> dict[str, object]:
        """Return options as plain data: each text is read as a word of the command line.

        Raises:
            InvalidOptions: when there is no such option, or a word is not as it should be.
            InvalidData: when something in a file is wrong, with path and place.
            OSError: when a file can't be read.
        """
        Given(self.options, words)
        return {
            option.name: option.read_word(word) if isinstance(word, str) else word
            for option in self.options
            for word in [words.get(option.name)]
            if word is not None
        }

    def unpin(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return options of a record or a case file with the values that it has by name put in.

        Raises:
            InvalidOptions: when there is no such name, or its data has another digest.
        """
        known = {option.name: option for option in self.options}
        return {
            name: known[name].unpin(value) if name in known else value
            for name, value in options.items()
        }


def _installed() -> "dict[str, EntryPoint]":
    """Return what installed packages register, by name."""
    from importlib.metadata import entry_points  # slow to import, and ours are found without it

    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """Return every registered name, ours first."""
    return (*_OURS, *sorted(_installed().keys() - _OURS.keys()))


def get(name: str) -> Game[State]:
    """Return the game of this name.

    Raises:
        UnknownGame: when there is none.
        UnusableGame: when an installed package registers this name, but not with a Game.
    """
    game: object = import_module(_OURS[name]).GAME if name in _OURS else _load(name)
    if not isinstance(game, Game):
        raise UnusableGame(name, f"it is a {type(game).__name__} and no Game")
    return cast("Game[State]", game)


def _load(name: str) -> object:
    """Return what an installed package registers under this name."""
    point = _installed().get(name)
    if point is None:
        raise UnknownGame(name, names())
    try:
        return point.load()
    except Exception as error:  # whatever somebody else's module does when it is imported
        raise UnusableGame(name, f"{type(error).__name__}: {error}") from error


def usable() -> dict[str, Game[State]]:
    """Return all games that can be loaded, by name."""
    found: dict[str, Game[State]] = {}
    for name in names():
        try:
            found[name] = get(name)
        except UnusableGame:
            continue  # somebody else's broken package must not stop those who play another game
    return found
