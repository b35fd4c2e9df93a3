"""Tests of saving a game while it is played: no game is lost, no other file overwritten."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final
from unittest import mock

import pytest

from fireflies import smile
from fireflies.contract import Action, State, Turn
from fireflies.files import load, save
from fireflies.record import Record, begin, read
from tests.cli.here import Here, here
from tests.kuhn import GAME as KUHN
from tests.test_cli import (
    PATIENCE,
    ROOT,
    Ended,
    action_texts,
    command,
    environment,
    printed_actions,
    process,
    record_in,
    started,
    with_newlines,
)

__all__ = ["here"]

PLAY: Final = ("play", "smile", "--seats", "human,first,last", "--seed", "5", "--record", "-")


def saved_actions(path: Path) -> list[str]:
    """Return the texts of the actions of the only game in a file."""
    return action_texts(record_in(path))


def other_record(name: str = "old") -> Record[State]:
    """Return the record of another game, to write to a file."""
    return begin(smile.GAME, {}, [name, "b", "c"])


# Saved while it goes on.


@pytest.mark.long
@pytest.mark.parametrize("way", ["SIGHUP", "SIGTERM", "SIGKILL"])
def test_a_game_survives_the_end_of_its_process(tmp_path: Path, way: str, here: Here) -> None:
    """After a hangup, a termination or a kill, the file has all actions, and can be resumed."""
    path = tmp_path / "game.jsonl"
    with started(command(*PLAY, "--record", str(path))) as running:
        assert running.stdin is not None
        running.stdin.write(b"1\n1\n")
        running.stdin.flush()
        # Two decisions of the person, and those of the bots up to the third.
        wanted = printed_actions(here(*PLAY, typed="1\n1\n"))
        patient_until = time.monotonic() + PATIENCE
        while not path.exists() or saved_actions(path) != wanted:
            assert time.monotonic() < patient_until
            time.sleep(0.02)
        running.send_signal(getattr(signal, way))
        running.communicate(timeout=PATIENCE)
        number = getattr(signal, way)
        assert running.returncode == (-number if way == "SIGKILL" else 128 + number)
    assert saved_actions(path) == wanted
    assert [it.name for it in tmp_path.iterdir()] == ["game.jsonl"]
    done = here("play", "smile", "--resume", str(path), typed="1\n")
    assert done.code == 130
    assert saved_actions(path)[: len(wanted) + 1] == [
        *wanted,
        printed_actions(here(*PLAY, typed="1\n1\n1\n"))[len(wanted)],
    ]


@pytest.fixture
def usual() -> Iterator[list[Any]]:
    """Let signals do what they usually do; return a list of their handlers, before."""
    numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    before = [signal.getsignal(number) for number in numbers]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in numbers[1:]:
        signal.signal(number, signal.SIG_DFL)
    yield [signal.getsignal(number) for number in numbers]
    assert [signal.getsignal(number) for number in numbers] == [
        signal.default_int_handler,
        signal.SIG_DFL,
        signal.SIG_DFL,
    ]
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.usefixtures("usual")
@pytest.mark.parametrize("way", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_during_a_save_leaves_the_game_and_no_other_file(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A second signal, while the command ends, changes nothing."""
    number, saves = getattr(signal, way), list[int]()
    fsync = os.fsync

    def interrupted(file: int) -> None:
        saves.append(file)
        if len(saves) in (3, 4):
            signal.raise_signal(number)
        fsync(file)

    monkeypatch.setattr(os, "fsync", interrupted)
    monkeypatch.setattr("fireflies.cli.person.SAVE_INTERVAL", 0)
    path = tmp_path / "game.jsonl"
    done = here("play", "smile", "--seed", "5", "--record", str(path))
    kept, tip, *others = done.err.splitlines()
    assert (done.code, kept) == (128 + number, f"fireflies: the game is kept in {path}")
    assert (tip.endswith(f"--resume {path}"), others) == (True, [])
    assert len(saves) == 4
    assert len(saved_actions(path)) == 3
    assert [it.name for it in tmp_path.iterdir()] == ["game.jsonl"]


