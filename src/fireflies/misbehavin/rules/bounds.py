"""Limits of every play: how many actions it has at most, and between which scores it ends.

A play ends after a limit of turns. When a turn has reached its limit of actions, the deciding seat
can only finish what was begun. A score is the power of the cards in a tableau, which has at most as
many cards as slots; the power of a card is the printed one and at most nine tokens.
"""

from typing import Final

from fireflies.games import Bounds
from fireflies.misbehavin.box.options import Options
from fireflies.misbehavin.rules.pieces import MOST_POWER_TOKENS

SETUP: Final = 30
"""Actions before the first turn: 4 picks, 6 market cards, 5 cards for each of 4 hands."""
FINISH: Final = 100
"""An upper bound of the actions of a turn after its limit is reached.

After a maneuver is used, the queue takes at most 53: 2 costs, 4 required effects and 6 effects of
the ability, each effect with at most 5 draws, and ``done`` in place of a replay. After a card is
played or turned it takes less, with ``skip`` for The Black and for each later ability. A deal takes
at most 10 more, a fight 8 or a recruitment 3; the end of the turn 13. With one of the three, that
is at most 53 + 10 + 13 = 76.
"""


def bounds(options: Options) -> Bounds:
    """Return the limits of every play with these options."""
    slots = max(side.assets + side.command for side in options.boards)
    card = max(it.power for it in options.box.cards) + MOST_POWER_TOKENS
    return Bounds(SETUP + options.turns * (options.moves + FINISH), 0, slots * card)
