"""Hypothesis strategies for states of random plays and for objects that are not actions."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from hypothesis import strategies as st

from fireflies._typing import override
from fireflies.chance import SEEDS, Draws
from fireflies.contract import Action, State
from fireflies.games import Game
from fireflies.generators import Generators
from fireflies.table import Play

_MOST_PLAYS: Final = 4
"""The most plays in which a state of a phase is searched for."""
SEED: Final = st.integers(SEEDS[0], SEEDS[-1])
"""Any seed."""
_draws: Final = partial(Draws, purpose="a play under test")
_HABITS: Final = ("first", "last", "any", "any")
"""The habit of a seat during a whole play: its first legal action, its last, or a random one.

Each entry is equally likely.
"""


def generators(game: Game[Any]) -> Generators:
    """Return the generators of a game.

    Raises:
        ValueError: when it has none.
    """
    if game.generators is None:
        raise ValueError(f"{game.name} has no generators, which generate options and actions")
    return game.generators()


@dataclass(frozen=True, slots=True)
class Foreign(Action):
    """An action of another game."""

    name: str

    @override
    def __str__(self) -> str:
        return self.name


FOREIGN: Final = st.builds(Foreign, st.sampled_from(["bid a", "pass", ""]))
"""Actions of another game; their texts may also be those of actions of the game under test."""


def non_actions() -> st.SearchStrategy[object]:
    """Return objects that are not actions of the game, or not actions at all."""
    return st.one_of(FOREIGN, st.none(), st.integers(), st.text(), st.tuples())


def random_states(start: State, seed: int) -> list[State]:
    """Return all states of a random play; some seats always take the first or the last action."""
    habits = [Draws(seed, "habit", seat).choose(_HABITS) for seat in range(start.seats)]

    def decide(play: Play[State]) -> Action:
        state, draws = play.state, _draws(seed, decision=play.now.count)
        if not isinstance(state.actor, int):
            return state.deal(draws)
        legal, habit = state.legal_actions, habits[state.actor]
        return (
            legal[0] if habit == "first" else legal[-1] if habit == "last" else draws.choose(legal)
        )

    play = Play(start, decide, keep_events=False)
    visited = [start]
    while play.advance() is not None:
        visited.append(play.state)
    return visited


@st.composite
def states(draw: st.DrawFn, game: Game[Any]) -> State:
    """Draw states of random plays, equally often from each of the game's ``PHASES``."""
    own = generators(game)
    is_in_phase = own.PHASES[draw(st.sampled_from(sorted(own.PHASES)))]

    def play() -> list[State]:
        start = game.set_up(draw(own.options())).start
        return random_states(start, draw(SEED))

    tries = ([state for state in play() if is_in_phase(state)] for _ in range(_MOST_PLAYS))
    found = next(filter(None, tries), None) or play()
    return draw(st.sampled_from(found))
