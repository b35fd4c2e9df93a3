"""The rules of Firefly Festival: :class:`State` judges actions and carries them out.

Each chapter of the sheet has a module: :mod:`~fireflies.festival.setup`,
:mod:`~fireflies.festival.turn`, :mod:`~fireflies.festival.build`,
:mod:`~fireflies.festival.rewards`, :mod:`~fireflies.festival.move`,
:mod:`~fireflies.festival.pagoda`, :mod:`~fireflies.festival.hold`,
:mod:`~fireflies.festival.secondary`, :mod:`~fireflies.festival.ending`. Here is what is decided in
which phase, and who sees what.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Self, assert_never

from fireflies import contract
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, Actor, Observer, Outcome, Rules, Tell, observer_of
from fireflies.festival import build, hold, move, pagoda, rewards, secondary, setup, turn
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
from fireflies.festival.clauses import Clause
from fireflies.festival.ending import settle
from fireflies.festival.events import Event
from fireflies.festival.options import Options
from fireflies.festival.pieces import Pending, Phase, Player, SeenPlayer
from fireflies.festival.position import NONE, Position, Table, stacks
from fireflies.festival.view import View

_NOTHING_LEFT: Final = Pending()
_MOVE, _FISH, _END, _STAY, _DONE = Move(), Fish(), End(), Stay(), Done()
_CROWS: Final = (Crow("coins"), Crow("workers"))

# A lookup is faster than making an action.
_bridge: Final = lru_cache(maxsize=4096)(Bridge)
_pagoda: Final = lru_cache(maxsize=32)(Pagoda)
_festival: Final = lru_cache(maxsize=32)(Festival)
_to: Final = lru_cache(maxsize=256)(To)

_CHANCE: Final[Mapping[Phase, Clause]] = {
    "tiles": Clause.SETUP_TILES,
    "powers": Clause.POWER_DEAL,
    "keep": Clause.POWER_KEEP,
    "first": Clause.SETUP_FIRST,
}
"""The clause for all that is not among the legal actions of these phases."""


def first_state(options: Options) -> "State":
    """Return the state before the first tile is laid."""

    def silent(event: Callable[_P, object], /, *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Create no event."""

    return State(*Table(setup.lay_out(options), silent).fields())


@dataclass(frozen=True, slots=True, repr=False)
class State(Position, Rules[Action]):
    """A position of Firefly Festival with its rules. ``repr`` is Python that makes it again."""

    @property
    @override
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.players)

    @property
    @override
    def actor(self) -> Actor:
        """Return who decides: a seat, ``"chance"`` where cards come, None when all is over."""
        if self.phase in {"tiles", "goals", "powers", "first"}:
            return CHANCE
        return None if self.phase == "over" else self.seat

    # What is legal

    @property
    @override
    def legal_actions(self) -> tuple[Action, ...]:
        """Return every legal action, in the order of the wire."""
        match self.phase:
            case "turn":
                return tuple(self._legal_in_turn())
            case "keep":
                return tuple(map(KeepPower, self.players[self.seat].powers))
            case "over":
                return ()
            case "tiles" | "goals" | "powers" | "first":
                return tuple([action for action, _ in self.chance_weights])
            case _:
                return tuple(self._legal_within(self.pending or _NOTHING_LEFT))

    def _legal_in_turn(self) -> list[Action]:
        found: list[Action] = []
        if self.mains:
            found += map(_bridge, build.legal_bridges(self))
            found += map(_pagoda, pagoda.legal_pagodas(self))
            found.append(_MOVE)
            found += map(_festival, hold.legal_festivals(self))
        if self.secondary:
            found += map(Private, secondary.legal_privates(self))
            found += map(Public, secondary.legal_publics(self))
            found += [crow for crow in _CROWS if not secondary.judge_crow(self, crow.choice)]
            found += [] if secondary.judge_fish(self) else [_FISH]
        return found if self.mains else [*found, _END]

    def _legal_within(self, pending: Pending) -> list[Action]:
        """Return the decisions within an action."""
        islands = self.options.board.islands
        match self.phase:
            case "recruit":
                places = rewards.legal_recruits(self, pending)
                return [Recruit(islands[place].name) for place in places]
            case "cross":
                ways = build.legal_crossings(self, pending)
                return [_STAY, *[Cross(islands[end].name, count) for end, count in ways]]
            case "walk":
                return [_DONE, *[Walk(islands[it].name) for it in move.legal_walks(self)]]
            case _:
                origin = pending.walker or 0
                ways = move.legal_ways(self, origin)
                return [_to(islands[island].name, owner) for island, owner in ways]
