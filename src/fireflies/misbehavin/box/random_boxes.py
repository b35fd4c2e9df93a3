"""Random options and boxes of every kind, for tests and for the explorer.

They are plain data as the wire has it, and valid. Equal draws give equal data. Boxes are small
and their figures low, so that draw piles, market decks, supply sets and areas run out; plays are
short.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from fireflies.chance import Draws
from fireflies.misbehavin.box import limits
from fireflies.misbehavin.box.boxfile import SAMPLE, default_box
from fireflies.misbehavin.box.cards import (
    CARD_KINDS,
    DECKS,
    DEEDS,
    FACTIONS,
    FITTING,
    SEATS,
    SETS,
    SIDES,
    SLOTS,
    VERSE_ACTIONS,
    WIN_STEPS,
    EffectName,
    Faction,
    SetName,
    SideName,
    VerseAction,
)
from fireflies.misbehavin.box.contents import (
    AllJson,
    BoardJson,
    BoxJson,
    CreditsGoalJson,
    CreditsJson,
    EpisodeJson,
    MarksGoalJson,
    MarksJson,
    PricedActionJson,
    ReaverJson,
    SideAJson,
    SideBJson,
    VerseJson,
)
from fireflies.misbehavin.box.options import (
    DRAFT,
    EPISODE_REAVERS,
    EPISODE_SETS,
    MOVES,
    NO_EPISODE,
    RECOMMENDED,
    TURNS,
)
from fireflies.misbehavin.box.random_cards import (
    RANDOM_ATTRIBUTES,
    low_number,
    random_card,
    random_effect,
    random_style,
    random_supply_card,
)

_TURNS: Final = (TURNS[0], 4, 16, 24, 32, 40)
_MOVES: Final = (MOVES[0], 15, 30, 60, 90)
_REAVERS: Final = ("a", "reaver", "r-2", "forty-letters-are-the-longest-nam", "z9")
_ACTIONS: Final = ("a", "action", "tax-2", "forty-letters-are-the-longest-name-of-it")
_RAIDS: Final[tuple[EffectName, ...]] = ("lose", "black")
_EPISODES: Final = ("a", "episode", "owl-0", "basic")


def random_options(draws: Draws, one_in: int = 8) -> Mapping[str, object]:
    """Return valid options; one in ``one_in`` has the sample box, the others a random one."""
    players = draws.choose((SEATS[0], *SEATS))  # two are likelier: more turns each
    has_sample = draws.below(one_in) == 0
    box = default_box().to_json() if has_sample else random_box(draws)
    episodes: list[EpisodeJson | None] = [None, *box["episodes"]]
    episode = draws.choose(episodes)
    sides: Sequence[SideName] = draws.choose((SIDES, SIDES[:1], SIDES[1:]))
    if episode is not None and episode["side"] is not None:
        sides = (episode["side"],)
    has_sets = episode is not None and episode["supply"] is not None
    has_reavers = episode is not None and "reavers" in episode
    return {
        "players": players,
        "factions": draws.sample(FACTIONS, players),
        "starting_player": draws.below(players),
        "sides": [draws.choose(sides) for _ in range(players)],
        "box": SAMPLE if has_sample else box,
        "episode": NO_EPISODE if episode is None else episode["name"],
        "supply": EPISODE_SETS if has_sets else _supply(draws),
        "reavers": EPISODE_REAVERS if has_reavers else _reavers(draws, len(box["reavers"])),
        "turns": draws.choose(_TURNS),
        "moves": draws.choose(_MOVES),
    }


def random_box(draws: Draws) -> BoxJson:
    """Return a box whose cards are all random."""
    style = random_style(draws)
    areas = draws.choose((limits.AREA_SLOTS, limits.AREA_SLOTS[4:]))
    counts = dict.fromkeys(FACTIONS, limits.STARTING_DECK) | {
        deck: draws.choose((limits.MARKET_DECK_SIZES[0], 3, 6, 12))
        for deck in DECKS[len(FACTIONS) :]
    }
    cards = [
        random_card(draws, f"{deck}-{number}" if number else f"{deck[0]}-card", deck, style)
        for deck in DECKS
        for number in range(counts[deck])
    ]
    episodes = draws.sample(_EPISODES, draws.below(len(_EPISODES) + 1))
    reavers = draws.sample(_REAVERS, draws.below(len(_REAVERS) + 1))
    return BoxJson(
        cards=draws.sample(cards, len(cards)),
        supply=[random_supply_card(draws, name, style) for name in draws.sample(SETS, len(SETS))],
        boards={faction: _board(draws, areas) for faction in draws.sample(FACTIONS, len(FACTIONS))},
        verse={faction: _verse(draws) for faction in FACTIONS},
        reavers=[_reaver(draws, f"reaver-{name}") for name in reavers],
        episodes=[_episode(draws, name) for name in episodes],
    )


def _reavers(draws: Draws, most: int) -> int:
    return draws.choose((0, most, draws.below(most + 1)))


def _supply(draws: Draws) -> object:
    """Return a value of the option ``supply`` for an episode that names no sets."""
    if draws.below(3) == 0:
        return DRAFT
    return draws.choose([*RECOMMENDED]) if draws.below(3) else _sets(draws)


def _sets(draws: Draws) -> list[SetName]:
    """Return a set for each slot."""
    found: list[SetName] = []
    for slot in SLOTS:
        found.append(draws.choose([it for it in FITTING[slot] if it not in found]))
    return found


def _board(draws: Draws, areas: range) -> BoardJson:
    sizes = [low_number(draws, areas) for _ in range(4)]
    return BoardJson(
        A=SideAJson(assets=sizes[0], command=sizes[1]),
        B=SideBJson(
            assets=sizes[2],
            command=sizes[3],
            power={str(players): _power(draws) for players in SEATS},
        ),
    )


def _power(draws: Draws) -> int:
    return (
        low_number(draws, limits.NEEDED_POWER)
        if draws.below(4) == 0
        else draws.choose(limits.NEEDED_POWER[4:12])
    )


def _verse(draws: Draws) -> VerseJson:
    """Return a 'verse card, often with no action but warrant, so that tokens are kept for it."""
    some = draws.sample(VERSE_ACTIONS, draws.below(len(VERSE_ACTIONS) + 1))
    known: list[VerseAction] = draws.choose((some, some, ["warrant"]))
    names = draws.sample(_ACTIONS, draws.below(3))
    actions: list[VerseAction | PricedActionJson] = [
        *known,
        *(_action(draws, name) for name in names),
    ]
    return VerseJson(
        steps=[_step(draws), _step(draws)],
        actions=draws.sample(actions, len(actions)),
    )


