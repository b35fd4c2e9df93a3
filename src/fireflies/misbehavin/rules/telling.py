"""The base classes of events by their fields: most have a seat, a card or a count."""

from dataclasses import dataclass
from typing import ClassVar

from fireflies.contract import Event
from fireflies.misbehavin.box.phrases import queued_phrase


@dataclass(frozen=True, slots=True)
class SeatEvent(Event):
    """An event of a seat."""

    names: ClassVar[tuple[str, ...]] = ("card", "cards", "chosen")
    seat: int


@dataclass(frozen=True, slots=True)
class CountEvent(SeatEvent):
    """An event of a seat with a count."""

    count: int


@dataclass(frozen=True, slots=True)
class CardEvent(SeatEvent):
    """An event of a seat with a card."""

    card: str


@dataclass(frozen=True, slots=True)
class CardCountEvent(CountEvent):
    """An event of a seat with a count, caused by a card."""

    card: str


@dataclass(frozen=True, slots=True)
class CardsEvent(SeatEvent):
    """An event of a seat with cards."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChosenEvent(CardEvent):
    """An event of a seat with a chosen card, caused by another card."""

    chosen: str


@dataclass(frozen=True, slots=True)
class OwnerEvent(CardEvent):
    """An event of a seat with a card, and another seat that it concerns."""

    owner: int
    """The other seat; it need not own the card."""


@dataclass(frozen=True, slots=True)
class ChosenOwnerEvent(ChosenEvent):
    """An event of a seat with a chosen card of another seat, caused by a card."""

    owner: int


@dataclass(frozen=True, slots=True)
class AbilityEvent(CardEvent):
    """An event of a seat with one ability of a card."""

    ability: int
    """Its number on the card, from 1."""


@dataclass(frozen=True, slots=True)
class CreditsEvent(CountEvent):
    """An event of a seat that takes credits; in its text ``{whose}`` says from whom."""

    owner: int | None
    """The seat that loses the credits; None for the supply."""

    @property
    def whose(self) -> str:
        """Return the giver of the credits, in words."""
        return "the supply" if self.owner is None else f"seat {self.owner}"


@dataclass(frozen=True, slots=True)
class CardCountOwnerEvent(CardCountEvent):
    """An event of a seat with a count that concerns another seat, caused by a card."""

    owner: int


@dataclass(frozen=True, slots=True)
class EffectTextEvent(CardEvent):
    """An event of a seat with an effect and its card; in its text ``{told}`` tells the effect."""

    words: str
    """The effect in the language of the cards, like ``lose 2``."""

    @property
    def told(self) -> str:
        """Return the effect in the words of the rules."""
        return f"\u201c{queued_phrase(self.words)}\u201d"


@dataclass(frozen=True, slots=True)
class StepEvent(SeatEvent):
    """An event of a seat with a step, of a 'verse card or of an episode."""

    step: str
