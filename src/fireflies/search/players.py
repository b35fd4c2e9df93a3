"""Players that search: a belief, a model of the game, and a budget."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar

from fireflies.chance import Draws
from fireflies.contract import Action, Bot, State, Turn
from fireflies.search.budget import CLOCK, Clock, read_budget
from fireflies.search.tree import Model, StateModel, Tree

_S = TypeVar("_S", bound=State)

Belief: TypeAlias = Callable[[Turn[Any], Draws], _S]
"""Returns a state that may be the true one, as far as the seat of the turn knows."""


def player(
    setting: str,
    believe: Callable[[Turn[Any]], Callable[[Draws], _S]],
    model: Model[_S],
    clock: Clock = CLOCK,
) -> Bot:
    """Return a player that chooses by tree search.

    ``believe`` is called once for each decision; it returns a function that is called once for each
    rollout, and returns the state from which the rollout begins.

    Raises:
        ValueError: when the setting is no budget (:mod:`fireflies.search.budget`).
    """
    budget = read_budget(setting, clock)

    def choose(turn: Turn[Any]) -> Action:
        actions = turn.legal_actions
        if len(actions) == 1:
            return actions[0]
        rollouts = budget.spend()  # the time includes that of the belief
        tree, sample = Tree(model), believe(turn)
        for _ in rollouts:
            tree.grow(sample(turn.draws), turn.draws)
        return tree.best()

    return choose


def search(setting: str, belief: Belief[State] = Turn[State].sample, clock: Clock = CLOCK) -> Bot:
    """Return a player of any game, which searches with this budget for each decision.

    Raises:
        ValueError: when the setting is no budget (:mod:`fireflies.search.budget`).
    """
    return player(setting, lambda turn: partial(belief, turn), StateModel(), clock)
