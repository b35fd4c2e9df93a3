"""Read the cards of a box strictly: fields, effects, and the rules of abilities."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from fireflies._nodes import Node
from fireflies.errors import InvalidData, shown
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.cards import (
    ABILITY_TYPES,
    BLACK,
    CARD_ABILITIES,
    CARD_KINDS,
    COUNTED,
    DECKS,
    FACTIONS,
    MOMENTS,
    SETS,
    SUPPLY_KINDS,
    Ability,
    AbilityType,
    Card,
    Counted,
    Deck,
    Effect,
    EffectName,
    Faction,
    Kind,
    Moment,
    Move,
)
from fireflies.misbehavin.box.effect_reading import (
    ATTRIBUTE,
    NAME,
    read_bonus,
    read_cost,
    read_effect,
    read_entry,
)

SUPPLY: Final = "a supply card"


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
    found = node.entries(*_KEYS, optional=("both",)) if is_supply else node.entries(*_KEYS, "deck")
    name = found["name"].one_of(SETS) if is_supply else read_name(found["name"])
    deck: Deck | None = None if is_supply else found["deck"].one_of(DECKS)
    kinds: Sequence[Kind] = SUPPLY_KINDS if is_supply else CARD_KINDS
    kind: Kind = found["kind"].one_of(kinds)
    card = Card(
        name=name,
        deck=deck,
        kind=kind,
        cost=found["cost"].whole(limits.CARD_COST),
        influence=_read_value(found["influence"], limits.INFLUENCE),
        power=_read_value(found["power"], limits.POWER),
        attributes=_read_attributes(found["attributes"], limits.ATTRIBUTES),
        needs=_read_attributes(found["needs"], limits.NEEDS),
        icons=_read_icons(found["icons"]),
        required=_read_required(found["required"], is_supply=is_supply),
        ongoing=read_texts(found["ongoing"], limits.ONGOING, read_bonus),
        abilities=tuple(
            _read_ability(it, number, kind)
            for number, it in enumerate(found["abilities"].elements(limits.ABILITIES), 1)
        ),
        both="both" in found and _read_both(found["both"]),
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


def read_effects(
    node: Node, counts: range, allowed: Sequence[EffectName], *, may: bool = True
) -> tuple[Effect, ...]:
    """Return effects, each with a name that is allowed; without ``may`` none can be left out."""
    effects = read_texts(node, counts, read_effect)
    for it, effect in zip(node.elements(), effects, strict=True):
        _require_allowed(it, effect, allowed, may=may)
    return effects


def _require_allowed(
    node: Node, effect: Effect, allowed: Sequence[EffectName], *, may: bool
) -> None:
    if effect.name not in allowed:
        raise node.error(f"one of {', '.join(allowed)} is wanted here, not {effect}")
    if effect.may and not may:
        raise node.error(f"{effect.name} is wanted here without may, not {effect}")


def _read_required(node: Node, *, is_supply: bool) -> tuple[Effect, ...]:
    effects = read_effects(node, limits.REQUIRED, limits.REQUIRABLE, may=False)
    if is_supply:
        _refuse_token(effects, node, SUPPLY)
    return effects


def _read_both(node: Node) -> bool:
    """Return true, the only value of the key ``both``."""
    if not node.flag():
        raise node.error("true is wanted, or no key both")
    return True


def require_different(nodes: Sequence[Node]) -> None:
    """Refuse an entry that is there twice."""
    for number, node in enumerate(nodes):
        if any(node.value == other.value for other in nodes[:number]):
            raise node.error(f"{shown(node.value)} stands here twice")


def _read_value(node: Node, numbers: range) -> int | Counted:
    """Return a number, or what a printed X counts."""
    if isinstance(node.value, str):
        return node.one_of(COUNTED)
    return node.whole(numbers)


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
    found = node.entries("type", "turns", "when", "cost", "effects", optional=("words", "may"))
    is_supply = kind in SUPPLY_KINDS
    types: Sequence[AbilityType] = ABILITY_TYPES[3:] if is_supply else CARD_ABILITIES
    moments = found["when"].elements(range(1, len(MOMENTS) + 1))
    when = [it.one_of(MOMENTS) for it in moments]
    require_different(moments)
    words, may = _read_by_hand(node, found)
    counts = range(1) if words else limits.ABILITY_EFFECTS
    ability = Ability(
        number=number,
        type=found["type"].one_of(types),
        turns=found["turns"].flag(),
        when=tuple(it for it in MOMENTS if it in when),
        cost=read_texts(found["cost"], limits.ABILITY_COSTS, read_cost),
        effects=read_texts(found["effects"], counts, read_effect),
        words=words,
        may=may,
    )
    _require_turning(ability, found["turns"])
    _require_one_kind_of_cost(ability, found["cost"])
    _require_moments(ability, kind, found["when"], moments)
    for it, effect in zip(found["effects"].elements(), ability.effects, strict=True):
        _require_fitting(effect, it, ability.when)
    if ability.type in {"hand", "special"}:
        holder = SUPPLY if is_supply else "an ability used from the hand"
        _refuse_token(ability.effects, found["effects"], holder)
        if words:
            _refuse_token(may, found["may"], holder)
    _require_cancel(ability, found["effects"])
    return ability


def _read_by_hand(node: Node, found: Mapping[str, Node]) -> tuple[str, tuple[Effect | Move, ...]]:
    """Return words and entries of an ability that is done by hand; both empty for any other."""
    if "words" not in found and "may" not in found:
        return "", ()
    for key, other in (("words", "may"), ("may", "words")):
        if key not in found:
            raise node.error(f"the key {key} is missing, as the key {other} is there")
    words = found["words"].text()
    if len(words) not in limits.WORDS or not words.isprintable():
        wanted = f"{limits.WORDS[0]} to {limits.WORDS[-1]} printable characters are wanted"
        raise found["words"].error(f"{wanted}, not {shown(words)}")
    entries = read_texts(found["may"], limits.ENTRIES, read_entry)
    for it, entry in zip(found["may"].elements(), entries, strict=True):
        if isinstance(entry, Effect):
            _require_allowed(it, entry, limits.REQUIRABLE, may=False)
    return words, entries


def _require_turning(ability: Ability, turns: Node) -> None:
    wanted = ability.type == "trigger"
    if ability.type != "innate" and ability.turns != wanted:
        word = str(wanted).lower()
        raise turns.error(f"{word} is wanted of a {ability.type} ability")


def _require_one_kind_of_cost(ability: Ability, cost: Node) -> None:
    if ability.discards and ability.triggers:
        raise cost.error("either discard or trigger is wanted, not both")


def _require_moments(ability: Ability, kind: Kind, when: Node, moments: Sequence[Node]) -> None:
    for it in moments:
        if ability.type == "trigger" and it.value not in {"turn", "fight"}:
            raise it.error(f"turn or fight is wanted of a trigger ability, not {it.value}")
        if it.value == "cancel" and len(moments) > 1:
            raise when.error("cancel is wanted alone, without other moments")
        if it.value == "cancel" and kind == "maneuver":
            raise it.error("another moment is wanted of a maneuver, as it cancels no deal")
        if it.value == "cancel" and ability.words:
            raise it.error("another moment is wanted of an ability that is done by hand")


def _require_fitting(effect: Effect, node: Node, when: tuple[Moment, ...]) -> None:
    """Refuse an effect that does not fit the moments."""
    if effect.name in limits.FIGHT_ONLY and when != ("fight",):
        raise node.error(f"{effect.name} is wanted only where the key 'when' has fight alone")
    if effect.name == "influence" and not all(it in limits.INFLUENCE_MOMENTS for it in when):
        raise node.error("influence is wanted only where the key 'when' has deal, recruit or both")


def _refuse_token(effects: Sequence[Effect | Move], node: Node, holder: str) -> None:
    """Refuse a power token for a card that is not in a tableau or a display of its owner."""
    for it, effect in zip(node.elements(), effects, strict=True):
        if effect.name == "token":
            raise it.error(f"another effect is wanted: {holder} puts no token on its card")


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
