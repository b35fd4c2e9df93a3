"""The exported checks can fail: each one finds a game that breaks just its part of the contract."""

from collections.abc import Callable
from fractions import Fraction
from typing import cast

import pytest

from fireflies import contract, smile, testing
from fireflies._typing import override
from fireflies.contract import Action, Violation
from fireflies.errors import InvalidNotation

BIDDING = "1 0 012 a:-2y,b:1,c:4 6+0/6+0/6+0 17+5 - 1,2w,4r"
NEARLY_OVER = "1 0 20 a:1*1,b:1*1 5+0/6+0:1/5+0 17+5 - -"


class Lenient(smile.State):
    """Lets everything pass."""

    __slots__ = ()

    @override
    def check(self, action: object) -> Violation | None:
        """Nothing is wrong with anything."""
        return None


class Stubborn(smile.State):
    """Refuses what it lists as legal."""

    __slots__ = ()

    @override
    def check(self, action: object) -> Violation | None:
        """Everything is wrong."""
        return Violation(action, smile.Clause.TURN_CHOICE, self.view())


class Endless(smile.State):
    """Is over and has something to decide."""

    __slots__ = ()

    @property
    @override
    def actor(self) -> contract.Actor:
        """Nobody."""
        return None


class Unfair(smile.State):
    """Has chances that are no probabilities."""

    __slots__ = ()

    @property
    @override
    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """One half each, however many there are."""
        return tuple((action, Fraction(1, 2)) for action in self.legal_actions)


class Mumbling(smile.State):
    """Has a repr that is no Python of its own."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        """Something else."""
        return "None"


class Talkative(smile.State):
    """Shows all hands to everybody."""

    __slots__ = ()

    @override
    def view(self, seat: int | None = None) -> smile.View:
        """What the referee sees."""
        return super().view()


def as_a(kind: type[smile.State], position: str) -> smile.State:
    """The position as a state of another class."""
    return kind._make(smile.State.parse(position))


def twins(kind: type[smile.State]) -> tuple[contract.State, contract.State, int]:
    """A state, one that differs in the hands of others, and the seat that must not see it."""
    one = as_a(kind, BIDDING)
    hands = (one.players[0], one.players[1]._replace(clear=9), one.players[2]._replace(clear=3))
    return one, one._replace(players=hands), 0


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        (lambda state: testing.check_legality(state, smile.Bid("c")), smile.State, Lenient),
        (lambda state: testing.check_legality(state, smile.Bid("a")), smile.State, Stubborn),
        (testing.check_actor, smile.State, Endless),
        (testing.check_value, smile.State, Mumbling),
        (testing.check_views, smile.State, Talkative),
        (lambda state: testing.check_secrets(twins(type(state))), smile.State, Talkative),
    ],
    ids=["lenient", "stubborn", "endless", "mumbling", "talkative", "secrets"],
)
def test_a_check_passes_the_right_game_and_fails_the_wrong_one(
    check: Callable[[smile.State], None], right: type[smile.State], wrong: type[smile.State]
) -> None:
    """The same position, once in a game that keeps the contract and once in one that does not."""
    check(as_a(right, BIDDING))
    with pytest.raises(AssertionError):
        check(as_a(wrong, BIDDING))


def test_unfair_chance_is_found() -> None:
    """Probabilities that don't sum to one are none."""
    start = smile.start()
    testing.check_chance(start)
    with pytest.raises(AssertionError, match="sum to one"):
        testing.check_chance(Unfair._make(start))


def test_secrets_may_end_with_the_game() -> None:
    """An action that ends the game opens the hands, and what is seen then may differ."""
    one = smile.State.parse(NEARLY_OVER)
    hands = (one.players[0]._replace(clear=4), one.players[1]._replace(clear=7), one.players[2])
    twin = one._replace(players=hands)
    assert one.apply(smile.BackOut("a")).outcome is not None
    testing.check_secrets((one, twin, 2))


def test_a_bound_that_is_too_low_is_found() -> None:
    """Of length and of scores."""
    fields = {name: getattr(smile.GAME, name) for name in smile.GAME._fields}
    for bounds in (contract.Bounds(1, -99, 99), contract.Bounds(999, 50, 99)):
        game = cast("Callable[..., contract.Game]", contract.Game)(
            **{**fields, "bounds": lambda _, bounds=bounds: bounds}
        )
        with pytest.raises(AssertionError):
            testing.check_bounds(game, {"players": 3}, 1)
    testing.check_bounds(smile.GAME, {"players": 3}, 1)


def test_a_foreign_action_has_its_own_words() -> None:
    """It is refused by every game, whatever it is called."""
    assert str(testing.Foreign("bid a")) == "bid a"
    with pytest.raises(AssertionError):
        testing.check_legality(as_a(Lenient, BIDDING), testing.Foreign("bid a"))


def test_a_position_of_no_game_is_refused() -> None:
    """Well written is not enough."""
    with pytest.raises(InvalidNotation) as caught:
        smile.State.parse("1 0 012 - 6+0/6+0/6+0 16+5 - 1,2w,4r")
    assert str(caught.value).endswith("a position of Smile: there are 34 clear beads, not 35")
