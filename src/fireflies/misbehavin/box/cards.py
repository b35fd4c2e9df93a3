"""The language of cards: the contents of a box of Firefly: Misbehavin', as frozen values.

A card is known by its name. Rules ask a :class:`~fireflies.misbehavin.box.contents.Box` for the
card of a name. The values here are not checked: ``reading`` checks a whole box.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from fireflies._typing import override

Faction: TypeAlias = Literal["serenity", "alliance", "eavesdown", "niska"]
"""A crew or crime lord."""
MarketDeck: TypeAlias = Literal["core", "border", "rim"]
"""A deck of the market."""
Deck: TypeAlias = Faction | MarketDeck
"""The deck in which a card starts: of a faction or of the market."""

CardKind: TypeAlias = Literal["asset", "character", "item"]
"""The kind of a card of a deck."""
SupplyKind: TypeAlias = Literal["action", "maneuver"]
"""The kind of a supply card."""
Kind: TypeAlias = CardKind | SupplyKind
"""The kind of a card."""

SetName: TypeAlias = Literal[
    "shiny",
    "the-black",
    "negotiation",
    "palaver",
    "double-cross",
    "misbehave",
    "crazy-ivan",
    "fei-wu",
    "full-burn",
    "the-dart",
]
"""A set of the supply, which is also the name of its card."""

Slot: TypeAlias = Literal["fight", "deal", "maneuver", "any"]
"""A slot of the supply, by the sets that fit it."""
SideName: TypeAlias = Literal["A", "B"]
"""A side of a faction's board."""
Moment: TypeAlias = Literal["turn", "deal", "recruit", "fight", "cancel"]
"""The moment at which an ability can be used."""
AbilityType: TypeAlias = Literal["trigger", "innate", "hand", "special"]
"""The kind of an ability: with an activation, without one, from the hand, or of a supply card."""
Counted: TypeAlias = Literal["credits", "verse", "assets", "command"]
"""The things that a printed X counts."""

EffectName: TypeAlias = Literal[
    "draw",
    "credits",
    "lose",
    "verse",
    "activation",
    "recruitment",
    "token",
    "influence",
    "strength",
    "evade",
    "cancel",
    "black",
    "black-all",
    "shed",
    "immune",
    "steal",
    "black-one",
    "cycle",
    "turn",
    "reset",
    "discard",
    "discard-one",
    "token-other",
    "warrant",
    "lift",
    "retrigger",
    "discard-target",
    "dispatch",
    "nab",
    "gain",
    "take",
]
"""The name of an effect of a card."""
BonusName: TypeAlias = Literal["defense", "nab", "dispatch", "influence", "strength", "power"]
"""The name of an ongoing effect."""
CostName: TypeAlias = Literal["discard", "pay", "spend", "trigger"]
"""The cost of an ability: cards, credits, tokens, or cards that are triggered."""
VerseStepName: TypeAlias = Literal["discard", "pay", "trigger", "have", "did"]
"""A demand of a step of a 'verse card."""
Deed: TypeAlias = Literal["fight", "nab", "dispatch", "deal", "recruit"]
"""A success in a turn that a step of a 'verse card asks for."""
Source: TypeAlias = Literal["hand", "tableau", "recycle", "market", "supply"]
"""A place from which an ability done by hand moves a card."""
Aim: TypeAlias = Literal["hand", "tableau", "recycle"]
"""A place to which an ability done by hand moves a card."""
VerseAction: TypeAlias = Literal["warrant", "tax", "steal", "retrigger"]
"""An action that a 'verse card offers, and whose rules are printed."""
WinStep: TypeAlias = Literal["nab", "dispatch", "defend", "deal", "recruit", "location", "reaver"]
"""The kind of success that earns a mark for the win of an episode."""

