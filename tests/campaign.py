"""Sizes and seeds of the random tests: small and fixed in the test command, large in a campaign.

``nox -s campaign`` sets FIREFLIES_CAMPAIGN to the seed of the campaign.
"""

import os
from random import Random
from typing import Final

SEED: Final = os.environ.get("FIREFLIES_CAMPAIGN", "")
"""The seed of the campaign; empty in the test command."""


def count(usual: int, *, campaign: int) -> int:
    """Return the number of random examples: a small one, or in a campaign a large one."""
    return campaign if SEED else usual


def generator(name: object) -> Random:
    """Return a generator that depends on this name, and in a campaign on its seed."""
    return Random(f"{name} {SEED}" if SEED else str(name))
