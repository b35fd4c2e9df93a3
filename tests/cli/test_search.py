"""``fireflies play smile`` with players that are set up by what follows a colon."""

import pytest

from fireflies.cli import main


def shown(capsys: pytest.CaptureFixture[str], seats: str) -> tuple[str, str]:
    """What a play with these players prints, and what it says to a person; it ends well."""
    words = ["play", "smile", "--seats", seats, "--seed", "1"]
    assert main(words) == 0
    written = capsys.readouterr()
    return written.out, written.err


def test_a_search_sits_at_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside other players, twice the same; with another budget, another play."""
    out, _ = shown(capsys, "search:5,greedy,Ann=search-view:3")
    assert "Game over after auction 10" in out
    assert shown(capsys, "search:5,greedy,Ann=search-view:3")[0] == out
    assert shown(capsys, "search:50,greedy,random")[0] != out


@pytest.mark.parametrize(
    "player",
    ["search:0", "search:abc", "search:-3", "search:", "search:9e9s", "search-view:nan s"],
)
def test_a_setting_that_is_none(capsys: pytest.CaptureFixture[str], player: str) -> None:
    """One line that says what would be right, exit code 2, and no play."""
    with pytest.raises(SystemExit) as leaving:
        main(["play", "smile", "--seats", f"{player},greedy,random", "--seed", "1"])
    assert leaving.value.code == 2
    written = capsys.readouterr()
    assert written.out == ""
    (line,) = [line for line in written.err.splitlines() if "error: " in line]
    assert f"--seats: '{player}': a budget is a number of rollouts" in line
    assert "Traceback" not in written.err
    assert written.err.splitlines()[-1] == line


def test_a_search_without_a_setting_is_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    """The list of who there is shows that something has to follow."""
    with pytest.raises(SystemExit) as leaving:
        main(["play", "smile", "--seats", "search,greedy,random", "--seed", "1"])
    assert leaving.value.code == 2
    assert "no player is called 'search'" in (said := capsys.readouterr().err)
    assert "search:, search-view:" in said
