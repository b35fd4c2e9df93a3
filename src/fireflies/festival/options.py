"""The options of a game of Firefly Festival."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, TypedDict

from fireflies._typing import override
from fireflies.festival.board import Board
from fireflies.festival.box import Box, BoxJson
from fireflies.festival.components import Figures, Kind

StartingPlayer: TypeAlias = int | Literal["chance"]
SetupName: TypeAlias = Literal["first", "variable"]

SETUPS: Final[tuple[SetupName, ...]] = ("first", "variable")


class OptionsJson(TypedDict):
    """The wire's OPTIONS."""

    players: int
    starting_player: StartingPlayer
    setup: SetupName
    goals: list[Kind]
    powers: bool
    box: BoxJson


@dataclass(frozen=True, slots=True, eq=False)
class Options:
    """Valid options, and the board that follows from them.

    Equal options that are read are one object, whose hash is computed once. Their pickle is small,
    and their ``repr`` is Python that makes them again, with ``read_options``.
    """

    players: int
    starting_player: StartingPlayer
    setup: SetupName
    """Where the start tiles lie: in their two places, or anywhere."""
    goals: tuple[Kind, ...]
    """The four kinds of public goals in play, in the order of the seven."""
    powers: bool
    """Whether powers are dealt."""
    box: Box
    board: Board = field(repr=False)
    """The board of the box for so many players."""
    sorin: int = field(repr=False)
    """How many sōrin there are at the start."""

    figures: Mapping[str | None, Figures] = field(repr=False)
    """The figures of a player by the power that it has kept; None without one."""
    hashed: int = field(repr=False)

    @override
    def __eq__(self, other: object) -> bool:
        """Return whether the options are equal; an object is compared with itself at once."""
        return self is other or (isinstance(other, Options) and self._key() == other._key())

    @override
    def __hash__(self) -> int:
        return self.hashed

    def _key(self) -> tuple[object, ...]:
        first = (self.players, self.starting_player, self.setup)
        return (*first, self.goals, self.powers, self.box)
