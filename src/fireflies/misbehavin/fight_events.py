"""The events of fights, and of the cards that leave a display."""

from dataclasses import dataclass
from typing import Final, Literal

from fireflies.misbehavin.actions import Reward
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.telling import CardEvent, CardsEvent, CountEvent, OwnerEvent, SeatEvent

_REWARDS: Final = {"draw": "card", "credit": "credit", "verse": "token"}


class FightOpened(
    CardEvent, clause=Clause.FIGHT_OPEN, text="seat {0.seat} begins a fight and displays {0.card}"
):
    """An activation and a card began a fight."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class IntentChosen(
    SeatEvent, clause=Clause.FIGHT_INTENT, text="seat {0.seat} fights to {0.intent}"
):
    """The attacker chose to nab or to dispatch."""

    intent: Literal["nab", "dispatch"]


class TargetChosen(
    OwnerEvent, clause=Clause.FIGHT_TARGET, text="seat {0.seat} attacks {0.card} of seat {0.owner}"
):
    """The attacker chose the target."""

    __slots__ = ()


class BatchBegan(SeatEvent, clause=Clause.FIGHT_BATCHES, text="seat {0.seat} may add to the fight"):
    """The batch of a side began."""

    __slots__ = ()


class BatchEnded(SeatEvent, clause=Clause.FIGHT_BATCHES, text="seat {0.seat} adds no more for now"):
    """A side ended its batch."""

    __slots__ = ()


class AttackerAdded(
    CardEvent, clause=Clause.FIGHT_ADD, text="seat {0.seat} adds {0.card} to the attack"
):
    """The attacker added a card."""

    __slots__ = ()


class DefenderAdded(
    CardEvent, clause=Clause.FIGHT_ANSWER, text="seat {0.seat} adds {0.card} to the defense"
):
    """The defender added a card."""

    __slots__ = ()


class ActivationInFight(
    SeatEvent, clause=Clause.FIGHT_ACTIVATIONS, text="seat {0.seat} uses an activation in the fight"
):
    """A card was played or triggered in a fight."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class StrengthCompared(
    SeatEvent,
    clause=Clause.FIGHT_DEFENSE,
    text="seat {0.seat} attacks with {0.attack} against {0.defense}",
):
    """The strengths of both sides were compared."""

    attack: int
    defense: int


class TieWon(
    SeatEvent,
    clause=Clause.FIGHT_ATTACKER_WINS_TIES,
    text="seat {0.seat} wins the tie as the attacker",
):
    """Equal strength was a win for the attacker."""

    __slots__ = ()


class CardNabbed(
    OwnerEvent, clause=Clause.FIGHT_NAB, text="seat {0.seat} nabs {0.card} of seat {0.owner}"
):
    """The attacker took the target into the hand."""

    __slots__ = ()


class CardDispatched(
    OwnerEvent,
    clause=Clause.FIGHT_DISPATCH,
    text="seat {0.seat} dispatches {0.card} of seat {0.owner}",
):
    """The target went to its owner's recycle pile."""

    __slots__ = ()


class CardDefended(CardEvent, clause=Clause.FIGHT_DEFENDED, text="seat {0.seat} defends {0.card}"):
    """The target stayed where it is."""

    __slots__ = ()


class TargetLost(
    CardEvent,
    clause=Clause.FIGHT_NO_TARGET,
    text="{0.card} of seat {0.seat} is gone, so nobody wins the fight",
):
    """The target left its tableau, which ends the fight."""

    __slots__ = ()


class ImmunityGained(
    SeatEvent,
    clause=Clause.FIGHT_IMMUNITY,
    text="seat {0.seat} is immune from attacks until its next turn is over",
):
    """A seat lost an asset in a fight."""

    __slots__ = ()


class ImmunityEnded(
    SeatEvent, clause=Clause.FIGHT_IMMUNITY_ENDS, text="seat {0.seat} is no longer immune"
):
    """The turn of an immune seat is over."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RewardTaken(
    SeatEvent,
    clause=Clause.FIGHT_REWARD,
    text="seat {0.seat} takes a {0.thing} for winning the fight",
):
    """The winner of a fight took a reward."""

    reward: Reward

    @property
    def thing(self) -> str:
        """Return the reward in words."""
        return _REWARDS[self.reward]


class CardRetained(
    CardEvent, clause=Clause.VERSE_RETAIN, text="seat {0.seat} spends a token to retain {0.card}"
):
    """A card went from the display back into the hand."""

    __slots__ = ()


class RetainingEnded(SeatEvent, clause=Clause.VERSE_RETAIN, text="seat {0.seat} retains no more"):
    """A seat retained no more of its display."""

    __slots__ = ()


class ActivationsForgone(
    CountEvent,
    clause=Clause.FIGHT_ACTIVATIONS_LOST,
    text="seat {0.seat} loses {0:activation} with the fight",
):
    """The activations that the defender had left were lost."""

    __slots__ = ()


class DisplayCleared(
    CardsEvent,
    clause=Clause.AREA_CLEARED,
    text="seat {0.seat} clears the display of {0:cards}",
):
    """The cards of a display went to the recycle pile or the supply."""

    __slots__ = ()


class SupplyReturned(
    CardEvent,
    clause=Clause.SUPPLY_RETURNS,
    text="{0.card} of seat {0.seat} goes back to the supply",
):
    """A supply card that was used went back."""

    __slots__ = ()
