"""Random legal play of many games at once, here and in pgx: decisions a second of a processor.

``python -m tests.benchmarks.peers`` prints them. All play in one run, in turns, each round in
another order. The choice of the actions and the observation of each decision count; a finished game
begins anew. pgx plays on the processor; its compilation by JAX does not count.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import process_time_ns
from typing import Any, Final

import jax
import numpy as np
import pgx
from pgx.experimental import auto_reset

from fireflies.adapters import vector
from fireflies.smile import fast
from tests.benchmarks.figures import Contestant, race

BATCH: Final = 1024
ROUNDS: Final = 7
OURS: Final = {"smile": 60, "festival": 1, "misbehavin": 1}
"""The steps of a round by game."""
PEERS: Final = {
    "tic_tac_toe": 200,
    "kuhn_poker": 200,
    "leduc_holdem": 200,
    "hex": 20,
    "backgammon": 10,
}


def timed(play: Callable[[], object], decisions: int) -> Contestant:
    """Return a contestant that takes nanoseconds of the process for a decision."""

    def decide(_number: int) -> float:
        begun = process_time_ns()
        play()
        return (process_time_ns() - begun) / decisions

    return decide


def ours(name: str, observe: vector.Observe, steps: int) -> Contestant:
    """Return a contestant that plays a game of ours."""
    batch = vector.make(name, games=BATCH, seed=1, observe=observe)
    chooser = np.random.default_rng(1)

    def play() -> None:
        for _ in range(steps):
            mask = batch.buffers.mask
            batch.step((chooser.random(mask.shape, np.float32) * mask).argmax(axis=1))

    play()
    return timed(play, steps * BATCH)


def peer(name: str, steps: int) -> Contestant:
    """Return a contestant that plays a game of pgx, all steps in one compiled call."""
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def decide(state: Any, key: Any) -> tuple[Any, None]:
        choosing, chance = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choosing, logits, axis=1)
        return step(state, actions, jax.random.split(chance, BATCH)), None

    def several(state: Any, key: Any) -> Any:
        return jax.lax.scan(decide, state, jax.random.split(key, steps))[0]

    compiled = jax.jit(several)
    keys = iter(jax.random.split(jax.random.PRNGKey(1), 10 * ROUNDS))
    states = [jax.jit(begin)(jax.random.split(next(keys), BATCH))]

    def play() -> None:
        states[0] = jax.block_until_ready(compiled(states[0], next(keys)))

    play()
    return timed(play, steps * BATCH)


def main() -> None:
    """Play, and print the medians."""
    contestants = {f"pgx {name}": peer(name, steps) for name, steps in PEERS.items()}
    for name, steps in OURS.items():
        contestants[f"{name}"] = ours(name, "full", steps)
        contestants[f"{name} without observation"] = ours(name, None, steps)
    sys.stdout.write(f"Smile is {'compiled' if fast.COMPILED else 'not compiled'}\n")
    for name, times in race(contestants, ROUNDS).items():
        least, middle, most = (f"{1e3 / it:8.4f}" for it in (max(times), median(times), min(times)))
        sys.stdout.write(f"{name:32} {middle} ({least} to {most}) million decisions a second\n")


if __name__ == "__main__":
    main()
