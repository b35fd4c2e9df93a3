"""A bot that searches Firefly Festival with the tree of the library.

A rollout ends with the turn in which it leaves the tree, played on by :func:`greedy
<fireflies.festival.bots.greedy>`; then the position is valued.
"""

from collections.abc import Hashable, Sequence
from typing import Any, Final

from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Action, Bot, Turn
from fireflies.festival.bots import COIN, ranked
from fireflies.festival.ending import chain, chain_points, settle
from fireflies.festival.network import network
from fireflies.festival.position import stacks, tile_of
from fireflies.festival.rules import State
from fireflies.festival.secondary import measure
from fireflies.search.budget import CLOCK, Clock
from fireflies.search.players import player
from fireflies.search.tree import Model

WIN: Final = 60.0
"""The points that a victory is worth besides its margin."""
HALF: Final = 0.5
PIECE: Final = 0.5
WORKER: Final = 1.0
LONGEST: Final = 0.5
GOAL: Final = 0.5


class Valued(Model[State]):
    """The model whose rollouts are short, and end with the value of a position."""

    turns: int = 1
    most: int = 4

    @override
    def actions(self, state: State, /) -> Sequence[Action]:
        """Return the best actions by the worth that greedy gives them."""
        return ranked(state)[: self.most]

    @override
    def key(self, state: State, seat: int, /) -> Hashable:
        """Return what the seat sees."""
        players = state.players
        seen = [(*player[:6], len(player.goals), *player[7:9]) for player in players]
        return (
            seat,
            state.phase,
            state.mains,
            state.secondary,
            state.pending,
            state.sites,
            state.bridges,
            state.crow,
            players[seat].goals,
            players[seat].powers,
            tuple(seen),
        )

    @override
    def deal(self, state: State, draws: Draws, /) -> State:
        return state.apply(state.deal(draws))

    @override
    def play_out(self, state: State, draws: Draws, /) -> Sequence[float]:
        left, seat = self.turns, state.seat
        while left and state.phase != "over":
            if state.actor == CHANCE:
                state = state.apply(state.deal(draws))
            else:
                state = state.apply(ranked(state)[0])
            if state.seat != seat:
                left, seat = left - 1, state.seat
        return value(state)


def value(state: State) -> list[float]:
    """Return what the position is worth to each seat: the lead over the mean of the others."""
    if state.phase == "over":
        outcome = settle(state)
        worth = [*map(float, outcome.scores)]
        for seat in outcome.winners:
            worth[seat] += WIN / len(outcome.winners)
    else:
        worth = _worth(state)
    total, others = sum(worth), len(worth) - 1
    return [it - (total - it) / others for it in worth]


def _worth(state: State) -> list[float]:
    seats = range(len(state.players))
    chains = [chain(state, seat) for seat in seats]
    longest = max(chains)
    ends = network(state).ends
    found: list[float] = []
    tops = [stack.top for stack in stacks(state) if stack.top]
    figures = state.options.box.figures
    for seat in seats:
        player = state.players[seat]
        worth = player.points + COIN * player.coins + 0.5 * player.fish
        worth += chain_points(state.options, chains[seat]) + 1.5 * chains[seat]
        worth += LONGEST * figures.longest * (chains[seat] == longest)
        worth -= figures.crow_loss * 0.7 * (state.crow == seat)
        for goal in (*tops, *player.goals):
            has = measure(state, seat, goal.kind)
            worth += GOAL * goal.points * min(1.0, has / goal.needs) ** 2
        found.append(worth)
    for index, site in enumerate(state.sites):
        tile = tile_of(state, index)
        if site.sealed or tile.size == "start":
            for seat in seats:
                found[seat] += 0.3 * min(1, site.workers[seat])
            continue
        need = state.options.box.size(tile.size).floors
        ready = min(1.0, (len(site.floors) + 1) / (need + 1))
        for seat in seats:
            pieces = site.floors.count(seat) + ends[index].count(seat) + site.workers[seat]
            found[seat] += (0.35 + 0.4 * ready) * tile.points * pieces
            if site.workers[seat]:
                found[seat] += WORKER
    return found


def _sampled(turn: Turn[Any]) -> Any:
    return turn.sample


def search(setting: str, clock: Clock = CLOCK) -> Bot:
    """Return a bot that searches with this budget for each decision.

    Raises:
        ValueError: when the setting is not a budget.
    """
    return player(setting, _sampled, Valued(), clock)
