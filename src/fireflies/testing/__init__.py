"""The properties that every game has to pass, for Hypothesis. It needs the extra ``testing``.

For a game of your own::

    @pytest.mark.parametrize("check", testing.properties(GAME))
    def test_contract(check):
        check()

    TestPlays = testing.machine(GAME).TestCase

The game's :attr:`~fireflies.games.Game.strategies` say how its options and actions are made. States
are taken from whole random plays, an equal share of every phase and landmark that the game names.
Every failure is an AssertionError that says what was expected.
"""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fireflies.chance import SEEDS
from fireflies.contract import Action, State
from fireflies.games import Game
from fireflies.rulebook import of
from fireflies.testing.checks import (
    check_actions,
    check_actor,
    check_bounds,
    check_chance,
    check_legality,
    check_position,
    check_setup,
    check_texts,
    check_value,
    check_views,
    observers,
    require,
)
from fireflies.testing.sampling import Foreign, non_actions, states, strategies
from fireflies.testing.secrets import check_alike, check_moving, check_openness, check_redaction

__all__ = [
    "Foreign",
    "check_actions",
    "check_actor",
    "check_alike",
    "check_bounds",
    "check_chance",
    "check_legality",
    "check_moving",
    "check_openness",
    "check_position",
    "check_redaction",
    "check_setup",
    "check_texts",
    "check_value",
    "check_views",
    "machine",
    "properties",
    "states",
    "strategies",
]


def properties(game: Game[Any]) -> tuple[Callable[[], None], ...]:
    """Return the properties of the contract for this game; each is a function to call."""
    own, known = strategies(game), st.just(game)
    options, seeds, some = own.options(), st.integers(SEEDS[0], SEEDS[-1]), states(game)
    anything = own.actions() | non_actions()
    foreign = own.actions() | st.builds(Foreign, st.sampled_from(["pass", ""]))

    @given(some, seeds, st.lists(foreign, max_size=5))
    def alike(state: State, seed: int, tried: list[Action]) -> None:
        for observer in observers(state):
            other = check_alike(game, state, observer, seed, tried)
            require(own.conserved(other) == own.conserved(state), "alike states have all pieces")

    def moving() -> None:
        check_moving(game)

    def rulebook() -> None:
        of(game.clauses)  # it says itself what is wrong in it, and where

    return (
        rulebook,
        given(some, st.lists(anything, max_size=20))(check_actions),
        given(known, some)(check_actor),
        given(some)(check_chance),
        given(some)(check_value),
        given(some)(check_views),
        given(known, some)(check_openness),
        given(known, some)(check_redaction),
        alike,
        moving,
        given(known, some)(check_texts),
        given(known, options, seeds)(check_position),
        given(known, options)(check_setup),
        given(known, options, seeds)(check_bounds),
    )


def machine(game: Game[Any]) -> type[RuleBasedStateMachine]:
    """Return a state machine that plays the game; its one rule draws from the legal actions."""
    own = strategies(game)

    class Plays(RuleBasedStateMachine):
        """A play from the first state on."""

        state: State
        kept: object

        @initialize(options=own.options())
        def start(self, options: Mapping[str, object]) -> None:
            """Set up."""
            self.state = game.set_up(options).start
            self.kept = own.conserved(self.state)

        @rule(data=st.data())
        def act(self, data: st.DataObject) -> None:
            """Carry out a legal action; after the end, try one in vain."""
            legal = self.state.legal_actions
            action = data.draw(st.sampled_from(legal) if legal else own.actions())
            check_legality(self.state, action)
            if legal:
                self.state = self.state.apply(action)

        @invariant()
        def sound(self) -> None:
            """Check what holds of every state."""
            check_actor(game, self.state)
            check_chance(self.state)
            check_value(self.state)
            check_views(self.state)
            check_openness(game, self.state)
            check_redaction(game, self.state)
            check_texts(game, self.state)
            require(own.conserved(self.state) == self.kept, "nothing appears or disappears")

    return Plays
