"""The events of fights."""

from dataclasses import dataclass
from typing import Final, Literal

from fireflies.misbehavin.actions import Reward
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.telling import CardEvent, CountEvent, OwnerEvent, SeatEvent

_REWARDS: Final = {"draw": "a card", "credit": "a credit", "verse": "a token"}


class FightBegan(
    CardEvent, clause=Clause.FIGHT_OPEN, text="seat {0.seat} picks a fight with {0.card}"
):
    """An activation and a card began a fight."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class IntentAnnounced(
    SeatEvent, clause=Clause.FIGHT_INTENT, text="seat {0.seat} fights to {0.intent}"
):
    """The attacker said what the fight is for."""

    intent: Literal["nab", "dispatch"]


class TargetChosen(
    OwnerEvent, clause=Clause.FIGHT_TARGET, text="seat {0.seat} attacks {0.card} of seat {0.owner}"
):
    """The attacker chose the target."""

    __slots__ = ()


class FightAdded(
    CardEvent, clause=Clause.FIGHT_ADD, text="seat {0.seat} adds {0.card} to the attack"
):
    """The attacker added a card."""

    __slots__ = ()


class AnswerAdded(
    CardEvent, clause=Clause.FIGHT_ANSWER, text="seat {0.seat} adds {0.card} to the defense"
):
    """The defender added a card."""

    __slots__ = ()


class BatchBegan(
    SeatEvent, clause=Clause.FIGHT_BATCHES, text="it is for seat {0.seat} to add to the fight"
):
    """The batch of a side began."""

    __slots__ = ()


class FightActivationUsed(
    SeatEvent, clause=Clause.FIGHT_ACTIVATIONS, text="seat {0.seat} uses an activation in the fight"
):
    """A card was played or triggered in a fight."""

    __slots__ = ()


class FightActivationsLost(
    CountEvent,
    clause=Clause.FIGHT_ACTIVATIONS_LOST,
    text="seat {0.seat} loses {0:activation} with the fight",
):
    """What the defender had left of activations is lost."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FightResolved(
    SeatEvent,
    clause=Clause.FIGHT_BATCHES,
    text="seat {0.seat} wins the fight: {0.attack} against {0.defense}",
):
    """Both sides were counted."""

    attack: int
    defense: int


class CardNabbed(
    OwnerEvent, clause=Clause.FIGHT_NAB, text="seat {0.seat} nabs {0.card} of seat {0.owner}"
):
    """The target went into the attacker's hand."""

    __slots__ = ()


class CardDispatched(
    OwnerEvent,
    clause=Clause.FIGHT_DISPATCH,
    text="seat {0.seat} dispatches {0.card} of seat {0.owner}",
):
    """The target went to its owner's recycle pile."""

    __slots__ = ()


class TargetDefended(
    CardEvent, clause=Clause.FIGHT_DEFENDED, text="seat {0.seat} defends {0.card}"
):
    """The target stays where it is."""

    __slots__ = ()


class BecameImmune(
    SeatEvent,
    clause=Clause.FIGHT_IMMUNITY,
    text="seat {0.seat} can't be attacked until its next turn is over",
):
    """A seat lost an asset in a fight."""

    __slots__ = ()


class ImmunityEnded(
    SeatEvent, clause=Clause.FIGHT_IMMUNITY_ENDS, text="seat {0.seat} can be attacked again"
):
    """The turn of an immune seat is over."""

    __slots__ = ()


class TargetGone(
    CardEvent,
    clause=Clause.FIGHT_NO_TARGET,
    text="{0.card} of seat {0.seat} is gone, so nobody wins the fight",
):
    """The target left, and ended the fight."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RewardTaken(
    SeatEvent, clause=Clause.FIGHT_REWARD, text="seat {0.seat} takes {0.thing} for winning"
):
    """The winner of a fight took a reward."""

    reward: Reward

    @property
    def thing(self) -> str:
        """Return the reward in words."""
        return _REWARDS[self.reward]
