"""Tests of the command with persons: input, output, and saving the game in every case."""

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
from fireflies.record import Record, begin
from fireflies.table import Table
from tests.cli.here import Here, here
from tests.test_cli import (
    PATIENCE,
    Ended,
    action_texts,
    command,
    ended,
    environment,
    printed_actions,
    printed_record,
    record_in,
    run,
    started,
    with_newlines,
)

__all__ = ["here"]

PLAY: Final = ("play", "smile")
PRINTED: Final = ("--record", "-")
"""Asks for the record in the last line of the output; another ``--record`` after it wins."""
ALL_BOTS: Final = {**BOTS, **smile.GAME.bots}
PASS_THE_SCREEN: Final = "Pass the screen to "
PASSED: Final = re.compile(r"Pass the screen to human (\d), who presses Enter\. ")


def one_person(
    seed: int, *words: str, typed: str = "", seats: str = "human,greedy,random"
) -> Ended:
    """Run a game of one person against two bots."""
    return run(*PLAY, *PRINTED, "--seats", seats, "--seed", str(seed), *words, typed=typed)


class PlannedGame(NamedTuple):
    """A game that was played in advance without the command, to compare with."""

    record: Record[smile.State]
    choices: list[tuple[int, State, Action]]
    """The decisions of persons: seat, state and action."""

    def lines(self, *, numbers: bool = False) -> list[str]:
        """Return the input lines of all persons, an empty one for each pass of the screen."""
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


def plan_game(
    seats: Sequence[str], seed: int, choices_seed: int = 0, **given: object
) -> PlannedGame:
    """Play a whole game in which persons choose random actions."""
    bots = [None if seat == "human" else ALL_BOTS[seat] for seat in seats]
    options = {"players": len(seats), **given}
    table = Table(begin(smile.GAME, options, seats), bots, seed=seed)
    generator = random.Random(choices_seed)
    choices: list[tuple[int, State, Action]] = []
    while table.run().actor is not None:
        state, actor = table.state, table.state.actor
        assert isinstance(actor, int)
        action = generator.choice(state.legal_actions)
        choices.append((actor, state, action))
        table.play(action)
    return PlannedGame(table.record, choices)


SEED: Final = 5
PLAN: Final = plan_game(("human", "greedy", "random"), SEED)


@pytest.mark.parametrize("numbers", [True, False], ids=["numbers", "words"])
def test_a_whole_game_by_numbers_and_by_words(tmp_path: Path, *, numbers: bool) -> None:
    """The typed actions are played to the end; the end shows all hands."""
    path = tmp_path / "game.jsonl"
    done = one_person(SEED, "--record", str(path), typed=with_newlines(PLAN.lines(numbers=numbers)))
    assert done.code == 0
    assert action_texts(record_in(path)) == action_texts(PLAN.record)
    assert record_in(path).final.outcome is not None
    last = done.out[done.out.rindex("Game over") :]
    assert len(re.findall(r" points?: +\d+ clear, \d+ blue ", last)) == 3
    assert "hidden" not in last
    assert done.err == f"fireflies: the game is kept in {path}\n"


@pytest.mark.parametrize("line", ["1", "bid a", "BID A", "Bid a", "  bid a  ", "\t1"])
def test_case_and_spaces_of_an_action_make_no_difference(line: str) -> None:
    done = one_person(SEED, typed=f"{line}\n")
    assert done.code == 130
    assert printed_actions(done)[3] == "bid a"


def test_the_menu_shows_the_number_of_each_action() -> None:
    done = one_person(SEED, typed="1\n2\n")
    assert re.search(
        r"^  \[1\] Put a bead on .*  \(bid a\)\n  \[2\] Back out .*  \(back-out a\)$",
        done.out,
        re.MULTILINE,
    )
    assert "back-out a" in printed_actions(done)


@pytest.mark.parametrize("line", ["c", "d", "C", "D"])
def test_a_single_letter_is_not_an_action(line: str) -> None:
    """The letters of the menu are those of cards."""
    done = one_person(SEED, typed=f"bid a\n{line}\n")
    assert repr(line) in done.out
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="bid a\n"))


@pytest.mark.parametrize(
    "line", ["nonsense", "bid ab", "bid a a", "pass", "Z", "9", "0", "01", "é"]
)
def test_invalid_input_is_reported_and_asked_for_again(line: str) -> None:
    done = one_person(SEED, typed=f"{line}\n1\n")
    assert repr(line) in done.out
    assert "'help'" in done.out
    assert ("; the list ends with 1." in done.out) == (line in {"9", "0", "01"})
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n"))


def test_an_empty_line_is_ignored() -> None:
    done = one_person(SEED, typed="\n   \n1\n")
    assert "is not" not in done.out
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n"))


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
def test_an_illegal_action_is_refused_with_its_clause(line: str, clause: str) -> None:
    """The person is asked again."""
    done = one_person(SEED, typed=f"{line}\n1\n")
    (title,) = [it.rule.title for it in smile.Clause if it == clause]
    output = " ".join(done.out.split())
    assert f"{clause}: {title}" in output
    assert ("There is no card z on offer (" in output) == (line == "bid z")
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n"))


# Commands at the prompt.


def clauses_in(text: str) -> set[str]:
    """Return the clause ids in a text."""
    return set(re.findall(r"smile\.[a-z-]+\.[a-z-]+", text))


def answer_to(done: Ended, number: int) -> str:
    """Return the output after the input line of this number, from 0."""
    return re.split(r"^you> ", done.out, flags=re.MULTILINE)[number + 1]


def test_rules_with_an_empty_row() -> None:
    """Only bids are legal."""
    output = clauses_in(answer_to(one_person(SEED, typed="rules\n"), 0))
    assert output == {"smile.bid.clear-bead"}


def test_rules_with_beads_in_the_row() -> None:
    """Backing out is legal too."""
    output = clauses_in(answer_to(one_person(SEED, typed="1\nRULES\n"), 1))
    assert {"smile.bid.clear-bead", "smile.back-out.take"} <= output
    assert "smile.borrow.stuck" not in output


def test_rules_when_a_seat_has_to_borrow() -> None:
    words = ("--beads", "0")
    stuck = clauses_in(
        answer_to(one_person(SEED, *words, seats="human,first,first", typed="rules\n"), 0)
    )
    assert "smile.borrow.stuck" in stuck


