"""The box that one owns: cards, supply sets, boards, 'verse cards, Reavers and episodes.

A :class:`Box` is a checked value. Reading equal boxes gives the same object.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from fireflies._typing import override
from fireflies.misbehavin.box.cards import (
    DECKS,
    FACTIONS,
    SEATS,
    SIDES,
    Ability,
    AbilityType,
    Card,
    Deck,
    Episode,
    Faction,
    InfluenceX,
    Kind,
    Moment,
    Reaver,
    SetName,
    Side,
    SideName,
    VerseAction,
    VerseCard,
    Win,
    WinStep,
)
from fireflies.options import Keyed


class AbilityJson(TypedDict):
    """An ability in a box."""

    type: AbilityType
    turns: bool
    when: list[Moment]
    cost: list[str]
    effects: list[str]


class SupplyCardJson(TypedDict):
    """A supply card in a box."""

    name: str
    kind: Kind
    cost: int
    influence: int | InfluenceX
    power: int
    attributes: list[str]
    needs: list[str]
    icons: dict[Faction, int]
    required: list[str]
    ongoing: list[str]
    abilities: list[AbilityJson]


class CardJson(SupplyCardJson):
    """A card of a faction or of the market in a box."""

    deck: Deck


class SideAJson(TypedDict):
    """Side A of a board in a box."""

    assets: int
    command: int


class SideBJson(SideAJson):
    """Side B of a board in a box."""

    power: dict[str, int]


class BoardJson(TypedDict):
    """A board in a box."""

    A: SideAJson
    B: SideBJson


class VerseJson(TypedDict):
    """A 'verse card in a box."""

    steps: list[str]
    actions: list[VerseAction]


class ReaverJson(TypedDict):
    """A Reaver in a box."""

    name: str
    strength: int
    raid: list[str]
    reward: list[str]


class CreditsJson(TypedDict):
    """A win by credits in a box."""

    faction: Faction | None
    credits: int


class MarksJson(TypedDict):
    """A win by steps in a box."""

    faction: Faction | None
    step: WinStep
    count: int


class EpisodeJson(TypedDict):
    """An episode in a box."""

    name: str
    supply: list[SetName] | None
    side: SideName | None
    standard: bool
    wins: list[CreditsJson | MarksJson]


class BoxJson(TypedDict):
    """A box on the wire."""

    cards: list[CardJson]
    supply: list[SupplyCardJson]
    boards: dict[Faction, BoardJson]
    verse: dict[Faction, VerseJson]
    reavers: list[ReaverJson]
    episodes: list[EpisodeJson]


@dataclass(frozen=True, slots=True, eq=False)
class Box(Keyed):
    """All components of a game. Lists without a meaningful order are sorted."""

    cards: tuple[Card, ...]
    """The cards of the factions and of the market, by name."""
    supply: tuple[Card, ...]
    """The cards of the ten sets, as in ``SETS``."""
    boards: tuple[tuple[Side, Side], ...]
    """Sides A and B of the board of each faction, as in ``FACTIONS``."""
    verse: tuple[VerseCard, ...]
    """The 'verse card of each faction, as in ``FACTIONS``."""
    reavers: tuple[Reaver, ...]
    """In the order in which the option ``reavers`` takes them."""
    episodes: tuple[Episode, ...]
    """By name."""
    card: Mapping[str, Card] = field(init=False, repr=False)
    """Every card by name, including those of the supply."""
    power: Mapping[str, int] = field(init=False, repr=False)
    """The printed power of every card, by name."""
    cost: Mapping[str, int] = field(init=False, repr=False)
    """The cost of every card, by name."""
    decks: Mapping[Deck, tuple[str, ...]] = field(init=False, repr=False)
    """The names of the cards of each deck, sorted."""
    hashed: int = field(init=False, repr=False)

    @override
    def __post_init__(self) -> None:
        """Compute the other fields."""
        card = {it.name: it for it in (*self.cards, *self.supply)}
        decks = {deck: tuple(it.name for it in self.cards if it.deck == deck) for deck in DECKS}
        object.__setattr__(self, "card", card)
        object.__setattr__(self, "power", {name: it.power for name, it in card.items()})
        object.__setattr__(self, "cost", {name: it.cost for name, it in card.items()})
        object.__setattr__(self, "decks", decks)
        Keyed.__post_init__(self)

    @override
    def _key(self) -> tuple[object, ...]:
        return self.cards, self.supply, self.boards, self.verse, self.reavers, self.episodes

    def side(self, faction: Faction, side: SideName) -> Side:
        """Return a side of the board of a faction."""
        return self.boards[FACTIONS.index(faction)][SIDES.index(side)]

    def verse_card(self, faction: Faction) -> VerseCard:
        """Return the 'verse card of a faction."""
        return self.verse[FACTIONS.index(faction)]

    def reaver(self, name: str) -> Reaver | None:
        """Return the Reaver of this name; None when there is none."""
        return next((it for it in self.reavers if it.name == name), None)

    def episode(self, name: str) -> Episode | None:
        """Return the episode of this name; None when there is none."""
        return next((it for it in self.episodes if it.name == name), None)

    def to_json(self) -> BoxJson:
        """Return the box as the wire has it."""
        return BoxJson(
            cards=[CardJson(**_card(it), deck=it.deck) for it in self.cards if it.deck is not None],
            supply=[_card(it) for it in self.supply],
            boards={
                faction: BoardJson(
                    A=SideAJson(assets=a.assets, command=a.command),
                    B=SideBJson(
                        assets=b.assets,
                        command=b.command,
                        power={str(players): b.needed(players) for players in SEATS},
                    ),
                )
                for faction, (a, b) in zip(FACTIONS, self.boards, strict=True)
            },
            verse={
                faction: VerseJson(steps=[*map(str, it.steps)], actions=[*it.actions])
                for faction, it in zip(FACTIONS, self.verse, strict=True)
            },
            reavers=[
                ReaverJson(
                    name=it.name,
                    strength=it.strength,
                    raid=[*map(str, it.raid)],
                    reward=[*map(str, it.reward)],
                )
                for it in self.reavers
            ],
            episodes=[
                EpisodeJson(
                    name=it.name,
                    supply=None if it.supply is None else [*it.supply],
                    side=it.side,
                    standard=it.standard,
                    wins=[_win(win) for win in it.wins],
                )
                for it in self.episodes
            ],
        )


def _card(card: Card) -> SupplyCardJson:
    return SupplyCardJson(
        name=card.name,
        kind=card.kind,
        cost=card.cost,
        influence=card.influence,
        power=card.power,
        attributes=[*card.attributes],
        needs=[*card.needs],
        icons=dict(card.icons),
        required=[*map(str, card.required)],
        ongoing=[*map(str, card.ongoing)],
        abilities=[_ability(it) for it in card.abilities],
    )


def _ability(ability: Ability) -> AbilityJson:
    return AbilityJson(
        type=ability.type,
        turns=ability.turns,
        when=[*ability.when],
        cost=[*map(str, ability.cost)],
        effects=[*map(str, ability.effects)],
    )


def _win(win: Win) -> CreditsJson | MarksJson:
    if win.step is None:
        return CreditsJson(faction=win.faction, credits=win.n)
    return MarksJson(faction=win.faction, step=win.step, count=win.n)
