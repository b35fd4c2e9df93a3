"""Persons at the command: what they type, what they are shown, and that no game is ever lost."""

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import pytest

from fireflies import games, smile
from fireflies.bots import BOTS
from fireflies.cli import main, screen
from fireflies.contract import Action, State, Turn
from fireflies.files import load
from fireflies.record import Record, begin, read
from fireflies.table import Table
from tests.cli.here import Here, here
from tests.test_cli import PATIENCE, Ended, command, ended, environment, run, started

__all__ = ["here"]

PLAY: Final = ("play", "smile")
ALL_BOTS: Final = {**BOTS, **smile.GAME.bots}
FIRST_LINE: Final = "Pass the screen to "
PASSED: Final = re.compile(r"Pass the screen to human (\d), who presses Enter\. ")


def alone(seed: int, *words: str, typed: str = "", seats: str = "human,greedy,random") -> Ended:
    """One person against two bots."""
    return run(*PLAY, "--seats", seats, "--seed", str(seed), *words, typed=typed)


def kept(done: Ended) -> Record[State]:
    """The record that a run has printed in its last line."""
    return read(done.out.splitlines()[-1])


def in_file(path: Path) -> Record[State]:
    """The only record of a file."""
    (record,) = load(path)
    return record


def acts(record: Record[Any]) -> list[str]:
    """The actions of a record in words."""
    return [str(action) for action in record.actions]


class Plan(NamedTuple):
    """A game that was played beforehand, without the command."""

    record: Record[smile.State]
    choices: list[tuple[int, State, Action]]
    """What persons did, and where."""

    def lines(self, *, numbers: bool = False) -> list[str]:
        """What persons type for it, with an Enter whenever the screen goes to another one."""
        several = len({seat for seat, _, _ in self.choices}) > 1
        holder: int | None = None
        typed: list[str] = []
        for seat, state, action in self.choices:
            if several and seat != holder:
                typed.append("")
            holder = seat
            place = state.legal_actions.index(action)
            typed.append(str(place + 1) if numbers else str(action))
        return typed


def planned(seats: Sequence[str], seed: int, whim: int = 0, **given: object) -> Plan:
    """A whole game; persons do whatever comes to their minds."""
    bots = [None if seat == "human" else ALL_BOTS[seat] for seat in seats]
    options = {"players": len(seats), **given}
    table = Table(begin(smile.GAME, options, seats), bots, seed=seed)
    mind = random.Random(whim)
    choices: list[tuple[int, State, Action]] = []
    while table.run().actor is not None:
        state, actor = table.state, table.state.actor
        assert isinstance(actor, int)
        action = mind.choice(state.legal_actions)
        choices.append((actor, state, action))
        table.play(action)
    return Plan(table.record, choices)


def typed(lines: Sequence[str]) -> str:
    """These lines, each with its Enter."""
    return "".join(f"{line}\n" for line in lines)


SEED: Final = 5
PLAN: Final = planned(("human", "greedy", "random"), SEED)


@pytest.mark.parametrize("numbers", [True, False], ids=["numbers", "words"])
def test_a_whole_game_by_numbers_and_by_words(tmp_path: Path, *, numbers: bool) -> None:
    """What was typed is what was played, up to the end, and the end is shown with all hands."""
    path = tmp_path / "game.jsonl"
    done = alone(SEED, "--record", str(path), typed=typed(PLAN.lines(numbers=numbers)))
    assert done.code == 0
    assert acts(in_file(path)) == acts(PLAN.record)
    assert in_file(path).final.outcome is not None
    last = done.out[done.out.rindex("Game over") :]
    assert len(re.findall(r" points?: +\d+ clear, \d+ blue ", last)) == 3
    assert "hidden" not in last
    assert done.err == f"fireflies: the game is kept in {path}\n"


@pytest.mark.parametrize("line", ["1", "bid a", "BID A", "Bid a", "  bid a  ", "\t1"])
def test_upper_and_lower_case_and_spaces_mean_the_same(line: str) -> None:
    """The first decision of a game is a bid on the lowest card, however it is spelled."""
    done = alone(SEED, typed=f"{line}\n")
    assert done.code == 130
    assert acts(kept(done))[3] == "bid a"


def test_each_number_is_its_line_in_the_list() -> None:
    """The second thing that is allowed has the number 2, which stands before its words."""
    done = alone(SEED, typed="1\n2\n")
    assert re.search(r"^  bid       \[1\] a\n  back-out  \[2\] a$", done.out, re.MULTILINE)
    assert "back-out a" in acts(kept(done))


@pytest.mark.parametrize("line", ["a", "b", "A", "B"])
def test_a_letter_is_a_card_on_offer_and_no_line_of_the_list(line: str) -> None:
    """Cards have letters: one that is typed alone is never taken for another thing."""
    done = alone(SEED, typed=f"bid a\n{line}\n")
    assert repr(line) in done.out
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="bid a\n")))


@pytest.mark.parametrize(
    "line", ["nonsense", "bid", "bid ab", "bid  a", "pass", "Z", "9", "0", "01", "é"]
)
def test_a_word_that_means_nothing_is_told_and_nothing_happens(line: str) -> None:
    """The person is asked again, and is told where help is."""
    done = alone(SEED, typed=f"{line}\n1\n")
    assert repr(line) in done.out
    assert "'help'" in done.out
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n")))


