"""Hypothesis strategies for Kuhn poker."""

from collections.abc import Callable, Mapping

from hypothesis import strategies as st

from . import BET, CARDS, PASS, Action, Deal, State

PHASES: Mapping[str, Callable[[State], bool]] = {
    "dealing": lambda state: len(state.cards) < 2,
    "bidding": lambda state: len(state.cards) == 2 and state.actor is not None,
    "a card stays hidden": lambda state: state.done in {"bp", "pbp"},
    "the cards are opened": lambda state: state.done in {"pp", "pbb", "bb"},
}


def options() -> st.SearchStrategy[Mapping[str, object]]:
    return st.just({})


def actions() -> st.SearchStrategy[Action]:
    return st.sampled_from([PASS, BET, *map(Deal, [*CARDS, "?", "A"])])


def conserved(state: State) -> object:
    """Return all cards, and whether those dealt differ; no action changes either."""
    return sorted({*CARDS} | {*state.cards}), len({*state.cards}) == len(state.cards)
