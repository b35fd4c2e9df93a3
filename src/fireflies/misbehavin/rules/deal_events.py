"""The events of deals and recruitments."""

from fireflies.misbehavin.clauses import Clause
from fireflies.misbehavin.rules.telling import CardEvent, CountEvent, SeatEvent

# Deals


class DealOpened(CardEvent, clause=Clause.DEAL_OPEN, text="seat {seat} opens a deal with {card}"):
    """An activation and a card began a deal."""

    __slots__ = ()


class DealAsked(SeatEvent, clause=Clause.DEAL_ASKED, text="seat {seat} is asked about the deal"):
    """A seat was asked whether it cancels the deal."""

    __slots__ = ()


class DealPassed(SeatEvent, clause=Clause.DEAL_CANCEL, text="seat {seat} lets the deal go on"):
    """A seat did not cancel the deal."""

    __slots__ = ()


class DealAdded(CardEvent, clause=Clause.DEAL_ADD, text="seat {seat} adds {card} to the deal"):
    """A card was added to the deal."""

    __slots__ = ()


class CreditCommitted(
    SeatEvent, clause=Clause.DEAL_CREDITS, text="seat {seat} commits a credit to the deal"
):
    """A credit counts for the deal."""

    __slots__ = ()


class DealClosed(
    CountEvent,
    clause=Clause.DEAL_COST,
    text="seat {seat} commits {count} influence to the deal",
):
    """The commitments to the deal ended."""

    __slots__ = ()


class CreditsKept(
    CountEvent,
    clause=Clause.DEAL_CANCEL_KEEPS,
    text="seat {seat} keeps {count:credit} of the canceled deal",
):
    """The credits of a canceled deal came back."""

    __slots__ = ()


class DealRetried(SeatEvent, clause=Clause.DEAL_RETRY, text="seat {seat} tries the deal again"):
    """Another activation opened the deal again."""

    __slots__ = ()


class DealSalvaged(
    SeatEvent,
    clause=Clause.DEAL_CANCELED_CARDS,
    text="seat {seat} recruits with the cards of the canceled deal",
):
    """The cards went into a recruitment."""

    __slots__ = ()


class DealDropped(
    SeatEvent,
    clause=Clause.DEAL_CANCELED_CARDS,
    text="seat {seat} gives up the cards of the canceled deal",
):
    """A seat gave up the cards of a canceled deal."""

    __slots__ = ()


class DealFailed(
    SeatEvent,
    clause=Clause.DEAL_NOTHING,
    text="seat {seat} finds nothing within reach of the deal",
):
    """The deal could take no card, and lift no warrant."""

    __slots__ = ()


class DealMade(CardEvent, clause=Clause.DEAL_HAND, text="seat {seat} takes {card} by the deal"):
    """The card went to the hand."""

    __slots__ = ()


class NothingTaken(
    SeatEvent, clause=Clause.OFFER_MUST, text="seat {seat} takes no card of the offer"
):
    """A seat ended its deal or its recruitment without a card."""

    __slots__ = ()


class WarrantLifted(
    CardEvent, clause=Clause.WARRANT_LIFT, text="seat {seat} lifts the warrant on {card}"
):
    """A deal lifted a warrant, and took no card."""

    __slots__ = ()


# Recruitments


class RecruitmentOpened(
    CardEvent, clause=Clause.RECRUIT_OPEN, text="seat {seat} begins a recruitment with {card}"
):
    """A recruitment began without an activation."""

    __slots__ = ()


class RecruitmentAdded(
    CardEvent, clause=Clause.RECRUIT_ADD, text="seat {seat} adds {card} to the recruitment"
):
    """A card was added to the recruitment."""

    __slots__ = ()


class RecruitmentClosed(
    CountEvent,
    clause=Clause.RECRUIT_COST,
    text="seat {seat} commits {count} influence to the recruitment",
):
    """The commitments to the recruitment ended."""

    __slots__ = ()


class RecruitmentFailed(
    SeatEvent,
    clause=Clause.RECRUIT_COST,
    text="seat {seat} has too little recruitment strength for any card",
):
    """The recruitment strength was too low for every card on offer."""

    __slots__ = ()


class CardRecruited(CardEvent, clause=Clause.RECRUIT_RECYCLE, text="seat {seat} recruits {card}"):
    """The card went to the recycle pile."""

    __slots__ = ()


class RecruitmentSplit(
    CountEvent,
    clause=Clause.RECRUIT_SPLIT,
    text="seat {seat} has {count} recruitment strength left for further cards",
):
    """The remaining recruitment strength can take further cards."""

    __slots__ = ()


class RecruitmentEnded(SeatEvent, clause=Clause.RECRUIT_SPLIT, text="seat {seat} recruits no more"):
    """A seat left its further recruitments unused."""

    __slots__ = ()


class TokensForInfluence(
    CountEvent,
    clause=Clause.VERSE_INFLUENCE,
    text="seat {seat} spends {count:token} for missing influence",
):
    """Tokens replaced missing influence."""

    __slots__ = ()
