"""Tests of ``fireflies play smile`` with bots that search."""

import pytest

from fireflies.cli import main


def play(capsys: pytest.CaptureFixture[str], seats: str) -> tuple[str, str]:
    """Run a play with these seats; return its output and its messages."""
    words = ["play", "smile", "--seats", seats, "--seed", "1"]
    assert main(words) == 0
    written = capsys.readouterr()
    return written.out, written.err


def test_bots_that_search_can_play(capsys: pytest.CaptureFixture[str]) -> None:
    """The same players and budgets give the same play again; others give another play."""
    out, _ = play(capsys, "search:5,greedy,Ann=search-view:3")
    assert "Game over after auction 10" in out
    assert play(capsys, "search:5,greedy,Ann=search-view:3")[0] == out
    assert play(capsys, "search:50,greedy,random")[0] != out


@pytest.mark.parametrize(
    "player",
    ["search:0", "search:abc", "search:-3", "search:", "search:9e9s", "search-view:nan s"],
)
def test_an_invalid_budget_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], player: str
) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["play", "smile", "--seats", f"{player},greedy,random", "--seed", "1"])
    assert exit_info.value.code == 2
    written = capsys.readouterr()
    assert written.out == ""
    (line,) = [line for line in written.err.splitlines() if "error: " in line]
    assert f"--seats: '{player}': a budget is a number of rollouts" in line
    assert "Traceback" not in written.err
    assert written.err.splitlines()[-1] == line


def test_a_search_without_a_budget_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The message lists the names that need a budget."""
    with pytest.raises(SystemExit) as exit_info:
        main(["play", "smile", "--seats", "search,greedy,random", "--seed", "1"])
    assert exit_info.value.code == 2
    assert "no player is called 'search'" in (message := capsys.readouterr().err)
    assert "search:, search-view:" in message
