"""Tests of the exported checks: each one finds a game that breaks its part of the contract.

``test_wrong_games`` has the games that reveal secrets.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from fireflies import contract, smile, testing
from fireflies._typing import override
from fireflies.contract import Action, IllegalAction, Observer, Outcome, Step, Violation
from fireflies.errors import InvalidNotation
from fireflies.games import Bounds, Game, Setup

BIDDING = "1 0 012 a:-2y,b:1,c:4 6+0/6+0/6+0 17+5 - 1,2w,4r"


class Lenient(smile.State):
    """Accepts every action."""

    __slots__ = ()

    @override
    def check(self, action: object, /) -> Violation | None:
        return None


class Stubborn(smile.State):
    """Refuses the actions that it lists as legal."""

    __slots__ = ()

    @override
    def check(self, action: object, /) -> Violation | None:
        return Violation(action, smile.Clause.TURN_CHOICE, self.view())


class Careless(smile.State):
    """Carries out the actions that it refuses."""

    __slots__ = ()

    @override
    def apply(self, action: Action, /) -> "Careless":
        return self


class Moody(smile.State):
    """Refuses to carry out the actions that it accepts."""

    __slots__ = ()

    @override
    def apply(self, action: Action, /) -> "Moody":
        raise IllegalAction(Violation(action, smile.Clause.TURN_CHOICE, self.view()))


class Evasive(smile.State):
    """Refuses to carry out an action for another reason than it tells."""

    __slots__ = ()

    @override
    def explain(self, action: Action, /) -> tuple[contract.Event, ...]:
        raise IllegalAction(Violation(action, smile.Clause.AUCTION_PHASES, self.view()))


class Mute(smile.State):
    """Refuses actions without a word."""

    __slots__ = ()

    @override
    def apply(self, action: Action, /) -> "Mute":
        try:
            super().apply(action)
        except IllegalAction as error:
            raise Silence(error.violation) from None
        return self


class Silence(IllegalAction):
    """An error without a message."""

    @override
    def __str__(self) -> str:
        return ""


class Forgetful(smile.State):
    """Returns other events from ``explain`` than from ``step``."""

    __slots__ = ()

    @override
    def explain(self, action: Action, /) -> tuple[contract.Event, ...]:
        return super().explain(action)[1:]


class Astray(smile.State):
    """Has steps that lead nowhere."""

    __slots__ = ()

    @override
    def step(self, action: Action, /) -> "Step[Astray]":
        return replace(super().step(action), after=self)


class Endless(smile.State):
    """Is over and has legal actions."""

    __slots__ = ()

    @property
    @override
    def actor(self) -> contract.Actor:
        return None


class Unfair(smile.State):
    """Has probabilities that do not sum to one."""

    __slots__ = ()

    @property
    @override
    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        return tuple((action, Fraction(1, 2)) for action in self.legal_actions)


class Mumbling(smile.State):
    """Has a ``repr`` of another state."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        return "None"


class Babbling(smile.State):
    """Has a ``repr`` that is no Python."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        return "a table"


class Misplaced(smile.State):
    """Shows every observer the referee's view."""

    __slots__ = ()

    @override
    def view(self, observer: Observer = None, /) -> smile.View:
        return super().view()


class Welcoming(smile.State):
    """Has a view for seats that do not exist."""

    __slots__ = ()

    @override
    def view(self, observer: Observer = None, /) -> smile.View:
        try:
            return super().view(observer)
        except ValueError:
            return super().view("spectator")


def stuck() -> type[smile.State]:
    """Return a class that can't be pickled."""

    class Stuck(smile.State):
        __slots__ = ()

    return Stuck


def as_a(kind: type[smile.State], position: str = BIDDING) -> smile.State:
    """Return the position as a state of another class."""
    return kind._make(smile.State.parse(position))


def check_bid_a(state: smile.State) -> None:
    """Check a legal action."""
    testing.check_legality(state, smile.Bid("a"))


def check_bid_c(state: smile.State) -> None:
    """Check an illegal action."""
    testing.check_legality(state, smile.Bid("c"))


def check_actor(state: smile.State) -> None:
    """Check the actor of a state of Smile."""
    testing.check_actor(smile.GAME, state)


