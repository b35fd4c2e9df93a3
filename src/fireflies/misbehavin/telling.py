"""The shapes of events: most have a seat, a card or a count, and are told by a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from fireflies import contract
from fireflies._typing import override
from fireflies.misbehavin.clauses import Clause


def many(count: int, thing: str) -> str:
    """Return a count with its noun, like ``1 credit`` or ``2 credits``."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def listed(things: Sequence[str]) -> str:
    """Return things in words, like ``a``, ``a and b`` or ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(things[:-1]), *things[-1:])))


class Event(contract.Event):
    """An event of Misbehavin', told by its text, in which ``{0.seat}`` is its field ``seat``."""

    __slots__ = ()
    text: ClassVar[str] = ""

    @override
    def __init_subclass__(cls, clause: Clause | None = None, text: str | None = None) -> None:
        super().__init_subclass__(clause)
        if text is not None:  # a dataclass with slots is made twice, the second time without it
            cls.text = text

    @override
    def __str__(self) -> str:
        return self.text.format(self)


@dataclass(frozen=True, slots=True)
class SeatEvent(Event):
    """An event of a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountEvent(SeatEvent):
    """An event of a seat with a count; in its text ``{0:credit}`` is the count with this noun."""

    count: int

    @override
    def __format__(self, noun: str, /) -> str:
        return many(self.count, noun) if noun else str(self)


@dataclass(frozen=True, slots=True)
class CardEvent(SeatEvent):
    """An event of a seat with a card."""

    card: str


@dataclass(frozen=True, slots=True)
class CardCountEvent(SeatEvent):
    """An event of a seat with a card and a count."""

    card: str
    count: int

    @override
    def __format__(self, noun: str, /) -> str:
        return many(self.count, noun) if noun else str(self)


@dataclass(frozen=True, slots=True)
class CardsEvent(SeatEvent):
    """An event of a seat with cards; in its text ``{0:cards}`` lists them."""

    cards: tuple[str, ...]

    @override
    def __format__(self, noun: str, /) -> str:
        return (listed(self.cards) or "no card") if noun else str(self)


@dataclass(frozen=True, slots=True)
class OwnerEvent(CardEvent):
    """An event of a seat with a card of another seat."""

    owner: int


@dataclass(frozen=True, slots=True)
class AbilityEvent(CardEvent):
    """An event of a seat with one ability of a card."""

    ability: int
    """Its number on the card, from 1."""


@dataclass(frozen=True, slots=True)
class NumberEvent(SeatEvent):
    """An event of a seat with the number of a step of its 'verse card."""

    number: int


@dataclass(frozen=True, slots=True)
class StepEvent(SeatEvent):
    """An event of a seat with a step of the episode."""

    step: str


@dataclass(frozen=True, slots=True)
class EffectEvent(SeatEvent):
    """An event of a seat with the name of an effect."""

    effect: str


@dataclass(frozen=True, slots=True)
class OtherEvent(SeatEvent):
    """An event of a seat that chose another."""

    other: int


@dataclass(frozen=True, slots=True)
class OtherCountEvent(OtherEvent):
    """An event of a seat that chose another, with a count."""

    count: int

    @override
    def __format__(self, noun: str, /) -> str:
        return many(self.count, noun) if noun else str(self)


@dataclass(frozen=True, slots=True)
class CreditsEvent(SeatEvent):
    """An event of a seat that takes credits; in its text ``{0.whose}`` says from whom."""

    other: int | None
    """None for the supply."""
    count: int

    @property
    def whose(self) -> str:
        """Return who gives the credits."""
        return "the supply" if self.other is None else f"seat {self.other}"

    @override
    def __format__(self, noun: str, /) -> str:
        return many(self.count, noun) if noun else str(self)
