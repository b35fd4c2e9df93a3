"""What the tests of adapters share: Kuhn poker, known by its name."""

from collections.abc import Callable
from typing import Any

import pytest

from fireflies import games
from fireflies.games import Game
from tests import kuhn as kuhn_poker


@pytest.fixture
def kuhn(monkeypatch: pytest.MonkeyPatch) -> str:
    """Have Kuhn poker registered, and return its name."""
    monkeypatch.setitem(games._OURS, "kuhn", kuhn_poker.__name__)
    return kuhn_poker.GAME.name


@pytest.fixture
def stand_in(kuhn: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[Game[Any]], str]:
    """Have another game registered in place of Kuhn poker; it returns the name."""

    def register(game: Game[Any]) -> str:
        monkeypatch.setattr(kuhn_poker, "GAME", game)
        return kuhn

    return register
