"""Tests of the strength session, with players of known strength and computed figures."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.strength import matches
from tests.strength.__main__ import main
from tests.strength.matches import Match, Played, Series


def last(match: Match, file: Path | None = None) -> Series:
    """Return the result at the last look at a match."""
    *_, found = matches.series(match, matches.Kept(file), map)
    return found


@pytest.mark.long
def test_the_better_player_is_found() -> None:
    """Greedy against two random bots, and the other way round; greedy against itself."""
    better = last(Match("smile", "greedy", "random", 3, (60,), 0.1))
    worse = last(Match("smile", "random", "greedy", 3, (60,), 0.1))
    even = last(Match("smile", "greedy", "greedy", 3, (60,), 0.1))
    assert better.passed
    assert better.low > even.high > even.low > worse.high
    assert even.low < 1 / 3 < even.high
    assert not even.passed
    assert not worse.passed


def test_a_match_is_of_its_game() -> None:
    """Two players can play Festival, and no Smile; the bot's decisions are counted and timed."""
    found = matches.play(Match("festival", "greedy", "last", 2, (2,), None), 0)
    assert found.share == 1
    assert found.decisions > 20
    assert found.seconds > 0


def half(_: Match, number: int) -> Played:
    """Win every second game, in two seconds for ten decisions."""
    return Played(Fraction(number % 2), 2.0, 10)


def test_the_interval_is_that_of_a_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of 100 games won: 1.96 times a standard error of 0.0503 on each side."""
    monkeypatch.setattr(matches, "play", half)
    found = last(Match("smile", "a", "b", 4, (100,), 0.1))
    assert (found.games, found.share, found.seconds) == (100, 0.5, 0.2)
    assert found.high - 0.5 == pytest.approx(0.5 - found.low)
    assert found.high == pytest.approx(0.5985, abs=0.0001)
    assert found.match.needed == pytest.approx(0.35)
    assert found.passed


def test_more_looks_ask_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two looks, an interval is 2.24 standard errors wide; the first that passes is the last.

    After 100 games 0.5 less 0.113 is not above 0.4, after 200 games 0.5 less 0.079 is.
    """
    monkeypatch.setattr(matches, "play", half)
    match = Match("smile", "a", "b", 5, (100, 200), 0.2)
    first, second = matches.series(match, matches.Kept(), map)
    assert first.low == pytest.approx(0.3874, abs=0.0001)
    assert not first.passed
    assert (second.games, second.passed) == (200, True)
    looks = [*matches.series(match._replace(gain=0.1), matches.Kept(), map)]
    assert [it.games for it in looks] == [100]


def test_a_match_goes_on_where_it_was_interrupted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Games that are kept are not played again; those of other players are others."""
    asked: list[int] = []

    def count(match: Match, number: int) -> Played:
        asked.append(number)
        return half(match, number)

    monkeypatch.setattr(matches, "play", count)
    match, file = Match("smile", "a", "b", 4, (4,), None), tmp_path / "games.jsonl"
    last(match, file)
    assert last(match._replace(looks=(6,)), file) == last(match._replace(looks=(6,)))
    assert asked == [*range(4), 4, 5, *range(6)]
    last(match._replace(player="c"), file)
    assert asked[12:] == [*range(4)]


def test_a_gate_asks_for_the_lower_end() -> None:
    """A tenth above the share by chance; a match without a gate always passes."""
    gate = Match("smile", "a", "b", 5, (9,), 0.1)
    assert Series(gate, 9, 0.4, 0.301, 0.5, 0).passed
    assert not Series(gate, 9, 0.4, 0.299, 0.5, 0).passed
    assert Series(gate._replace(gain=None), 9, 0.1, 0.0, 0.2, 0).passed


def test_the_gates_are_those_that_were_promised() -> None:
    """In each game 400 rollouts against 100, and greedy against random but in Smile.

    Also 400 rollouts in Smile, and 16 in the other games, against greedy.
    """
    asked = [it[:4] for it in matches.MATCHES if it.gain is not None]
    assert asked == [
        *(("smile", "search:400", "greedy", seats) for seats in (3, 4, 5)),
        *(("smile", "search:400", "search:100", seats) for seats in (3, 5)),
        *(("festival", "greedy", "random", seats) for seats in (2, 4, 6)),
        ("festival", "search:16", "greedy", 2),
        ("festival", "search:400", "search:100", 2),
        *(("misbehavin", "greedy", "random", seats) for seats in (2, 3, 4)),
        ("misbehavin", "search:16", "greedy", 2),
        ("misbehavin", "search:400", "search:100", 2),
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
        Match("smile", player, "random", 3, (600,), 0.1),
        Match("smile", "first", "last", 4, (200,), None),
        Match("festival", "greedy", "random", 2, (600,), 0.1),
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
