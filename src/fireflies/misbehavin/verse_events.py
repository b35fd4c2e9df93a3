"""The events of 'verse tokens, of abilities used, of warrants and Reavers."""

from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.telling import (
    AbilityEvent,
    CardEvent,
    CountEvent,
    CreditsEvent,
    NumberEvent,
    OwnerEvent,
    SeatEvent,
    StepEvent,
)

# Abilities


class InnateUsed(AbilityEvent, clause=Clause.ABILITY_INNATE, text="seat {0.seat} uses {0.card}"):
    """An innate ability is used."""

    __slots__ = ()


class UsedElsewhere(
    AbilityEvent,
    clause=Clause.ABILITY_ELSEWHERE,
    text="seat {0.seat} uses {0.card} on the turn of another",
):
    """An innate ability is used on another's turn."""

    __slots__ = ()


class SpecialUsed(
    AbilityEvent,
    clause=Clause.SUPPLY_SPECIAL,
    text="seat {0.seat} plays the action {0.card} for its ability",
):
    """An action of the supply is used."""

    __slots__ = ()


class ManeuverPlayed(
    AbilityEvent, clause=Clause.MANEUVER_PLAY, text="seat {0.seat} plays the maneuver {0.card}"
):
    """A maneuver is played without an activation."""

    __slots__ = ()


class Replayed(
    AbilityEvent,
    clause=Clause.VERSE_REPLAY,
    text="seat {0.seat} spends a 'verse token to replay {0.card}",
):
    """A token used a maneuver again."""

    __slots__ = ()


class ReplayEnded(
    CardEvent, clause=Clause.VERSE_REPLAY, text="seat {0.seat} replays {0.card} no more"
):
    """A seat leaves a maneuver."""

    __slots__ = ()


# Getting tokens


class AcquireBegan(
    SeatEvent,
    clause=Clause.VERSE_ACQUIRE,
    text="seat {0.seat} follows the steps of its 'verse card",
):
    """The steps of a 'verse card began."""

    __slots__ = ()


class StepPaid(
    CountEvent, clause=Clause.VERSE_STEPS, text="seat {0.seat} pays {0:credit} for a step"
):
    """The credits of a step were paid."""

    __slots__ = ()


class StepMet(
    NumberEvent,
    clause=Clause.VERSE_STEPS,
    text="seat {0.seat} has done step {0.number} of its 'verse card",
):
    """A step was done."""

    __slots__ = ()


class TokenAcquired(
    SeatEvent, clause=Clause.VERSE_ACQUIRE, text="seat {0.seat} acquires a 'verse token"
):
    """Both steps brought a token."""

    __slots__ = ()


class ProgressMarked(
    StepEvent,
    clause=Clause.EPISODE_STEPS,
    text="seat {0.seat} marks the step {0.step} of the episode",
):
    """A token held became a mark."""

    __slots__ = ()


class ProgressUnmarked(
    StepEvent,
    clause=Clause.EPISODE_NO_TOKEN,
    text="seat {0.seat} has no 'verse token for the step {0.step}",
):
    """Without a token the step is not counted."""

    __slots__ = ()


class ProgressLost(
    CountEvent, clause=Clause.EPISODE_SPENT, text="seat {0.seat} spends {0:mark} of the episode"
):
    """Marks were spent, and are lost as progress."""

    __slots__ = ()


# Spending them


class WarrantIssued(
    OwnerEvent,
    clause=Clause.WARRANT_ISSUE,
    text="seat {0.seat} puts a warrant on {0.card} of seat {0.owner}",
):
    """A character bears a warrant from now on."""

    __slots__ = ()


class WarrantGone(
    CardEvent,
    clause=Clause.WARRANT_LEAVES,
    text="{0.card} leaves without the warrant of seat {0.seat}",
):
    """A warrant ended, and its token went back."""

    __slots__ = ()


class Taxed(
    CreditsEvent, clause=Clause.VERSE_TAX, text="seat {0.seat} taxes {0.whose}: {0:credit}"
):
    """A token brought credits."""

    __slots__ = ()


class CreditsStolen(
    CreditsEvent, clause=Clause.VERSE_STEAL, text="seat {0.seat} steals {0:credit} of {0.whose}"
):
    """A token brought credits."""

    __slots__ = ()


class Retriggered(
    CardEvent,
    clause=Clause.VERSE_RETRIGGER,
    text="seat {0.seat} spends a 'verse token to trigger {0.card} again",
):
    """A token uses a triggered card again."""

    __slots__ = ()


class ReaverConfronted(
    CardEvent, clause=Clause.REAVER_TOKEN, text="seat {0.seat} puts a 'verse token on {0.card}"
):
    """A token stays on a Reaver."""

    __slots__ = ()


class ReaverDefeated(
    CardEvent, clause=Clause.REAVER_DEFEATED, text="seat {0.seat} defeats {0.card}"
):
    """The last token defeated a Reaver, and all went back."""

    __slots__ = ()


class ReaverRaids(CardEvent, clause=Clause.REAVER_RAID, text="{0.card} raids seat {0.seat}"):
    """A Reaver met who ends a turn."""

    __slots__ = ()
