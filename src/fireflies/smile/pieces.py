"""The pieces of Smile: cards, actions, events, the table, and the names of the clauses."""

from dataclasses import dataclass
from typing import Final, Generic, Literal, NamedTuple, TypeAlias, TypedDict, TypeVar, get_args

from fireflies import contract
from fireflies._typing import cached, override
from fireflies.contract import Outcome
from fireflies.rulebook import Clause as RulebookClause

Color: TypeAlias = Literal["", "yellow", "white", "red", "blue"]
"""The color in a card's top left corner; empty for a card without one."""

Marker: TypeAlias = Literal["", "IV", "V"]
"""A card's marker: IV is in play with 4 or 5 players, V only with 5, an empty one always."""

Phase: TypeAlias = Literal["reveal", "bid", "over"]

COLORS: Final[tuple[Color, ...]] = ("", "yellow", "white", "red", "blue")
MARKERS: Final[tuple[Marker, ...]] = ("", "IV", "V")
VALUES: Final = range(-5, 7)
EDITION: Final = "2017"
"""The edition of the printed rules, as on the wire."""
SEATS: Final = range(3, 6)
"""The possible numbers of players."""
PRINTED_AUCTIONS: Final = 10
CLEAR_BEADS: Final = 35
BLUE_BEADS: Final = 5
SLOTS: Final = "abcdefghijklmnopqrstuvwxyz"
"""The letters of the places in the row; each game uses as many as it has players."""


class Clause(RulebookClause):
    """The rules of Smile, in the order of the sheet; ``rules.toml`` has their texts."""

    SETUP_PLAYERS = "smile.setup.players"
    SETUP_BOX = "smile.setup.box"
    SETUP_MARKERS = "smile.setup.markers"
    SETUP_DRAW_PILE = "smile.setup.draw-pile"
    SETUP_CLEAR_BEADS = "smile.setup.clear-beads"
    SETUP_SECRET_BEADS = "smile.setup.secret-beads"
    SETUP_SUPPLY = "smile.setup.supply"
    SETUP_STARTING_PLAYER = "smile.setup.starting-player"
    AUCTION_TEN = "smile.auction.ten"
    AUCTION_PHASES = "smile.auction.phases"
    REVEAL_COUNT = "smile.reveal.count"
    REVEAL_ORDER = "smile.reveal.order"
    BIDDING_STARTING_PLAYER = "smile.bidding.starting-player"
    BIDDING_CLOCKWISE = "smile.bidding.clockwise"
    TURN_CHOICE = "smile.turn.choice"
    BID_CLEAR_BEAD = "smile.bid.clear-bead"
    BID_LOWEST_CARD = "smile.bid.lowest-card"
    BID_TIES = "smile.bid.ties"
    BACK_OUT_BEADS = "smile.back-out.beads"
    BACK_OUT_ANY_CARD = "smile.back-out.any-card"
    BACK_OUT_TAKE = "smile.back-out.take"
    BACK_OUT_SKIPPED = "smile.back-out.skipped"
    BACK_OUT_FORCED = "smile.back-out.forced"
    LAST_CARD = "smile.last.card"
    LAST_BEADS = "smile.last.beads"
    LAST_STARTS = "smile.last.starts"
    LAST_ONE_CARD_EACH = "smile.last.one-card-each"
    BORROW_STUCK = "smile.borrow.stuck"
    BORROW_BID = "smile.borrow.bid"
    BORROW_AGAIN = "smile.borrow.again"
    BORROW_NO_REPAYING = "smile.borrow.no-repaying"
    BID_NO_BLUE = "smile.bid.no-blue"
    SUPPLY_EXHAUSTED = "smile.supply.exhausted"
    PAIR_DISCARD = "smile.pair.discard"
    PAIR_IN_FRONT = "smile.pair.in-front"
    PAIR_COLORLESS = "smile.pair.colorless"
    PAIR_ORDER = "smile.pair.order"
    END_LAST_AUCTION = "smile.end.last-auction"
    END_OPEN_HANDS = "smile.end.open-hands"
    SCORE_CARDS = "smile.score.cards"
    SCORE_CLEAR_BEADS = "smile.score.clear-beads"
    SCORE_BLUE_BEADS = "smile.score.blue-beads"
    SCORE_NEGATIVE = "smile.score.negative"
    WIN_MOST_POINTS = "smile.win.most-points"
    WIN_CLEAR_BEADS = "smile.win.clear-beads"
    WIN_SHARED = "smile.win.shared"


class Card(NamedTuple):
    """A card. Cards sort as they lie in a row: by value, then by text."""

    value: int
    color: Color = ""
    marker: Marker = ""

    @override
    def __str__(self) -> str:
        """Return the card as the wire writes it, like ``6 red V``."""
        return card_text(self)

    @override
    def __repr__(self) -> str:
        # Leave out empty fields at the end.
        return f"Card({', '.join(map(repr, self[: 3 if self.marker else 2 if self.color else 1]))})"


@cached(512)  # bounded, since programs may try any number of cards
def card_text(card: Card) -> str:
    """Return the card as the wire writes it; the text of a card is cached."""
    return " ".join(filter(None, (str(card.value), card.color, card.marker)))


