"""The description of a game (its options, its setup, its bots), and the registry of games.

The games of this package are listed in :data:`_BUILT_IN`. Other packages register theirs in the
entry point group ``fireflies.games``, as ``name = "package.module:GAME"``. A game is imported when
:func:`get` is called with its name.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    cast,
)

from fireflies._data import read_bytes
from fireflies._pins import NOTHING, Pinnable, changed, own_values
from fireflies._typing import override
from fireflies.contract import (
    Action,
    Bot,
    Description,
    Event,
    InvalidOptions,
    State,
    View,
    Violation,
    Wording,
)
from fireflies.contract.descriptions import describe
from fireflies.contract.details import find_details
from fireflies.errors import UnknownGame, UnusableGame, locate_errors
from fireflies.generators import Generators
from fireflies.rulebook import Clause
from fireflies.tensors import MakeBatch, Tensors

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from importlib.metadata import EntryPoint

GROUP: Final = "fireflies.games"
"""The entry point group in which packages register their games."""
_BUILT_IN: Final = {
    "smile": "fireflies.smile",
    "festival": "fireflies.festival",
    "misbehavin": "fireflies.misbehavin",
}

LARGEST_FILE: Final = 1_000_000
"""The most bytes that the file of an option may have."""

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)
_S_co = TypeVar("_S_co", bound=State, covariant=True)


class DrawView(Protocol):
    """Draws a view as an SVG document, which is complete by itself."""

    @abstractmethod
    def __call__(
        self,
        view: Any,
        other: Any = None,
        about: str | None = None,
        /,
        names: Sequence[str] = (),
        width: int | None = None,
    ) -> str:
        """Return the picture of a view.

        Differences from ``other``, a view that the same observer has of another position, are
        marked. With ``about``, the text of an action, it has only what differs, what is named, and
        what one needs to understand it. ``names`` are as in :func:`~fireflies.contract.with_names`.
        ``width`` is that of its place in CSS pixels, where a menu has the legal actions.
        """


class Bounds(NamedTuple):
    """Limits of every play of a game, proved from its rules."""

    actions: int | None
    """The most actions of a play, chance's included; None where there is no limit."""
    lowest_score: int
    highest_score: int
    payoffs: tuple[int, int] | None = None
    """The lowest and the highest payoff of a seat; None where outcomes have no payoffs."""

    def returns(self, seats: int) -> tuple[Fraction, Fraction]:
        """Return the lowest and the highest return of a seat in a game of ``seats`` seats."""
        if self.payoffs is None:
            return Fraction(-1, seats), 1 - Fraction(1, seats)
        lowest, highest = self.payoffs
        return Fraction(lowest), Fraction(highest)


def json_or_text(argument: str) -> object:
    """Return the data of an argument that is JSON, and any other argument as it is."""
    try:
        return cast("object", json.loads(argument))
    except (ValueError, RecursionError):
        return argument


def as_given(value: object) -> object:
    """Return the value unchanged: for an option that the game reads together with others."""
    return value


class OptionFile(Protocol):
    """The format of a file with the value of an option, such as the cards of a box."""

    @abstractmethod
    def template(self) -> str:
        """Return a file to fill in, with comments."""

    @abstractmethod
    def read_file(self, content: bytes, /) -> object:
        """Return the value of the option as plain data. Raises InvalidData."""

    @abstractmethod
    def describe(self, value: object, /) -> str:
        """Return a summary of a value and its differences from the default. Raises InvalidData."""


