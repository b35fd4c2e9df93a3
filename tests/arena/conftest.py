"""What tests of the arena share."""

import pytest


@pytest.fixture(autouse=True)
def uncovered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes are killed here, and what one kept of its coverage would be half written."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
