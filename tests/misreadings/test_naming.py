"""Tests of the measure of how often the explorer names the broken clause."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.misreadings import naming
from tests.misreadings.lists import GAMES, Misreading, misreadings
from tests.misreadings.naming import FIRST, Tried, attempt, chosen, is_measured, measure, row


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


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each engine is tried once; another seed begins anew."""
    asked: list[str] = []

    def note(wrong: Misreading, seed: int) -> Tried:
        asked.append(f"{wrong.name} {seed}")
        return Tried(wrong, "/phase", (wrong.clause,), ("smile.bid.ties",))

    monkeypatch.setattr(naming, "attempt", note)
    monkeypatch.setattr(naming, "ProcessPoolExecutor", ThreadPoolExecutor)
    listed, kept = chosen("smile", 3), tmp_path / "kept.jsonl"
    first = [*measure(listed[1:2], 1, kept)]
    assert [*measure(listed, 1, kept)][1:2] == first
    assert [*measure(listed, 1, kept)] == [note(it, 1) for it in listed]
    assert sorted(asked[:3]) == sorted(f"{it.name} 1" for it in listed)
    assert len(asked) == 6
    assert [*measure(listed[:1], 2, kept)] == [note(listed[0], 2)]
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.long
def test_a_wrong_score_is_named() -> None:
    found = attempt(misreadings("smile")["clear-beads-pay-for-blue"], seed=1)
    assert found.at == "/outcome/scores"
    assert "smile.score.blue-beads" in found.named
    assert len(found.unasked) == FIRST
