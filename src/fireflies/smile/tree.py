"""A tree of what may happen next, grown by rollouts: Monte Carlo tree search with chance.

Each rollout goes down the tree by what has won most, adds one branch, plays on at random, and adds
what it came to on its way back. With more than two seats nobody's loss is another one's win: each
seat counts its own share of the victory and prefers what brings it most of it (max^n).

Chance is explicit: below the end of an auction there is a branch for each row that was dealt there.
There are thousands of rows while the draw pile is high, and then none comes twice; that is as it
should be, as a plan for one row says nothing about another one. When the pile is low, rows come
again, and the tree finds what is right for each: the value of a branch goes towards the one that
:mod:`fireflies.smile.endgame` finds. A plan made without a look at the row never would.

States are not kept in the tree but played along, so one tree serves states that differ in what the
searching seat can't see.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple, TypeAlias

from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Actor
from fireflies.smile.fast.ending import winning
from fireflies.smile.fast.luck import Luck
from fireflies.smile.fast.state import State

WHOLE: Final = 60
"""A whole victory, in parts: it can be shared among 3, 4 or 5 without a rest."""

CURIOSITY: Final = 0.4
"""How much a branch that was rarely tried is preferred, in victories; see :func:`_choose`."""

_ROW: Final = 5
"""Where the row is in :data:`fireflies.smile.fast.packed.Words`."""

_Branches: TypeAlias = "dict[object, _Branch]"
"""By an action, or by the row that chance has dealt."""


class _Branch:
    """What may happen next: an action, or a row."""

    __slots__ = ("after", "visits", "won")

    def __init__(self) -> None:
        """Not tried yet."""
        self.visits = 0
        """Rollouts that went this way."""
        self.won = 0
        """What they brought to the seat that chose it, together, in parts of a whole."""
        self.after: _Branches = {}


class Tried(NamedTuple):
    """What is known of an action."""

    visits: int
    """Rollouts that began with it."""
    share: float
    """The share of the victory that they brought to the seat that decides, on average."""


class Tree:
    """What rollouts have found out about one decision."""

    __slots__ = ("_roots",)

    def __init__(self) -> None:
        """Nothing yet."""
        self._roots: _Branches = {}

    def grow(self, state: State, draws: Draws) -> None:
        """One rollout from this state, in which a seat decides.

        The same seat decides in all states that one tree is grown from, and sees them alike.
        """
        branches, path = self._roots, list[tuple[Actor, _Branch]]()
        new = False
        while not new and (actor := state.actor) is not None:
            if actor == CHANCE:
                state = state.deal_row(draws.bits())
                what: object = state.words[_ROW]
            else:
                what = action = _choose(branches, state.legal_actions)
                state = state.apply(action)
            branch = branches.get(what)
            if branch is None:
                new, branch = True, _Branch()
                branches[what] = branch
            path.append((actor, branch))
            branches = branch.after
        points, clear, _ = state.play_out(Luck(draws.bits()))
        winners = winning(points, clear)
        for actor, branch in path:
            branch.visits += 1
            if actor in winners:
                branch.won += WHOLE // len(winners)

    def tried(self, action: Action) -> Tried:
        """What has been found out about an action of the seat that decides."""
        branch = self._roots.get(action)
        if branch is None:
            return Tried(0, 0.0)
        return Tried(branch.visits, branch.won / (WHOLE * branch.visits))

    def best(self, actions: Sequence[Action]) -> Action:
        """The one of these that was tried most; of several, the one that won most; the first.

        What was tried most is more certain than what won most, and rarely anything else.
        """
        return max(actions, key=self.tried)


def _choose(branches: _Branches, actions: Sequence[Action]) -> Action:
    """The next action to try: one that never was, or the most promising one; the first of several.

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
        branch = branches.get(action)
        if branch is None:
            return action
        known.append(branch)
        visits += branch.visits
    curiosity = CURIOSITY * WHOLE * sqrt(visits)
    promises = [branch.won / branch.visits + curiosity / (1 + branch.visits) for branch in known]
    return actions[promises.index(max(promises))]
