"""Tests of the strength session, with players of known strength and computed figures."""

import json
from pathlib import Path

import pytest

from tests.strength import matches
from tests.strength.__main__ import main
from tests.strength.matches import Match, Series


@pytest.mark.long
def test_the_better_player_is_found() -> None:
    """Greedy against two random bots, and the other way round; greedy against itself."""
    better = matches.series(Match("smile", "greedy", "random", 3, 60, 0.1))
    worse = matches.series(Match("smile", "random", "greedy", 3, 60, 0.1))
    even = matches.series(Match("smile", "greedy", "greedy", 3, 60, 0.1))
    assert better.passed
    assert better.low > even.high > even.low > worse.high
    assert even.low < 1 / 3 < even.high
    assert not even.passed
    assert not worse.passed


def test_a_match_is_of_its_game() -> None:
    """Two players can play Festival, and no Smile."""
    assert matches.share_of_game(Match("festival", "greedy", "last", 2, 2, None), 0) == 1


def test_the_interval_is_that_of_a_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of 100 games won: 1.96 times a standard error of 0.0503 on each side."""
    monkeypatch.setattr(matches, "share_of_game", lambda _, number: number % 2)
    found = matches.series(Match("smile", "a", "b", 4, 100, 0.1))
    assert found.share == 0.5
    assert found.high - 0.5 == pytest.approx(0.5 - found.low)
    assert found.high == pytest.approx(0.5985, abs=0.0001)
    assert found.needed == pytest.approx(0.35)
    assert found.passed


def test_a_gate_asks_for_the_lower_end() -> None:
    """A tenth above the share by chance; a match without a gate always passes."""
    gate = Match("smile", "a", "b", 5, 9, 0.1)
    assert Series(gate, 0.4, 0.301, 0.5).passed
    assert not Series(gate, 0.4, 0.299, 0.5).passed
    assert Series(gate._replace(gain=None), 0.1, 0.0, 0.2).passed


def test_the_gates_are_those_that_were_promised() -> None:
    """Smile: 400 rollouts against greedy. Festival: greedy against random, and 16 rollouts.

    Misbehavin': greedy against random, and 16 rollouts.
    """
    asked = [it[:4] for it in matches.MATCHES if it.gain is not None]
    assert asked == [
        *(("smile", "search:400", "greedy", seats) for seats in (3, 4, 5)),
        *(("festival", "greedy", "random", seats) for seats in (2, 4, 6)),
        ("festival", "search:16", "greedy", 2),
        *(("misbehavin", "greedy", "random", seats) for seats in (2, 3, 4)),
        ("misbehavin", "search:16", "greedy", 2),
    ]


@pytest.mark.parametrize(("player", "code"), [("greedy", 0), ("last", 1)])
def test_the_program(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    player: str,
    code: int,
) -> None:
    """It prints a line for each match, writes the figures, and has an exit code for the gates."""
    listed = [
        Match("smile", player, "random", 3, 600, 0.1),
        Match("smile", "first", "last", 4, 200, None),
        Match("festival", "greedy", "random", 2, 600, 0.1),
    ]
    monkeypatch.setattr(matches, "MATCHES", listed)
    file = tmp_path / "strength.json"
    assert main(["--game", "smile", "--games", "40", "--json", str(file)]) == code
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[1].endswith("at least 0.433: passed" if code == 0 else "at least 0.433: MISSED")
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert [(it["player"], it["games"]) for it in kept["series"]] == [(player, 40), ("first", 40)]


def test_one_game_is_no_series() -> None:
    """It has no deviation."""
    with pytest.raises(SystemExit) as exit_info:
        main(["--games", "1"])
    assert exit_info.value.code == 2
