"""The events of Firefly Festival: what happens within an action, and the clause behind it."""

from dataclasses import dataclass, replace
from typing import Self, TypeAlias

from fireflies import contract
from fireflies._texts import listed, many
from fireflies._typing import override
from fireflies.contract import Observer, Outcome
from fireflies.festival.clauses import Clause
from fireflies.festival.components import Goal, Tile
from fireflies.festival.main_events import MainEvent
from fireflies.festival.pieces import gains


@dataclass(frozen=True, slots=True)
class TileLaid(contract.Event, clause=Clause.SETUP_TILES):
    """A tile lies on an island from now on."""

    island: str
    tile: Tile

    @override
    def __str__(self) -> str:
        return f"island {self.island} gets the tile {self.tile}"


@dataclass(frozen=True, slots=True)
class SettlersPlaced(contract.Event, clause=Clause.SETUP_WORKERS):
    """Each player placed this number of workers on each of the start islands."""

    islands: tuple[str, ...]
    workers: int

    @override
    def __str__(self) -> str:
        return f"everybody places {many(self.workers, 'worker')} on {listed([*self.islands])} each"


@dataclass(frozen=True, slots=True)
class GoalDealt(contract.Event, clause=Clause.SETUP_PRIVATE):
    """A seat was dealt a private goal in the setup; only the owner sees which."""

    seat: int
    goal: Goal | None

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} is dealt {self.goal or 'a private goal'}"

    @override
    def seen_by(self, observer: Observer, /) -> Self:
        return self if observer in {None, self.seat} else replace(self, goal=None)


@dataclass(frozen=True, slots=True)
class PowerDealt(contract.Event, clause=Clause.POWER_DEAL):
    """A seat was dealt a power card; only the owner sees which."""

    seat: int
    power: str | None

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} is dealt {self.power or 'a power'}"

    @override
    def seen_by(self, observer: Observer, /) -> Self:
        return self if observer in {None, self.seat} else replace(self, power=None)


@dataclass(frozen=True, slots=True)
class PowerKept(contract.Event, clause=Clause.POWER_KEEP):
    """A seat kept one of its powers; only the owner sees which."""

    seat: int
    power: str | None

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} keeps {self.power or 'a power'}"

    @override
    def seen_by(self, observer: Observer, /) -> Self:
        return self if observer in {None, self.seat} else replace(self, power=None)


@dataclass(frozen=True, slots=True)
class PowersOpened(contract.Event, clause=Clause.POWER_CHANGE):
    """All seats have chosen: the powers are open, and change what their owners have and pay."""

    powers: tuple[str, ...]
    """The kept power of each seat."""

    @override
    def __str__(self) -> str:
        told = [f"seat {seat} has {power}" for seat, power in enumerate(self.powers)]
        return f"the powers are open: {listed(told)}"


@dataclass(frozen=True, slots=True)
class FirstPlayerNamed(contract.Event, clause=Clause.SETUP_FIRST):
    """Chance said who takes the first turn."""

    seat: int

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} takes the first turn"


@dataclass(frozen=True, slots=True)
class TurnBegan(contract.Event, clause=Clause.TURN_CLOCKWISE):
    """The turn of a seat began."""

    seat: int

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} takes a turn"


@dataclass(frozen=True, slots=True)
class TurnEnded(contract.Event, clause=Clause.TURN_END):
    """The turn of a seat is over."""

    seat: int

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} ends the turn"


@dataclass(frozen=True, slots=True)
class PublicCompleted(contract.Event, clause=Clause.PUBLIC_GAIN):
    """A seat completed a public goal."""

    seat: int
    goal: Goal

    @override
    def __str__(self) -> str:
        kind, needs, points = self.goal
        return f"seat {self.seat} completes the goal {kind} {needs} for {many(points, 'point')}"


@dataclass(frozen=True, slots=True)
class PrivateCompleted(contract.Event, clause=Clause.PRIVATE_GAIN):
    """A seat completed a private goal, which lies open from now on."""

    seat: int
    goal: Goal

    @override
    def __str__(self) -> str:
        kind, needs, points = self.goal
        brought = many(points, "point")
        return f"seat {self.seat} completes the private goal {kind} {needs} for {brought}"


@dataclass(frozen=True, slots=True)
class CrowTaken(contract.Event, clause=Clause.CROW_TAKE):
    """A seat paid points for the crow, and got coins or workers to place."""

    seat: int
    holder: int | None
    """The seat that had the crow before."""
    points: int
    """The points paid."""
    coins: int
    recruits: int

    @override
    def __str__(self) -> str:
        whose = "" if self.holder is None else f" from seat {self.holder}"
        brought = gains(self.coins, self.recruits)
        points = many(self.points, "point")
        return f"seat {self.seat} takes the crow{whose}, pays {points} and gets {brought}"


@dataclass(frozen=True, slots=True)
class CrowPaid(contract.Event, clause=Clause.CROW_INCOME):
    """The holder of the crow got coins at the beginning of a turn."""

    seat: int
    coins: int

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} gets {many(self.coins, 'coin')} by the crow"


@dataclass(frozen=True, slots=True)
class FishUsed(contract.Event, clause=Clause.FISH_ACTION):
    """A seat paid for a fish, and has one more main action."""

    seat: int
    coins: int

    @override
    def __str__(self) -> str:
        coins = many(self.coins, "coin")
        return f"seat {self.seat} uses a lucky fish for {coins}: one more main action"


@dataclass(frozen=True, slots=True)
class SorinGone(contract.Event, clause=Clause.END_SORIN):
    """The game ends: no sōrin is left."""

    @override
    def __str__(self) -> str:
        return "the last sōrin is placed"


@dataclass(frozen=True, slots=True)
class FloorsGone(contract.Event, clause=Clause.END_FLOORS):
    """The game ends: a seat has no floor left."""

    seat: int

    @override
    def __str__(self) -> str:
        return f"seat {self.seat} has no floor left"


@dataclass(frozen=True, slots=True)
class GoalsGone(contract.Event, clause=Clause.END_GOALS):
    """The game ends: all public goals are completed."""

    @override
    def __str__(self) -> str:
        return "all public goals are completed"


@dataclass(frozen=True, slots=True)
class Standstill(contract.Event, clause=Clause.END_STANDSTILL):
    """The game ends: in this number of turns nobody built, held a festival or completed a goal."""

    turns: int

    @override
    def __str__(self) -> str:
        return f"{many(self.turns, 'turn')} without a bridge, floor, festival or goal"


@dataclass(frozen=True, slots=True)
class GameEnded(contract.Event, clause=Clause.END_TURN):
    """The last turn is over, and the hands are opened."""

    hands: tuple[tuple[Goal, ...], ...]
    """The private goals that were not completed, by seat."""
    outcome: Outcome

    @override
    def __str__(self) -> str:
        scores = ", ".join(map(str, self.outcome.scores))
        winners = " and ".join(f"seat {winner}" for winner in self.outcome.winners)
        return f"the game is over with {scores} points: {winners} won"


Event: TypeAlias = (
    TileLaid
    | SettlersPlaced
    | GoalDealt
    | PowerDealt
    | PowerKept
    | PowersOpened
    | FirstPlayerNamed
    | TurnBegan
    | TurnEnded
    | PublicCompleted
    | PrivateCompleted
    | CrowTaken
    | CrowPaid
    | FishUsed
    | SorinGone
    | FloorsGone
    | GoalsGone
    | Standstill
    | GameEnded
    | MainEvent
)
"""All events of Firefly Festival."""
