"""The view that one observer has of a position of Smile."""

from collections.abc import Sequence
from dataclasses import dataclass

from fireflies._texts import WIDTH
from fireflies._typing import override
from fireflies.contract import Details, Seen
from fireflies.smile.box.cards import Card, card_text
from fireflies.smile.picture import begin, draw_svg
from fireflies.smile.rules.actions import Action
from fireflies.smile.rules.pieces import (
    Offer,
    OfferJson,
    Phase,
    PlayerJson,
    Position,
    SeenPlayer,
    StateJson,
    Supply,
    SupplyJson,
)
from fireflies.smile.text.details import details_of
from fireflies.smile.text.drawing import draw_text
from fireflies.smile.text.notation import write_position


@dataclass(frozen=True, slots=True, repr=False)
class View(Seen[Action]):
    """A position as a seat, a spectator or the referee sees it.

    ``str(view)`` draws it for a terminal of 80 columns; a notebook shows a picture.
    """

    phase: Phase
    auction: int
    """The number of the auction, from 1; when the game is over, of the last one."""
    starting_player: int
    """The seat that starts or started this auction; at the end, the one that got the last card."""
    in_auction: tuple[int, ...]
    """The seats without a card in this auction, in turn order from the one to move."""
    row: tuple[Offer, ...]
    """The cards on offer, lowest first."""
    players: tuple[SeenPlayer, ...]
    """By seat; the beads of the others are None until the game is over."""
    supply: Supply
    discarded: tuple[Card, ...]
    """The cards that left the game as pairs, sorted."""
    undealt: tuple[Card, ...]
    """The cards that may still be turned up, sorted."""

    @property
    @override
    def position(self) -> str:
        """Return the view in one line, in the form of :mod:`fireflies.smile.text.notation`."""
        return write_position(
            Position(
                self.auction,
                self.starting_player,
                self.in_auction,
                self.row,
                self.players,
                self.supply,
                self.discarded,
                self.undealt,
            )
        )

    def to_json(self) -> StateJson:
        """Return the view as the wire's STATE, a new object at each call."""
        legal, outcome = self.legal_actions, self.outcome
        return StateJson(
            phase=self.phase,
            actor=self.actor,
            auction=self.auction,
            starting_player=self.starting_player,
            in_auction=sorted(self.in_auction),
            row=[
                OfferJson(slot=offer.slot, card=card_text(offer.card), beads=offer.beads)
                for offer in self.row
            ],
            players=[
                PlayerJson(clear=seen.clear, blue=seen.blue, cards=list(map(card_text, seen.cards)))
                for seen in self.players
            ],
            supply=SupplyJson(clear=self.supply.clear, blue=self.supply.blue),
            discarded=list(map(card_text, self.discarded)),
            undealt=list(map(card_text, self.undealt)),
            legal=None if legal is None else list(map(str, legal)),
            outcome=None if outcome is None else outcome.to_json(),
        )

    @property
    @override
    def details(self) -> dict[str, Details]:
        """Return the details of each card on offer and of each seat, by ``a`` or ``seat 0``."""
        return details_of(self.to_json())

    @override
    def to_text(self, width: int = WIDTH, names: Sequence[str] = ()) -> str:
        """Return the table as text, in lines of at most ``width``; below 40, they may be longer."""
        return draw_text(self.to_json(), self.observer, width, names)

    def _repr_svg_(self) -> str:
        """Return the view as an SVG document; notebooks call this method."""
        return draw(self)


def draw(
    view: View,
    other: View | None = None,
    about: str | None = None,
    names: Sequence[str] = (),
    width: int | None = None,
) -> str:
    """Return the view as an SVG document, whose description holds the whole table as text.

    Differences from the other view are marked. ``about`` is the text of an action that a page shows
    beside the picture, which then does not list the legal actions. ``names`` are the names of the
    seats. ``width`` is that of the place for the picture, in CSS pixels.
    """
    compared = None if other is None else other.to_json()
    return draw_svg(begin(about, names, width), view.to_json(), view.observer, compared)
