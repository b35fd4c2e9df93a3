"""Fixtures of the tests of adapters: Kuhn poker, and other games, registered."""

from collections.abc import Callable
from typing import Any

import pytest

from fireflies import games
from fireflies.games import Game
from tests import kuhn as kuhn_poker


@pytest.fixture
def kuhn(monkeypatch: pytest.MonkeyPatch) -> str:
    """Register Kuhn poker, and return its name."""
    monkeypatch.setitem(games._BUILT_IN, "kuhn", kuhn_poker.__name__)
    return kuhn_poker.GAME.name


@pytest.fixture
def stand_in(kuhn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[Game[Any]], str]:
    """Return a function that registers another game in place of Kuhn poker and returns its name."""

    def register(game: Game[Any]) -> str:
        monkeypatch.setattr(kuhn_poker, "GAME", game)
        return kuhn

    return register
