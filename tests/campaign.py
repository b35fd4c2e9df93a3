"""Sizes and seeds of the random tests: small and fixed in the test command, large in a campaign.

``nox -s campaign`` sets FIREFLIES_CAMPAIGN to the seed of the campaign.
"""

import os
from random import Random
from typing import Final

SEED: Final = os.environ.get("FIREFLIES_CAMPAIGN", "")
"""The seed of the campaign; empty in the test command."""


def count(usual: int, *, campaign: int) -> int:
    """Return how many random things a test tries: the usual number, or that of a campaign."""
    return campaign if SEED else usual


def generator(name: object) -> Random:
    """Return a generator that depends on this name only, and in a campaign on its seed too."""
    return Random(f"{name} {SEED}" if SEED else str(name))