def _action(draws: Draws, name: str) -> PricedActionJson:
    return PricedActionJson(
        name=name,
        price=low_number(draws, limits.PRICES),
        effects=[
            random_effect(draws, limits.REWARD_EFFECTS)
            for _ in range(low_number(draws, limits.ACTION_EFFECTS))
        ],
    )


def _step(draws: Draws) -> str:
    """Return a step; at least every second one is easy: to discard, or to pay 1."""
    what = draws.choose((*CARD_KINDS, *RANDOM_ATTRIBUTES))
    number = low_number(draws, limits.ONE_DIGIT)
    had = (f"trigger {what}", f"have {number} {what}", f"discard {what}")
    seldom = (f"pay {number}", *had, f"did {draws.choose(DEEDS)}")
    return draws.choose(("discard", "pay 1", "discard", *seldom))


def _reaver(draws: Draws, name: str) -> ReaverJson:
    return ReaverJson(
        name=name,
        strength=low_number(draws, limits.STRENGTH),
        raid=[
            random_effect(draws, draws.choose((_RAIDS, limits.REWARD_EFFECTS)), may_skip=False)
            for _ in range(draws.choose(limits.RAID_COUNTS))
        ],
        reward=[
            random_effect(draws, limits.REWARD_EFFECTS)
            for _ in range(low_number(draws, limits.REWARD_COUNTS))
        ],
    )


def _episode(draws: Draws, name: str) -> EpisodeJson:
    found = EpisodeJson(
        name=name,
        supply=_sets(draws) if draws.below(3) == 0 else None,
        side=draws.choose((None, *SIDES)),
        standard=draws.below(2) == 0,
        wins=_wins(draws),
    )
    if draws.below(3) == 0:
        names = draws.sample(_REAVERS, 1 + draws.below(2))
        found["reavers"] = [_reaver(draws, f"raider-{it}") for it in names]
    return found


def _wins(draws: Draws) -> list[CreditsJson | MarksJson | AllJson]:
    """Return up to eight ways to win, for one faction or for all."""
    return [_win(draws) for _ in range(draws.choose((0, 1, 1, 2, 3, limits.WINS[-1])))]


def _win(draws: Draws) -> CreditsJson | MarksJson | AllJson:
    faction: Faction | None = draws.choose((None, *FACTIONS))
    steps = draws.sample(WIN_STEPS, draws.below(limits.GOALS[-1]) + 1)
    marks = [MarksGoalJson(step=it, count=low_number(draws, limits.MARKS)) for it in steps]
    coins = CreditsGoalJson(credits=low_number(draws, limits.CREDITS[5:]))
    if draws.below(3) == 0:
        return CreditsJson(faction=faction, **coins)
    if draws.below(3) or len(marks) == 1:
        return MarksJson(faction=faction, **marks[0])
    if draws.below(2):
        return AllJson(faction=faction, all=[*marks])
    return AllJson(faction=faction, all=[*marks[1:], coins])