def test_an_empty_line_is_nothing() -> None:
    """Enter alone asks again, without a reproach."""
    done = alone(SEED, typed="\n   \n1\n")
    assert "is not" not in done.out
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n")))


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("bid b", "smile.bid.lowest-card"),
        ("BID C", "smile.bid.lowest-card"),
        ("bid z", "smile.bid.lowest-card"),
        ("back-out a", "smile.back-out.beads"),
        ("reveal 4", "smile.auction.phases"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_clause(line: str, clause: str) -> None:
    """The message cites the rule in its words, and the game goes on from where it was."""
    done = alone(SEED, typed=f"{line}\n1\n")
    (title,) = [it.rule.title for it in smile.Clause if it == clause]
    told = " ".join(done.out.split())
    assert f"{clause}: {title}" in told
    assert ("There is no card z on offer (" in told) == (line == "bid z")
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n")))


# What helps a person.


def clauses_in(text: str) -> set[str]:
    """The clauses that a text names."""
    return set(re.findall(r"smile\.[a-z-]+\.[a-z-]+", text))


def after_prompt(done: Ended, number: int) -> str:
    """What was answered to a line, counted from 0, by the only person."""
    return re.split(r"^you> ", done.out, flags=re.MULTILINE)[number + 1]


def test_rules_at_an_empty_row() -> None:
    """One can only bid."""
    told = clauses_in(after_prompt(alone(SEED, typed="rules\n"), 0))
    assert told == {"smile.bid.clear-bead"}


def test_rules_with_beads_in_the_row() -> None:
    """One may leave now: what leaving brings matters."""
    told = clauses_in(after_prompt(alone(SEED, typed="1\nRULES\n"), 1))
    assert {"smile.bid.clear-bead", "smile.back-out.take"} <= told
    assert "smile.borrow.stuck" not in told


def test_rules_when_stuck() -> None:
    """Without a bead in hand or on the table, loans matter."""
    words = ("--beads", "0")
    stuck = clauses_in(
        after_prompt(alone(SEED, *words, seats="human,first,first", typed="rules\n"), 0)
    )
    assert "smile.borrow.stuck" in stuck


def test_rules_tells_each_clause_once_in_its_words() -> None:
    """A line is an id with its title."""
    told = after_prompt(alone(SEED, typed="1\nrules\n"), 1)
    found = re.findall(r"smile\.[a-z-]+\.[a-z-]+", told)
    assert len(found) == len(set(found)) > 1
    titles = [clause.rule.title for clause in smile.Clause if clause in found]
    assert [title for title in titles if title not in " ".join(told.split())] == []


def test_why_alone_asks_for_words() -> None:
    """And says what may be typed."""
    assert "'why WORDS'" in after_prompt(alone(SEED, typed="why\n"), 0)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("bid c", "smile.bid.lowest-card"),
        ("BID C", "smile.bid.lowest-card"),
        ("back-out a", "smile.back-out.beads"),
        ("reveal 1", "smile.auction.phases"),
        ("bid a", "is allowed"),
        ("1", "is allowed"),
        ("a", "'a' is not an action"),
        ("me", "'me' is not an action"),
    ],
)
def test_why_words(words: str, answer: str) -> None:
    """An answer about one thing, and the game stays where it is."""
    done = alone(SEED, typed=f"why {words}\n1\n")
    assert answer in after_prompt(done, 0)
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n")))


def test_hint_is_what_greedy_would_do_and_changes_nothing() -> None:
    """Asked before every decision: each answer is allowed, greedy's own, and costs nothing."""
    lines = [part for line in PLAN.lines() for part in ("hint", line)]
    done = alone(SEED, "--open", typed=typed([*lines]))
    assert done.code == 0
    hints = re.findall(r"greedy would ([a-z -]+)\. ", done.out)
    table = Table(PLAN.record, [None] * 3, seed=SEED)
    expected: list[str] = []
    for _ in PLAN.record.actions:
        table.undo()
        if table.state.actor == 0:
            expected.insert(0, str(ALL_BOTS["greedy"](table.turn(0))))
    assert hints == expected


@pytest.mark.parametrize("who", ["random", "search:5", "search-view:3", "last"])
def test_a_hint_of_somebody_else(who: str) -> None:
    """Any player of the game can be asked by name, also one that searches."""
    done = alone(SEED, typed=f"1\nhint {who}\n1\n")
    assert re.search(rf"  {who} would (bid a|back-out a)\.\n", done.out)
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n1\n")))


def test_a_hint_of_nobody() -> None:
    """It says who there is."""
    told = " ".join(after_prompt(alone(SEED, typed="hint me please\n"), 0).split())
    assert told.startswith("no player is called 'me please'; there are: random,")


def test_without_a_bot_of_its_own_a_game_is_searched(here: Here) -> None:
    """A random move would be no hint."""
    done = here("play", "kuhn", "--seats", "human,last", "--seed", "1", typed="hint\n")
    assert re.search(r"search:1s would (pass|bet)\. \('hint first' asks another one", done.out)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("show undealt", "undealt (27): -5 white, -4, -3 blue,"),
        ("show discarded", "discarded (0): none"),
        ("SHOW Supply", 'supply: {"clear":17,"blue":5}'),
        ("show", "Show what? Type 'show' and one of: phase, actor, auction,"),
        ("show me", "Show what?"),
        ("show players", '[{"clear":6,"blue":0,"cards":[]},{"clear":null,'),
    ],
)
def test_what_a_table_only_counts_can_be_shown(asked: str, told: str) -> None:
    """Whatever this seat sees, by the name that it has on the wire."""
    assert told in " ".join(after_prompt(alone(SEED, typed=f"{asked}\n"), 0).split())


def test_the_log_is_of_this_round_and_the_one_before() -> None:
    """In the third auction it begins with the cards of the second, each event once, in order."""
    lines = PLAN.lines()
    auctions = [cast("smile.State", state).auction for _, state, _ in PLAN.choices]
    third = auctions.index(3)
    done = alone(SEED, typed=typed([*lines[:third], "log"]))
    told = [line.strip() for line in after_prompt(done, third).splitlines()]
    whole = [str(event) for step in PLAN.record.steps for event in step.events]
    names = {0: "you", 1: "greedy", 2: "random"}
    ends = [number for number, event in enumerate(whole) if " is over, " in event]
    expected = whole[ends[0] + 1 :][: len(told)]
    seats = [re.sub(r"seat (\d)", lambda it: names[int(it[1])], event) for event in expected]
    assert [line.split()[-1] for line in told] == [event.split()[-1] for event in seats]
    assert len(told) == 20
    first = after_prompt(alone(SEED, typed="log\n"), 0)
    assert [line.strip() for line in first.splitlines() if line.strip()][:3] == whole[:3]


def test_all_that_can_be_done_is_listed() -> None:
    """Or what has a word in it, each with its number."""
    told = after_prompt(alone(SEED, typed="1\nlist\n"), 1)
    assert told == "  bid       [1] a\n  back-out  [2] a\n"
    assert after_prompt(alone(SEED, typed="1\nLIST back-out\n"), 1) == "  back-out  [2] a\n"
    assert after_prompt(alone(SEED, typed="1\nlist c\n"), 1) == "  No action has the word 'c'.\n"


@pytest.mark.parametrize("word", ["quit", "Quit", "exit", "EXIT", "q", "Q"])
def test_every_usual_word_ends_it(word: str) -> None:
    """The game is kept as it is."""
    done = alone(SEED, typed=f"1\n{word}\n2\n")
    assert (done.code, acts(kept(done))) == (130, acts(kept(alone(SEED, typed="1\n"))))
    assert "not an action" not in done.out


