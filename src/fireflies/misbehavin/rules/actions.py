"""The actions of Misbehavin'; the text of each is that of the wire.

The text of an action is its verb and its object, if any. Actions with a card as object share a base
class, as do those without an object.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from fireflies import contract
from fireflies._typing import override

Reward: TypeAlias = Literal["draw", "credit", "verse"]
"""The rewards of which the winner of a fight takes one."""


@dataclass(frozen=True, slots=True)
class BareAction(contract.Action):
    """An action without an object."""


@dataclass(frozen=True, slots=True)
class CardAction(contract.Action):
    """An action whose object is a card."""

    card: str


@dataclass(frozen=True, slots=True)
class CreditAction(contract.Action):
    """An action that takes credits of a seat or of the supply."""

    seat: int | None
    """The seat from which the credits come; None for the supply."""

    @override
    def __str__(self) -> str:
        return f"{self.verb} {'supply' if self.seat is None else self.seat}"

    @property
    @override
    def things(self) -> tuple[str, ...]:
        return ("supply" if self.seat is None else f"seat {self.seat}",)


@dataclass(frozen=True, slots=True)
class ChooseSet(contract.Action, verb="set"):
    """Choose this set of the supply for this slot, in a draft."""

    card: str
    slot: str


class Reveal(CardAction, verb="reveal"):
    """Chance: turn up this card of a market deck."""

    __slots__ = ()


class Draw(CardAction, verb="draw"):
    """Chance: deal this card of a draw pile to its owner's hand."""

    __slots__ = ()


class Play(CardAction, verb="play"):
    """Activation: play this card from the hand to the tableau."""

    __slots__ = ()


class Trigger(CardAction, verb="trigger"):
    """Trigger this card of the own tableau to use its ability: by an activation, or when played."""

    __slots__ = ()


class TurnCard(CardAction, verb="turn"):
    """Trigger this card of the own tableau without effect, and without an activation."""

    __slots__ = ()


class Fight(CardAction, verb="fight"):
    """Activation: begin a fight, for which this own card goes to the display."""

    __slots__ = ()


class Deal(CardAction, verb="deal"):
    """Activation: begin a deal, for which this own card goes to the display."""

    __slots__ = ()


class Recruit(CardAction, verb="recruit"):
    """Begin a recruitment with this card."""

    __slots__ = ()


class Acquire(BareAction, verb="acquire"):
    """Follow the steps of the 'verse card for a token."""

    __slots__ = ()


class Add(CardAction, verb="add"):
    """Add this card to the own display."""

    __slots__ = ()


class Credit(BareAction, verb="credit"):
    """Commit a credit to the deal."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Use(contract.Action, verb="use"):
    """Use an ability of this card."""

    card: str
    ability: int
    """Its number on the card, from 1."""


@dataclass(frozen=True, slots=True)
class Replay(contract.Action, verb="replay"):
    """Spend a token to use an ability of the maneuver again."""

    ability: int
    """Its number on the card, from 1."""


@dataclass(frozen=True, slots=True)
class SpendVerse(contract.Action, verb="verse"):
    """Spend tokens on this action of the 'verse card, which has a price."""

    name: str

    @property
    @override
    def things(self) -> tuple[str, ...]:
        return ()


class Warrant(CardAction, verb="warrant"):
    """Spend tokens to issue a warrant on this character."""

    __slots__ = ()


class Tax(CreditAction, verb="tax"):
    """Spend a token to take a credit from this seat, or two from the supply."""

    __slots__ = ()


class Steal(CreditAction, verb="steal"):
    """Spend a token to steal credits."""

    __slots__ = ()


class Retrigger(CardAction, verb="retrigger"):
    """Spend a token to use this triggered card again."""

    __slots__ = ()


class Reaver(CardAction, verb="reaver"):
    """Spend a token on this Reaver."""

    __slots__ = ()


class Nab(BareAction, verb="nab"):
    """Say that the fight is to nab."""

    __slots__ = ()


