"""Hypothesis strategies for states of random plays and for objects that are not actions."""

from dataclasses import dataclass
from typing import Any, Final

from hypothesis import strategies as st

from fireflies._typing import override
from fireflies.chance import SEEDS, Draws
from fireflies.contract import Action, State
from fireflies.games import Game
from fireflies.strategies import Strategies
from fireflies.table import Play

_MOST_PLAYS: Final = 4
"""The most plays in which a state of a phase is searched for."""


def strategies(game: Game[Any]) -> Strategies:
    """Return the strategies of a game.

    Raises:
        ValueError: when it has none.
    """
    if game.strategies is None:
        raise ValueError(f"{game.name} has no strategies, which generate options and actions")
    return game.strategies()


@dataclass(frozen=True, slots=True)
class Foreign(Action):
    """An action of another game."""

    name: str

    @override
    def __str__(self) -> str:
        return self.name


def non_actions() -> st.SearchStrategy[object]:
    """Return objects that are not actions of the game, or not actions at all."""
    return st.one_of(
        st.builds(Foreign, st.sampled_from(["bid a", "pass", ""])),
        st.none(),
        st.integers(),
        st.text(max_size=8),
        st.tuples(),
    )


def random_states(start: State, seed: int) -> list[State]:
    """Return all states of a random play; some seats always take the first or the last action."""
    policies = [Draws(seed, "habit", seat).below(4) for seat in range(start.seats)]

    def decide(play: Play[State]) -> Action:
        state, draws = play.state, Draws(seed, "a play under test", len(play.actions))
        if not isinstance(state.actor, int):
            return state.deal(draws)
        legal, policy = state.legal_actions, policies[state.actor]
        return legal[0] if policy == 0 else legal[-1] if policy == 1 else draws.choose(legal)

    play = Play(start, decide, keep_events=False)
    visited = [start]
    while play.advance() is not None:
        visited.append(play.state)
    return visited


@st.composite
def states(draw: st.DrawFn, game: Game[Any]) -> State:
    """Draw states of random plays, equally often from each of the game's ``PHASES``."""
    own = strategies(game)
    phase = draw(st.sampled_from(sorted(own.PHASES)))
    visited: list[State] = []
    in_phase: list[State] = []
    for _ in range(_MOST_PLAYS):
        start = game.set_up(draw(own.options())).start
        visited = random_states(start, draw(st.integers(SEEDS[0], SEEDS[-1])))
        in_phase = [state for state in visited if own.PHASES[phase](state)]
        if in_phase:
            break
    return draw(st.sampled_from(in_phase or visited))
