"""The box that one owns: cards, supply sets, boards, 'verse cards, Reavers and episodes.

A :class:`Box` is a checked value. Reading equal boxes gives the same object.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict, cast

from fireflies._typing import override
from fireflies.misbehavin.box.cards import (
    BONUSES,
    DECKS,
    FACTIONS,
    SEATS,
    SIDES,
    Ability,
    AbilityType,
    BonusName,
    Card,
    Counted,
    Deck,
    Effect,
    Episode,
    Faction,
    Goal,
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
    words: NotRequired[str]
    may: NotRequired[list[str]]


class AnyCardJson(TypedDict):
    """The keys of every card in a box."""

    name: str
    kind: Kind
    cost: int
    influence: int | Counted
    power: int | Counted
    attributes: list[str]
    needs: list[str]
    icons: dict[Faction, int]
    required: list[str]
    ongoing: list[str]
    abilities: list[AbilityJson]


class SupplyCardJson(AnyCardJson):
    """A supply card in a box."""

    both: NotRequired[bool]


class CardJson(AnyCardJson):
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


class PricedActionJson(TypedDict):
    """An action of a 'verse card with a price in a box."""

    name: str
    price: int
    effects: list[str]


class VerseJson(TypedDict):
    """A 'verse card in a box."""

    steps: list[str]
    actions: list[VerseAction | PricedActionJson]


class ReaverJson(TypedDict):
    """A Reaver in a box."""

    name: str
    strength: int
    raid: list[str]
    reward: list[str]


class CreditsGoalJson(TypedDict):
    """Credits to have in a box."""

    credits: int


class MarksGoalJson(TypedDict):
    """A step to mark in a box."""

    step: WinStep
    count: int


class CreditsJson(CreditsGoalJson):
    """A win by credits in a box."""

    faction: Faction | None


class MarksJson(MarksGoalJson):
    """A win by steps in a box."""

    faction: Faction | None


class AllJson(TypedDict):
    """A win by several goals in a box."""

    faction: Faction | None
    all: list[CreditsGoalJson | MarksGoalJson]


class EpisodeJson(TypedDict):
    """An episode in a box."""

    name: str
    supply: list[SetName] | None
    side: SideName | None
    standard: bool
    wins: list[CreditsJson | MarksJson | AllJson]
    reavers: NotRequired[list[ReaverJson]]


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
    """The printed power of every card, by name; an X counts 0."""
    passive: Mapping[BonusName, Mapping[str, int]] = field(init=False, repr=False)
    """By ongoing effect, what each card with it adds; an effect that no card has is left out."""
    cost: Mapping[str, int] = field(init=False, repr=False)
    """The cost of every card, by name."""
    decks: Mapping[Deck, tuple[str, ...]] = field(init=False, repr=False)
    """The names of the cards of each deck, sorted."""
    issues_warrants: bool = field(init=False, repr=False)
    """True when an effect issues warrants."""
    hashed: int = field(init=False, repr=False)

    @override
    def __post_init__(self) -> None:
        """Compute the other fields."""
        card = {it.name: it for it in (*self.cards, *self.supply)}
        decks = {deck: tuple(it.name for it in self.cards if it.deck == deck) for deck in DECKS}
        object.__setattr__(self, "card", card)
        object.__setattr__(self, "power", {name: it.standing for name, it in card.items()})
        object.__setattr__(self, "passive", _passive(self.cards))
        object.__setattr__(self, "cost", {name: it.cost for name, it in card.items()})
        object.__setattr__(self, "decks", decks)
        issues = any(it.name == "warrant" for it in self._effects())
        object.__setattr__(self, "issues_warrants", issues)
        Keyed.__post_init__(self)

    @override
    def _key(self) -> tuple[object, ...]:
        return self.cards, self.supply, self.boards, self.verse, self.reavers, self.episodes

    def _effects(self) -> Iterator[Effect]:
        """Yield every effect in the box."""
        for card in (*self.cards, *self.supply):
            yield from card.required
            for ability in card.abilities:
                yield from ability.effects
                yield from (it for it in ability.may if isinstance(it, Effect))
        for verse in self.verse:
            for action in verse.priced:
                yield from action.effects
        for reaver in self.all_reavers:
            yield from reaver.raid
            yield from reaver.reward

    @property
    def all_reavers(self) -> tuple[Reaver, ...]:
        """The Reavers of the box and of its episodes; those of two episodes may share a name."""
        return (*self.reavers, *(it for episode in self.episodes for it in episode.reavers))

    def side(self, faction: Faction, side: SideName) -> Side:
        """Return a side of the board of a faction."""
        return self.boards[FACTIONS.index(faction)][SIDES.index(side)]

    def verse_card(self, faction: Faction) -> VerseCard:
        """Return the 'verse card of a faction."""
        return self.verse[FACTIONS.index(faction)]

    def episode(self, name: str) -> Episode | None:
        """Return the episode of this name; None when there is none."""
        return next((it for it in self.episodes if it.name == name), None)

    def to_json(self) -> BoxJson:
        """Return the box as the wire has it."""
        return BoxJson(
            cards=[CardJson(**_card(it), deck=it.deck) for it in self.cards if it.deck is not None],
            supply=[_supply_card(it) for it in self.supply],
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
                faction: VerseJson(steps=[*map(str, it.steps)], actions=_actions(it))
                for faction, it in zip(FACTIONS, self.verse, strict=True)
            },
            reavers=[*map(_reaver, self.reavers)],
            episodes=[*map(_episode, self.episodes)],
        )