@pytest.mark.parametrize(
    ("check", "wrong", "claim"),
    [
        (check_bid_c, Lenient, "check accepts exactly what legal_actions lists: Bid(slot='c')"),
        (check_bid_a, Stubborn, "check accepts exactly what legal_actions lists: Bid(slot='a')"),
        (check_bid_c, Careless, "an illegal action is refused: Bid(slot='c')"),
        (check_bid_a, Moody, "a legal action is not refused: Bid(slot='a')"),
        (check_bid_c, Evasive, "the error has the violation of check"),
        (check_bid_c, Mute, "the error has a message"),
        (check_bid_a, Forgetful, "step and explain return the same events: Bid(slot='a')"),
        (check_bid_a, Astray, "step and apply lead to the same state: Bid(slot='a')"),
        (check_actor, Endless, "only a game that is over has an outcome"),
        (testing.check_value, Mumbling, "repr makes an equal state"),
        (testing.check_value, Babbling, "repr is Python"),
        (testing.check_value, stuck(), "a state can be pickled"),
        (testing.check_views, Misplaced, "a view has its observer"),
        (testing.check_views, Welcoming, "view refuses the observer -1"),
    ],
)
def test_a_check_passes_the_right_game_and_fails_the_wrong_one(
    check: Callable[[smile.State], None], wrong: type[smile.State], claim: str
) -> None:
    """In the same position."""
    check(as_a(smile.State))
    with pytest.raises(AssertionError, match=f"^{re.escape(claim)}"):
        check(as_a(wrong))


class Leaky:
    """Refuses every action, and keeps it in a list."""

    legal_actions: tuple[Action, ...] = ()

    def __init__(self) -> None:
        self.tried: list[object] = []

    def check(self, action: object, /) -> Violation:
        return Violation(action, smile.Clause.TURN_CHOICE, smile.start().view())

    def carry_out(self, action: object, /) -> None:
        self.tried.append(action)
        raise IllegalAction(self.check(action))

    step = apply = explain = carry_out

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Leaky) and self.tried == other.tried

    __hash__ = None  # type: ignore[assignment]  # as in every class that can change


def test_a_state_that_keeps_what_was_tried_is_found() -> None:
    state: Any = Leaky()
    with pytest.raises(AssertionError, match=r"^no call changes the state"):
        testing.check_legality(state, smile.Bid("a"))


def test_unfair_chance_is_found() -> None:
    start = smile.start()
    testing.check_chance(start)
    with pytest.raises(AssertionError, match="sum to one"):
        testing.check_chance(Unfair._make(start))


@pytest.mark.parametrize(
    ("bounds", "claim"),
    [
        (Bounds(1, -99, 99), "a play is within its bound"),
        (Bounds(999, 50, 99), "scores are within their bounds"),
        (Bounds(None, -99, -98), "scores are within their bounds"),
        (Bounds(None, -99, 99, (0, 1)), "returns are within their bounds"),
        (Bounds(None, -99, 99, (-1, 0)), "returns are within their bounds"),
    ],
    ids=["length", "lowest", "highest", "lowest payoff", "highest payoff"],
)
def test_a_bound_that_is_too_low_is_found(bounds: Bounds, claim: str) -> None:

    def set_up(given: Any) -> Setup[smile.State]:
        return replace(smile.set_up(given), bounds=bounds)

    game: Game[smile.State] = replace(smile.GAME, set_up=set_up)
    with pytest.raises(AssertionError, match=claim):
        testing.check_bounds(game, {"players": 3}, 1)
    testing.check_bounds(smile.GAME, {"players": 3}, 1)


def test_returns_need_not_sum_to_zero_where_a_game_says_so() -> None:

    class Lost(smile.State):
        __slots__ = ()

        @property
        @override
        def outcome(self) -> Outcome | None:
            return Outcome((0,) * 3, (), smile.Clause.WIN_SHARED, (Fraction(-1),) * 3)

    over = as_a(Lost, "1 2 - - 6+0:1/6+0:2/6+0:3 17+5 - -")
    testing.check_actor(replace(smile.GAME, is_zero_sum=False), over)
    with pytest.raises(AssertionError, match="the returns sum to zero"):
        testing.check_actor(smile.GAME, over)


def test_a_game_without_strategies_can_not_be_checked() -> None:
    with pytest.raises(ValueError, match="smile has no strategies"):
        testing.properties(replace(smile.GAME, strategies=None))


def test_a_foreign_action_has_a_text() -> None:
    assert str(testing.Foreign("bid a")) == "bid a"
    with pytest.raises(AssertionError):
        testing.check_legality(as_a(Lenient), testing.Foreign("bid a"))


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(InvalidNotation) as caught:
        smile.State.parse("1 0 012 - 6+0/6+0/6+0 16+5 - 1,2w,4r")
    assert str(caught.value).endswith("a position of Smile: there are 34 clear beads, not 35")
