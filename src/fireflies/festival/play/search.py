"""A bot that searches Firefly Festival with the tree of the library.

In a node it tries a few actions to which :func:`~fireflies.festival.play.bots.greedy` gives the
highest worth, and more of them with more visits. A rollout goes on with that bot to the end of the
next turn, and then the position is valued: the points, those of the chains, and a share of what
goals, pieces and coins may still bring.
"""

from collections.abc import Hashable, Sequence
from math import isqrt
from typing import Final

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot
from fireflies.festival.play.bots import COIN, LINK, ranked
from fireflies.festival.rules.ending import chain, chain_points, settle
from fireflies.festival.rules.hold import pieces_on
from fireflies.festival.rules.position import stacks, tile_of
from fireflies.festival.rules.secondary import measures
from fireflies.festival.rules.state import State
from fireflies.search.budget import CLOCK, Clock
from fireflies.search.players import player, sampled
from fireflies.search.tree import Model, advantages, shares

ACTIONS: Final = 3
"""The actions that are tried in a node at first."""
TURNS: Final = 2
"""The turns that are played on with greedy, the current one included."""

WIN: Final = 60.0
"""The points added to the score of the winner at the end; several winners share them."""
LONGEST: Final = 0.5
"""Before the end, the share of ``Figures.longest`` that a seat with the longest chain gets."""
CROW: Final = 0.7
"""Before the end, the share of ``Figures.crow_loss`` that is subtracted for its holder."""
GOAL: Final = 0.5
"""The share of a goal's points that counts for a seat that has all that the goal needs; less counts
for a seat that has only a part of it."""
FISH: Final = 0.5
"""The points that a fish is worth."""
PIECE: Final = 0.35
"""The share of an island's points that a piece there is worth."""
READY: Final = 0.4
"""Added to ``PIECE`` when the island has the floors for a festival; a part of this with fewer."""
PRESENCE: Final = 1.0
"""The points that the first worker on an island is worth until its festival."""
PRESENCE_AFTER: Final = 0.3
"""The points that the first worker on a start island, or on an island after its festival, is worth.
"""


class ShortRollouts(Model[State]):
    """The model whose rollouts are short, and end with the value of a position.

    The turns count from where a rollout leaves the tree: a fixed last turn was weaker.
    """

    horizon = TURNS

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        """Return what the seat sees."""
        own, players = state.players[seat], state.players
        seen = tuple([(*it[:6], len(it.goals), it.claimed, it.completed) for it in players])
        turn = (seat, state.seat, state.phase, state.mains, state.secondary, state.pending)
        table = (state.islands, state.bridges, state.crow, state.sorin, state.taken, state.idle)
        limits = (state.kinds, state.turns_left)
        return (*turn, *table, *limits, seen, own.goals, own.powers)

    @override
    def actions(self, state: State, /) -> Sequence[Action]:
        """Return the legal actions, those of the highest worth for greedy first."""
        return ranked(state)

    @override
    def width(self, visits: int, /) -> int:
        """Return a few, and later as many as the square root of the visits."""
        return max(ACTIONS, isqrt(visits))

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        """Return the state after one action of chance."""
        return state.apply(state.deal(draws))

    @override
    def play_out(self, state: State, draws: Draws, left: int, /) -> Sequence[float]:
        """Return the value of the position after some turns of greedy, by seat."""
        seat = state.seat
        while left and state.actor is not None:
            is_dealt = state.actor == CHANCE
            state = state.apply(state.deal(draws) if is_dealt else ranked(state)[0])
            if state.seat != seat:
                left, seat = left - 1, state.seat
        return value(state)

    @override
    def returns(self, values: Sequence[float], /) -> Sequence[float]:
        """Return the leads as shares of the points of a victory."""
        return shares(values, WIN)


def value(state: State) -> list[float]:
    """Return what a position is worth to each seat: its lead over the mean of the others."""
    return advantages(_final(state) if state.actor is None else _promised(state))


def _final(state: State) -> list[float]:
    """Return the final scores; the winners share ``WIN`` points."""
    outcome = settle(state)
    share = WIN / len(outcome.winners)
    return [
        score + (share if seat in outcome.winners else 0.0)
        for seat, score in enumerate(outcome.scores)
    ]


def _promised(state: State) -> list[float]:
    """Return the points of each seat, and a share of what it may still get."""
    seats = range(len(state.players))
    chains = [chain(state, seat) for seat in seats]
    figures, longest = state.options.box.figures, max(chains)
    tops = [stack.top for stack in stacks(state) if stack.top]
    found: list[float] = []
    for seat, owner in enumerate(state.players):
        worth = owner.points + COIN * owner.coins + FISH * owner.fish
        worth += chain_points(state.options, chains[seat]) + LINK * chains[seat]
        worth += LONGEST * figures.longest if chains[seat] == longest else 0.0
        worth -= CROW * figures.crow_loss if state.crow == seat else 0.0
        counts = measures(state, seat)
        for goal in (*tops, *owner.goals):
            reached = min(1.0, counts[goal.kind] / goal.needs)
            worth += GOAL * goal.points * reached * reached
        found.append(worth)
    for island, site in enumerate(state.islands):
        tile = tile_of(state, island)
        if site.sealed or tile.size == "start":
            for seat in seats:
                found[seat] += PRESENCE_AFTER if site.workers[seat] else 0.0
            continue
        needed = state.options.box.size(tile.size).floors
        share = PIECE + READY * min(1.0, (len(site.floors) + 1) / (needed + 1))
        for seat, pieces in enumerate(pieces_on(state, island)):
            found[seat] += share * tile.points * pieces
            found[seat] += PRESENCE if site.workers[seat] else 0.0
    return found


def search(setting: str, clock: Clock = CLOCK) -> Bot:
    """Return a bot that searches with this budget for each decision.

    Raises:
        ValueError: when the setting is not a budget.
    """
    return player(setting, sampled, ShortRollouts(), clock)