def test_a_game_with_many_questions_is_the_same_game(tmp_path: Path) -> None:
    """Whatever one asks in between, bots and cards do the same."""
    asked = ("hint", "rules", "why", "help", "?", "bid z", "why bid a", "")
    lines = [part for line in PLAN.lines() for part in (*asked, line)]
    path = tmp_path / "it"
    assert alone(SEED, "--record", str(path), typed=typed(lines)).code == 0
    assert acts(in_file(path)) == acts(PLAN.record)


@pytest.mark.parametrize("word", ["help", "?"])
def test_help_names_all_that_can_be_typed(word: str) -> None:
    """Each of the words of this file."""
    told = after_prompt(alone(SEED, typed=f"{word}\n"), 0)
    words = ("rules", "why", "hint", "undo", "save", "quit")
    assert [
        wanted for wanted in words if not re.search(rf"^  {wanted}\b", told, re.MULTILINE)
    ] == []


# Undo.


def test_nothing_can_be_undone_before_the_first_decision() -> None:
    """The cards that chance turned up stay; the person is told, and asked again."""
    done = alone(SEED, typed="undo\nundo\n")
    assert done.out.count("nothing to take back") == 2
    assert acts(kept(done)) == acts(kept(alone(SEED)))
    assert len(acts(kept(done))) == 3


def test_undo_goes_back_to_the_last_decision_of_the_person() -> None:
    """What the bots did after it is taken back too, and another decision can be made."""
    done = alone(SEED, typed="1\nundo\n")
    assert "Taken back: bid a, by you, and what followed (2 more)." in done.out
    assert acts(kept(done)) == acts(kept(alone(SEED)))
    done = alone(SEED, typed="1\nUndo\nbid a\nback-out a\n")
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\nback-out a\n")))


def test_several_undos_in_a_row_and_the_draws_come_out_again(tmp_path: Path) -> None:
    """Ten back, then the same ten: cards and bots, random ones too, do what they did before."""
    lines = PLAN.lines()
    assert len(lines) > 14
    path = tmp_path / "it"
    again = [*lines[:14], *["undo"] * 10, *lines[4:]]
    done = alone(SEED, "--record", str(path), typed=typed(again))
    assert done.code == 0
    assert done.out.count("Taken back") == 10
    assert acts(in_file(path)) == acts(PLAN.record)


def test_more_undos_than_decisions_end_at_the_first() -> None:
    """One can go back to the start, and no further."""
    done = alone(SEED, typed=typed([*PLAN.lines()[:3], *["undo"] * 5]))
    assert (done.out.count("Taken back"), done.out.count("nothing to take back")) == (3, 2)
    assert acts(kept(done)) == acts(kept(alone(SEED)))


def test_another_decision_after_undo_counts_instead() -> None:
    """What was taken back leaves no trace in the record."""
    seats = "human,random,random"
    one = planned(seats.split(","), SEED, 1)
    changed = alone(SEED, typed=typed(["1", "undo", *one.lines()]), seats=seats)
    assert changed.code == 0
    table = changed.out[changed.out.rindex("Game over") :]
    straight = alone(SEED, typed=typed(one.lines()), seats=seats)
    assert table == straight.out[straight.out.rindex("Game over") :]


def test_undo_of_another_persons_decision_gives_the_screen_back() -> None:
    """The second person takes back what the first did: the first decides again."""
    done = run(
        *PLAY,
        "--seats",
        "human,human,random",
        "--seed",
        "5",
        typed=typed(["", "1", "", "undo", ""]),
    )
    assert PASSED.findall(done.out) == ["1", "2", "1"]
    assert "Taken back: bid a, by you." in PASSED.split(done.out)[-1]
    assert len(acts(kept(done))) == 3


def test_undo_of_a_resumed_game(tmp_path: Path) -> None:
    """A decision made before the break can be taken back after it."""
    path = tmp_path / "it"
    alone(SEED, "--record", str(path), typed="1\n")
    run(*PLAY, "--resume", str(path), "--record", str(path), typed="undo\n")
    assert acts(in_file(path)) == acts(kept(alone(SEED)))


# Keeping a game.


def test_save_without_a_file_asks_for_one() -> None:
    """Nothing says where to."""
    done = alone(SEED, typed="save\n1\n")
    assert "save FILE" in after_prompt(done, 0)
    assert done.code == 130


def test_save_to_a_file_then_there_again(tmp_path: Path) -> None:
    """The file has the game as it was then; later it has what came after."""
    path = tmp_path / "a game of ours.jsonl"
    with started(command(*PLAY, "--seats", "human,random,random")) as running:
        assert running.stdin is not None
        running.stdin.write(f"save {path}\n".encode())
        running.stdin.flush()
        patient_until = time.monotonic() + PATIENCE
        while not path.exists():
            assert time.monotonic() < patient_until
            time.sleep(0.01)
        assert len(in_file(path).actions) == 3
        done = ended(running, b"1\nsave\n")
    assert done.code == 130
    assert acts(in_file(path))[3] == "bid a"
    assert '"format"' not in done.out


def test_save_keeps_where_record_said(tmp_path: Path) -> None:
    """``save`` alone means the file that was named at the start."""
    path = tmp_path / "it"
    done = alone(SEED, "--record", str(path), typed="save\n")
    assert "Kept in" in done.out
    assert len(in_file(path).actions) == 3


@pytest.mark.parametrize("place", ["", "no/such/folder/game", "nul\0in-it", "x" * 300])
def test_saving_where_it_cannot_be_costs_no_game(tmp_path: Path, place: str) -> None:
    """A folder, a path without a folder, what is no path, a long name: told, and on it goes."""
    done = alone(SEED, typed=f"save {tmp_path}/{place}\n1\n")
    assert done.code == 130
    assert "Traceback" not in done.err
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n")))
    assert len(done.err.splitlines()) == 2


def test_quit_keeps_the_game(tmp_path: Path) -> None:
    """It ends like a lost terminal: the code says that the game is not over."""
    path = tmp_path / "it"
    done = alone(SEED, "--record", str(path), typed="1\nquit\n2\n")
    assert done.code == 130
    assert "not over" in done.err
    assert str(path) in done.err
    assert acts(in_file(path)) == acts(kept(alone(SEED, typed="1\n")))


@pytest.mark.parametrize("decisions", [0, 1, 2, 9])
def test_the_end_of_input_loses_nothing(tmp_path: Path, decisions: int) -> None:
    """With a file it is kept there, without one it is printed; both can be read back."""
    lines = typed(PLAN.lines()[:decisions])
    path = tmp_path / "it"
    printed = alone(SEED, typed=lines)
    filed = alone(SEED, "--record", str(path), typed=lines)
    for done in (printed, filed):
        assert done.code == 130
        assert "Traceback" not in done.err
    assert kept(printed) == in_file(path)
    whole = acts(PLAN.record)
    assert acts(in_file(path)) == whole[: len(acts(in_file(path)))]


