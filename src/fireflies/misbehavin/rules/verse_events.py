"""The events of 'verse tokens: getting, marking and spending them; warrants and Reavers."""

from fireflies.misbehavin.box.effect_reading import read_verse_step
from fireflies.misbehavin.box.phrases import verse_step_phrase
from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.telling import (
    AbilityEvent,
    CardCountEvent,
    CardEvent,
    CountEvent,
    CreditsEvent,
    OwnerEvent,
    SeatEvent,
    StepEvent,
)

# Getting tokens


class StepsBegan(
    SeatEvent, clause=Clause.VERSE_STEPS, text="seat {seat} follows the steps of the 'verse card"
):
    """The steps of a 'verse card began."""

    __slots__ = ()


class StepPaid(
    CountEvent, clause=Clause.VERSE_STEPS, text="seat {seat} pays {count:credit} for a step"
):
    """Credits were paid for a step."""

    __slots__ = ()


class StepHad(StepEvent, clause=Clause.VERSE_STEPS, text="seat {seat} meets a step: {told}"):
    """A seat has the cards that a step asks for, or did what it asks for."""

    __slots__ = ()

    @property
    def told(self) -> str:
        """Return the step in the words of the rules."""
        return f"\u201c{verse_step_phrase(read_verse_step(self.step))}\u201d"


class StepDiscarded(
    CardEvent, clause=Clause.VERSE_STEPS, text="seat {seat} discards {card} for a step"
):
    """A card was discarded for a step."""

    __slots__ = ()


class StepTriggered(
    CardEvent, clause=Clause.VERSE_STEPS, text="seat {seat} triggers {card} for a step"
):
    """A card was triggered for a step."""

    __slots__ = ()


class TokenEarned(SeatEvent, clause=Clause.VERSE_ACQUIRE, text="seat {seat} acquires a token"):
    """Both steps were done, and the seat got a token."""

    __slots__ = ()


class StepMarked(
    StepEvent,
    clause=Clause.EPISODE_STEPS,
    text="seat {seat} marks the step {step} of the episode",
):
    """A token marked a step of the episode."""

    __slots__ = ()


class StepNotMarked(
    StepEvent,
    clause=Clause.EPISODE_NO_TOKEN,
    text="seat {seat} has no token for the step {step}",
):
    """A step was not marked, for lack of a token."""

    __slots__ = ()


class MarksSpent(
    CountEvent, clause=Clause.EPISODE_SPENT, text="seat {seat} spends {count:mark} of the episode"
):
    """Marks were spent as tokens, and no longer count for the episode."""

    __slots__ = ()


# Spending them


class ManeuverReplayed(
    AbilityEvent,
    clause=Clause.VERSE_REPLAY,
    text="seat {seat} spends a token to replay ability {ability} of {card}",
):
    """A token was spent to use a maneuver again."""

    __slots__ = ()


class ReplayingEnded(
    CardEvent, clause=Clause.VERSE_REPLAY, text="seat {seat} replays {card} no more"
):
    """A seat replayed a maneuver no more."""

    __slots__ = ()


class VerseSpent(
    CardCountEvent,
    clause=Clause.VERSE_SPEND,
    text="seat {seat} spends {count:token} on {card}",
):
    """Tokens were spent on an action of a 'verse card with a price."""

    __slots__ = ()


class WarrantIssued(
    OwnerEvent,
    clause=Clause.WARRANT_ISSUE,
    text="seat {seat} puts a warrant on {card} of seat {owner}",
):
    """A character bears a warrant from now on."""

    __slots__ = ()


class WarrantHeld(
    CardEvent,
    clause=Clause.WARRANT_NO_RESET,
    text="{card} of seat {seat} stays triggered under its warrant",
):
    """A card was not reset."""

    __slots__ = ()


class WarrantGone(
    OwnerEvent,
    clause=Clause.WARRANT_LEAVES,
    text="{card} of seat {seat} leaves without the warrant of seat {owner}",
):
    """A warrant ended, and its token went back."""

    __slots__ = ()


class CreditsTaxed(
    CreditsEvent,
    clause=Clause.VERSE_TAX,
    text="seat {seat} takes {count:credit} from {whose} as a tax",
):
    """A token was spent on a tax."""

    __slots__ = ()


class CreditsStolenForToken(
    CreditsEvent, clause=Clause.VERSE_STEAL, text="seat {seat} steals {count:credit} from {whose}"
):
    """A token was spent on a theft."""

    __slots__ = ()


class CardRetriggered(
    CardEvent,
    clause=Clause.VERSE_RETRIGGER,
    text="seat {seat} spends a token to trigger {card} again",
):
    """A token was spent to use a triggered card again."""

    __slots__ = ()


class ReaverFought(
    CardEvent, clause=Clause.REAVER_TOKEN, text="seat {seat} puts a token on {card}"
):
    """A token stays on a Reaver."""

    __slots__ = ()


class ReaverDefeated(CardEvent, clause=Clause.REAVER_DEFEATED, text="seat {seat} defeats {card}"):
    """The last token defeated a Reaver, and all went back."""

    __slots__ = ()


class ReaverRaided(CardEvent, clause=Clause.REAVER_RAID, text="{card} raids seat {seat}"):
    """A Reaver raided the seat that ended its turn."""

    __slots__ = ()