def test_rules_prints_each_clause_once_with_its_title() -> None:
    output = answer_to(one_person(SEED, typed="1\nrules\n"), 1)
    found = re.findall(r"smile\.[a-z-]+\.[a-z-]+", output)
    assert len(found) == len(set(found)) > 1
    titles = [clause.rule.title for clause in smile.Clause if clause in found]
    assert [title for title in titles if title not in " ".join(output.split())] == []


def test_rules_takes_no_words() -> None:
    """The message names the command that searches."""
    answer = answer_to(one_person(SEED, typed="rules pair\n"), 0)
    assert "'fireflies rules smile WORDS' searches" in answer
    assert clauses_in(answer) == set()


def test_why_without_an_action_prints_its_usage() -> None:
    assert "'why ACTION'" in answer_to(one_person(SEED, typed="why\n"), 0)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("bid c", "smile.bid.lowest-card"),
        ("BID C", "smile.bid.lowest-card"),
        ("back-out a", "smile.back-out.beads"),
        ("reveal 1", "smile.auction.phases"),
        ("bid a", "is allowed"),
        ("1", "is allowed"),
        ("a", "is allowed"),
        ("me", "'me' is not an action: it begins with bid now"),
    ],
)
def test_why_explains_an_action(words: str, answer: str) -> None:
    """The game does not change."""
    done = one_person(SEED, typed=f"why {words}\n1\n")
    assert answer in answer_to(done, 0)
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n"))


def test_hint_is_the_action_of_greedy() -> None:
    """It does not change the game."""
    lines = [part for line in PLAN.lines() for part in ("hint", line)]
    done = one_person(SEED, "--open", typed=with_newlines([*lines]))
    assert done.code == 0
    hints = re.findall(r"greedy would choose: [^(]*\(([a-z -]+)\)\.", " ".join(done.out.split()))
    table = Table(PLAN.record, [None] * 3, seed=SEED)
    expected: list[str] = []
    for _ in PLAN.record.actions:
        table.undo()
        if table.state.actor == 0:
            expected.insert(0, str(ALL_BOTS["greedy"](table.turn(0))))
    assert hints == expected


@pytest.mark.parametrize("who", ["random", "search:5", "search-view:3", "last"])
def test_a_hint_of_another_bot(who: str) -> None:
    done = one_person(SEED, typed=f"1\nhint {who}\n1\n")
    told = " ".join(answer_to(done, 1).split())
    assert re.match(rf"{who} would choose: [^(]*\((bid a|back-out a)\)\.", told)
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n1\n"))


def test_a_hint_of_a_search_has_visits_and_values() -> None:
    """All rollouts of the budget are those of the two legal actions; the best one is chosen."""
    told = " ".join(answer_to(one_person(SEED, typed="1\nhint search:50\n1\n"), 1).split())
    (chosen,) = re.findall(r"would choose: [^(]*\(([a-z -]+)\)\.", told)
    found = re.findall(r"(bid a|back-out a) [+-]\d+\.\d\d in (\d+) rollouts?", told)
    assert (found[0][0], len(found)) == (chosen, 2)
    assert sum(int(count) for _, count in found) == 50
    assert "rollout" not in " ".join(answer_to(one_person(SEED, typed="1\nhint\n"), 1))


def test_a_hint_of_an_unknown_bot_lists_all_bots() -> None:
    output = " ".join(answer_to(one_person(SEED, typed="hint me please\n"), 0).split())
    assert output.startswith("no player is called 'me please'; there are: random,")


def test_a_hint_in_a_game_without_bots_is_by_search(here: Here) -> None:
    done = here("play", "kuhn", "--seats", "human,last", "--seed", "1", typed="hint\n")
    assert re.search(
        r"search:1s would choose: .* \((pass|bet)\)\. \('hint first' asks another", done.out
    )


@pytest.mark.parametrize(
    ("asked", "output"),
    [
        ("show undealt", "undealt (27): -5 white, -4, -3 blue,"),
        ("show discarded", "discarded (0): none"),
        ("SHOW Supply", "supply: clear: 17 blue: 5"),
        ("show row", "row: 1: slot a; card -4 yellow; beads 0 2: slot b;"),
        ("show outcome", "outcome: none, or hidden"),
        ("show", "offer (3): a, b, c player (3): you, greedy, random table: all of it in words"),
        ("show", "words parts of it: phase, actor,"),
        ("show me", "Nothing here is called 'me': 'show' lists what can be shown."),
        ("show players", "players: you: clear 6; blue 0; cards none greedy: clear none, or hidden"),
        (
            "show Greedy",
            "greedy: clear: none, or hidden blue: none, or hidden cards: none cards: 0",
        ),
        ("show seat 0", "you: clear: 6 blue: 0 cards: none cards: 0 points beads: 1 point"),
        ("show offer", "offer (3): a, b, c"),
        ("show table", "Auction 1 of 10: you to move"),
        ("show a", "-4 yellow, 0 beads on it a bid goes on it: no card is lower"),
    ],
)
def test_show_speaks_of_things_seats_and_parts_of_the_view(asked: str, output: str) -> None:
    """A part of the view has the name of its key in the wire's STATE, but is never JSON."""
    assert output in " ".join(answer_to(one_person(SEED, typed=f"{asked}\n"), 0).split())


def test_the_log_has_this_auction_and_the_one_before() -> None:
    """In the third auction it begins with the cards of the second one."""
    lines = PLAN.lines()
    auctions = [cast("smile.State", state).auction for _, state, _ in PLAN.choices]
    third = auctions.index(3)
    done = one_person(SEED, typed=with_newlines([*lines[:third], "log"]))
    output = [line.strip() for line in answer_to(done, third).splitlines()]
    whole = [str(event) for step in PLAN.record.steps for event in step.events]
    names = {0: "you", 1: "greedy", 2: "random"}
    ends = [number for number, event in enumerate(whole) if " is over, " in event]
    expected = whole[ends[0] + 1 :][: len(output)]
    seats = [re.sub(r"seat (\d)", lambda it: names[int(it[1])], event) for event in expected]
    assert [line.split()[-1] for line in output] == [event.split()[-1] for event in seats]
    assert len(output) == 20
    first = answer_to(one_person(SEED, typed="log\n"), 0)
    assert [line.strip() for line in first.splitlines() if line.strip()][:3] == whole[:3]


