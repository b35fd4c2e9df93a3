"""Limits of every play: how many actions it has at most, and between which scores it ends.

A play ends after a limit of turns. When a turn has reached its limit of actions, the deciding seat
can only finish what was begun. A score is the power of the cards in a tableau, which has at most as
many cards as slots; the power of a card is the printed one, its passive power and at most nine
tokens.
"""

from typing import Final

from fireflies.games import Bounds
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.rules.pieces import MOST_POWER_TOKENS

SETUP: Final = 30
"""Actions before the first turn: 4 picks, 6 market cards, 5 cards for each of 4 hands."""
FINISH: Final = 300
"""An upper bound of the actions of a turn after its limit is reached.

Every step of the queue that can't be skipped takes at most 5 actions: ``draw 5`` takes that many,
an effect with a choice at most 2. A step that can be skipped takes 1. Abilities begin anew by the
effect ``retrigger`` only while the limit is not reached, and while 8 other steps wait at most; so
the queue takes at most 84: 40 for these 8, 6 for three costs, 1 for The Black, 30 for 6 effects, 3
for later abilities, and 4 for choices within. Without it a maneuver that is used takes 57 at most:
3 costs, 4 required effects, 6 effects, and ``done`` in place of a replay.
After that a fight or a deal takes at most 14 more: a canceled deal may be opened again, which
asks three seats twice, and takes a card. The end of the turn takes 164: ``end``, 3 effects of 10
Reavers, tidying, 5 cards and 6 of the market. All together that is at most 84 + 14 + 164 = 262.
"""


def bounds(options: Options) -> Bounds:
    """Return the limits of every play with these options."""
    slots = max(side.assets + side.command for side in options.boards)
    printed = max(it.standing + it.bonus("power") for it in options.box.cards)
    card = printed + MOST_POWER_TOKENS
    return Bounds(SETUP + options.turns * (options.moves + FINISH), 0, slots * card)
