"""The draws of random packed plays by the documented recipe, one decision at a time."""

from collections import Counter

from fireflies import smile
from fireflies.chance import mix

_ALL = 2**64


def drawn(seed: int, purpose: str, decision: int, limit: int) -> int:
    """Return the draw of a decision, counted from 0: a whole number below a limit.

    A stream starts at the FNV-1a hash of its purpose, exclusive-or the scrambled seed; its draws
    are numbered as :mod:`fireflies.chance` says.
    """
    start = 14695981039346656037
    for byte in purpose.encode():
        start = (start ^ byte) * 1099511628211 % _ALL
    start ^= mix(seed)
    return mix((start + (decision + 1) * 0x9E3779B97F4A7C15) % _ALL) * limit // _ALL


def dealt(state: smile.State, seed: int, decision: int) -> smile.Action:
    """Return the card that chance reveals in a random play."""
    return smile.Reveal(state.undealt[drawn(seed, "chance", decision, len(state.undealt))])


def played_out(state: smile.State, seed: int) -> tuple[smile.State, int]:
    """Return the end of the random play from this state, and its number of actions."""
    count = Counter[object]()
    while (actor := state.actor) is not None:
        if isinstance(actor, int):
            legal = state.legal_actions
            action = legal[drawn(seed, f"seat {actor}", count[actor], len(legal))]
        else:
            action = dealt(state, seed, count[actor])
        count[actor] += 1
        state = state.apply(action)
    return state, sum(count.values())