def test_list_prints_all_actions_or_those_with_a_word() -> None:
    def listed(*words: str) -> list[tuple[str, str]]:
        answer = answer_to(one_person(SEED, typed=f"1\n{' '.join(words)}\n"), 1)
        return re.findall(r"\((\S+ a)\)$|(No action.*)", answer, re.MULTILINE)

    assert listed("list") == [("bid a", ""), ("back-out a", "")]
    assert listed("LIST", "back-out") == [("back-out a", "")]
    assert listed("list", "c") == [("", "No action has the word 'c'.")]


def test_a_beginning_of_an_action_is_enough() -> None:
    """Where it may mean several actions, they are named; what means none gets examples."""
    done = one_person(SEED, typed="1\nb\nwhy a\nc\nBack\n")
    assert answer_to(done, 1) == "  Bid or back-out a?\n"
    assert answer_to(done, 2) == "  Bid or back-out a?\n"
    assert "'c' is not an action: it begins with bid or back-out now." in answer_to(done, 3)
    assert "back-out a" in printed_actions(done)


@pytest.mark.parametrize("word", ["quit", "Quit", "exit", "EXIT", "q", "Q"])
def test_several_words_quit_and_save_the_game(word: str) -> None:
    done = one_person(SEED, typed=f"1\n{word}\n2\n")
    assert (done.code, printed_actions(done)) == (
        130,
        printed_actions(one_person(SEED, typed="1\n")),
    )
    assert "not an action" not in done.out


def test_questions_do_not_change_the_game(tmp_path: Path) -> None:
    asked = ("hint", "rules", "why", "help", "?", "bid z", "why bid a", "")
    lines = [part for line in PLAN.lines() for part in (*asked, line)]
    path = tmp_path / "it"
    assert one_person(SEED, "--record", str(path), typed=with_newlines(lines)).code == 0
    assert action_texts(record_in(path)) == action_texts(PLAN.record)


@pytest.mark.parametrize("word", ["help", "?"])
def test_help_lists_all_commands(word: str) -> None:
    output = answer_to(one_person(SEED, typed=f"{word}\n"), 0)
    words = ("rules", "why", "hint", "undo", "save", "quit")
    assert [
        wanted for wanted in words if not re.search(rf"^  {wanted}\b", output, re.MULTILINE)
    ] == []


# Undo.


def test_nothing_can_be_undone_before_the_first_decision() -> None:
    done = one_person(SEED, typed="undo\nundo\n")
    assert done.out.count("nothing to take back") == 2
    assert printed_actions(done) == printed_actions(one_person(SEED))
    assert len(printed_actions(done)) == 3


def test_undo_goes_back_to_the_last_decision_of_the_person() -> None:
    """The actions of bots after it are undone too, and another decision can be made."""
    done = one_person(SEED, typed="1\nundo\n")
    assert "Taken back: bid a, by you, and what followed (2 more)." in done.out
    assert printed_actions(done) == printed_actions(one_person(SEED))
    done = one_person(SEED, typed="1\nUndo\nbid a\nback-out a\n")
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\nback-out a\n"))


def test_after_several_undos_the_same_actions_give_the_same_game(tmp_path: Path) -> None:
    """Cards and random bots repeat their actions."""
    lines = PLAN.lines()
    assert len(lines) > 14
    path = tmp_path / "it"
    again = [*lines[:14], *["undo"] * 10, *lines[4:]]
    done = one_person(SEED, "--record", str(path), typed=with_newlines(again))
    assert done.code == 0
    assert done.out.count("Taken back") == 10
    assert action_texts(record_in(path)) == action_texts(PLAN.record)


def test_more_undos_than_decisions_end_at_the_first() -> None:
    done = one_person(SEED, typed=with_newlines([*PLAN.lines()[:3], *["undo"] * 5]))
    assert (done.out.count("Taken back"), done.out.count("nothing to take back")) == (3, 2)
    assert printed_actions(done) == printed_actions(one_person(SEED))


def test_another_decision_after_undo_replaces_the_first() -> None:
    """The game ends as without the undone action."""
    seats = "human,random,random"
    one = plan_game(seats.split(","), SEED, 1)
    changed = one_person(SEED, typed=with_newlines(["1", "undo", *one.lines()]), seats=seats)
    assert changed.code == 0
    table = changed.out[changed.out.rindex("Game over") :]
    straight = one_person(SEED, typed=with_newlines(one.lines()), seats=seats)
    assert table == straight.out[straight.out.rindex("Game over") :]


def test_undo_of_another_persons_decision_passes_the_screen_back() -> None:
    done = run(
        *PLAY,
        *PRINTED,
        "--seats",
        "human,human,random",
        "--seed",
        "5",
        typed=with_newlines(["", "1", "", "undo", ""]),
    )
    assert PASSED.findall(done.out) == ["1", "2", "1"]
    assert "Taken back: bid a, by you." in PASSED.split(done.out)[-1]
    assert len(printed_actions(done)) == 3


def test_undo_of_a_resumed_game(tmp_path: Path) -> None:
    """A decision made before the break can be undone."""
    path = tmp_path / "it"
    one_person(SEED, "--record", str(path), typed="1\n")
    run(*PLAY, "--resume", str(path), "--record", str(path), typed="undo\n")
    assert action_texts(record_in(path)) == printed_actions(one_person(SEED))


# Saving a game.


def test_save_without_a_file_asks_for_one() -> None:
    done = one_person(SEED, typed="save\n1\n")
    assert "save FILE" in answer_to(done, 0)
    assert done.code == 130


def test_save_again_updates_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a game of ours.jsonl"
    with started(command(*PLAY, "--seats", "human,random,random")) as running:
        assert running.stdin is not None
        running.stdin.write(f"save {path}\n".encode())
        running.stdin.flush()
        patient_until = time.monotonic() + PATIENCE
        while not path.exists():
            assert time.monotonic() < patient_until
            time.sleep(0.01)
        assert len(record_in(path).actions) == 3
        done = ended(running, b"1\nsave\n")
    assert done.code == 130
    assert action_texts(record_in(path))[3] == "bid a"
    assert '"format"' not in done.out


