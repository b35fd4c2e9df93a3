"""Positions of random plays of Misbehavin', for tests of views and pictures."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from fireflies.chance import Draws
from fireflies.misbehavin import State, set_up
from fireflies.misbehavin.rules.actions import ACTIONS, Action

EAGER: Final = ("play", "fight", "deal", "target", "nab", "dispatch", "add", "use", "warrant")
"""Verbs that are preferred, so that plays are eventful."""


@lru_cache(maxsize=32)
def states(players: int, seed: int, turns: int = 25, **options: object) -> tuple[State, ...]:
    """Return every state of a random play, from the first to the last."""
    return states_with({"players": players, "turns": turns, **options}, seed)


def states_with(options: Mapping[str, object], seed: int) -> tuple[State, ...]:
    """Return every state of a random play with these options."""
    draws, state = Draws(seed, "plays"), set_up(options).start
    found = [state]
    while state.actor is not None:
        state = state.apply(chosen(state, draws))
        found.append(state)
    return tuple(found)


def chosen(state: State, draws: Draws) -> Action:
    """Return a random legal action; some verbs are preferred."""
    legal = state.legal_actions
    eager = [action for action in legal if action.verb in EAGER]
    return draws.choose(eager if eager and draws.below(3) else legal)


def phases(players: int, seed: int, **options: object) -> dict[str, State]:
    """Return a state of each phase of a random play: the last one."""
    return {state.phase: state for state in states(players, seed, **options)}


def in_order(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return actions in the order of the legal list: by verb, then by text."""
    return tuple(sorted(actions, key=lambda action: (ACTIONS.index(type(action)), str(action))))
