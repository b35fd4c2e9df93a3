"""What every game keeps, and what a front end may count on.

The classes that a game fills in (:class:`State`, :class:`View`) are protocols: a game's own classes
have these names and types and inherit nothing. Actions, events, violations and outcomes are small
frozen values.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import ClassVar, Final, Literal, NamedTuple, Protocol, Self, TypeAlias

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.rulebook import Clause
from fireflies.values import Interned, Value, shown

CHANCE: Final = "chance"
"""The actor that turns up cards."""

Actor: TypeAlias = int | Literal["chance"] | None
"""Whose decision is next: a seat (clockwise from 0), :data:`CHANCE`, or None when all is over."""


_SHOWN: Final = 10  # a message lists no more actions than that; no row has more, a draw pile has


class Action(Interned):
    """A decision of an actor. The same action is the same object; ``str`` is its wire text."""

    __slots__ = ()

    @override
    def __str__(self) -> str:
        """The action as the wire writes it."""
        raise NotImplementedError


class Event(Value):
    """Something that happened while an action was carried out, in enough detail to redraw a table.

    A subclass names the clause that it follows from: ``class CardRevealed(Event, clause=…)``.
    """

    __slots__ = ()
    clause: ClassVar[Clause]
    """The clause that the event follows from."""

    @override
    def __init_subclass__(cls, clause: Clause | None = None) -> None:
        """Learn the clause of the new class; a class between has none."""
        super().__init_subclass__()
        if clause is not None:
            cls.clause = clause

    @override
    def __str__(self) -> str:
        """What happened, in words, in one line."""
        raise NotImplementedError

    def seen_by(self, seat: int) -> Self:
        """The event as that seat sees it: with None in place of what is hidden from it."""
        raise NotImplementedError


class View(Protocol):
    """What one seat, or the referee, sees of a state.

    ``str`` draws it, :meth:`to_json` is the wire's STATE.
    """

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """Who looks; None is the referee, who sees everything."""

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """Whose decision is next."""

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...] | None:
        """What the actor may do; None where that would tell the looking seat a secret."""

    @property
    @abstractmethod
    def position(self) -> str:
        """All of the view in one line."""

    @property
    @abstractmethod
    def conceivable_actions(self) -> tuple[Action, ...]:
        """What somebody might think of trying here, allowed or not: what there is to explain."""

    @abstractmethod
    def to_json(self) -> Mapping[str, object]:
        """The view as plain data, fresh at each call."""

    @abstractmethod
    def to_text(self, width: int = 80) -> str:
        """The view drawn with letters, in lines of at most this width."""


class Violation(Value):
    """Why an action is not allowed: the first clause that it breaks, in the order of the rules.

    ``str`` is the message for people. It shows the position as the actor sees it, and is made when
    it is read.
    """

    __slots__ = ("action", "clause", "view")
    action: object
    """What was tried; not always an action of the game."""
    clause: Clause
    view: View
    """The position as the actor sees it."""

    @property
    def reason(self) -> str:
        """Who tried what, and the clause against it; nothing of the position."""
        actor = self.view.actor
        who = f"seat {actor}" if isinstance(actor, int) else (actor or "anybody")
        tried = shown(str(self.action) if isinstance(self.action, Action) else self.action)
        return f"{self.clause}: {self.clause.rule.title}; so {who} can't {tried}"

    @override
    def __str__(self) -> str:
        """The reason, what would be right, and the position as the actor sees it, in one line."""
        legal = self.view.legal_actions or ()
        some = ", ".join(map(str, legal[:_SHOWN])) or "nothing, the game is over"
        more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        return f"{self.reason} [allowed: {some}{more}] [position: {self.view.position}]"


class Outcome(Value):
    """How a finished game ended, all by seat."""

    __slots__ = ("scores", "winners", "clause")
    scores: tuple[int, ...]
    """Points of each seat."""
    winners: tuple[int, ...]
    """The seats that won, ascending; several share the victory."""
    clause: Clause
    """The clause that decided between the first and the others."""

    @property
    def returns(self) -> tuple[Fraction, ...]:
        """A win shared among the winners, less ``1/n`` for everyone: the sum is zero."""
        seats, share = len(self.scores), Fraction(1, len(self.winners))
        return tuple(
            (share if seat in self.winners else Fraction(0)) - Fraction(1, seats)
            for seat in range(seats)
        )


class State(Protocol):
    """A position: what lies on the table, what each seat holds, and whose decision is next.

    Immutable, hashable, picklable, and equal to another when the position is equal.
    """

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many play; their seats are counted clockwise from 0."""

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """Whose decision is next."""

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """Exactly what :meth:`check` lets pass, in an order that depends on the state alone."""

    @property
    @abstractmethod
    def chance_weights(self) -> tuple[tuple[Action, int], ...]:
        """What chance may do, with whole-number weights; empty unless chance is the actor."""

    @property
    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """The same with exact probabilities, which add up to one."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def check(self, action: object, /) -> Violation | None:
        """Why this is not allowed now, or None when it is."""

    @abstractmethod
    def apply(self, action: Action, /) -> "State":
        """The state after this action.

        Raises:
            IllegalAction: when :meth:`check` has something against it.
        """

    @abstractmethod
    def explain(self, action: Action, /) -> tuple[Event, ...]:
        """What happens, in order, when this action is carried out.

        Raises:
            IllegalAction: when :meth:`check` has something against it.
        """

    @abstractmethod
    def view(self, seat: int | None = None, /) -> View:
        """What that seat sees; without a seat, what the referee sees.

        Raises:
            ValueError: when there is no such seat.
        """


def probabilities(weights: Iterable[tuple[Action, int]]) -> tuple[tuple[Action, Fraction], ...]:
    """Exact probabilities out of whole-number weights."""
    weighted = tuple(weights)
    total = sum(weight for _, weight in weighted)
    return tuple((action, Fraction(weight, total)) for action, weight in weighted)


class Sight(NamedTuple):
    """What a seat saw happen, and what it saw then."""

    events: tuple[Event, ...]
    """As that seat sees them; none before the first action."""
    view: View


class Turn(Protocol):
    """What a bot is told when its seat is to decide; there is no way from here to a state."""

    @property
    @abstractmethod
    def seat(self) -> int:
        """The seat that decides."""

    @property
    @abstractmethod
    def view(self) -> View:
        """What that seat sees."""

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """What it may do; never empty."""

    @property
    @abstractmethod
    def draws(self) -> Draws:
        """The seat's own chance, for this decision."""

    @abstractmethod
    def information_state(self) -> tuple[Sight, ...]:
        """All that the seat has seen since the start."""