def test_save_without_a_file_uses_that_of_record(tmp_path: Path) -> None:
    path = tmp_path / "it"
    done = one_person(SEED, "--record", str(path), typed="save\n")
    assert "Kept in" in done.out
    assert len(record_in(path).actions) == 3


@pytest.mark.parametrize("place", ["", "no/such/folder/game", "nul\0in-it", "x" * 300])
def test_a_failed_save_is_reported_and_the_game_goes_on(tmp_path: Path, place: str) -> None:
    done = one_person(SEED, typed=f"save {tmp_path}/{place}\n1\n")
    assert done.code == 130
    assert "Traceback" not in done.err
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n"))
    assert len(done.err.splitlines()) == 2


def test_quit_saves_the_game(tmp_path: Path) -> None:
    """The exit code says that the game is not over."""
    path = tmp_path / "it"
    done = one_person(SEED, "--record", str(path), typed="1\nquit\n2\n")
    assert done.code == 130
    assert "not over" in done.err
    assert str(path) in done.err
    assert action_texts(record_in(path)) == printed_actions(one_person(SEED, typed="1\n"))


@pytest.mark.parametrize("decisions", [0, 1, 2, 9])
def test_the_end_of_input_saves_or_prints_the_game(tmp_path: Path, decisions: int) -> None:
    lines = with_newlines(PLAN.lines()[:decisions])
    path = tmp_path / "it"
    printed = one_person(SEED, typed=lines)
    filed = one_person(SEED, "--record", str(path), typed=lines)
    for done in (printed, filed):
        assert done.code == 130
        assert "Traceback" not in done.err
    assert printed_record(printed) == record_in(path)
    whole = action_texts(PLAN.record)
    assert action_texts(record_in(path)) == whole[: len(action_texts(record_in(path)))]


def test_a_last_line_without_a_newline_is_read() -> None:
    assert printed_actions(one_person(SEED, typed="1")) == printed_actions(
        one_person(SEED, typed="1\n")
    )


def test_the_end_of_input_while_the_screen_is_passed_prints_the_game() -> None:
    done = run(*PLAY, *PRINTED, "--seats", "human,human,human", "--seed", "5", typed="\n1\n")
    assert done.code == 130
    assert printed_actions(done)[-1] == "bid a"


@pytest.mark.parametrize("given", [b"\xff\xfe\n", b"bid \xc3\n", b"\x00\n", b"\x1b[A\n", b"\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8:strict", "utf-8:surrogateescape", "ascii"])
def test_invalid_bytes_do_not_lose_the_game(given: bytes, encoding: str) -> None:
    """They are invalid input, or at worst end the game, which is printed."""
    words = (*PLAY, *PRINTED, "--seats", "human,greedy,random", "--seed", "5")
    done = run(*words, typed=b"1\n" + given, PYTHONIOENCODING=encoding)
    assert done.code == 130
    assert "Traceback" not in done.err
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n"))


def test_a_name_outside_the_output_encoding_does_not_lose_the_game() -> None:
    done = run(
        *(*PLAY, *PRINTED, "--seats", "Åda=human,greedy,random", "--seed", "5"),
        typed="1\n",
        PYTHONIOENCODING="ascii",
        PYTHONUTF8="0",
    )
    assert done.code == 130
    assert "Traceback" not in done.err
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n"))


@pytest.mark.usefixtures("measured")
def test_without_standard_input_the_game_is_printed() -> None:
    shell = ["/bin/sh", "-c", 'exec "$@" <&-', "sh"]
    words = command(*PLAY, *PRINTED, "--seats", "human,greedy,random", "--seed", "5")
    with started([*shell, *words]) as running:
        done = ended(running)
    assert done.code == 130
    assert "Traceback" not in done.err
    assert len(printed_record(done).actions) == 3


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("seats", "way"),
    [("human,greedy,random", signal.SIGTERM), ("human,human,random", signal.SIGINT)],
)
def test_an_interrupt_saves_or_prints_the_game(tmp_path: Path, seats: str, way: int) -> None:
    """A signal while a person decides, or while the screen is passed."""
    for words in (PRINTED, ("--record", str(tmp_path / "it"))):
        line = command(*PLAY, "--seats", seats, "--seed", "5", *words)
        with started(line, PYTHONUNBUFFERED="1") as running:
            assert running.stdin is not None
            assert running.stdout is not None
            running.stdin.write(b"\n1\n" if seats.count("human") > 1 else b"1\n")
            running.stdin.flush()
            shown = b""
            waiting = b"human 2, who" if seats.count("human") > 1 else b"(back-out a)\nyou> "
            while waiting not in shown:
                piece = os.read(running.stdout.fileno(), 4096)
                assert piece, shown
                shown += piece
            running.send_signal(way)
            done = ended(running)
        assert done.code == 128 + way
        assert "Traceback" not in done.err
        found = printed_record(done) if words == PRINTED else record_in(tmp_path / "it")
        assert action_texts(found)[3] == "bid a"


def test_a_record_that_cannot_be_written_is_printed(tmp_path: Path) -> None:
    """Both for a finished and for an unfinished game; the file links to a missing folder."""
    (tmp_path / "it").symlink_to(tmp_path / "no" / "it")
    place = str(tmp_path / "it")
    over = one_person(SEED, "--record", place, typed=with_newlines(PLAN.lines()))
    assert printed_actions(over) == action_texts(PLAN.record)
    assert over.code == 1
    broken = one_person(SEED, "--record", place, typed="1\n")
    assert broken.code == 1
    assert printed_actions(broken) == printed_actions(one_person(SEED, typed="1\n"))
    for done in (over, broken):
        assert place in done.err
        assert "Traceback" not in done.err


def test_a_game_of_bots_is_saved_too(tmp_path: Path) -> None:
    path = tmp_path / "it"
    done = run(*PLAY, "--seed", "5", "--record", str(path))
    assert done.code == 0
    assert record_in(path).final.outcome is not None


# Several persons at one screen.


