"""The parts of a position: cards in play, players, the current activity, and steps of the queue."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from fireflies._typing import override
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.cards import EFFECTS, WIN_STEPS, EffectName, WinStep

Phase: TypeAlias = Literal[
    "draft",
    "reveal",
    "draw",
    "turn",
    "played",
    "ability",
    "choose",
    "location",
    "by-hand",
    "replay",
    "intent",
    "target",
    "fight",
    "reward",
    "retain",
    "deal",
    "answer",
    "canceled",
    "recruit",
    "take",
    "tidy",
    "over",
]
"""The kind of the next decision."""

Cards: TypeAlias = tuple[str, ...]
"""Cards by their names, sorted; a name comes as often as there are copies."""

NONE: Final = "-"
"""Stands for no card."""

TOKENS: Final = 6
"""The number of 'verse tokens of a seat."""
HAND: Final = 5
"""The number of cards that are drawn for a new hand."""
FACE_UP: Final = 2
"""The number of cards in a row of the market."""
MOST_POWER_TOKENS: Final = 9
"""The most power that tokens add to a card."""


Marks: TypeAlias = tuple[int, ...]
"""For each step of an episode, in the order of ``WIN_STEPS``, how many tokens mark it."""
NO_MARKS: Final[Marks] = (0,) * len(WIN_STEPS)
"""The marks of a seat without progress."""


def marked(marks: Marks) -> dict[WinStep, int]:
    """Return the steps that are marked, with the number of their marks."""
    return {step: count for step, count in zip(WIN_STEPS, marks, strict=True) if count}


MOST_IMMUNE: Final = 2
"""The most ends of its own turns up to which a seat is immune."""


class InPlay(NamedTuple):
    """A card in a tableau."""

    card: str
    triggered: bool = False
    tokens: int = 0
    """The power that tokens add to it."""
    warrant: int | None = None
    """The seat whose warrant lies on it."""
    used: int = 0
    """The number of its last ability that was used in this turn; 0 when none was."""


class Displayed(NamedTuple):
    """A card in a display."""

    card: str
    tokens: int = 0
    used: int = 0
    """The number of its last ability that was used in this turn; 0 when none was."""


class Player(NamedTuple):
    """The cards, credits and tokens of one seat. All cards are sorted by name."""

    hand: Cards
    deck: Cards
    """The cards of the draw pile, which has no order in a position."""
    recycle: Cards
    assets: tuple[InPlay, ...]
    command: tuple[InPlay, ...]
    display: tuple[Displayed, ...]
    credits: int
    verse: int
    """The tokens held."""
    marks: Marks
    """The tokens that mark an episode's progress, by step in the order of ``WIN_STEPS``."""
    immune: int
    """The number of ends of its own turns until the seat is no longer immune; 0 when it is not."""
    activations: int
    recruitments: int

    @property
    def tableau(self) -> tuple[InPlay, ...]:
        """The cards of both areas."""
        return self.assets + self.command

    @property
    def in_play(self) -> Sequence[InPlay | Displayed]:
        """The cards of tableau and display."""
        return (*self.tableau, *self.display)

    @property
    def purse(self) -> int:
        """The tokens that can be spent on 'verse actions."""
        return self.verse + sum(self.marks)


class ReaverInPlay(NamedTuple):
    """A Reaver in play."""

    card: str
    tokens: tuple[int, ...]
    """By seat."""


# The activity

