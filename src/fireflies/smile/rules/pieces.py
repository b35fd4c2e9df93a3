"""The pieces on the table of Smile, a position, and the wire's STATE."""

from typing import Final, Generic, Literal, NamedTuple, TypeAlias, TypedDict, TypeVar

from fireflies import contract
from fireflies.smile.box.cards import Card

Phase: TypeAlias = Literal["reveal", "bid", "over"]

SLOTS: Final = "abcdefghijklmnopqrstuvwxyz"
"""The letters of the places in the row; each game uses as many as it has players."""


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
