"""The limits of a box: the numbers, counts and effects that its parts may have."""

from collections.abc import Mapping
from typing import Final

from fireflies.misbehavin.box.cards import EFFECTS, EffectName, Moment

STARTING_DECK: Final = 10
"""The cards of each faction."""
COPIES: Final = range(2, 6)
"""The numbers of copies that a card of a file may ask for."""
MARKET_DECK_SIZES: Final = range(2, 61)
REAVERS: Final = range(11)
EPISODES: Final = range(21)
AREA_SLOTS: Final = range(1, 11)
NEEDED_POWER: Final = range(1, 31)
STRENGTH: Final = range(1, 13)
RAID_COUNTS: Final = range(4)
REWARD_COUNTS: Final = range(7)
ACTIONS: Final = range(9)
"""The numbers of actions of a 'verse card."""
PRICES: Final = range(1, 7)
"""The tokens that an action of a 'verse card costs."""
ACTION_EFFECTS: Final = range(1, 7)
OWN_REAVERS: Final = REAVERS[1:]
"""The numbers of Reavers of an episode that has any."""
WINS: Final = range(9)
GOALS: Final = range(2, 5)
"""The numbers of goals of a way to win that has several."""
CREDITS: Final = range(1, 100)
MARKS: Final = range(1, 7)
CARD_COST: Final = range(21)
"""The allowed costs of a card."""
INFLUENCE: Final = range(21)
POWER: Final = range(11)
ATTRIBUTES: Final = range(9)
NEEDS: Final = range(5)
ICONS: Final = range(1, 7)
REQUIRED: Final = range(5)
ONGOING: Final = range(5)
ABILITIES: Final = range(5)
ABILITY_COSTS: Final = range(4)
ABILITY_EFFECTS: Final = range(1, 7)
ENTRIES: Final = range(1, 9)
"""The numbers of things that an ability done by hand may do."""
WORDS: Final = range(1, 301)
"""The numbers of characters of the printed words of such an ability."""
ONE_DIGIT: Final = range(1, 10)
SPENT: Final = range(1, 7)
"""The tokens that an ability costs."""
EFFECT_NUMBERS: Final[Mapping[EffectName, range]] = {
    "draw": range(1, 6),
    "credits": ONE_DIGIT,
    "lose": ONE_DIGIT,
    "verse": range(1, 7),
    "activation": range(1, 4),
    "recruitment": range(1, 4),
    "token": range(1, 3),
    "influence": ONE_DIGIT,
    "strength": ONE_DIGIT,
    "black": range(1, 4),
    "black-all": range(1, 4),
    "steal": ONE_DIGIT,
    "black-one": range(1, 4),
    "token-other": range(1, 3),
    "dispatch": CARD_COST,
    "nab": CARD_COST,
    "gain": CARD_COST,
    "take": CARD_COST,
}
"""The possible numbers of each effect that has one."""
REQUIRABLE: Final[tuple[EffectName, ...]] = tuple(it for it in EFFECTS if it != "cancel")
"""The effects that a card may require, and that may be done by hand."""
FIGHT_ONLY: Final[tuple[EffectName, ...]] = ("evade", "strength", "discard-target")
"""The effects that work only in fights."""
_NO_REWARDS: Final = (
    *("token", "influence", "strength", "evade", "cancel", "discard-one", "discard-target"),
)
REWARD_EFFECTS: Final[tuple[EffectName, ...]] = tuple(
    name for name in EFFECTS if name not in _NO_REWARDS
)
"""The effects that raid and reward of a Reaver may have, and the action of a 'verse card."""
INFLUENCE_MOMENTS: Final[tuple[Moment, ...]] = ("deal", "recruit")
"""The moments in which the effect ``influence`` works."""
BLACK_LACKS: Final = ("attributes", "needs", "required", "ongoing", "abilities")
"""The keys that are empty on a card of The Black."""
