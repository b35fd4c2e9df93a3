"""A game with turns of many decisions at the terminal: Firefly Festival."""

import re
from pathlib import Path
from typing import Final

import pytest

from fireflies import festival
from fireflies.bots import first
from fireflies.festival.box.options import BOX
from fireflies.record import begin
from fireflies.table import Table
from tests.test_cli import Ended, run, with_newlines

PLAY: Final = ("play", "festival")
SMALL: Final = (*PLAY, "--box", "small", "--seed", "3")
TILES: Final = ("small 1 coins-2", "TILE medium 3 workers-2", "medium 4 goals-1", "large 5 coins-3")
GOALS: Final = ("hubs 2 4", "ready 6 4", "floors 1 3", "deal tower 2 4")


def alone(*lines: str, seats: str = "human,first", terminal: str = "") -> Ended:
    """One person against bots, on the small board."""
    return run(*SMALL, "--seats", seats, typed=with_newlines(lines), terminal=terminal)


def answers(done: Ended) -> list[list[str]]:
    """Return the lines that were printed after each prompt of the only person."""
    parts = re.split(r"^you> ", done.out, flags=re.MULTILINE)[1:]
    return [[line.strip() for line in part.splitlines() if line.strip()] for part in parts]


def test_the_menu_is_grouped_by_kinds_of_actions() -> None:
    """One turn is typed by words, another one begins with a number."""
    done = alone("move", "walk a", "done", "end")
    menu = done.out.split("you> ")[0].splitlines()
    assert any(re.match(r"  bridge +\[1\] A[BD]\d", line) for line in menu)
    told = " ".join(" ".join(part) for part in answers(alone("1", "stay", "end")))
    assert re.search(r"you build the bridge A[BD]\d of \d pieces? for \d coins?", told)
    assert "you move nobody over the new bridge" in told
    assert "you end the turn" in told
    assert "first takes a turn" in told


def test_the_log_begins_with_the_own_turn_before() -> None:
    """With three players the last three turns, from their first event on, and this one."""
    turn = ("move", "done", "end")
    done = alone(*turn, *turn, "fish", "log", seats="human,first,last")
    log = answers(done)[-2]
    turns = [line for line in log if line.endswith(("take a turn", "takes a turn"))]
    assert turns == [
        "you take a turn",
        "first takes a turn",
        "last takes a turn",
        "you take a turn",
    ]
    assert log[0] == "you take a turn"
    assert log[-1] == "you use a lucky fish for 3 coins: one more main action"
    first_log = answers(alone("log"))[0]
    assert first_log[0].startswith("island B gets a ")


def test_the_legend_tells_the_signs_of_the_table() -> None:
    """Line by line; a game without one says so."""
    told = " ".join(answers(alone("legend"))[0])
    for line in festival.GAME.legend:
        assert " ".join(line.split()) in told
    plain = run("play", "smile", "--seats", "human,first,first", "--seed", "1", typed="legend\n")
    assert "The table has no signs of its own." in plain.out


def test_a_refusal_says_what_is_missing() -> None:
    told = answers(alone("why fish", "bridge BF1", "pagoda B", "bridge ZZ1"))
    assert told[1][0].startswith("You have no worker on B or F (festival.bridge.worker")
    assert told[2][0].startswith("You have no worker on B. Turn: you have")
    assert told[3][0].startswith("There is no lane ZZ1 (festival.bridge.straight")


def test_undo_goes_back_within_a_turn() -> None:
    """To the last own decision, and over the turns of bots."""
    told = answers(alone("1", "stay", "undo", "cross b 1", "end", "undo"))
    assert told[2][0].startswith("Taken back: stay, by you")
    assert told[5][0].startswith("Taken back: end, by you, and what followed")


def test_a_game_is_kept_and_goes_on_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    begun = run(
        *SMALL, "--seats", "human,first", "--record", str(path), typed=with_newlines(["1", "quit"])
    )
    assert begun.code == 130
    done = run(*PLAY, "--resume", str(path), typed=with_newlines(["cross b 2", "quit"]))
    assert "you move 2 workers over the new bridge from A to B" in done.out


