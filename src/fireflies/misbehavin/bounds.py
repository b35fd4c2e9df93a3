"""Limits of every play: how many actions it has at most, and between which scores it ends.

A play ends after a number of turns, and from a number of actions in a turn on, whoever decides can
only finish or settle what was begun. A score is the power of the cards in a tableau: never more
cards than slots, nor more power than is printed and tokens may add.
"""

from typing import Final

from fireflies.games import Bounds
from fireflies.misbehavin.options import Options
from fireflies.misbehavin.pieces import MOST_POWER

SETUP: Final = 30
"""Actions before the first turn: 4 picks, 6 market cards, 5 cards for each of 4 hands."""
FINISH: Final = 100
"""More than a turn has actions from its limit on.

What is queued then is done in fewer than 60 (4 required effects, 2 costs and 6 effects, twice
these 8, with 5 draws each at most), a deal in 10, a fight in 8, a recruitment in 3, the end of the
turn in 13.
"""


def bounds(options: Options) -> Bounds:
    """Return the limits of every play with these options."""
    slots = max(side.assets + side.command for side in options.boards)
    card = max(it.power for it in options.box.cards) + MOST_POWER
    return Bounds(SETUP + options.turns * (options.moves + FINISH), 0, slots * card)
