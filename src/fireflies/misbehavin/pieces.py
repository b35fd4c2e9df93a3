"""What lies on the table of Misbehavin': tableaux, displays, what goes on, and what is queued."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from fireflies._typing import override
from fireflies.misbehavin.cards import EFFECTS, EffectName
from fireflies.misbehavin.texts import NUMBERS

Phase: TypeAlias = Literal[
    "draft",
    "reveal",
    "draw",
    "turn",
    "played",
    "ability",
    "choose",
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
"""What is decided next."""

Cards: TypeAlias = tuple[str, ...]
"""Cards by their names, sorted; a name comes as often as there are copies."""

NONE: Final = "-"
"""In place of a card."""

TOKENS: Final = 6
"""The 'verse tokens of a seat."""
HAND: Final = 5
"""The cards that are drawn for a hand."""
FACE_UP: Final = 2
"""The cards in a row of the market."""
MOST_POWER: Final = 9
"""The most power that tokens add to a card."""


class InPlay(NamedTuple):
    """A card in a tableau."""

    card: str
    triggered: bool = False
    tokens: int = 0
    """The power that tokens add to it."""
    warrant: int | None = None
    """The seat whose warrant lies on it."""


class Displayed(NamedTuple):
    """A card in a display."""

    card: str
    tokens: int = 0


class Player(NamedTuple):
    """What one seat has. All cards are sorted by name."""

    hand: Cards
    deck: Cards
    """The draw pile; its order is not settled."""
    recycle: Cards
    assets: tuple[InPlay, ...]
    command: tuple[InPlay, ...]
    display: tuple[Displayed, ...]
    credits: int
    verse: int
    """The tokens held."""
    marks: int
    """The tokens that mark an episode's progress."""
    immune: bool
    activations: int
    recruitments: int

    @property
    def tableau(self) -> tuple[InPlay, ...]:
        """Both areas."""
        return self.assets + self.command

    @property
    def purse(self) -> int:
        """The tokens that can be spent."""
        return self.verse + self.marks


class ReaverInPlay(NamedTuple):
    """A Reaver in play."""

    card: str
    tokens: tuple[int, ...]
    """By seat."""


# What goes on

Intent: TypeAlias = Literal["nab", "dispatch"]
Stage: TypeAlias = Literal["open", "closed", "done"]


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight. Once it has ended, all but ``ended`` stays as it was until displays are cleared."""

    seat: int
    """The attacker."""
    intent: Intent | None = None
    target: str | None = None
    defender: int | None = None
    batch: int | None = None
    """The seat whose batch it is."""
    opening: bool = True
    """Whether the attacker's first batch is not over."""
    acted: bool = False
    """Whether that seat has done something in this batch."""
    bonus: tuple[int, int] = (0, 0)
    """The strength that effects add, of attacker and defender."""
    ended: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether it has a target and has not ended."""
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


# What is queued

_RuleWork: TypeAlias = Literal[
    "replenish",
    "reveal",
    "pay",
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
Work: TypeAlias = EffectName | _RuleWork
"""The first word of a step of the queue: an effect, or one of the rules' own."""

WORKS: Final[tuple[Work, ...]] = (*EFFECTS, *get_args(_RuleWork))
WITH_NUMBER: Final[tuple[Work, ...]] = (*NUMBERS, "pay", "step")
"""The steps with one number."""


class Pending(NamedTuple):
    """A step of the queue: what still has to happen to a seat. ``str`` is its text on the wire."""

    seat: int
    work: Work
    number: int = 0
    """How many or how much; of a dispatch and the like the highest cost; of ``walk`` K."""
    card: str = NONE
    """The source of an effect or a cost; a card that the step is about."""
    may: bool = False
    """Of an effect, whether it may be skipped; of ``walk`` U, whether a single ability is asked."""
    deck: str = ""
    """Of ``reveal``, the market deck."""

    @override
    def __str__(self) -> str:
        return f"{self.seat} {self.card} {self.words}"

    @property
    def words(self) -> str:
        """The text of the step without seat and card."""
        if self.work == "walk":
            return f"walk {self.number} {self.may:d}"
        if self.work == "reveal":
            return f"reveal {self.deck}"
        words = f"{self.work} {self.number}" if self.work in WITH_NUMBER else self.work
        return f"may {words}" if self.may else words
