"""Bots for Firefly Festival. Like every bot they get a view, never a state.

:func:`greedy` gives each legal action a worth in points, for now and for what it makes possible,
and takes the best.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from fireflies import contract
from fireflies.contract import Turn
from fireflies.festival.actions import (
    Bridge,
    Cross,
    Crow,
    End,
    Festival,
    Fish,
    Move,
    Pagoda,
    Private,
    Public,
    Recruit,
    To,
    Walk,
)
from fireflies.festival.chains import longest_chain
from fireflies.festival.components import Goal, Kind, Reward
from fireflies.festival.ending import chain_points
from fireflies.festival.hold import pieces_on
from fireflies.festival.network import network
from fireflies.festival.position import figures_of, own_islands, room, stacks, tile_of
from fireflies.festival.rules import State
from fireflies.festival.secondary import measure
from fireflies.festival.view import View

SPARE: Final = 8
"""With so many points, four of them are worth the coins of the crow."""
COIN: Final = 0.5
"""The points that a coin is worth."""
WORKER: Final = 1.5
"""The same of a recruit."""
GOAL: Final = 2.0
"""The same of a private goal that is drawn."""
PIECE: Final = 0.6
"""The share of an island's points that a piece there brings, until its festival."""
LINK: Final = 1.5
"""The points that one more island of the longest chain is worth, besides those of the table."""
PROGRESS: Final = 0.5
"""The share of a goal's points for a step to it, when that is the only one that it needs."""
PATIENCE: Final = 0.5
"""The worth below which a turn is not spent on moving a worker."""


def greedy(turn: Turn[State]) -> contract.Action:
    """Return the legal action of the highest worth; of several, the first one."""
    view, legal = turn.view, turn.legal_actions
    tops = [stack.top for stack in view.stacks if stack.top]
    judge = _Judge(view, turn.seat, tops, view.deck, legal)
    return max(legal, key=judge.worth)


def ranked(state: State) -> list[contract.Action]:
    """Return the legal actions of the deciding seat, those of the highest worth first."""
    tops = [stack.top for stack in stacks(state) if stack.top]
    legal = state.legal_actions
    judge = _Judge(state, state.seat, tops, len(state.deck), legal)
    return sorted(legal, key=judge.worth, reverse=True) if len(legal) > 1 else [*legal]


