"""What each action does, by the chapters of the rules."""

from fireflies.festival import build, hold, move, pagoda, rewards, secondary, setup, turn
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
from fireflies.festival.pieces import NOTHING
from fireflies.festival.position import Table


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
            turn.end_turn(table)
        case _:
            _decide(table, action)


def _deal(table: Table, action: SetupAction) -> None:
    match action:
        case LayTile(tile):
            setup.lay_tile(table, tile)
        case DealGoal(goal) if table.pending == NOTHING:
            setup.deal_goal(table, goal)
        case DealGoal(goal):
            rewards.draw_goal(table, goal)
            turn.proceed(table)
        case DealPower(power):
            setup.deal_power(table, power)
        case KeepPower(power):
            setup.keep_power(table, power)
        case _:
            setup.name_first(table, action.seat)


def _do_main(table: Table, action: MainAction) -> None:
    turn.begin_main(table, progress=not isinstance(action, Move))
    match action:
        case Bridge(lane):
            build.build_bridge(table, lane)
        case Pagoda(island):
            pagoda.build_pagoda(table, island)
        case Move():
            move.begin_moves(table)
        case _:
            hold.hold_festival(table, action.island)
    turn.proceed(table)


def _do_secondary(table: Table, action: SecondaryAction) -> None:
    turn.begin_secondary(table, progress=isinstance(action, Private | Public))
    match action:
        case Private(goal):
            secondary.complete_private(table, goal)
        case Public(kind):
            secondary.complete_public(table, kind)
        case Crow(choice):
            secondary.take_crow(table, choice)
        case _:
            secondary.use_fish(table)
    turn.proceed(table)


def _decide(table: Table, action: PartialAction) -> None:
    match action:
        case Recruit(island):
            rewards.recruit(table, island)
        case Cross(island, workers):
            build.cross(table, island, workers)
        case Stay():
            build.stay(table)
        case Walk(island):
            move.walk(table, island)
        case To(island, seat):
            move.go(table, island, seat)
        case _:
            move.stop_moves(table)
    turn.proceed(table)
