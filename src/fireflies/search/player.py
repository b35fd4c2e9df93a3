"""A player that searches: what it believes, how it moves through the game, what it may spend."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from fireflies.chance import Draws
from fireflies.contract import Action, Bot, State, Turn
from fireflies.search.budget import CLOCK, Clock, read_budget
from fireflies.search.tree import Model, Plain, Tree

_S = TypeVar("_S", bound=State)

Belief: TypeAlias = Callable[["Turn[Any]", Draws], _S]
"""Returns a state that, for all that the seat of the turn believes, may be the true one."""


def player(
    setting: str,
    belief: Callable[[Turn[Any]], Callable[[Draws], _S]],
    model: Model[_S],
    clock: Clock = CLOCK,
) -> Bot:
    """Return a player that grows a tree from states that it believes in.

    ``belief`` is called once for each decision; what it returns is called once for each rollout.

    Raises:
        ValueError: when the setting is no budget (:mod:`fireflies.search.budget`).
    """
    budget = read_budget(setting, clock)

    def choose(turn: Turn[Any]) -> Action:
        actions = turn.legal_actions
        if len(actions) == 1:
            return actions[0]
        rounds, tree, sample = budget.spend(), Tree(model), belief(turn)
        for _ in rounds:
            tree.grow(sample(turn.draws), turn.draws)
        return tree.best(actions)

    return choose


def search(setting: str, belief: "Belief[State]" = Turn.sample, clock: Clock = CLOCK) -> Bot:
    """Return a player of any game, with this budget for each decision.

    Raises:
        ValueError: when the setting is no budget.
    """
    return player(setting, lambda turn: lambda draws: belief(turn, draws), Plain(), clock)