FACTIONS: Final[tuple[Faction, ...]] = get_args(Faction)
"""All factions."""
MARKET_DECKS: Final[tuple[MarketDeck, ...]] = get_args(MarketDeck)
"""All decks of the market."""
DECKS: Final[tuple[Deck, ...]] = (*FACTIONS, *MARKET_DECKS)
"""All decks: those of the factions, then those of the market."""
CARD_KINDS: Final[tuple[CardKind, ...]] = get_args(CardKind)
"""All kinds of cards of decks."""
SUPPLY_KINDS: Final[tuple[SupplyKind, ...]] = get_args(SupplyKind)
"""All kinds of supply cards."""
SETS: Final[tuple[SetName, ...]] = get_args(SetName)
"""All sets of the supply."""
CHOSEN_SETS: Final[tuple[SetName, ...]] = SETS[2:]
"""The sets that may fill a slot: all but Shiny and The Black, which are in every game."""
SLOTS: Final[tuple[Slot, ...]] = get_args(Slot)
"""All kinds of slots."""
SIDES: Final[tuple[SideName, ...]] = get_args(SideName)
"""The sides of a board."""
MOMENTS: Final[tuple[Moment, ...]] = get_args(Moment)
"""All moments."""
ABILITY_TYPES: Final[tuple[AbilityType, ...]] = get_args(AbilityType)
"""All types of abilities."""
CARD_ABILITIES: Final[tuple[AbilityType, ...]] = ABILITY_TYPES[:3]
"""The types of abilities of cards of decks."""
COUNTED: Final[tuple[Counted, ...]] = get_args(Counted)
"""All things that a printed X can count."""
EFFECTS: Final[tuple[EffectName, ...]] = get_args(EffectName)
"""All effects."""
BONUSES: Final[tuple[BonusName, ...]] = get_args(BonusName)
"""All ongoing effects."""
PASSIVE: Final[tuple[BonusName, ...]] = ("influence", "strength", "defense")
"""The ongoing effects that hold only on free cards of a tableau."""
DEEDS: Final[tuple[Deed, ...]] = get_args(Deed)
"""All deeds."""
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
"""All places from which an ability done by hand moves a card."""
AIMS: Final[tuple[Aim, ...]] = get_args(Aim)
"""All places to which it does."""
VERSE_ACTIONS: Final[tuple[VerseAction, ...]] = get_args(VerseAction)
"""All actions of 'verse cards."""
WIN_STEPS: Final[tuple[WinStep, ...]] = get_args(WinStep)
"""All steps that earn a mark, in the order in which marks are spent."""

EDITION: Final = "2022"
"""The edition of the printed rules, as on the wire."""
SEATS: Final = range(2, 5)
"""The possible numbers of players."""
BLACK: Final = "the-black"
"""The supply set ``the-black``, which is in every game."""
SHINY: Final = "shiny"
"""The supply set ``shiny``, which is in every game."""

FITTING: Final[Mapping[Slot, tuple[SetName, ...]]] = {
    "fight": ("double-cross", "misbehave", "the-dart"),
    "deal": ("negotiation", "palaver"),
    "maneuver": ("crazy-ivan", "fei-wu", "full-burn", "the-dart"),
    "any": CHOSEN_SETS,
}
"""The sets that fit a slot."""

COPIES: Final[Mapping[str, int]] = {**dict.fromkeys(SETS, 5), SHINY: 6, BLACK: 12}
"""The number of cards of a set."""

NEEDED: Final = (13, 12, 11)
"""The power to reach with 2, 3 and 4 players on side A."""

CHOICE_EFFECTS: Final[tuple[EffectName, ...]] = EFFECTS[EFFECTS.index("steal") :]
"""The effects for which a seat chooses a card or another seat."""


class Effect(NamedTuple):
    """An effect of a card; ``str`` returns its text in the box, like ``may steal 2``."""

    name: EffectName
    n: int | None = None
    """The number of the effect; None where it has none."""
    may: bool = False

    @override
    def __str__(self) -> str:
        number = "" if self.n is None else f" {self.n}"
        return f"{'may ' if self.may else ''}{self.name}{number}"


class Move(NamedTuple):
    """A move of a card by hand; ``str`` returns its text in the box, like ``move hand tableau``."""

    source: Source
    aim: Aim

    @property
    def name(self) -> Literal["move"]:
        """The kind of its step, as an effect has its name."""
        return "move"

    @property
    def places(self) -> str:
        """The two places, with a space between."""
        return f"{self.source} {self.aim}"

    @override
    def __str__(self) -> str:
        return f"move {self.places}"


