"""The facts of the details of Misbehavin', as plain data: one kind for each kind of thing."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, TypedDict

from fireflies.misbehavin.box.cards import Faction, MarketDeck, SetName, SideName, Slot, WinStep
from fireflies.misbehavin.box.contents import (
    CardJson,
    EpisodeJson,
    ReaverJson,
    SupplyCardJson,
    VerseJson,
)
from fireflies.misbehavin.rules.pieces import Intent

Zone: TypeAlias = Literal[
    "market",
    "market deck",
    "hand",
    "draw pile",
    "hand or draw pile",
    "tableau",
    "display",
    "recycle pile",
]
"""A place for cards; which of an opponent's cards are in the hand is secret."""


class PlaceJson(TypedDict):
    """A place where a card is."""

    zone: Zone
    seat: int | None


class CardFacts(TypedDict):
    """A card of a faction or of the market."""

    printed: CardJson
    places: list[PlaceJson]


class SetFacts(TypedDict):
    """The card of a set of the supply."""

    printed: SupplyCardJson
    left: int
    slot: Slot | None
    places: list[PlaceJson]


class ReaverFacts(TypedDict):
    """A Reaver."""

    printed: ReaverJson
    tokens: list[int] | None
    defeated: bool


class FactionFacts(TypedDict):
    """A faction with its 'verse card."""

    printed: VerseJson
    seat: int | None


class GoalJson(TypedDict):
    """A goal of an episode, and how far a seat is."""

    goal: WinStep | Literal["credits"]
    has: int
    needs: int


class ProgressJson(TypedDict):
    """A way to win of a seat."""

    seat: int
    goals: list[GoalJson]


class EpisodeFacts(TypedDict):
    """An episode; its progress is empty for one that is not played."""

    printed: EpisodeJson
    progress: list[ProgressJson]


class SeatFacts(TypedDict):
    """A seat."""

    faction: Faction
    side: SideName
    power: int
    needed: int
    lacks: int
    assets: int
    asset_places: int
    command: int
    command_places: int
    influence: int | None
    steps: list[str]


class RowJson(TypedDict):
    """A row of the market."""

    cards: list[str]
    left: int


class MarketFacts(TypedDict):
    """The market."""

    rows: dict[MarketDeck, RowJson]


class SupplyFacts(TypedDict):
    """The supply: the cards that are left of each set in play."""

    left: dict[SetName, int]


class FightFacts(TypedDict):
    """The current fight."""

    seat: int
    intent: Intent | None
    target: str | None
    defender: int | None
    attack: int | None
    defense: int | None


class OfferFacts(TypedDict):
    """The current deal or recruitment."""

    seat: int
    influence: int
    within_reach: list[str]


KINDS: Final[Mapping[str, type]] = {
    "card": CardFacts,
    "set": SetFacts,
    "reaver": ReaverFacts,
    "faction": FactionFacts,
    "episode": EpisodeFacts,
    "player": SeatFacts,
    "market": MarketFacts,
    "supply": SupplyFacts,
    "fight": FightFacts,
    "deal": OfferFacts,
    "recruit": OfferFacts,
}
"""The facts of each kind of thing."""
