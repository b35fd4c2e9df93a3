"""The chapter "Setup": tiles and workers on the islands, goals and powers in the hands."""

from fractions import Fraction
from math import lcm

from fireflies.festival.actions import (
    Action,
    DealGoal,
    DealPower,
    KeepPower,
    LayTile,
    NameFirst,
    SetupAction,
)
from fireflies.festival.clauses import Clause
from fireflies.festival.components import START_TILE, Goal, Tile, TileSize
from fireflies.festival.events import (
    FirstPlayerNamed,
    GoalDealt,
    PowerDealt,
    PowerKept,
    PowersOpened,
    SettlersPlaced,
    TileLaid,
)
from fireflies.festival.options import Options
from fireflies.festival.pieces import Player, Site
from fireflies.festival.position import (
    NOBODY,
    AnyPosition,
    Position,
    Table,
    start_islands,
    tiles_left,
)
from fireflies.festival.turn import begin_turn

_POWERS_DEALT = 2
