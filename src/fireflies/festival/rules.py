"""The rules of Firefly Festival: :class:`State` judges actions and carries them out.

Each chapter of the sheet has a module: :mod:`~fireflies.festival.setup`,
:mod:`~fireflies.festival.turn`, :mod:`~fireflies.festival.build`,
:mod:`~fireflies.festival.rewards`, :mod:`~fireflies.festival.move`,
:mod:`~fireflies.festival.pagoda`, :mod:`~fireflies.festival.hold`,
:mod:`~fireflies.festival.secondary`, :mod:`~fireflies.festival.ending`. Here is what is decided in
which phase, and who sees what.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Self

from fireflies import contract
from fireflies._typing import override
from fireflies.chance import Draws
from fireflies.contract import CHANCE, SPECTATOR, Actor, Observer, Outcome, Rules, Tell, observer_of
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
    Hidden,
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
from fireflies.festival.clauses import Clause
from fireflies.festival.ending import settle
from fireflies.festival.events import Event
from fireflies.festival.options import Options, read_options
from fireflies.festival.parsing import read_position
from fireflies.festival.pieces import NONE, NOTHING, Phase, SeenPlayer
from fireflies.festival.position import UNOPENED, Position, Table, stacks
from fireflies.festival.view import View

_MOVE, _FISH, _END, _STAY, _DONE = Move(), Fish(), End(), Stay(), Done()
_CROWS: Final = (Crow("coins"), Crow("workers"))

# A lookup is faster than making an action.
_bridge: Final = lru_cache(maxsize=4096)(Bridge)
_pagoda: Final = lru_cache(maxsize=32)(Pagoda)
_festival: Final = lru_cache(maxsize=32)(Festival)
_to: Final = lru_cache(maxsize=256)(To)

_BEFORE: Final[Mapping[Phase, Clause]] = {
    "tiles": Clause.SETUP_TILES,
    "powers": Clause.POWER_DEAL,
    "keep": Clause.POWER_KEEP,
    "first": Clause.SETUP_FIRST,
}
"""The clause for all that is not among the legal actions of a phase of the setup."""

_CHANCE: Final = ("tiles", "goals", "powers", "first")
_DEALING: Final = ("goals", "powers")


def start(given: Mapping[str, object] | None = None) -> "State":
    """Return the state before the first tile is laid, with these options and default ones.

    Raises:
        InvalidOptions: for the first option that is invalid, with its clause and what is valid.
    """
    return first_state(read_options(given or {}))


def first_state(options: Options) -> "State":
    """Return the state before the first tile is laid."""
    return setup.lay_out(options, State)


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
        if self.phase in _CHANCE:
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
            case "recruit" | "cross" | "walk" | "to":
                return tuple(self._legal_within())
            case "keep":
                return tuple(map(KeepPower, self.players[self.seat].powers))
            case _:
                return tuple([action for action, _ in self.chance_weights])

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

    def _legal_within(self) -> list[Action]:
        """Return the legal decisions within an action."""
        islands = self.options.board.islands
        match self.phase:
            case "recruit":
                return [Recruit(islands[it].name) for it in rewards.legal_recruits(self)]
            case "cross":
                ways = build.legal_crossings(self)
                return [_STAY, *[Cross(islands[end].name, count) for end, count in ways]]
            case "walk":
                return [_DONE, *[Walk(islands[it].name) for it in move.legal_walks(self)]]
            case _:
                return [_to(islands[way.island].name, way.owner) for way in move.legal_ways(self)]

    @property
    @override
    def chance_weights(self) -> tuple[tuple[SetupAction, int], ...]:
        """Return what chance may do: tiles and cards by their texts, or seats."""
        match self.phase:
            case "tiles":
                return tuple([(LayTile(it), weight) for it, weight in setup.tile_weights(self)])
            case "goals":
                counts = Counter(self.deck).items()
                return tuple([(DealGoal(goal), count) for goal, count in counts])
            case "powers":
                return tuple([(DealPower(name), 1) for name in setup.undealt_powers(self)])
            case "first":
                return tuple([(NameFirst(seat), 1) for seat in range(self.seats)])
            case _:
                return ()

    # What is refused, and by which clause

    @override
    def _judge(self, action: object, /) -> Action | Clause:
        match self.phase:
            case "over":
                return Clause.END_TURN
            case "goals":
                clause = Clause.SETUP_PRIVATE if self.pending == NOTHING else Clause.GOAL_DRAW
                return self._listed(action, clause)
            case "tiles" | "powers" | "keep" | "first":
                return self._listed(action, _BEFORE[self.phase])
            case "turn":
                return self._judge_in_turn(action)
            case _:
                return self._judge_within(action)

    def _listed(self, action: object, clause: Clause) -> Action | Clause:
        """Return the legal action that this is, or the clause."""
        return next((legal for legal in self.legal_actions if legal == action), clause)

    def _judge_in_turn(self, action: object) -> Action | Clause:
        """Judge whether there is such an action left in the turn, then the action."""
        match action:
            case Bridge() | Pagoda() | Move() | Festival():
                return (self._judge_main(action) or action) if self.mains else Clause.TURN_MAIN
            case End():
                return Clause.TURN_MAIN if self.mains else action
            case Private() | Public() | Crow() | Fish():
                if not self.secondary:
                    return Clause.TURN_SECONDARY
                return self._judge_secondary(action) or action
            case _:
                return Clause.TURN_SEQUENCE

    def _judge_main(self, action: MainAction) -> Clause | None:
        match action:
            case Bridge(lane):
                return build.judge_bridge(self, lane)
            case Pagoda(island):
                return pagoda.judge_pagoda(self, island)
            case Festival(island):
                return hold.judge_festival(self, island)
            case Move():
                return None

    def _judge_secondary(self, action: SecondaryAction) -> Clause | None:
        match action:
            case Private(goal):
                return secondary.judge_private(self, goal)
            case Public(kind):
                return secondary.judge_public(self, kind)
            case Crow(choice):
                return secondary.judge_crow(self, choice)
            case Fish():
                return secondary.judge_fish(self)

    def _judge_within(self, action: object) -> Action | Clause:
        """Judge a decision within an action; there is one kind of decision at a time."""
        match self.phase, action:
            case "recruit", Recruit(island):
                return rewards.judge_recruit(self, island) or Recruit(island)
            case "recruit", _:
                on_water = self.pending.lane != NONE
                return Clause.WATER_RECRUIT if on_water else Clause.RECRUIT_STARTERS
            case "cross", Cross(island, workers):
                return build.judge_cross(self, island, workers) or Cross(island, workers)
            case "cross", Stay():
                return _STAY
            case "cross", _:
                return Clause.CROSS_FREE
            case "walk", Walk(island):
                return move.judge_walk(self, island) or Walk(island)
            case "walk", Done():
                return _DONE
            case "to", To(island, seat):
                return move.judge_to(self, island, seat) or To(island, seat)
            case _:
                return Clause.MOVE_THREE

    # What an action does

    @override
    def _carry_out(self, action: Action, tell: Tell[Event], /) -> Self:
        table = Table(self, tell)
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
        return type(self)(*table.fields())

    @property
    @override
    def outcome(self) -> Outcome | None:
        """Return scores and winners, or None while the game goes on."""
        return settle(self) if self.phase == "over" else None

    # Who sees what

    @override
    def view(self, observer: Observer = None, /) -> View:
        """Return what this observer sees: private goals in hand, and powers until all are open.

        Raises:
            ValueError: when there is no such seat.
        """
        observer, actor = observer_of(self, observer), self.actor
        is_open = observer is None or self.phase == "over"
        players: list[SeenPlayer] = []
        undealt = [*self.deck]
        for seat, player in enumerate(self.players):
            shown = is_open or observer == seat
            undealt += [] if shown else player.goals
            players.append(
                SeenPlayer(
                    *player[:6],
                    hand=len(player.goals),
                    goals=player.goals if shown else None,
                    claimed=player.claimed,
                    completed=player.completed,
                    powers=player.powers if shown or self.phase not in UNOPENED else None,
                )
            )
        public = actor == CHANCE and self.phase not in _DEALING
        return View(
            options=self.options,
            phase=self.phase,
            seat=self.seat,
            mains=self.mains,
            secondary=self.secondary,
            pending=self.pending,
            idle=self.idle,
            sites=self.sites,
            bridges=self.bridges,
            crow=self.crow,
            sorin=self.sorin,
            stacks=stacks(self),
            deck=len(self.deck),
            undealt=tuple(sorted(undealt, key=str)),
            players=tuple(players),
            observer=observer,
            actor=actor,
            legal_actions=self.legal_actions if is_open or observer == actor or public else None,
            outcome=self.outcome,
        )

    @override
    def redact(self, action: contract.Action, observer: Observer, /) -> contract.Action:
        """Return ``deal ?``, ``power ?`` or ``keep ?`` to all but the owner of the card."""
        if observer in {None, self.seat}:
            return action
        match action:
            case DealGoal():
                return Hidden("deal")
            case DealPower():
                return Hidden("power")
            case KeepPower():
                return Hidden("keep")
            case _:
                return action

    @override
    def alike(self, observer: Observer, draws: Draws, /) -> Self:
        """Return the position with the cards that this observer does not see dealt anew.

        Every way to deal them is equally likely.
        """
        if observer is None or self.phase == "over":
            return self
        players = list(self.players)
        others = [seat for seat in range(self.seats) if seat != observer]
        goals = [*self.deck, *[goal for seat in others for goal in players[seat].goals]]
        unseen = draws.sample(goals, len(goals))
        for seat in others:
            hand = [unseen.pop() for _ in players[seat].goals]
            players[seat] = players[seat]._replace(goals=tuple(sorted(hand, key=str)))
        if self.phase in UNOPENED:
            own = [] if observer == SPECTATOR else players[observer].powers
            names = [it.name for it in self.options.box.powers if it.name not in own]
            for seat in others:
                cards = draws.sample(names, len(players[seat].powers))
                names = [name for name in names if name not in cards]
                players[seat] = players[seat]._replace(powers=tuple(sorted(cards)))
        deck = tuple(sorted(unseen, key=str))
        return replace(self, players=tuple(players), deck=deck)

    @classmethod
    def parse(cls, position: str, options: Options) -> Self:
        """Return the state of a position in one line, see :mod:`fireflies.festival.notation`.

        Raises:
            InvalidNotation: when the line is not in this form, or no game has the position.
        """
        return read_position(position, options, cls)

    @override
    def __repr__(self) -> str:
        return f"State.parse({self.view().position!r}, {self.options!r})"


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
        case NameFirst(seat):
            setup.name_first(table, seat)


def _do_main(table: Table, action: MainAction) -> None:
    turn.begin_main(table, progress=not isinstance(action, Move))
    match action:
        case Bridge(lane):
            build.build_bridge(table, lane)
        case Pagoda(island):
            pagoda.build_pagoda(table, island)
        case Move():
            move.begin_moves(table)
        case Festival(island):
            hold.hold_festival(table, island)
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
        case Fish():
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
        case Done():
            move.stop_moves(table)
    turn.proceed(table)
