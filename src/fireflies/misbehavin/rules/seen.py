"""A position as an observer sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fireflies.contract import Seen
from fireflies.misbehavin.box.cards import Deed
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.rules.actions import Action
from fireflies.misbehavin.rules.pieces import (
    Activity,
    Cards,
    Displayed,
    InPlay,
    Marks,
    Pending,
    Phase,
    ReaverInPlay,
)


class SeenPlayer(NamedTuple):
    """One seat in a view, with the fields of :class:`~fireflies.misbehavin.rules.pieces.Player`."""

    hand: Cards | None
    """The cards in hand; both this and ``deck`` are None for an observer who may not see them."""
    hand_size: int
    deck: Cards | None
    deck_size: int
    unseen: Cards
    """The cards of hand and draw pile together, which are public."""
    recycle: Cards
    assets: tuple[InPlay, ...]
    command: tuple[InPlay, ...]
    display: tuple[Displayed, ...]
    credits: int
    verse: int
    marks: Marks
    immune: int
    activations: int
    recruitments: int
    verse_left: int
    """The tokens in the supply of the seat."""
    power: int
    """The power of the tableau, with tokens."""

    @property
    def tableau(self) -> tuple[InPlay, ...]:
        """The cards of both areas."""
        return self.assets + self.command

    @property
    def in_play(self) -> Sequence[InPlay | Displayed]:
        """The cards of tableau and display."""
        return (*self.tableau, *self.display)

    @property
    def purse(self) -> int:
        """The tokens that can be spent on 'verse actions."""
        return self.verse + sum(self.marks)


@dataclass(frozen=True, slots=True, repr=False)
class Observed(Seen[Action]):
    """A position as an observer sees it, with what is decided next: the fields of a view.

    Those that are not explained here are fields of a position.
    """

    options: Options
    phase: Phase
    seat: int
    turn: int
    turn_player: int
    moves: int
    acquired: bool
    once: tuple[str, ...]
    did: tuple[Deed, ...]
    players: tuple[SeenPlayer, ...]
    market: tuple[Cards, ...]
    market_decks: tuple[Cards, ...]
    slots: tuple[str | None, ...]
    supply: tuple[int, ...]
    reavers: tuple[ReaverInPlay, ...]
    defeated: Cards
    activity: Activity | None
    pending: tuple[Pending, ...]
    totals: tuple[int, ...]
    """Attack and defense of a current fight, or the influence of a deal or a recruitment."""
