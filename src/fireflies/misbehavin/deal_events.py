"""The events of deals and recruitments, and of displays."""

from dataclasses import dataclass

from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.telling import CardEvent, CardsEvent, CountEvent, SeatEvent, listed

# Deals


class DealOpened(
    CardEvent, clause=Clause.DEAL_OPEN, text="seat {0.seat} opens a deal with {0.card}"
):
    """An activation and a card began a deal."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class CancelAsked(
    SeatEvent, clause=Clause.DEAL_ASKED, text="{0.whom} may cancel the deal of seat {0.seat}"
):
    """Those who might cancel the deal are asked."""

    others: tuple[int, ...]

    @property
    def whom(self) -> str:
        """Return who is asked."""
        return listed([f"seat {seat}" for seat in self.others])


class CancelPassed(SeatEvent, clause=Clause.DEAL_CANCEL, text="seat {0.seat} lets the deal go on"):
    """A seat that was asked did not cancel the deal."""

    __slots__ = ()


class DealCanceled(SeatEvent, clause=Clause.DEAL_CANCEL, text="seat {0.seat} cancels the deal"):
    """A seat that was asked canceled the deal."""

    __slots__ = ()


class DealAdded(CardEvent, clause=Clause.DEAL_ADD, text="seat {0.seat} adds {0.card} to the deal"):
    """A card was added to the deal."""

    __slots__ = ()


class CreditCommitted(
    SeatEvent, clause=Clause.DEAL_CREDITS, text="seat {0.seat} commits a credit to the deal"
):
    """A credit counts for the deal."""

    __slots__ = ()


class DealClosed(
    CountEvent, clause=Clause.DEAL_ADD, text="seat {0.seat} commits {0.count} influence to the deal"
):
    """All is committed to the deal."""

    __slots__ = ()


class CreditsKept(
    CountEvent,
    clause=Clause.DEAL_CANCEL_KEEPS,
    text="seat {0.seat} keeps {0:credit} of the canceled deal",
):
    """The credits of a canceled deal came back."""

    __slots__ = ()


class DealRetried(SeatEvent, clause=Clause.DEAL_RETRY, text="seat {0.seat} tries the deal again"):
    """Another activation opened the deal again."""

    __slots__ = ()


class DealSalvaged(
    SeatEvent,
    clause=Clause.DEAL_CANCELED_CARDS,
    text="seat {0.seat} recruits with the cards of the deal",
):
    """The cards of a canceled deal went into a recruitment."""

    __slots__ = ()


class DealDropped(
    SeatEvent,
    clause=Clause.DEAL_CANCELED_CARDS,
    text="seat {0.seat} gives up the cards of the deal",
):
    """The cards of a canceled deal are dropped."""

    __slots__ = ()


class CardTaken(
    CardEvent, clause=Clause.DEAL_HAND, text="seat {0.seat} takes {0.card} by the deal"
):
    """The card went to the hand."""

    __slots__ = ()


class NothingTaken(
    SeatEvent,
    clause=Clause.DEAL_NOTHING,
    text="seat {0.seat} finds nothing within reach of the deal",
):
    """The deal came to nothing."""

    __slots__ = ()


class WarrantLifted(
    CardEvent, clause=Clause.WARRANT_LIFT, text="seat {0.seat} lifts the warrant on {0.card}"
):
    """A deal lifted a warrant, and took no card."""

    __slots__ = ()


# Recruitments


class RecruitmentOpened(
    CardEvent, clause=Clause.RECRUIT_OPEN, text="seat {0.seat} begins a recruitment with {0.card}"
):
    """A recruitment began, without an activation."""

    __slots__ = ()


class RecruitAdded(
    CardEvent, clause=Clause.RECRUIT_ADD, text="seat {0.seat} adds {0.card} to the recruitment"
):
    """A card was added to the recruitment."""

    __slots__ = ()


class RecruitmentClosed(
    CountEvent,
    clause=Clause.RECRUIT_ADD,
    text="seat {0.seat} recruits with a strength of {0.count}",
):
    """All is committed to the recruitment."""

    __slots__ = ()


class CardRecruited(
    CardEvent, clause=Clause.RECRUIT_RECYCLE, text="seat {0.seat} recruits {0.card}"
):
    """The card went to the recycle pile."""

    __slots__ = ()


class RecruitmentSplit(
    SeatEvent, clause=Clause.RECRUIT_SPLIT, text="seat {0.seat} uses a further recruitment"
):
    """What was left took a further card."""

    __slots__ = ()


class TakingEnded(SeatEvent, clause=Clause.RECRUIT_SPLIT, text="seat {0.seat} recruits no more"):
    """A seat leaves further recruitments unused."""

    __slots__ = ()


class TokensForIcons(
    CountEvent,
    clause=Clause.VERSE_INFLUENCE,
    text="seat {0.seat} spends {0:'verse token} for what is missing",
):
    """Tokens made up for missing influence."""

    __slots__ = ()


# Displays


class CardRetained(
    CardEvent,
    clause=Clause.VERSE_RETAIN,
    text="seat {0.seat} spends a 'verse token to retain {0.card}",
):
    """A card went from the display back into the hand."""

    __slots__ = ()


class RetainEnded(SeatEvent, clause=Clause.VERSE_RETAIN, text="seat {0.seat} retains no more"):
    """A seat leaves the rest of its display."""

    __slots__ = ()


class SupplyReturned(
    CardEvent,
    clause=Clause.SUPPLY_RETURNS,
    text="{0.card} of seat {0.seat} goes back to the supply",
):
    """A supply card that was used went back."""

    __slots__ = ()


class DisplayCleared(
    CardsEvent,
    clause=Clause.AREA_CLEARED,
    text="the display of seat {0.seat} is cleared of {0:cards}",
):
    """The cards of a display went where they go."""

    __slots__ = ()
