"""The events of the main actions: bridges, movements, pagodas, festivals."""

from dataclasses import dataclass, replace
from typing import Self, TypeAlias

from fireflies import contract
from fireflies._texts import listed, many
from fireflies._typing import override
from fireflies.contract import Observer
from fireflies.festival.clauses import Clause
from fireflies.festival.components import Goal
from fireflies.festival.pieces import gains


@dataclass(frozen=True, slots=True)
class BridgeBuilt(contract.Event, clause=Clause.BRIDGE_COINS):
    """A seat paid for a bridge and built it."""

    seat: int
    lane: str
    pieces: int
    coins: int

    @override
    def __str__(self) -> str:
        pieces, coins = many(self.pieces, "piece"), many(self.coins, "coin")
        return f"seat {self.seat} builds the bridge {self.lane} of {pieces} for {coins}"


@dataclass(frozen=True, slots=True)
class WaterRewarded(contract.Event, clause=Clause.WATER_REWARD):
    """A new bridge brought its rewards: goals and workers as far as deck, supply and room allow."""

    seat: int
    lane: str
    coins: int
    points: int
    draws: int
    recruits: int

    @override
    def __str__(self) -> str:
        brought = gains(self.coins, self.recruits, self.points, self.draws)
        return f"seat {self.seat} gets {brought} for the bridge {self.lane}"


@dataclass(frozen=True, slots=True)
class GoalDrawn(contract.Event, clause=Clause.GOAL_DRAW):
    """A seat drew a private goal as a reward; only the owner sees which."""

    seat: int
    goal: Goal | None

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} draws {self.goal or 'a private goal'}"

    @override
    def seen_by(self, observer: Observer, /) -> Self:
        return self if observer in {None, self.seat} else replace(self, goal=None)


@dataclass(frozen=True, slots=True)
class WorkerRecruited(contract.Event, clause=Clause.RECRUIT_SUPPLY):
    """A seat placed a new worker of its supply."""

    seat: int
    island: str

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} recruits a worker on {self.island}"


@dataclass(frozen=True, slots=True)
class WorkersCrossed(contract.Event, clause=Clause.CROSS_FREE):
    """Workers went over the new bridge of their seat."""

    seat: int
    origin: str
    island: str
    workers: int

    @override
    def __str__(self) -> str:
        return (
            f"seat {self.seat} moves {many(self.workers, 'worker')} over the new bridge"
            f" from {self.origin} to {self.island}"
        )


@dataclass(frozen=True, slots=True)
class WorkersStayed(contract.Event, clause=Clause.CROSS_FREE):
    """A seat moved no worker over its new bridge."""

    seat: int

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} moves nobody over the new bridge"


@dataclass(frozen=True, slots=True)
class MovementBegan(contract.Event, clause=Clause.MOVE_THREE):
    """A seat began the movements of its workers."""

    seat: int
    walks: int
    """The largest number of movements."""

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} has {many(self.walks, 'movement')}"


@dataclass(frozen=True, slots=True)
class WalkerChosen(contract.Event, clause=Clause.MOVE_WORKERS):
    """A seat chose a worker to move."""

    seat: int
    island: str

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} moves a worker from {self.island}"


@dataclass(frozen=True, slots=True)
class WorkerMoved(contract.Event, clause=Clause.MOVE_BRIDGES):
    """A worker went over bridges of one owner, who got the toll."""

    seat: int
    origin: str
    island: str
    owner: int
    bridges: int
    toll: int
    """In coins."""

    @override
    def __str__(self) -> str:
        whose = "" if self.owner == self.seat else f" of seat {self.owner}"
        toll = f" for {many(self.toll, 'coin')}" if self.toll else ""
        way = f"{many(self.bridges, 'bridge')}{whose}{toll}"
        return f"seat {self.seat} walks from {self.origin} to {self.island} over {way}"


@dataclass(frozen=True, slots=True)
class MovementEnded(contract.Event, clause=Clause.MOVE_THREE):
    """A seat moves no more workers in this action."""

    seat: int
    left: int
    """Movements that were not made."""

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} leaves {many(self.left, 'movement')} unused"


@dataclass(frozen=True, slots=True)
class FloorBuilt(contract.Event, clause=Clause.PAGODA_FLOOR):
    """A seat placed a floor on a pagoda."""

    seat: int
    island: str
    height: int
    """The number of floors that stand there now."""

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} builds floor {self.height} of the pagoda on {self.island}"


@dataclass(frozen=True, slots=True)
class FloorRewarded(contract.Event, clause=Clause.PAGODA_REWARD):
    """A floor brought the reward of the tile; goals and workers only as many as were left."""

    seat: int
    island: str
    coins: int
    points: int
    draws: int
    recruits: int

    @override
    def __str__(self) -> str:
        brought = gains(self.coins, self.recruits, self.points, self.draws)
        return f"seat {self.seat} gets {brought} for the floor on {self.island}"


@dataclass(frozen=True, slots=True)
class FestivalHeld(contract.Event, clause=Clause.HOLD_SORIN):
    """A seat called a festival, and a sōrin lies on the pagoda."""

    seat: int
    island: str

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} holds a festival on {self.island}"


@dataclass(frozen=True, slots=True)
class PiecesScored(contract.Event, clause=Clause.HOLD_POINTS):
    """A seat got the points of its floors, bridges and workers at a festival."""

    seat: int
    pieces: int
    points: int

    @override
    def __str__(self) -> str:
        pieces, points = many(self.pieces, "piece"), many(self.points, "point")
        return f"seat {self.seat} gets {points} for {pieces} on the island"


@dataclass(frozen=True, slots=True)
class BonusScored(contract.Event, clause=Clause.HOLD_BONUS):
    """The caller of a festival got points for the workers on the island."""

    seat: int
    workers: int
    points: int

    @override
    def __str__(self) -> str:
        workers, points = many(self.workers, "worker"), many(self.points, "point")
        return f"seat {self.seat} gets {points} for {workers} on the island"


@dataclass(frozen=True, slots=True)
class NeighborsScored(contract.Event, clause=Clause.HOLD_NEIGHBORS):
    """The caller got points for the workers on islands that bridges join to the festival island."""

    seat: int
    islands: tuple[str, ...]
    workers: int
    points: int

    @override
    def __str__(self) -> str:
        workers, points = many(self.workers, "worker"), many(self.points, "point")
        return f"seat {self.seat} gets {points} for {workers} on {listed([*self.islands])}"


@dataclass(frozen=True, slots=True)
class FishTakenBack(contract.Event, clause=Clause.HOLD_FISH):
    """A seat with a worker at a festival took all its fish back."""

    seat: int

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} takes all fish back"


MainEvent: TypeAlias = (
    BridgeBuilt
    | WaterRewarded
    | GoalDrawn
    | WorkerRecruited
    | WorkersCrossed
    | WorkersStayed
    | MovementBegan
    | WalkerChosen
    | WorkerMoved
    | MovementEnded
    | FloorBuilt
    | FloorRewarded
    | FestivalHeld
    | PiecesScored
    | BonusScored
    | NeighborsScored
    | FishTakenBack
)
"""The events of the main actions."""
