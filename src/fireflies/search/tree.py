"""Monte Carlo tree search with chance and secrets, over any state.

Each rollout goes down the tree by the actions that have paid most, tries one new action, plays on
at random, and adds what that came to on its way back. With more than two seats the loss of one is
not the gain of another: each seat counts its own returns and prefers what brings it most (max^n).

A node stands for what the deciding seat sees, not for a state: states that look the same to it
share one node (information set Monte Carlo tree search, with a node for each observer: Cowling,
Powley, Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games, 2012). Chance has no node: what it does is drawn anew in each rollout.
"""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from math import inf, sqrt
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, State

CURIOSITY: Final = 0.4
"""How much an action that was rarely tried is preferred, in parts of the spread of all values."""

_S = TypeVar("_S", bound=State)


class Model(Protocol[_S]):
    """How a search moves through a game; a packed game may have a faster one of its own."""

    @abstractmethod
    def key(self, state: _S, seat: int, /) -> Hashable:
        """Return what the deciding seat sees: equal for states that look the same to it.

        States with equal keys have the same legal actions in the same order.
        """

    @abstractmethod
    def deal(self, state: _S, draws: Draws, /) -> _S:
        """Return the state after chance has acted, once or more often."""

    @abstractmethod
    def play_out(self, state: _S, draws: Draws, /) -> Sequence[float]:
        """Return the value of a random play from this state on, by seat."""


class Plain(Model[State]):
    """The model of any game, by its contract alone."""

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        """Return the seat, and its view in one line."""
        return seat, state.view(seat).position

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        """Return the state after one action of chance."""
        return state.apply(state.deal(draws))

    @override
    def play_out(self, state: State, draws: Draws, /) -> Sequence[float]:
        """Return the returns of a random play from this state on."""
        while (outcome := state.outcome) is None:
            chance = state.actor == CHANCE
            action = state.deal(draws) if chance else draws.choose(state.legal_actions)
            state = state.apply(action)
        return [*map(float, outcome.returns)]


class _Branch:
    """An action in a node."""

    __slots__ = ("visits", "won")

    def __init__(self) -> None:
        self.visits = 0
        """Rollouts that went this way."""
        self.won = 0.0
        """The sum of their values for the seat that chose it."""


_Node: TypeAlias = list[_Branch]
"""The legal actions that have been tried: the first ones, in their order."""


class Tried(NamedTuple):
    """What is known of an action."""

    visits: int
    """Rollouts that began with it."""
    value: float
    """Their mean value for the seat that decides."""


class Tree(Generic[_S]):
    """What rollouts have found out about one decision."""

    __slots__ = ("_actions", "_highest", "_lowest", "_model", "_nodes", "_root")

    def __init__(self, model: Model[_S]) -> None:
        """Return a tree without rollouts."""
        self._model = model
        self._actions: tuple[Action, ...] = ()
        self._root: _Node = []
        self._nodes: dict[Hashable, _Node] = {}
        self._lowest, self._highest = inf, -inf

    def grow(self, state: _S, draws: Draws) -> None:
        """Make one rollout from this state, in which a seat decides.

        All states that one tree is grown from look the same to the seat that decides.
        """
        model, nodes, node = self._model, self._nodes, self._root
        if not node:
            self._actions = state.legal_actions
        # Where all values were equal, any scale makes the search try all actions alike.
        spread = CURIOSITY * (self._highest - self._lowest or 1.0)
        path: dict[_Branch, int] = {}
        while (actor := state.actor) is not None:
            if not isinstance(actor, int):
                state = model.deal(state, draws)
                continue
            if path:
                key = model.key(state, actor)
                found = nodes.get(key)
                if found is None:
                    found = nodes[key] = []
                node = found
            actions = state.legal_actions
            place = _choose(node, len(actions), spread)
            if place == len(node):
                node.append(_Branch())
            branch = node[place]
            if branch in path:  # a position that comes again: the tree could go round for ever
                break
            path[branch] = actor
            state = state.apply(actions[place])
            if not branch.visits:
                break
        values = model.play_out(state, draws)
        self._lowest = min(self._lowest, *values)
        self._highest = max(self._highest, *values)
        for branch, actor in path.items():
            branch.visits += 1
            branch.won += values[actor]

    @property
    def tried(self) -> dict[Action, Tried]:
        """What is known of each action that the deciding seat has tried, in their order."""
        return {
            action: Tried(branch.visits, branch.won / branch.visits)
            for action, branch in zip(self._actions, self._root, strict=False)
        }

    def best(self) -> Action:
        """Return the action that was tried most; of several, the one of most value; the first.

        What was tried most is more certain than what has most value, and rarely another action.

        Raises:
            ValueError: when there was no rollout.
        """
        tried = self.tried
        return max(tried, key=lambda action: tried[action])


def _choose(node: _Node, count: int, spread: float) -> int:
    """Return which action to take: the first that was never tried, or the most promising one.

    The promise is the mean value of an action, and more for those that were tried less, in the form
    of PUCT with equal priors (Silver et al., "Mastering the game of Go without human knowledge",
    Nature 2017). It needs no function but the square root, whose last bit is the same on every
    machine: with the same draws, a search gives the same tree everywhere.
    """
    if len(node) < count:
        return len(node)
    if count == 1:
        return 0
    curiosity = spread * sqrt(sum([branch.visits for branch in node]))
    promises = [branch.won / branch.visits + curiosity / (1 + branch.visits) for branch in node]
    return promises.index(max(promises))
