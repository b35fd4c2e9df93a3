"""Players that think ahead: they try out on the packed game what may come of each action.

``search:400`` remembers the whole play and so knows every hand; only what chance turns up is open.
``search-view:400`` has the table as it is now, and guesses the hands of the others anew for each
rollout (single-observer information set Monte Carlo tree search: Cowling, Powley, Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in
Games, 2012). What follows the colon is the budget of a decision (:mod:`fireflies.smile.budget`).

With a budget in rollouts, an action is a function of what the turn tells and of its draws, on every
machine, compiled or not. Nothing is kept from one decision for the next one, so a play can be
interrupted, taken back and gone on with.
"""

from collections.abc import Callable, Iterator
from itertools import repeat

from fireflies.contract import Action, Bot, Turn
from fireflies.smile import rules
from fireflies.smile.beliefs import Guesses, recall
from fireflies.smile.budget import CLOCK, Clock, read_budget
from fireflies.smile.fast.state import State
from fireflies.smile.tree import Tree


def search(setting: str, clock: Clock = CLOCK) -> Bot:
    """A player that remembers everything, with this budget for each decision.

    Raises:
        ValueError: when the setting is no budget.
    """
    return _player(lambda turn: repeat(recall(turn)), setting, clock)


def search_view(setting: str, clock: Clock = CLOCK) -> Bot:
    """A player that knows only what it sees now, with this budget for each decision.

    Raises:
        ValueError: when the setting is no budget.
    """
    return _player(_guesses, setting, clock)


def _guesses(turn: Turn[rules.State]) -> Iterator[State]:
    """Positions that look like this one, without end."""
    guesses = Guesses(turn.view)
    while True:
        yield guesses.draw(turn.draws)


def _player(
    states: Callable[[Turn[rules.State]], Iterator[State]], setting: str, clock: Clock
) -> Bot:
    """A player that grows a tree from these states, one after the other."""
    budget = read_budget(setting, clock)

    def choose(turn: Turn[rules.State]) -> Action:
        actions = turn.legal_actions
        if len(actions) == 1:
            return actions[0]
        rounds, tree = budget.spend(), Tree()
        for _, state in zip(rounds, states(turn), strict=False):
            tree.grow(state, turn.draws)
        return tree.best(actions)

    return choose
