"""Monte Carlo tree search for games with chance and secrets, over any state.

Each rollout goes down the tree by the actions with the best results so far, tries one new action,
plays on at random, and adds the result to the actions on its path. Each seat adds its own returns
and prefers the actions with the highest (max^n), since with more than two seats the loss of one is
not the gain of another.

A node stands for what the deciding seat sees, not for a state: states that look the same to it
share one node (information set Monte Carlo tree search, with a node for each observer: Cowling,
Powley, Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games, 2012). Chance has no nodes: its action is drawn again in each rollout.
"""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from math import fsum, sqrt
from sys import maxsize
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, State

EXPLORATION: Final = 0.4
"""The weight of the exploration of rarely tried actions, relative to the spread of the values of
the seat that decides."""

_S = TypeVar("_S", bound=State)


class Model(Protocol[_S]):
    """The operations of a game that a search needs; a game may have faster ones."""

    horizon: int = 1
    """The turns of a rollout, the first one included, as :meth:`turn` counts them."""

    @abstractmethod
    def key(self, state: _S, seat: int, /) -> Hashable:
        """Return the key of a node, equal for states that look the same to the deciding seat."""

    def actions(self, state: _S, /) -> Sequence[Action]:
        """Return the actions that may be tried in a node, the first ones first; by default all.

        States with equal keys have the same actions in the same order.
        """
        return state.legal_actions

    def width(self, visits: int, /) -> int:
        """Return how many of them may be tried in a node with so many visits; by default all.

        Where it grows with the visits, this is progressive widening (Coulom, "Computing Elo ratings
        of move patterns in the game of Go", 2007; Chaslot et al., "Progressive strategies for
        Monte-Carlo tree search", 2008). It is at least 1 and never falls.
        """
        del visits
        return maxsize

    @abstractmethod
    def deal(self, state: _S, draws: Draws, /) -> _S:
        """Return the state after chance has acted, once or more often."""

    def turn(self, state: _S, /) -> Hashable:
        """Return what changes with each turn; by default nothing: the tree does not count turns.

        When it does, all rollouts of a decision end with the same turn, also inside the tree, so
        that an action gains nothing by delaying what the next seat does.
        """
        del state
        return None

    @abstractmethod
    def play_out(self, state: _S, draws: Draws, left: int, /) -> Sequence[float]:
        """Return the value of a random play from this state on, by seat.

        ``left`` turns are played to their ends, that of the state first; with 0 the state itself is
        valued.
        """

    def told(self, value: float, seats: int, /) -> float:
        """Return a mean of such values as people read it, by default unchanged.

        A model whose values are wins on a scale of its own returns them as
        :attr:`Outcome.returns <fireflies.contract.Outcome.returns>` has them.
        """
        del seats
        return value

    def returns(self, values: Sequence[float], /) -> Sequence[float]:
        """Return such values in the unit of ``Outcome.returns``, by default unchanged.

        They may be below the lowest return, or above the highest.
        """
        return values


class StateModel(Model[State]):
    """The model of any game, which uses only the contract."""

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        return seat, state.view(seat).position

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        """Return the state after one action of chance."""
        return state.apply(state.deal(draws))

    @override
    def play_out(self, state: State, draws: Draws, left: int, /) -> Sequence[float]:
        while (outcome := state.outcome) is None:
            chance = state.actor == CHANCE
            action = state.deal(draws) if chance else draws.choose(state.legal_actions)
            state = state.apply(action)
        return [*map(float, outcome.returns)]


