"""Tests of the explorer with each game that has an oracle: all clauses, and no difference."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import pytest

from fireflies import games
from fireflies.conformance.explorer import Explorer
from fireflies.conformance.pool import Pool
from tests.campaign import count
from tests.conformance.direct import DirectEngine
from tests.misreadings.engines import EDITIONS, right

ENOUGH: Final = 2000
PLAYS: Final = count(3, campaign=ENOUGH)
SEEDS: Final = range(1, 1 + count(1, campaign=3))
UNREACHED: Final[Mapping[str, frozenset[str]]] = {"smile": frozenset({"smile.turn.choice"})}
"""Clauses other than limits that no event and no refusal names."""


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", EDITIONS)
def test_the_oracle_differs_in_no_play(name: str, seed: int) -> None:
    """Enough plays reach every clause, except limits and the clauses of UNREACHED."""
    game = games.get(name)
    explorer = Explorer(game, Pool(partial(DirectEngine, right(name).handle), 1), seed)
    for play in explorer.explore(range(PLAYS)):
        assert play.difference is None, f"play {play.number}: {play.difference.message}"
    never = {
        clause.value
        for clause in game.clauses
        if clause.rule.kind != "limit" and not explorer.reached[clause]
    }
    assert PLAYS < ENOUGH or never <= UNREACHED.get(name, frozenset())
