"""The view that one observer has of a position of Firefly Festival."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from fireflies._texts import WIDTH
from fireflies._typing import override
from fireflies.contract import Actor, Details, OutcomeJson
from fireflies.festival.box.components import Kind
from fireflies.festival.picture import draw
from fireflies.festival.rules.pieces import NONE, NOTHING, Phase, SeenPlayer, Stack
from fireflies.festival.rules.position import Observed
from fireflies.festival.text.details import details_of
from fireflies.festival.text.drawing import draw_text
from fireflies.festival.text.notation import write_position


class PendingJson(TypedDict):
    """The unfinished part of an action, in the wire's STATE."""

    lane: str | None
    able: list[int]
    draws: int
    recruits: int
    walks: int
    walker: str | None


class SiteJson(TypedDict):
    """An island in the wire's STATE."""

    name: str
    tile: str | None
    floors: list[int]
    sealed: bool
    workers: list[int]


class BridgeJson(TypedDict):
    """A bridge in the wire's STATE."""

    lane: str
    seat: int


class StackJson(TypedDict):
    """A stack of public goals in the wire's STATE."""

    goal: Kind
    left: int
    needs: int | None
    points: int | None


class PlayerJson(TypedDict):
    """A player in the wire's STATE."""

    points: int
    coins: int
    bridges: int
    floors: int
    workers: int
    fish: int
    hand: int
    goals: list[str] | None
    claimed: list[str]
    completed: list[str]
    powers: list[str] | None


class StateJson(TypedDict):
    """The wire's STATE of Firefly Festival: a view as plain data."""

    phase: Phase
    actor: Actor
    seat: int | None
    mains: int
    secondary: bool
    pending: PendingJson | None
    idle: int
    turns_left: int | None
    islands: list[SiteJson]
    bridges: list[BridgeJson]
    crow: int | None
    sorin: int
    bank: int
    public: list[StackJson]
    deck: int
    undealt: list[str]
    players: list[PlayerJson]
    legal: list[str] | None
    outcome: OutcomeJson | None


@dataclass(frozen=True, slots=True, repr=False)
class View(Observed):
    """A position as a seat, a spectator or the referee sees it.

    ``str(view)`` draws it for a terminal of 80 columns; a notebook shows a picture.
    """

    @property
    @override
    def position(self) -> str:
        """Return the view in one line, in the form of :mod:`fireflies.festival.text.notation`."""
        return write_position(self)

    def to_json(self) -> StateJson:
        """Return the view as the wire's STATE, a new object at each call."""
        board, legal, outcome = self.options.board, self.legal_actions, self.outcome
        return StateJson(
            phase=self.phase,
            actor=self.actor,
            seat=None if self.seat == NONE else self.seat,
            mains=self.mains,
            secondary=self.secondary,
            pending=None if self.pending == NOTHING else self._pending(),
            idle=self.idle,
            turns_left=self.turns_left,
            islands=[
                SiteJson(
                    name=island.name,
                    tile=None if site.tile is None else str(site.tile),
                    floors=list(site.floors),
                    sealed=site.sealed,
                    workers=list(site.workers),
                )
                for island, site in zip(board.islands, self.islands, strict=True)
            ],
            bridges=[
                BridgeJson(lane=lane.name, seat=owner)
                for lane, owner in zip(board.lanes, self.bridges, strict=True)
                if owner is not None
            ],
            crow=self.crow,
            sorin=self.sorin,
            bank=self.bank,
            public=list(map(_stack, self.public)),
            deck=self.deck,
            undealt=list(map(str, self.undealt)),
            players=list(map(_player, self.players)),
            legal=None if legal is None else list(map(str, legal)),
            outcome=None if outcome is None else outcome.to_json(),
        )

    def _pending(self) -> PendingJson:
        lane, able, draws, recruits, walks, walker = self.pending
        board = self.options.board
        return PendingJson(
            lane=None if lane == NONE else board.lanes[lane].name,
            able=list(able),
            draws=draws,
            recruits=recruits,
            walks=walks,
            walker=None if walker == NONE else board.islands[walker].name,
        )

    @property
    @override
    def details(self) -> dict[str, Details]:
        """Return the details of lanes, islands, goals, powers, the crow and seats, by name."""
        return details_of(self)

    @override
    def to_text(self, width: int = WIDTH, names: Sequence[str] = ()) -> str:
        """Return the table drawn with letters, in lines of at most ``width`` columns."""
        return draw_text(self, width, names)

    def _repr_svg_(self) -> str:
        """Return the picture, under the name that notebooks look for."""
        return draw(self)


def _stack(stack: Stack) -> StackJson:
    kind, left, top = stack
    return StackJson(
        goal=kind,
        left=left,
        needs=None if top is None else top.needs,
        points=None if top is None else top.points,
    )


def _player(player: SeenPlayer) -> PlayerJson:
    goals, powers = player.goals, player.powers
    return PlayerJson(
        points=player.points,
        coins=player.coins,
        bridges=player.bridges,
        floors=player.floors,
        workers=player.workers,
        fish=player.fish,
        hand=player.hand,
        goals=None if goals is None else list(map(str, goals)),
        claimed=list(map(str, player.claimed)),
        completed=list(map(str, player.completed)),
        powers=None if powers is None else list(powers),
    )
