"""Read and validate a box.

An error has the path and what is valid; an error in a card also has the name of the card.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from fireflies._data import is_object
from fireflies._nodes import Node
from fireflies.errors import shown
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.card_reading import (
    read_card,
    read_effects,
    read_name,
    read_supply_card,
    read_texts,
    require_different,
)
from fireflies.misbehavin.box.cards import (
    CHOSEN_SETS,
    FACTIONS,
    FITTING,
    MARKET_DECKS,
    SEATS,
    SETS,
    SIDES,
    SLOTS,
    VERSE_ACTIONS,
    WIN_STEPS,
    Card,
    Episode,
    Faction,
    Goal,
    PricedAction,
    Reaver,
    SetName,
    Side,
    VerseCard,
    Win,
)
from fireflies.misbehavin.box.contents import Box
from fireflies.misbehavin.box.effect_reading import (
    read_verse_step,
)

_GOAL_ORDER: Final = (*WIN_STEPS, None)
_NAMED: Final = ("cards", "supply", "reavers")
_KEYS: Final = ("cards", "supply", "boards", "verse", "reavers", "episodes")


def read_json(data: object) -> Box:
    """Return the box that plain data describes.

    Raises:
        InvalidData: for the first thing that is wrong, with its path and what would fit.
    """
    box = Node(data).entries(*_KEYS)
    cards, supply = box["cards"].elements(), box["supply"].elements(range(len(SETS), len(SETS) + 1))
    reavers, episodes = (
        box["reavers"].elements(limits.REAVERS),
        box["episodes"].elements(limits.EPISODES),
    )
    by_set = {it.name: it for it in map(read_supply_card, supply)}
    found = Box(
        cards=tuple(sorted(map(read_card, cards), key=lambda card: card.name)),
        supply=tuple(by_set[name] for name in SETS if name in by_set),
        boards=tuple(_read_board(it) for it in _by_faction(box["boards"])),
        verse=tuple(_read_verse_card(it) for it in _by_faction(box["verse"])),
        reavers=tuple(map(_read_reaver, reavers)),
        episodes=tuple(sorted(map(_read_episode, episodes), key=lambda it: it.name)),
    )
    require_different([it.members()["name"] for it in (*supply, *cards, *reavers)])
    require_different([it.members()["name"] for it in episodes])
    _require_names(box, episodes)
    _require_decks(box["cards"], found.cards)
    return found


def read_sets(nodes: Sequence[Node]) -> tuple[SetName, ...]:
    """Return the sets of the four slots, each of which fits its slot."""
    sets: list[SetName] = [node.one_of(CHOSEN_SETS) for node in nodes]
    for slot, node, name in zip(SLOTS, nodes, sets, strict=True):
        if name not in FITTING[slot]:
            fitting = ", ".join(FITTING[slot])
            raise node.error(f"one of {fitting} is wanted in the slot {slot}, not {name}")
    require_different(nodes)
    return tuple(sets)


def _by_faction(node: Node) -> list[Node]:
    found = node.entries(*FACTIONS)
    return [found[faction] for faction in FACTIONS]


def _require_names(box: Mapping[str, Node], episodes: Sequence[Node]) -> None:
    """Refuse a name of a card for a Reaver of an episode or an action, and one for both of these.

    Reavers of two episodes may share one, and so may actions of two factions.
    """
    cards = [it.members()["name"].value for key in _NAMED for it in box[key].elements()]
    reavers = [
        it.members()["name"]
        for episode in episodes
        if "reavers" in episode.members()
        for it in episode.members()["reavers"].elements()
    ]
    actions = [
        it.members()["name"]
        for verse in box["verse"].members().values()
        for it in verse.members()["actions"].elements()
        if is_object(it.value)
    ]
    for node in reavers:
        if node.value in cards:
            raise node.error(f"another name is wanted: the box has {shown(node.value)} already")
    for node in actions:
        if node.value in {*cards, *(it.value for it in reavers)}:
            raise node.error(f"another name is wanted: the box has {shown(node.value)} already")


def _require_decks(node: Node, cards: Sequence[Card]) -> None:
    counts = Counter(card.deck for card in cards)
    for faction in FACTIONS:
        if counts[faction] != limits.STARTING_DECK:
            wanted = f"{limits.STARTING_DECK} cards of the deck {faction} are wanted"
            raise node.error(f"{wanted}, not {counts[faction]}")
    least, most = limits.MARKET_DECK_SIZES[0], limits.MARKET_DECK_SIZES[-1]
    for deck in MARKET_DECKS:
        if counts[deck] not in limits.MARKET_DECK_SIZES:
            wanted = f"{least} to {most} cards of the deck {deck} are wanted"
            raise node.error(f"{wanted}, not {counts[deck]}")


def _read_board(node: Node) -> tuple[Side, Side]:
    found = node.entries(*SIDES)
    a, b = found["A"].entries("assets", "command"), found["B"].entries("assets", "command", "power")
    power = b["power"].entries(*map(str, SEATS))
    two, three, four = (power[str(players)].whole(limits.NEEDED_POWER) for players in SEATS)
    return (
        Side(a["assets"].whole(limits.AREA_SLOTS), a["command"].whole(limits.AREA_SLOTS)),
        Side(
            b["assets"].whole(limits.AREA_SLOTS),
            b["command"].whole(limits.AREA_SLOTS),
            (two, three, four),
        ),
    )


def _read_verse_card(node: Node) -> VerseCard:
    found = node.entries("steps", "actions")
    first, second = read_texts(found["steps"], range(2, 3), read_verse_step)
    nodes = found["actions"].elements(limits.ACTIONS)
    priced = [_read_action(it) for it in nodes if is_object(it.value)]
    actions = [it.one_of(VERSE_ACTIONS) for it in nodes if not is_object(it.value)]
    require_different([it for it in nodes if not is_object(it.value)])
    require_different([it.members()["name"] for it in nodes if is_object(it.value)])
    return VerseCard(
        (first, second),
        tuple(it for it in VERSE_ACTIONS if it in actions),
        tuple(sorted(priced, key=lambda it: it.name)),
    )


def _read_action(node: Node) -> PricedAction:
    found = node.entries("name", "price", "effects")
    return PricedAction(
        name=read_name(found["name"]),
        price=found["price"].whole(limits.PRICES),
        effects=read_effects(found["effects"], limits.ACTION_EFFECTS, limits.REWARD_EFFECTS),
    )


def _read_reaver(node: Node) -> Reaver:
    found = node.entries("name", "strength", "raid", "reward")
    return Reaver(
        name=read_name(found["name"]),
        strength=found["strength"].whole(limits.STRENGTH),
        raid=read_effects(found["raid"], limits.RAID_COUNTS, limits.REWARD_EFFECTS, may=False),
        reward=read_effects(found["reward"], limits.REWARD_COUNTS, limits.REWARD_EFFECTS),
    )


def _read_episode(node: Node) -> Episode:
    found = node.entries("name", "supply", "side", "standard", "wins", optional=("reavers",))
    supply, side = found["supply"], found["side"]
    reavers = found["reavers"].elements(limits.OWN_REAVERS) if "reavers" in found else []
    episode = Episode(
        name=read_name(found["name"]),
        supply=None if supply.value is None else read_sets(supply.elements(range(4, 5))),
        side=None if side.value is None else side.one_of(SIDES),
        standard=found["standard"].flag(),
        wins=tuple(_read_win(it) for it in found["wins"].elements(limits.WINS)),
        reavers=tuple(map(_read_reaver, reavers)),
    )
    require_different([it.members()["name"] for it in reavers])
    return episode


def _read_win(node: Node) -> Win:
    if "all" in node.members():
        found = node.entries("faction", "all")
        nodes = found["all"].elements(limits.GOALS)
        goals = [_read_goal(it.entries(*_goal_keys(it))) for it in nodes]
        _require_different_goals(nodes, goals)
        faction = _read_faction(found["faction"])
        return Win(faction, tuple(sorted(goals, key=lambda it: _GOAL_ORDER.index(it.step))))
    found = node.entries("faction", *_goal_keys(node))
    return Win(_read_faction(found["faction"]), (_read_goal(found),))


def _goal_keys(node: Node) -> tuple[str, ...]:
    return ("credits",) if "credits" in node.members() else ("step", "count")


def _read_goal(found: Mapping[str, Node]) -> Goal:
    if "credits" in found:
        return Goal(None, found["credits"].whole(limits.CREDITS))
    return Goal(found["step"].one_of(WIN_STEPS), found["count"].whole(limits.MARKS))


def _require_different_goals(nodes: Sequence[Node], goals: Sequence[Goal]) -> None:
    """Refuse a second goal with the same step, or with credits."""
    for place, (node, goal) in enumerate(zip(nodes, goals, strict=True)):
        if any(goal.step == other.step for other in goals[:place]):
            raise node.error(f"another goal is wanted: {goal.step or 'credits'} stands here twice")


def _read_faction(node: Node) -> Faction | None:
    return None if node.value is None else node.one_of(FACTIONS)
