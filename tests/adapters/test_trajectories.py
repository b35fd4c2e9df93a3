"""The number in the name of an environment stands for its trajectories: a change needs another."""

import json
from hashlib import sha256
from typing import Any, Final

import pytest

from fireflies.adapters.pettingzoo import Observation, aec_env
from tests.adapters.test_pettingzoo import raw, whole_play

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


@pytest.mark.parametrize("game", TRAJECTORIES)
def test_a_seed_gives_the_trajectory_of_the_named_environment(game: str) -> None:
    short: dict[str, Any] = {} if game == "smile" else {"turns": 3}
    env, seen = aec_env(game, **short), sha256()

    def look(agent: str, observed: Observation) -> None:
        told = {name: observed[name].tolist() for name in ("observation", "action_mask")}
        seen.update(json.dumps([agent, told], sort_keys=True).encode())

    rewards = whole_play(env, 7, look)
    seen.update(json.dumps(rewards, sort_keys=True).encode())
    assert (raw(env).metadata["name"], seen.hexdigest()) == TRAJECTORIES[game]