class _Branch:
    """The results of an action in a node."""

    __slots__ = ("total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        """The number of rollouts that took the action."""
        self.total = 0.0
        """The sum of their values for the seat that chose it."""


class _Node:
    """A node of the tree: the actions of the deciding seat, and the results of the tried ones."""

    __slots__ = ("actions", "branches")

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = actions
        self.branches: list[_Branch] = []
        """The results of the tried actions, which are the first ones of ``actions``."""


class Tried(NamedTuple):
    """The results of an action of the deciding seat."""

    visits: int
    """The number of rollouts that began with it."""
    value: float
    """Their mean value for the deciding seat."""


class Tree(Generic[_S]):
    """The search tree of one decision."""

    __slots__ = ("_highest", "_lowest", "_model", "_nodes", "_root")

    def __init__(self, model: Model[_S]) -> None:
        self._model = model
        self._root: _Node | None = None
        self._nodes: dict[Hashable, _Node] = {}
        self._lowest: Sequence[float] = ()
        self._highest: Sequence[float] = ()

    def grow(self, root: _S, draws: Draws) -> None:
        """Make one rollout from this state, in which a seat decides.

        All calls take states that look the same to that seat.
        """
        path: dict[_Branch, int] = {}
        state, left = self._go_down(root, draws, path)
        values = self._model.play_out(state, draws, left)
        self._lowest = [*map(min, self._lowest or values, values)]
        self._highest = [*map(max, self._highest or values, values)]
        for branch, actor in path.items():
            branch.visits += 1
            branch.total += values[actor]

    def _go_down(self, root: _S, draws: Draws, path: dict[_Branch, int]) -> tuple[_S, int]:
        """Go down the tree; return where it is left and the turns that are left there."""
        model, state = self._model, root
        turn, left, is_new = model.turn(state), model.horizon, False
        while (actor := state.actor) is not None and left and not is_new:
            if isinstance(actor, int):
                node = self._node(state, actor, is_root=not path)
                place = self._choose(node, actor)
                if place == len(node.branches):
                    node.branches.append(_Branch())
                branch = node.branches[place]
                if branch in path:  # a repeated position: the rollout might never end
                    break
                path[branch], is_new = actor, not branch.visits
                state = state.apply(node.actions[place])
            else:
                state = model.deal(state, draws)
            if (now := model.turn(state)) != turn:
                turn, left = now, left - 1
        return state, left

    def _node(self, state: _S, seat: int, *, is_root: bool) -> _Node:
        """Return the node of what the seat sees; that of the root has no key."""
        if is_root:
            if self._root is None:
                self._root = _Node(self._model.actions(state))
            return self._root
        key = self._model.key(state, seat)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = _Node(self._model.actions(state))
        return found

    def _choose(self, node: _Node, seat: int) -> int:
        """Return the index of the action to take: the next new one, or the most promising.

        The promise of an action is its mean value plus a bonus for few visits, in the form of PUCT
        with equal priors (Silver et al., "Mastering the game of Go without human knowledge", Nature
        2017). It needs only the square root, whose result is the same on every machine: with the
        same draws, a search gives the same tree everywhere.
        """
        branches = node.branches
        visits = sum([branch.visits for branch in branches])
        if len(branches) < min(len(node.actions), self._model.width(visits)):
            return len(branches)
        if len(branches) == 1:
            return 0
        # Where all values are equal, any spread makes the search try all actions equally often.
        spread = self._highest[seat] - self._lowest[seat] or 1.0
        bonus = EXPLORATION * spread * sqrt(visits)
        promises = [it.total / it.visits + bonus / (1 + it.visits) for it in branches]
        return promises.index(max(promises))

    @property
    def tried(self) -> dict[Action, Tried]:
        """The results of each action that was tried, in the order of the actions."""
        if self._root is None:
            return {}
        return {
            action: Tried(branch.visits, branch.total / branch.visits)
            for action, branch in zip(self._root.actions, self._root.branches, strict=False)
        }

    def is_decided(self, left: int) -> bool:
        """Return whether the best action stays the same in ``left`` more rollouts."""
        branches = self._root.branches if self._root else []
        *_, second, most = sorted([0, 0, *[branch.visits for branch in branches]])
        return most > second + left

    def best(self) -> Action:
        """Return the action that was tried most often; of several, the one with the highest value.

        The number of visits is a more reliable measure than the mean value.

        Raises:
            ValueError: when there was no rollout.
        """
        tried = self.tried
        return max(tried, key=lambda action: tried[action])


def advantages(worth: Sequence[float]) -> list[float]:
    """Return the worth of each seat less the mean worth of the others."""
    total, others = fsum(worth), len(worth) - 1
    return [it - (total - it) / others for it in worth]


def shares(leads: Sequence[float], win: float) -> list[float]:
    """Return ``advantages`` as returns, where a victory adds ``win`` to the worth of a seat."""
    return [lead * (len(leads) - 1) / len(leads) / win for lead in leads]
