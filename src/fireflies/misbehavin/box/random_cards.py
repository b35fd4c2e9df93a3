"""Random cards that use the whole language, as plain data. Equal draws give equal cards."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, cast, get_args

from fireflies.chance import Draws
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.cards import (
    BLACK,
    BONUSES,
    CARD_KINDS,
    CHOICE_EFFECTS,
    COUNTED,
    EFFECTS,
    FACTIONS,
    MOMENTS,
    SUPPLY_KINDS,
    AbilityType,
    Counted,
    Deck,
    EffectName,
    Faction,
    Kind,
    Moment,
    SetName,
)
from fireflies.misbehavin.box.contents import (
    AbilityJson,
    AnyCardJson,
    CardJson,
    SupplyCardJson,
)
from fireflies.misbehavin.box.effect_reading import (
    MOVES,
)

RANDOM_ATTRIBUTES: Final = ("FIGHT", "DEAL", "LOCATION", "PILOT", "SHIP", "T-2", "X")
_CARD_ATTRIBUTES: Final = (*("FIGHT", "DEAL") * 3, "LOCATION", "PILOT", "SHIP", "T-2")
_TRIGGER_MOMENTS: Final[tuple[tuple[Moment, ...], ...]] = (
    ("turn",),
    ("turn", "fight"),
    ("fight",),
)
_MOMENTS: Final[tuple[tuple[Moment, ...], ...]] = (
    *_TRIGGER_MOMENTS,
    ("fight",),
    ("deal",),
    ("deal", "recruit"),
    ("recruit",),
    MOMENTS[:4],
)
_CANCEL: Final[tuple[Moment, ...]] = ("cancel",)
Theme: TypeAlias = Literal["none", "fights", "deals"]
"""The properties that are frequent in a box."""
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

_TYPES: Final[tuple[AbilityType, ...]] = ("trigger", "trigger", "innate", "hand")
_WORDS: Final = (
    "Do it.",
    "\u201cTake\u201d 1 card, or none; it is \u26a1.",
    "x" * limits.WORDS[-1],
)
_COST_COUNTS: Final = (0, 0, 0, 0, 1, 1, 2, 3)
_OFTEN_REQUIRED: Final[tuple[EffectName, ...]] = (
    *("draw", "credits", "verse", "lose", "activation", "recruitment", "black", "black-all"),
)

_T = TypeVar("_T")


class Style(NamedTuple):
    """The parts of the language that most cards of a box use.

    In most styles they are few, so that many cards of the box have the same parts.
    """

    theme: Theme
    effects: Sequence[EffectName]
    attributes: Sequence[str]
    moments: Sequence[tuple[Moment, ...]]
    types: Sequence[AbilityType]
    costs: Sequence[int]
    """The numbers of costs of an ability."""
    power: range
    required: int
    """One card in so many has required effects."""
    needs: int
    """Attributes are needed by one of this many cards."""
    ongoing: int
    """Ongoing effects are on one of this many cards."""


def random_style(draws: Draws) -> Style:
    """Return a random style: some styles have all effects, all attributes or all moments."""
    return Style(
        theme=draws.choose(THEMES),
        effects=_some_or_all(draws, EFFECTS, 12),
        attributes=_some_or_all(draws, _CARD_ATTRIBUTES, 3),
        moments=_some_or_all(draws, _MOMENTS, 3),
        types=draws.choose((_TYPES, _TYPES, _TYPES[2:3])),
        costs=draws.choose((_COST_COUNTS, _COST_COUNTS, _COST_COUNTS[:1], _COST_COUNTS[-3:])),
        power=draws.choose((limits.POWER, limits.POWER, limits.POWER[:1])),
        required=draws.choose((4, 4, 1)),
        needs=draws.choose((8, 8, 1)),
        ongoing=draws.choose((4, 4, 1)),
    )


def _some_or_all(draws: Draws, things: Sequence[_T], most: int) -> Sequence[_T]:
    """Return all things, or up to so many of them."""
    return things if draws.below(3) == 0 else draws.sample(things, 1 + draws.below(most))


def low_number(draws: Draws, allowed: range) -> int:
    """Return a number of the range, more often a low one."""
    return draws.choose(allowed[:4] if draws.below(10) else allowed)


def some(draws: Draws, things: Sequence[_T], counts: range) -> list[_T]:
    """Return different things in any order; their number is in the range, more often low."""
    count = low_number(draws, counts) if draws.below(2) else counts[0]
    return draws.sample(things, min(count, counts[-1], len(things)))


def random_card(draws: Draws, name: str, deck: Deck, style: Style) -> CardJson:
    """Return a card of a faction or of the market in this style."""
    theme = style.theme
    often: Kind = "asset" if theme == "fights" else "character"
    card = CardJson(
        **_card(draws, name, draws.choose((*CARD_KINDS, often, often)), style), deck=deck
    )
    if theme == "fights":
        card["cost"] = draws.below(3)
        if draws.below(4):
            card["influence"] = 0  # it stays in the tableau, where it is attacked
    if theme != "none" and draws.below(4):
        card["needs"] = []
        card["attributes"] = ["FIGHT" if theme == "fights" else "DEAL"]
    if theme == "deals" and draws.below(2):
        of_type: AbilityType = draws.choose(("innate", "innate", "hand"))
        turns = of_type == "innate" and draws.below(2) == 0
        cancel = AbilityJson(
            type=of_type,
            turns=turns,
            when=["cancel"],
            cost=draws.choose(([], ["discard"], ["spend 1"])),
            effects=["cancel"],
        )
        card["abilities"] = [cancel, *card["abilities"][:1]]
    return card


def random_supply_card(draws: Draws, name: SetName, style: Style) -> SupplyCardJson:
    """Return the card of a supply set in this style."""
    if name != BLACK:
        card = cast("SupplyCardJson", _card(draws, name, draws.choose(SUPPLY_KINDS), style))
        if draws.below(3) == 0:
            card["both"] = True
        return card
    return SupplyCardJson(
        name=name,
        kind="action",
        cost=low_number(draws, limits.CARD_COST),
        influence=0,
        power=0,
        attributes=[],
        needs=[],
        icons=_icons(draws),
        required=[],
        ongoing=[],
        abilities=[],
    )


def random_effect(draws: Draws, names: Sequence[EffectName], *, may_skip: bool = True) -> str:
    """Return an effect with one of these names, and a number if it needs one."""
    name = draws.choose(names)
    may = "may " if may_skip and name in CHOICE_EFFECTS and draws.below(2) else ""
    number = (
        f" {low_number(draws, limits.EFFECT_NUMBERS[name])}"
        if name in limits.EFFECT_NUMBERS
        else ""
    )
    return f"{may}{name}{number}"


def _card(draws: Draws, name: str, kind: Kind, style: Style) -> AnyCardJson:
    return AnyCardJson(
        name=name,
        kind=kind,
        cost=low_number(draws, limits.CARD_COST),
        influence=_number_or_x(draws, limits.INFLUENCE),
        power=_number_or_x(draws, style.power),
        attributes=_attributes(draws, style.attributes),
        needs=_needs(draws, style),
        icons=_icons(draws),
        required=_required(draws, style, is_supply=kind in SUPPLY_KINDS),
        ongoing=[
            f"{draws.choose(BONUSES)} {low_number(draws, limits.ONE_DIGIT)}"
            for _ in range(draws.choose(limits.ONGOING) if draws.below(style.ongoing) == 0 else 0)
        ],
        abilities=[
            random_ability(draws, kind, style)
            for _ in range(draws.choose((0, 1, 1, 1, 2, 2, limits.ABILITIES[-1])))
        ],
    )


def _number_or_x(draws: Draws, numbers: range) -> int | Counted:
    return low_number(draws, numbers) if draws.below(6) else draws.choose(COUNTED)


def _needs(draws: Draws, style: Style) -> list[str]:
    """Return needs as often as the style says: some of its attributes, or any random attributes."""
    if draws.below(style.needs):
        return []
    among = RANDOM_ATTRIBUTES if draws.below(2) else [*dict.fromkeys(style.attributes)]
    return some(draws, among, limits.NEEDS[1:])


def _attributes(draws: Draws, among: Sequence[str]) -> list[str]:
    offered = dict.fromkeys(draws.choose(among) for _ in range(draws.below(4)))
    if draws.below(30) == 0:
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return draws.sample([f"{it}{'-9' * 9}{it}" for it in letters], limits.ATTRIBUTES[-1])
    return [*offered]


def _icons(draws: Draws) -> dict[Faction, int]:
    return {
        it: low_number(draws, limits.ICONS)
        for it in some(draws, FACTIONS, range(len(FACTIONS) + 1))
    }


def _required(draws: Draws, style: Style, *, is_supply: bool) -> list[str]:
    if draws.below(style.required):
        return []
    names = _requirable(style.effects, with_token=not is_supply)
    if draws.below(2):
        names = _OFTEN_REQUIRED
    return [
        random_effect(draws, names, may_skip=False)
        for _ in range(low_number(draws, limits.REQUIRED))
    ]


def _requirable(effects: Sequence[EffectName], *, with_token: bool) -> Sequence[EffectName]:
    """Return the effects among these that may be required; all such if there is none."""
    allowed: list[EffectName] = [it for it in limits.REQUIRABLE if with_token or it != "token"]
    fitting: list[EffectName] = [it for it in allowed if it in effects]
    return fitting or allowed


def random_ability(draws: Draws, kind: Kind, style: Style) -> AbilityJson:
    """Return an ability of a card of this kind, mostly in the style of the box."""
    is_supply = kind in SUPPLY_KINDS
    types: Sequence[AbilityType] = ("special",) if is_supply else style.types
    of_type = draws.choose(types)
    possible = _TRIGGER_MOMENTS if of_type == "trigger" else _MOMENTS
    moments = [it for it in possible if it in style.moments] or list(possible)
    if of_type != "trigger" and kind != "maneuver":
        moments += [_CANCEL] * 4
    when = draws.choose(moments)
    turns = {"innate": draws.below(2) == 0}.get(of_type, of_type == "trigger")
    found = AbilityJson(
        type=of_type,
        turns=turns,
        when=draws.sample(when, len(when)),
        cost=_costs(draws, draws.choose(style.costs)),
        effects=[],
    )
    names: list[EffectName] = [it for it in EFFECTS if _fits(it, when, of_type)]
    if draws.below(8):
        names = [it for it in names if it in style.effects] or names
    rare: list[EffectName] = [it for it in names if it in limits.FIGHT_ONLY or it == "influence"]
    if rare and draws.below(2):
        names = rare
    if when != _CANCEL and draws.below(8) == 0:
        found["words"] = draws.choose(_WORDS)
        found["may"] = [
            _entry(draws, names, of_type) for _ in range(low_number(draws, limits.ENTRIES))
        ]
        return found
    count = draws.choose((1, 1, 1, 2, 2, 3, 6))
    found["effects"] = [random_effect(draws, names) for _ in range(count)]
    if when == _CANCEL:
        found["effects"][0] = "cancel"
    return found


def _costs(draws: Draws, count: int) -> list[str]:
    """Return so many costs, of which not some are discards while others trigger cards."""
    cards = draws.choose(("discard", "discard", "trigger"))
    number = low_number(draws, limits.ONE_DIGIT)
    costs = (cards, cards, "pay 1", f"pay {number}", f"spend {low_number(draws, limits.SPENT)}")
    return [draws.choose(costs) for _ in range(count)]


def _entry(draws: Draws, names: Sequence[EffectName], of_type: AbilityType) -> str:
    """Return what an ability done by hand may do: a move, an effect that fits, or any effect."""
    if draws.below(2):
        return f"move {draws.choose([*MOVES])}"
    any_names = _requirable(limits.REQUIRABLE, with_token=of_type in {"trigger", "innate"})
    return random_effect(draws, draws.choose((names, any_names)), may_skip=False)


def _fits(name: EffectName, when: tuple[Moment, ...], of_type: AbilityType) -> bool:
    """Return whether an effect other than cancel may be in an ability with these moments."""
    if name in limits.FIGHT_ONLY:
        return when == ("fight",)
    if name == "influence":
        return all(it in limits.INFLUENCE_MOMENTS for it in when)
    return name != "cancel" and not (name == "token" and of_type in {"hand", "special"})
