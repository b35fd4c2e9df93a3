"""The components of a box except its boards: rewards, tiles, goal cards, powers, figures.

They are hashable values, equal by content. The wire sorts them by text.
``str`` returns the text of the box file and of the wire; :func:`read_tile` and :func:`read_goal`
return the value of a text.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from fireflies._texts import matched
from fireflies._typing import cached, override

SizeName: TypeAlias = Literal["small", "medium", "large"]
"""The size of an island."""
TileSize: TypeAlias = Literal["start", "small", "medium", "large"]
"""The size of a tile, which its back shows; ``start`` for start tiles."""

Kind: TypeAlias = Literal[
    "empire", "architect", "hubs", "merchant", "tower", "diversity", "ready", "bridges", "floors"
]
"""The kinds of goals; the last two only on private goals."""

SIZES: Final[tuple[SizeName, ...]] = get_args(SizeName)
"""The sizes of islands."""
TILE_SIZES: Final[tuple[TileSize, ...]] = get_args(TileSize)
"""All sizes of tiles."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""All kinds of goals."""
PUBLIC_KINDS: Final[tuple[Kind, ...]] = KINDS[:7]
"""The kinds of public goals, in the order of the wire."""

OFF: Final = "off"
"""The text in place of a limit that does not hold."""
FigureJson: TypeAlias = int | Literal["off"]
"""A figure on the wire; only ``rounds`` may be off."""

EDITION: Final = "2026"
"""The edition of the printed rules, as on the wire."""
SEATS: Final = range(2, 7)
"""The possible numbers of players."""


class Reward(NamedTuple):
    """The reward of a tile, a cell of water or a whole lane; nothing by default."""

    coins: int = 0
    workers: int = 0
    """Recruits."""
    goals: int = 0
    """Private goals from the deck."""
    points: int = 0

    @override
    def __str__(self) -> str:
        """Return the texts of its parts, like ``coins-2``; empty for nothing."""
        return " ".join(f"{name}-{count}" for name, count in self._asdict().items() if count)


NOTHING: Final = Reward()


def total(rewards: Iterable[Reward]) -> Reward:
    """Return the sum of rewards."""
    return Reward(*map(sum, zip(*rewards, strict=True)))


class Tile(NamedTuple):
    """The tile of an island. A start tile has neither points nor a reward."""

    size: TileSize
    points: int = 0
    """The points for each piece, at a festival."""
    reward: Reward = NOTHING
    """The reward for each floor."""

    @override
    def __str__(self) -> str:
        """Return a text like ``small 1 coins-2``, or ``start``."""
        return _tile_text(self)


START_TILE: Final = Tile("start")


class Goal(NamedTuple):
    """A goal card, public or private."""

    kind: Kind
    needs: int
    """The least number that completes it; what is counted depends on the kind."""
    points: int

    @override
    def __str__(self) -> str:
        """Return a text like ``hubs 3 4``."""
        return _goal_text(self)


class Size(NamedTuple):
    """The figures that depend on the size of an island."""

    capacity: int
    """The largest number of workers on it."""
    floors: int
    """The smallest number of floors for a festival."""


class Figures(NamedTuple):
    """The numbers of the rules; the defaults are printed, except ``rounds``, which is ours.

    A power changes those of its owner. :data:`FIGURES` says what each of them means.
    """

    bridges: int = 20
    floors: int = 12
    workers: int = 12
    coins: int = 5
    settlers: int = 2
    hand: int = 2
    moves: int = 3
    segment: int = 1
    toll: int = 1
    height: int = 5
    firefly: int = 2
    crow_points: int = 4
    crow_coins: int = 3
    crow_workers: int = 2
    crow_income: int = 2
    crow_loss: int = 10
    longest: int = 15
    bank: int = 50
    rounds: int = 5

    def to_json(self) -> "dict[str, FigureJson]":
        """Return the figures by name, as the wire has them."""
        return {**self._asdict(), "rounds": self.rounds or OFF}


class Figure(NamedTuple):
    """A number of the rules."""

    allowed: range
    """Its possible values."""
    text: str
    """Its meaning."""


