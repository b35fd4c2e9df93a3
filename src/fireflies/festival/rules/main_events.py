"""The events of the main actions: bridges, movements, pagodas, festivals."""

from dataclasses import dataclass

from fireflies._texts import many
from fireflies.contract import Event
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.events import PrivateGoalEvent
from fireflies.festival.rules.pieces import gains


@dataclass(frozen=True, slots=True)
class BridgeBuilt(
    Event,
    clause=Clause.BRIDGE_COINS,
    text="seat {seat} builds the bridge {lane} of {pieces:piece} for {coins:coin}",
):
    """A seat paid for a bridge and built it."""

    seat: int
    lane: str
    pieces: int
    coins: int


@dataclass(frozen=True, slots=True)
class WaterRewarded(
    Event, clause=Clause.WATER_REWARD, text="seat {seat} gets {brought} for the bridge {lane}"
):
    """A new bridge brought its rewards: goals and workers as far as deck, supply and room allow."""

    seat: int
    lane: str
    coins: int
    points: int
    draws: int
    recruits: int

    @property
    def brought(self) -> str:
        """Return the rewards in words."""
        return gains(self.coins, self.recruits, self.points, self.draws)


class GoalDrawn(
    PrivateGoalEvent, clause=Clause.GOAL_DRAW, text="seat {seat} draws {told}", secret="goal"
):
    """A seat drew a private goal as a reward; only the owner sees which."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class WorkerRecruited(
    Event, clause=Clause.RECRUIT_SUPPLY, text="seat {seat} recruits a worker on {island}"
):
    """A seat placed a new worker of its supply."""

    seat: int
    island: str


@dataclass(frozen=True, slots=True)
class WorkersCrossed(
    Event,
    clause=Clause.CROSS_FREE,
    text="seat {seat} moves {workers:worker} over the new bridge from {origin} to {island}",
):
    """Workers went over the new bridge of their seat."""

    seat: int
    origin: str
    island: str
    workers: int


@dataclass(frozen=True, slots=True)
class WorkersStayed(
    Event, clause=Clause.CROSS_FREE, text="seat {seat} moves nobody over the new bridge"
):
    """A seat moved no worker over its new bridge."""

    seat: int


@dataclass(frozen=True, slots=True)
class MovementBegan(Event, clause=Clause.MOVE_THREE, text="seat {seat} has {walks:movement}"):
    """A seat began the movements of its workers."""

    seat: int
    walks: int
    """The largest number of movements."""


@dataclass(frozen=True, slots=True)
class WalkerChosen(
    Event, clause=Clause.MOVE_WORKERS, text="seat {seat} moves a worker from {island}"
):
    """A seat chose a worker to move."""

    seat: int
    island: str


@dataclass(frozen=True, slots=True)
class WorkerMoved(
    Event,
    clause=Clause.MOVE_BRIDGES,
    text="seat {seat} walks from {origin} to {island} over {bridges:bridge}{whose}{paid}",
):
    """A worker went over bridges of one owner, who got the toll."""

    seat: int
    origin: str
    island: str
    owner: int
    bridges: int
    toll: int
    """In coins."""

    @property
    def whose(self) -> str:
        """Return in words whose the bridges are; empty for the seat's own."""
        return "" if self.owner == self.seat else f" of seat {self.owner}"

    @property
    def paid(self) -> str:
        """Return the toll in words; empty when there is none."""
        return f" for {many(self.toll, 'coin')}" if self.toll else ""


@dataclass(frozen=True, slots=True)
class MovementEnded(
    Event, clause=Clause.MOVE_THREE, text="seat {seat} leaves {left:movement} unused"
):
    """A seat moves no more workers in this action."""

    seat: int
    left: int
    """Movements that were not made."""


@dataclass(frozen=True, slots=True)
class FloorBuilt(
    Event,
    clause=Clause.PAGODA_FLOOR,
    text="seat {seat} builds floor {height} of the pagoda on {island}",
):
    """A seat placed a floor on a pagoda."""

    seat: int
    island: str
    height: int
    """The number of floors that stand there now."""


@dataclass(frozen=True, slots=True)
class FloorRewarded(
    Event, clause=Clause.PAGODA_REWARD, text="seat {seat} gets {brought} for the floor on {island}"
):
    """A floor brought the reward of the tile; goals and workers only as many as were left."""

    seat: int
    island: str
    coins: int
    points: int
    draws: int
    recruits: int

    @property
    def brought(self) -> str:
        """Return the rewards in words."""
        return gains(self.coins, self.recruits, self.points, self.draws)


@dataclass(frozen=True, slots=True)
class FestivalHeld(
    Event, clause=Clause.HOLD_SORIN, text="seat {seat} holds a festival on {island}"
):
    """A seat called a festival, and a sōrin lies on the pagoda."""

    seat: int
    island: str


@dataclass(frozen=True, slots=True)
class PiecesScored(
    Event,
    clause=Clause.HOLD_POINTS,
    text="seat {seat} gets {points:point} for {pieces:piece} on the island",
):
    """A seat got the points of its floors, bridges and workers at a festival."""

    seat: int
    pieces: int
    points: int


@dataclass(frozen=True, slots=True)
class BonusScored(
    Event,
    clause=Clause.HOLD_BONUS,
    text="seat {seat} gets {points:point} for {workers:worker} on the island",
):
    """The caller of a festival got points for the workers on the island."""

    seat: int
    workers: int
    points: int


@dataclass(frozen=True, slots=True)
class NeighborsScored(
    Event,
    clause=Clause.HOLD_NEIGHBORS,
    text="seat {seat} gets {points:point} for {workers:worker} on {islands}",
):
    """The caller got points for the workers on islands that bridges join to the festival island."""

    seat: int
    islands: tuple[str, ...]
    workers: int
    points: int


@dataclass(frozen=True, slots=True)
class FishTakenBack(Event, clause=Clause.HOLD_FISH, text="seat {seat} takes all fish back"):
    """A seat with a worker at a festival took all its fish back."""

    seat: int
