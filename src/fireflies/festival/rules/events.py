"""The events of Firefly Festival: what happens within an action, and the clause behind it."""

from dataclasses import dataclass

from fireflies._texts import many
from fireflies.contract import EndEvent, Event, Outcome
from fireflies.festival.box.components import Goal, Kind, Tile
from fireflies.festival.clauses import Clause
from fireflies.festival.rules.pieces import brings, gains


@dataclass(frozen=True, slots=True)
class TileLaid(
    Event,
    clause=Clause.SETUP_TILES,
    text="island {island} gets a {size} tile: {points:point} a piece, {brings} a floor",
):
    """A tile lies on an island from now on."""

    island: str
    tile: Tile

    @property
    def size(self) -> str:
        """The size of the tile."""
        return self.tile.size

    @property
    def points(self) -> int:
        """The points of a piece there."""
        return self.tile.points

    @property
    def brings(self) -> str:
        """Return what a floor there brings, in words."""
        return brings(self.tile.reward)


@dataclass(frozen=True, slots=True)
class SettlersPlaced(
    Event, clause=Clause.SETUP_WORKERS, text="everybody places {workers:worker} on {islands} each"
):
    """Each player placed this number of workers on each of the start islands."""

    islands: tuple[str, ...]
    workers: int


@dataclass(frozen=True, slots=True)
class KindDrawn(Event, clause=Clause.SETUP_PUBLIC, text="the public goals {kind} are in play"):
    """Chance drew a kind of public goals."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class PrivateGoalEvent(Event):
    """A seat got a private goal; in its text ``{told}`` tells the goal."""

    seat: int
    goal: Goal | None

    @property
    def told(self) -> str:
        """Return the goal as tables and other events call it, with its points."""
        if self.goal is None:
            return "a private goal"
        kind, needs, points = self.goal
        return f"the private goal {kind} {needs} for {many(points, 'point')}"


class GoalDealt(
    PrivateGoalEvent,
    clause=Clause.SETUP_PRIVATE,
    text="seat {seat} is dealt {told}",
    secret="goal",
):
    """A seat was dealt a private goal in the setup; only the owner sees which."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PowerDealt(
    Event, clause=Clause.POWER_DEAL, text="seat {seat} is dealt {power:a power}", secret="power"
):
    """A seat was dealt a power card; only the owner sees which."""

    seat: int
    power: str | None


@dataclass(frozen=True, slots=True)
class PowerKept(
    Event, clause=Clause.POWER_KEEP, text="seat {seat} keeps {power:a power}", secret="power"
):
    """A seat kept one of its powers; only the owner sees which."""

    seat: int
    power: str | None


@dataclass(frozen=True, slots=True)
class PowersOpened(Event, clause=Clause.POWER_CHANGE, text="the powers are open: {told}"):
    """All seats have chosen: the powers are open, and change what their owners have and pay."""

    powers: tuple[str, ...]
    """The kept power of each seat."""

    @property
    def told(self) -> tuple[str, ...]:
        """Return the power of each seat in words."""
        return tuple([f"seat {seat} has {power}" for seat, power in enumerate(self.powers)])


@dataclass(frozen=True, slots=True)
class FirstPlayerNamed(Event, clause=Clause.SETUP_FIRST, text="seat {seat} takes the first turn"):
    """Chance said who takes the first turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan(Event, clause=Clause.TURN_CLOCKWISE, text="seat {seat} takes a turn"):
    """The turn of a seat began."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Event, clause=Clause.TURN_END, text="seat {seat} ends the turn"):
    """The turn of a seat is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class GoalEvent(Event):
    """A seat completed a goal."""

    seat: int
    goal: Goal

    @property
    def needed(self) -> str:
        """Return the kind of the goal and what it needs."""
        return f"{self.goal.kind} {self.goal.needs}"

    @property
    def points(self) -> int:
        """The points of the goal."""
        return self.goal.points


class PublicCompleted(
    GoalEvent,
    clause=Clause.PUBLIC_GAIN,
    text="seat {seat} completes the goal {needed} for {points:point}",
):
    """A seat completed a public goal."""

    __slots__ = ()


class PrivateCompleted(
    GoalEvent,
    clause=Clause.PRIVATE_GAIN,
    text="seat {seat} completes the private goal {needed} for {points:point}",
):
    """A seat completed a private goal, which lies open from now on."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CrowTaken(
    Event,
    clause=Clause.CROW_TAKE,
    text="seat {seat} takes the crow{whose} for {points:point}, and with it {brought}",
):
    """A seat paid points for the crow, and got coins or workers to place."""

    seat: int
    holder: int | None
    """The seat that had the crow before."""
    points: int
    """The points paid."""
    coins: int
    recruits: int

    @property
    def whose(self) -> str:
        """Return in words from whom the crow is taken."""
        return "" if self.holder is None else f" from seat {self.holder}"

    @property
    def brought(self) -> str:
        """Return in words what the crow brings."""
        return gains(self.coins, self.recruits)


@dataclass(frozen=True, slots=True)
class CrowPaid(Event, clause=Clause.CROW_INCOME, text="seat {seat} gets {coins:coin} by the crow"):
    """The holder of the crow got coins at the beginning of a turn."""

    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class FishUsed(
    Event,
    clause=Clause.FISH_ACTION,
    text="seat {seat} uses a lucky fish for {coins:coin}: one more main action",
):
    """A seat paid for a fish, and has one more main action."""

    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class SorinGone(Event, clause=Clause.END_SORIN, text="the last sōrin is placed"):
    """The game ends: no sōrin is left."""


@dataclass(frozen=True, slots=True)
class FloorsGone(Event, clause=Clause.END_FLOORS, text="seat {seat} has no floor left"):
    """The game ends: a seat has no floor left."""

    seat: int


@dataclass(frozen=True, slots=True)
class GoalsGone(Event, clause=Clause.END_GOALS, text="all public goals are completed"):
    """The game ends: all public goals are completed."""


@dataclass(frozen=True, slots=True)
class Standstill(
    Event,
    clause=Clause.END_STANDSTILL,
    text="{turns:turn} without a bridge, floor, festival or goal",
):
    """The game ends: in this number of turns nobody built, held a festival or completed a goal."""

    turns: int


@dataclass(frozen=True, slots=True)
class LimitReached(Event, clause=Clause.END_TURNS, text="that was the last of {turns:turn}"):
    """The game ends: the agreed number of turns is over."""

    turns: int


@dataclass(frozen=True, slots=True)
class GameEnded(EndEvent, clause=Clause.END_TURN, text="the game is over: {scores}; {winners} won"):
    """The last turn is over, and the hands are opened."""

    hands: tuple[tuple[Goal, ...], ...]
    """The private goals that were not completed, by seat."""
    outcome: Outcome
