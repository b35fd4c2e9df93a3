"""The time of a random decision through each interface, as a ratio to that at a table.

The contestants play random games, each in its usual way: a table, the bridge, PettingZoo, and many
games at once with and without observations. ``python -m tests.benchmarks.interfaces`` prints these
figures alone, also where nothing is compiled.
"""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import median
from time import process_time_ns
from typing import Any, Final

import numpy as np

from fireflies import games
from fireflies.adapters import vector
from fireflies.adapters.pettingzoo import aec_env
from fireflies.front.bridge import Bridge
from fireflies.record import begin
from fireflies.smile import fast
from fireflies.table import Table
from tests.benchmarks.figures import Contestant, Figure, faster, race

GAMES: Final = ("smile", "festival", "misbehavin")
BATCH: Final = 1024
"""The number of games at once: as many as learners have."""
STEPS: Final = {"smile": 30, "festival": 2, "misbehavin": 2}
"""The number of steps of a batch in a round."""
DECISIONS: Final = 300
"""The number of decisions of a table and of PettingZoo in a round."""
REQUESTED: Final = 20
"""The number of decisions through the bridge, which writes all that a page shows."""


def _at_tables(name: str) -> Iterator[None]:
    """Decide at a table without end."""
    chooser, game = Random(1), games.get(name)
    setup = game.set_up({})
    seats = setup.start.seats
    start = begin(game, setup.options, [f"player {seat}" for seat in range(seats)])
    while True:
        table = Table(start, [None] * seats, seed=chooser.getrandbits(64))
        while (state := table.run()).actor is not None:
            table.play(chooser.choice(state.legal_actions))
            yield


def _through_the_bridge(name: str) -> Iterator[None]:
    """Decide in requests without end, with all that a page shows but pictures."""
    chooser, bridge = Random(1), Bridge()
    seats = games.get(name).set_up({}).start.seats

    def ask(**request: object) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(bridge.handle(json.dumps(request)))["answer"]
        return answer

    while True:
        ask(do="new", game=name, players=["human"] * seats, seed=chooser.getrandbits(29))
        while True:
            ask(do="advance", most=1000)
            status = ask(do="status", observer=None, picture=False)
            if status["outcome"] is not None:
                break
            listed = [action for group in status["groups"] for action in group["actions"]]
            ask(do="play", action=chooser.choice(listed)["text"])
            yield


def _in_pettingzoo(name: str) -> Iterator[None]:
    """Decide in PettingZoo without end."""
    chooser, env = Random(1), aec_env(name)
    env.reset(seed=1)
    while True:
        for _ in env.agent_iter():
            observed, _, ended, truncated, _ = env.last()
            assert observed is not None
            if ended or truncated:
                env.step(None)
                continue
            env.step(chooser.choice(np.flatnonzero(observed["action_mask"]).tolist()))
            yield
        env.reset()


def _one_by_one(decisions: Iterator[None], count: int) -> Contestant:
    """Return a contestant that makes so many decisions in a round."""

    def play(_number: int) -> float:
        begun = process_time_ns()
        for _ in islice(decisions, count):
            pass
        return (process_time_ns() - begun) / count

    return play


def _at_once(name: str, observe: vector.Observe) -> Contestant:
    """Return a contestant that decides in many games at once; the choice is not in the time."""
    batch, chooser = (
        vector.make(name, games=BATCH, seed=1, observe=observe),
        np.random.default_rng(1),
    )

    def step() -> int:
        mask = batch.buffers.mask
        actions = (chooser.random(mask.shape, np.float32) * mask).argmax(axis=1)
        begun = process_time_ns()
        batch.step(actions)
        return process_time_ns() - begun

    for _ in range(STEPS[name]):
        step()
    return lambda _number: sum([step() for _ in range(STEPS[name])]) / STEPS[name] / BATCH


def figures(rounds: int) -> list[Figure]:
    """Return how many times as fast as at a table a decision is through each interface."""
    found: list[Figure] = []
    for name in GAMES:
        contestants: dict[str, Contestant] = {
            "a table": _one_by_one(_at_tables(name), DECISIONS),
            "the bridge": _one_by_one(_through_the_bridge(name), REQUESTED),
            "PettingZoo": _one_by_one(_in_pettingzoo(name), DECISIONS),
            "vector": _at_once(name, "full"),
            "vector without observation": _at_once(name, None),
        }
        times = race(contestants, rounds)
        found.append(
            Figure(
                f"{name}: a decision at a table", [it / 1000 for it in times["a table"]], unit="µs"
            )
        )
        found += [
            Figure(
                f"{name}: a decision through {it}, to one at a table",
                faster(times, it, "a table"),
                more=True,
            )
            for it in contestants
            if it != "a table"
        ]
    return found


if __name__ == "__main__":
    sys.stdout.write(f"{'compiled' if fast.COMPILED else 'not compiled'}\n")
    for figure in figures(7):
        sys.stdout.write(f"{median(figure.rounds):8.2f}  {figure.name} {figure.unit}\n")
