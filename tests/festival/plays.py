"""Positions of random plays of Firefly Festival, for tests of views and pictures."""

from collections.abc import Mapping
from functools import lru_cache

from fireflies import festival
from fireflies.bots import random
from fireflies.chance import Draws
from fireflies.festival import State
from fireflies.record import begin
from fireflies.table import Table


@lru_cache(maxsize=32)
def states(players: int, seed: int, **options: object) -> tuple[State, ...]:
    """Return every state of a random play, from the first to the last."""
    return states_with({"players": players, **options}, seed)


def states_with(options: Mapping[str, object], seed: int) -> tuple[State, ...]:
    """Return every state of a random play with these options."""
    seats = festival.set_up(options).start.seats
    table = Table(begin(festival.GAME, options, ["x"] * seats), [random] * seats, seed=seed)
    table.run()
    return (table.record.start, *(step.after for step in table.record.steps))


def phases(players: int, seed: int, **options: object) -> dict[str, State]:
    """Return a state of each phase of a random play: the last one."""
    return {state.phase: state for state in states(players, seed, **options)}


def alike(state: State, seat: int, seed: int) -> State:
    """Return a state with other cards in the hands that this seat does not see."""
    return state.alike(seat, Draws(seed, "others"))
