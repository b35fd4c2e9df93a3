"""The box that one owns: boards, tiles, goal cards, powers, and the figures of the sheet.

A :class:`Box` is a validated value. Reading equal data gives the same object, while it is cached.
"""

from dataclasses import dataclass
from typing import TypedDict

from fireflies.festival.box.board import Board, BoardJson
from fireflies.festival.box.components import (
    PUBLIC_KINDS,
    SIZES,
    FigureJson,
    Figures,
    Goal,
    Kind,
    Power,
    Size,
    SizeName,
    Tile,
)


class SizeJson(TypedDict):
    """A size in a box."""

    capacity: int
    floors: int


class PowerJson(TypedDict):
    """A power in a box."""

    name: str
    changes: dict[str, int]


class BoxJson(TypedDict):
    """A box on the wire."""

    boards: list[BoardJson]
    sizes: dict[SizeName, SizeJson]
    tiles: list[str]
    public: dict[Kind, list[list[int]]]
    private: list[str]
    chain: list[list[int]]
    sorin: list[int]
    fish: list[int]
    figures: dict[str, FigureJson]
    powers: list[PowerJson]


@dataclass(frozen=True, slots=True)
class Box:
    """A box. Lists whose order means nothing are sorted."""

    boards: tuple[Board, ...]
    """By number of players."""
    sizes: tuple[Size, Size, Size]
    """Small, medium and large, as in ``SIZES``."""
    tiles: tuple[Tile, ...]
    """All tiles that one owns, by their texts."""
    public: tuple[tuple[Goal, ...], ...]
    """The stacks of the seven kinds, as in ``PUBLIC_KINDS``, each from the top card down."""
    private: tuple[Goal, ...]
    """All private goals, by their texts."""
    chain: tuple[tuple[int, int], ...]
    """The islands of a chain, rising, and its points."""
    sorin: tuple[int, ...]
    """The number of sōrin with 2, 3, 4, 5, 6 players."""
    fish: tuple[int, ...]
    """The prices of a player's fish, in order."""
    figures: Figures
    powers: tuple[Power, ...]
    """By name."""

    def board(self, players: int) -> Board | None:
        """Return the board for this number of players; None when there is none."""
        return next((board for board in self.boards if players in board.players), None)

    def size(self, name: SizeName) -> Size:
        """Return the capacity and the needed floors of islands of this size."""
        return self.sizes[SIZES.index(name)]

    def stack(self, kind: Kind) -> tuple[Goal, ...]:
        """Return the public goals of one of the seven kinds, from the top card down."""
        return self.public[PUBLIC_KINDS.index(kind)]

    def power(self, name: str) -> Power | None:
        """Return the power of this name; None when there is none."""
        return next((power for power in self.powers if power.name == name), None)

    def to_json(self) -> BoxJson:
        """Return the box as the wire has it."""
        return BoxJson(
            boards=[board.to_json() for board in self.boards],
            sizes={
                name: SizeJson(capacity=size.capacity, floors=size.floors)
                for name, size in zip(SIZES, self.sizes, strict=True)
            },
            tiles=list(map(str, self.tiles)),
            public={
                kind: [[goal.needs, goal.points] for goal in stack]
                for kind, stack in zip(PUBLIC_KINDS, self.public, strict=True)
            },
            private=list(map(str, self.private)),
            chain=[list(row) for row in self.chain],
            sorin=list(self.sorin),
            fish=list(self.fish),
            figures=self.figures.to_json(),
            powers=[PowerJson(name=it.name, changes=dict(it.changes)) for it in self.powers],
        )
