"""Tests of the measure of how often the explorer names the broken clause."""

import pytest

from tests.misreadings.lists import GAMES, misreadings
from tests.misreadings.naming import FIRST, Tried, attempt, chosen, is_measured, row


def test_figures_count_the_engines_that_are_found() -> None:
    wrong = next(iter(misreadings("smile").values()))
    right, other = (wrong.clause,), ("smile.bid.ties",)
    tried = [
        Tried(wrong),
        Tried(wrong, "/phase", right, other),
        Tried(wrong, "/phase", right, right),
        Tried(wrong, "/phase", other, other),
    ]
    assert [*row(tried).values()] == [4, 3, 2, 67, 1, 33]
    assert [*row([]).values()] == [0] * 6


@pytest.mark.parametrize("game", GAMES)
def test_two_thirds_of_the_engines_are_measured(game: str) -> None:
    listed = misreadings(game).values()
    assert sum(map(is_measured, listed)) == pytest.approx(2 * len(listed) / 3, rel=0.1)
    assert len(chosen(game, 7)) == 7


@pytest.mark.long
def test_a_wrong_score_is_named() -> None:
    found = attempt(misreadings("smile")["clear-beads-pay-for-blue"], seed=1)
    assert found.at == "/outcome/scores"
    assert "smile.score.blue-beads" in found.named
    assert len(found.unasked) == FIRST