class Cost(NamedTuple):
    """A cost of an ability; ``str`` returns its text in the box, like ``pay 2``."""

    name: CostName
    n: int | None = None
    """The credits or tokens; None for a card."""

    @override
    def __str__(self) -> str:
        return self.name if self.n is None else f"{self.name} {self.n}"


class Bonus(NamedTuple):
    """An ongoing effect, like ``defense 1``."""

    name: BonusName
    n: int

    @override
    def __str__(self) -> str:
        return f"{self.name} {self.n}"


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a card."""

    number: int
    """Its place on the card, from 1."""
    type: AbilityType
    turns: bool
    """True when using it triggers the card."""
    when: tuple[Moment, ...]
    cost: tuple[Cost, ...]
    effects: tuple[Effect, ...]
    """Empty for an ability that is done by hand."""
    words: str = ""
    """The printed words of an ability that is done by hand; empty for any other."""
    may: tuple[Effect | Move, ...] = ()
    """The things that these words may do."""
    pay: int = field(init=False, compare=False, repr=False)
    """The credits that it costs."""
    spend: int = field(init=False, compare=False, repr=False)
    """The tokens that it costs."""
    discards: int = field(init=False, compare=False, repr=False)
    """The cards that it costs."""
    triggers: int = field(init=False, compare=False, repr=False)
    """The cards that are triggered as its cost."""
    is_once: bool = field(init=False, compare=False, repr=False)
    """True when it can be used once a turn: an innate one that costs nothing at all."""

    def __post_init__(self) -> None:
        """Sum the costs."""
        once = self.type == "innate" and not self.turns and not self.cost
        object.__setattr__(self, "pay", sum(it.n or 0 for it in self.cost if it.name == "pay"))
        object.__setattr__(self, "spend", sum(it.n or 0 for it in self.cost if it.name == "spend"))
        object.__setattr__(self, "discards", sum(it.name == "discard" for it in self.cost))
        object.__setattr__(self, "triggers", sum(it.name == "trigger" for it in self.cost))
        object.__setattr__(self, "is_once", once)


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or the card of a supply set."""

    name: str
    deck: Deck | None
    """The deck that the card belongs to; None for a supply card."""
    kind: Kind
    cost: int
    influence: int | Counted
    power: int | Counted
    attributes: tuple[str, ...]
    """The attributes that it offers, sorted."""
    needs: tuple[str, ...]
    """The attributes that its owner's tableau has to offer, sorted."""
    icons: tuple[tuple[Faction, int], ...]
    """The factions with icons on it, and how many."""
    required: tuple[Effect, ...]
    ongoing: tuple[Bonus, ...]
    abilities: tuple[Ability, ...]
    both: bool = False
    """True for a supply card that may be used for its attribute or influence and an ability."""
    triggers: tuple[Ability, ...] = field(init=False, compare=False, repr=False)
    """Its ⚡ abilities."""
    innate: tuple[Ability, ...] = field(init=False, compare=False, repr=False)
    """Its abilities that need no activation."""
    in_play: tuple[Ability, ...] = field(init=False, compare=False, repr=False)
    """Its abilities that can be used while it is in a tableau."""
    from_hand: tuple[Ability, ...] = field(init=False, compare=False, repr=False)
    """Its abilities that can be used while it is in the hand."""
    is_supply: bool = field(init=False, compare=False, repr=False)
    """True for a supply card."""
    is_location: bool = field(init=False, compare=False, repr=False)
    """True when it has the attribute ``LOCATION``."""
    may_cancel: bool = field(init=False, compare=False, repr=False)
    """True when one of its abilities can cancel a deal from tableau or display."""
    may_cancel_from_hand: bool = field(init=False, compare=False, repr=False)
    """True when one of its abilities can cancel a deal from the hand."""

    def __post_init__(self) -> None:
        """Compute the other fields, which rules read often."""
        triggers = tuple(it for it in self.abilities if it.type == "trigger")
        innate = tuple(it for it in self.abilities if it.type == "innate")
        from_hand = tuple(it for it in self.abilities if it.type in {"hand", "special"})
        object.__setattr__(self, "triggers", triggers)
        object.__setattr__(self, "innate", innate)
        object.__setattr__(self, "from_hand", from_hand)
        in_play = tuple(it for it in self.abilities if it.type in {"trigger", "innate"})
        object.__setattr__(self, "in_play", in_play)
        object.__setattr__(self, "is_supply", self.deck is None)
        object.__setattr__(self, "is_location", "LOCATION" in self.attributes)
        object.__setattr__(self, "may_cancel", any("cancel" in it.when for it in innate))
        cancels = any("cancel" in it.when for it in from_hand)
        object.__setattr__(self, "may_cancel_from_hand", cancels)

    @property
    def standing(self) -> int:
        """Its printed power in a tableau, where an X is 0."""
        return self.power if isinstance(self.power, int) else 0

    def icons_of(self, faction: Faction) -> int:
        """Return how many icons of a faction are on it."""
        return dict(self.icons).get(faction, 0)

    def bonus(self, name: BonusName) -> int:
        """Return what its ongoing effects of this name add."""
        return sum(it.n for it in self.ongoing if it.name == name)


