"""The number in the name of an environment stands for its trajectories: a change needs another."""

import json
import random
from hashlib import sha256
from typing import Any, Final

import pytest

from fireflies.adapters.gymnasium import SeatEnv
from fireflies.adapters.pettingzoo import Observation, aec_env
from tests.adapters.test_gymnasium import legal
from tests.adapters.test_pettingzoo import raw, whole_play

SHORT: Final[dict[str, dict[str, Any]]] = {
    "smile": {},
    "festival": {"turns": 3},
    "misbehavin": {"turns": 3},
}
TRAJECTORIES: Final = {
    "smile": (
        "smile_v0",
        "60762b71246aba259f2608bcc4f50d1befaf8680e142b3cbad9c4626f410c00d",
    ),
    "festival": (
        "festival_v0",
        "29e525278355ac152c2786a82e7df6f8a357d43c343338cbcf7c473cafdd1e07",
    ),
    "misbehavin": (
        "misbehavin_v0",
        "bff22e0fdb27cb9fd615706a8e16d9ed46106a1f8e18fc9bc32e81e5a821d57c",
    ),
}
"""By game: the name of its environment, and the digest of what a short play shows.

With another digest, raise the number of the environment, and write both here.
"""
AMONG_BOTS: Final = {
    "smile": (
        "fireflies/Smile-v0",
        "f96d8caae391003cbfcaf256803dfdb1c5235a773757d581652c0f870accc089",
    ),
    "festival": (
        "fireflies/Festival-v0",
        "f1f25f4239e3ee1fdf92fbba85725f29addffd67cf2bb9e6d084df598093dfc4",
    ),
    "misbehavin": (
        "fireflies/Misbehavin-v0",
        "04b388aff0229a780653148222c28dd93dbe57b38d0076bf35a0d02847c94efc",
    ),
}
"""The same for one agent among bots, in Gymnasium: also bots that play otherwise need another."""


@pytest.mark.parametrize("game", TRAJECTORIES)
def test_a_seed_gives_the_trajectory_of_the_named_environment(game: str) -> None:
    env, seen = aec_env(game, **SHORT[game]), sha256()

    def look(agent: str, observed: Observation) -> None:
        told = {name: observed[name].tolist() for name in ("observation", "action_mask")}
        seen.update(json.dumps([agent, told], sort_keys=True).encode())

    rewards = whole_play(env, 7, look)
    seen.update(json.dumps(rewards, sort_keys=True).encode())
    assert (raw(env).metadata["name"], seen.hexdigest()) == TRAJECTORIES[game]


@pytest.mark.parametrize("game", AMONG_BOTS)
def test_a_seed_gives_the_trajectory_of_one_agent_among_bots(game: str) -> None:
    env, digest = SeatEnv(game, **SHORT[game]), sha256()

    def look(seen: list[int], mask: list[int]) -> None:
        digest.update(json.dumps([seen, mask]).encode())

    seen, info = env.reset(seed=7)
    chooser, is_over, reward = random.Random(7), False, 0.0
    while not is_over:
        look(seen.tolist(), info["action_mask"].tolist())
        seen, reward, is_over, _, info = env.step(chooser.choice(legal(info)))
    look(seen.tolist(), info["action_mask"].tolist())
    digest.update(json.dumps(reward).encode())
    assert (env.metadata["name"], digest.hexdigest()) == AMONG_BOTS[game]
