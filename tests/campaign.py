"""Sizes and seeds of the random tests: small and fixed in the test command, large in a campaign.

``nox -s campaign`` sets FIREFLIES_CAMPAIGN to the seed of the campaign.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

SEED: Final = os.environ.get("FIREFLIES_CAMPAIGN", "")
"""The seed of the campaign; empty in the test command."""


def count(usual: int, *, campaign: int) -> int:
    """Return the number of random examples: a small one, or in a campaign a large one."""
    return campaign if SEED else usual


def generator(name: object) -> Random:
    """Return a generator that depends on this name, and in a campaign on its seed."""
    return Random(f"{name} {SEED}" if SEED else str(name))


class Progress:
    """The number of plays done, which a campaign keeps in a file of pytest's cache.

    A campaign that is run again with the same seed begins with the first play that is not done:
    after a failure, with the play that failed.
    """

    def __init__(self, name: str, config: pytest.Config) -> None:
        self.done = 0
        """The number of plays done, which is the number of the next one."""
        self.reached: Counter[str] = Counter()
        """The number of times that the plays done reached each situation."""
        cache = config.cache if SEED else None
        self._file = cache and cache.mkdir("campaign") / f"{name} {SEED}.json"
        if self._file is not None and self._file.exists():
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            self.done, self.reached = kept["done"], Counter(kept["reached"])

    def plays(self, number: int) -> Iterator[int]:
        """Yield the number of each play that is still to be done."""
        while self.done < number:
            yield self.done
            self.done += 1
            if self._file is not None:
                kept = {"done": self.done, "reached": self.reached}
                self._file.write_text(json.dumps(kept), encoding="utf-8")
        if self._file is not None:
            self._file.unlink()
