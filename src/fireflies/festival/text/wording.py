"""Describe the actions of Firefly Festival in the words of the rulebook."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fireflies import contract
from fireflies._texts import listed, many
from fireflies.contract import Event, Hidden, Wording
from fireflies.contract.descriptions import POINT
from fireflies.festival.box.components import Kind
from fireflies.festival.rules import actions
from fireflies.festival.rules.events import CrowTaken, FishUsed, TurnEnded
from fireflies.festival.rules.main_events import (
    BridgeBuilt,
    FishTakenBack,
    FloorRewarded,
    MovementBegan,
    MovementEnded,
    WaterRewarded,
    WorkerMoved,
)
from fireflies.festival.rules.pieces import gains
from fireflies.festival.rules.position import Observed


def _head(action: contract.Action, view: Observed) -> str:
    """Return an action in the imperative, like ``Festival on D``."""
    match action:
        case actions.Bridge(name):
            return f"Bridge {_between(view, name)}"
        case actions.Pagoda(name):
            return f"Build floor {_height(view, name) + 1} on {name}"
        case actions.Move():
            return "Move workers"
        case actions.Festival(name):
            return f"Festival on {name}"
        case actions.Private(goal):
            return f"Complete your private goal {goal.kind} {goal.needs}"
        case actions.Public(kind):
            return f"Complete the public goal {_top(view, kind)}"
        case actions.Crow(choice):
            return f"Take the crow with {choice}"
        case actions.Fish():
            return "Use a lucky fish"
        case actions.End():
            return "End your turn"
        case _:
            return _partial(action, view) or _dealing(action, view)


def _partial(action: contract.Action, view: Observed) -> str:
    """Return a decision within an action; empty for another one."""
    match action:
        case actions.Recruit(island):
            return f"Place a new worker on {island}"
        case actions.Cross(island, workers):
            return f"Move {many(workers, 'worker')} over the new bridge to {island}"
        case actions.Stay():
            return "Move nobody over the new bridge"
        case actions.Walk(island):
            return f"Move a worker from {island}"
        case actions.To(island, owner):
            whose = "your bridges" if owner == view.seat else f"bridges of seat {owner}"
            return f"Go to {island} over {whose}"
        case actions.Done():
            return "Stop moving"
        case _:
            return ""


def _dealing(action: contract.Action, view: Observed) -> str:
    """Return an action of the setup, or a dealt goal."""
    match action:
        case actions.LayTile(tile):
            bare = [site.tile is None for site in view.islands].index(True)
            return f"Lay the tile {tile} on {view.options.board.islands[bare].name}"
        case actions.DrawKind(kind):
            return f"Play with the public goals {kind}"
        case actions.NameFirst(seat):
            return f"Give the first turn to seat {seat}"
        case actions.DealGoal(goal):
            return f"Deal the private goal {goal.kind} {goal.needs} to seat {view.seat}"
        case actions.DealPower(power):
            return f"Deal the power {power} to seat {view.seat}"
        case actions.KeepPower(power):
            return f"Keep the power {power}"
        case Hidden(kind):
            return _HIDDEN[kind].format(view.seat)
        case _:
            return str(action)


_HIDDEN: Final[Mapping[type[contract.Action], str]] = {
    actions.DealGoal: "Deal a private goal to seat {}",
    actions.DealPower: "Deal a power to seat {}",
    actions.KeepPower: "Keep a power",
}


def _between(view: Observed, name: str) -> str:
    """Return the ends of a lane; with its name, if it is one of several lanes between them."""
    board = view.options.board
    if name not in board.lane_index:
        return name
    ends = board.lanes[board.lane_index[name]].ends
    one, two = [board.islands[end].name for end in ends]
    others = [lane for lane in board.lanes if lane.ends == ends]
    return f"{one}\u2013{two}{f' ({name})' if len(others) > 1 else ''}"


def _height(view: Observed, name: str) -> int:
    """Return the floors on an island."""
    island = view.options.board.island_index.get(name)
    return 0 if island is None else len(view.islands[island].floors)


def _top(view: Observed, kind: Kind) -> str:
    """Return the kind of a public goal, and what its top card needs."""
    top = {stack.kind: stack.top for stack in view.public}.get(kind)
    return kind if top is None else f"{kind} {top.needs}"


def _figures(view: Observed) -> list[dict[str, int | None]]:
    """Return the coins, bridge pieces and points of each seat."""
    return [
        {"coin": player.coins, "piece": player.bridges, POINT: player.points}
        for player in view.players
    ]


def _follows(_view: Observed, events: Sequence[Event], after: Observed | None) -> Iterator[str]:
    """Yield what the events bring besides coins and points, and whether the turn ends."""
    for event in events:
        match event:
            case WaterRewarded(draws=draws, recruits=recruits) if draws or recruits:
                yield f"brings {gains(0, recruits, 0, draws)}"
            case FloorRewarded(draws=draws, recruits=recruits) if draws or recruits:
                yield f"brings {gains(0, recruits, 0, draws)}"
            case CrowTaken(holder=holder, recruits=recruits):
                yield from [f"{many(recruits, 'worker')} to place"] if recruits else []
                yield from [] if holder is None else [f"from seat {holder}"]
            case FishUsed():
                yield "one more main action"
            case MovementBegan(walks=walks):
                can_move = after is not None and after.phase == "walk"
                yield f"up to {many(walks, 'movement')}" if can_move else "nobody can move"
            case MovementEnded(left=left):
                yield f"{many(left, 'movement')} unused"
            case _:
                pass
    yield from _afterwards(events)


def _afterwards(events: Sequence[Event]) -> Iterator[str]:
    """Yield who takes fish back, and whether the turn ends or its secondary action is left."""
    fish = [f"seat {event.seat}" for event in events if isinstance(event, FishTakenBack)]
    if fish:
        yield f"fish back to {listed(fish)}"
    if isinstance(events[0], TurnEnded):
        yield "the secondary action stays unused"
    elif any(isinstance(event, TurnEnded) for event in events):
        yield "ends the turn"


def _paid(events: Sequence[Event]) -> dict[str, int]:
    """Return the price of a bridge, a way or a fish."""
    match events[0]:
        case BridgeBuilt(pieces=pieces, coins=coins):
            return {"coin": coins, "piece": pieces}
        case WorkerMoved(toll=coins) | FishUsed(coins=coins):
            return {"coin": coins}
        case _:
            return {}


WORDING: Final = Wording(_head, _figures, _follows, _paid)
"""The words of the descriptions of actions."""
