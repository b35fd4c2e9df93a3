"""States of whole random plays, and things that are no action, for Hypothesis."""

from dataclasses import dataclass
from typing import Any, Final

from hypothesis import strategies as st

from fireflies._typing import override
from fireflies.chance import SEEDS, Draws
from fireflies.contract import Action, State
from fireflies.games import Game
from fireflies.strategies import Strategies
from fireflies.table import Play

_TRIES: Final = 4
"""How many plays are made to find a state of one phase."""


def strategies(game: Game[Any]) -> Strategies:
    """Return the strategies of a game.

    Raises:
        ValueError: when it has none.
    """
    if game.strategies is None:
        raise ValueError(f"{game.name} has no strategies to make states with")
    return game.strategies()


@dataclass(frozen=True, slots=True)
class Foreign(Action):
    """An action of some other game."""

    name: str

    @override
    def __str__(self) -> str:
        """Return its name."""
        return self.name


def non_actions() -> st.SearchStrategy[object]:
    """Return what is no action of any game: another game's, and things that are none at all."""
    return st.one_of(
        st.builds(Foreign, st.sampled_from(["bid a", "pass", ""])),
        st.none(),
        st.integers(),
        st.text(max_size=8),
        st.tuples(),
    )


def random_states(start: State, seed: int) -> list[State]:
    """Return the states of a whole random play; each seat has a habit of its own."""
    habits = [Draws(seed, "habit", seat).below(4) for seat in range(start.seats)]

    def decide(play: Play[State]) -> Action:
        state, draws = play.state, Draws(seed, "a play under test", len(play.actions))
        if not isinstance(state.actor, int):
            return state.deal(draws)
        legal, habit = state.legal_actions, habits[state.actor]
        return legal[0] if habit == 0 else legal[-1] if habit == 1 else draws.choose(legal)

    play = Play(start, decide, keep_events=False)
    found = [start]
    while play.advance() is not None:
        found.append(play.state)
    return found


@st.composite
def states(draw: st.DrawFn, game: Game[Any]) -> State:
    """Return states of whole random plays, each phase and landmark of the game alike often."""
    own = strategies(game)
    wanted = draw(st.sampled_from(sorted(own.PHASES)))
    found: list[State] = []
    fitting: list[State] = []
    for _ in range(_TRIES):
        start = game.set_up(draw(own.options())).start
        found = random_states(start, draw(st.integers(SEEDS[0], SEEDS[-1])))
        fitting = [state for state in found if own.PHASES[wanted](state)]
        if fitting:
            break
    return draw(st.sampled_from(fitting or found))