def turns_in(out: str, seats: Sequence[str]) -> list[tuple[int, str]]:
    """Return the seats to which the screen was passed, each with the output up to the next pass."""
    persons = [seat for seat, name in enumerate(seats) if name == "human"]
    parts = PASSED.split(out)
    turns = zip(parts[1::2], parts[2::2], strict=True)
    return [(persons[int(person) - 1], shown) for person, shown in turns]


QUESTIONS: Final = ("hint", "why", "rules", "bid z", "why bid a")


@pytest.mark.parametrize(
    "seats", [("human", "human", "greedy"), ("human", "random", "human"), ("human",) * 3]
)
def test_each_person_sees_only_their_own_beads(seats: tuple[str, ...]) -> None:
    """After any input, the screen has no count of beads of another hand."""
    plan = plan_game(seats, 8, 3)
    lines = [part for line in plan.lines() for part in ((*QUESTIONS, line) if line else (line,))]
    done = run(*PLAY, "--seats", ",".join(seats), "--seed", "8", typed=with_newlines(lines))
    assert done.code == 0
    before, *_ = done.out.split(PASS_THE_SCREEN)
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
        output = re.findall(r"^.*\b\d+ clear\b.*$", shown, re.MULTILINE)
        assert output
        assert [line for line in output if not re.match("> you  +|  Supply: ", line)] == []
        others = re.findall(r"^[ >] (\w.*?)  +beads hidden", shown, re.MULTILINE)
        assert "you" not in others
        assert len(set(others)) == len(seats) - 1


def test_the_screen_is_not_passed_to_the_same_person() -> None:
    plan = plan_game(("human", "human", "random"), 8, 3)
    movers = [seat for seat, _, _ in plan.choices]
    assert any(one == other for one, other in pairwise(movers))
    done = run(
        *PLAY, "--seats", "human,human,random", "--seed", "8", typed=with_newlines(plan.lines())
    )
    passes = PASSED.findall(done.out)
    assert len(passes) > 10
    assert all(one != other for one, other in pairwise(passes))
    assert done.code == 0


def test_a_single_person_never_passes_the_screen() -> None:
    done = one_person(SEED, typed=with_newlines(PLAN.lines()))
    assert PASS_THE_SCREEN not in done.out


def test_open_shows_all_hands_and_never_passes_the_screen() -> None:
    plan = plan_game(("human", "human", "random"), 8)
    lines = [line for line in plan.lines() if line]
    done = run(
        *PLAY, "--open", "--seats", "human,human,random", "--seed", "8", typed=with_newlines(lines)
    )
    assert done.code == 0
    assert PASS_THE_SCREEN not in done.out
    assert "hidden" not in done.out
    tables = done.out.count(" to move\n") + 1
    assert tables == len(lines) + 1
    assert len(re.findall(r" \d+ clear, \d+ blue.* cards -?[+]?\d+: ", done.out)) == 3 * tables


def test_events_before_a_pass_are_shown_again() -> None:
    """A person who gets the screen back sees all events since their own last decision."""
    seats = ("--seats", "human,human,random", "--seed", "8")
    done = run(*PLAY, *seats, typed="\n1\n\n1\n\n")
    output = PASSED.split(done.out)[-1].splitlines()[:3]
    assert [line.split()[0] for line in output] == ["you", "human", "random"]


def test_each_person_sees_every_revealed_card() -> None:
    plan = plan_game(("human", "human", "random"), 8)
    done = run(
        *(*PLAY, "--seats", "human,human,random", "--seed", "8"), typed=with_newlines(plan.lines())
    )
    turns = turns_in(done.out, ("human", "human", "random"))
    for seat in (0, 1):
        mine = "".join(shown for mover, shown in turns if mover == seat)
        cards_seen = re.findall(r"^  (.*) is revealed$", mine, re.MULTILINE)
        cards = [str(action)[7:] for action in plan.record.actions if str(action)[:7] == "reveal "]
        assert list(dict.fromkeys(cards_seen)) == list(dict.fromkeys(cards))[: len(set(cards_seen))]
        assert len(set(cards_seen)) > 20
        assert max(cards_seen.count(card) - cards.count(card) for card in cards) <= 1


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
    """A person's name is in the prompt and in the record; the bot is after ``=``."""
    done = one_person(SEED, seats=seats, typed="1\n")
    assert shown in done.out
    assert list(printed_record(done).seats) == names
    assert printed_actions(done) == printed_actions(one_person(SEED, typed="1\n"))


def test_the_pass_message_has_the_persons_name() -> None:
    done = run(*PLAY, "--seats", "Ada=human,Ben=human,first", "--seed", "5", typed="\n1\n")
    assert re.search(rf"{PASS_THE_SCREEN}Ada, .*{PASS_THE_SCREEN}Ben, ", done.out, re.DOTALL)


# Resuming a game.


@pytest.mark.long
@pytest.mark.parametrize("cut", [0, 1, 4, 11])
@pytest.mark.parametrize("seats", [("human", "greedy", "random"), ("random", "human", "human")])
def test_a_resumed_game_equals_an_uninterrupted_one(
    tmp_path: Path, cut: int, seats: tuple[str, ...]
) -> None:
    """With the same decisions, bots and cards act the same."""
    plan = plan_game(seats, 31, 2)
    lines = plan.lines()
    path = tmp_path / "it"
    place = [number for number, line in enumerate(lines) if line][cut]
    first = run(
        *(*PLAY, "--seats", ",".join(seats), "--seed", "31", "--record", str(path)),
        typed=with_newlines(lines[:place]),
    )
    assert first.code == 130
    rest = PlannedGame(plan.record, plan.choices[cut:]).lines()
    again = run(*PLAY, "--resume", str(path), "--record", str(path), typed=with_newlines(rest))
    assert again.code == 0
    assert action_texts(record_in(path)) == action_texts(plan.record)
    straight = run(
        *(*PLAY, "--seats", ",".join(seats), "--seed", "31", "--record", str(tmp_path / "whole")),
        typed=with_newlines(lines),
    )
    assert straight.code == 0
    assert (tmp_path / "whole").read_bytes() == path.read_bytes()


def test_a_game_can_be_interrupted_at_every_decision(tmp_path: Path) -> None:
    path = tmp_path / "it"
    one_person(SEED, "--record", str(path))
    codes = [
        run(*PLAY, "--resume", str(path), "--record", str(path), typed=f"{line}\n").code
        for line in PLAN.lines()
    ]
    assert codes == [130] * (len(codes) - 1) + [0]
    assert action_texts(record_in(path)) == action_texts(PLAN.record)


