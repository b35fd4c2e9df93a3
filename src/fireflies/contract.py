"""The contract: what every game implements, and what everything else may count on.

A game's state is a class of its own below :class:`Rules`, which has the bodies that all games
share: a game judges an action and carries it out, and gets the rest. Actions, events, states and
outcomes are frozen, slotted dataclasses, or tuples with names where a measurement asks for it.

Fields of a dataclass must not have the names of what :class:`Rules` declares (``actor``, ``seats``,
``outcome``): ``dataclass`` would take the declaration for a default.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    cast,
)

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.errors import FirefliesError, clipped, shown
from fireflies.rulebook import Clause

CHANCE: Final = "chance"
"""The actor that deals, rolls and shuffles."""

Actor: TypeAlias = int | Literal["chance"] | None
"""Whose decision is next: a seat (clockwise from 0), :data:`CHANCE`, or None when all is over."""

SPECTATOR: Final = "spectator"
"""The observer that sees what everybody may see, and nothing more."""

Observer: TypeAlias = int | Literal["spectator"] | None
"""Who looks: a seat, :data:`SPECTATOR`, or None for the referee, who sees everything."""

_SHOWN: Final = 10  # a message lists no more actions than that

_P = ParamSpec("_P")
_E_contra = TypeVar("_E_contra", contravariant=True)


class Action:
    """A decision of an actor, a frozen value; ``str`` is its wire text."""

    __slots__ = ()

    @override
    def __str__(self) -> str:
        """Return the action as the wire writes it."""
        raise NotImplementedError


class Event:
    """Something that happened while an action was carried out, in enough detail to redraw a table.

    A frozen value. A subclass names the clause that it follows from:
    ``class CardRevealed(Event, clause=Clause.REVEAL)``.
    """

    __slots__ = ()
    clause: ClassVar[Clause]
    """The clause that the event follows from."""

    @override
    def __init_subclass__(cls, clause: Clause | None = None) -> None:
        """Keep the clause; a dataclass with slots is made twice, the second time without it."""
        super().__init_subclass__()
        if clause is not None:
            cls.clause = clause

    @override
    def __str__(self) -> str:
        """Return what happened, in one line of words."""
        raise NotImplementedError

    def seen_by(self, observer: Observer, /) -> Self:
        """Return the event as this observer sees it: hidden fields are None. It is public here."""
        return self


class Tell(Protocol[_E_contra]):
    """The callback of rules: ``tell(CardRevealed, card)`` while the card is being revealed."""

    @abstractmethod
    def __call__(
        self, event: Callable[_P, _E_contra], /, *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        """Take the class of an event, and its fields; no event is made when none is wanted."""


class View(Protocol):
    """What one observer sees of a state: a redacted position. ``to_json`` is the wire's STATE."""

    @property
    @abstractmethod
    def observer(self) -> Observer:
        """Who looks."""

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """Whose decision is next."""

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...] | None:
        """The legal actions of the actor; None where the list would tell a secret.

        Never None for the referee and for the seat that decides.
        """

    @property
    @abstractmethod
    def position(self) -> str:
        """The whole view in one line."""

    @abstractmethod
    def to_json(self) -> Mapping[str, object]:
        """Return the view as plain data, fresh at each call."""

    @abstractmethod
    def to_text(self, width: int = 80) -> str:
        """Return the view drawn with letters, in lines of at most this width."""


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is illegal: the first clause that it breaks, in the order of the rules.

    ``str`` is the message for people. It shows the position as the deciding seat sees it, and as a
    spectator does where chance decides; it is made when it is read.
    """

    action: object
    """What was tried; not always an action of the game."""
    clause: Clause
    view: View
    """The position as the deciding seat sees it, a spectator's where chance decides."""

    @property
    def reason(self) -> str:
        """Who tried what, and the clause against it; nothing of the position."""
        actor = self.view.actor
        who = f"seat {actor}" if isinstance(actor, int) else (actor or "anybody")
        tried = shown(str(self.action) if isinstance(self.action, Action) else self.action)
        return f"{self.clause}: {self.clause.rule.title}; so {who} can't {tried}"

    @override
    def __str__(self) -> str:
        """Return the reason, what would be right, and the position, in one line."""
        return f"{self.reason}{self._allowed()} [position: {self.view.position}]"

    def _allowed(self) -> str:
        legal = self.view.legal_actions
        if legal is None:
            return ""
        some = ", ".join(map(str, legal[:_SHOWN])) or "nothing, the game is over"
        more = f" and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else ""
        return f" [allowed: {some}{more}]"


