"""Details of Festival: lanes, islands, goals, powers, the crow and seats, by their names.

What is for one seat is for the one that looks; for others, for the seat whose turn it is.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NotRequired, TypedDict

from fireflies._texts import listed, many
from fireflies.contract import Details
from fireflies.festival.box.board import Island, Lane
from fireflies.festival.box.components import FIGURES, Goal, Kind, Power
from fireflies.festival.rules.actions import Bridge
from fireflies.festival.rules.build import judge_bridge
from fireflies.festival.rules.ending import chain, chain_points
from fireflies.festival.rules.hold import festival_points, judge_island
from fireflies.festival.rules.network import network
from fireflies.festival.rules.pieces import NONE, Stack, brings
from fireflies.festival.rules.position import Observed, figures_of, room, tile_of
from fireflies.festival.rules.secondary import fish_price, measure
from fireflies.festival.text.descriptions import describe_player


class RewardJson(TypedDict):
    """The reward of a bridge."""

    coins: int
    workers: int
    goals: int
    points: int


class LaneFacts(TypedDict):
    """A lane."""

    ends: list[str]
    length: int
    price: int
    reward: RewardJson
    crosses: list[str]
    blocked_by: list[str]
    owner: int | None
    refused_by: str | None


class FestivalJson(TypedDict):
    """A festival on an island."""

    points: list[int]
    refused_by: str | None


class IslandFacts(TypedDict):
    """An island; a start island has no festival and room for all."""

    tile: str | None
    floors: list[int]
    sealed: bool
    workers: list[int]
    bridges: list[int]
    room: NotRequired[int]
    needs_floors: NotRequired[int]
    festival: NotRequired[FestivalJson]


class GoalFacts(TypedDict):
    """A private goal."""

    needs: int
    points: int
    has: int
    lacks: int


class StackFacts(TypedDict):
    """A stack of public goals."""

    needs: int | None
    points: int | None
    has: int | None
    lacks: int | None
    left: int


class PowerFacts(TypedDict):
    """A power."""

    changes: dict[str, int]
    owner: int | None


class CrowFacts(TypedDict):
    """The crow."""

    holder: int | None
    price: int
    coins: int
    workers: int
    income: int
    loss: int


class PlayerFacts(TypedDict):
    """A seat."""

    fish_price: int | None
    chain: int
    chain_points: int


KINDS: Final[Mapping[str, type]] = {
    "lane": LaneFacts,
    "island": IslandFacts,
    "public goal": StackFacts,
    "private goal": GoalFacts,
    "power": PowerFacts,
    "crow": CrowFacts,
    "player": PlayerFacts,
}
"""The facts of each kind of thing."""


def details_of(view: Observed) -> dict[str, Details]:
    """Return the details of each thing of the game that has a name."""
    board, box = view.options.board, view.options.box
    seat = view.observer if isinstance(view.observer, int) else max(view.seat, 0)
    found = {lane.name: _lane(view, lane, seat) for lane in board.lanes}
    found |= {island.name: _island(view, island, seat) for island in board.islands}
    found |= {stack.kind: _stack(view, stack, seat) for stack in view.public}
    owners: dict[str, int] = {}
    for number, player in enumerate(view.players):
        found |= {str(goal): _goal(view, goal, number) for goal in player.goals or ()}
        found[f"seat {number}"] = _player(view, number)
        owners |= dict.fromkeys(player.powers or (), number)
    found |= {power.name: _power(power, owners.get(power.name)) for power in box.powers}
    found["crow"] = _crow(view, seat)
    return found


# Places


def _lane(view: Observed, lane: Lane, seat: int) -> Details:
    """Return the ends, the price, the reward, the crossings and the bridge of a lane."""
    board = view.options.board
    one, two = [board.islands[end].name for end in lane.ends]
    price = lane.length * figures_of(view, seat).segment
    crosses = [board.lanes[it].name for it in lane.crossing]
    blocked = [board.lanes[it].name for it in lane.crossing if view.bridges[it] is not None]
    owner, reward = view.bridges[lane.index], lane.reward
    clause = None if view.seat == NONE else judge_bridge(view, Bridge(lane.name))
    facts = LaneFacts(
        ends=[one, two],
        length=lane.length,
        price=price,
        reward=RewardJson(
            coins=reward.coins,
            workers=reward.workers,
            goals=reward.goals,
            points=reward.points,
        ),
        crosses=crosses,
        blocked_by=blocked,
        owner=owner,
        refused_by=None if clause is None else str(clause),
    )
    told = [
        f"{one} to {two}: {many(lane.length, 'piece')}, {many(price, 'coin')}",
        f"brings {brings(reward)}",
        f"crosses {listed(crosses) or 'no other lane'}",
    ]
    if owner is not None:
        told.append(f"seat {owner} has a bridge there")
    elif blocked:
        told.append(f"closed by {listed(blocked)}")
    elif clause is not None:
        told.append(f"not now for seat {view.seat}: {clause.rule.title}")
    return Details("lane", facts, told)


def _island(view: Observed, island: Island, seat: int) -> Details:
    """Return the tile and the pieces of an island, and the festival that a seat could hold."""
    index = view.options.board.island_index[island.name]
    site, tile = view.islands[index], tile_of(view, index)
    built = network(view).bridges(index)
    facts = IslandFacts(
        tile=None if site.tile is None else str(site.tile),
        floors=list(site.floors),
        sealed=site.sealed,
        workers=list(site.workers),
        bridges=list(built),
    )
    bridges = f"bridges {_by_seat(built)}"
    told = [f"workers {_by_seat(site.workers)}, {bridges}"]
    if site.tile is None:
        return Details("island", facts, ["no tile lies here yet"])
    if tile.size == "start":
        return Details("island", facts, ["a start island, with room for all", *told])
    size = view.options.box.size(tile.size)
    facts["room"], facts["needs_floors"] = room(view, index), size.floors
    told = [
        f"{tile.size}: {many(tile.points, 'point')} a piece, a floor brings {brings(tile.reward)}",
        *told,
        f"room for {room(view, index)} more of {many(size.capacity, 'worker')}",
        f"{many(len(site.floors), 'floor')} of the {size.floors} that a festival needs",
    ]
    if site.floors:
        owners = [site.floors.count(it) for it in range(len(view.players))]
        told[-1] += f": {_by_seat(owners)}"
    if site.sealed:
        told.append("a s\u014drin lies on the pagoda")
    else:
        facts["festival"], festival = _festival(view, index, seat)
        told += festival
    return Details("island", facts, told)


def _festival(view: Observed, island: int, seat: int) -> tuple[FestivalJson, list[str]]:
    """Return what a festival of a seat here would score, and what forbids one now."""
    points = [0] * len(view.players)
    for owner, scored in festival_points(view, island, seat):
        points[owner] += scored
    clause = None if view.seat == NONE else judge_island(view, island)
    each = [f"{count} for seat {it}" for it, count in enumerate(points) if count]
    told = f"a festival of seat {seat} would score {', '.join(each) or 'nothing'}"
    why = [] if clause is None else [f"not now for seat {view.seat}: {clause.rule.title}"]
    refused_by = None if clause is None else str(clause)
    return FestivalJson(points=points, refused_by=refused_by), [told, *why]


def _by_seat(counts: Sequence[int]) -> str:
    """Return counts in words, such as ``2 of seat 0, 1 of seat 1``, or ``none``."""
    told = [f"{count} of seat {seat}" for seat, count in enumerate(counts) if count]
    return ", ".join(told) or "none"


# Goals and cards


def _stack(view: Observed, stack: Stack, seat: int) -> Details:
    """Return the top card of a stack of public goals, and what a seat has of it."""
    if stack.top is None:
        gone = StackFacts(needs=None, points=None, has=None, lacks=None, left=0)
        return Details("public goal", gone, ["all are completed"])
    goal = _goal_facts(view, stack.top, seat)
    told = [*_told(stack.top, seat, goal), f"{stack.left} left of this kind"]
    facts = StackFacts(
        needs=goal["needs"],
        points=goal["points"],
        has=goal["has"],
        lacks=goal["lacks"],
        left=stack.left,
    )
    return Details("public goal", facts, told)


def _goal(view: Observed, goal: Goal, seat: int) -> Details:
    """Return a private goal of a seat."""
    facts = _goal_facts(view, goal, seat)
    return Details("private goal", facts, _told(goal, seat, facts))


def _goal_facts(view: Observed, goal: Goal, seat: int) -> GoalFacts:
    """Return what a goal needs and brings, what a seat has of it, and what is missing."""
    has = measure(view, seat, goal.kind)
    lacks = max(goal.needs - has, 0)
    return GoalFacts(needs=goal.needs, points=goal.points, has=has, lacks=lacks)


def _told(goal: Goal, seat: int, facts: GoalFacts) -> list[str]:
    """Return a goal in words, which read well to ``you`` too."""
    lacks = facts["lacks"]
    missing = f", {lacks} too few" if lacks else ", enough to complete it"
    return [
        f"{_COUNTED[goal.kind]}: {goal.needs} for {many(goal.points, 'point')}",
        f"seat {seat} has {facts['has']}{missing}",
    ]


_COUNTED: Final[Mapping[Kind, str]] = {
    "empire": "islands with a floor of yours",
    "architect": "the longest bridge, in pieces",
    "hubs": "bridges of yours on one island",
    "merchant": "coins",
    "tower": "floors of yours in two pagodas",
    "diversity": "islands with a worker of yours",
    "ready": "workers of yours on the islands",
    "bridges": "bridges of yours",
    "floors": "floors of yours",
}
"""The things counted, by kind of goal."""


def _power(power: Power, owner: int | None) -> Details:
    """Return the figures that a power changes, and who has it as far as that is open."""
    changes = dict(power.changes)
    told = [f"{FIGURES[name].text.removesuffix('.')}: {added:+}" for name, added in changes.items()]
    told += [] if owner is None else [f"seat {owner} has it"]
    return Details("power", PowerFacts(changes=changes, owner=owner), told)


def _crow(view: Observed, seat: int) -> Details:
    """Return the price of the crow, what it brings, and who has it."""
    it = figures_of(view, seat)
    facts = CrowFacts(
        holder=view.crow,
        price=it.crow_points,
        coins=it.crow_coins,
        workers=it.crow_workers,
        income=it.crow_income,
        loss=it.crow_loss,
    )
    brings = f"{many(it.crow_coins, 'coin')} or {many(it.crow_workers, 'worker')}"
    told = [
        "nobody has it" if view.crow is None else f"seat {view.crow} has it",
        f"costs {many(it.crow_points, 'point')}, brings {brings}",
        f"{many(it.crow_income, 'coin')} at the beginning of each turn",
        f"{many(it.crow_loss, 'point')} less at the end",
    ]
    return Details("crow", facts, told)


def _player(view: Observed, seat: int) -> Details:
    """Return what a player has, the next fish, and what the chain would bring at the end."""
    player, islands = view.players[seat], chain(view, seat)
    price = fish_price(view, seat) if player.fish else None
    points = chain_points(view.options, islands)
    facts = PlayerFacts(fish_price=price, chain=islands, chain_points=points)
    fish = "no fish left" if price is None else f"the next fish costs {many(price, 'coin')}"
    told = [*describe_player(view, seat), fish]
    told.append(f"a chain of {many(islands, 'island')}, {many(points, 'point')} at the end")
    return Details("player", facts, told)