@dataclass(frozen=True, slots=True)
class Reveal(contract.Action, verb="reveal"):
    """Chance turns up a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Bid(contract.Action, verb="bid"):
    """Place one clear bead on the card in a slot."""

    slot: str


@dataclass(frozen=True, slots=True)
class BackOut(contract.Action, verb="back-out"):
    """Leave the auction with the card in a slot and the beads on it."""

    slot: str


Action: TypeAlias = Reveal | Bid | BackOut
"""All actions of Smile."""


class Offer(NamedTuple):
    """A card on offer."""

    slot: str
    """The letter of its place; it stays with the card until the auction ends."""
    card: Card
    beads: int
    """Clear beads on it."""


class Player(NamedTuple):
    """The beads and cards of one player."""

    clear: int
    """Clear beads in the hand."""
    blue: int
    """Blue beads in the hand: one for each clear bead ever borrowed."""
    cards: tuple[Card, ...]
    """The cards in front, sorted."""


class SeenPlayer(NamedTuple):
    """One player in a view: the beads are None where they are secret."""

    clear: int | None
    blue: int | None
    cards: tuple[Card, ...]


class Supply(NamedTuple):
    """The beads beside the draw pile; -2 means that two substitutes are in use."""

    clear: int
    blue: int


_AnyPlayer = TypeVar("_AnyPlayer", Player, SeenPlayer)


class Position(NamedTuple, Generic[_AnyPlayer]):
    """A complete position: the table, the hands, and the seats in the auction."""

    auction: int
    """The number of the auction, from 1; when the game is over, of the last one."""
    starting_player: int
    """The seat that starts or started this auction; at the end, the one that got the last card."""
    in_auction: tuple[int, ...]
    """The seats without a card in this auction, in turn order: the first one is to move."""
    row: tuple[Offer, ...]
    """The cards on offer, lowest first."""
    players: tuple[_AnyPlayer, ...]
    """By seat; open hands in a state, redacted ones in a view."""
    supply: Supply
    discarded: tuple[Card, ...]
    """The cards that left the game as pairs, sorted."""
    undealt: tuple[Card, ...]
    """The cards of the draw pile, sorted: a state does not know their order."""


class OfferJson(TypedDict):
    """An offer in the wire's STATE."""

    slot: str
    card: str
    beads: int


class PlayerJson(TypedDict):
    """A player in the wire's STATE."""

    clear: int | None
    blue: int | None
    cards: list[str]


class SupplyJson(TypedDict):
    """The supply in the wire's STATE."""

    clear: int
    blue: int


class StateJson(TypedDict):
    """The wire's STATE of Smile: a view as plain data."""

    phase: Phase
    actor: contract.Actor
    auction: int
    starting_player: int
    in_auction: list[int]
    row: list[OfferJson]
    players: list[PlayerJson]
    supply: SupplyJson
    discarded: list[str]
    undealt: list[str]
    legal: list[str] | None
    outcome: contract.OutcomeJson | None


@dataclass(frozen=True, slots=True)
class CardRevealed(contract.Event, clause=Clause.REVEAL_COUNT, text="{card} is revealed"):
    """Chance turned up a card; the row is lettered anew from its lowest card."""

    card: Card


@dataclass(frozen=True, slots=True)
class BiddingBegan(
    contract.Event,
    clause=Clause.BIDDING_STARTING_PLAYER,
    text="seat {starting_player} starts the bidding",
):
    """The row is complete, and this seat decides first."""

    starting_player: int


@dataclass(frozen=True, slots=True)
class BeadsBorrowed(
    contract.Event,
    clause=Clause.BORROW_STUCK,
    text="seat {seat} borrows: one clear bead, and a blue one for it",
):
    """A seat took one clear and one blue bead from the supply."""

    seat: int


@dataclass(frozen=True, slots=True)
class BeadPlaced(
    contract.Event, clause=Clause.BID_CLEAR_BEAD, text="seat {seat} places a bead on {slot}"
):
    """A clear bead went from a seat's hand to the card in a slot."""

    seat: int
    slot: str


@dataclass(frozen=True, slots=True)
class CardTaken(
    contract.Event,
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
    contract.Event,
    clause=Clause.LAST_CARD,
    text="seat {seat} gets the last card, {card} ({slot}), and {beads:bead}",
):
    """The last player of the auction got the last card, and the beads on it."""

    seat: int
    slot: str
    card: Card
    beads: int


@dataclass(frozen=True, slots=True)
class PairDiscarded(
    contract.Event, clause=Clause.PAIR_DISCARD, text="seat {seat} discards a pair: {cards}"
):
    """Two cards of one color left the game from in front of a seat."""

    seat: int
    cards: tuple[Card, Card]
    """The card that lay in front of the seat, then the one that it just took."""


@dataclass(frozen=True, slots=True)
class AuctionEnded(
    contract.Event,
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
    contract.Event,
    clause=Clause.END_LAST_AUCTION,
    text="the game is over with {scores} points: {winners} won",
):
    """The last auction is over, and the hands are opened."""

    players: tuple[Player, ...]
    """The hands and cards of all players, open from now on."""
    outcome: Outcome

    @property
    def scores(self) -> str:
        """The points by seat, in words."""
        return ", ".join(map(str, self.outcome.scores))

    @property
    def winners(self) -> str:
        """The seats that won, in words."""
        return " and ".join(f"seat {winner}" for winner in self.outcome.winners)


Event: TypeAlias = (
    CardRevealed
    | BiddingBegan
    | BeadsBorrowed
    | BeadPlaced
    | CardTaken
    | LastCardTaken
    | PairDiscarded
    | AuctionEnded
    | GameEnded
)
"""All events of Smile."""
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)
"""The classes of all events."""