class _Judge:
    """What is good for a seat in a position."""

    def __init__(
        self,
        view: State | View,
        seat: int,
        tops: Sequence[Goal],
        deck: int,
        legal: Sequence[contract.Action],
    ) -> None:
        self._view = view
        self._seat = seat
        self._own = view.players[seat]
        self._deck = deck
        self._legal = legal
        self._goals = (*tops, *(self._own.goals or ()))
        self._tops = {goal.kind: goal.points for goal in tops}
        self._figures = figures_of(view, seat)
        self._net = network(view)
        self._board = view.options.board
        self._here: dict[int, float] = {}

    def worth(self, action: contract.Action) -> float:
        """Return the points that an action promises; 0 for doing nothing."""
        match action:
            case Private(goal):
                return 100.0 + goal.points
            case Public(kind):
                return 100.0 + self._tops[kind]
            case Festival(name):
                return self._festival(self._index(name))
            case Pagoda(name):
                return self._pagoda(self._index(name))
            case Bridge(name):
                return self._bridge(self._board.lane_index[name])
            case Move():
                return max([0.0, *[self._walk(island)[0] for island in own_islands(self._view)]])
            case Fish():
                return 1.0 if self._view.mains and self._best_main() > 2 * COIN * 3 else -1.0
            case Crow() | End():
                return 0.0 if isinstance(action, End) else self._crow(action)
            case _:
                return self._within(action)

    def _within(self, action: contract.Action) -> float:
        """Return the worth of a decision within an action."""
        match action:
            case Recruit(name):
                return self._stay(self._index(name))
            case Cross(name, count):
                island = self._index(name)
                return self._stay(island) - 0.1 * count - self._leave(self._across(island), count)
            case Walk(name):
                return self._walk(self._index(name))[0] - PATIENCE
            case To(name, owner):
                island = self._index(name)
                _, targets = self._walk(self._view.pending.walker)
                return targets.get((island, owner), 0.0)
            case _:
                return 0.0

    def _index(self, name: str) -> int:
        return self._board.island_index[name]

    def _best_main(self) -> float:
        mains = [it for it in self._legal if isinstance(it, Pagoda | Festival | Bridge)]
        return sorted(map(self.worth, mains))[-2] if len(mains) > 1 else 0.0

    def _crow(self, action: Crow) -> float:
        """Coins for four points are good as long as they bring bridges, early in a game."""
        del action
        poor = self._own.coins <= 1 and self._own.floors > 2 * len(self._view.players)
        return 0.5 if poor and self._own.points >= SPARE else -1.0

    # What things are worth

    def _reward(self, reward: Reward) -> float:
        goals = min(reward.goals, self._deck)
        workers = min(reward.workers, self._own.workers)
        return reward.coins * COIN + workers * WORKER + goals * GOAL + reward.points

    def _progress(self, steps: Mapping[Kind, int]) -> float:
        """Return what steps to goals are worth, by the kinds of what they count."""
        worth = 0.0
        for goal in self._goals:
            step = steps.get(goal.kind, 0)
            if step:
                missing = goal.needs - measure(self._view, self._seat, goal.kind)
                if missing > 0:
                    worth += PROGRESS * goal.points * min(1.0, step / missing) ** 1.5
        return worth

    def _festival(self, island: int) -> float:
        """Return the points of the seat less the mean of those of the others."""
        value, firefly = tile_of(self._view, island).points, self._figures.firefly
        pieces = pieces_on(self._view, island)
        own = pieces[self._seat]
        others = sum(pieces) - own
        near = (island, *self._net.neighbors(island))
        workers = sum(sum(self._view.sites[other].workers) for other in near)
        fish = len(self._view.options.box.fish) - self._own.fish
        mean = others / (len(pieces) - 1)
        return value * (own - mean) + firefly * workers + fish

    def _pagoda(self, island: int) -> float:
        """Return the worth of a floor: its reward, its share of a festival, steps to goals."""
        site, tile = self._view.sites[island], tile_of(self._view, island)
        tower = site.floors.count(self._seat)
        steps: dict[Kind, int] = {"floors": 1, "empire": 0 if tower else 1}
        heights = sorted(other.floors.count(self._seat) for other in self._view.sites)[-2:]
        steps["tower"] = 1 if tower >= heights[0] else 0
        return self._reward(tile.reward) + PIECE * tile.points + self._progress(steps)

    def _bridge(self, index: int) -> float:
        """Return the worth of a bridge: chain, water, pieces at its ends, steps to goals."""
        lane, view = self._board.lanes[index], self._view
        ends = self._net.ends
        hub = max(ends[end].count(self._seat) for end in lane.ends) + 1
        steps: dict[Kind, int] = {
            "bridges": 1,
            "hubs": max(0, hub - measure(view, self._seat, "hubs")),
            "architect": max(0, lane.length - measure(view, self._seat, "architect")),
        }
        pieces = sum(
            PIECE * tile_of(view, end).points for end in lane.ends if not view.sites[end].sealed
        )
        reached = sum(0.5 * self._stay(end) for end in lane.ends)
        return (
            self._chain(lane.ends)
            + self._reward(lane.reward)
            + pieces
            + reached
            + self._progress(steps)
            - COIN * lane.length * self._figures.segment
        )

    def _chain(self, ends: tuple[int, int]) -> float:
        """Return what a bridge adds to the longest chain."""
        owned = dict.fromkeys(
            lane.ends
            for lane, owner in zip(self._board.lanes, self._view.bridges, strict=True)
            if owner == self._seat
        )
        if ends in owned:
            return 0.0
        before = longest_chain(tuple(owned))
        after = longest_chain((*owned, ends))
        options = self._view.options
        points = chain_points(options, after) - chain_points(options, before)
        return points + LINK * (after - before)

    # Where workers are

    def _stay(self, island: int) -> float:
        """Return what one more worker on an island is worth."""
        if island not in self._here:
            self._here[island] = self._new_worker(island)
        return self._here[island]

    def _new_worker(self, island: int) -> float:
        view, site = self._view, self._view.sites[island]
        tile, size = tile_of(view, island), view.options.box
        is_first = not site.workers[self._seat]
        worth = self._progress({"diversity": 1}) if is_first else 0.0
        if tile.size != "start" and not site.sealed:
            worth += PIECE * tile.points
            if is_first and len(site.floors) < self._figures.height and self._own.floors:
                worth += self._pagoda(island)
            if is_first and len(site.floors) >= size.size(tile.size).floors:
                worth += tile.points
        return worth

    def _leave(self, island: int, count: int = 1) -> float:
        """Return what an island is worth to the workers there, if it is left by so many."""
        site = self._view.sites[island]
        tile = tile_of(self._view, island)
        if site.sealed or tile.size == "start":
            return 0.0 if site.workers[self._seat] > count else 0.3
        lost = PIECE * tile.points * count
        if site.workers[self._seat] <= count:
            lost += 0.5 * self._pagoda(island)
        return lost

    def _across(self, island: int) -> int:
        """Return the other end of the new bridge."""
        one, two = self._board.lanes[self._view.pending.lane].ends
        return one if island == two else two

    def _walk(self, origin: int) -> tuple[float, dict[tuple[int, int], float]]:
        """Return the worth of the best movement from an island, and that of each."""
        lost = self._leave(origin)
        toll = self._figures.toll
        found: dict[tuple[int, int], float] = {}
        for island, owner, bridges in network(self._view).ways(origin):
            cost = 0 if owner == self._seat else bridges * toll
            if cost <= self._own.coins and room(self._view, island):
                found[island, owner] = self._stay(island) - lost - COIN * 1.2 * cost
        return max(found.values(), default=-1.0), found