class Bot(Protocol):
    """A player: any function from a turn to one of its legal actions."""

    @abstractmethod
    def __call__(self, turn: Turn, /) -> Action:
        """The chosen action."""


class Bounds(NamedTuple):
    """What no play of a game can exceed, proved from its rules."""

    actions: int
    """The most actions of a play, chance's included."""
    lowest_score: int
    highest_score: int


class Option(NamedTuple):
    """One thing that is settled before a game starts."""

    name: str
    default: object
    text: str
    """What it is and which values are allowed, in one line."""


class Game(Value):
    """A game as a value: all that a front door needs to know of it."""

    __slots__ = (
        "name",
        "title",
        "edition",
        "seats",
        "options",
        "complete",
        "start",
        "read_action",
        "bounds",
        "bots",
        "searches",
        "clauses",
        "box",
        "scoring",
        "strategies",
        "exploring",
        "twin",
        "tensors",
    )
    name: str
    """In lower case, as on the wire and in clause ids."""
    title: str
    edition: str
    """The edition of the printed rules, as on the wire."""
    seats: range
    """How many may play."""
    options: tuple[Option, ...]
    complete: Callable[[Mapping[str, object]], Mapping[str, object]]
    """The same options checked, with the defaults of those left out, as plain data.

    Raises InvalidOptions.
    """
    start: Callable[[Mapping[str, object]], State]
    """The first state; options that are left out have their defaults. Raises InvalidOptions."""
    read_action: Callable[[str], Action]
    """The action of a text on the wire. Raises InvalidNotation."""
    bounds: Callable[[Mapping[str, object]], Bounds]
    """The bounds of a game with these options. Raises InvalidOptions."""
    bots: Mapping[str, Bot]
    """Players that know the game, by name."""
    searches: Mapping[str, str]
    """Players that are set up by what follows a colon in their name (``search:400``), by what is
    before it: the function that makes one of that text, as ``module:function``. Loaded when one is
    wanted (:func:`fireflies.bots.named`); it raises ValueError, and says what would be right."""
    clauses: type[Clause]
    """The clauses of its rulebook, which lies beside them (:func:`fireflies.rulebook.of`)."""
    box: str
    """The module that reads the option ``box`` from a file; empty when there is no such option."""
    scoring: str
    """The module that explains a score; empty when there is none."""
    strategies: str
    """The module with its Hypothesis strategies; it needs the extra ``testing``."""
    exploring: str
    """The module that the explorer of the suite draws plays from; empty when there is none."""
    twin: str
    """The module of the same game packed for searching, with a Game of its own; empty when none."""
    tensors: str
    """The module that numbers the actions and writes views as numbers
    (:class:`fireflies.tensors.TensorsRoom`); empty when there is none."""