def test_a_line_without_its_enter_still_counts() -> None:
    """The input may end in the middle of a line."""
    assert acts(kept(alone(SEED, typed="1"))) == acts(kept(alone(SEED, typed="1\n")))


def test_the_end_of_input_while_the_screen_is_passed() -> None:
    """Nobody took the screen: the game is printed all the same."""
    done = run(*PLAY, "--seats", "human,human,human", "--seed", "5", typed="\n1\n")
    assert done.code == 130
    assert acts(kept(done))[-1] == "bid a"


@pytest.mark.parametrize("given", [b"\xff\xfe\n", b"bid \xc3\n", b"\x00\n", b"\x1b[A\n", b"\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8:strict", "utf-8:surrogateescape", "ascii"])
def test_bytes_that_are_no_text_lose_nothing(given: bytes, encoding: str) -> None:
    """A stray byte is a word that means nothing, at worst the end of the game, which is kept."""
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    done = run(*words, typed=b"1\n" + given, PYTHONIOENCODING=encoding)
    assert done.code == 130
    assert "Traceback" not in done.err
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n")))


def test_an_output_that_has_few_letters_loses_nothing() -> None:
    """A name that the terminal can't show does not cost the game."""
    done = run(
        *(*PLAY, "--seats", "Åda=human,greedy,random", "--seed", "5"),
        typed="1\n",
        PYTHONIOENCODING="ascii",
        PYTHONUTF8="0",
    )
    assert done.code == 130
    assert "Traceback" not in done.err
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n")))


