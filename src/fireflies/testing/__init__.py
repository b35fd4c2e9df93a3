"""Property tests that every game has to pass. They need the extra ``testing`` (Hypothesis).

For a game of your own::

    @pytest.mark.parametrize("check", testing.properties(GAME))
    def test_contract(check):
        check()

    TestPlays = testing.machine(GAME).TestCase

The game's :attr:`~fireflies.games.Game.generators` generate its options and actions. States are
taken from complete random plays, equally often from each phase that the game names. Where these
take long to draw, load a profile of Hypothesis without ``deadline`` and ``HealthCheck.too_slow``.
A failed check raises an AssertionError whose message says what was expected; a wrong rulebook
raises InvalidData.
"""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fireflies.contract import Action, State
from fireflies.games import Game
from fireflies.rulebook import of as rulebook_of
from fireflies.testing.checks import (
    check_actions,
    check_actor,
    check_bounds,
    check_chance,
    check_descriptions,
    check_legality,
    check_position,
    check_setup,
    check_texts,
    check_value,
    check_views,
    observers,
    require,
)
from fireflies.testing.sampling import FOREIGN, SEED, Foreign, generators, non_actions, states
from fireflies.testing.secrets import (
    check_alike,
    check_alike_varies,
    check_no_secrets,
    check_redaction,
)

__all__ = [
    "Foreign",
    "check_actions",
    "check_actor",
    "check_alike",
    "check_alike_varies",
    "check_bounds",
    "check_chance",
    "check_descriptions",
    "check_legality",
    "check_no_secrets",
    "check_position",
    "check_redaction",
    "check_setup",
    "check_texts",
    "check_value",
    "check_views",
    "generators",
    "machine",
    "properties",
    "states",
]


def properties(game: Game[Any]) -> tuple[Callable[[], None], ...]:
    """Return the properties of the contract for this game, each a function without arguments."""
    game_generators, the_game = generators(game), st.just(game)
    options, any_state = game_generators.options(), states(game)
    anything = game_generators.actions() | non_actions()
    foreign = game_generators.actions() | FOREIGN

    @given(any_state, SEED, st.lists(foreign, max_size=5))
    def alike(state: State, seed: int, tried: list[Action]) -> None:
        for observer in observers(state):
            other = check_alike(game, state, observer, seed, tried)
            event("an alike state is another one" if other != state else "it is the same one")
            require(
                game_generators.conserved(other) == game_generators.conserved(state),
                "alike states have all pieces",
            )

    def alike_varies() -> None:
        check_alike_varies(game)

    def rulebook() -> None:
        rulebook_of(game.clauses)  # raises an error when something in it is wrong

    return (
        rulebook,
        given(any_state, st.lists(anything, max_size=20))(check_actions),
        given(the_game, any_state)(check_actor),
        given(any_state)(check_chance),
        given(any_state)(check_value),
        given(any_state)(check_views),
        given(the_game, any_state)(check_no_secrets),
        given(the_game, any_state)(check_redaction),
        alike,
        alike_varies,
        given(the_game, any_state)(check_texts),
        given(the_game, any_state)(check_descriptions),
        given(the_game, options, SEED)(check_position),
        given(the_game, options)(check_setup),
        given(the_game, options, SEED)(check_bounds),
    )


def machine(game: Game[Any]) -> type[RuleBasedStateMachine]:
    """Return a Hypothesis state machine that plays the game with random legal actions."""
    game_generators = generators(game)

    class Plays(RuleBasedStateMachine):
        """A play from the start."""

        state: State
        conserved: object

        @initialize(options=game_generators.options())
        def start(self, options: Mapping[str, object]) -> None:
            """Set up the game."""
            self.state = game.set_up(options).start
            self.conserved = game_generators.conserved(self.state)

        @rule(data=st.data())
        def act(self, data: st.DataObject) -> None:
            """Carry out a legal action; after the end, try any action, which has to be refused."""
            legal = self.state.legal_actions
            action = data.draw(st.sampled_from(legal) if legal else game_generators.actions())
            check_legality(self.state, action)
            if legal:
                self.state = self.state.apply(action)

        @invariant()
        def sound(self) -> None:
            """Check the state."""
            check_actor(game, self.state)
            check_chance(self.state)
            check_value(self.state)
            check_views(self.state)
            check_no_secrets(game, self.state)
            check_redaction(game, self.state)
            check_texts(game, self.state)
            require(game_generators.conserved(self.state) == self.conserved, "pieces are conserved")

    return Plays