@dataclass(frozen=True, slots=True)
class Option(Pinnable, Generic[_T_co]):
    """An option of a game, whose value is fixed before the game starts."""

    name: str
    default: object
    """Plain data; None when it depends on other options."""
    text: str
    """A description with the allowed values, in one line."""
    read: Callable[[object], _T_co]
    """Return the value of plain data, or raise InvalidOptions."""
    parse: Callable[[str], object] = json_or_text
    """Return the plain data of an argument of the command line, or raise InvalidOptions."""
    file: Callable[[], OptionFile] | None = None
    """Return the format of the option's file; the argument is then a path or a name."""
    named: Mapping[str, Callable[[], object]] = field(default_factory=dict[str, Any])
    """Large values that ship with the game: functions that return plain data, by name."""
    former: Mapping[str, Sequence[Callable[[], object]]] = field(default_factory=dict[str, Any])
    """The values that shipped under these names in earlier versions, oldest first."""
    counts_seats: bool = False
    """True when the value is the number of seats."""
    by_seat: bool = False
    """True when the value is a list with an entry for each seat, which an arena rotates."""
    choices: Callable[[], Sequence[str]] = tuple
    """Return the words that a form offers for the value."""
    has_others: bool = False
    """True when other words than these are valid with a file of one's own."""
    parts: Sequence[Sequence[str]] = ()
    """The words that a form offers for each entry of a list, or for each seat."""
    names_seat: bool = False
    """True when the value may be the number of a seat."""
    title: str = ""
    """A label for a form, in the words of the rulebook; where it is empty, the name is shown."""
    is_newer: bool = False
    """True when records of earlier versions lack it; it then has its default."""

    def parse_argument(self, argument: str) -> object:
        """Return the plain data of an argument of the command line.

        Raises:
            InvalidOptions: when the argument has the wrong form.
            InvalidData: when something in the file is wrong, with path and place.
            OSError: when the file can't be read.
        """
        if argument in self.named:
            return self.named[argument]()
        if self.file is None:
            return self.parse(argument)
        path = Path(argument)
        with locate_errors(path):
            return self.file().read_file(read_bytes(path, LARGEST_FILE, "file"))


class Given:
    """The options of a new game: the given values, and defaults for the others.

    A value is read when the game looks it up.

    Raises:
        InvalidOptions: for a name that no option has.
    """

    def __init__(self, options: Sequence[Option[object]], given: Mapping[str, object]) -> None:
        names = [option.name for option in options]
        for name in given:
            if name not in names:
                raise InvalidOptions(name, f"there is no such option, only {', '.join(names)}")
        self._given = given

    def __getitem__(self, option: Option[_T]) -> _T:
        """Return the value of an option. Raises InvalidOptions."""
        return option.read(self._given.get(option.name, option.default))


@dataclass(frozen=True, kw_only=True)
class Setup(Generic[_S_co]):
    """A game with fixed options, ready to start; equal to a setup with the same options."""

    options: Mapping[str, object] = field(hash=False)
    """The value of every option, as plain data."""
    start: _S_co
    """The first state."""
    bounds: Bounds
    read_position: Callable[[str], _S_co] = field(compare=False)
    """Parse a position in the notation of the wire. Raises InvalidNotation."""
    tensors: Callable[[], Tensors[Any]] | None = field(default=None, compare=False)
    """Return the game as numbers; None where it has no tensors."""
    packed: Callable[[], State] | None = field(default=None, compare=False)
    """Return the first packed state; None where the game has no packed version."""
    batch: MakeBatch | None = field(default=None, compare=False)
    """Return many games at once; None where nothing is faster than states one by one."""

    @override
    def __repr__(self) -> str:
        return f"<Setup start={self.start!r}>"

    @property
    def fastest_start(self) -> State:
        """The first packed state; ``start`` where the game has no packed version."""
        return self.start if self.packed is None else self.packed()


Command: TypeAlias = Callable[["ArgumentParser"], "Callable[[Namespace], str]"]
"""Adds the arguments of a command; returns a function from parsed arguments to the output."""

Color: TypeAlias = Literal["red", "green", "yellow", "blue", "magenta", "cyan", "white"]
"""A color of words on a terminal."""