def _passive(cards: tuple[Card, ...]) -> Mapping[BonusName, Mapping[str, int]]:
    found: dict[BonusName, dict[str, int]] = {
        name: {card.name: card.bonus(name) for card in cards if card.bonus(name)}
        for name in BONUSES
    }
    return {name: values for name, values in found.items() if values}


def _card(card: Card) -> AnyCardJson:
    return AnyCardJson(
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


def _supply_card(card: Card) -> SupplyCardJson:
    found = cast("SupplyCardJson", _card(card))  # it has the same keys, but for an optional one
    if card.both:
        found["both"] = True
    return found


def _ability(ability: Ability) -> AbilityJson:
    found = AbilityJson(
        type=ability.type,
        turns=ability.turns,
        when=[*ability.when],
        cost=[*map(str, ability.cost)],
        effects=[*map(str, ability.effects)],
    )
    if ability.words:
        found["words"] = ability.words
        found["may"] = [*map(str, ability.may)]
    return found


def _actions(verse: VerseCard) -> list[VerseAction | PricedActionJson]:
    priced = [
        PricedActionJson(name=it.name, price=it.price, effects=[*map(str, it.effects)])
        for it in verse.priced
    ]
    return [*verse.actions, *priced]


def _reaver(reaver: Reaver) -> ReaverJson:
    return ReaverJson(
        name=reaver.name,
        strength=reaver.strength,
        raid=[*map(str, reaver.raid)],
        reward=[*map(str, reaver.reward)],
    )


def _episode(episode: Episode) -> EpisodeJson:
    found = EpisodeJson(
        name=episode.name,
        supply=None if episode.supply is None else [*episode.supply],
        side=episode.side,
        standard=episode.standard,
        wins=[_win(it) for it in episode.wins],
    )
    if episode.reavers:
        found["reavers"] = [*map(_reaver, episode.reavers)]
    return found


def _win(win: Win) -> CreditsJson | MarksJson | AllJson:
    goals = [_goal(it) for it in win.goals]
    if len(goals) > 1:
        return AllJson(faction=win.faction, all=goals)
    goal = win.goals[0]
    if goal.step is None:
        return CreditsJson(faction=win.faction, credits=goal.n)
    return MarksJson(faction=win.faction, step=goal.step, count=goal.n)


def _goal(goal: Goal) -> CreditsGoalJson | MarksGoalJson:
    if goal.step is None:
        return CreditsGoalJson(credits=goal.n)
    return MarksGoalJson(step=goal.step, count=goal.n)
