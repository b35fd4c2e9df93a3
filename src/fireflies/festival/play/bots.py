"""Bots for Firefly Festival. Like every bot they get a view, never a state.

:func:`greedy` values each legal action in points, at once and later, and takes the best.
"""

from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from typing import Final, TypeAlias

from fireflies import contract
from fireflies.contract import Turn
from fireflies.festival.box.components import Goal, Kind, Reward
from fireflies.festival.rules import actions
from fireflies.festival.rules.chains import longest_chain
from fireflies.festival.rules.ending import chain_points
from fireflies.festival.rules.hold import pieces_on
from fireflies.festival.rules.network import network
from fireflies.festival.rules.position import figures_of, own_islands, room, stacks, tile_of
from fireflies.festival.rules.secondary import measures
from fireflies.festival.rules.state import State
from fireflies.festival.rules.view import View

GOAL_PRIORITY: Final = 100.0
"""Added to the points of a goal, so that it is completed before anything else."""
CROW: Final = 0.5
"""The worth of the crow to a seat that needs its coins."""
NEVER: Final = -1.0
"""The worth of an action that is never chosen: another legal action is then worth 0 or more."""
COIN: Final = 0.5
"""The points that a coin is worth."""
WORKER: Final = 1.5
"""The points that a recruit is worth."""
GOAL: Final = 2.0
"""The points that a drawn private goal is worth."""
PIECE: Final = 0.6
"""The share of an island's points that a piece there is worth before its festival."""
LINK: Final = 1.5
"""The points that one more island of the longest chain is worth, besides those of the rules."""
PROGRESS: Final = 0.5
"""The share of a goal's points that its last missing step is worth; earlier steps count less."""
LATER: Final = 0.5
"""The share that is counted of what may come later: a worker at each end of a new bridge, or a
floor on an island. Without a worker there the seat cannot build the floor."""
TOLL: Final = 0.6
"""The points that are subtracted for each coin of toll, which another player gets."""
LAST_WORKER: Final = 0.3
"""The points that the last worker on a start island, or a sealed one, is worth there."""
EFFORT: Final = 0.1
"""Subtracted for each worker that crosses a new bridge."""
PATIENCE: Final = 0.5
"""The least worth of a movement; below it the bot makes no more movements."""


def greedy(turn: Turn[State]) -> contract.Action:
    """Return the legal action of the highest worth; the first one of equal ones."""
    view = turn.view
    tops = [stack.top for stack in view.public if stack.top]
    return max(turn.legal_actions, key=Valuer(view, turn.seat, tops, view.deck).worth)


def ranked(state: State) -> list[contract.Action]:
    """Return the legal actions of the deciding seat, those of the highest worth first."""
    tops = [stack.top for stack in stacks(state) if stack.top]
    valuer = Valuer(state, state.seat, tops, len(state.deck))
    return sorted(state.legal_actions, key=valuer.worth, reverse=True)


_Moves: TypeAlias = tuple[float, dict[tuple[int, int], float]]
"""The worth of the best movement from an island, and of each by target and owner of bridges."""


