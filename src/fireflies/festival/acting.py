"""Carry out actions: each calls the functions of its chapter of the rules."""

from fireflies.festival.actions import (
    Action,
    Bridge,
    Cross,
    Crow,
    DealGoal,
    DealPower,
    End,
    Festival,
    Fish,
    KeepPower,
    LayTile,
    MainAction,
    Move,
    NameFirst,
    Pagoda,
    PartialAction,
    Private,
    Public,
    Recruit,
    SecondaryAction,
    SetupAction,
    Stay,
    To,
    Walk,
)
from fireflies.festival.build import build_bridge, cross, stay
from fireflies.festival.hold import hold_festival
from fireflies.festival.move import begin_moves, go, stop_moves, walk
from fireflies.festival.pagoda import build_pagoda
from fireflies.festival.pieces import NOTHING
from fireflies.festival.position import Table
from fireflies.festival.rewards import draw_goal, recruit
from fireflies.festival.secondary import complete_private, complete_public, take_crow, use_fish
from fireflies.festival.setup import deal_goal, deal_power, keep_power, lay_tile, name_first
from fireflies.festival.turn import end_turn, proceed, use_main_action, use_secondary_action


def carry_out(table: Table, action: Action) -> None:
    """Change the table as a legal action does, with all that follows by itself."""
    match action:
        case LayTile() | DealGoal() | DealPower() | KeepPower() | NameFirst():
            _deal(table, action)
        case Bridge() | Pagoda() | Move() | Festival():
            _do_main(table, action)
        case Private() | Public() | Crow() | Fish():
            _do_secondary(table, action)
        case End():
            end_turn(table)
        case _:
            _decide(table, action)


def _deal(table: Table, action: SetupAction) -> None:
    match action:
        case LayTile(tile):
            lay_tile(table, tile)
        case DealGoal(goal) if table.pending == NOTHING:
            deal_goal(table, goal)
        case DealGoal(goal):
            draw_goal(table, goal)
            proceed(table)
        case DealPower(power):
            deal_power(table, power)
        case KeepPower(power):
            keep_power(table, power)
        case _:
            name_first(table, action.seat)


def _do_main(table: Table, action: MainAction) -> None:
    use_main_action(table, progress=not isinstance(action, Move))
    match action:
        case Bridge(lane):
            build_bridge(table, lane)
        case Pagoda(island):
            build_pagoda(table, island)
        case Move():
            begin_moves(table)
        case _:
            hold_festival(table, action.island)
    proceed(table)


def _do_secondary(table: Table, action: SecondaryAction) -> None:
    use_secondary_action(table, progress=isinstance(action, Private | Public))
    match action:
        case Private(goal):
            complete_private(table, goal)
        case Public(kind):
            complete_public(table, kind)
        case Crow(choice):
            take_crow(table, choice)
        case _:
            use_fish(table)
    proceed(table)


def _decide(table: Table, action: PartialAction) -> None:
    match action:
        case Recruit(island):
            recruit(table, island)
        case Cross(island, workers):
            cross(table, island, workers)
        case Stay():
            stay(table)
        case Walk(island):
            walk(table, island)
        case To(island, seat):
            go(table, island, seat)
        case _:
            stop_moves(table)
    proceed(table)
