"""Players of Smile that think ahead: they try out on the packed game what may come of each action.

``search:400`` remembers the whole play and so knows every hand; only what chance turns up is open.
``search-view:400`` has the table as it is now, and guesses the hands of the others anew for each
rollout. What follows the colon is the budget of a decision (:mod:`fireflies.search.budget`).

With a budget in rollouts, an action is a function of what the turn tells and of its draws, on every
machine, compiled or not. Nothing is kept from one decision for the next one, so a play can be
interrupted, taken back and gone on with.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Bot, Turn
from fireflies.search.budget import CLOCK, Clock
from fireflies.search.player import player
from fireflies.search.tree import Model
from fireflies.smile import rules
from fireflies.smile.beliefs import Guesses, recall
from fireflies.smile.fast.ending import winning
from fireflies.smile.fast.luck import Luck
from fireflies.smile.fast.state import State

_WHOLE: Final = 60
"""A whole victory, in parts: it can be shared among 3, 4 or 5 without a rest."""


class Packed(Model[State]):
    """How a search moves through packed positions: a row at once, and random plays without states.

    Everyone is taken to know every hand.
    """

    @override
    def key(self, state: State, /) -> Hashable:
        """Return the position."""
        return state.words

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        """Return the state after a whole row was turned up."""
        return state.deal_row(draws.bits())

    @override
    def play_out(self, state: State, draws: Draws, /) -> Sequence[float]:
        """Return the share of the victory that each seat wins in a random play, in parts."""
        points, clear, _ = state.play_out(Luck(draws.bits()))
        winners = winning(points, clear)
        share = _WHOLE // len(winners)
        return [share if seat in winners else 0 for seat in range(len(points))]


class Guessed(Packed):
    """The same for hands that are guessed: positions that differ in the hands share a node."""

    @override
    def key(self, state: State, /) -> Hashable:
        """Return the position but for the beads in the hands."""
        words = state.words
        return words[:3] + words[5:]


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


def _remembered(turn: Turn[rules.State]) -> Callable[[Draws], State]:
    state = recall(turn)
    return lambda _: state


def _guessed(turn: Turn[rules.State]) -> Callable[[Draws], State]:
    return Guesses(turn.view).draw