def test_a_resumed_game_prints_no_seed(tmp_path: Path) -> None:
    path = tmp_path / "it"
    one_person(SEED, "--record", str(path), typed="1\n")
    done = run(*PLAY, "--resume", str(path), typed="")
    assert "seed" not in done.err


def test_a_finished_game_is_shown_when_resumed(tmp_path: Path) -> None:
    """The file does not change."""
    path = tmp_path / "it"
    first = one_person(SEED, "--record", str(path), typed=with_newlines(PLAN.lines()))
    before = path.read_bytes()
    done = run(*PLAY, "--resume", str(path), "--record", str(path))
    assert done.code == 0
    assert "Game over" in done.out
    assert "seat 0>" not in done.out
    assert path.read_bytes() == before
    assert first.out.endswith(done.out[done.out.rindex("Game over") :])


def test_an_unfinished_game_of_bots_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "it"
    whole = tmp_path / "whole"
    run(*PLAY, "--seed", "9", "--record", str(whole))
    record = record_in(whole)
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
def test_options_can_not_be_changed_when_a_game_is_resumed(
    tmp_path: Path, words: tuple[str, str]
) -> None:
    """They are refused even with the same values; the file does not change."""
    path = tmp_path / "it"
    one_person(SEED, "--record", str(path), typed="1\n")
    before = path.read_bytes()
    done = run(*PLAY, "--resume", str(path), "--record", str(path), *words, typed="1\n")
    assert (done.code, done.out) == (2, "")
    assert words[0] in done.err.splitlines()[-1]
    assert path.read_bytes() == before


def record_with(**fields: object) -> str:
    """Return a record with other values in the extra key ``x-fireflies``."""
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
    "too many kinds": record_with(kinds=["human"] * 4),
    "too few kinds": record_with(kinds=["human"]),
    "unknown kind": record_with(kinds=["human", "greedy", "deep"]),
    "kinds no list": record_with(kinds="human"),
    "kind no text": record_with(kinds=["human", "greedy", 1]),
    "no kinds": record_with(kinds=None),
    "seed no number": record_with(seed="5"),
    "seed below zero": record_with(seed=-1),
    "seed a truth": record_with(seed=True),
    "no setting": begin(smile.GAME, {}, ["a", "b", "c"], {"x-fireflies": 1}).to_text(),
    "another game": GOOD.replace('"game":"smile"', '"game":"chess"'),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_can_not_be_resumed(tmp_path: Path, name: str) -> None:
    """The error is one line after the usage."""
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
def test_the_error_names_the_broken_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / "it"
    path.write_text(BROKEN[name], encoding="utf-8")
    assert str(path) in run(*PLAY, "--resume", str(path)).err.splitlines()[-1]


@pytest.mark.parametrize("name", ["", "none"])
def test_a_folder_or_a_missing_file_can_not_be_resumed(tmp_path: Path, name: str) -> None:
    done = run(*PLAY, "--resume", str(tmp_path / name), typed="a\n")
    assert (done.code, done.out) == (2, "")
    assert str(tmp_path / name) in done.err.splitlines()[-1]


def test_a_record_of_another_program_is_resumed_by_persons(tmp_path: Path) -> None:
    """Such a record does not name the players."""
    path = tmp_path / "it"
    path.write_text(f"{GOOD}\n", encoding="utf-8")
    done = run(*PLAY, "--resume", str(path), typed="\n1\n\n1\n")
    assert re.findall(rf"{PASS_THE_SCREEN}(\w), ", done.out) == ["a", "b", "c"]
    assert action_texts(record_in(path))[3:] == ["bid a", "bid a"]


# Chance typed in by hand.

BY_HAND: Final = (*PLAY, *PRINTED, "--deal", "by-hand")


@pytest.mark.parametrize("verb", ["reveal ", "", "REVEAL "])
def test_cards_are_typed_with_or_without_the_verb(verb: str) -> None:
    """The row is sorted."""
    done = run(*BY_HAND, typed=with_newlines([f"{verb}6 white", f"{verb}-2 yellow", f"{verb}3"]))
    assert printed_actions(done) == ["reveal 6 white", "reveal -2 yellow", "reveal 3"]
    assert re.search(r"a  -2 yellow\n +b  3\n +c  6 white\n", done.out)


@pytest.mark.parametrize("minus", ["\u2212", "\u2013"])
def test_other_minus_signs_are_accepted(minus: str) -> None:
    done = run(*BY_HAND, typed=f"{minus}2 yellow\n")
    assert printed_actions(done) == ["reveal -2 yellow"]


@pytest.mark.parametrize("line", ["reveal 6", "6", "reveal -5", "6 red V", "reveal 6 red V"])
def test_a_card_that_is_not_in_the_pile_is_refused_with_its_clause(line: str) -> None:
    """Another card can be typed then."""
    done = run(*BY_HAND, typed=with_newlines([line, "reveal 3"]))
    assert "smile.setup.draw-pile" in done.out
    assert printed_actions(done) == ["reveal 3"]


def test_a_card_can_not_be_revealed_twice() -> None:
    """The box has only one 3 without a color."""
    done = run(*BY_HAND, typed=with_newlines(["reveal 3", "3"]))
    assert "smile.setup.draw-pile" in done.out
    assert printed_actions(done) == ["reveal 3"]


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
def test_a_mistyped_card_can_be_undone(lines: list[str]) -> None:
    assert printed_actions(run(*BY_HAND, typed=with_newlines(lines))) == ["reveal -2 red"]


def test_a_bid_is_refused_while_cards_are_revealed() -> None:
    done = run(*BY_HAND, typed=with_newlines(["bid a", "a"]))
    assert "smile.auction.phases" in done.out
    assert printed_actions(done) == []


@pytest.mark.parametrize("word", ["hint", "list", "rules", "why", "why bid a", "save", "help"])
def test_questions_while_cards_are_revealed(word: str) -> None:
    """Each gets an answer."""
    done = run(*BY_HAND, typed=f"{word}\nreveal 3\n")
    assert done.code == 130
    answer = done.out.split("chance> ")[1]
    assert answer.strip()
    assert (" 6 white " in answer) == (word == "list")
    assert printed_actions(done) == ["reveal 3"]


