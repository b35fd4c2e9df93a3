"""Bots that search Smile with rollouts on the packed game.

``search:400`` uses everything that its seat has seen of the play: it knows every hand, but not the
order of the cards. (In a play that began in the middle of a game, it guesses the hands.)
``search-view:400`` knows the current table only, and draws the hands of the others anew for each
rollout. The setting after the colon is the budget of a decision (:mod:`fireflies.search.budget`).

With a budget in rollouts, the action depends on the turn and its draws alone, on every machine,
compiled or not. No bot keeps anything between decisions, so a play can be interrupted, undone and
continued.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, Final

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Bot, Turn
from fireflies.search.budget import CLOCK, Clock
from fireflies.search.players import player
from fireflies.search.tree import Model
from fireflies.smile.fast.state import State, pack
from fireflies.smile.play.beliefs import recall
from fireflies.smile.rules.state import State as ReadableState
from fireflies.smile.rules.state import settle

_VICTORY_VALUE: Final = 60
"""The value of a victory, which 1 to 5 winners can share without a fraction."""


class KnownHandsModel(Model[State]):
    """The model of packed states in which every seat knows every hand.

    A row is dealt in one step, and rollouts make no states.
    """

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        """Return the integers that encode the whole position."""
        return state.words

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        """Return the state after chance has revealed the whole row."""
        return state.deal_row(draws.bits())

    @override
    def play_out(self, state: State, draws: Draws, left: int, /) -> Sequence[float]:
        """Return the share of the victory that each seat wins in a random play."""
        points, clear, _ = state.play_out(draws.bits())
        winners = settle(points, clear).winners
        share = _VICTORY_VALUE / len(winners)
        return [share if seat in winners else 0 for seat in range(len(points))]

    @override
    def told(self, value: float, seats: int, /) -> float:
        """Return the share of the victory less an equal share, as returns are counted."""
        return value / _VICTORY_VALUE - 1 / seats

    @override
    def returns(self, values: Sequence[float], /) -> Sequence[float]:
        """Return the shares of the victory less an equal share."""
        return [self.told(value, len(values)) for value in values]


class GuessedHandsModel(KnownHandsModel):
    """The model of packed states with guessed hands; states share a node if only hands differ.

    Whether the deciding seat has a clear bead changes its legal actions, so the key has them too.
    """

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        """Return cards, beads on offer, turn and legal actions, but not the hands."""
        low, middle, high, _, _, _, beads, _, turn = state.words
        return low, middle, high, beads, turn, state.legal_mask


def search(setting: str, clock: Clock = CLOCK) -> Bot:
    """Return a bot that uses all that its seat has seen, with this budget for each decision.

    Raises:
        ValueError: when the setting is not a budget.
    """
    return player(setting, _known_hands_sampler, KnownHandsModel(), clock)


def search_view(setting: str, clock: Clock = CLOCK) -> Bot:
    """Return a bot that knows only its current view, with this budget for each decision.

    Raises:
        ValueError: when the setting is not a budget.
    """
    return player(setting, _guessed_hands_sampler, GuessedHandsModel(), clock)


def _known_hands_sampler(turn: Turn[Any]) -> Callable[[Draws], State]:
    try:
        state = recall(turn)
    except ValueError:  # the play began in the middle of a game
        return _guessed_hands_sampler(turn)
    return lambda _: state


def _guessed_hands_sampler(turn: Turn[ReadableState | State]) -> Callable[[Draws], State]:
    state = turn.sample(turn.draws)
    packed = state if isinstance(state, State) else pack(state)
    return partial(packed.alike, turn.seat)