class IllegalAction(FirefliesError):
    """An action that the rules refuse; nothing has changed."""

    def __init__(self, violation: Violation) -> None:
        """Refuse for this reason."""
        super().__init__(violation)
        self.violation = violation
        """Which action, which clause, in which position."""


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
        """Return the option, what is wrong and what would fit."""
        cited = f"{self.clause}: " if self.clause else ""
        return f"{cited}{clipped(str(self.option))}: {self.problem}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended, all by seat."""

    scores: tuple[int, ...]
    """Points of each seat."""
    winners: tuple[int, ...]
    """The seats that won, ascending; several share the victory."""
    clause: Clause
    """The clause that decided between the first and the others."""
    payoffs: tuple[Fraction, ...] | None = None
    """What the play is worth to each seat, where the game has a measure of its own (chips)."""

    @property
    def returns(self) -> tuple[Fraction, ...]:
        """The payoffs; by default a win shared among the winners, less ``1/n`` for everyone."""
        if self.payoffs is not None:
            return self.payoffs
        seats, share = len(self.scores), Fraction(1, len(self.winners))
        return tuple(
            (share if seat in self.winners else Fraction(0)) - Fraction(1, seats)
            for seat in range(seats)
        )


class State(Protocol):
    """A position: what lies on the table, what each seat holds, and whose decision is next.

    Immutable, hashable, picklable, and equal to another when the position is equal. ``repr`` is
    Python that makes it again.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of seats, which are counted clockwise from 0."""

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
        """Chance's legal actions with whole-number weights; empty unless chance is the actor."""

    @property
    @abstractmethod
    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """Chance's legal actions with exact probabilities, which add up to one."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def check(self, action: object, /) -> Violation | None:
        """Return why this action is illegal, or None when it is legal."""

    @abstractmethod
    def step(self, action: Action, /) -> "Step[Self]":
        """Carry out an action: the state before, the events, the state after.

        Raises:
            IllegalAction: when :meth:`check` has something against it.
        """

    @abstractmethod
    def apply(self, action: Action, /) -> Self:
        """Return the state after this action; no event is made.

        Raises:
            IllegalAction: when :meth:`check` has something against it.
        """

    @abstractmethod
    def explain(self, action: Action, /) -> tuple[Event, ...]:
        """Return what happens when this action is carried out, in order: at least one event.

        Raises:
            IllegalAction: when :meth:`check` has something against it.
        """

    @abstractmethod
    def deal(self, draws: Draws, /) -> Action:
        """Return an action of chance, as likely as its weight says, with one draw.

        Raises:
            ValueError: when chance is not the actor.
        """

    @abstractmethod
    def view(self, observer: Observer = None, /) -> View:
        """Return what this observer sees.

        Raises:
            ValueError: when there is no such seat.
        """

    @abstractmethod
    def redact(self, action: Action, observer: Observer, /) -> Action:
        """Return a legal action as this observer sees it carried out.

        A redacted action is never legal, and ``read_action`` refuses its text.
        """

    @abstractmethod
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        """Return a random state that looks the same to this observer, itself included.

        Alike states are equal in all that the observer can read, now and after each step of which
        it sees the same action and the same events.
        """


_S_co = TypeVar("_S_co", bound=State, covariant=True)
_V = TypeVar("_V", bound=View)
_V_co = TypeVar("_V_co", bound=View, covariant=True)
_A = TypeVar("_A", bound=Action)


class Sight(NamedTuple, Generic[_V_co]):
    """What an observer saw happen, and what it saw then."""

    events: tuple[Event, ...]
    """As the observer sees them; none before the first action."""
    view: _V_co
    action: Action | None = None
    """As the observer sees it; None before the first action."""


class Viewed(State, Protocol[_V_co]):
    """A state whose views have a type of their own."""

    __slots__ = ()

    @override
    @abstractmethod
    def view(self, observer: Observer = None, /) -> _V_co:
        """Return what this observer sees."""


@dataclass(frozen=True, slots=True)
class Step(Generic[_S_co]):  # a tuple would hide the type of the views from mypy
    """One action carried out."""

    before: _S_co
    action: Action
    events: tuple[Event, ...]
    """What happened, in order, as the referee sees it."""
    after: _S_co

    def seen_by(self: "Step[Viewed[_V]]", observer: Observer, /) -> Sight[_V]:
        """Return the action, the events and the view that this observer gets.

        Raises:
            ValueError: when there is no such seat.
        """
        view = self.after.view(observer)
        events = tuple([event.seen_by(observer) for event in self.events])
        return Sight(events, view, self.before.redact(self.action, observer))


def _ignore(event: Callable[_P, object], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
    """Make no event."""


class Rules(State, Protocol[_A]):
    """The base class of a game's states, with the bodies that all games share.

    A game writes ``_judge``, ``_carry_out``, ``view``, ``alike`` and the properties ``seats``,
    ``actor``, ``legal_actions``, ``outcome``; ``chance_weights`` where chance acts, and ``redact``
    where an action is secret.
    """

    __slots__ = ()

    @abstractmethod
    def _judge(self, action: object, /) -> _A | Clause:
        """Return the action, known to be legal, or the first clause that it breaks."""

    @abstractmethod
    def _carry_out(self, action: _A, tell: Tell[Event], /) -> Self:
        """Return the state after a legal action, and tell each thing as it happens."""

    @property
    @override
    def chance_weights(self) -> tuple[tuple[Action, int], ...]:
        """No actions: there is no chance in this game."""
        return ()

    @property
    @override
    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """Chance's legal actions with exact probabilities, which add up to one."""
        return probabilities(self.chance_weights)

    @override
    def check(self, action: object, /) -> Violation | None:
        """Return why this action is illegal, or None when it is legal."""
        judged = self._judge(action)
        return violation(self, action, judged) if isinstance(judged, Clause) else None

    @override
    def step(self, action: Action, /) -> Step[Self]:
        """Carry out an action: the state before, the events, the state after.

        Raises:
            IllegalAction: when :meth:`check` has something against it.
        """
        events: list[Event] = []

        def tell(event: Callable[_P, Event], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
            events.append(event(*args, **kwargs))

        after = self._carry_out(self._legal(action), tell)
        return Step(self, action, tuple(events), after)

    @override
    def apply(self, action: Action, /) -> Self:
        """Return the state after this action; no event is made.

        Raises:
            IllegalAction: when :meth:`check` has something against it.
        """
        return self._carry_out(self._legal(action), _ignore)

    @override
    def explain(self, action: Action, /) -> tuple[Event, ...]:
        """Return what happens when this action is carried out, in order.

        Raises:
            IllegalAction: when :meth:`check` has something against it.
        """
        return self.step(action).events

    @override
    def deal(self, draws: Draws, /) -> Action:
        """Return an action of chance, as likely as its weight says, with one draw.

        Raises:
            ValueError: when chance is not the actor.
        """
        return draws.weigh(self.chance_weights)

    @override
    def redact(self, action: Action, observer: Observer, /) -> Action:
        """Return the action: none is secret in this game."""
        return action

    def _legal(self, action: object, /) -> _A:
        judged = self._judge(action)
        if isinstance(judged, Clause):
            raise IllegalAction(violation(self, action, judged))
        return judged


def violation(state: State, action: object, clause: Clause) -> Violation:
    """Return the violation of a clause in this state, as the deciding seat may read it."""
    actor = state.actor
    return Violation(action, clause, state.view(actor if isinstance(actor, int) else SPECTATOR))


def observer_of(state: State, observer: object) -> Observer:
    """Return an observer that this state has.

    Raises:
        ValueError: when it is none.
    """
    if observer is None or observer == SPECTATOR:
        return cast("Observer", observer)
    if type(observer) is int and observer in range(state.seats):
        return observer
    raise ValueError(f"there is no seat {shown(observer)}, only 0 to {state.seats - 1}")


def probabilities(weights: Iterable[tuple[Action, int]]) -> tuple[tuple[Action, Fraction], ...]:
    """Return exact probabilities for whole-number weights."""
    weighted = tuple(weights)
    total = sum(weight for _, weight in weighted)
    return tuple((action, Fraction(weight, total)) for action, weight in weighted)


class Turn(Generic[_S_co]):
    """What a bot is told when its seat is to decide. Nothing is made before it is asked for."""

    __slots__ = ("_draws", "_make_draws", "_remember", "_seat", "_state", "_view")

    def __init__(
        self,
        state: _S_co,
        seat: int,
        draws: Callable[[], Draws],
        remember: Callable[[], tuple[Sight[Any], ...]],
    ) -> None:
        """A turn in this state; the last two are called when somebody asks for what they give."""
        self._state = state
        self._seat = seat
        self._make_draws = draws
        self._remember = remember
        self._draws: Draws | None = None
        self._view: View | None = None

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self._seat

    @property
    def view(self: "Turn[Viewed[_V]]") -> _V:
        """What that seat sees."""
        if self._view is None:
            self._view = self._state.view(self._seat)
        return cast("_V", self._view)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Its legal actions; never empty."""
        return self._state.legal_actions

    @property
    def draws(self) -> Draws:
        """The seat's own chance, for this decision."""
        if self._draws is None:
            self._draws = self._make_draws()
        return self._draws

    def information_state(self: "Turn[Viewed[_V]]") -> tuple[Sight[_V], ...]:
        """Return all that the seat has seen since the start."""
        return self._remember()

    def sample(self, draws: Draws) -> _S_co:
        """Return a random state that looks to the seat as this one does."""
        return self._state.alike(self._seat, draws)


Bot: TypeAlias = Callable[["Turn[Any]"], Action]
"""A player: any function from a turn to one of its legal actions."""