Intent: TypeAlias = Literal["nab", "dispatch"]
"""The intent of the attacker: what happens to the target of a fight that is won."""
Stage: TypeAlias = Literal["open", "closed", "done"]
"""``open``: cards are added; ``closed``: cards are taken; ``done``: a deal is over."""


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight. When it has ended, the other fields stay until the displays are cleared."""

    seat: int
    """The attacker."""
    intent: Intent | None = None
    target: str | None = None
    defender: int | None = None
    batch: int | None = None
    """The seat whose batch it is."""
    opening: bool = True
    """True until the attacker's first batch is over."""
    acted: bool = False
    """True when the seat whose batch it is has done something in it."""
    bonus: tuple[int, int] = (0, 0)
    """The strength that effects add, of attacker and defender."""
    ended: bool = False

    @property
    def goes_on(self) -> bool:
        """True when it has a target and has not ended."""
        return self.target is not None and not self.ended


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal."""

    seat: int
    stage: Stage = "open"
    credits: int = 0
    """The credits committed."""
    bonus: int = 0
    canceled: bool = False


@dataclass(frozen=True, slots=True)
class Recruitment:
    """A recruitment."""

    seat: int
    stage: Stage = "open"
    bonus: int = 0
    spent: int = 0
    """The influence that went into the cards taken so far."""
    taken: int = 0


Activity: TypeAlias = Fight | Deal | Recruitment
"""A fight, deal or recruitment, which interrupts a turn until it is settled."""


# What is queued

_RuleStep: TypeAlias = Literal[
    "replenish",
    "reveal",
    "forced",
    "location",
    "pay",
    "spend",
    "trigger",
    "by-hand",
    "move",
    "offer",
    "walk",
    "replay",
    "return",
    "answer",
    "step",
    "earn",
    "reward",
    "retain",
    "clear",
    "tidy",
    "refill",
    "next",
]
StepName: TypeAlias = EffectName | _RuleStep
"""The kind of a step: the name of an effect, or one of the other names above."""

STEP_NAMES: Final[tuple[StepName, ...]] = (*EFFECTS, *get_args(_RuleStep))
"""All kinds of steps of the queue."""
WITH_NUMBER: Final[tuple[StepName, ...]] = (*limits.EFFECT_NUMBERS, "pay", "spend", "step")
"""The kinds of steps with one number."""
WITH_DETAIL: Final[tuple[StepName, ...]] = ("walk", "reveal", "by-hand", "move")
"""The kinds of steps with other words of their own."""
NO_ENTRY: Final = "0"
"""Stands in a step ``by-hand`` for the numbers of entries when none is left."""


class Walk(IntEnum):
    """Abilities of a turned card that a ``walk`` offers, and what its first one brings along."""

    BEGUN = 0
    """Before the first ability: a single one that is left has to be used."""
    GOES_ON = 1
    """One was used; the seat may skip the others."""
    BEGUN_BY_LOCATION = 2
    """Before the first ability; after its costs The Black may go back."""
    INNATE = 3
    """An innate ability turned the card: only innate ones may follow, each may be skipped."""


class Pending(NamedTuple):
    """A step of the queue, which a seat still has to do. ``str`` is its text on the wire."""

    seat: int
    name: StepName
    number: int = 0
    """The number of an effect or a cost: a count, or the highest cost of a card to choose.

    For ``walk`` it is the number of the next ability on the card, for ``by-hand`` that of the
    ability; for ``step`` that of the step on the 'verse card, 1 or 2.
    """
    card: str = NONE
    """The source of an effect or a cost; for other steps the card that they concern."""
    may: bool = False
    """True when an effect may be skipped."""
    deck: str = ""
    """The market deck of a ``reveal``; empty for other steps."""
    walk: Walk = Walk.BEGUN
    """For ``walk``, which abilities it offers."""
    detail: str = ""
    """For ``by-hand`` the numbers of the entries that are left, or 0; for ``move`` both places."""

    @override
    def __str__(self) -> str:
        return f"{self.seat} {self.card} {self.words}"

    @property
    def words(self) -> str:
        """The text of the step without seat and card."""
        if self.name == "walk":
            return f"walk {self.number} {self.walk:d}"
        if self.name == "reveal":
            return f"reveal {self.deck}"
        if self.name == "by-hand":
            return f"by-hand {self.number} {self.detail}"
        if self.name == "move":
            return f"move {self.detail}"
        words = f"{self.name} {self.number}" if self.name in WITH_NUMBER else self.name
        return f"may {words}" if self.may else words