class Side(NamedTuple):
    """A side of a faction's board."""

    assets: int
    """Slots of the asset area."""
    command: int
    power: tuple[int, int, int] = NEEDED
    """The power to reach with 2, 3 and 4 players; by default that of side A."""

    def needed(self, players: int) -> int:
        """Return the power to reach with so many players."""
        return self.power[players - SEATS[0]]


class VerseStep(NamedTuple):
    """A step of a 'verse card; ``str`` returns its text in the box, like ``have 2 SHIP``."""

    name: VerseStepName
    n: int | None = None
    """The credits to pay, or the cards to have."""
    what: str | None = None
    """The kind or the attribute of cards to discard, to trigger or to have, or the deed."""

    @override
    def __str__(self) -> str:
        return " ".join(str(part) for part in self if part is not None)


class PricedAction(NamedTuple):
    """An action of a 'verse card with a price in tokens, and effects."""

    name: str
    price: int
    effects: tuple[Effect, ...]


class VerseCard(NamedTuple):
    """The 'verse card of a faction."""

    steps: tuple[VerseStep, VerseStep]
    actions: tuple[VerseAction, ...]
    priced: tuple[PricedAction, ...] = ()
    """Further actions, by name."""

    def priced_action(self, name: str) -> PricedAction | None:
        """Return the action of this name that has a price; None when there is none."""
        return next((it for it in self.priced if it.name == name), None)


class Reaver(NamedTuple):
    """A Reaver."""

    name: str
    strength: int
    """The tokens that defeat it."""
    raid: tuple[Effect, ...]
    reward: tuple[Effect, ...]


class Goal(NamedTuple):
    """A goal of a way to win."""

    step: WinStep | None
    """The step that is marked with tokens; None where credits are counted."""
    n: int
    """The number of marks or of credits."""


class Win(NamedTuple):
    """A way to win of an episode."""

    faction: Faction | None
    """The faction that can win so; None for every faction."""
    goals: tuple[Goal, ...]
    """The goals to reach, all of them; the steps in their order, then the credits."""


class Episode(NamedTuple):
    """An episode."""

    name: str
    supply: tuple[SetName, ...] | None
    """The sets of the four slots."""
    side: SideName | None
    standard: bool
    """True when power wins as well."""
    wins: tuple[Win, ...]
    reavers: tuple[Reaver, ...] = ()
    """The Reavers in play; empty where the option ``reavers`` says it."""

    def wins_of(self, faction: Faction) -> list[Win]:
        """Return the ways to win that this faction has."""
        return [it for it in self.wins if it.faction in {None, faction}]

    def steps_of(self, faction: Faction) -> Mapping[WinStep, int]:
        """Return the steps that this faction marks, with the highest number of each."""
        goals = [goal for win in self.wins_of(faction) for goal in win.goals]
        return {
            step: max(it.n for it in goals if it.step == step)
            for step in WIN_STEPS
            if any(it.step == step for it in goals)
        }