class Valuer:
    """The worth of actions for a seat in a position."""

    def __init__(
        self,
        view: State | View,
        seat: int,
        tops: Sequence[Goal],
        deck: int,
    ) -> None:
        self._view = view
        self._seat = seat
        self._own = view.players[seat]
        self._deck = deck
        goals = (*tops, *(self._own.goals or ()))
        self._counts = measures(view, seat)
        missing = [(goal, goal.needs - self._counts[goal.kind]) for goal in goals]
        self._missing: list[tuple[Kind, int, int]] = [
            (goal.kind, goal.points, count) for goal, count in missing if count > 0
        ]
        """By goal that is not met: its kind, its points, and how much is missing."""
        self._second_tower = sorted([site.floors.count(seat) for site in view.islands])[-2:][0]
        """The number of the seat's floors on its second-best pagoda."""
        self._tops = {goal.kind: goal.points for goal in tops}
        self._figures = figures_of(view, seat)
        self._net = network(view)
        self._board = view.options.board
        self._worker_worths: dict[int, float] = {}
        self._moves: dict[int, _Moves] = {}
        self._full: tuple[bool, ...] | None = None

    def worth(self, action: contract.Action) -> float:
        """Return the points that an action promises; 0 for doing nothing."""
        match action:
            case actions.Private(goal):
                return GOAL_PRIORITY + goal.points
            case actions.Public(kind):
                return GOAL_PRIORITY + self._tops[kind]
            case actions.Festival(name):
                return self._festival(self._index(name))
            case actions.Pagoda(name):
                return self._pagoda(self._index(name))
            case actions.Bridge(name):
                return self._bridge(self._board.lane_index[name])
            case actions.Move():
                return max([0.0, *[self._walk(island)[0] for island in own_islands(self._view)]])
            case actions.Crow():
                return CROW if self._needs_coins() else NEVER
            case actions.Fish():
                return NEVER
            case _:
                return self._within(action)

    def _within(self, action: contract.Action) -> float:
        """Return the worth of a decision within an action."""
        match action:
            case actions.Recruit(name):
                return self._worker_worth(self._index(name))
            case actions.Cross(name, count):
                island = self._index(name)
                lost = self._leave(self._across(island), count)
                return self._worker_worth(island) - EFFORT * count - lost
            case actions.Walk(name):
                return self._walk(self._index(name))[0] - PATIENCE
            case actions.To(name, owner):
                _, targets = self._walk(self._view.pending.walker)
                return targets[self._index(name), owner]
            case _:
                return 0.0

    def _index(self, name: str) -> int:
        return self._board.island_index[name]

    def _needs_coins(self) -> bool:
        """Return whether the crow is worth its price: early, to a seat with at most one coin."""
        own, figures = self._own, self._figures
        is_early = own.floors > 2 * len(self._view.players)
        return is_early and own.coins <= 1 and own.points >= 2 * figures.crow_points

    # What things are worth

    def _reward(self, reward: Reward) -> float:
        goals = min(reward.goals, self._deck)
        workers = min(reward.workers, self._own.workers)
        return reward.coins * COIN + workers * WORKER + goals * GOAL + reward.points

    def _progress(self, steps: Mapping[Kind, int]) -> float:
        """Return the worth of these steps, by kind, toward the goals that are not met."""
        worth = 0.0
        for kind, points, missing in self._missing:
            if steps.get(kind):
                share = min(1.0, steps[kind] / missing)
                worth += PROGRESS * points * share * sqrt(share)
        return worth

    def _festival(self, island: int) -> float:
        """Return the own points less the mean of the others', plus the fish to take back."""
        value, firefly = tile_of(self._view, island).points, self._figures.firefly
        pieces = pieces_on(self._view, island)
        own = pieces[self._seat]
        others = sum(pieces) - own
        near = (island, *self._net.neighbors(island))
        workers = sum(sum(self._view.islands[other].workers) for other in near)
        fish = len(self._view.options.box.fish) - self._own.fish
        mean = others / (len(pieces) - 1)
        return value * (own - mean) + firefly * workers + fish

    def _pagoda(self, island: int) -> float:
        """Return the worth of a floor: its reward, its share of a festival, steps to goals."""
        site, tile = self._view.islands[island], tile_of(self._view, island)
        tower = site.floors.count(self._seat)
        steps: dict[Kind, int] = {
            "floors": 1,
            "empire": 0 if tower else 1,
            "tower": 1 if tower >= self._second_tower else 0,
        }
        return self._reward(tile.reward) + PIECE * tile.points + self._progress(steps)

    def _bridge(self, index: int) -> float:
        """Return the worth of a bridge: chain, water, pieces at its ends, steps to goals."""
        lane, view = self._board.lanes[index], self._view
        hub = max(self._net.bridges(end)[self._seat] for end in lane.ends) + 1
        steps: dict[Kind, int] = {
            "bridges": 1,
            "hubs": max(0, hub - self._counts["hubs"]),
            "architect": max(0, lane.length - self._counts["architect"]),
        }
        pieces = PIECE * sum(
            tile_of(view, end).points for end in lane.ends if not view.islands[end].sealed
        )
        reached = LATER * fsum(self._worker_worth(end) for end in lane.ends)
        return (
            self._chain(lane.ends)
            + self._reward(lane.reward)
            + pieces
            + reached
            + self._progress(steps)
            - COIN * lane.length * self._figures.segment
        )

    def _chain(self, ends: tuple[int, int]) -> float:
        """Return the worth in points of what a bridge adds to the longest chain."""
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

    def _worker_worth(self, island: int) -> float:
        """Return what one more worker on an island is worth."""
        if island not in self._worker_worths:
            self._worker_worths[island] = self._new_worker(island)
        return self._worker_worths[island]

    def _new_worker(self, island: int) -> float:
        view, site = self._view, self._view.islands[island]
        tile, box = tile_of(view, island), view.options.box
        is_first = not site.workers[self._seat]
        worth = self._progress({"diversity": 1}) if is_first else 0.0
        if tile.size != "start" and not site.sealed:
            worth += PIECE * tile.points
            if is_first and len(site.floors) < self._figures.height and self._own.floors:
                worth += self._pagoda(island)
            if is_first and len(site.floors) >= box.size(tile.size).floors:
                worth += tile.points
        return worth

    def _leave(self, island: int, count: int = 1) -> float:
        """Return the worth that is lost when this number of own workers leave an island."""
        site = self._view.islands[island]
        tile = tile_of(self._view, island)
        if site.sealed or tile.size == "start":
            return 0.0 if site.workers[self._seat] > count else LAST_WORKER
        lost = PIECE * tile.points * count
        if site.workers[self._seat] <= count:
            lost += LATER * self._pagoda(island)
        return lost

    def _across(self, island: int) -> int:
        """Return the other end of the new bridge."""
        one, two = self._board.lanes[self._view.pending.lane].ends
        return one if island == two else two

    def _walk(self, origin: int) -> _Moves:
        """Return the worth of the best movement from an island, and that of each."""
        if origin not in self._moves:
            self._moves[origin] = self._movements(origin)
        return self._moves[origin]

    def _movements(self, origin: int) -> _Moves:
        if self._full is None:
            islands = range(len(self._view.islands))
            self._full = tuple([not room(self._view, island) for island in islands])
        lost = self._leave(origin)
        seat, coins, toll = self._seat, self._own.coins, self._figures.toll
        found: dict[tuple[int, int], float] = {}
        for island, owner, bridges in self._net.ways(origin).values():
            cost = 0 if owner == seat else bridges * toll
            if cost <= coins and not self._full[island]:
                found[island, owner] = self._worker_worth(island) - lost - TOLL * cost
        return max(found.values(), default=NEVER), found