def test_who_types_what_chance_does_is_told_what_is_next() -> None:
    """Each tile for its island; a private goal is typed by its owner, and seen by nobody else."""
    lines = (*TILES, "", *GOALS[:2], "", *GOALS[2:], "1")
    done = run(
        *PLAY,
        "--box",
        "small",
        "--deal",
        "by-hand",
        "--seats",
        "Ann=human,Bob=human",
        typed=with_newlines([TILES[0], "small 2 coins-1", *lines[1:]]),
    )
    for island in "BCDF":
        assert f"  Setup: island {island} gets a tile.\n" in done.out
    assert "No tile small 2 coins-1 is left for this board (festival.setup.tiles" in done.out
    ann, bob, *_ = re.split(r"Pass the screen to \w+, who presses Enter\. ", done.out)[1:]
    assert "you are dealt the private goal hubs 2 for 4 points" in ann
    assert "hubs 2" not in bob
    assert "is dealt a private goal" in bob


@pytest.mark.parametrize("seat", ["0", "1", "spectator"])
def test_a_replay_tells_each_observer_the_own_cards_only(seat: str, tmp_path: Path) -> None:
    record = begin(festival.GAME, {"box": BOX.named["small"]()}, ["Ann", "Bob"])
    table = Table(record, [first, first], seed=5)
    table.run()
    path = tmp_path / "game.jsonl"
    path.write_text(f"{table.record.to_text()}\n", "utf-8")
    out = run("replay", str(path), "--seat", seat).out
    dealt = re.findall(r"^  (\w+) (?:is|are) dealt (\w+ [\w ]+)$", out, re.MULTILINE)
    hidden = [who for who, what in dealt if what == "a private goal"]
    names = {"0": ["Bob"], "1": ["Ann"], "spectator": ["Ann", "Bob"]}[seat]
    assert len(dealt) == 4
    assert sorted(set(hidden)) == sorted(names)


def test_the_hint_of_the_game_is_legal() -> None:
    told = answers(alone("hint"))[0]
    found = re.match(r"greedy would choose: .*\(([^(]+)\)\. \('hint", " ".join(told))
    assert found is not None
    festival.read_action(found[1])
    assert len(told) < 4  # the game does not go on


def test_the_table_is_told_without_signs() -> None:
    """For who hears it read aloud: a line for each island, seat and kind of thing."""
    told = answers(alone("show table"))[0]
    islands = [line for line in told if re.match("Island [A-Z]: ", line)]
    assert len(islands) == len(TILES) + 2  # two start islands
    assert "You: 0 points, 5 coins, " in " ".join(told)
    assert not re.search(r"[\[\]^_|=<>&]", " ".join(told))


def test_before_movements_stay_unused_a_person_at_a_terminal_is_asked_once() -> None:
    """After a no, the same decision is not asked about again; a pipe is never asked."""
    turn = ("1", "stay", "end", "y", "move", "done")
    question = "You leave 3 movements unused. Do it anyway? (y/n)> "
    for answers_typed, times in (("n", 1), ("y", 1)):
        done = alone(*turn, answers_typed, "done", terminal="dumb")
        assert done.out.count(question) == times
        assert "you leave 3 movements unused\n" in done.out
    refused = alone(*turn, "n", terminal="dumb").out
    assert (refused.count(question), "you leave 3 movements unused" in refused) == (1, False)
    assert "  Not done.\n" in refused
    piped = alone(*turn[:3], *turn[4:]).out
    assert (question in piped, "you leave 3 movements unused\n" in piped) == (False, True)


def test_before_the_secondary_action_stays_unused_a_person_at_a_terminal_is_asked() -> None:
    question = "End your turn: the secondary action stays unused. Do it anyway? (y/n)> "
    done = alone("1", "stay", "end", "n", "fish", terminal="dumb").out
    assert (done.count(question), "you end the turn" in done) == (1, False)
    done = alone("1", "stay", "end", "y", terminal="dumb").out
    assert (done.count(question), "you end the turn" in done) == (1, True)
    next_turn = ("move", "done", "y", "end")
    done = alone("1", "stay", "end", "y", *next_turn, terminal="dumb").out
    assert (done.count(question), done.count("you end the turn")) == (1, 2)
    assert question not in alone("1", "stay", "end").out