def test_a_whole_game_by_hand_ends_with_the_score(tmp_path: Path) -> None:
    source = plan_game(("random", "random", "random"), 12).record
    lines = [str(action).removeprefix("reveal ") for action in source.actions]
    path = tmp_path / "it"
    done = run(*BY_HAND, "--record", str(path), typed=with_newlines(lines))
    assert done.code == 0
    assert action_texts(record_in(path)) == action_texts(source)
    outcome = source.final.outcome
    assert outcome is not None
    last = done.out[done.out.rindex("Game over") :]
    points = [int(score) for score in re.findall(r" (-?\d+) points?: ", last)]
    assert points == list(outcome.scores)
    assert "chance> " in done.out
    assert PASS_THE_SCREEN not in done.out


def test_a_game_by_hand_is_resumed_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "it"
    run(*BY_HAND, "--record", str(path), typed="3\n")
    done = run(*PLAY, "--resume", str(path), "--record", str(path), typed="-2 red\n")
    assert done.code == 130
    assert action_texts(record_in(path)) == ["reveal 3", "reveal -2 red"]


def test_bots_can_play_when_cards_are_typed_in() -> None:
    done = run(
        *BY_HAND, "--seats", "human,first,first", typed=with_newlines(["3", "4", "1", "bid a"])
    )
    assert printed_actions(done)[3:] == ["bid a", "bid a", "bid a"]


def test_another_value_of_deal_is_wrong_usage() -> None:
    assert run(*PLAY, "--deal", "by-foot").code == 2


def test_a_game_by_hand_prints_the_source_of_its_cards() -> None:
    """It prints no seed when nothing is random."""
    done = run(*BY_HAND, typed="6 red\n")
    output = "--box FILE says what you own; fireflies box smile prints one"
    assert output in done.err
    assert "6 red is not in the draw pile; the option box says which cards you own" in done.out
    assert "seed" not in done.err
    assert output not in run(*BY_HAND, "--box", "shipped").err
    assert "seed" in run(*BY_HAND, "--seats", "human,first,first").err


# Default players, and output during a play.


def test_at_a_terminal_one_person_plays_by_default(here: Here) -> None:
    """Elsewhere bots play alone."""
    done = run(*PLAY, *PRINTED, "--seed", "5", terminal="xterm")
    assert printed_record(done).seats == ("human", "greedy", "greedy")
    assert printed_record(here("play", "kuhn", *PRINTED, terminal="xterm")).seats == (
        "human",
        "random",
    )
    assert run(*PLAY, "--seed", "5").code == 0


def test_step_waits_for_enter() -> None:
    """At a terminal there is a prompt."""
    words = (*PLAY, "--seats", "first,first,first", "--seed", "5")
    steps = len(plan_game(("first",) * 3, 5).record.actions)
    whole = run(*words)
    assert run(*words, "--step", typed="\n" * steps) == whole
    assert run(*words, "--step", typed="\n" * (steps - 1)).code == 130
    assert run(*words, "--step", typed="\n", terminal="xterm").out.count("[Enter] ") == 2


def test_each_step_is_shown_before_the_next_player_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def look(turn: Turn[State]) -> Action:
        sys.stdout.flush()
        seen.append(cast("Any", sys.stdout.buffer).getvalue().decode())
        return turn.legal_actions[0]

    monkeypatch.setattr(f"{__name__}.LOOKING", [look])
    who = f"human,Bob={__name__}:looking,first"
    run(*PLAY, "--seats", who, "--seed", "5", typed="1\n", terminal="xterm", NO_COLOR="1")
    assert "you place a bead on a\n" in seen[0]
    assert seen[0].endswith("\rBob thinks ...")


LOOKING: list[Callable[[Turn[Any]], Action]] = []


def looking(turn: Turn[Any]) -> Action:
    """Call the function of the current test."""
    return LOOKING[0](turn)


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "number"), [(3, 1), (4, 1), *((5, number) for number in range(10))]
)
def test_a_whole_decision_fits_a_terminal(players: int, number: int) -> None:
    """Table, menu and prompt need at most 24 lines of 80 columns."""
    plan = plan_game(["human"] * players, 100 + number, number)
    lines = [line for line in plan.lines() if line]
    seats = ",".join(f"Maximilian {letter}=human" for letter in "ABCDE"[:players])
    words = (*PLAY, "--open", "--seats", seats, "--seed", str(100 + number))
    done = run(*words, typed=with_newlines(lines))
    assert done.code == 0
    decision = re.compile(r"^(Auction \d+ of 10: .*?^Maximilian \w> )", re.MULTILINE | re.DOTALL)
    parts = decision.findall(done.out)
    assert len(parts) == len(lines)
    assert {part[:13] for part in parts} >= {"Auction 1 of ", "Auction 10 of"}
    assert max(part.count("\n") for part in parts) + 1 <= 24
    assert max(len(line) for line in done.out.splitlines()) <= 80


# Terminals.


class TerminalRun(NamedTuple):
    """The exit code and the output of a run at a terminal."""

    code: int
    sent: str


def run_at_terminal(columns: int, words: Sequence[str], lines: Sequence[str]) -> TerminalRun:
    """Run the command at a terminal: type a line at each prompt, then Ctrl-D."""
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
                if re.search(rb"(?:> |Enter\. )(?: \r)?$", fresh):
                    fresh = b""
                    os.write(ours, f"{left.pop(0)}\n".encode() if left else b"\x04")
        except OSError:
            pass  # how Linux tells that the other side of a terminal is gone
        finally:
            os.close(ours)
            running.kill()
    return TerminalRun(running.returncode, sent.decode().replace("\r\n", "\n"))


def screen_lines(sent: str) -> list[str]:
    """Return the lines on the terminal, without colors, messages and the record."""
    bare = re.sub(r"\r[^\r]* thinks \.\.\.\r|\x1b\[[0-9;]*[A-Za-z]", "", sent)
    return [line for line in bare.split("\n") if not line.startswith(('{"format"', "fireflies: "))]


