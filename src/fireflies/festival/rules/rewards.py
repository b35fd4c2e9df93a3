"""Rewards: coins, points, private goals from the deck, and recruits."""

from collections.abc import Callable
from typing import Final

from fireflies._typing import cached
from fireflies.contract import Event
from fireflies.contract.verbs import verb_of
from fireflies.festival.box.components import Goal, Reward
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.actions import Recruit
from fireflies.festival.rules.main_events import GoalDrawn, WorkerRecruited
from fireflies.festival.rules.pieces import NONE
from fireflies.festival.rules.position import AnyPosition, Working, room, start_islands

_recruit: Final = cached(32)(Recruit)

RewardEvent = Callable[[int, str, int, int, int, int], Event]


def take_reward(
    table: Working, reward: Reward, places: int, event: RewardEvent, where: str
) -> tuple[int, int]:
    """Take coins and points at once; return how many goals and workers there are to take.

    ``places`` is the room for recruits. The event is told when the reward is not empty.
    """
    table.earn(table.seat, reward.coins, reward.points)
    draws = min(reward.goals, len(table.deck))
    recruits = min(reward.workers, table.players[table.seat].workers, places)
    if any(reward):
        table.tell(event, table.seat, where, reward.coins, reward.points, draws, recruits)
    return draws, recruits


def draw_goal(table: Working, goal: Goal) -> None:
    """Draw a private goal as a reward, and count it as drawn."""
    take_card(table, goal)
    table.pending = table.pending._replace(draws=table.pending.draws - 1)
    table.tell(GoalDrawn, table.seat, goal)


def take_card(table: Working, goal: Goal) -> None:
    """Move a private goal from the deck to the hand of the seat."""
    place = table.deck.index(goal)
    card = table.deck[place]  # the argument may be any tuple that equals the card
    table.deck = table.deck[:place] + table.deck[place + 1 :]
    player = table.players[table.seat]
    goals = tuple(sorted((*player.goals, card), key=str))
    table.players[table.seat] = player._replace(goals=goals)


def judge_recruit(table: AnyPosition, action: Recruit) -> Clause | None:
    """Return the clause that forbids a recruit on this island, if there is one.

    Recruits that the water brings go to an end of the bridge, all others to a start island.
    """
    island = table.options.board.island_index.get(action.island)
    if island not in _places(table):
        return Clause.RECRUIT_STARTERS if table.pending.lane == NONE else Clause.WATER_RECRUIT
    return None if room(table, island) else Clause.CAPACITY_STOP


def _places(table: AnyPosition) -> tuple[int, ...]:
    lane = table.pending.lane
    return tuple(start_islands(table)) if lane == NONE else table.options.board.lanes[lane].ends


def legal_recruits(table: AnyPosition) -> list[Recruit]:
    """Return the places of a recruit, by letter of the island."""
    islands = table.options.board.islands
    return [_recruit(islands[it].name) for it in _places(table) if room(table, it)]


def recruit(table: Working, action: Recruit) -> None:
    """Move a worker from the supply to the island."""
    player = table.players[table.seat]
    table.players[table.seat] = player._replace(workers=player.workers - 1)
    table.place(table.seat, table.options.board.island_index[action.island], 1)
    table.pending = table.pending._replace(recruits=table.pending.recruits - 1)
    table.tell(WorkerRecruited, table.seat, action.island)


VERBS: Final = (verb_of(Recruit, ("recruit",), legal_recruits, judge_recruit, recruit),)
"""The decision about a recruit; ``setup`` has the row of drawn goals."""
