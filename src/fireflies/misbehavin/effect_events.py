"""The events of effects, each with the card that caused it."""

from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.telling import (
    CardCountEvent,
    CardCountOwnerEvent,
    CardEvent,
    ChosenEvent,
    ChosenOwnerEvent,
    EffectTextEvent,
    OwnerEvent,
)


class DrawsGained(
    CardCountEvent, clause=Clause.EFFECT_DRAW, text="seat {0.seat} draws {0:card} by {0.card}"
):
    """A seat draws a card by an effect."""

    __slots__ = ()


class CreditsGained(
    CardCountEvent, clause=Clause.EFFECT_CREDITS, text="seat {0.seat} gets {0:credit} by {0.card}"
):
    """A seat got credits from the supply."""

    __slots__ = ()


class CreditsLost(
    CardCountEvent, clause=Clause.EFFECT_LOSE, text="seat {0.seat} loses {0:credit} by {0.card}"
):
    """A seat lost credits to the supply."""

    __slots__ = ()


class TokensGained(
    CardCountEvent, clause=Clause.EFFECT_VERSE, text="seat {0.seat} gets {0:token} by {0.card}"
):
    """A seat got 'verse tokens of its own."""

    __slots__ = ()


class ActivationsGained(
    CardCountEvent,
    clause=Clause.EFFECT_ACTIVATION,
    text="seat {0.seat} gets {0:activation} by {0.card}",
):
    """A seat got more activations."""

    __slots__ = ()


class RecruitmentsGained(
    CardCountEvent,
    clause=Clause.EFFECT_RECRUITMENT,
    text="seat {0.seat} gets {0:recruitment} by {0.card}",
):
    """A seat got more recruitments."""

    __slots__ = ()


class PowerAdded(
    CardCountEvent,
    clause=Clause.EFFECT_TOKEN,
    text="{0.card} of seat {0.seat} gets {0:power token}",
):
    """Power tokens were put on a card of a seat."""

    __slots__ = ()


class InfluenceAdded(
    CardCountEvent,
    clause=Clause.EFFECT_INFLUENCE,
    text="seat {0.seat} adds {0.count} influence by {0.card}",
):
    """A deal or a recruitment counts more influence."""

    __slots__ = ()


class StrengthAdded(
    CardCountEvent,
    clause=Clause.EFFECT_STRENGTH,
    text="seat {0.seat} adds {0.count} strength by {0.card}",
):
    """A side of the fight counts more strength."""

    __slots__ = ()


class FightEvaded(
    CardEvent, clause=Clause.EFFECT_EVADE, text="seat {0.seat} evades the fight by {0.card}"
):
    """The fight ended without a winner."""

    __slots__ = ()


class DealCanceled(
    CardEvent, clause=Clause.EFFECT_CANCEL, text="seat {0.seat} cancels the deal by {0.card}"
):
    """The deal was canceled."""

    __slots__ = ()


class BlackGained(
    CardCountEvent,
    clause=Clause.EFFECT_BLACK,
    text="{0.card} brings seat {0.seat} {0:card} of The Black",
):
    """A seat is to get cards of The Black."""

    __slots__ = ()


class BlackSpread(
    CardCountEvent,
    clause=Clause.EFFECT_BLACK_ALL,
    text="seat {0.seat} brings all others {0:card} of The Black by {0.card}",
):
    """All other seats are to get cards of The Black."""

    __slots__ = ()


class BlackShed(
    CardEvent,
    clause=Clause.EFFECT_SHED,
    text="seat {0.seat} gives a card of The Black back by {0.card}",
):
    """A card of The Black left a hand for the supply."""

    __slots__ = ()


class BlackMissing(
    CardEvent,
    clause=Clause.EFFECT_SHED,
    text="seat {0.seat} has no card of The Black to give back by {0.card}",
):
    """The hand had no card of The Black to give back."""

    __slots__ = ()


class CreditsStolen(
    CardCountOwnerEvent,
    clause=Clause.EFFECT_STEAL,
    text="seat {0.seat} steals {0:credit} from seat {0.owner} by {0.card}",
):
    """A seat took credits of another."""

    __slots__ = ()


class BlackGiven(
    CardCountOwnerEvent,
    clause=Clause.EFFECT_BLACK_ONE,
    text="seat {0.seat} brings seat {0.owner} {0:card} of The Black by {0.card}",
):
    """A seat chose another one that is to get cards of The Black."""

    __slots__ = ()


class MarketCycled(
    ChosenEvent,
    clause=Clause.EFFECT_CYCLE,
    text="seat {0.seat} sends {0.chosen} back into its market deck by {0.card}",
):
    """A market card went back into its deck."""

    __slots__ = ()


class CardTurned(
    ChosenOwnerEvent,
    clause=Clause.EFFECT_TURN,
    text="seat {0.seat} triggers {0.chosen} of seat {0.owner} by {0.card}",
):
    """A card of another seat was triggered without effect."""

    __slots__ = ()


class CardSet(
    ChosenEvent, clause=Clause.EFFECT_RESET, text="seat {0.seat} resets {0.chosen} by {0.card}"
):
    """A triggered card was set."""

    __slots__ = ()


class CardDiscarded(
    ChosenEvent, clause=Clause.EFFECT_DISCARD, text="seat {0.seat} discards {0.chosen} for {0.card}"
):
    """An untriggered card was discarded, as an effect or as a cost."""

    __slots__ = ()


class DiscardForced(
    OwnerEvent,
    clause=Clause.EFFECT_DISCARD_ONE,
    text="seat {0.seat} makes seat {0.owner} discard by {0.card}",
):
    """A seat chose who is to discard."""

    __slots__ = ()


class CardDispatchedByEffect(
    ChosenOwnerEvent,
    clause=Clause.EFFECT_DISPATCH,
    text="seat {0.seat} dispatches {0.chosen} of seat {0.owner} by {0.card}",
):
    """A card went to its owner's recycle pile without a fight."""

    __slots__ = ()


class CardNabbedByEffect(
    ChosenOwnerEvent,
    clause=Clause.EFFECT_NAB,
    text="seat {0.seat} nabs {0.chosen} of seat {0.owner} by {0.card}",
):
    """A card of another seat went to the hand without a fight."""

    __slots__ = ()


class CardGained(
    ChosenEvent, clause=Clause.EFFECT_GAIN, text="seat {0.seat} gains {0.chosen} by {0.card}"
):
    """A card on offer went to the recycle pile."""

    __slots__ = ()


class CardTakenByEffect(
    ChosenEvent, clause=Clause.EFFECT_TAKE, text="seat {0.seat} takes {0.chosen} by {0.card}"
):
    """A card on offer went to the hand."""

    __slots__ = ()


class NothingDone(
    EffectTextEvent,
    clause=Clause.CARD_AS_MUCH,
    text="{0.words} of {0.card} does nothing for seat {0.seat}",
):
    """An effect could do nothing."""

    __slots__ = ()


class ChoiceSkipped(
    EffectTextEvent,
    clause=Clause.CARD_AS_MUCH,
    text="seat {0.seat} leaves out {0.words} of {0.card}",
):
    """An optional effect was skipped."""

    __slots__ = ()


class CreditsPaid(
    CardCountEvent, clause=Clause.ABILITY_COST, text="seat {0.seat} pays {0:credit} for {0.card}"
):
    """The cost of an ability was paid."""

    __slots__ = ()
