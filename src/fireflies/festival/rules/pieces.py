"""The pieces on the table of Firefly Festival: islands, players, stacks of goals."""

from typing import Final, Literal, NamedTuple, TypeAlias

from fireflies._texts import listed, many
from fireflies.festival.box.components import Goal, Kind, Reward, Tile

Phase: TypeAlias = Literal[
    "tiles",
    "kinds",
    "goals",
    "powers",
    "keep",
    "first",
    "turn",
    "recruit",
    "cross",
    "walk",
    "to",
    "over",
]
"""The kind of the next decision. In ``goals`` chance deals goals, in the setup or as a reward."""


NONE: Final = -1
"""Stands for no seat, no lane or no island."""


class Site(NamedTuple):
    """An island with what is on it."""

    tile: Tile | None
    """The tile that lies here; None before one is laid."""
    floors: tuple[int, ...]
    """The owners of the floors, from the ground up."""
    sealed: bool
    """True when a sōrin lies on the pagoda."""
    workers: tuple[int, ...]
    """The number of workers, by seat."""


class Player(NamedTuple):
    """The describe_player of one player."""

    points: int
    coins: int
    bridges: int
    """Bridge pieces left in the supply; floors and workers count what is left there, too."""
    floors: int
    workers: int
    fish: int
    """Fish in front of the player."""
    goals: tuple[Goal, ...]
    """The private goals in hand, sorted by text."""
    claimed: tuple[Goal, ...]
    """The public goals completed, sorted by text."""
    completed: tuple[Goal, ...]
    """The private goals completed, sorted by text."""
    powers: tuple[str, ...]
    """The power cards dealt, sorted; from the choice on, the one kept."""


class SeenPlayer(NamedTuple):
    """One player in a view."""

    points: int
    coins: int
    bridges: int
    floors: int
    workers: int
    fish: int
    hand: int
    """The number of private goals in hand."""
    goals: tuple[Goal, ...] | None
    """The private goals in hand; None where they are secret."""
    claimed: tuple[Goal, ...]
    completed: tuple[Goal, ...]
    powers: tuple[str, ...] | None
    """The power cards; None where they are secret."""


class Pending(NamedTuple):
    """The unfinished part of an action."""

    lane: int = NONE
    """The index of the lane that was just built."""
    able: tuple[int, int] = (0, 0)
    """The own workers that may cross it, from its first end and from its second."""
    draws: int = 0
    """Private goals to draw."""
    recruits: int = 0
    """Workers to place."""
    walks: int = 0
    """Movements left. The action ``to`` takes one of them, the action ``walk`` takes none."""
    walker: int = NONE
    """The index of the island of the worker that was chosen by ``walk``."""


NOTHING: Final = Pending()
"""The unfinished part of an action when there is none."""


class Stack(NamedTuple):
    """A stack of public goals as everybody sees it."""

    kind: Kind
    left: int
    """The number of cards left."""
    top: Goal | None
    """The top card; None when no card is left."""


HIDDEN: Final = "?"
"""The text in place of a card that an observer does not see."""


def brings(reward: Reward) -> str:
    """Return what a reward brings in words."""
    return gains(reward.coins, reward.workers, reward.points, reward.goals)


def gains(coins: int, recruits: int, points: int = 0, draws: int = 0) -> str:
    """Return what somebody gets in words, like ``2 coins and 1 worker``, or ``nothing``."""
    found = [
        many(count, thing)
        for count, thing in (
            (coins, "coin"),
            (points, "point"),
            (draws, "private goal"),
            (recruits, "worker"),
        )
        if count
    ]
    return listed(found) if found else "nothing"
