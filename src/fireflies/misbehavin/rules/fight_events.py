"""The events of fights, and of the cards that leave a display."""

from dataclasses import dataclass
from typing import Final, Literal

from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.actions import Reward
from fireflies.misbehavin.rules.telling import (
    CardEvent,
    CardsEvent,
    CountEvent,
    OwnerEvent,
    SeatEvent,
)

_REWARDS: Final = {"draw": "card", "credit": "credit", "verse": "token"}


class FightOpened(
    CardEvent, clause=Clause.FIGHT_OPEN, text="seat {seat} begins a fight with {card}"
):
    """An activation and a card began a fight."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class IntentChosen(SeatEvent, clause=Clause.FIGHT_INTENT, text="seat {seat} fights to {intent}"):
    """The attacker chose to nab or to dispatch."""

    intent: Literal["nab", "dispatch"]


class TargetChosen(
    OwnerEvent, clause=Clause.FIGHT_TARGET, text="seat {seat} attacks {card} of seat {owner}"
):
    """The attacker chose the target."""

    __slots__ = ()


class BatchBegan(SeatEvent, clause=Clause.FIGHT_BATCHES, text="seat {seat} may add to the fight"):
    """The batch of a side began."""

    __slots__ = ()


class BatchEnded(SeatEvent, clause=Clause.FIGHT_BATCHES, text="seat {seat} adds no more for now"):
    """A side ended its batch."""

    __slots__ = ()


class AttackerAdded(
    CardEvent, clause=Clause.FIGHT_ADD, text="seat {seat} adds {card} to the attack"
):
    """The attacker added a card."""

    __slots__ = ()


class DefenderAdded(
    CardEvent, clause=Clause.FIGHT_ANSWER, text="seat {seat} adds {card} to the defense"
):
    """The defender added a card."""

    __slots__ = ()


class ActivationInFight(
    SeatEvent, clause=Clause.FIGHT_ACTIVATIONS, text="seat {seat} uses an activation in the fight"
):
    """A card was played or triggered in a fight."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class StrengthCompared(
    SeatEvent,
    clause=Clause.FIGHT_DEFENSE,
    text="seat {seat} attacks with {attack} against {defense}",
):
    """The strengths of both sides were compared."""

    attack: int
    defense: int


class TieWon(
    SeatEvent,
    clause=Clause.FIGHT_ATTACKER_WINS_TIES,
    text="seat {seat} wins the tie as the attacker",
):
    """Equal strength was a win for the attacker."""

    __slots__ = ()


class CardNabbed(
    OwnerEvent, clause=Clause.FIGHT_NAB, text="seat {seat} nabs {card} of seat {owner}"
):
    """The attacker took the target into the hand."""

    __slots__ = ()


class CardDispatched(
    OwnerEvent,
    clause=Clause.FIGHT_DISPATCH,
    text="seat {seat} dispatches {card} of seat {owner}",
):
    """The target went to its owner's recycle pile."""

    __slots__ = ()


class CardDefended(CardEvent, clause=Clause.FIGHT_DEFENDED, text="seat {seat} defends {card}"):
    """The target stayed where it is."""

    __slots__ = ()


class NoTargetFound(
    SeatEvent, clause=Clause.FIGHT_NO_TARGET, text="seat {seat} finds no card to attack"
):
    """A fight ended before it had a target, as there is none."""

    __slots__ = ()


class TargetLost(
    CardEvent,
    clause=Clause.FIGHT_NO_TARGET,
    text="{card} of seat {seat} is gone, so nobody wins the fight",
):
    """The target left its tableau, which ends the fight."""

    __slots__ = ()


class ImmunityGained(
    SeatEvent,
    clause=Clause.FIGHT_IMMUNITY,
    text="seat {seat} is immune from attacks until the next turn of seat {seat} is over",
):
    """A seat lost an asset in a fight."""

    __slots__ = ()


class ImmunityEnded(
    SeatEvent, clause=Clause.FIGHT_IMMUNITY_ENDS, text="seat {seat} is no longer immune"
):
    """The turn of an immune seat is over."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RewardTaken(
    SeatEvent,
    clause=Clause.FIGHT_REWARD,
    text="seat {seat} takes a {thing} for winning the fight",
):
    """The winner of a fight took a reward."""

    reward: Reward

    @property
    def thing(self) -> str:
        """Return the reward in words."""
        return _REWARDS[self.reward]


class CardRetained(
    CardEvent, clause=Clause.VERSE_RETAIN, text="seat {seat} spends a token to retain {card}"
):
    """A card went from the display back into the hand."""

    __slots__ = ()


class RetainingEnded(SeatEvent, clause=Clause.VERSE_RETAIN, text="seat {seat} retains no more"):
    """A seat retained no more of its display."""

    __slots__ = ()


class ActivationsForgone(
    CountEvent,
    clause=Clause.FIGHT_ACTIVATIONS_LOST,
    text="seat {seat} loses {count:activation} with the fight",
):
    """The activations that the defender had left were lost."""

    __slots__ = ()


class DisplayCleared(
    CardsEvent,
    clause=Clause.AREA_CLEARED,
    text="seat {seat} clears the display of {cards}",
):
    """The cards of a display went to the recycle pile or the supply."""

    __slots__ = ()


class SupplyReturned(
    CardEvent,
    clause=Clause.SUPPLY_RETURNS,
    text="{card} of seat {seat} goes back to the supply",
):
    """A supply card that was used went back."""

    __slots__ = ()
