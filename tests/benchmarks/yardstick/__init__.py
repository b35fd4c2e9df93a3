"""The rules of Smile in C, written for speed alone: the limit that the other figures refer to.

`extension.c` has the methods that the driver calls, `bulk.h` the loop of many plays. The session
`benchmark` builds them as the module `smile_yardstick`.
"""

import random

import smile_yardstick
from smile_yardstick import State

from fireflies import smile
from fireflies.smile import fast
from fireflies.smile.box.cards import COLORS, MARKERS
from tests.smile.plays import play, random_options

__all__ = ["State", "check", "playouts", "start"]


def start(options: dict[str, object]) -> State:
    """Return the first state of a game with these options."""
    state = smile.set_up(options).start
    cards = state.undealt
    return smile_yardstick.start(
        state.seats,
        state.starting_player,
        len(cards) // state.seats,
        state.players[0].clear,
        bytes([card.value % 256 for card in cards]),
        bytes([COLORS.index(card.color) + 16 * MARKERS.index(card.marker) for card in cards]),
    )


def playouts(start: State, games: int, seed: int) -> fast.Totals:
    """Return the totals of random plays from the first state of a game."""
    return fast.Totals(games, *smile_yardstick.playouts(start, games, seed))


def check(plays: int) -> int:
    """Compare it with our rules in random plays with random options.

    Compare the actor and the legal actions of each state, and the final scores, with the readable
    rules; for every tenth play also the totals of plays in bulk, with the packed rules.

    Returns:
        How many states were compared.

    Raises:
        AssertionError: where they differ.
    """
    chooser, states = random.Random(plays), 0
    for number in range(plays):
        options = random_options(chooser)
        theirs, packed = start(options), fast.set_up(options).start
        for ours, action in play(options, chooser):
            legal = [packed.action(number) for number in theirs.legal_actions]
            assert (theirs.actor, (*legal,)) == (ours.actor, ours.legal_actions), options
            states += 1
            if action is not None:
                theirs = theirs.apply(theirs.legal_actions[legal.index(action)])
            else:
                assert ours.outcome is not None
                assert theirs.scores == ours.outcome.scores, options
        if number % 10 == 0:
            assert playouts(start(options), 20, number) == fast.playouts(options, 20, number)
    return states
