"""The conformance cases as a test of our rules, for mutants alone.

The session ``engines`` compares the rules with the oracle in all states of all cases.
"""

from functools import partial
from typing import Final

import pytest

from fireflies import games
from fireflies.conformance import runner, wire
from fireflies.conformance.cases import load
from fireflies.conformance.pool import Pool
from tests.conformance.direct import DirectEngine

SUITES: Final = {name: load(games.get(name)) for name in games.names()}
"""Read once, and not for each mutant."""


@pytest.mark.parametrize("name", SUITES)
def test_the_rules_pass_every_case(name: str) -> None:
    pool = Pool(partial(DirectEngine, wire.handle), 1)
    for result in runner.run(pool, games.get(name), SUITES[name]):
        assert result.verdict.status == "passed", result.case.id
