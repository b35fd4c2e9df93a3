"""A fixture for tests of the command that need Kuhn poker."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from fireflies import games
from tests.test_cli import Ended, run

Here: TypeAlias = Callable[..., Ended]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    """Return the function that runs the command in this process; Kuhn poker is registered."""
    monkeypatch.setitem(games._BUILT_IN, "kuhn", "tests.kuhn")
    return run