@pytest.mark.usefixtures("usual")
def test_a_signal_while_a_bot_thinks_prints_a_game_without_a_file(here: Here) -> None:
    """Where a person plays; a game of bots only is played again by its seed."""
    done = here(
        *("play", "smile", "--seats", f"human,{__name__}:hit,last", "--seed", "5"),
        *("--record", "-"),
        typed="1\n",
    )
    assert done.code == 128 + signal.SIGTERM
    assert "the game is not over" in done.err
    assert len(printed_actions(done)) == 4
    alone = here("play", "smile", "--seats", f"{__name__}:hit,last,last", "--seed", "5")
    assert alone.code == 128 + signal.SIGTERM
    assert '"actions"' not in alone.out


def hit(turn: Turn[State]) -> Action:
    """Think until a signal comes."""
    signal.raise_signal(signal.SIGTERM)
    return turn.legal_actions[0]


@pytest.mark.usefixtures("usual")
def test_the_command_runs_in_another_thread_too(here: Here) -> None:
    """Only the main thread can handle signals."""
    codes: list[object] = []
    thread = threading.Thread(target=lambda: codes.append(here("--version").code))
    thread.start()
    thread.join()
    assert codes == [0]


@pytest.mark.parametrize("place", ["/dev/full", "read only"])
def test_the_command_fails_when_a_game_of_bots_cannot_be_saved(
    here: Here, tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is printed; ``play … --record FILE && archive FILE`` stops."""
    if place == "read only":
        place = str(tmp_path / "it")
        refuse = OSError(30, "Read-only file system", place)
        monkeypatch.setattr("fireflies.files.save_bytes", mock.Mock(side_effect=refuse))
    done = here("play", "smile", "--seed", "1", "--record", place)
    assert done.code == 1
    assert f"fireflies: {place}: " in done.err
    assert done.err.endswith("; here is the game:\n")
    assert printed_actions(done)


KEPT: list[int] = []
"""The number of actions in the file minus that in the play, at each decision of a watcher."""
WATCHED: list[Path] = []


def watcher(turn: Turn[State]) -> Action:
    """Note how many more actions the file has than the play; choose the first legal action."""
    KEPT.append(len(saved_actions(WATCHED[0])) - len(turn.information_state()) + 1)
    return turn.legal_actions[0]


@pytest.mark.parametrize(("seconds", "kept"), [(1, {0}), (0.4, {0, -1, -2})])
def test_a_game_of_bots_is_saved_once_a_second(
    here: Here,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    kept: set[int],
) -> None:
    """Each decision takes this long here; of quick ones, the last two may not be saved yet."""
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("fireflies.cli.person.monotonic", count(step=seconds).__next__)
    monkeypatch.setattr(f"{__name__}.WATCHED", [path])
    monkeypatch.setattr(f"{__name__}.KEPT", [])
    who = f"Me={__name__}:watcher"
    done = here("play", "smile", "--seats", f"{who},last,last", "--record", str(path))
    assert done.code == 0
    assert len(KEPT) > 10
    assert set(KEPT) == kept
    (record,) = load(path)
    assert record.seats == ("Me", "last", "last")


def test_an_input_is_saved_before_a_bot_thinks(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr(f"{__name__}.WATCHED", [path])
    monkeypatch.setattr(f"{__name__}.KEPT", [])
    monkeypatch.setattr("fireflies.cli.person.monotonic", lambda: 0)
    here(*PLAY[:3], f"human,{__name__}:watcher,last", *PLAY[4:], "--record", str(path), typed="1\n")
    assert KEPT[0] == 0


def test_undone_actions_are_removed_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with started(command(*PLAY, "--record", str(path)), PYTHONUNBUFFERED="1") as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(b"1\nundo\n")
        running.stdin.flush()
        shown = b""
        while shown.count(b"you> ") < 3:
            shown += os.read(running.stdout.fileno(), 65536)
        running.kill()
    assert len(saved_actions(path)) == 3


# Nothing else is overwritten.

HELD: Final = {
    "notes": "hello\n",
    "a game": f"{other_record().to_text()}\n",
    "two games": f"{other_record().to_text()}\n{other_record('other').to_text()}\n",
}


@pytest.mark.parametrize("name", HELD)
def test_record_refuses_a_file_with_other_content(here: Here, tmp_path: Path, name: str) -> None:
    """Before the first action, as wrong usage."""
    path = tmp_path / "it"
    path.write_text(HELD[name], encoding="utf-8")
    done = here(*PLAY, "--record", str(path), typed="1\n")
    assert (done.code, done.out) == (2, "")
    (line,) = [line for line in done.err.splitlines() if "error: " in line]
    assert f"--record: {path}: it holds something else" in line
    assert "name another file" in line
    assert "--resume" in line
    assert path.read_text(encoding="utf-8") == HELD[name]


@pytest.mark.parametrize("name", HELD)
def test_save_refuses_a_file_with_other_content(here: Here, tmp_path: Path, name: str) -> None:
    """The game goes on and is still saved to its own file."""
    path, kept = tmp_path / "it", tmp_path / "kept"
    path.write_text(HELD[name], encoding="utf-8")
    done = here(*PLAY, "--record", str(kept), typed=f"save {path}\n1\nsave {path}\n")
    assert done.code == 130
    assert done.err.count(f"fireflies: {path}: it holds something else") == 2
    assert "Kept in" not in done.out
    assert path.read_text(encoding="utf-8") == HELD[name]
    assert saved_actions(kept) == printed_actions(here(*PLAY, typed="1\n"))


def test_an_empty_file_may_be_used(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.touch()
    assert here(*PLAY, "--record", str(path), typed="1\n").code == 130
    assert saved_actions(path) == printed_actions(here(*PLAY, typed="1\n"))


def test_a_resumed_game_can_be_recorded_to_another_file(here: Here, tmp_path: Path) -> None:
    """The first file does not change unless it is named again."""
    one, two, link = tmp_path / "one", tmp_path / "two", tmp_path / "link"
    save(one, [begin(smile.GAME, {}, ["a", "b", "c"])])
    before = one.read_bytes()
    resume = ("play", "smile", "--resume", str(one))
    here(*resume, "--record", str(two), typed="\n1\n")
    assert one.read_bytes() == before
    assert len(saved_actions(two)) == 4
    assert here(*resume, "--record", str(two)).code == 2
    link.symlink_to(one)
    here(*resume, "--record", str(link), typed="\n1\n")
    assert len(saved_actions(one)) == 4


def test_save_to_a_copy_does_not_change_the_file_of_record(here: Here, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    typed = f"1\nsave {two}\n1\nquit\n"
    done = here(*PLAY, "--record", str(one), typed=typed)
    assert f"the game is kept in {one}" in done.err
    assert saved_actions(two) == printed_actions(here(*PLAY, typed="1\n"))
    assert saved_actions(one) == printed_actions(here(*PLAY, typed="1\n1\n"))


def test_a_copy_may_be_saved_again(here: Here, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    typed = f"save {two}\n1\nsave {two}\nsave {one}\n1\n"
    done = here(*PLAY, "--record", str(one), typed=typed)
    assert done.out.count("Kept in") == 3
    assert saved_actions(two) == printed_actions(here(*PLAY, typed="1\n"))
    assert saved_actions(one) == printed_actions(here(*PLAY, typed="1\n1\n"))


def test_a_file_changed_by_another_program_is_not_overwritten(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is printed once during the play, and again at the end, with the game."""
    path = tmp_path / "it"
    monkeypatch.setattr(f"{__name__}.WATCHED", [path])
    seats = f"human,{__name__}:intruder,first"
    words = ("play", "smile", "--seed", "5", "--seats", seats)
    done = here(*words, "--record", str(path), typed="1\n1\n")
    assert path.read_text(encoding="utf-8") == HELD["notes"]
    assert done.err.count("it holds something else") == 2
    assert "here is the game:" in done.err
    assert len(printed_actions(done)) > 5


def intruder(turn: Turn[State]) -> Action:
    """Write other content to the file of the game."""
    WATCHED[0].write_text(HELD["notes"], encoding="utf-8")
    return turn.legal_actions[0]


def test_a_pipe_gets_the_game_at_the_end_only(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()), daemon=True)
    reader.start()
    done = process("play", "smile", "--seed", "3", "--record", str(pipe))
    reader.join(PATIENCE)
    assert done.code == 0
    (content,) = found
    assert read(content).final.outcome is not None


