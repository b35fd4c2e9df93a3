"""The events of Smile: what happens within an action, and the clause behind it."""

from dataclasses import dataclass

from fireflies.contract import EndEvent, Event, Outcome
from fireflies.smile.box.cards import Card
from fireflies.smile.clauses import Clause
from fireflies.smile.rules.pieces import Player


@dataclass(frozen=True, slots=True)
class CardRevealed(Event, clause=Clause.REVEAL_COUNT, text="{card} is revealed"):
    """Chance turned up a card; the row is lettered anew from its lowest card."""

    card: Card


@dataclass(frozen=True, slots=True)
class BiddingBegan(
    Event, clause=Clause.BIDDING_STARTING_PLAYER, text="seat {starting_player} starts the bidding"
):
    """The row is complete, and this seat decides first."""

    starting_player: int


@dataclass(frozen=True, slots=True)
class BeadsBorrowed(
    Event,
    clause=Clause.BORROW_STUCK,
    text="seat {seat} borrows: one clear bead, and a blue one for it",
):
    """A seat took one clear and one blue bead from the supply."""

    seat: int


@dataclass(frozen=True, slots=True)
class BeadPlaced(Event, clause=Clause.BID_CLEAR_BEAD, text="seat {seat} places a bead on {slot}"):
    """A clear bead went from a seat's hand to the card in a slot."""

    seat: int
    slot: str


@dataclass(frozen=True, slots=True)
class CardTaken(
    Event,
    clause=Clause.BACK_OUT_TAKE,
    text="seat {seat} backs out with {card} ({slot}) and {beads:bead}",
):
    """A seat backed out: it took the card, and the beads on it into its hand."""

    seat: int
    slot: str
    card: Card
    beads: int


@dataclass(frozen=True, slots=True)
class LastCardTaken(
    Event,
    clause=Clause.LAST_CARD,
    text="seat {seat} gets the last card, {card} ({slot}), and {beads:bead}",
):
    """The last player of the auction got the last card, and the beads on it."""

    seat: int
    slot: str
    card: Card
    beads: int


@dataclass(frozen=True, slots=True)
class PairDiscarded(Event, clause=Clause.PAIR_DISCARD, text="seat {seat} discards a pair: {cards}"):
    """Two cards of one color left the game from in front of a seat."""

    seat: int
    cards: tuple[Card, Card]
    """The card that lay in front of the seat, then the one that it just took."""


@dataclass(frozen=True, slots=True)
class AuctionEnded(
    Event,
    clause=Clause.LAST_STARTS,
    text="auction {auction} is over, seat {starting_player} starts the next one",
):
    """An auction ended, and another follows; the last one ends with :class:`GameEnded` instead."""

    auction: int
    """The number of the auction that ended, from 1."""
    starting_player: int
    """The seat that starts the next auction."""


@dataclass(frozen=True, slots=True)
class GameEnded(
    EndEvent,
    clause=Clause.END_LAST_AUCTION,
    text="the game is over: {scores}; {winners} won",
):
    """The last auction is over, and the hands are opened."""

    players: tuple[Player, ...]
    """The hands and cards of all players, open from now on."""
    outcome: Outcome
