"""Fixtures of the tests of the arena."""

import pytest


@pytest.fixture(autouse=True)
def uncovered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch off coverage in workers: they are killed, which would leave half of a file."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
