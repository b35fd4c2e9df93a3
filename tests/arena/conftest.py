"""Fixtures of the tests of the arena."""

import pytest


@pytest.fixture(autouse=True)
def uncovered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch off coverage in workers: the tests kill them, which breaks its files."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
