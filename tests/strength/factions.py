"""The share of each faction of Misbehavin': `python -m tests.strength.factions [GAMES]`.

Four greedy bots play with the sample box. The factions are dealt to the seats in every order in
turn, so that in each four games a faction sits once on each seat. Exit code 0: every interval lies
within the limits; 1: otherwise.
"""

import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from fractions import Fraction
from itertools import permutations
from typing import Final

from fireflies.arena.figures import Share, wilson
from fireflies.chance import Draws
from fireflies.misbehavin import GAME
from fireflies.misbehavin.box.cards import FACTIONS, Faction
from fireflies.misbehavin.play.bots import best

GAMES: Final = 2000
LEAST, MOST = 0.15, 0.35
"""The limits of a faction's share."""
JOBS: Final = 2
ORDERS: Final = [
    tuple([(FACTIONS[0], *others)[(seat - moved) % len(FACTIONS)] for seat in range(len(FACTIONS))])
    for others in permutations(FACTIONS[1:])
    for moved in range(len(FACTIONS))
]
"""Every order of the factions, by seat; each four in a row are one circle, moved by a seat."""


def winners(number: int) -> tuple[Faction, ...]:
    """Return the factions that win game ``number``."""
    order = ORDERS[number % len(ORDERS)]
    state = GAME.set_up({"players": len(order), "factions": [*order]}).start
    draws = Draws(number, "factions")
    while (outcome := state.outcome) is None:
        if isinstance(state.actor, int):
            state = state.apply(best(state))
        else:
            state = state.apply(draws.choose_weighted(state.chance_weights))
    return tuple([order[seat] for seat in outcome.winners])


def shares(games: int, executor: Executor) -> dict[Faction, Share]:
    """Return the share of the wins of each faction; of a shared win each has its part."""
    won = dict.fromkeys(FACTIONS, Fraction(0))
    for found in executor.map(winners, range(games), chunksize=10):
        for faction in found:
            won[faction] += Fraction(1, len(found))
    return {faction: wilson(part, games) for faction, part in won.items()}


def main(arguments: list[str]) -> int:
    """Play, print the shares, and return the exit code."""
    games = int(arguments[0]) if arguments else GAMES
    with ProcessPoolExecutor(JOBS) as executor:
        found = shares(games, executor)
    print(f"{games} games of four greedy bots: share of the wins (95 % interval)")
    for faction, share in found.items():
        print(f"{faction:10} {share.value:.3f}  ({share.low:.3f} to {share.high:.3f})")
    return 0 if all(it.low >= LEAST and it.high <= MOST for it in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
