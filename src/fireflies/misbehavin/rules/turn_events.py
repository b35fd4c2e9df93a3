"""The events of a turn: its beginning and end, the tableau, abilities."""

from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.telling import (
    AbilityEvent,
    CardEvent,
    CardsEvent,
    CountEvent,
    EffectTextEvent,
    SeatEvent,
)

# The turn


class TurnBegan(CountEvent, clause=Clause.TURN_CLOCKWISE, text="seat {seat} takes turn {count}"):
    """The turn of a seat began."""

    __slots__ = ()


class CardsReset(CardsEvent, clause=Clause.CARD_RESET, text="seat {seat} resets {cards}"):
    """Triggered cards were set."""

    __slots__ = ()


class PowerReached(
    CountEvent,
    clause=Clause.END_ANNOUNCE,
    text="seat {seat} reaches the needed power, with {count}",
):
    """A seat has reached the power of its board."""

    __slots__ = ()


class ActivationsUnused(
    CountEvent, clause=Clause.ACTIVATION_LOST, text="seat {seat} leaves {count:activation} unused"
):
    """Activations were lost with the turn."""

    __slots__ = ()


class TurnEnded(SeatEvent, clause=Clause.TURN_ACTIONS, text="seat {seat} ends the turn"):
    """A seat is done with its actions."""

    __slots__ = ()


class HandDiscarded(
    CardsEvent, clause=Clause.END_TURN_HAND, text="seat {seat} discards {cards} from the hand"
):
    """The hand went to the recycle pile."""

    __slots__ = ()


class SupplyDiscarded(
    CardsEvent,
    clause=Clause.SUPPLY_DISCARDED,
    text="seat {seat} puts {cards} on the recycle pile",
):
    """Supply cards were discarded from a hand: they stay with their owner."""

    __slots__ = ()


class CardTidied(
    CardEvent, clause=Clause.END_TURN_TIDY, text="seat {seat} discards {card} from the tableau"
):
    """A tableau card was discarded at the end of a turn."""

    __slots__ = ()


class TidyingEnded(
    SeatEvent, clause=Clause.END_TURN_TIDY, text="seat {seat} keeps the rest of the tableau"
):
    """The end of discarding tableau cards."""

    __slots__ = ()


class HandRefilled(
    CountEvent, clause=Clause.END_TURN_DRAW, text="seat {seat} is to draw {count:card}"
):
    """A new hand is drawn."""

    __slots__ = ()


class FewerDrawn(
    CountEvent,
    clause=Clause.END_TURN_FEWER,
    text="seat {seat} draws {count:card} fewer for triggered cards",
):
    """The new hand is smaller, because triggered cards stay in the tableau."""

    __slots__ = ()


# The tableau


class CardPlayed(CardEvent, clause=Clause.PLAY_TABLEAU, text="seat {seat} plays {card}"):
    """A card of the hand joined the tableau."""

    __slots__ = ()


class CardTriggered(CardEvent, clause=Clause.TRIGGER_ABILITY, text="seat {seat} triggers {card}"):
    """An activation triggered a card."""

    __slots__ = ()


class TriggeredAtOnce(
    CardEvent, clause=Clause.PLAY_TRIGGER_NOW, text="seat {seat} triggers {card} at once"
):
    """A card was triggered in the activation that played it."""

    __slots__ = ()


class OfferDeclined(
    CardEvent, clause=Clause.PLAY_TRIGGER_NOW, text="seat {seat} leaves {card} untriggered"
):
    """A card just played was not triggered."""

    __slots__ = ()


class TriggeredIdly(
    CardEvent, clause=Clause.TRIGGER_IDLE, text="seat {seat} triggers {card} without effect"
):
    """A card was triggered without effect, and without an activation."""

    __slots__ = ()


class BlackReturned(
    CardEvent,
    clause=Clause.BLACK_LOCATION,
    text="{card} of seat {seat} returns a card of The Black to the supply",
):
    """A location sent a card of The Black to the supply."""

    __slots__ = ()


class NoBlackReturned(
    CardEvent,
    clause=Clause.BLACK_LOCATION,
    text="{card} of seat {seat} returns no card of The Black",
):
    """A location could send a card of The Black to the supply, and did not."""

    __slots__ = ()


class BlackReceived(
    CountEvent,
    clause=Clause.BLACK_RECYCLE,
    text="seat {seat} puts {count:card} of The Black on the recycle pile",
):
    """Cards of The Black came onto a recycle pile."""

    __slots__ = ()


# Abilities


class AbilityBegan(
    AbilityEvent,
    clause=Clause.CARD_ORDER,
    text="seat {seat} uses ability {ability} of {card}",
):
    """An ability of a triggered card is used, in the order of the card."""

    __slots__ = ()


class AbilitySkipped(
    AbilityEvent,
    clause=Clause.CARD_ORDER,
    text="seat {seat} passes over ability {ability} of {card}",
):
    """The seat passed over one of several abilities."""

    __slots__ = ()


class AbilityUsedFromHand(
    AbilityEvent,
    clause=Clause.CARD_IN_HAND,
    text="seat {seat} discards {card} from the hand to use its ability {ability}",
):
    """An ability was used by discarding its card from the hand."""

    __slots__ = ()


class AbilityUsed(
    AbilityEvent,
    clause=Clause.ABILITY_INNATE,
    text="seat {seat} uses ability {ability} of {card}",
):
    """An innate ability is used on the own turn."""

    __slots__ = ()


class AbilityUsedElsewhere(
    AbilityEvent,
    clause=Clause.ABILITY_ELSEWHERE,
    text="seat {seat} uses ability {ability} of {card} on another's turn",
):
    """An innate ability is used on another's turn."""

    __slots__ = ()


class SupplyUsed(
    AbilityEvent,
    clause=Clause.SUPPLY_SPECIAL,
    text="seat {seat} plays the action {card} for ability {ability}",
):
    """An ability of a supply card of the kind action is used."""

    __slots__ = ()


class ManeuverPlayed(
    AbilityEvent,
    clause=Clause.MANEUVER_PLAY,
    text="seat {seat} plays the maneuver {card} for ability {ability}",
):
    """A maneuver is played without an activation."""

    __slots__ = ()


class RequiredFollowed(
    EffectTextEvent,
    clause=Clause.CARD_REQUIRED,
    text="{card} requires from seat {seat}: {told}",
):
    """A required effect of a card from the hand comes next."""

    __slots__ = ()
