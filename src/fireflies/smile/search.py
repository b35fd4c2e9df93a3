"""Players of Smile that search: they try out on the packed game what may come of each action.

``search:400`` remembers the whole play and so knows every hand; only the cards to come are open.
``search-view:400`` has the table as it is now, and draws the hands of the others anew for each
rollout. What follows the colon is the budget of a decision (:mod:`fireflies.search.budget`).

With a budget in rollouts, an action is a function of what the turn tells and of its draws, on every
machine, compiled or not. Nothing is kept from one decision for the next one, so a play can be
interrupted, taken back and continued.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Bot, Turn, Viewed
from fireflies.search.budget import CLOCK, Clock
from fireflies.search.players import player
from fireflies.search.tree import Model
from fireflies.smile.beliefs import recall
from fireflies.smile.fast.state import State, pack
from fireflies.smile.rules import State as Readable
from fireflies.smile.rules import settle
from fireflies.smile.view import View

_WHOLE: Final = 60
"""The value of a whole victory: it can be shared among 3, 4 or 5 without a fraction."""


class Packed(Model[State]):
    """How a search moves through packed states: a row at once, and random plays without states.

    Every seat is assumed to know every hand.
    """

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        """Return the position."""
        return state.words

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        """Return the state after a whole row was turned up."""
        return state.deal_row(draws.bits())

    @override
    def play_out(self, state: State, draws: Draws, /) -> Sequence[float]:
        """Return the share of the victory that each seat wins in a random play."""
        points, clear, _ = state.play_out(draws.bits())
        winners = settle(points, clear).winners
        share = _WHOLE // len(winners)
        return [share if seat in winners else 0 for seat in range(len(points))]


class Guessed(Packed):
    """The same for hands that are guessed: states that differ only in the hands share a node.

    The legal actions depend on whether the deciding seat has a clear bead, so they are in the key.
    """

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        """Return cards, beads on offer, turn and legal actions, from which the rest follows."""
        low, middle, high, _, _, _, beads, _, turn = state.words
        return low, middle, high, beads, turn, state.legal_mask


def search(setting: str, clock: Clock = CLOCK) -> Bot:
    """Return a player that remembers everything, with this budget for each decision.

    Raises:
        ValueError: when the setting is no budget.
    """
    return player(setting, _remembered, Packed(), clock)


def search_view(setting: str, clock: Clock = CLOCK) -> Bot:
    """Return a player that knows only what it sees now, with this budget for each decision.

    Raises:
        ValueError: when the setting is no budget.
    """
    return player(setting, _guessed, Guessed(), clock)


def _remembered(turn: Turn[Viewed[View]]) -> Callable[[Draws], State]:
    state = recall(turn)
    return lambda _: state


def _guessed(turn: Turn[Readable | State]) -> Callable[[Draws], State]:
    state = turn.sample(turn.draws)
    packed = state if isinstance(state, State) else pack(state)
    return partial(packed.alike, turn.seat)
