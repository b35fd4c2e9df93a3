"""A bot that searches Misbehavin' with the tree of the library.

In a node it tries a few actions to which the bot ``greedy`` gives the highest worth, and more of
them with more visits. A rollout goes on with that bot to the end of the turn, and then the position
is valued: the power in play, and what the cards of each seat may still bring. Each rollout
begins with a random state that looks the same to the seat that searches, so no secret is used.
"""

from collections.abc import Hashable, Sequence
from math import fsum, isqrt
from typing import Final

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import Bot
from fireflies.contract.rules import ignore
from fireflies.misbehavin.box.cards import BLACK
from fireflies.misbehavin.play.bots import Valuer, best, ranked
from fireflies.misbehavin.rules.actions import Action
from fireflies.misbehavin.rules.ending import outcome_of
from fireflies.misbehavin.rules.judging import carry_out
from fireflies.misbehavin.rules.position import Working, standing_power
from fireflies.misbehavin.rules.state import State, deal_all
from fireflies.search.budget import CLOCK, Clock
from fireflies.search.players import player, sampled
from fireflies.search.tree import Model, advantages, shares

ACTIONS: Final = 4
"""The actions that are tried in a node at first."""

WIN: Final = 100.0
"""The worth of a victory."""
REACHED: Final = 30.0
"""The worth of having the needed power, which wins only when the next turn of the seat begins."""
POWER: Final = 10.0
"""The worth of a point of power in play."""
HAND: Final = 4.0
"""The worth of a card in hand, besides its own: it can be used in the next turn."""
TOKEN: Final = 0.5
"""The worth of a 'verse token or a credit."""
BURDEN: Final = 1.5
"""The loss for each card of The Black."""


class ShortRollouts(Model[State]):
    """A model whose rollouts are short and end with an estimate of the position."""

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        """Return everything that the seat sees."""
        seen = tuple(
            [(*it[2:], len(it.hand), tuple(sorted(it.hand + it.deck))) for it in state.players]
        )
        turn = (
            seat,
            state.phase,
            state.turn,
            state.moves,
            state.acquired,
            state.pending,
            *state.once,
            *state.did,
        )
        table = (state.market, state.slots, state.supply, state.reavers, state.activity)
        return (*turn, *table, state.market_decks, seen, state.players[seat].deck)

    @override
    def actions(self, state: State, /) -> Sequence[Action]:
        """Return the legal actions, those of the highest worth for :func:`greedy` first."""
        return ranked(state)

    @override
    def width(self, visits: int, /) -> int:
        """Return a few, and later half as many as the square root of the visits."""
        return max(ACTIONS, isqrt(visits) // 2)

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        """Return the state after all draws and reveals up to the next decision of a seat."""
        return _go_on(state, draws)

    @override
    def turn(self, state: State, /) -> int:
        """Return the number of the turn."""
        return state.turn

    @override
    def play_out(self, state: State, draws: Draws, left: int, /) -> Sequence[float]:
        """Return the value of the position after some turns of greedy, by seat."""
        end = state.turn + left
        state = _go_on(state, draws)
        while state.turn < end and state.phase != "over":
            state = _go_on(state, draws, best(state))
        return value(state)

    @override
    def returns(self, values: Sequence[float], /) -> Sequence[float]:
        """Return the leads as shares of the points of a victory."""
        return shares(values, WIN)


def _go_on(state: State, draws: Draws, *legal: Action) -> State:
    """Return the state after these legal actions, and after all draws and reveals that follow."""
    table = Working(state, ignore)
    for action in legal:
        carry_out(table, action)
    deal_all(table, lambda _: draws)
    return table.position(State)


def value(state: State) -> list[float]:
    """Return the value of a position for each seat: its lead over the mean of the others."""
    worth = [_worth(state, seat) for seat in range(len(state.players))]
    if state.phase == "over":
        outcome = outcome_of(state)
        for seat in outcome.winners:
            worth[seat] += WIN / len(outcome.winners)
    return advantages(worth)


def _worth(state: State, seat: int) -> float:
    """Return the worth of the cards, tokens and credits of a seat."""
    own, needed = state.players[seat], state.options.needed[seat]
    standing, valuer = standing_power(state, seat), Valuer(state, seat)
    cards = [name for pile in (own.hand, own.deck, own.recycle) for name in pile]
    owned = fsum(valuer.value(name) for name in cards if name != BLACK)
    return (
        POWER * min(standing, needed)
        + (REACHED if standing >= needed else 0.0)
        + HAND * len(own.hand)
        + owned
        + TOKEN * (own.purse + own.credits)
        - BURDEN * cards.count(BLACK)
    )


def search(setting: str, clock: Clock = CLOCK) -> Bot:
    """Return a bot that searches with this budget for each decision.

    Raises:
        ValueError: when the setting is not a budget.
    """
    return player(setting, sampled, ShortRollouts(), clock)
