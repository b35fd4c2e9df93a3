"""Read the cards of a box strictly: fields, effects, and the rules of abilities."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from fireflies._nodes import Node
from fireflies.errors import InvalidData, shown
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.cards import (
    ABILITY_TYPES,
    BLACK,
    CARD_KINDS,
    DECKS,
    FACTIONS,
    INFLUENCE_X,
    MOMENTS,
    SETS,
    SUPPLY_KINDS,
    Ability,
    AbilityType,
    Card,
    Deck,
    Effect,
    EffectName,
    Faction,
    InfluenceX,
    Kind,
    Moment,
)
from fireflies.misbehavin.box.effect_reading import (
    ATTRIBUTE,
    NAME,
    read_bonus,
    read_cost,
    read_effect,
)

_KEYS: Final = (
    *("name", "kind", "cost", "influence", "power", "attributes", "needs", "icons"),
    *("required", "ongoing", "abilities"),
)
_T = TypeVar("_T")


def read_card(node: Node) -> Card:
    """Return a card of a faction or of the market. Raises InvalidData."""
    return _naming_card(node, lambda: _read_card(node, is_supply=False))


def read_supply_card(node: Node) -> Card:
    """Return the card of a supply set. Raises InvalidData."""
    return _naming_card(node, lambda: _read_card(node, is_supply=True))


def _naming_card(node: Node, read: Callable[[], Card]) -> Card:
    """Return the result of ``read``; add the name of the card to an error."""
    try:
        return read()
    except InvalidData as error:
        match node.value:
            case {"name": str() as name} if NAME.fullmatch(name):
                raise InvalidData(f"{error.place} ({name})", error.problem) from None
            case _:
                raise


def _read_card(node: Node, *, is_supply: bool) -> Card:
    found = node.entries(*_KEYS) if is_supply else node.entries(*_KEYS, "deck")
    name = found["name"].one_of(SETS) if is_supply else read_name(found["name"])
    deck: Deck | None = None if is_supply else found["deck"].one_of(DECKS)
    kinds: Sequence[Kind] = SUPPLY_KINDS if is_supply else CARD_KINDS
    kind: Kind = found["kind"].one_of(kinds)
    card = Card(
        name=name,
        deck=deck,
        kind=kind,
        cost=found["cost"].whole(limits.CARD_COST),
        influence=_read_influence(found["influence"]),
        power=found["power"].whole(limits.POWER),
        attributes=_read_attributes(found["attributes"], limits.ATTRIBUTES),
        needs=_read_attributes(found["needs"], limits.NEEDS),
        icons=_read_icons(found["icons"]),
        required=read_effects(found["required"], limits.REQUIRED, limits.REQUIRABLE),
        ongoing=read_texts(found["ongoing"], limits.ONGOING, read_bonus),
        abilities=tuple(
            _read_ability(it, number, kind)
            for number, it in enumerate(found["abilities"].elements(limits.ABILITIES), 1)
        ),
    )
    if name == BLACK:
        _require_black(found, card)
    return card


def read_name(node: Node) -> str:
    """Return the name of a card, a Reaver or an episode."""
    name = node.text()
    if NAME.fullmatch(name) is None:
        raise node.error(
            "a name other than 'none' is wanted: a small letter, then up to 39 small letters,"
            f" digits or -, not {shown(name)}"
        )
    return name


def read_texts(node: Node, counts: range, read: Callable[[str], _T]) -> tuple[_T, ...]:
    """Return the values of an array of texts, in their order."""
    return tuple(it.parsed(read) for it in node.elements(counts))


def read_effects(node: Node, counts: range, allowed: Sequence[EffectName]) -> tuple[Effect, ...]:
    """Return effects, each with a name that is allowed."""
    effects = read_texts(node, counts, read_effect)
    for it, effect in zip(node.elements(), effects, strict=True):
        if effect.name not in allowed:
            raise it.error(f"one of {', '.join(allowed)} is wanted here, not {effect}")
    return effects


def require_different(nodes: Sequence[Node]) -> None:
    """Refuse an entry that is there twice."""
    for number, node in enumerate(nodes):
        if any(node.value == other.value for other in nodes[:number]):
            raise node.error(f"{shown(node.value)} stands here twice")


def _read_influence(node: Node) -> int | InfluenceX:
    if isinstance(node.value, str):
        return node.one_of(INFLUENCE_X)
    return node.whole(limits.INFLUENCE)


def _read_attributes(node: Node, counts: range) -> tuple[str, ...]:
    nodes = node.elements(counts)
    for it in nodes:
        if ATTRIBUTE.fullmatch(it.text()) is None:
            raise it.error(
                "a capital letter and up to 19 capital letters, digits and - are wanted,"
                f" not {shown(it.value)}"
            )
    require_different(nodes)
    return tuple(sorted(it.text() for it in nodes))


def _read_icons(node: Node) -> tuple[tuple[Faction, int], ...]:
    found = node.entries(optional=FACTIONS)
    return tuple((name, found[name].whole(limits.ICONS)) for name in FACTIONS if name in found)


def _read_ability(node: Node, number: int, kind: Kind) -> Ability:
    found = node.entries("type", "turns", "when", "cost", "effects")
    is_supply = kind in SUPPLY_KINDS
    types: Sequence[AbilityType] = ("special",) if is_supply else ABILITY_TYPES[:2]
    moments = found["when"].elements(range(1, len(MOMENTS) + 1))
    when = [it.one_of(MOMENTS) for it in moments]
    require_different(moments)
    ability = Ability(
        number=number,
        type=found["type"].one_of(types),
        turns=found["turns"].flag(),
        when=tuple(it for it in MOMENTS if it in when),
        cost=read_texts(found["cost"], limits.ABILITY_COSTS, read_cost),
        effects=read_texts(found["effects"], limits.ABILITY_EFFECTS, read_effect),
    )
    _require_turning(ability, found["turns"], found["cost"])
    _require_moments(ability, kind, found["when"], moments)
    for it, effect in zip(found["effects"].elements(), ability.effects, strict=True):
        _require_fitting(effect, it, ability.when, is_supply=is_supply)
    _require_cancel(ability, found["effects"])
    return ability


def _require_turning(ability: Ability, turns: Node, cost: Node) -> None:
    if ability.type != "innate":
        wanted = ability.type == "trigger"
        if ability.turns != wanted:
            word = str(wanted).lower()
            raise turns.error(f"{word} is wanted of a {ability.type} ability")
    elif not ability.turns and not ability.cost:
        raise cost.error("a cost is wanted of an innate ability that does not turn the card")


def _require_moments(ability: Ability, kind: Kind, when: Node, moments: Sequence[Node]) -> None:
    for it in moments:
        if ability.type == "trigger" and it.value not in {"turn", "fight"}:
            raise it.error(f"turn or fight is wanted of a trigger ability, not {it.value}")
        if it.value == "cancel" and len(moments) > 1:
            raise when.error("cancel is wanted alone, without other moments")
        if it.value == "cancel" and kind == "maneuver":
            raise it.error("another moment is wanted of a maneuver, as it cancels no deal")


def _require_fitting(
    effect: Effect, node: Node, when: tuple[Moment, ...], *, is_supply: bool
) -> None:
    """Refuse an effect that does not fit the moments, or the kind of card."""
    if effect.name in limits.FIGHT_ONLY and when != ("fight",):
        raise node.error(f"{effect.name} is wanted only where the key 'when' has fight alone")
    if effect.name == "influence" and not all(it in limits.INFLUENCE_MOMENTS for it in when):
        raise node.error("influence is wanted only where the key 'when' has deal, recruit or both")
    if effect.name == "token" and is_supply:
        raise node.error("another effect is wanted: a supply card bears no token")


def _require_cancel(ability: Ability, node: Node) -> None:
    """Require ``cancel`` as the first effect of a canceling ability, and refuse it elsewhere."""
    cancels = ability.when == ("cancel",)
    for number, (it, effect) in enumerate(zip(node.elements(), ability.effects, strict=True)):
        wanted = cancels and number == 0
        if wanted and effect.name != "cancel":
            raise it.error(f"cancel is wanted first where the key 'when' has cancel, not {effect}")
        if effect.name == "cancel" and not wanted:
            raise it.error(
                "cancel is wanted only as the first effect where the key 'when' has cancel"
            )


def _require_black(found: dict[str, Node], card: Card) -> None:
    """Refuse a card of The Black that has any function."""
    if card.kind != "action":
        raise found["kind"].error(f"{BLACK} is an action, and not a {card.kind}")
    for key in ("influence", "power"):
        if found[key].value != 0:
            raise found[key].error(f"0 is wanted of {BLACK}, not {shown(found[key].value)}")
    for key in limits.BLACK_LACKS:
        if found[key].value != []:
            raise found[key].error(f"an empty list is wanted of {BLACK}")
