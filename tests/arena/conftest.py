"""Fixtures of the tests of the arena."""

import pytest


@pytest.fixture(autouse=True)
def workers_without_coverage(unmeasured: None) -> None:
    """Switch off coverage in workers: the tests kill them, which breaks its files."""
