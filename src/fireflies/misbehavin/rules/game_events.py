"""The events of the setup, of the cards that chance draws and reveals, and of the end."""

from dataclasses import dataclass
from typing import ClassVar

from fireflies._texts import seats_in_words
from fireflies.contract import Event, Outcome
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.telling import CountEvent, SeatEvent


@dataclass(frozen=True, slots=True)
class SetChosen(
    SeatEvent,
    clause=Clause.SETUP_DRAFT,
    text="seat {seat} chooses {card} for the slot {slot}",
):
    """A seat chose a set of the supply for a slot."""

    card: str
    slot: str


class FirstTurnGiven(
    SeatEvent, clause=Clause.SETUP_DRAFT_ORDER, text="seat {seat} has the first turn"
):
    """The draft is over: the seat to the left of the first picker has the first turn."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RevealEvent(Event):
    """A card of a market deck was turned up."""

    names: ClassVar[tuple[str, ...]] = SeatEvent.names
    card: str
    deck: str


class MarketLaid(RevealEvent, clause=Clause.SETUP_MARKET, text="{card} opens the {deck} row"):
    """A card of a market deck was turned up in the setup."""

    __slots__ = ()


class MarketFilled(RevealEvent, clause=Clause.END_TURN_MARKET, text="{card} fills the {deck} row"):
    """A card of a market deck was turned up at the end of a turn."""

    __slots__ = ()


class MarketReplaced(
    RevealEvent, clause=Clause.EFFECT_CYCLE, text="{card} comes into the {deck} row"
):
    """A card of a market deck took the place of one that went back."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardDrawn(
    SeatEvent, clause=Clause.DRAW_DECK, text="seat {seat} draws {card:a card}", secret="card"
):
    """A seat drew a card; only the owner sees which."""

    card: str | None


class PileReshuffled(
    CountEvent,
    clause=Clause.DRAW_RESHUFFLE,
    text="seat {seat} shuffles {count:card} of the recycle pile for a new draw pile",
):
    """The recycle pile became the draw pile."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class EndEvent(Event):
    """The game is over."""

    outcome: Outcome

    @property
    def result(self) -> str:
        """Return the winners and the power of everybody in words."""
        winners = seats_in_words(self.outcome.winners)
        return f"{winners} won; power by seat: {', '.join(map(str, self.outcome.scores))}"


class PowerWon(
    EndEvent, clause=Clause.END_POWER, text="a turn begins with the needed power: {result}"
):
    """A seat began its turn with the needed power."""

    __slots__ = ()


class EpisodeWon(
    EndEvent, clause=Clause.END_EPISODE, text="a turn begins with the episode won: {result}"
):
    """A seat began its turn with what the episode wants."""

    __slots__ = ()


class LimitReached(EndEvent, clause=Clause.END_TURNS, text="the last turn is over: {result}"):
    """The last turn was over."""

    __slots__ = ()
