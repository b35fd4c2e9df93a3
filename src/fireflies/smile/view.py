"""What a seat sees of a position of Smile."""

from collections.abc import Sequence
from dataclasses import dataclass

from fireflies._typing import override
from fireflies.contract import Actor, Observer, Outcome
from fireflies.smile.drawing import WIDTH, draw_text
from fireflies.smile.notation import write_position
from fireflies.smile.pieces import (
    Action,
    Card,
    Offer,
    OfferJson,
    OutcomeJson,
    Phase,
    PlayerJson,
    Position,
    SeenPlayer,
    StateJson,
    Supply,
    SupplyJson,
    card_text,
)
from fireflies.smile.svg import draw_svg


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it, or the referee: the table, and its own hand.

    ``str(view)`` draws it for a terminal of 80 columns; a notebook shows it as a picture.
    """

    observer: Observer
    """Who looks; None is the referee, who sees everything."""
    phase: Phase
    actor: Actor
    """Whose decision is next: a seat, ``"chance"``, or None when the game is over."""
    auction: int
    """Its number, from 1; stays at the last when the game is over."""
    starting_player: int
    """The seat that starts or started this auction; when over, the one who would start the next."""
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
    legal_actions: tuple[Action, ...] | None
    """What the actor may do; None while another seat is to move: it would tell of its hand."""
    outcome: Outcome | None

    @property
    def position(self) -> str:
        """All of the view in one line; :mod:`fireflies.smile.notation` has the form."""
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
        """The view as the wire's STATE, fresh at each call."""
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
            outcome=None
            if outcome is None
            else OutcomeJson(scores=list(outcome.scores), winners=list(outcome.winners)),
        )

    def to_text(self, width: int = WIDTH, names: Sequence[str] = ()) -> str:
        """Return the table drawn with letters, in lines of at most this width, from 40 on."""
        return draw_text(self.to_json(), self.observer, width, names)

    @override
    def __str__(self) -> str:
        """The table drawn with letters, for a terminal of 80 columns."""
        return self.to_text()

    def _repr_svg_(self) -> str:
        """The table as a picture, where notebooks look for it."""
        return draw(self)


def draw(view: View) -> str:
    """The view as an SVG document: a picture to play from, with the whole table in words."""
    return draw_svg(view.to_json(), view.observer)