_ONE_DIGIT: Final = range(10)
TWO_DIGITS: Final = range(100)
"""The values of most numbers of a box."""
FROM_ONE: Final = range(1, 100)
"""The values of numbers that can't be 0."""
FIGURES: Final[Mapping[str, Figure]] = {
    "bridges": Figure(TWO_DIGITS, "Bridge pieces of each player."),
    "floors": Figure(FROM_ONE, "Floors of each player."),
    "workers": Figure(TWO_DIGITS, "Workers of each player, those of the setup included."),
    "coins": Figure(TWO_DIGITS, "Coins of each player at the start."),
    "settlers": Figure(_ONE_DIGIT, "Workers of each player on each start island at the start."),
    "hand": Figure(_ONE_DIGIT, "Private goals dealt to each player."),
    "moves": Figure(_ONE_DIGIT, "Movements of one action."),
    "segment": Figure(_ONE_DIGIT, "Coins for each segment of a bridge."),
    "toll": Figure(_ONE_DIGIT, "Coins that the mover pays for each foreign bridge."),
    "height": Figure(range(1, 10), "The most floors of a pagoda."),
    "firefly": Figure(_ONE_DIGIT, "Points of the caller of a festival for each worker."),
    "crow_points": Figure(TWO_DIGITS, "Points that the crow costs."),
    "crow_coins": Figure(_ONE_DIGIT, "Coins that the crow brings."),
    "crow_workers": Figure(_ONE_DIGIT, "Recruits that the crow brings."),
    "crow_income": Figure(_ONE_DIGIT, "Coins of its holder at the beginning of a turn."),
    "crow_loss": Figure(TWO_DIGITS, "Points that its holder loses at the end."),
    "longest": Figure(TWO_DIGITS, "Points of the longest chain."),
    "bank": Figure(range(1000), "Coins in the box."),
    "rounds": Figure(
        FROM_ONE, "Rounds without progress that end the game; off only with a limit of turns."
    ),
}
"""The numbers of the rules, by name."""


class Power(NamedTuple):
    """A power card."""

    name: str
    changes: tuple[tuple[str, int], ...]
    """The figures that change, by name, and what is added to them; sorted by name."""

    def change(self, figures: Figures) -> Figures:
        """Return these figures with the changes of the power."""
        added = dict(self.changes)
        return Figures(*(old + added.get(name, 0) for name, old in figures._asdict().items()))


NUMBER: Final = "(0|[1-9][0-9]?)"
"""The pattern of a number from 0 to 99, as JSON writes it."""
REWARD: Final = re.compile("(coins|workers|goals|points)-([1-9])")
"""The pattern of a reward."""
_TILE: Final = re.compile(f"(small|medium|large) {NUMBER} ([a-z]+-[0-9])")
GOAL: Final = re.compile(f"({'|'.join(KINDS)}) ([1-9][0-9]?) {NUMBER}")
"""The pattern of a goal card."""
_TILE_LIMITS: Final = f" (SIZE {', '.join(SIZES)}; POINTS 0 to 99)"
_GOAL_LIMITS: Final = f" (KIND {', '.join(KINDS)}; NEEDS 1 to 99, POINTS 0 to 99)"
_KIND_OF: Final[Mapping[str, Kind]] = {kind: kind for kind in KINDS}
_SIZE_OF: Final[Mapping[str, SizeName]] = {size: size for size in SIZES}


def read_reward(text: str) -> Reward:
    """Return the reward of a text like ``coins-2``. Raises InvalidNotation."""
    expected = "a reward, coins-, workers-, goals- or points- and a digit from 1 to 9"
    found = matched(REWARD, text, expected)
    return NOTHING._replace(**{found[1]: int(found[2])})


@cached(512)  # bounded, since programs may try any texts
def read_tile(text: str) -> Tile:
    """Return the tile of a text like ``small 1 coins-2``, or ``start``. Raises InvalidNotation."""
    if text == "start":
        return START_TILE
    expected = f"a tile, start or SIZE POINTS REWARD like small 1 coins-2{_TILE_LIMITS}"
    found = matched(_TILE, text, expected)
    return Tile(_SIZE_OF[found[1]], int(found[2]), read_reward(found[3]))


@cached(512)
def read_goal(text: str) -> Goal:
    """Return the goal card of a text like ``hubs 3 4``. Raises InvalidNotation."""
    found = matched(GOAL, text, f"a goal, KIND NEEDS POINTS like hubs 3 4{_GOAL_LIMITS}")
    return Goal(_KIND_OF[found[1]], int(found[2]), int(found[3]))


@cached(512)
def _tile_text(tile: Tile) -> str:
    if tile.size == "start":
        return "start"
    return f"{tile.size} {tile.points} {tile.reward}"


@cached(512)
def _goal_text(goal: Goal) -> str:
    return f"{goal.kind} {goal.needs} {goal.points}"
