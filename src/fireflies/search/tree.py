"""Monte Carlo tree search with chance and secrets, over any state.

Each rollout goes down by what has paid most, adds one node, plays on at random, and adds what it
came to on its way back. With more than two seats the loss of one is not the gain of another: each
seat counts its own returns and prefers what brings it most (max^n).

A node stands for what the deciding seat knows, not for a state: states that look the same to it
share one node (information set Monte Carlo tree search, with a node for each observer: Cowling,
Powley, Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games, 2012). Chance has no node: what it does is drawn anew in each rollout.
"""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, State

CURIOSITY: Final = 0.4
"""How much an action that was rarely tried is preferred, in parts of the spread of the returns."""

_S = TypeVar("_S", bound=State)


class Model(Protocol[_S]):
    """How a search moves through a game; a packed game may have a faster one of its own."""

    @abstractmethod
    def key(self, state: _S, /) -> Hashable:
        """Return what the deciding seat knows: the same where states look the same to it."""

    @abstractmethod
    def deal(self, state: _S, draws: Draws, /) -> _S:
        """Return the state after chance has acted, once or more often."""

    @abstractmethod
    def play_out(self, state: _S, draws: Draws, /) -> Sequence[float]:
        """Return what a random play from here comes to, by seat."""


class Plain(Model[State]):
    """The model of any game, by its contract alone."""

    @override
    def key(self, state: State, /) -> Hashable:
        """Return the view of the deciding seat, in one line."""
        actor = state.actor
        return actor, state.view(actor if isinstance(actor, int) else None).position

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        """Return the state after one action of chance."""
        return state.apply(state.deal(draws))

    @override
    def play_out(self, state: State, draws: Draws, /) -> Sequence[float]:
        """Return the returns of a random play from here."""
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
        """What they brought to the seat that chose it, together."""


_Node: TypeAlias = dict[Action, _Branch]


class Tried(NamedTuple):
    """What is known of an action."""

    visits: int
    """Rollouts that began with it."""
    value: float
    """What they brought to the seat that decides, on average."""


class Tree(Generic[_S]):
    """What rollouts have found out about one decision."""

    __slots__ = ("_highest", "_lowest", "_model", "_nodes", "_root")

    def __init__(self, model: Model[_S]) -> None:
        """Know nothing yet."""
        self._model = model
        self._root: _Node = {}
        self._nodes: dict[Hashable, _Node] = {}
        self._lowest = self._highest = 0.0

    def grow(self, state: _S, draws: Draws) -> None:
        """Make one rollout from this state, in which a seat decides.

        The same seat decides in all states that one tree is grown from, and they look the same to
        it.
        """
        model, nodes, node = self._model, self._nodes, self._root
        path: list[tuple[int, _Branch]] = []
        new = False
        spread = CURIOSITY * (self._highest - self._lowest)
        while not new and (actor := state.actor) is not None:
            if not isinstance(actor, int):
                state = model.deal(state, draws)
                continue
            if path:
                key = model.key(state)
                found = nodes.get(key)
                if found is None:
                    found = nodes[key] = {}
                node = found
            action = _choose(node, state.legal_actions, spread)
            branch = node.get(action)
            if branch is None:
                new, branch = True, _Branch()
                node[action] = branch
            path.append((actor, branch))
            state = state.apply(action)
        values = model.play_out(state, draws)
        self._lowest = min(self._lowest, *values)
        self._highest = max(self._highest, *values)
        for actor, branch in path:
            branch.visits += 1
            branch.won += values[actor]

    def tried(self, action: Action) -> Tried:
        """Return what has been found out about an action of the seat that decides."""
        branch = self._root.get(action)
        return Tried(0, 0.0) if branch is None else Tried(branch.visits, branch.won / branch.visits)

    def best(self, actions: Sequence[Action]) -> Action:
        """Return the action that was tried most; of several, the one that won most; the first.

        What was tried most is more certain than what won most, and rarely anything else.
        """
        return max(actions, key=self.tried)


def _choose(node: _Node, actions: Sequence[Action], spread: float) -> Action:
    """Return an action that was never tried, or the most promising one; the first of several.

    The promise is what an action has won on average, and more for those that were tried less, in
    the form of PUCT with equal priors (Silver et al., "Mastering the game of Go without human
    knowledge", Nature 2017). It needs no function but the square root, whose last bit is the same
    on every machine: a search is as repeatable as a draw.
    """
    if len(actions) == 1:
        return actions[0]
    known: list[_Branch] = []
    visits = 0
    for action in actions:
        branch = node.get(action)
        if branch is None:
            return action
        known.append(branch)
        visits += branch.visits
    curiosity = spread * sqrt(visits)
    promises = [branch.won / branch.visits + curiosity / (1 + branch.visits) for branch in known]
    return actions[promises.index(max(promises))]
