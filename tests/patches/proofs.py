"""Run the proofs in a folder: ``python -m tests.patches.proofs FOLDER [CLAUSE]``.

With a clause, only the tests that are marked with it. The last line of the output is a JSON object:
whether each test noticed a mistake. A test notices it by an assertion or a refusal, not by a
crash, nor by anything before or after the test. The exit code is pytest's.
"""

import json
import sys
from typing import Final

import pytest

from fireflies.errors import FirefliesError

NOTICES: Final = (AssertionError, pytest.fail.Exception, FirefliesError)
"""The errors of a test that notices a mistake; any other is a crash."""


class Proofs:
    """A plugin of pytest: keeps the tests of a clause, and remembers which of them notice."""

    def __init__(self, clause: str | None) -> None:
        self.clause = clause
        self.noticed: dict[str, bool] = {}

    @pytest.hookimpl
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are marked with the clause; without one, all."""
        if self.clause is not None:
            items[:] = [item for item in items if self.clause in _marks(item)]

    @pytest.hookimpl
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Remember whether the test itself notices a mistake, with any of its parameters."""
        if call.when == "call":
            test = item.nodeid.partition("[")[0]
            noticed = call.excinfo is not None and call.excinfo.errisinstance(NOTICES)
            self.noticed[test] = self.noticed.get(test, False) or noticed


def _marks(item: pytest.Item) -> set[str]:
    return {clause for mark in item.iter_markers("clause") for clause in mark.args}


def main(folder: str, clause: str | None = None) -> int:
    """Run the tests, print which of them notice a mistake, and return the exit code."""
    proofs = Proofs(clause)
    plain = ("-q", "--tb=line", "-p", "no:cacheprovider", "-p", "no:randomly")
    code = pytest.main([*plain, folder], plugins=[proofs])
    sys.stdout.write(json.dumps(proofs.noticed))
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
