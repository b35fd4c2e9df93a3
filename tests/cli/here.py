"""The command in this process, with games of the test's."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from fireflies import games
from tests.test_cli import Ended, run

Here: TypeAlias = Callable[..., Ended]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    """Return what runs the command in this process, with Kuhn poker among the games."""
    monkeypatch.setitem(games._OURS, "kuhn", "tests.kuhn")
    return run
