"""Tests of the code on the page about PettingZoo: it runs, and its learner is as good as stated."""

from typing import Any, Final

import numpy as np
import pytest

from fireflies.adapters.pettingzoo import RawEnv, aec_env
from tests.adapters import pages

pytestmark = pytest.mark.long

SEEDS: Final = range(20_000, 20_060)
"""Seeds of games that the page uses neither to learn nor to measure."""


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """Return the variables of the page's code."""
    return pages.run("pettingzoo.rst")


def test_its_learner_beats_random_players(page: dict[str, Any]) -> None:
    """They win every third game."""
    assert page["at_least"] > 0.5
    share, at_least = page["wins"](page["learned"], SEEDS)
    assert share > at_least > 0.5


def test_its_measure_is_fair(page: dict[str, Any]) -> None:
    """A random player wins every third game by the same measure."""
    share, at_least = page["wins"](page["at_random"], SEEDS)
    assert share == pytest.approx(1 / 3, abs=0.07)
    assert at_least < 1 / 3


def test_it_learns_from_the_points(page: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """With the points mixed up it does not win more."""
    mixed = np.random.default_rng(0).permutation(page["scores"])
    seen, chosen, fit = page["seen"], page["chosen"], page["fit"]
    weights = [fit(seen[chosen == n], mixed[chosen == n]) for n in range(len(page["weights"]))]
    monkeypatch.setitem(page, "weights", np.array(weights))
    share, _ = page["wins"](page["learned"], SEEDS)
    assert share < 0.5


@pytest.mark.parametrize("thing", [aec_env, RawEnv])
def test_it_has_the_right_signatures(thing: Any) -> None:
    pages.check_signature("pettingzoo.rst", thing)
