"""Tests of ``fireflies arena``: output, kept games, exit codes."""

import errno
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from fireflies import arena, smile
from fireflies.arena.figures import figures
from fireflies.cli import arena as cli_arena
from fireflies.files import load
from tests.arena.bots import remembering
from tests.cli.test_replay_score_box import box_with
from tests.test_cli import PATIENCE, command, ended, process, run, started

SMILE: Final = ("arena", "smile", "--jobs", "0")


def json_of(text: str) -> Any:
    """Return the parsed JSON output of the command, which is one line."""
    (line,) = text.splitlines()
    return json.loads(line)


# Output.


def test_all_figures_are_printed_as_json() -> None:
    words = ("--seats", "greedy,me=random,first", "--games", "9", "--seed", "4", "--beads", "4")
    code, out, err = run(*SMILE, *words, "--json", "--stats", "--time", "60")
    players: list[str | arena.Player] = ["greedy", arena.Player("me", "random"), "first"]
    plan = arena.plan(
        smile.GAME, players, 9, seed=4, options={"beads": 4}, events=True, seconds=60.0
    )
    assert (code, err) == (0, "")
    found = json_of(out)
    made = [found.pop("made_by"), found.pop("revision")]
    assert made == [run("--version").out.strip(), smile.GAME.revision]
    assert found == json.loads(json.dumps(figures(plan, arena.run(plan))))


def test_a_table_is_printed() -> None:
    """The default is a random bot on every seat; ``--stats`` adds the balance of the game."""
    code, out, err = run(*SMILE, "--games", "3", "--players", "4")
    assert (code, err) == (0, "")
    assert out.startswith("Smile, edition 2017: 3 games, seed 0\n")
    assert out.count("\nrandom ") == 4
    longer = run(*SMILE, "--games", "3", "--players", "4", "--stats").out
    assert longer.startswith(out)
    assert "seat 3: " in longer


@pytest.mark.parametrize("jobs", ["0", "1"])
def test_a_bot_that_fails_in_every_game_is_told_once(jobs: str) -> None:
    """With the place of the error in its own file, and exit code 1."""
    seats = ("--seats", "random,me=tests.arena.bots:clueless,random", "--games", "3")
    code, out, _ = run("arena", "smile", "--jobs", jobs, *seats)
    assert code == 1
    told = [line for line in out.splitlines() if "me, error in" in line]
    assert told
    assert all(" (bots.py, line " in line for line in told)
    assert sum(int(line.split()[3]) for line in told) == 3


@pytest.mark.parametrize("jobs", ["0", "1"])
def test_a_bot_of_another_module_plays(jobs: str) -> None:
    """It plays in this process and in a worker, under the name of its function or a given one."""
    mine = "tests.arena.bots:remembering"
    seats = ("--seats", f"{mine},random,me={mine}", "--games", "2", "--jobs", jobs)
    code, out, err = run("arena", "smile", *seats, "--json")
    assert (code, err) == (0, "")
    players = [(player["name"], player["bot"]) for player in json_of(out)["players"]]
    assert players == [(mine, mine), ("random", "random"), ("me", mine)]
    plan = arena.plan(smile.GAME, [remembering, "random", remembering], 2)
    scores = figures(plan, arena.run(plan))["seats"]
    assert json_of(out)["seats"] == json.loads(json.dumps(scores))