@pytest.mark.long
@pytest.mark.parametrize("columns", [40, 80, 160])
@pytest.mark.parametrize("beads", ["6", "0"])
def test_no_table_is_wider_than_the_terminal(columns: int, beads: str) -> None:
    plan = plan_game(("human", "greedy", "random"), SEED, beads=int(beads))
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5", "--beads", beads)
    shown = run_at_terminal(columns, words, plan.lines())
    assert shown.code == 0
    assert "Game over" in shown.sent
    assert [line for line in screen_lines(shown.sent) if len(line) > columns] == []


ASKED: Final = ("help", "rules", "why", "why bid c", "what", "hint", "bid c")


@pytest.mark.long
@pytest.mark.parametrize("columns", [40, 80, 160])
def test_no_answer_is_wider_than_the_terminal(columns: int) -> None:
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    shown = run_at_terminal(columns, words, ["1", *ASKED])
    rest = "\n".join(screen_lines(shown.sent))
    for asked in ASKED:
        _, rest = rest.split(f"\nyou> {asked}\n")
        assert rest.split("you> ")[0].strip()
    assert [line for line in screen_lines(shown.sent) if len(line) > columns] == []


@pytest.mark.long
def test_a_wide_terminal_is_used() -> None:
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    widths = [
        max(map(len, screen_lines(run_at_terminal(columns, words, PLAN.lines()).sent)))
        for columns in (40, 80)
    ]
    assert widths[0] <= 40 < widths[1] <= 80


@pytest.mark.parametrize("columns", [0, 12])
def test_a_terminal_of_no_or_tiny_width_can_be_used(columns: int) -> None:
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    shown = run_at_terminal(columns, words, ["1"])
    assert shown.code == 130
    assert "Traceback" not in shown.sent
    assert max(map(len, screen_lines(shown.sent))) <= 80


CLEARED: Final = "\x1b[2J\x1b[3J\x1b[H"


def test_the_screen_is_cleared_before_and_after_a_pass() -> None:
    plan = plan_game(("human", "human", "greedy"), 8)
    words = (*PLAY, "--seats", "human,human,greedy", "--seed", "8")
    shown = run_at_terminal(80, words, plan.lines())
    assert shown.code == 0
    parts = shown.sent.split(CLEARED)
    passing = parts[1::2]
    assert passing
    assert [part for part in passing if not re.fullmatch(rf"{PASSED.pattern}\n", part)] == []
    assert [part for part in parts[::2] if PASS_THE_SCREEN in part] == []
    for part in parts[2::2]:
        before_end = part.split("Game over")[0]
        hands = re.findall(r"^[ >] (\w.*?)  +\d+ clear", before_end, re.MULTILINE)
        assert set(hands) <= {"you"}


def test_the_end_is_shown_without_a_pass() -> None:
    plan = plan_game(("human", "human", "greedy"), 8)
    words = (*PLAY, "--seats", "human,human,greedy", "--seed", "8")
    shown = run_at_terminal(80, words, plan.lines())
    assert "Game over" in shown.sent.split(CLEARED)[-1]


@pytest.mark.parametrize("name", ["mine.jsonl", ""])
def test_a_terminal_offers_to_keep_a_game_without_a_file(tmp_path: Path, name: str) -> None:
    """A file with other content is refused, and another name is asked for; no data is shown."""
    taken, path = tmp_path / "taken", tmp_path / "mine.jsonl"
    taken.write_text("notes", encoding="utf-8")
    words = (*PLAY, "--seats", "human,greedy,random", "--seed", "5")
    typed = ["1", "quit", str(taken), str(tmp_path / name) if name else ""]
    shown = run(*words, typed=with_newlines(typed), terminal="dumb")
    assert (shown.code, taken.read_text(encoding="utf-8")) == (130, "notes")
    assert f"{taken}: it holds something else" in shown.err
    assert '"format"' not in shown.out
    assert path.exists() == bool(name)
    if name:
        assert action_texts(record_in(path)) == printed_actions(one_person(SEED, typed="1\n"))
        assert f"go on with: fireflies play smile --resume {path}\n" in shown.err
    else:
        assert "the game is not kept; --record FILE keeps the next one\n" in shown.err


KEPT_NOWHERE: Final = "fireflies: the game is kept in /dev/null\n"


def test_quitting_says_how_to_go_on(tmp_path: Path) -> None:
    """A bot of one's own has to be named again; the command is quoted for a shell."""
    path = tmp_path / "our game"
    done = one_person(SEED, "--record", str(path), typed="1\n")
    assert done.err.endswith(f"go on with: fireflies play smile --resume '{path}'\n")
    assert '"format"' not in done.out
    seats = f"human,{__name__}:looking,first"
    own = one_person(SEED, "--record", str(tmp_path / "it"), seats=seats)
    assert own.err.endswith(f"--resume {tmp_path / 'it'} --seats {seats}\n")
    device = one_person(SEED, "--record", "/dev/null", typed="1\n")
    assert (device.code, device.err) == (130, "fireflies: the game is not over\n" + KEPT_NOWHERE)


def test_a_pipe_gets_no_data_that_nobody_asked_for() -> None:
    done = run(*PLAY, "--seats", "human,greedy,random", "--seed", "5", typed="1\n")
    assert done.err.endswith("the game is not kept; --record FILE keeps the next one\n")
    assert '"format"' not in done.out


# Other errors, in this process.


def test_a_record_of_another_game_can_not_be_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "it"
    path.write_text(f"{GOOD}\n", encoding="utf-8")
    monkeypatch.setattr(games, "get", lambda name: replace(smile.GAME, title=f"Not {name}"))
    with pytest.raises(SystemExit) as exit_info:
        main([*PLAY, "--resume", str(path)])
    assert exit_info.value.code == 2
    assert f"{path}: game: this is a game of Not smile" in capsys.readouterr().err


def test_the_default_width_is_80(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(number: int) -> os.terminal_size:
        raise OSError(number, "no terminal")

    monkeypatch.setattr(screen, "is_terminal", lambda: True)
    monkeypatch.setattr(os, "get_terminal_size", refuse)
    monkeypatch.setattr(sys.stdout, "fileno", lambda: 1)
    assert screen.width() == 80


def test_messages_without_standard_error_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    screen.print_message("hello")