SEAT_COLORS: Final[tuple[Color, ...]] = ("blue", "yellow", "green", "red", "magenta", "cyan")
"""The color of each seat on a terminal, again from the first where there are more seats."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[_S_co]):
    """A game, with everything that a front end needs.

    Games are compared by identity; a copy is the game itself, and a pickle has only its name.
    """

    name: str
    """In lower case, as on the wire, in clause ids, and as the name of its entry point."""
    title: str
    edition: str
    """The edition of the printed rules, as on the wire."""
    seats: range
    """The allowed numbers of seats."""
    clauses: type[Clause]
    """The clauses of its rulebook, which :func:`fireflies.rulebook.of` reads."""
    options: tuple[Option[object], ...]
    set_up: Callable[[Mapping[str, object]], Setup[_S_co]]
    """Return the setup for these options; others have their defaults. Raises InvalidOptions."""
    read_action: Callable[[str], Action]
    """Parse an action of the wire. Raises InvalidNotation."""
    read_redacted: Callable[[str], Action] | None = None
    """Parse an action of a redacted record; None when ``read_action`` parses all of them."""
    bots: Mapping[str, Bot] = field(default_factory=dict[str, Bot])
    """Bots of this game, by name."""
    searches: Mapping[str, Callable[[str], Bot]] = field(
        default_factory=dict[str, Callable[[str], Bot]]
    )
    """Functions that make a bot from a setting, by name: ``search:400`` calls ``search`` with
    ``400``. They raise ValueError for a wrong setting, with a message that says what is right."""
    has_secrets: bool = True
    """False when every observer sees everything."""
    events: tuple[type[Event], ...] = ()
    """All classes of its events."""
    opens: tuple[type[Event], ...] = ()
    """The events that reveal secrets. When an action is carried out in two states that look the
    same to an observer, the observer may see different events: the first difference is one of
    these."""
    unordered: tuple[str, ...] = ("legal",)
    """The keys of the wire's STATE whose arrays may be in any order."""
    mappings: tuple[str, ...] = ()
    """The keys of the wire's STATE whose objects have names as keys, and one for each entry."""
    is_zero_sum: bool = True
    """True when the returns of every outcome add up to zero."""
    draw: DrawView | None = None
    """Return a view of the game as an SVG document."""
    picture_legend: str = ""
    """The meaning of the signs in such a picture."""
    generators: Callable[[], Generators] | None = None
    """Return the game's Hypothesis strategies, which need the extra ``testing``."""
    schemas: Callable[[], Mapping[str, dict[str, Any]]] | None = None
    """Return JSON Schemas by name: ``options``, ``state``, ``action``, ``event``, ``details``."""
    revision: int = 1
    """The revision of its rules, which grows when an answer changes; that of its rulebook."""
    commands: Mapping[str, Command] = field(default_factory=dict[str, Command])
    """Commands that only this game has, by name: ``fireflies NAME GAME``."""
    colors: Mapping[str, Color] = field(default_factory=dict[str, Color])
    """Colors of words on a terminal, by a regular expression that matches the words; a color adds
    no information, since not everybody can see it."""
    legend: tuple[str, ...] = ()
    """The meaning of the signs in a table drawn as text, a line each."""
    turn_begins: type[Event] | None = None
    """The event with which the turn of a seat begins, where turns have many decisions."""
    highlights: tuple[type[Event], ...] = ()
    """The events that a short telling of a turn has; without them, the first of each action."""
    wastes: tuple[type[Event] | type[Action], ...] = ()
    """The events, or actions, that leave something unused: a person is asked before them."""
    wording: Wording[Any] | None = None
    """The words for its actions; without them, a description has the text of the wire."""
    decision: Callable[[Any], str] | None = None
    """Return what is decided next in a view, and by whom, in a few words; not after the end."""
    situation: Callable[[Any], Sequence[str]] | None = None
    """Return in a few sentences what the seat that looks has, and what it can choose from: the
    part of a view that somebody wants to hear before each decision."""
    tally: Callable[[Any], Sequence[Mapping[str, int]]] | None = None
    """Return by seat the parts of its score, by what they are for; nothing before the end."""
    remark: Callable[[Violation], str] | None = None
    """Return, in a few words, what in the position makes an action illegal; may be empty."""

    @override
    def __repr__(self) -> str:
        return f"get({self.name!r})"

    @override
    def __reduce__(self) -> tuple[object, ...]:
        return get, (self.name,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object, /) -> Self:
        return self

    @property
    def templates(self) -> dict[str, str]:
        """The template of each event's sentence by the name of its class, for translators."""
        return {event.__name__: event.text for event in self.events}

    def describe(self, action: Action, view: View) -> Description:
        """Return a legal action in one sentence, and as values, as far as the observer can know.

        Of a redacted action, or where the legal actions are secret, only what is done is told.

        Raises:
            IllegalAction: when the view lists the legal actions, and this is none of them.
        """
        return describe(self.wording, self.opens, action, view)

    def details(self, view: View, name: str, names: Sequence[str] = ()) -> Sequence[str]:
        """Return what a view tells of the thing with this name, or else the lines that mention it.

        Case, hyphens and spaces do not matter; ``names`` of the seats find a seat, and are told.
        """
        return find_details(view.details, name, names)

    def parse_arguments(self, arguments: Mapping[str, object]) -> dict[str, object]:
        """Parse the options of a command line, given as texts or as plain data.

        Raises:
            InvalidOptions: when there is no such option, or an argument has the wrong form.
            InvalidData: when something in a file is wrong, with path and place.
            OSError: when a file can't be read.
        """
        Given(self.options, arguments)  # refuses unknown names
        return {
            option.name: option.parse_argument(value) if isinstance(value, str) else value
            for option in self.options
            if (value := arguments.get(option.name)) is not None
        }

    def complete(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return the options with the data of whatever ships under a name instead of the name."""
        return changed(self.options, options, lambda it, value: it.complete(value))

    def pin(self, options: Mapping[str, object], kept: Collection[str] = ()) -> dict[str, object]:
        """Return the options with a pin for each value that ships, or is ``kept`` by digest."""
        return changed(self.options, options, lambda it, value: it.pinned(value, kept))

    def unpin(
        self, options: Mapping[str, object], kept: Mapping[str, object] = NOTHING
    ) -> dict[str, object]:
        """Return the options of a record or a case file in full; ``kept`` are values by digest.

        Raises:
            InvalidOptions: when a pin stands for nothing that is known here.
        """
        return changed(self.options, options, lambda it, value: it.unpin(value, kept))

    def own_values(self, options: Mapping[str, object]) -> dict[str, object]:
        """Return, by digest, each value from a file that does not ship under a name."""
        return own_values([it for it in self.options if it.file is not None], options)


def _installed() -> "dict[str, EntryPoint]":
    """Return the entry points of installed packages, by name."""
    from importlib.metadata import entry_points  # slow to import; built-in games do not need it

    return {point.name: point for point in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """Return the names of all registered games, the built-in ones first."""
    return (*_BUILT_IN, *sorted(_installed().keys() - _BUILT_IN.keys()))


def get(name: str) -> Game[State]:
    """Return the game of this name.

    Raises:
        UnknownGame: when there is none.
        UnusableGame: when its package can't be imported, or registers no Game under this name.
    """
    game: object = (
        import_module(_BUILT_IN[name]).GAME if name in _BUILT_IN else _load_entry_point(name)
    )
    if not isinstance(game, Game):
        raise UnusableGame(name, f"it is a {type(game).__name__} and no Game")
    if game.name != name:  # records, pickles and the wire look it up by the name of the game
        raise UnusableGame(name, f"its entry point has to be named like the game, {game.name!r}")
    return cast("Game[State]", game)


def _load_entry_point(name: str) -> object:
    point = _installed().get(name)
    if point is None:
        raise UnknownGame(name, names())
    try:
        return point.load()
    except Exception as error:  # importing another package can raise anything
        raise UnusableGame(name, f"{type(error).__name__}: {error}") from error


def usable() -> dict[str, Game[State]]:
    """Return every game that can be imported, by name."""
    found: dict[str, Game[State]] = {}
    for name in names():
        with suppress(UnusableGame):  # a broken package must not affect other games
            found[name] = get(name)
    return found