def test_a_game_resumed_from_a_pipe_is_printed(tmp_path: Path) -> None:
    pipe, line = tmp_path / "pipe", f"{other_record().to_text()}\n".encode()
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(line), daemon=True)
    writer.start()
    done = process("play", "smile", "--resume", str(pipe), "--record", "-")
    writer.join(PATIENCE)
    assert done.code == 130
    assert "is kept in" not in done.err
    assert len(printed_actions(done)) == 3


# Modules named in files are not imported.


@pytest.mark.usefixtures("measured")
def test_a_module_named_in_a_file_is_imported_only_when_seats_names_it_too(
    tmp_path: Path,
) -> None:
    """A record from a stranger must not run code of their choice."""
    (tmp_path / "mine.py").write_text(
        "import pathlib\n"
        "pathlib.Path(__file__).with_name('imported').touch()\n"
        "def play(turn):\n"
        "    return turn.legal_actions[-1]\n",
        encoding="utf-8",
    )
    kinds = ["mine:play", "search:5", "greedy"]
    extra = {"x-fireflies": {"kinds": kinds, "seed": 1, "by_hand": False}}
    path = tmp_path / "game.jsonl"
    save(path, [begin(smile.GAME, {"auctions": 1, "box": ["1", "2", "3"]}, kinds, extra)])
    place = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    words = ("play", "smile", "--resume", str(path))

    def run(*more: str) -> tuple[Any, str]:
        with started(command(*words, *more), PYTHONPATH=place) as running:
            _, err = running.communicate(timeout=PATIENCE)
        return running.returncode, err.decode().splitlines()[-1]

    code, line = run()
    assert code == 2
    assert f"{path}: x-fireflies.kinds: 'mine:play' is a program" in line
    assert f"--seats {','.join(kinds)}" in line
    code, line = run("--seats", "mine:play,search:6,greedy")
    assert (code, "--seats: this can't be changed" in line) == (2, True)
    assert not (tmp_path / "imported").exists()
    assert run("--seats", "Ann=mine:play,search:5,greedy") == (
        0,
        f"fireflies: the game is kept in {path}",
    )
    assert (tmp_path / "imported").exists()
    assert json.loads(path.read_text(encoding="utf-8"))["result"] is not None


