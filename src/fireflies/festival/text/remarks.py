"""Remarks on an illegal action: the fact of the position that forbids it."""

from fireflies._texts import listed, many, missing
from fireflies.contract import Violation
from fireflies.festival.box.board import Lane
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.actions import (
    Bridge,
    Cross,
    DealGoal,
    DealPower,
    DrawKind,
    Festival,
    KeepPower,
    LayTile,
    NameFirst,
    Pagoda,
    Private,
    Public,
    Recruit,
    To,
    Walk,
)
from fireflies.festival.rules.hold import pieces_on
from fireflies.festival.rules.network import network
from fireflies.festival.rules.position import Observed, figures_of, tile_of
from fireflies.festival.rules.secondary import fish_price, measure


def remark(violation: Violation) -> str:
    """Return the fact of the position that makes an action illegal, or "" if the clause says it."""
    view, action = violation.view, violation.action
    if not isinstance(view, Observed):
        return ""
    absent, board = _absent(view, action), view.options.board
    if absent:
        return absent
    match action:
        case Bridge(name):
            return _about_lane(view, board.lanes[board.lane_index[name]], violation)
        case Pagoda(name) | Festival(name) | Recruit(name) | Cross(name, _) | To(name, _):
            return _about_island(view, name, violation)
        case Public() | Private():
            return _about_goal(view, action, violation)
        case LayTile(tile) if view.phase == "tiles":
            return f"no tile {tile} is left for this board"
        case DrawKind(kind) if view.phase == "kinds":
            return f"{kind} is in play"
        case DealGoal(goal) if view.phase == "goals":
            return f"the deck has no {goal}"
        case _:
            return _about_price(view, violation)


def _absent(view: Observed, action: object) -> str:
    """Return that the game has nothing of the name in an action; empty where it has."""
    board, box = view.options.board, view.options.box
    match action:
        case Bridge(name):
            kind, known = "lane", [*board.lane_index]
        case To(_, seat) | NameFirst(seat) if seat >= len(view.players):
            kind, name, known = "seat", str(seat), []
        case (
            Pagoda(name)
            | Festival(name)
            | Recruit(name)
            | Cross(name, _)
            | Walk(name)
            | To(name, _)
        ):
            kind, known = "island", [*board.island_index]
        case DealPower(name) | KeepPower(name):
            kind, known = "power", [it.name for it in box.powers]
        case DealGoal(goal) | Private(goal):
            kind, name, known = "private goal", str(goal), [str(it) for it in box.private]
        case LayTile(tile):
            kind, name, known = "tile", str(tile), [str(it) for it in box.tiles]
        case _:
            return ""
    return "" if name in known else missing(kind, name, known)


def _about_lane(view: Observed, lane: Lane, violation: Violation) -> str:
    seat, player = f"seat {view.seat}", view.players[view.seat]
    board = view.options.board
    price = lane.length * figures_of(view, view.seat).segment
    match violation.clause:
        case Clause.BRIDGE_CROSSING:
            there = [board.lanes[it].name for it in lane.crossing if view.bridges[it] is not None]
            return f"it is crossed by {listed(there)}"
        case Clause.BRIDGE_WORKER:
            ends = " or ".join(board.islands[end].name for end in lane.ends)
            return f"{seat} has no worker on {ends}"
        case Clause.BRIDGE_COINS:
            return f"{lane.name} costs {many(price, 'coin')}, and {seat} has {player.coins}"
        case Clause.BRIDGE_PIECES:
            return (
                f"{lane.name} takes {many(lane.length, 'piece')}, and {seat} has {player.bridges}"
            )
        case Clause.BRIDGE_LANE:
            return f"seat {view.bridges[lane.index]} has built there"
        case _:
            return ""


def _about_island(view: Observed, name: str, violation: Violation) -> str:
    island = view.options.board.island_index[name]
    site, size = view.islands[island], tile_of(view, island).size
    bridges = sum(network(view).bridges(island))
    match violation.clause:
        case Clause.PAGODA_WORKER | Clause.HOLD_WORKER:
            return f"seat {view.seat} has no worker on {name}"
        case Clause.HOLD_FLOORS if size != "start":
            needed = many(view.options.box.size(size).floors, "floor")
            return f"{name} has {many(len(site.floors), 'floor')}, and needs {needed}"
        case Clause.HOLD_BRIDGES:
            have = f"{name} has {many(len(site.floors), 'floor')}"
            return f"{have} and only {many(bridges, 'bridge')}"
        case Clause.HOLD_MAJORITY:
            pieces = pieces_on(view, island)
            first = pieces.index(max(pieces))
            has = f"seat {first} has {many(pieces[first], 'piece')} there"
            return f"{has}, and seat {view.seat} has {pieces[view.seat]}"
        case Clause.CAPACITY_STOP:
            return f"{name} has no room for that"
        case _:
            return ""


def _about_goal(view: Observed, action: Public | Private, violation: Violation) -> str:
    tops = {stack.kind: stack.top for stack in view.public}
    if isinstance(action, Public) and action.kind not in tops and view.phase == "turn":
        return f"no goals of the kind {action.kind} are in play"
    goal = action.goal if isinstance(action, Private) else tops.get(action.kind)
    if goal is None or violation.clause not in {Clause.PUBLIC_MET, Clause.PRIVATE_MET}:
        return ""
    has = measure(view, view.seat, goal.kind)
    return f"{goal.kind} needs {goal.needs}, and seat {view.seat} has {has}"


def _about_price(view: Observed, violation: Violation) -> str:
    seat = f"seat {view.seat}"
    match violation.clause:
        case Clause.FISH_PRICE:
            price = many(fish_price(view, view.seat), "coin")
            return f"the next fish costs {price}, and {seat} has {view.players[view.seat].coins}"
        case Clause.CROW_POINTS:
            price = many(figures_of(view, view.seat).crow_points, "point")
            return f"the crow costs {price}, and {seat} has {view.players[view.seat].points}"
        case _:
            return ""
