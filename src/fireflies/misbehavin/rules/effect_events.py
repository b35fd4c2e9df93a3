"""The events of effects, each with the card that caused it."""

from dataclasses import dataclass

from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.telling import (
    CardCountEvent,
    CardCountOwnerEvent,
    CardEvent,
    ChosenEvent,
    ChosenOwnerEvent,
    EffectTextEvent,
    OwnerEvent,
)


class DrawsGained(
    CardCountEvent, clause=Clause.EFFECT_DRAW, text="seat {seat} draws {count:card} by {card}"
):
    """A seat draws a card by an effect."""

    __slots__ = ()


class CreditsGained(
    CardCountEvent, clause=Clause.EFFECT_CREDITS, text="seat {seat} gets {count:credit} by {card}"
):
    """A seat got credits from the supply."""

    __slots__ = ()


class CreditsLost(
    CardCountEvent, clause=Clause.EFFECT_LOSE, text="seat {seat} loses {count:credit} by {card}"
):
    """A seat lost credits to the supply."""

    __slots__ = ()


class TokensGained(
    CardCountEvent, clause=Clause.EFFECT_VERSE, text="seat {seat} gets {count:token} by {card}"
):
    """A seat got 'verse tokens of its own."""

    __slots__ = ()


class ActivationsGained(
    CardCountEvent,
    clause=Clause.EFFECT_ACTIVATION,
    text="seat {seat} gets {count:activation} by {card}",
):
    """A seat got more activations."""

    __slots__ = ()


class RecruitmentsGained(
    CardCountEvent,
    clause=Clause.EFFECT_RECRUITMENT,
    text="seat {seat} gets {count:recruitment} by {card}",
):
    """A seat got more recruitments."""

    __slots__ = ()


class PowerAdded(
    CardCountEvent,
    clause=Clause.EFFECT_TOKEN,
    text="{card} of seat {seat} gets {count:power token}",
):
    """Power tokens were put on a card of a seat."""

    __slots__ = ()


class InfluenceAdded(
    CardCountEvent,
    clause=Clause.EFFECT_INFLUENCE,
    text="seat {seat} adds {count} influence by {card}",
):
    """A deal or a recruitment counts more influence."""

    __slots__ = ()


class StrengthAdded(
    CardCountEvent,
    clause=Clause.EFFECT_STRENGTH,
    text="seat {seat} adds {count} strength by {card}",
):
    """A side of the fight counts more strength."""

    __slots__ = ()


class FightEvaded(
    CardEvent, clause=Clause.EFFECT_EVADE, text="seat {seat} evades the fight by {card}"
):
    """The fight ended without a winner."""

    __slots__ = ()


class DealCanceled(
    CardEvent, clause=Clause.EFFECT_CANCEL, text="seat {seat} cancels the deal by {card}"
):
    """The deal was canceled."""

    __slots__ = ()


class BlackGained(
    CardCountEvent,
    clause=Clause.EFFECT_BLACK,
    text="{card} brings seat {seat} {count:card} of The Black",
):
    """A seat is to get cards of The Black."""

    __slots__ = ()


class BlackSpread(
    CardCountEvent,
    clause=Clause.EFFECT_BLACK_ALL,
    text="seat {seat} brings all others {count:card} of The Black by {card}",
):
    """All other seats are to get cards of The Black."""

    __slots__ = ()


class BlackShed(
    CardEvent,
    clause=Clause.EFFECT_SHED,
    text="seat {seat} gives a card of The Black back by {card}",
):
    """A card of The Black left a hand for the supply."""

    __slots__ = ()


class BlackMissing(
    CardEvent,
    clause=Clause.EFFECT_SHED,
    text="seat {seat} has no card of The Black to give back by {card}",
):
    """The hand had no card of The Black to give back."""

    __slots__ = ()


class ImmunityGiven(CardEvent, clause=Clause.EFFECT_IMMUNE, text="{card} makes seat {seat} immune"):
    """A seat can't be attacked for a while."""

    __slots__ = ()


class CreditsStolen(
    CardCountOwnerEvent,
    clause=Clause.EFFECT_STEAL,
    text="seat {seat} steals {count:credit} from seat {owner} by {card}",
):
    """A seat took credits of another."""

    __slots__ = ()


class BlackGiven(
    CardCountOwnerEvent,
    clause=Clause.EFFECT_BLACK_ONE,
    text="seat {seat} brings seat {owner} {count:card} of The Black by {card}",
):
    """A seat chose another one that is to get cards of The Black."""

    __slots__ = ()


class MarketCycled(
    ChosenEvent,
    clause=Clause.EFFECT_CYCLE,
    text="seat {seat} sends {chosen} back into its market deck by {card}",
):
    """A market card went back into its deck."""

    __slots__ = ()


class CardTurned(
    ChosenOwnerEvent,
    clause=Clause.EFFECT_TURN,
    text="seat {seat} triggers {chosen} of seat {owner} by {card}",
):
    """A card of another seat was triggered without effect."""

    __slots__ = ()


