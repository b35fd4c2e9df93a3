"""The events of the setup, of chance, of turns, of the tableau and of the end.

Those of effects, fights, deals and 'verse tokens have modules of their own.
"""

from dataclasses import dataclass, replace
from typing import Self

from fireflies._typing import override
from fireflies.contract import Observer, Outcome
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.telling import (
    AbilityEvent,
    CardEvent,
    CardsEvent,
    CountEvent,
    Event,
    SeatEvent,
    listed,
)

# The setup, and chance


@dataclass(frozen=True, slots=True)
class SetChosen(
    SeatEvent,
    clause=Clause.SETUP_DRAFT,
    text="seat {0.seat} chooses {0.card} for the slot {0.slot}",
):
    """A seat chose a set of the supply."""

    card: str
    slot: str


class FirstTurnSettled(
    SeatEvent, clause=Clause.SETUP_DRAFT_ORDER, text="seat {0.seat} is to have the first turn"
):
    """The draft is over."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardRevealed(
    Event, clause=Clause.MARKET_DECK, text="{0.card} comes from the {0.deck} deck into the market"
):
    """A card of a market deck was turned up."""

    deck: str
    card: str


@dataclass(frozen=True, slots=True)
class MarketFilled(Event, clause=Clause.END_TURN_MARKET, text="the market is full"):
    """The market was filled up."""


@dataclass(frozen=True, slots=True)
class CardDrawn(SeatEvent, clause=Clause.DRAW_DECK, text="seat {0.seat} draws {0.thing}"):
    """A seat drew a card; only the owner sees which."""

    card: str | None

    @property
    def thing(self) -> str:
        """Return the card as far as it is seen."""
        return self.card or "a card"

    @override
    def seen_by(self, observer: Observer, /) -> Self:
        return self if observer in {None, self.seat} else replace(self, card=None)


class PileReshuffled(
    SeatEvent,
    clause=Clause.DRAW_RESHUFFLE,
    text="seat {0.seat} shuffles its recycle pile for a new draw pile",
):
    """A recycle pile became the draw pile."""

    __slots__ = ()


# The turn


@dataclass(frozen=True, slots=True)
class TurnBegan(SeatEvent, clause=Clause.TURN_CLOCKWISE, text="seat {0.seat} takes turn {0.turn}"):
    """The turn of a seat began."""

    turn: int


class CardsReset(CardsEvent, clause=Clause.CARD_RESET, text="seat {0.seat} resets {0:cards}"):
    """Triggered cards were set as a turn began."""

    __slots__ = ()


class ResetBarred(
    CardEvent,
    clause=Clause.WARRANT_NO_RESET,
    text="{0.card} of seat {0.seat} stays triggered under its warrant",
):
    """A card was not reset."""

    __slots__ = ()


class PowerAnnounced(
    CountEvent,
    clause=Clause.END_ANNOUNCE,
    text="seat {0.seat} announces {0.count} power, enough to win",
):
    """A seat has reached the power that wins."""

    __slots__ = ()


class TurnEnded(SeatEvent, clause=Clause.TURN_ACTIONS, text="seat {0.seat} ends the turn"):
    """A seat is done with its actions."""

    __slots__ = ()


class ActivationsLost(
    CountEvent, clause=Clause.ACTIVATION_LOST, text="seat {0.seat} leaves {0:activation} unused"
):
    """Activations were lost with the turn."""

    __slots__ = ()


class HandDiscarded(
    CardsEvent, clause=Clause.END_TURN_HAND, text="seat {0.seat} discards {0:cards} from the hand"
):
    """A hand went to the recycle pile."""

    __slots__ = ()


class SupplyDiscarded(
    CardEvent,
    clause=Clause.SUPPLY_DISCARDED,
    text="{0.card} goes to the recycle pile of seat {0.seat}",
):
    """A supply card discarded from a hand stays the seat's."""

    __slots__ = ()


class CardTidied(
    CardEvent, clause=Clause.END_TURN_TIDY, text="seat {0.seat} discards {0.card} from the tableau"
):
    """A tableau card was discarded at the end of a turn."""

    __slots__ = ()


class TidyEnded(
    SeatEvent, clause=Clause.END_TURN_TIDY, text="seat {0.seat} keeps the rest of the tableau"
):
    """No more tableau cards are discarded."""

    __slots__ = ()


class HandDue(
    CountEvent, clause=Clause.END_TURN_DRAW, text="seat {0.seat} is to draw {0:card} for a new hand"
):
    """A new hand is drawn."""

    __slots__ = ()


class FewerDue(
    CountEvent,
    clause=Clause.END_TURN_FEWER,
    text="seat {0.seat} draws {0:card} fewer for triggered cards",
):
    """Triggered cards that stay make a hand smaller."""

    __slots__ = ()


# The tableau


class CardPlayed(CardEvent, clause=Clause.PLAY_TABLEAU, text="seat {0.seat} plays {0.card}"):
    """A card of the hand joined the tableau."""

    __slots__ = ()


class RequiredFollows(
    CardEvent, clause=Clause.CARD_REQUIRED, text="seat {0.seat} has to do what {0.card} requires"
):
    """A card from the hand has required effects."""

    __slots__ = ()


class CardTriggered(
    CardEvent, clause=Clause.TRIGGER_ABILITY, text="seat {0.seat} triggers {0.card}"
):
    """An activation triggered a card."""

    __slots__ = ()


class TriggeredAtOnce(
    CardEvent, clause=Clause.PLAY_TRIGGER_NOW, text="seat {0.seat} triggers {0.card} at once"
):
    """A card was triggered in the activation that played it."""

    __slots__ = ()


class OfferSkipped(
    CardEvent, clause=Clause.PLAY_TRIGGER_NOW, text="seat {0.seat} leaves {0.card} untriggered"
):
    """A card just played was not triggered."""

    __slots__ = ()


class TriggeredIdle(
    CardEvent, clause=Clause.TRIGGER_IDLE, text="seat {0.seat} triggers {0.card} without effect"
):
    """A card was triggered without an activation."""

    __slots__ = ()


class BlackReturned(
    SeatEvent, clause=Clause.BLACK_LOCATION, text="seat {0.seat} returns a card of The Black"
):
    """A location sent one The Black to the supply."""

    __slots__ = ()


class AbilityDone(
    AbilityEvent,
    clause=Clause.CARD_ORDER,
    text="seat {0.seat} uses ability {0.ability} of {0.card}",
):
    """An ability of a triggered card is used."""

    __slots__ = ()


class AbilitySkipped(
    AbilityEvent,
    clause=Clause.CARD_ORDER,
    text="seat {0.seat} passes over ability {0.ability} of {0.card}",
):
    """One of several abilities was passed over."""

    __slots__ = ()


# The end


class PowerWon(
    CountEvent,
    clause=Clause.END_POWER,
    text="seat {0.seat} wins: its turn begins with {0.count} power",
):
    """A seat began its turn with the needed power."""

    __slots__ = ()


class EpisodeWon(
    SeatEvent, clause=Clause.END_EPISODE, text="seat {0.seat} wins the episode as its turn begins"
):
    """A seat began its turn with what the episode wants."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TurnsOver(Event, clause=Clause.END_TURNS, text="the last turn is over: {0.result}"):
    """The play reached its last turn."""

    outcome: Outcome

    @property
    def result(self) -> str:
        """Return who won, and the power of everybody."""
        winners = listed([f"seat {winner}" for winner in self.outcome.winners])
        return f"{winners} won, with {', '.join(map(str, self.outcome.scores))} power"
