"""The protocol of a position, the step from one to the next, and the turn that a bot gets."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar, cast

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract.actions import Action
from fireflies.contract.events import Event
from fireflies.contract.values import Actor, Observer, Outcome, View, Violation


class State(Protocol):
    """A position: the table, the hand of each seat, and the actor who decides next.

    Immutable, hashable, picklable; equal to another state when the position is equal. ``repr``
    returns a Python expression of an equal state.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of seats, which are counted clockwise from 0."""

    @property
    @abstractmethod
    def actor(self) -> Actor:
        """The actor who decides next."""

    @property
    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """The actions that :meth:`check` accepts, in an order that depends on the state alone."""

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
        """Carry out an action and return the states before and after it, with its events.

        Raises:
            IllegalAction: when :meth:`check` refuses it.
        """

    @abstractmethod
    def apply(self, action: Action, /) -> Self:
        """Return the state after this action; no event is created.

        Raises:
            IllegalAction: when :meth:`check` refuses it.
        """

    @abstractmethod
    def explain(self, action: Action, /) -> tuple[Event, ...]:
        """Return the events of this action, in order; at least one.

        Raises:
            IllegalAction: when :meth:`check` refuses it.
        """

    @abstractmethod
    def deal(self, draws: Draws, /) -> Action:
        """Return a random action of chance by its weights, with one draw.

        Raises:
            ValueError: when chance is not the actor.
        """

    @abstractmethod
    def view(self, observer: Observer = None, /) -> View:
        """Return the view of this observer.

        Raises:
            ValueError: when there is no such seat.
        """

    @abstractmethod
    def redact(self, action: Action, observer: Observer, /) -> Action:
        """Return a legal action as this observer sees it; unchanged when nothing in it is hidden.

        A result that differs from the action is never legal, and ``read_action`` refuses its text.
        """

    @abstractmethod
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        """Return a random state that looks the same to this observer; perhaps this one.

        Alike states are equal in everything that the observer can read now. They stay so after
        steps that look the same to it, in action and events.

        The result, and what the draws are asked for, depend on the observer's view and on the draws
        alone: alike states return equal states for equal draws. Otherwise an observer that chooses
        the draws could compute what is hidden. For the referee (None) it is this state.
        """


_S_co = TypeVar("_S_co", bound=State, covariant=True)
_A = TypeVar("_A", bound=Action)
_A_co = TypeVar("_A_co", bound=Action, covariant=True)
_V = TypeVar("_V", bound=View)
_V_co = TypeVar("_V_co", bound=View, covariant=True)


class Sight(NamedTuple, Generic[_V_co]):
    """One step as an observer saw it: the action, its events, and the view after them."""

    events: tuple[Event, ...]
    """Redacted; empty before the first action."""
    view: _V_co
    action: Action | None = None
    """Redacted; None before the first action."""


class Viewed(State, Protocol[_V_co]):
    """A state whose ``view`` returns the game's own type of views."""

    __slots__ = ()

    @override
    @abstractmethod
    def view(self, observer: Observer = None, /) -> _V_co: ...


class Listing(State, Protocol[_A_co]):
    """A state whose ``legal_actions`` have the game's own type of actions."""

    __slots__ = ()

    @property
    @override
    @abstractmethod
    def legal_actions(self) -> tuple[_A_co, ...]:
        """The legal actions, in an order that depends on the state alone."""


@dataclass(frozen=True, slots=True)
class Step(Generic[_S_co]):  # as a NamedTuple, mypy could not infer the type of the views
    """An action that was carried out, with its events and the states before and after it."""

    before: _S_co
    action: Action
    events: tuple[Event, ...]
    """In order, as the referee sees them."""
    after: _S_co

    def seen_by(self: "Step[Viewed[_V]]", observer: Observer, /) -> Sight[_V]:
        """Return the action, the events and the view that this observer gets.

        Raises:
            ValueError: when there is no such seat.
        """
        view = self.after.view(observer)
        events = tuple([event.seen_by(observer) for event in self.events])
        return Sight(events, view, self.before.redact(self.action, observer))


class Turn(Generic[_S_co]):
    """A decision that a bot has to make. The view and the draws are made when first read."""

    __slots__ = ("_draws", "_make_draws", "_recall", "_seat", "_state", "_view")

    def __init__(
        self,
        state: _S_co,
        seat: int,
        draws: Callable[[], Draws],
        recall: Callable[[], tuple[Sight[Any], ...]],
    ) -> None:
        self._state = state
        self._seat = seat
        self._make_draws = draws
        self._recall = recall
        self._draws: Draws | None = None
        self._view: View | None = None

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self._seat

    @property
    def view(self: "Turn[Viewed[_V]]") -> _V:
        """The view of the seat that decides."""
        if self._view is None:
            self._view = self._state.view(self._seat)
        return cast("_V", self._view)

    @property
    def legal_actions(self: "Turn[Listing[_A]]") -> tuple[_A, ...]:
        """The legal actions of the seat; none when another actor decides."""
        return self._state.legal_actions if self._state.actor == self._seat else ()

    @property
    def draws(self) -> Draws:
        """The random draws of the seat for this decision."""
        if self._draws is None:
            self._draws = self._make_draws()
        return self._draws

    def information_state(self: "Turn[Viewed[_V]]") -> tuple[Sight[_V], ...]:
        """Return everything that the seat has seen since the start."""
        return self._recall()

    def sample(self, draws: Draws) -> _S_co:
        """Return a random state that looks the same to the seat.

        It depends on the view and on the draws alone, and tells nothing else about the true state.
        """
        return self._state.alike(self._seat, draws)

    def again(self) -> "Turn[_S_co]":
        """Return the same turn, with its draws from the first one on."""
        return Turn(self._state, self._seat, self._make_draws, self._recall)


Bot: TypeAlias = Callable[["Turn[Any]"], Action]
"""A player: a function from a turn to one of its legal actions."""