def test_a_person_without_a_keyboard() -> None:
    """No standard input at all is the end of it."""
    shell = ["/bin/sh", "-c", 'exec "$@" <&-', "sh"]
    words = command(*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    with started([*shell, *words]) as running:
        done = ended(running)
    assert done.code == 130
    assert "Traceback" not in done.err
    assert len(kept(done).actions) == 3


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("seats", ["human,greedy,random", "human,human,random"])
def test_an_interrupt_loses_nothing(tmp_path: Path, seats: str) -> None:
    """Ctrl-C while a person thinks, or while the screen is passed on."""
    for words in ((), ("--record", str(tmp_path / "it"))):
        line = command(*PLAY, "--seats", seats, "--seed", "5", *words)
        with started(line, PYTHONUNBUFFERED="1") as running:
            assert running.stdin is not None
            assert running.stdout is not None
            running.stdin.write(b"\n1\n" if seats.count("human") > 1 else b"1\n")
            running.stdin.flush()
            shown = b""
            waiting = b"human 2, who" if seats.count("human") > 1 else b"[2] a\nyou> "
            while waiting not in shown:
                piece = os.read(running.stdout.fileno(), 4096)
                assert piece, shown
                shown += piece
            running.send_signal(signal.SIGINT)
            done = ended(running)
        assert done.code == 130
        assert "Traceback" not in done.err
        found = in_file(tmp_path / "it") if words else kept(done)
        assert acts(found)[3] == "bid a"


@pytest.mark.parametrize("where", ["folder", "missing", "in a file"])
def test_a_record_that_cannot_be_written_is_printed(tmp_path: Path, where: str) -> None:
    """A game that is over, and one that is not: both can be read back from the output."""
    (tmp_path / "plain").touch()
    place = {
        "folder": str(tmp_path),
        "missing": str(tmp_path / "no" / "it"),
        "in a file": str(tmp_path / "plain" / "it"),
    }[where]
    over = alone(SEED, "--record", place, typed=typed(PLAN.lines()))
    assert acts(kept(over)) == acts(PLAN.record)
    assert over.code in (0, 1)
    broken = alone(SEED, "--record", place, typed="1\n")
    assert broken.code == 130
    assert acts(kept(broken)) == acts(kept(alone(SEED, typed="1\n")))
    for done in (over, broken):
        assert place in done.err
        assert "Traceback" not in done.err


def test_a_name_that_is_taken_by_a_game_of_bots_is_kept_too(tmp_path: Path) -> None:
    """Without any person the record is written as well."""
    path = tmp_path / "it"
    done = run(*PLAY, "--seed", "5", "--record", str(path))
    assert done.code == 0
    assert in_file(path).final.outcome is not None


# Several persons at one screen.


def turns_in(out: str, seats: Sequence[str]) -> list[tuple[int, str]]:
    """Whom the screen was passed to, and all that was shown until it was passed on."""
    persons = [seat for seat, name in enumerate(seats) if name == "human"]
    parts = PASSED.split(out)
    turns = zip(parts[1::2], parts[2::2], strict=True)
    return [(persons[int(person) - 1], shown) for person, shown in turns]


QUESTIONS: Final = ("hint", "why", "rules", "bid z", "why bid a")


@pytest.mark.parametrize(
    "seats", [("human", "human", "greedy"), ("human", "random", "human"), ("human",) * 3]
)
def test_between_two_passes_only_the_movers_beads_are_shown(seats: tuple[str, ...]) -> None:
    """Whatever is typed, no count of beads of another hand stands anywhere on the screen."""
    plan = planned(seats, 8, 3)
    lines = [part for line in plan.lines() for part in ((*QUESTIONS, line) if line else (line,))]
    done = run(*PLAY, "--seats", ",".join(seats), "--seed", "8", typed=typed(lines))
    assert done.code == 0
    before, *_ = done.out.split(FIRST_LINE)
    assert set(re.findall("is revealed|starts the bidding|clear", before)) <= {
        "is revealed",
        "starts the bidding",
    }
    over = done.out.index("Game over")
    turns = turns_in(done.out[:over], seats)
    movers = [seat for seat, _, _ in plan.choices]
    changes = [seat for place, seat in enumerate(movers) if place == 0 or movers[place - 1] != seat]
    assert [seat for seat, _ in turns] == changes
    for _, shown in turns:
        told = re.findall(r"^.*\b\d+ clear\b.*$", shown, re.MULTILINE)
        assert told
        assert [line for line in told if not re.match("> you  +|  Supply: ", line)] == []
        others = re.findall(r"^[ >] (\w.*?)  +beads hidden", shown, re.MULTILINE)
        assert "you" not in others
        assert len(set(others)) == len(seats) - 1


def test_the_screen_is_not_passed_to_who_has_it() -> None:
    """Who decides twice in a row is not asked to take what they hold."""
    plan = planned(("human", "human", "random"), 8, 3)
    movers = [seat for seat, _, _ in plan.choices]
    assert any(one == other for one, other in pairwise(movers))
    done = run(*PLAY, "--seats", "human,human,random", "--seed", "8", typed=typed(plan.lines()))
    passes = PASSED.findall(done.out)
    assert len(passes) > 10
    assert all(one != other for one, other in pairwise(passes))
    assert done.code == 0


def test_a_single_person_never_passes_the_screen() -> None:
    """There is nobody to hide from."""
    done = alone(SEED, typed=typed(PLAN.lines()))
    assert FIRST_LINE not in done.out


def test_open_shows_all_hands_and_never_passes() -> None:
    """Beginners and solo players look at everything."""
    plan = planned(("human", "human", "random"), 8)
    lines = [line for line in plan.lines() if line]
    done = run(*PLAY, "--open", "--seats", "human,human,random", "--seed", "8", typed=typed(lines))
    assert done.code == 0
    assert FIRST_LINE not in done.out
    assert "hidden" not in done.out
    tables = done.out.count(" to move\n") + 1
    assert tables == len(lines) + 1
    assert len(re.findall(r" \d+ clear, \d+ blue.* cards -?[+]?\d+: ", done.out)) == 3 * tables


def test_what_was_wiped_is_shown_again() -> None:
    """Whoever takes the screen again finds all since the own decision, that one too."""
    seats = ("--seats", "human,human,random", "--seed", "8")
    done = run(*PLAY, *seats, typed="\n1\n\n1\n\n")
    told = PASSED.split(done.out)[-1].splitlines()[:3]
    assert [line.split()[0] for line in told] == ["you", "human", "random"]


def test_what_happened_since_ones_last_turn_is_told_once_to_each() -> None:
    """Each of two persons is told of every card that was turned up, again if it was wiped."""
    plan = planned(("human", "human", "random"), 8)
    done = run(*(*PLAY, "--seats", "human,human,random", "--seed", "8"), typed=typed(plan.lines()))
    turns = turns_in(done.out, ("human", "human", "random"))
    for seat in (0, 1):
        mine = "".join(shown for mover, shown in turns if mover == seat)
        heard = re.findall(r"^  (.*) is revealed$", mine, re.MULTILINE)
        cards = [str(action)[7:] for action in plan.record.actions if str(action)[:7] == "reveal "]
        assert list(dict.fromkeys(heard)) == list(dict.fromkeys(cards))[: len(set(heard))]
        assert len(set(heard)) > 20
        assert max(heard.count(card) - cards.count(card) for card in cards) <= 1


@pytest.mark.parametrize(
    ("seats", "shown", "names"),
    [
        ("Ada=human,greedy,random", "Ada> ", ["Ada", "greedy", "random"]),
        ("human,greedy,random", "you> ", ["human", "greedy", "random"]),
        ("a b=human,Bob=greedy,x=random", "a b> ", ["a b", "Bob", "x"]),
        ("1=2=human,greedy,random", "1=2> ", ["1=2", "greedy", "random"]),
    ],
)
def test_names(seats: str, shown: str, names: list[str]) -> None:
    """A name stands where its owner is asked, and in the record; what plays stands behind ``=``."""
    done = alone(SEED, seats=seats, typed="1\n")
    assert shown in done.out
    assert list(kept(done).seats) == names
    assert acts(kept(done)) == acts(kept(alone(SEED, typed="1\n")))


def test_the_screen_is_passed_to_a_name() -> None:
    """People know each other by name."""
    done = run(*PLAY, "--seats", "Ada=human,Ben=human,first", "--seed", "5", typed="\n1\n")
    assert re.search(rf"{FIRST_LINE}Ada, .*{FIRST_LINE}Ben, ", done.out, re.DOTALL)


# Going on with a game.


@pytest.mark.parametrize("cut", [0, 1, 4, 11])
@pytest.mark.parametrize("seats", [("human", "greedy", "random"), ("random", "human", "human")])
def test_an_interrupted_game_goes_on_as_if_it_had_never_stopped(
    tmp_path: Path, cut: int, seats: tuple[str, ...]
) -> None:
    """With the same decisions, bots and cards do the same, action for action."""
    plan = planned(seats, 31, 2)
    lines = plan.lines()
    path = tmp_path / "it"
    place = [number for number, line in enumerate(lines) if line][cut]
    first = run(
        *(*PLAY, "--seats", ",".join(seats), "--seed", "31", "--record", str(path)),
        typed=typed(lines[:place]),
    )
    assert first.code == 130
    rest = Plan(plan.record, plan.choices[cut:]).lines()
    again = run(*PLAY, "--resume", str(path), "--record", str(path), typed=typed(rest))
    assert again.code == 0
    assert acts(in_file(path)) == acts(plan.record)
    straight = run(
        *(*PLAY, "--seats", ",".join(seats), "--seed", "31", "--record", str(tmp_path / "whole")),
        typed=typed(lines),
    )
    assert straight.code == 0
    assert (tmp_path / "whole").read_bytes() == path.read_bytes()


def test_interrupted_again_and_again(tmp_path: Path) -> None:
    """One decision at each sitting."""
    path = tmp_path / "it"
    alone(SEED, "--record", str(path))
    codes = [
        run(*PLAY, "--resume", str(path), "--record", str(path), typed=f"{line}\n").code
        for line in PLAN.lines()
    ]
    assert codes == [130] * (len(codes) - 1) + [0]
    assert acts(in_file(path)) == acts(PLAN.record)


def test_a_game_that_goes_on_needs_no_seed_and_tells_none(tmp_path: Path) -> None:
    """The seed is in the file."""
    path = tmp_path / "it"
    alone(SEED, "--record", str(path), typed="1\n")
    done = run(*PLAY, "--resume", str(path), typed="")
    assert "seed" not in done.err


def test_going_on_with_a_game_that_is_over(tmp_path: Path) -> None:
    """It is shown at its end; nobody is asked; the file stays as it is."""
    path = tmp_path / "it"
    alone(SEED, "--record", str(path), typed=typed(PLAN.lines()))
    before = path.read_bytes()
    done = run(*PLAY, "--resume", str(path), "--record", str(path))
    assert done.code == 0
    assert "Game over" in done.out
    assert "seat 0>" not in done.out
    assert path.read_bytes() == before
    assert alone(SEED, typed=typed(PLAN.lines())).out.endswith(
        done.out[done.out.rindex("Game over") :]
    )


def test_a_game_of_bots_that_was_cut_goes_on(tmp_path: Path) -> None:
    """Also without persons: the bots go on from there."""
    path = tmp_path / "it"
    whole = tmp_path / "whole"
    run(*PLAY, "--seed", "9", "--record", str(whole))
    record = in_file(whole)
    for _ in range(20):
        record = record.undo()
    path.write_text(f"{record.to_text()}\n", encoding="utf-8")
    done = run(*PLAY, "--resume", str(path), "--record", str(path))
    assert done.code == 0
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ("--seats", "human,human,human"),
        ("--seed", "5"),
        ("--players", "3"),
        ("--auctions", "10"),
        ("--beads", "6"),
        ("--starting-player", "0"),
        ("--box", "box.toml"),
        ("--deal", "by-hand"),
    ],
)
def test_what_is_settled_cannot_be_changed_when_a_game_goes_on(
    tmp_path: Path, words: tuple[str, str]
) -> None:
    """Said again is said twice: usage, even when it is the same; the file is untouched."""
    path = tmp_path / "it"
    alone(SEED, "--record", str(path), typed="1\n")
    before = path.read_bytes()
    done = run(*PLAY, "--resume", str(path), "--record", str(path), *words, typed="1\n")
    assert (done.code, done.out) == (2, "")
    assert words[0] in done.err.splitlines()[-1]
    assert path.read_bytes() == before


