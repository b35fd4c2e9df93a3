"""The base class of a game's states, and functions for classes that do not inherit from it."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, ParamSpec, Protocol, Self, TypeGuard, TypeVar, cast

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract.actions import Action
from fireflies.contract.events import Event
from fireflies.contract.states import State, Step
from fireflies.contract.values import (
    CHANCE,
    SPECTATOR,
    IllegalAction,
    Observer,
    Tell,
    View,
    Violation,
)
from fireflies.errors import shown
from fireflies.rulebook import Clause

_P = ParamSpec("_P")
_A = TypeVar("_A", bound=Action)


def ignore(event: Callable[_P, object], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
    """Create no event: the callback for a call that needs no events."""


class Rules(State, Protocol[_A]):
    """The base class of a game's states, with the methods that all games share.

    A game implements ``_judge``, ``_carry_out``, ``view``, ``alike`` and the properties ``seats``,
    ``actor``, ``legal_actions``, ``outcome``; ``chance_weights`` where chance acts, and ``redact``
    where an action is secret.
    """

    __slots__ = ()

    @abstractmethod
    def _judge(self, action: object, /) -> _A | Clause:
        """Return the action when it is legal, otherwise the first clause that it violates."""

    @abstractmethod
    def _carry_out(self, action: _A, tell: Tell[Event], /) -> Self:
        """Return the state after a legal action, and report each event to ``tell``."""

    @property
    @override
    def chance_weights(self) -> tuple[tuple[Action, int], ...]:
        """Return no action by default: the game has no chance."""
        return ()

    @property
    @override
    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        return probabilities(self.chance_weights)

    @override
    def check(self, action: object, /) -> Violation | None:
        judged = self._judge(action)
        return violation(self, action, judged) if isinstance(judged, Clause) else None

    @override
    def step(self, action: Action, /) -> Step[Self]:
        events: list[Event] = []

        def tell(event: Callable[_P, Event], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
            events.append(event(*args, **kwargs))

        after = self._carry_out(self._legal(action), tell)
        return Step(self, action, tuple(events), after)

    @override
    def apply(self, action: Action, /) -> Self:
        return self._carry_out(self._legal(action), ignore)

    def apply_trusted(self, action: Action, /) -> Self:
        """Return the state after an action that this state has listed or dealt.

        It is not judged again, so another action gives any state or any error.
        """
        return self._carry_out(cast("_A", action), ignore)

    @override
    def explain(self, action: Action, /) -> tuple[Event, ...]:
        return self.step(action).events

    @override
    def deal(self, draws: Draws, /) -> Action:
        weights = self.chance_weights
        if not weights:
            raise ValueError("chance_weights is empty: chance is not the actor of this state")
        return draws.choose_weighted(weights)

    def glimpse(self, observer: Observer, /) -> View:
        """Return the view without its legal actions: faster, for who has them from the state.

        By default it is the whole view.
        """
        return self.view(observer)

    @override
    def redact(self, action: Action, observer: Observer, /) -> Action:
        """Return the action as it is: by default none is secret."""
        return action

    def run_chance(self, draws: Callable[[int], Draws], /) -> tuple[Self, int]:
        """Return the next state in which chance does not act, and how often it acted before.

        ``draws`` returns the draws of each of these actions, which are numbered from 0.
        """
        state, count = self, 0
        while state.actor == CHANCE:
            state, count = state.apply_trusted(state.deal(draws(count))), count + 1
        return state, count

    def _legal(self, action: object, /) -> _A:
        judged = self._judge(action)
        if isinstance(judged, Clause):
            raise IllegalAction(violation(self, action, judged))
        return judged


def has_rules(state: State) -> TypeGuard[Rules[Any]]:
    """Return whether a state has all of :class:`Rules`, not only what a State needs."""
    return Rules in type(state).__mro__


def violation(state: State, action: object, clause: Clause) -> Violation:
    """Return the violation of a clause in this state, with the view of the deciding seat."""
    actor = state.actor
    return Violation(action, clause, state.view(actor if isinstance(actor, int) else SPECTATOR))


def observer_of(state: State, observer: object) -> Observer:
    """Return ``observer`` if it is a valid observer of this state.

    Raises:
        ValueError: when it is not.
    """
    if observer is None or observer == SPECTATOR:
        return cast("Observer", observer)
    if type(observer) is int and observer in range(state.seats):
        return observer
    raise ValueError(f"there is no seat {shown(observer)}, only 0 to {state.seats - 1}")


def probabilities(weights: Iterable[tuple[Action, int]]) -> tuple[tuple[Action, Fraction], ...]:
    """Return actions with exact probabilities, from actions with whole-number weights."""
    weighted = tuple(weights)
    total = sum(weight for _, weight in weighted)
    return tuple((action, Fraction(weight, total)) for action, weight in weighted)
