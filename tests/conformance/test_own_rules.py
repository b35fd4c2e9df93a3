"""Our rules pass the cases of each clause, which so notice mutants of the rules too."""

from collections.abc import Mapping
from functools import partial

import pytest

from fireflies import games
from fireflies.conformance import runner, wire
from fireflies.conformance.cases import Case, load
from fireflies.conformance.pool import Pool
from fireflies.rulebook import Clause
from tests.conformance.direct import DirectEngine

CLAUSES = [clause for name in games.names() for clause in games.get(name).clauses]


@pytest.fixture(scope="module")
def cases() -> Mapping[str, list[Case]]:
    """Return the cases of all games by clause."""
    found: dict[str, list[Case]] = {clause: [] for clause in CLAUSES}
    for case in (it for name in games.names() for it in load(games.get(name))):
        found[case.clause].append(case)
    return found


@pytest.mark.long
@pytest.mark.parametrize("clause", CLAUSES)
def test_our_rules_pass_the_cases_of_a_clause(
    clause: Clause, cases: Mapping[str, list[Case]]
) -> None:
    pool = Pool(partial(DirectEngine, wire.handle), 1)
    results = runner.run(pool, games.get(clause.partition(".")[0]), cases[clause])
    found = [(it.case.id, it.verdict.message) for it in results if it.verdict.status != "passed"]
    assert found == []