def changed(**fields: object) -> str:
    """A record in which some of what we keep about who plays is something else."""
    setting: dict[str, object] = {"kinds": ["human", "greedy", "random"], "seed": 5}
    extra = {"x-fireflies": {**setting, **fields}}
    return begin(smile.GAME, {}, ["human", "greedy", "random"], extra).to_text()


GOOD: Final = begin(smile.GAME, {}, ["a", "b", "c"]).to_text()
BROKEN: Final[dict[str, str]] = {
    "empty": "",
    "no JSON": "hello\n",
    "cut": GOOD[:300],
    "a list": "[1]\n",
    "another format": '{"format":"pgn"}\n',
    "two games": f"{GOOD}\n{GOOD}\n",
    "an empty line behind": f"{GOOD}\n\n",
    "one byte changed": GOOD.replace('"b"', '"B"'),
    "too many kinds": changed(kinds=["human"] * 4),
    "too few kinds": changed(kinds=["human"]),
    "unknown kind": changed(kinds=["human", "greedy", "deep"]),
    "kinds no list": changed(kinds="human"),
    "kind no text": changed(kinds=["human", "greedy", 1]),
    "no kinds": changed(kinds=None),
    "seed no number": changed(seed="5"),
    "seed below zero": changed(seed=-1),
    "seed a truth": changed(seed=True),
    "no setting": begin(smile.GAME, {}, ["a", "b", "c"], {"x-fireflies": 1}).to_text(),
    "another game": GOOD.replace('"game":"smile"', '"game":"chess"'),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_cannot_be_gone_on_with(tmp_path: Path, name: str) -> None:
    """Usage, told in one line after the words that could have been given."""
    path = tmp_path / "it"
    path.write_text(BROKEN[name], encoding="utf-8")
    done = run(*PLAY, "--resume", str(path), typed="1\n")
    assert (done.code, done.out) == (2, "")
    usage, message = done.err.rstrip("\n").rsplit("\n", 1)
    assert usage.startswith("usage: fireflies")
    assert message.startswith("fireflies play smile: error: ")
    assert "Traceback" not in done.err
    assert path.read_text(encoding="utf-8") == BROKEN[name]


@pytest.mark.parametrize("name", BROKEN)
def test_the_file_that_is_broken_is_named(tmp_path: Path, name: str) -> None:
    """Whoever has many games needs to know which."""
    path = tmp_path / "it"
    path.write_text(BROKEN[name], encoding="utf-8")
    assert str(path) in run(*PLAY, "--resume", str(path)).err.splitlines()[-1]


@pytest.mark.parametrize("name", ["", "none"])
def test_a_path_that_cannot_be_gone_on_with(tmp_path: Path, name: str) -> None:
    """A folder, and nothing."""
    done = run(*PLAY, "--resume", str(tmp_path / name), typed="a\n")
    assert (done.code, done.out) == (2, "")
    assert str(tmp_path / name) in done.err.splitlines()[-1]


def test_a_record_of_another_program_is_gone_on_with_by_persons(tmp_path: Path) -> None:
    """It does not say who plays: whoever sits there now."""
    path = tmp_path / "it"
    path.write_text(f"{GOOD}\n", encoding="utf-8")
    done = run(*PLAY, "--resume", str(path), typed="\n1\n\n1\n")
    assert re.findall(rf"{FIRST_LINE}(\w), ", done.out) == ["a", "b", "c"]
    assert acts(in_file(path))[3:] == ["bid a", "bid a"]


# Chance by hand: the program as a referee.

BY_HAND: Final = (*PLAY, "--deal", "by-hand")


@pytest.mark.parametrize("verb", ["reveal ", "", "REVEAL "])
def test_cards_are_typed_as_they_are_turned_up(verb: str) -> None:
    """With the verb and without it; the row is sorted as on the table."""
    done = run(*BY_HAND, typed=typed([f"{verb}6 white", f"{verb}-2 yellow", f"{verb}3"]))
    assert acts(kept(done)) == ["reveal 6 white", "reveal -2 yellow", "reveal 3"]
    assert re.search(r"a  -2 yellow\n +b  3\n +c  6 white\n", done.out)


@pytest.mark.parametrize("minus", ["\u2212", "\u2013"])
def test_a_pasted_minus_sign_is_a_minus_sign(minus: str) -> None:
    """As where scores are counted: the sign that a page or a phone writes."""
    done = run(*BY_HAND, typed=f"{minus}2 yellow\n")
    assert acts(kept(done)) == ["reveal -2 yellow"]


@pytest.mark.parametrize("line", ["reveal 6", "6", "reveal -5", "6 red V", "reveal 6 red V"])
def test_a_card_that_is_not_in_the_pile_is_refused_with_its_clause(line: str) -> None:
    """Also one that stays in the box with three players; then the right one can be typed."""
    done = run(*BY_HAND, typed=typed([line, "reveal 3"]))
    assert "smile.setup.draw-pile" in done.out
    assert acts(kept(done)) == ["reveal 3"]


def test_a_card_cannot_be_turned_up_twice() -> None:
    """Only one 3 without a color is in the box."""
    done = run(*BY_HAND, typed=typed(["reveal 3", "3"]))
    assert "smile.setup.draw-pile" in done.out
    assert acts(kept(done)) == ["reveal 3"]


@pytest.mark.parametrize(
    "lines",
    [
        ["-2 yellow", "undo", "-2 red"],
        ["-2 yellow", "4", "undo", "undo", "-2 red"],
        ["undo", "-2 red"],
        ["-2 red", "4", "1", "undo", "undo"],
        ["-2 red", "4", "1", "bid a", "undo", "undo", "undo"],
    ],
)
def test_a_mistyped_card_can_be_taken_back(lines: list[str]) -> None:
    """Card by card, across what was decided in between too."""
    assert acts(kept(run(*BY_HAND, typed=typed(lines)))) == ["reveal -2 red"]


def test_a_bid_is_refused_while_cards_are_turned_up() -> None:
    """The clause on the two phases says why."""
    done = run(*BY_HAND, typed=typed(["bid a", "a"]))
    assert "smile.auction.phases" in done.out
    assert acts(kept(done)) == []


@pytest.mark.parametrize("word", ["hint", "rules", "why", "why bid a", "save", "help"])
def test_questions_while_cards_are_turned_up(word: str) -> None:
    """Nothing breaks, and each question gets some answer."""
    done = run(*BY_HAND, typed=f"{word}\nreveal 3\n")
    assert done.code == 130
    answer = done.out.split("chance> ")[1]
    assert answer.strip()
    assert acts(kept(done)) == ["reveal 3"]


def test_a_whole_game_by_hand_ends_with_the_score(tmp_path: Path) -> None:
    """Ten auctions typed in: the points and the winner are told, and the record holds it all."""
    source = planned(("random", "random", "random"), 12).record
    lines = [str(action).removeprefix("reveal ") for action in source.actions]
    path = tmp_path / "it"
    done = run(*BY_HAND, "--record", str(path), typed=typed(lines))
    assert done.code == 0
    assert acts(in_file(path)) == acts(source)
    outcome = source.final.outcome
    assert outcome is not None
    last = done.out[done.out.rindex("Game over") :]
    points = [int(score) for score in re.findall(r" (-?\d+) points?: ", last)]
    assert points == list(outcome.scores)
    assert "chance> " in done.out
    assert FIRST_LINE not in done.out


def test_a_game_by_hand_goes_on_by_hand(tmp_path: Path) -> None:
    """After a break, cards are typed in again, without its being said again."""
    path = tmp_path / "it"
    run(*BY_HAND, "--record", str(path), typed="3\n")
    done = run(*PLAY, "--resume", str(path), "--record", str(path), typed="-2 red\n")
    assert done.code == 130
    assert acts(in_file(path)) == ["reveal 3", "reveal -2 red"]


def test_by_hand_with_a_bot_at_a_seat() -> None:
    """Named seats are who they are said to be, also when cards are typed in."""
    done = run(*BY_HAND, "--seats", "human,first,first", typed=typed(["3", "4", "1", "bid a"]))
    assert acts(kept(done))[3:] == ["bid a", "bid a", "bid a"]


def test_other_ways_to_deal_are_misuse() -> None:
    """There is one."""
    assert run(*PLAY, "--deal", "by-foot").code == 2


def test_a_referee_is_told_where_the_cards_come_from() -> None:
    """At the start, unless they are named; no seed, where nothing is drawn."""
    done = run(*BY_HAND, typed="6 red\n")
    told = "--box FILE says what you own; fireflies box smile prints one"
    assert told in done.err
    assert "6 red is not in the draw pile; the option box says which cards you own" in done.out
    assert "seed" not in done.err
    assert told not in run(*BY_HAND, "--box", "shipped").err
    assert "seed" in run(*BY_HAND, "--seats", "human,first,first").err


# Who plays if nobody is named, and what is shown as it happens.


def test_a_person_at_a_terminal_plays(here: Here) -> None:
    """Against the game's own bot, or against a random one; elsewhere bots play alone."""
    done = run(*PLAY, "--seed", "5", terminal="xterm")
    assert kept(done).seats == ("human", "greedy", "greedy")
    assert kept(here("play", "kuhn", terminal="xterm")).seats == ("human", "random")
    assert run(*PLAY, "--seed", "5").code == 0


def test_bots_wait_for_enter_if_they_are_told_to() -> None:
    """At a terminal there is a sign that they do."""
    words = (*PLAY, "--seats", "first,first,first", "--seed", "5")
    steps = len(planned(("first",) * 3, 5).record.actions)
    whole = run(*words)
    assert run(*words, "--step", typed="\n" * steps) == whole
    assert run(*words, "--step", typed="\n" * (steps - 1)).code == 130
    assert run(*words, "--step", typed="\n", terminal="xterm").out.count("[Enter] ") == 2


def test_each_step_is_shown_before_the_next_player_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks finds all that happened before on the screen, and its own name."""
    seen: list[str] = []

    def look(turn: Turn[Any]) -> Action:
        sys.stdout.flush()
        seen.append(cast("Any", sys.stdout.buffer).getvalue().decode())
        return turn.legal_actions[0]

    monkeypatch.setattr(f"{__name__}.LOOKING", [look])
    who = f"human,Bob={__name__}:looking,first"
    run(*PLAY, "--seats", who, "--seed", "5", typed="1\n", terminal="xterm")
    assert "you place a bead on a\n" in seen[0]
    assert seen[0].endswith("\rBob thinks ...")


LOOKING: list[Callable[[Turn[Any]], Action]] = []


def looking(turn: Turn[Any]) -> Action:
    """Decide as the test says."""
    return LOOKING[0](turn)


@pytest.mark.parametrize(("players", "whim"), [(3, 1), (4, 1), *((5, whim) for whim in range(10))])
def test_a_whole_decision_fits_a_terminal(players: int, whim: int) -> None:
    """The table, the list and the prompt: 24 lines of 80 columns, up to the last auction."""
    plan = planned(["human"] * players, 100 + whim, whim)
    lines = [line for line in plan.lines() if line]
    seats = ",".join(f"Maximilian {letter}=human" for letter in "ABCDE"[:players])
    words = (*PLAY, "--open", "--seats", seats, "--seed", str(100 + whim))
    done = run(*words, typed=typed(lines))
    assert done.code == 0
    decision = re.compile(r"^(Auction \d+ of 10: .*?^Maximilian \w> )", re.MULTILINE | re.DOTALL)
    parts = decision.findall(done.out)
    assert len(parts) == len(lines)
    assert {part[:13] for part in parts} >= {"Auction 1 of ", "Auction 10 of"}
    assert max(part.count("\n") for part in parts) + 1 <= 24
    assert max(len(line) for line in done.out.splitlines()) <= 80


# The terminal.


class Screen(NamedTuple):
    """What a terminal was sent."""

    code: int
    sent: str


def at_a_terminal(columns: int, words: Sequence[str], lines: Sequence[str]) -> Screen:
    """Run the command at a terminal: each line is typed when something is asked, then Ctrl-D."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    left, sent, fresh = list(lines), b"", b""
    with subprocess.Popen(  # noqa: S603  # it runs nothing but ourselves
        command(*words), stdin=theirs, stdout=theirs, stderr=theirs, env=environment()
    ) as running:
        os.close(theirs)
        try:
            while select.select([ours], [], [], PATIENCE)[0] and (piece := os.read(ours, 65536)):
                sent, fresh = sent + piece, (fresh + piece)[-200:]
                if re.search(rb"(?:> |Enter\. )$", fresh):
                    fresh = b""
                    os.write(ours, f"{left.pop(0)}\n".encode() if left else b"\x04")
        except OSError:
            pass  # how Linux tells that the other side of a terminal is gone
        finally:
            os.close(ours)
            running.kill()
    return Screen(running.returncode, sent.decode().replace("\r\n", "\n"))


def printed(sent: str) -> list[str]:
    """The lines that stand on the terminal, without colors, without messages and the record."""
    bare = re.sub(r"\r[^\r]* thinks \.\.\.\r|\x1b\[[0-9;]*[A-Za-z]", "", sent)
    return [line for line in bare.split("\n") if not line.startswith(('{"format"', "fireflies: "))]


@pytest.mark.parametrize("columns", [40, 80, 160])
@pytest.mark.parametrize("beads", ["6", "0"])
def test_no_table_is_wider_than_the_terminal(columns: int, beads: str) -> None:
    """A whole game at a narrow, a usual and a wide terminal: tables, lists and what happened."""
    plan = planned(("human", "greedy", "random"), SEED, beads=int(beads))
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5", "--beads", beads)
    shown = at_a_terminal(columns, words, plan.lines())
    assert shown.code == 0
    assert "Game over" in shown.sent
    assert [line for line in printed(shown.sent) if len(line) > columns] == []


@pytest.mark.parametrize("columns", [40, 80, 160])
@pytest.mark.parametrize("asked", ["help", "rules", "why", "why bid c", "bid c", "what", "hint"])
def test_no_answer_is_wider_than_the_terminal(columns: int, asked: str) -> None:
    """A word is never broken where the terminal happens to end."""
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    shown = at_a_terminal(columns, words, ["1", asked])
    _, answer = "\n".join(printed(shown.sent)).split(f"\nyou> {asked}\n")
    assert answer.split("you> ")[0].strip()
    assert [line for line in answer.splitlines() if len(line) > columns] == []


def test_a_wide_terminal_is_used() -> None:
    """A wide terminal gets lines that a narrow one could not hold, a narrow one shorter ones."""
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    widths = [
        max(map(len, printed(at_a_terminal(columns, words, PLAN.lines()).sent)))
        for columns in (40, 80)
    ]
    assert widths[0] <= 40 < widths[1] <= 80


@pytest.mark.parametrize("columns", [0, 12])
def test_a_terminal_that_says_nothing_of_use(columns: int) -> None:
    """No width told, or one that holds nothing: the game can be played all the same."""
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    shown = at_a_terminal(columns, words, ["1"])
    assert shown.code == 130
    assert "Traceback" not in shown.sent
    assert max(map(len, printed(shown.sent))) <= 80


CLEARED: Final = "\x1b[2J\x1b[3J\x1b[H"


def test_the_screen_is_wiped_before_and_after_it_is_passed() -> None:
    """Neither the one before nor whoever looks over a shoulder leaves anything to read."""
    plan = planned(("human", "human", "greedy"), 8)
    words = (*PLAY, "--seats", "human,human,greedy", "--seed", "8")
    shown = at_a_terminal(80, words, plan.lines())
    assert shown.code == 0
    parts = shown.sent.split(CLEARED)
    passing = parts[1::2]
    assert passing
    assert [part for part in passing if not re.fullmatch(rf"{PASSED.pattern}\n", part)] == []
    assert [part for part in parts[::2] if FIRST_LINE in part] == []
    for part in parts[2::2]:
        before_end = part.split("Game over")[0]
        hands = re.findall(r"^[ >] (\w.*?)  +\d+ clear", before_end, re.MULTILINE)
        assert set(hands) <= {"you"}


def test_the_end_of_a_shared_game_is_on_the_screen() -> None:
    """Nobody has to take the screen to see who won."""
    plan = planned(("human", "human", "greedy"), 8)
    words = (*PLAY, "--seats", "human,human,greedy", "--seed", "8")
    shown = at_a_terminal(80, words, plan.lines())
    assert "Game over" in shown.sent.split(CLEARED)[-1]


def test_ctrl_d_at_a_terminal_prints_the_game() -> None:
    """On a line of its own, from the first column."""
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    shown = at_a_terminal(80, words, ["1"])
    assert shown.code == 130
    (line,) = [line for line in shown.sent.split("\n") if line.startswith('{"format"')]
    assert acts(read(line)) == acts(kept(alone(SEED, typed="1\n")))


# What a person can't do to the command, in this process.


def test_a_game_of_another_kind_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is one of our records, only not of this game."""
    path = tmp_path / "it"
    path.write_text(f"{GOOD}\n", encoding="utf-8")
    monkeypatch.setattr(games, "get", lambda name: replace(smile.GAME, title=f"Not {name}"))
    with pytest.raises(SystemExit) as leaving:
        main([*PLAY, "--resume", str(path)])
    assert leaving.value.code == 2
    assert f"{path}: game: this is a game of Not smile" in capsys.readouterr().err


def test_a_terminal_that_cannot_say_how_wide_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts as a usual one."""

    def refuse(number: int) -> os.terminal_size:
        raise OSError(number, "no terminal")

    monkeypatch.setattr(screen, "is_terminal", lambda: True)
    monkeypatch.setattr(os, "get_terminal_size", refuse)
    monkeypatch.setattr(sys.stdout, "fileno", lambda: 1)
    assert screen.width() == 80


def test_messages_without_anybody_to_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a standard error there is nobody to tell."""
    monkeypatch.setattr(sys, "stderr", None)
    screen.say("hello")
