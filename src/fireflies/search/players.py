"""Players that search: what they believe, how they move through the game, what they may spend."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar

from fireflies.chance import Draws
from fireflies.contract import Action, Bot, State, Turn
from fireflies.search.budget import CLOCK, Clock, read_budget
from fireflies.search.tree import Model, Plain, Tree

_S = TypeVar("_S", bound=State)

Belief: TypeAlias = Callable[[Turn[Any], Draws], _S]
"""Returns a state that, for all that the seat of the turn knows, may be the true one."""


def player(
    setting: str,
    believe: Callable[[Turn[Any]], Callable[[Draws], _S]],
    model: Model[_S],
    clock: Clock = CLOCK,
) -> Bot:
    """Return a player that grows a tree from states that it believes in.

    ``believe`` is called once for each decision; what it returns, once for each rollout.

    Raises:
        ValueError: when the setting is no budget (:mod:`fireflies.search.budget`).
    """
    budget = read_budget(setting, clock)

    def choose(turn: Turn[Any]) -> Action:
        actions = turn.legal_actions
        if len(actions) == 1:
            return actions[0]
        rollouts, tree, sample = budget.spend(), Tree(model), believe(turn)
        for _ in rollouts:
            tree.grow(sample(turn.draws), turn.draws)
        return tree.best()

    return choose


def search(setting: str, belief: Belief[State] = Turn[State].sample, clock: Clock = CLOCK) -> Bot:
    """Return a player of any game, with this budget for each decision.

    Raises:
        ValueError: when the setting is no budget (:mod:`fireflies.search.budget`).
    """
    return player(setting, lambda turn: partial(belief, turn), Plain(), clock)
