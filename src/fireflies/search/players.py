"""Players that search: a belief, a model of the game, and a budget."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, Generic, TypeAlias, TypeVar

from fireflies.chance import Draws
from fireflies.contract import Action, Bot, State, Turn
from fireflies.search.budget import CLOCK, Budget, Clock, read_budget
from fireflies.search.tree import Model, StateModel, Tree

_S = TypeVar("_S", bound=State)
_T = TypeVar("_T")

Belief: TypeAlias = Callable[[Turn[Any], Draws], _S]
"""Returns a state that may be the true one, as far as the seat of the turn knows."""


@dataclass(frozen=True, slots=True)
class Searcher(Generic[_S]):
    """A player that chooses by tree search, at once or in slices of the search."""

    budget: Budget
    belief_of: Callable[[Turn[Any]], Callable[[Draws], _S]]
    """Called once for each decision; the returned function is called once for each rollout, and
    returns the state from which the rollout begins."""
    model: Model[_S]

    def __call__(self, turn: Turn[State]) -> Action:
        """Return the action, after the whole search."""
        return finish(self.slices(turn))

    def slices(self, turn: Turn[State]) -> Generator[float, None, Action]:
        """Search and return the action; yield the share of the budget spent before each rollout.

        The search ends early when the rollouts that are left can't change the action.
        """
        actions = turn.legal_actions
        if len(actions) == 1:
            return actions[0]
        tree = yield from self.grow(turn, early=True)
        return tree.best()

    def grow(self, turn: Turn[Any], *, early: bool = False) -> Generator[float, None, Tree[_S]]:
        """Return the tree of the whole search, or ``early`` that of one that may end early.

        It yields as :meth:`slices`.
        """
        spent = self.budget.spend()  # the time includes that of the belief
        tree, sample = Tree(self.model), self.belief_of(turn)
        for left, share in zip(count(self.budget.rollouts, -1), spent, strict=False):
            if early and tree.is_decided(left):
                break
            yield share
            tree.grow(sample(turn.draws), turn.draws)
        return tree


def finish(slices: Generator[float, None, _T]) -> _T:
    """Do all slices of a search, and return its result."""
    try:
        while True:
            next(slices)
    except StopIteration as end:
        result: _T = end.value
        return result


def player(
    setting: str,
    belief_of: Callable[[Turn[Any]], Callable[[Draws], _S]],
    model: Model[_S],
    clock: Clock = CLOCK,
) -> Searcher[_S]:
    """Return a player with the budget of this setting.

    Raises:
        ValueError: when the setting is no budget (:mod:`fireflies.search.budget`).
    """
    return Searcher(read_budget(setting, clock), belief_of, model)


def sampled(turn: Turn[_S]) -> Callable[[Draws], _S]:
    """Return a function that draws a state that looks the same to the seat: the usual belief."""
    return turn.sample


def search(setting: str, belief: Belief[State] = Turn[State].sample, clock: Clock = CLOCK) -> Bot:
    """Return a player of any game, which searches with this budget for each decision.

    Raises:
        ValueError: when the setting is no budget (:mod:`fireflies.search.budget`).
    """
    return player(setting, partial(partial, belief), StateModel(), clock)