# Control characters and endless files.

NASTY: Final = "\x1b]0;PWNED\x07Ann\r\x9b31m\u202e\x7f"


def is_printable(text: str) -> bool:
    """Return whether a terminal would only print the text."""
    return all(letter.isprintable() or letter == "\n" for letter in text)


def test_names_from_a_file_are_escaped(here: Here, tmp_path: Path) -> None:
    """In headings, prompts and messages, not in data."""
    path = tmp_path / "it"
    name = f"{NASTY}\nseat 1 wins"
    line = begin(smile.GAME, {}, ["a", "b", "c"]).to_text()
    line = line[: line.index(',"digest"')].replace('"a"', json.dumps(name)) + "}"
    path.write_text(f"{line}\n", encoding="utf-8")
    for words, typed in (
        (("replay", str(path)), ""),
        (("play", "smile", "--resume", str(path)), "\n1\n"),
    ):
        done = here(*words, typed=typed)
        shown = done.out.split('{"format"')[0]
        assert is_printable(shown)
        assert is_printable(done.err)
        assert not any(line.startswith("seat 1 wins") for line in shown.splitlines())
        assert "\\x1b]0;PW" in shown
        assert ("\\u202e" in shown) == (words[0] == "replay")  # which shows it whole
    (record,) = load(path)
    assert record.seats[0] == name


def test_events_of_a_redacted_record_are_escaped(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "it"
    line = json.loads(other_record().redacted("spectator"))
    del line["digest"]
    line["actions"], line["events"], line["data"] = ["bid a"], [[NASTY]], [[]]
    path.write_text(json.dumps(line), encoding="utf-8")
    done = here("replay", str(path))
    assert done.code == 0
    assert "PWNED" in done.out
    assert is_printable(done.out)


def test_texts_of_other_files_are_escaped(here: Here, tmp_path: Path) -> None:
    """Keys of a box, printed rules, arguments."""
    box, source, cases = (tmp_path / name for name in ("box.toml", "source.txt", "cases.json"))
    suite = ROOT / "src/fireflies/conformance/cases/smile/smile.bid.ties.json"
    content = json.loads(suite.read_text(encoding="utf-8"))
    content["cases"][0]["says"] = NASTY
    cases.write_text(json.dumps(content), encoding="utf-8")
    box.write_text('"\\u001b]0;PWNED\\u0007\\u202e" = 1\n', encoding="utf-8")
    source.write_text(f"{NASTY} is said nowhere else.\n", encoding="utf-8")
    for words in (
        ("box", "smile", str(box)),
        ("play", "smile", "--box", str(box)),
        ("cite", "smile", "--source", str(source)),
        ("play", f"{NASTY}PWNED"),
        ("conform", "smile", "--case", str(cases), "--list"),
    ):
        done = here(*words)
        assert (done.code == 0) == ("--list" in words)
        assert "PWNED" in done.out + done.err
        assert is_printable(done.out)
        assert is_printable(done.err)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("replay",), 1),
        (("play", "smile", "--resume"), 2),
        (("box", "smile"), 1),
        (("play", "smile", "--box"), 2),
        (("cite", "smile", "--source"), 1),
    ],
)
def test_an_endless_file_is_refused(here: Here, words: tuple[str, ...], code: int) -> None:
    done = here(*words, "/dev/zero")
    assert (done.code, done.out) == (code, "")
    line = done.err.splitlines()[-1]
    assert "/dev/zero: " in line
    assert "it has more than 1" in line
    assert "0 bytes" in line


