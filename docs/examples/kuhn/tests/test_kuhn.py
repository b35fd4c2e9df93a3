"""Tests of Kuhn poker: the contract of all games, then the rules of this one."""

from collections.abc import Callable

import pytest
from kuhn import BET, GAME, PASS, Deal, State

from fireflies import testing


@pytest.mark.parametrize("check", testing.properties(GAME))
def test_contract(check: Callable[[], None]) -> None:
    check()


TestPlays = testing.machine(GAME).TestCase


def test_a_pass_after_a_bet_loses_one_chip() -> None:
    """Nobody shows a card, so the higher one does not help."""
    over = State(("Q", "K")).apply(BET).apply(PASS)
    assert over.outcome is not None
    assert (over.outcome.scores, str(over.outcome.clause)) == ((1, -1), "kuhn.end.fold")
    assert over.view("spectator").position == "?? bp"


def test_a_card_is_dealt_only_once() -> None:
    refused = State(("K",)).check(Deal("K"))
    assert refused is not None
    assert str(refused.clause) == "kuhn.deal.one-card"


def test_the_higher_card_takes_the_pot() -> None:
    over = State(("Q", "K")).apply(BET).apply(BET)
    assert over.outcome is not None
    assert over.outcome.scores == (-2, 2)
    assert over.view("spectator").position == "QK bb"
