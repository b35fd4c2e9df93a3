"""The legal actions of each phase, and the clause that any other action violates."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from fireflies._typing import cached
from fireflies.festival.actions import (
    Action,
    Bridge,
    Cross,
    Crow,
    DealGoal,
    DealPower,
    Done,
    End,
    Festival,
    Fish,
    KeepPower,
    LayTile,
    MainAction,
    Move,
    NameFirst,
    Pagoda,
    Private,
    Public,
    Recruit,
    SecondaryAction,
    SetupAction,
    Stay,
    To,
    Walk,
)
from fireflies.festival.build import judge_bridge, judge_cross, legal_bridges, legal_crossings
from fireflies.festival.clauses import Clause
from fireflies.festival.hold import judge_festival, legal_festivals
from fireflies.festival.move import judge_to, judge_walk, legal_walks, legal_ways
from fireflies.festival.pagoda import judge_pagoda, legal_pagodas
from fireflies.festival.pieces import NONE, NOTHING, Phase
from fireflies.festival.position import Position, own_islands
from fireflies.festival.rewards import judge_recruit, legal_recruits
from fireflies.festival.secondary import (
    judge_crow,
    judge_fish,
    judge_private,
    judge_public,
    legal_privates,
    legal_publics,
    measures,
)
from fireflies.festival.setup import tile_weights, undealt_powers

_MOVE, _FISH, _END, _STAY, _DONE = Move(), Fish(), End(), Stay(), Done()
_CROWS: Final = (Crow("coins"), Crow("workers"))

# To look an action up is faster than to create one.
_bridge: Final = cached(4096)(Bridge)
_pagoda: Final = cached(32)(Pagoda)
_festival: Final = cached(32)(Festival)
_public: Final = cached(8)(Public)
_lay_tile: Final = cached(256)(LayTile)
_deal_goal: Final = cached(256)(DealGoal)
_private: Final = cached(256)(Private)
_recruit: Final = cached(32)(Recruit)
_cross: Final = cached(256)(Cross)
_walk: Final = cached(32)(Walk)
_to: Final = cached(256)(To)

_SETUP_CLAUSES: Final[Mapping[Phase, Clause]] = {
    "tiles": Clause.SETUP_TILES,
    "powers": Clause.POWER_DEAL,
    "keep": Clause.POWER_KEEP,
    "first": Clause.SETUP_FIRST,
}
"""By phase of the setup, the clause that every illegal action violates."""


# What is legal


def legal_actions(position: Position) -> list[Action]:
    """Return the legal actions of this position, in the order of the wire."""
    match position.phase:
        case "turn":
            return _legal_in_turn(position)
        case "recruit" | "cross" | "walk" | "to":
            return _legal_within(position)
        case "keep":
            return [*map(KeepPower, position.players[position.seat].powers)]
        case _:
            return [action for action, _ in chance_weights(position)]


def _legal_in_turn(position: Position) -> list[Action]:
    found: list[Action] = []
    if position.mains:
        own = own_islands(position)
        found += map(_bridge, legal_bridges(position, own))
        found += map(_pagoda, legal_pagodas(position, own))
        found.append(_MOVE)
        found += map(_festival, legal_festivals(position, own))
    if position.secondary:
        counts = measures(position, position.seat)
        found += map(_private, legal_privates(position, counts))
        found += map(_public, legal_publics(position, counts))
        found += [crow for crow in _CROWS if not judge_crow(position, crow.choice)]
        found += [] if judge_fish(position) else [_FISH]
    return found if position.mains else [*found, _END]


def _legal_within(position: Position) -> list[Action]:
    """Return the legal decisions within an action."""
    islands = position.options.board.islands
    match position.phase:
        case "recruit":
            return [_recruit(islands[it].name) for it in legal_recruits(position)]
        case "cross":
            ways = legal_crossings(position)
            return [_STAY, *[_cross(islands[end].name, count) for end, count in ways]]
        case "walk":
            return [_DONE, *[_walk(islands[it].name) for it in legal_walks(position)]]
        case _:
            return [_to(islands[way.island].name, way.owner) for way in legal_ways(position)]


def chance_weights(position: Position) -> list[tuple[SetupAction, int]]:
    """Return the actions of chance with weights: tiles and cards sorted by text, or seats."""
    match position.phase:
        case "tiles":
            return [(_lay_tile(it), weight) for it, weight in tile_weights(position)]
        case "goals":
            counts = Counter(position.deck).items()
            return [(_deal_goal(goal), count) for goal, count in counts]
        case "powers":
            return [(DealPower(name), 1) for name in undealt_powers(position)]
        case "first":
            return [(NameFirst(seat), 1) for seat in range(len(position.players))]
        case _:
            return []


# Which clause an action violates


def judge(position: Position, action: object) -> Action | Clause:
    """Return the action when it is legal, otherwise the first clause that it violates."""
    match position.phase:
        case "turn":
            return _judge_in_turn(position, action)
        case "over":
            return Clause.END_TURN
        case "goals":
            clause = Clause.SETUP_PRIVATE if position.pending == NOTHING else Clause.GOAL_DRAW
            return _equal_legal(position, action, clause)
        case "tiles" | "powers" | "keep" | "first":
            return _equal_legal(position, action, _SETUP_CLAUSES[position.phase])
        case _:
            return _judge_within(position, action)


def _equal_legal(position: Position, action: object, clause: Clause) -> Action | Clause:
    """Return the legal action that is equal to this one, or the clause when there is none."""
    return next((legal for legal in legal_actions(position) if legal == action), clause)


def _judge_in_turn(position: Position, action: object) -> Action | Clause:
    """Check that the turn still has an action of this kind, then judge the action itself."""
    match action:
        case Bridge() | Pagoda() | Move() | Festival():
            return (_judge_main(position, action) or action) if position.mains else Clause.TURN_MAIN
        case End():
            return Clause.TURN_MAIN if position.mains else action
        case Private() | Public() | Crow() | Fish():
            if not position.secondary:
                return Clause.TURN_SECONDARY
            return _judge_secondary(position, action) or action
        case _:
            return Clause.TURN_SEQUENCE


def _judge_main(position: Position, action: MainAction) -> Clause | None:
    match action:
        case Bridge(lane):
            return judge_bridge(position, lane)
        case Pagoda(island):
            return judge_pagoda(position, island)
        case Move():
            return None
        case _:
            return judge_festival(position, action.island)


def _judge_secondary(position: Position, action: SecondaryAction) -> Clause | None:
    match action:
        case Private(goal):
            return judge_private(position, goal)
        case Public(kind):
            return judge_public(position, kind)
        case Crow(choice):
            return judge_crow(position, choice)
        case _:
            return judge_fish(position)


def _judge_within(position: Position, action: object) -> Action | Clause:
    """Judge a decision within an action; each phase has one kind of decision."""
    match position.phase, action:
        case "recruit", Recruit(island):
            return judge_recruit(position, island) or Recruit(island)
        case "recruit", _:
            on_water = position.pending.lane != NONE
            return Clause.WATER_RECRUIT if on_water else Clause.RECRUIT_STARTERS
        case "cross", Cross(island, workers):
            return judge_cross(position, island, workers) or Cross(island, workers)
        case "cross", Stay():
            return _STAY
        case "cross", _:
            return Clause.CROSS_FREE
        case "walk", Walk(island):
            return judge_walk(position, island) or Walk(island)
        case "walk", Done():
            return _DONE
        case "to", To(island, seat):
            return judge_to(position, island, seat) or To(island, seat)
        case _:
            return Clause.MOVE_THREE
