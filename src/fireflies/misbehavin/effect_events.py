"""The events of effects and costs: what each one brought."""

from dataclasses import dataclass

from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.telling import (
    CardCountEvent,
    CardEvent,
    CountEvent,
    EffectEvent,
    OtherCountEvent,
    OtherEvent,
    OwnerEvent,
    SeatEvent,
)


class DrawsDue(CountEvent, clause=Clause.EFFECT_DRAW, text="seat {0.seat} is to draw {0:card}"):
    """An effect lets a seat draw cards."""

    __slots__ = ()


class CreditsGained(CountEvent, clause=Clause.EFFECT_CREDITS, text="seat {0.seat} gets {0:credit}"):
    """A seat got credits from the supply."""

    __slots__ = ()


class CreditsLost(CountEvent, clause=Clause.EFFECT_LOSE, text="seat {0.seat} loses {0:credit}"):
    """A seat lost credits to the supply."""

    __slots__ = ()


class VerseGained(
    CountEvent, clause=Clause.EFFECT_VERSE, text="seat {0.seat} gets {0:'verse token}"
):
    """A seat got tokens of its own supply."""

    __slots__ = ()


class ActivationsGained(
    CountEvent, clause=Clause.EFFECT_ACTIVATION, text="seat {0.seat} gets {0:activation} more"
):
    """A seat may do more in this turn."""

    __slots__ = ()


class RecruitmentsGained(
    CountEvent, clause=Clause.EFFECT_RECRUITMENT, text="seat {0.seat} gets {0:recruitment} more"
):
    """A seat may recruit more in this turn."""

    __slots__ = ()


class PowerAdded(
    CardCountEvent,
    clause=Clause.EFFECT_TOKEN,
    text="{0.card} of seat {0.seat} gets {0:power token}",
):
    """Power tokens were put on a card."""

    __slots__ = ()


class InfluenceAdded(
    CountEvent, clause=Clause.EFFECT_INFLUENCE, text="seat {0.seat} counts {0.count} more influence"
):
    """An effect adds to a deal or a recruitment."""

    __slots__ = ()


class StrengthAdded(
    CountEvent, clause=Clause.EFFECT_STRENGTH, text="seat {0.seat} counts {0.count} more strength"
):
    """An effect adds to a side of the fight."""

    __slots__ = ()


class FightEvaded(
    SeatEvent, clause=Clause.EFFECT_EVADE, text="seat {0.seat} evades, so nobody wins the fight"
):
    """The fight ended without a winner."""

    __slots__ = ()


class DealUndone(
    SeatEvent, clause=Clause.EFFECT_CANCEL, text="the deal of seat {0.seat} is canceled"
):
    """A deal was canceled."""

    __slots__ = ()


class BlackReceived(
    CountEvent, clause=Clause.EFFECT_BLACK, text="seat {0.seat} gets {0:card} of The Black"
):
    """An effect gives The Black to its user."""

    __slots__ = ()


class BlackForAll(
    CountEvent,
    clause=Clause.EFFECT_BLACK_ALL,
    text="all but seat {0.seat} get {0:card} of The Black each",
):
    """An effect gives The Black to all others."""

    __slots__ = ()


class BlackRecycled(
    CountEvent,
    clause=Clause.BLACK_RECYCLE,
    text="seat {0.seat} puts {0:card} of The Black on its recycle pile",
):
    """The Black came to a recycle pile."""

    __slots__ = ()


class BlackShed(
    SeatEvent, clause=Clause.EFFECT_SHED, text="seat {0.seat} gives a card of The Black back"
):
    """One The Black left a hand for the supply."""

    __slots__ = ()


class BlackMissing(
    SeatEvent, clause=Clause.EFFECT_SHED, text="seat {0.seat} has no card of The Black to give back"
):
    """No The Black was in the hand."""

    __slots__ = ()


class CreditsTaken(
    OtherCountEvent,
    clause=Clause.EFFECT_STEAL,
    text="seat {0.seat} takes {0:credit} of seat {0.other}",
):
    """An effect takes credits of another seat."""

    __slots__ = ()


class BlackGiven(
    OtherCountEvent,
    clause=Clause.EFFECT_BLACK_ONE,
    text="seat {0.seat} chooses seat {0.other} for {0:card} of The Black",
):
    """An effect gives The Black to a chosen seat."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardCycled(
    CardEvent,
    clause=Clause.EFFECT_CYCLE,
    text="seat {0.seat} sends {0.card} back into the {0.deck} deck",
):
    """A market card went back into its deck."""

    deck: str


class CardTurned(
    OwnerEvent, clause=Clause.EFFECT_TURN, text="seat {0.seat} triggers {0.card} of seat {0.owner}"
):
    """An effect triggered a card of another seat."""

    __slots__ = ()


class CardSetAgain(CardEvent, clause=Clause.EFFECT_RESET, text="seat {0.seat} resets {0.card}"):
    """A triggered card was set by an effect."""

    __slots__ = ()


class CardDiscarded(
    CardEvent, clause=Clause.EFFECT_DISCARD, text="seat {0.seat} discards {0.card}"
):
    """An untriggered card was discarded, as an effect or a cost."""

    __slots__ = ()


class DiscardForced(
    OtherEvent,
    clause=Clause.EFFECT_DISCARD_ONE,
    text="seat {0.seat} makes seat {0.other} discard a card",
):
    """An effect makes a chosen seat discard."""

    __slots__ = ()


class CardSentAway(
    OwnerEvent,
    clause=Clause.EFFECT_DISPATCH,
    text="seat {0.seat} dispatches {0.card} of seat {0.owner} by an effect",
):
    """A card went to its owner's recycle pile, without a fight."""

    __slots__ = ()


class CardSeized(
    OwnerEvent,
    clause=Clause.EFFECT_NAB,
    text="seat {0.seat} nabs {0.card} of seat {0.owner} by an effect",
):
    """A card went to the hand of a seat, without a fight."""

    __slots__ = ()


class CardGained(
    CardEvent, clause=Clause.EFFECT_GAIN, text="seat {0.seat} gains {0.card} for its recycle pile"
):
    """An effect brought a card on offer."""

    __slots__ = ()


class CardAcquired(
    CardEvent, clause=Clause.EFFECT_TAKE, text="seat {0.seat} takes {0.card} into the hand"
):
    """An effect brought a card on offer."""

    __slots__ = ()


class ChoiceSkipped(
    EffectEvent, clause=Clause.CARD_AS_MUCH, text="seat {0.seat} leaves out {0.effect}"
):
    """An effect that may be left out was."""

    __slots__ = ()


class ChoiceMissed(
    EffectEvent,
    clause=Clause.CARD_AS_MUCH,
    text="seat {0.seat} has nothing to choose for {0.effect}",
):
    """An effect had no candidate."""

    __slots__ = ()


class CostPaid(CountEvent, clause=Clause.ABILITY_COST, text="seat {0.seat} pays {0:credit}"):
    """The credits of a cost were paid."""

    __slots__ = ()
