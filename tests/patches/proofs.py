"""Run the proofs in a folder: ``python -m tests.patches.proofs FOLDER [CLAUSE]``.

With a clause, only the tests that are marked with it. The exit code is pytest's, but 1 only if a
test fails in itself, by an assertion or a refusal; a crash, or a failure before or after the test,
gives another.
"""

import sys
from typing import Final

import pytest

from fireflies.errors import FirefliesError

NOTICES: Final = (AssertionError, pytest.fail.Exception, FirefliesError)
"""What a test raises that notices a mistake; anything else is a crash."""


class Proofs:
    """A plugin of pytest: keeps the tests of a clause, and notes whether one notices a mistake."""

    def __init__(self, clause: str | None) -> None:
        self.clause = clause
        self.noticed = False

    @pytest.hookimpl
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are marked with the clause; without one, all."""
        if self.clause is not None:
            items[:] = [item for item in items if self.clause in _marks(item)]

    @pytest.hookimpl
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Note whether the test itself failed by an assertion or a refusal."""
        error = call.excinfo
        if call.when == "call" and error is not None and error.errisinstance(NOTICES):
            self.noticed = True


def _marks(item: pytest.Item) -> set[str]:
    return {clause for mark in item.iter_markers("clause") for clause in mark.args}


def run(folder: str, clause: str | None = None) -> int:
    """Run the tests, and return the exit code."""
    proofs = Proofs(clause)
    plain = ("-q", "--tb=line", "-p", "no:cacheprovider", "-p", "no:randomly")
    code = pytest.main([*plain, folder], plugins=[proofs])
    if code == pytest.ExitCode.TESTS_FAILED and not proofs.noticed:
        return pytest.ExitCode.INTERNAL_ERROR
    return code


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))
