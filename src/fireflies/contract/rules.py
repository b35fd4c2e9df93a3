"""The base class of a game's states, with the bodies that all games share."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import ParamSpec, Protocol, Self, TypeVar, cast

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract.states import State, Step
from fireflies.contract.values import (
    SPECTATOR,
    Action,
    Event,
    IllegalAction,
    Observer,
    Tell,
    Violation,
)
from fireflies.errors import shown
from fireflies.rulebook import Clause

_P = ParamSpec("_P")
_A = TypeVar("_A", bound=Action)


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
        weights = self.chance_weights
        if not weights:
            raise ValueError("chance_weights is empty: chance has nothing to do in this state")
        return draws.weigh(weights)

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