class Dispatch(BareAction, verb="dispatch"):
    """Say that the fight is to dispatch."""

    __slots__ = ()


class Target(CardAction, verb="target"):
    """Choose this card as the target of the fight."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TakeReward(contract.Action, verb="reward"):
    """Take this for winning a fight."""

    reward: Reward

    @property
    @override
    def things(self) -> tuple[str, ...]:
        return ()


class Take(CardAction, verb="take"):
    """Take this card from the market or the supply."""

    __slots__ = ()


class LiftWarrant(CardAction, verb="clear"):
    """Lift the warrant on this own character, in place of taking a card."""

    __slots__ = ()


class Retain(CardAction, verb="retain"):
    """Spend a token to take this card from the display back into the hand."""

    __slots__ = ()


class Retry(BareAction, verb="retry"):
    """Activation: try the canceled deal again with the same cards."""

    __slots__ = ()


class Salvage(BareAction, verb="salvage"):
    """Use the cards of a canceled deal for a recruitment."""

    __slots__ = ()


class Drop(BareAction, verb="drop"):
    """Give up the cards of a canceled deal."""

    __slots__ = ()


class Discard(CardAction, verb="discard"):
    """Discard this card of the own tableau at the end of the turn."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Choose(contract.Action, verb="choose"):
    """Choose this card or this seat for an effect, a cost, or a step of the 'verse card."""

    chosen: str | int

    @property
    @override
    def things(self) -> tuple[str, ...]:
        return (f"seat {self.chosen}" if isinstance(self.chosen, int) else self.chosen,)


@dataclass(frozen=True, slots=True)
class DoEntry(contract.Action, verb="entry"):
    """Do this of the things that the words of an ability done by hand may do."""

    entry: int
    """Its number in the list, from 1."""


class Do(BareAction, verb="do"):
    """Use the next of several abilities of a card."""

    __slots__ = ()


class ReturnBlack(BareAction, verb="return"):
    """Return a card of The Black from the hand to the supply."""

    __slots__ = ()


class Skip(BareAction, verb="skip"):
    """Do not use the offered ability, do without the optional effect, or keep The Black."""

    __slots__ = ()


class Pass(BareAction, verb="pass"):
    """Do not cancel the deal."""

    __slots__ = ()


class Done(BareAction, verb="done"):
    """Add, take, replay, retain, discard or do by hand nothing more."""

    __slots__ = ()


class End(BareAction, verb="end"):
    """End the turn."""

    __slots__ = ()


AnyBare: TypeAlias = (
    Acquire
    | Credit
    | Nab
    | Dispatch
    | Retry
    | Salvage
    | Drop
    | Do
    | ReturnBlack
    | Skip
    | Pass
    | Done
    | End
)
"""An action without an object."""
AnyCard: TypeAlias = (
    Reveal
    | Draw
    | Play
    | Trigger
    | TurnCard
    | Fight
    | Deal
    | Recruit
    | Add
    | Warrant
    | Retrigger
    | Reaver
    | Target
    | Take
    | LiftWarrant
    | Retain
    | Discard
)
"""An action whose object is a card."""
Action: TypeAlias = (
    AnyBare
    | AnyCard
    | ChooseSet
    | Use
    | Replay
    | SpendVerse
    | Tax
    | Steal
    | TakeReward
    | Choose
    | DoEntry
)
"""All actions of Misbehavin'."""

ACTIONS: Final[tuple[type[Action], ...]] = (
    *(
        ChooseSet,
        Reveal,
        Draw,
        Play,
        Trigger,
        TurnCard,
        Fight,
        Deal,
        Recruit,
        Acquire,
        Add,
        Credit,
        Use,
    ),
    *(Replay, SpendVerse, Warrant, Tax, Steal, Retrigger, Reaver, Nab, Dispatch, Target),
    *(TakeReward, Take, LiftWarrant, Retain, Retry, Salvage, Drop, Discard, Choose, DoEntry),
    *(Do, ReturnBlack, Skip, Pass, Done, End),
)
"""All classes of actions, in the order of the legal list."""