class CardSet(
    ChosenEvent, clause=Clause.EFFECT_RESET, text="seat {seat} resets {chosen} by {card}"
):
    """A triggered card was set."""

    __slots__ = ()


class CardDiscarded(
    ChosenEvent, clause=Clause.EFFECT_DISCARD, text="seat {seat} discards {chosen} for {card}"
):
    """An untriggered card was discarded, as an effect or as a cost."""

    __slots__ = ()


class DiscardForced(
    OwnerEvent,
    clause=Clause.EFFECT_DISCARD_ONE,
    text="seat {seat} makes seat {owner} discard by {card}",
):
    """A seat chose who is to discard."""

    __slots__ = ()


class ForcedDiscard(
    ChosenEvent, clause=Clause.EFFECT_DISCARD_ONE, text="seat {seat} discards {chosen} for {card}"
):
    """A card was discarded for the effect of another seat."""

    __slots__ = ()


class PowerAddedElsewhere(
    CardCountEvent,
    clause=Clause.EFFECT_TOKEN_OTHER,
    text="{card} of seat {seat} gets {count:power token} by another card",
):
    """Power tokens were put on a card by another one."""

    __slots__ = ()


class WarrantIssuedByEffect(
    ChosenOwnerEvent,
    clause=Clause.EFFECT_WARRANT,
    text="seat {seat} puts a warrant on {chosen} of seat {owner} by {card}",
):
    """A character bears a warrant from now on."""

    __slots__ = ()


class WarrantLiftedByEffect(
    ChosenEvent,
    clause=Clause.EFFECT_LIFT,
    text="seat {seat} lifts the warrant on {chosen} by {card}",
):
    """A warrant was lifted."""

    __slots__ = ()


class CardRetriggeredByEffect(
    ChosenEvent,
    clause=Clause.EFFECT_RETRIGGER,
    text="seat {seat} triggers {chosen} again by {card}",
):
    """A triggered card is used again."""

    __slots__ = ()


class TargetDiscarded(
    ChosenOwnerEvent,
    clause=Clause.EFFECT_DISCARD_TARGET,
    text="seat {seat} discards the target {chosen} of seat {owner} by {card}",
):
    """The target of a fight was discarded."""

    __slots__ = ()


class CardDispatchedByEffect(
    ChosenOwnerEvent,
    clause=Clause.EFFECT_DISPATCH,
    text="seat {seat} dispatches {chosen} of seat {owner} by {card}",
):
    """A card went to its owner's recycle pile without a fight."""

    __slots__ = ()


class CardNabbedByEffect(
    ChosenOwnerEvent,
    clause=Clause.EFFECT_NAB,
    text="seat {seat} nabs {chosen} of seat {owner} by {card}",
):
    """A card of another seat went to the hand without a fight."""

    __slots__ = ()


class CardGained(
    ChosenEvent, clause=Clause.EFFECT_GAIN, text="seat {seat} gains {chosen} by {card}"
):
    """A card on offer went to the recycle pile."""

    __slots__ = ()


class CardTakenByEffect(
    ChosenEvent, clause=Clause.EFFECT_TAKE, text="seat {seat} takes {chosen} by {card}"
):
    """A card on offer went to the hand."""

    __slots__ = ()


class NothingDone(
    EffectTextEvent,
    clause=Clause.CARD_AS_MUCH,
    text="{told} of {card} does nothing for seat {seat}",
):
    """An effect could do nothing."""

    __slots__ = ()


class ChoiceSkipped(
    EffectTextEvent,
    clause=Clause.CARD_AS_MUCH,
    text="seat {seat} leaves out {told} of {card}",
):
    """An optional effect was skipped."""

    __slots__ = ()


class CreditsPaid(
    CardCountEvent, clause=Clause.ABILITY_COST, text="seat {seat} pays {count:credit} for {card}"
):
    """The cost of an ability was paid."""

    __slots__ = ()


class TokensPaid(
    CardCountEvent, clause=Clause.ABILITY_COST, text="seat {seat} spends {count:token} for {card}"
):
    """Tokens were spent as the cost of an ability."""

    __slots__ = ()


class CardTriggeredAsCost(
    ChosenEvent, clause=Clause.ABILITY_COST, text="seat {seat} triggers {chosen} for {card}"
):
    """A card was triggered as the cost of an ability of another one."""

    __slots__ = ()


class EntryBegan(
    EffectTextEvent,
    clause=Clause.ABILITY_BY_HAND,
    text="seat {seat} does by hand for {card}: {told}",
):
    """A seat did one of the things that the words of an ability may do."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CardMoved(
    ChosenEvent,
    clause=Clause.ABILITY_BY_HAND,
    text="seat {seat} moves {chosen} from {source} to {aim} for {card}",
):
    """A card was moved by hand."""

    source: str
    aim: str


class ByHandEnded(
    CardEvent, clause=Clause.ABILITY_BY_HAND, text="seat {seat} does nothing more for {card}"
):
    """An ability done by hand is over."""

    __slots__ = ()