# Games that begin in the middle.


def test_a_game_that_began_in_the_middle_is_resumed_and_shown(here: Here, tmp_path: Path) -> None:
    """The web page saves such games. A bot that searches is resumed without ``--seats``."""
    path, extra = tmp_path / "game.jsonl", {"kinds": ["human", "search:3"], "seed": 1}
    begun = begin(KUHN, {}, ["Ann", "Ben"], {"x-fireflies": extra}, position="QK -")
    save(path, [begun])
    done = here("play", "kuhn", "--resume", str(path), typed="bet\n")
    assert (done.code, done.err.count("can't")) == (0, 0)
    record = record_in(path)
    assert (record.position, str(record.actions[0])) == ("QK -", "bet")
    assert record.final.outcome is not None
    shown = here("replay", str(path), "--seat", "0")
    assert "Q" in shown.out
    redacted = here("replay", str(path), "--seat", "0", "--redacted")
    assert json.loads(redacted.out)["position"] == "Q? -"
    path.write_text(redacted.out)
    assert "seat 0: bet" in here("replay", str(path)).out.replace("Ann", "seat 0")


@pytest.mark.parametrize(
    ("name", "problem"),
    [("", "a file is wanted, not a folder"), ("none/game", "there is no folder ")],
)
def test_a_record_that_can_not_be_there_is_refused_before_the_game(
    here: Here, tmp_path: Path, name: str, problem: str
) -> None:
    path = tmp_path / name
    done = here("play", "smile", "--seed", "1", "--record", str(path))
    assert (done.code, done.out) == (2, "")
    assert f"error: --record: {path}: {problem}" in done.err


# After the end.


def finished(here: Here, *lines: str) -> Ended:
    """Play Kuhn poker at a terminal to its end, and then type these lines."""
    words = ("play", "kuhn", "--seats", "human,first", "--seed", "1")
    return here(*words, typed=with_newlines(["bet", *lines]), terminal="dumb")


def test_a_game_that_is_over_can_still_be_looked_at_and_saved(here: Here, tmp_path: Path) -> None:
    """The person is told so; an empty line leaves, and the game is a success."""
    path = tmp_path / "game.jsonl"
    done = finished(here, "log", "bet", f"save {path}", "")
    shown = done.out.partition("Decided by ")[2]
    assert done.code == 0
    assert "'log', 'show', 'save FILE' and 'undo'; Enter leaves" in " ".join(shown.split())
    assert shown.count("you: bet") == 1, "the log tells it once more"
    assert "The game is over (" in shown
    assert f"the game is kept in {path}\n" in done.err
    assert saved_actions(path)[2] == "bet"


@pytest.mark.parametrize("line", ["quit", "Q", None])
def test_who_leaves_a_game_that_is_over_has_not_stopped_it(here: Here, line: str | None) -> None:
    """Also at the end of the input: the game is no game to go on with, and nothing is offered."""
    done = finished(here, *([] if line is None else [line]))
    assert done.code == 0
    assert "Keep the game?" not in done.out
    assert "not kept" not in done.err


def test_a_game_that_is_over_goes_on_after_an_undo(here: Here) -> None:
    """It is decided once more, and leaves at the second end."""
    done = finished(here, "undo", "pass", "")
    assert done.code == 0
    assert done.out.count("Decided by ") == 2
    assert done.out.count("over> ") == 2