def test_a_box_file_is_used(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text(box_with(["2"] * 30 + ["6 V"] * 20), encoding="utf-8")
    words = (*SMILE, "--games", "1", "--json", "--box")
    assert json_of(run(*words, str(box)).out)["options"]["box"] == ["2"] * 30 + ["6 V"] * 20
    code, out, err = run(*words, str(tmp_path / "none.toml"))
    assert (code, out) == (1, "")
    assert "none.toml: No such file" in err


def test_a_plot_is_drawn(tmp_path: Path) -> None:
    """A file that can't be written is reported before the first game."""
    file = tmp_path / "a.svg"
    assert run(*SMILE, "--games", "5", "--plot", str(file)).code == 0
    assert "Smile, edition 2017: 5 games" in file.read_text(encoding="utf-8")
    code, out, err = run(*SMILE, "--plot", str(tmp_path / "nowhere" / "a.svg"))
    assert (code, out) == (1, "")
    assert err == f"fireflies: {tmp_path / 'nowhere' / 'a.svg'}: No such file or directory\n"


def test_without_matplotlib_a_plot_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The message says what to install; no game is played."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = run(*SMILE, "--plot", str(tmp_path / "a.svg"))
    assert (code, out) == (2, "")
    *_, last = err.splitlines()
    wanted = 'plot: it needs matplotlib; in a clone of fireflies: pip install ".[plot]"'
    assert last == f"fireflies arena smile: error: {wanted}"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--resume",), "--resume: --records says where the games are"),
        (("--jobs", "-1"), "--jobs is a number from 0 to 1024"),
        (("--jobs", "1025"), "--jobs is a number from 0 to 1024"),
        (("--games", "0"), "games: a whole number from 1 is wanted, not 0"),
        (("--seed", "-1"), "seed: seeds go from 0 to 2**64 - 1; this is -1"),
        (("--time", "0"), "seconds: a time above 0"),
        (("--seats", "random,random"), "is wanted, not 2"),
        (("--seats", "random,nobody,first"), "players[1]: no player is called 'nobody'"),
        (("--seats", "first,no.where:bot,first"), "players[1]: 'no.where:bot' can't be imported"),
        (("--seats", "first,first,first", "--players", "4"), "players: 3 are named, but 4 play"),
        (("--players", "9"), "smile.setup.players"),
        (("--plot", "a.txt"), "plot: a file name ends with one of "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_usage_is_reported_in_one_line(words: tuple[str, ...], problem: str) -> None:
    code, out, err = run(*SMILE, *words)
    assert (code, out) == (2, "")
    *_, last = err.splitlines()
    assert last.startswith("fireflies arena smile: error: ")
    assert problem in last


def test_games_of_another_arena_are_refused_in_one_line(tmp_path: Path) -> None:
    words = ("--games", "3", "--records", str(tmp_path))
    assert run(*SMILE, *words).code == 0
    for more, problem in (
        ((), f"fireflies: {tmp_path}: there are games here already"),
        (
            ("--resume", "--seed", "1"),
            f"fireflies: {tmp_path}/games-000000000.jsonl.gz: line 1, seed:",
        ),
    ):
        code, out, err = run(*SMILE, *words, *more)
        assert (code, out) == (1, "")
        assert err.startswith(problem)
        assert len(err.splitlines()) == 1


# Interruptions, errors and progress.


def test_an_interruption_prints_the_figures_so_far(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = arena.run_in_parts

    def interrupted(*given: Any, **named: Any) -> Iterator[arena.Totals]:
        games = real(*given, **named)
        yield next(games)
        yield next(games)
        games.close()
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_arena, "run_in_parts", interrupted)
    ended: list[str] = []

    class Child:
        def kill(self) -> None:
            ended.append("killed")

    monkeypatch.setattr(multiprocessing, "active_children", lambda: [Child()])
    code, out, err = run(*SMILE, "--games", "50")
    assert (code, err) == (130, "fireflies: interrupted after 3 of 50 games\n")
    assert "3 of 50 games" in out
    assert ended == ["killed"]
    words = ("--games", "50", "--json", "--records", str(tmp_path))
    code, _, err = run(*SMILE, *words)
    kept = "interrupted after 3 of 50 games; they are kept, and --resume goes on"
    assert (code, err) == (130, f"fireflies: {kept}\n")
    monkeypatch.setattr(cli_arena, "run_in_parts", real)
    assert run(*SMILE, *words, "--resume").out == run(*SMILE, *words[:3]).out


def test_a_full_disk_prints_the_figures_so_far(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, fsync = str(tmp_path / "games-000000003.jsonl.gz"), os.fsync

    def full(number: int) -> None:
        if len([*tmp_path.glob("games-*.jsonl.gz")]) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(number)

    monkeypatch.setattr(os, "fsync", full)
    words = (*SMILE, "--games", "50", "--records", str(tmp_path))
    code, out, err = run(*words)
    assert (code, err) == (1, f"fireflies: {file}: No space left on device\n")
    assert out.startswith("Smile, edition 2017: 3 of 50 games, seed 0\n")
    code, out, err = run(*words, "--resume", "--games", "9")
    assert (code, err) == (1, f"fireflies: {file}: No space left on device\n")
    monkeypatch.setattr(os, "fsync", fsync)
    assert run(*words, "--resume").out == run(*SMILE, "--games", "50").out


def test_control_characters_of_a_bot_are_escaped() -> None:
    """In its name and in its error."""
    seats = "\x1b[2J=tests.arena.bots:escaping,random,random"
    out = run(*SMILE, "--games", "1", "--seats", seats).out
    assert "\x1b" not in out
    assert out.count("\\x1b[2J") == 3


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for a condition, with a time limit."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


@pytest.mark.long
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    "way", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], ids=["terminated", "closed", "killed"]
)
def test_a_stopped_run_can_be_resumed(tmp_path: Path, way: int) -> None:
    """The result with worker processes equals that of a run without a stop.

    Unless it is killed, the figures so far are printed. No worker is left, and no warning.
    """
    words = ("--seats", "greedy,random,first", "--json")
    keeping = (*words, "--jobs", "1", "--records", str(tmp_path))
    with started(command("arena", "smile", *keeping, "--games", "100000")) as running:
        wait_until(lambda: len([*tmp_path.glob("games-*.jsonl.gz")]) > 5)
        workers = child_processes(running.pid)
        running.send_signal(way)
        code, out, err = ended(running)
    assert workers
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    assert code == (-way if way == signal.SIGKILL else 128 + way)
    if way != signal.SIGKILL:
        assert "of 100000 games; they are kept, and --resume goes on" in err
        assert len(err.splitlines()) == 1
        assert 0 < json_of(out)["finished"] < 100_000
    games = sum(len([*load(file)]) for file in tmp_path.glob("games-*.jsonl.gz"))
    total = str(games + 20)
    again = process("arena", "smile", *keeping, "--games", total, "--resume")
    assert (again.code, again.err) == (0, "")
    assert json_of(again.out) == json_of(run(*SMILE, *words, "--games", total).out)


@pytest.mark.long
def test_workers_end_with_the_command(tmp_path: Path) -> None:
    """Even when the command is killed."""
    words = ("--jobs", "1", "--games", "100000", "--records", str(tmp_path))
    with started(command("arena", "smile", *words)) as running:
        wait_until(lambda: bool([*tmp_path.glob("games-*.jsonl.gz")]))
        workers = child_processes(running.pid)
        assert workers
        running.kill()
        ended(running)
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


def child_processes(pid: int) -> list[str]:
    """Return the child processes of a process, as Linux lists them."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()


def test_progress_is_shown_on_a_terminal_only() -> None:
    """It is one line on standard error that is cleared at the end."""
    words = (*SMILE, "--games", "7", "--json")
    done = run(*words, terminal="xterm")
    pieces = done.err.split("\r")
    assert pieces[1:-1] == ["1 of 7 games", "3 of 7 games", "7 of 7 games"]
    assert pieces[-1] == "\x1b[K"
    assert run(*words) == (0, done.out, "") == run(*words, terminal="dumb")


def test_lost_workers_are_reported_on_a_line_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the progress line is cleared first."""

    def losing(*given: Any, **named: Any) -> Iterator[arena.Totals]:
        named["report"]("games 0 to 1 were lost")
        yield arena.run(given[0])

    monkeypatch.setattr(cli_arena, "run_in_parts", losing)
    assert run(*SMILE, "--games", "2").err == "fireflies: games 0 to 1 were lost\n"
    err = run(*SMILE, "--games", "2", terminal="xterm").err
    assert err.startswith("\r\x1b[Kfireflies: games 0 to 1 were lost\n\r2 of 2 games")
